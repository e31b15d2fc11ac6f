/* Leaderboards, ratings and statistics: reading the results of finished
 * matches. */
#include "play/ladder/leaderboards.h"

#include "base/base32.h"
#include "play/accounts/account_row.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/ladder/rating.h"
#include "play/match/match.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store.h"
#include "play/store/error.h"
#include "play/store/leaderboards.h"
#include "play/store/statistics.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

/* ---- cursors ---- */

/* The end of a page of a leaderboard, and its season. */
struct leaderboard_cursor {
    int64_t at_us;
    int32_t value, season;
    struct play_id account;
};

_Static_assert(sizeof(struct leaderboard_cursor) == 32,
               "a cursor has no padding");
_Static_assert(sizeof(struct leaderboard_cursor) * 8 / 5 + 2 < PLAY_CURSOR_SIZE,
               "a cursor fits its text");

/* Return whether a time can be one of a match that the database has: after
 * 1970, and within its range. */
static bool is_time(int64_t us)
{
    return us > 0 && us < INT64_C(4000000000) * 1000000;
}

/* Read a cursor: the number at which a page of a descending list ended. */
static bool number_read(const char *cursor, int64_t most, int64_t *out)
{
    if (!cursor) {
        *out = most;
        return true;
    }
    return base32_read(cursor, (uint8_t *)out, sizeof *out) && *out > 0 &&
           *out <= most;
}

static void number_write(int64_t number, char out[PLAY_CURSOR_SIZE])
{
    base32_write((const uint8_t *)&number, sizeof number, out);
}

/* ---- seasons ---- */

enum play_err season_list(struct play *play, const char *cursor, unsigned limit,
                          struct season *out, size_t *count,
                          char next[PLAY_CURSOR_SIZE])
{
    int64_t below;
    enum store_err err;

    *count = 0;
    next[0] = '\0';
    if (!number_read(cursor, INT32_MAX, &below))
        return PLAY_BAD_CURSOR;
    err = play->store->leaderboards->list_seasons(play->store, (int32_t)below,
                                                  limit, out, count);
    if (!err && *count == limit && out[limit - 1].number > 1)
        number_write(out[limit - 1].number, next);
    return play_err_of(err);
}

/* Find the requested season, 0 for the current one.  *has is false when no
 * season has begun. */
static enum play_err season_read(struct play *play, int32_t number,
                                 struct season *out, bool *has)
{
    enum store_err err = play->store->leaderboards->find_season(
        play->store, number, play_now_us(play), out);

    *has = err == STORE_OK;
    if (err == STORE_NOT_FOUND && number == 0)
        return PLAY_OK;
    return play_err_of(err);
}

/* ---- standings ---- */

static int32_t positive(int32_t n)
{
    return n > 0 ? n : 0;
}

static struct standing_lack lack_of(const struct standing *it,
                                    const struct season *season)
{
    struct standing_lack lack = {0};

    if (it->rank > 0)
        return lack;
    lack.matches = positive(season->list_matches - it->counted);
    lack.opponents = positive(season->list_opponents - it->opponents);
    lack.queue_opponents =
        positive(season->list_queue_opponents - it->queue_opponents);
    if (season->is_by_lower_bound && it->is_provisional)
        lack.uncertainty = positive(
            it->uncertainty - rating_uncertainty(RATING_SIGMA_PROVISIONAL));
    return lack;
}

/* Return a standing as shown: uncertainty grows without play, until the season
 * is over. */
static struct standing shown_standing(const struct store_standing *row,
                                      int64_t now_us,
                                      const struct season *season)
{
    struct standing it = row->standing;
    int64_t until_us =
        season->is_final && season->ends_us < now_us ? season->ends_us : now_us;

    if (it.seats > 1) {
        int64_t idle_us = until_us > it.at_us ? until_us - it.at_us : 0;
        double sigma = rating_idle(row->sigma, idle_us / 1000000);

        it.uncertainty = rating_uncertainty(sigma);
        it.is_provisional = rating_is_provisional(sigma);
        it.lower_bound = it.value - rating_uncertainty(row->sigma);
        it.lack = lack_of(&it, season);
    }
    if (row->has_match)
        id_write("m_", &row->match, it.match);
    return it;
}

/* ---- boards ---- */

struct leaderboard_page {
    struct board *board;
    int64_t now_us;
};

static void keep_standing(void *ctx, const struct store_standing *row)
{
    struct leaderboard_page *page = ctx;
    struct board *board = page->board;

    if (board->count < BOARD_ROWS_MAX)
        board->rows[board->count++] =
            shown_standing(row, page->now_us, &board->season);
}

/* Find the beginning of the page: *is_from is false for the top.  *season is
 * the requested one, or that of the cursor. */
static enum play_err page_begin(struct play *play,
                                const struct leaderboard_query *query,
                                struct board *board,
                                struct store_leaderboard_query *rows,
                                struct store_leaderboard_place *from)
{
    struct leaderboard_cursor cursor = {.season = query->season};
    enum play_err err;

    if (query->cursor &&
        (!base32_read(query->cursor, (uint8_t *)&cursor, sizeof cursor) ||
         cursor.season < 1 || !is_time(cursor.at_us)))
        return PLAY_BAD_CURSOR;
    err = season_read(play, cursor.season, &board->season, &board->has_season);
    if (err == PLAY_NOT_FOUND && query->cursor)
        return PLAY_BAD_CURSOR;
    if (err || !board->has_season)
        return err ? err : query->around ? PLAY_NOT_FOUND : PLAY_OK;
    rows->season = board->season.number;
    *from = (struct store_leaderboard_place){cursor.value, cursor.at_us,
                                             cursor.account, false};
    rows->from = query->cursor ? from : NULL;
    return PLAY_OK;
}

/* Begin the page far enough above the player to have the player in the
 * middle. */
static enum play_err go_around(struct play *play,
                               const struct leaderboard_query *query,
                               struct store_leaderboard_query *rows,
                               struct store_leaderboard_place *from)
{
    char name[PLAY_NAME_SIZE];

    if (!name_read(query->around, name))
        return PLAY_NOT_FOUND;
    rows->from = from;
    return play_err_of(play->store->leaderboards->find_player(
        play->store, rows, name, (query->limit - 1) / 2, from));
}

static void page_end(const struct leaderboard_query *query, struct board *board)
{
    struct leaderboard_cursor cursor = {.season = board->season.number};
    const struct standing *last;

    if (board->count < query->limit)
        return;
    last = &board->rows[board->count - 1];
    cursor.at_us = last->at_us;
    cursor.value = last->list_value;
    cursor.account = last->account;
    base32_write((const uint8_t *)&cursor, sizeof cursor, board->next);
}

enum play_err leaderboard_read(struct play *play, const struct player *asker,
                               const struct leaderboard_query *query,
                               struct board *out)
{
    struct leaderboard_page page = {out, play_now_us(play)};
    struct store_leaderboard_place from;
    struct store_leaderboard_query rows = {
        .game = query->game,
        .seats = query->seats,
        .pool = query->pool,
        .asker = asker ? &asker->key : NULL,
        .limit = query->limit,
    };
    enum play_err err;

    memset(out, 0, sizeof *out);
    err = page_begin(play, query, out, &rows, &from);
    if (!err && query->around)
        err = go_around(play, query, &rows, &from);
    if (err || !out->has_season)
        return err;
    err = play_err_of(play->store->leaderboards->read(
        play->store, &rows, &out->total, keep_standing, &page));
    if (!err)
        page_end(query, out);
    return err;
}

/* ---- the standings of one player ---- */

struct listing {
    int64_t now_us;
    const struct season *season;
    void (*visit)(void *ctx, const struct standing *standing);
    void *ctx;
};

static void visit_standing(void *ctx, const struct store_standing *row)
{
    const struct listing *listing = ctx;
    const struct standing standing =
        shown_standing(row, listing->now_us, listing->season);

    listing->visit(listing->ctx, &standing);
}

enum play_err player_standings(
    struct play *play, const struct player *asker, const struct player *player,
    int32_t season, struct standings_season *out,
    void (*visit)(void *ctx, const struct standing *standing), void *ctx)
{
    struct listing listing = {play_now_us(play), &out->season, visit, ctx};
    enum play_err err =
        season_read(play, season, &out->season, &out->has_season);

    if (err || !out->has_season)
        return err;
    return play_err_of(play->store->leaderboards->list_standings(
        play->store, &player->key, out->season.number,
        asker ? &asker->key : NULL, visit_standing, &listing));
}

/* ---- history ---- */

struct history_page {
    struct rating_point *out;
    size_t count;
    int64_t last; /* number */
};

static void keep_point(void *ctx, const struct store_rating_point *row)
{
    struct history_page *page = ctx;
    struct rating_point *point = &page->out[page->count++];

    page->last = row->number;
    *point = (struct rating_point){
        .at_us = row->at_us,
        .season = row->season,
        .rating = rating_shown(row->mu),
        .uncertainty = rating_uncertainty(row->sigma),
        .change = rating_shown(row->mu) - rating_shown(row->mu_before),
        .is_told = row->is_told,
    };
    if (!row->is_told)
        return;
    id_write("m_", &row->match, point->match);
    point->seat = row->seat;
    point->rank = row->rank;
}

enum play_err rating_history(struct play *play, const struct player *asker,
                             const struct player *player,
                             const struct history_query *query,
                             struct rating_point *out, size_t *count,
                             char next[PLAY_CURSOR_SIZE])
{
    struct history_page page = {.out = out};
    struct store_history_query rows = {
        .account = &player->key,
        .asker = asker ? &asker->key : NULL,
        .game = query->game,
        .seats = query->seats,
        .pool = query->pool,
        .limit = query->limit,
    };
    enum store_err err;

    *count = 0;
    next[0] = '\0';
    if (!number_read(query->cursor, INT64_MAX, &rows.below))
        return PLAY_BAD_CURSOR;
    err = play->store->statistics->read_history(play->store, &rows, keep_point,
                                                &page);
    if (err)
        return play_err_of(err);
    *count = page.count;
    if (page.count == query->limit)
        number_write(page.last, next);
    return PLAY_OK;
}

/* ---- changes by a match ---- */

struct changes {
    const struct match *matches;
    size_t count;
    struct match_ratings *out;
};

static void keep_change(void *ctx, const struct store_match_rating *row)
{
    const struct changes *changes = ctx;

    for (size_t i = 0; i < changes->count; i++) {
        struct match_ratings *out = &changes->out[i];

        if (!id_equals(&changes->matches[i].key, &row->match))
            continue;
        out->is_settled = true;
        out->note = row->note;
        if (row->seat < 0)
            continue;
        out->seat[row->seat].is_one[row->pool] = true;
        out->seat[row->seat].before[row->pool] = rating_shown(row->mu_before);
        out->seat[row->seat].after[row->pool] = rating_shown(row->mu);
    }
}

enum play_err match_ratings_read(struct play *play, const struct match *matches,
                                 size_t count, struct match_ratings *out)
{
    struct changes changes = {matches, count, out};
    struct play_id ids[BOARD_ROWS_MAX];
    size_t ended = 0;

    memset(out, 0, count * sizeof *out);
    for (size_t i = 0; i < count && ended < BOARD_ROWS_MAX; i++)
        if (matches[i].rated &&
            (matches[i].status == MATCH_FINISHED || matches[i].forfeits != 0))
            ids[ended++] = matches[i].key;
    if (ended == 0)
        return PLAY_OK;
    return play_err_of(play->store->statistics->read_match_ratings(
        play->store, ids, ended, keep_change, &changes));
}

/* ---- statistics ---- */

/* Statistics of all games of a player, while they are collected. */
struct gathering {
    struct game_figures *games;
    size_t count, cap;
};

static struct game_figures *game_of(struct gathering *all, const char *game)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->games[i].game, game) == 0)
            return &all->games[i];
    if (all->count == all->cap) {
        size_t cap = all->cap ? 2 * all->cap : 4;
        struct game_figures *more =
            realloc(all->games, cap * sizeof *all->games);

        if (!more)
            return NULL;
        all->games = more;
        all->cap = cap;
    }
    all->games[all->count] = (struct game_figures){0};
    text_copy(game, all->games[all->count].game, BOARD_GAME_SIZE);
    return &all->games[all->count++];
}

static void keep_figures(void *ctx, const struct figures *row)
{
    struct game_figures *game = game_of(ctx, row->game);

    if (game && game->count < RULES_SEATS_MAX)
        game->by_seats[game->count++] = *row;
}

static void keep_card(void *ctx, const char *id, bool is_best,
                      const struct card_figures *row)
{
    struct game_figures *game = game_of(ctx, id);

    if (game && is_best && game->best_count < CARDS_LISTED)
        game->best[game->best_count++] = *row;
    else if (game && !is_best && game->favourite_count < CARDS_LISTED)
        game->favourite[game->favourite_count++] = *row;
}

enum play_err player_statistics(
    struct play *play, const struct player *player, const char *game,
    void (*visit)(void *ctx, const struct game_figures *figures), void *ctx)
{
    struct gathering all = {0};
    struct store *store = play->store;
    enum store_err err = store->statistics->read_figures(
        store, &player->key, game, keep_figures, &all);

    if (!err)
        err = store->statistics->read_cards(store, &player->key, game,
                                            keep_card, &all);
    for (size_t i = 0; i < all.count && !err; i++)
        visit(ctx, &all.games[i]);
    free(all.games);
    return play_err_of(err);
}
