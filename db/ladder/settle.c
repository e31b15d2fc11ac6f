/* Settlement: the transaction, which one node holds at a time, the seasons, and
 * the matches that are to be settled. */
#include "db/accounts/accounts.h"
#include "db/ladder/ladder.h"
#include "db/matches/matches.h"

#include <stdlib.h>
#include <string.h>

/* ---- the transaction ---- */

/* An arbitrary number that no other advisory lock uses. */
#define LADDER_LOCK "7405926174"

static enum store_err lock(struct store_settlement *ladder)
{
    struct pg_result *rows;
    enum store_err err;

    if (ladder->again)
        return pg_run(ladder->pg,
                      "SELECT pg_advisory_xact_lock(" LADDER_LOCK ")", NULL, 0,
                      NULL);
    err =
        pg_run(ladder->pg, "SELECT pg_try_advisory_xact_lock(" LADDER_LOCK ")",
               NULL, 0, &rows);
    if (err)
        return err;
    if (!pg_bool(rows, 0, 0))
        err = STORE_CONFLICT;
    pg_clear(rows);
    return err;
}

static enum store_err read_last(struct store_settlement *ladder, int64_t *last)
{
    struct pg_result *rows;
    enum store_err err = pg_run(
        ladder->pg, "SELECT max(number) FROM ladder_matches", NULL, 0, &rows);

    if (err)
        return err;
    *last = pg_int(rows, 0, 0);
    pg_clear(rows);
    return STORE_OK;
}

static enum store_err ladder_end(struct store_settlement *ladder, bool keep)
{
    struct pg *pg = ladder->pg;
    struct pg_pool *pool = db_pool(&ladder->db->store);
    enum store_err err = STORE_OK;

    if (keep)
        err = pg_commit(pg);
    else
        pg_roll_back(pg);
    pg_pool_checkin(pool, pg);
    free(ladder);
    return err;
}

static enum store_err ladder_begin(struct store *store, bool again,
                                   struct store_settlement **out, int64_t *last)
{
    struct store_settlement *ladder = malloc(sizeof *ladder);
    enum store_err err;

    if (!ladder)
        return STORE_UNAVAILABLE;
    *ladder = (struct store_settlement){db_store(store), NULL, again};
    ladder->pg = pg_pool_checkout(db_pool(store));
    if (!ladder->pg) {
        free(ladder);
        return STORE_UNAVAILABLE;
    }
    err = pg_begin(ladder->pg);
    if (!err)
        err = lock(ladder);
    if (!err)
        err = read_last(ladder, last);
    if (!err && again)
        err = db_ladder_rebuild(ladder);
    if (err)
        ladder_end(ladder, false);
    else
        *out = ladder;
    return err;
}

/* ---- seasons ---- */

#define SEASON_ROW(FIRST, NEXT)                                                \
    FIRST(SEASON_ROW_NUMBER, "number")                                         \
    NEXT(SEASON_ROW_BEGAN, "began_at")                                         \
    NEXT(SEASON_ROW_ENDS, "ends_at")                                           \
    NEXT(SEASON_ROW_CLOSED, "closed_at")                                       \
    NEXT(SEASON_ROW_LIST_MATCHES, "list_matches")                              \
    NEXT(SEASON_ROW_OPPONENTS, "list_opponents")                               \
    NEXT(SEASON_ROW_QUEUE_OPPONENTS, "list_queue_opponents")
enum { SEASON_ROW(PG_NUMBER, PG_NUMBER) };
#define SEASON_COLUMNS SEASON_ROW(PG_FIRST, PG_NEXT)

static enum store_err ladder_list_seasons(struct store_settlement *ladder,
                                          struct ladder_season **out,
                                          size_t *count)
{
    struct pg_result *rows;
    enum store_err err = pg_run(
        ladder->pg, "SELECT " SEASON_COLUMNS " FROM seasons ORDER BY number",
        NULL, 0, &rows);

    *out = NULL;
    *count = 0;
    if (err)
        return err;
    *out = calloc((size_t)pg_rows(rows) + 1, sizeof **out);
    for (int i = 0; *out && i < pg_rows(rows); i++)
        (*out)[(*count)++] = (struct ladder_season){
            .number = (int32_t)pg_int(rows, i, SEASON_ROW_NUMBER),
            .began_us = pg_time(rows, i, SEASON_ROW_BEGAN),
            .ends_us = pg_time(rows, i, SEASON_ROW_ENDS),
            .closed_us = pg_time(rows, i, SEASON_ROW_CLOSED),
            .list_matches = (int32_t)pg_int(rows, i, SEASON_ROW_LIST_MATCHES),
            .list_opponents = (int32_t)pg_int(rows, i, SEASON_ROW_OPPONENTS),
            .list_queue_opponents =
                (int32_t)pg_int(rows, i, SEASON_ROW_QUEUE_OPPONENTS),
        };
    pg_clear(rows);
    return *out ? STORE_OK : STORE_UNAVAILABLE;
}

static enum store_err ladder_open_season(struct store_settlement *ladder,
                                         const struct ladder_season *season)
{
    const struct pg_param in[] = {
        PG_INT4(season->number),         PG_TIME(season->began_us),
        PG_TIME(season->ends_us),        PG_INT4(season->list_matches),
        PG_INT4(season->list_opponents), PG_INT4(season->list_queue_opponents),
    };

    return pg_run(ladder->pg,
                  "INSERT INTO seasons (number, began_at, ends_at,"
                  " list_matches, list_opponents, list_queue_opponents)"
                  " VALUES ($1, $2, $3, $4, $5, $6)",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err ladder_lapse(struct store_settlement *ladder,
                                   int64_t now_us)
{
    const struct pg_param in[] = {PG_TIME(now_us)};
    enum store_err err = db_ladder_lapse(ladder, now_us);

    if (err)
        return err;
    return pg_run(ladder->pg,
                  "DELETE FROM account_networks"
                  " WHERE seen_at < $1 - interval '1 day'",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err ladder_close_season(struct store_settlement *ladder,
                                          int32_t season, int64_t now_us)
{
    const struct pg_param in[] = {PG_INT4(season), PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(ladder->pg,
               "UPDATE seasons SET closed_at = $2 WHERE number = $1"
               " AND closed_at IS NULL AND NOT EXISTS (SELECT"
               "  FROM ladder_matches l WHERE l.number IS NULL"
               "  AND NOT l.put_aside"
               "  AND l.finished_at < seasons.ends_at) RETURNING number",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0)
        err = STORE_STALE;
    pg_clear(rows);
    return err ? err : db_ladder_rank(ladder, season);
}

/* ---- matches ---- */

/* A row for each seat of a match. */
#define LADDER_ROW(FIRST, NEXT)                                                \
    FIRST(LADDER_ROW_MATCH, "l.match_id")                                      \
    NEXT(LADDER_ROW_GAME, "l.game")                                            \
    NEXT(LADDER_ROW_SEATS, "l.seat_count")                                     \
    NEXT(LADDER_ROW_RATED, "l.rated")                                          \
    NEXT(LADDER_ROW_FINISHED, "l.finished_at")                                 \
    NEXT(LADDER_ROW_NUMBER, "l.number")                                        \
    NEXT(LADDER_ROW_SEASON, "l.season")                                        \
    NEXT(LADDER_ROW_STATUS, "m.status")                                        \
    NEXT(LADDER_ROW_FORFEITS, "m.forfeits")                                    \
    NEXT(LADDER_ROW_REASON, "m.reason")                                        \
    NEXT(LADDER_ROW_OUTCOME, "m.outcome")                                      \
    NEXT(LADDER_ROW_LEFT,                                                      \
         "(SELECT bit_or(1 << e.seat) FROM events e"                           \
         " WHERE e.match_id = l.match_id AND e.kind IN (4, 10))")              \
    NEXT(LADDER_ROW_SEAT, "s.seat")                                            \
    NEXT(LADDER_ROW_ACCOUNT, "s.account_id")                                   \
    NEXT(LADDER_ROW_KIND, "coalesce(a.kind, 1)")                               \
    NEXT(LADDER_ROW_RANK, "m.ranks[s.seat + 1]")                               \
    NEXT(LADDER_ROW_POINTS, "m.totals[s.seat + 1]")                            \
    NEXT(LADDER_ROW_CARDS, "l.cards")                                          \
    NEXT(LADDER_ROW_RULES, "l.rules")                                          \
    NEXT(LADDER_ROW_IS_SHORT, "l.is_short")                                    \
    NEXT(LADDER_ROW_TOGETHER, "l.together")                                    \
    NEXT(LADDER_ROW_ANNULLED, "l.annulled_at IS NOT NULL")                     \
    NEXT(LADDER_ROW_ORIGIN, "m.origin")                                        \
    NEXT(LADDER_ROW_NETWORK, "s.network")
enum { LADDER_ROW(PG_NUMBER, PG_NUMBER) };
#define LADDER_COLUMNS LADDER_ROW(PG_FIRST, PG_NEXT)

/* The same for each match of `l`. */
/* clang-format off */
#define MATCHES_OF(l)                                                          \
    "SELECT " LADDER_COLUMNS " FROM (" l ") l"                                 \
    " JOIN matches m ON m.id = l.match_id"                                     \
    " JOIN seats s ON s.match_id = l.match_id"                                 \
    " LEFT JOIN accounts a ON a.id = s.account_id"

static const char due_sql[] =
    MATCHES_OF("SELECT * FROM ladder_matches"
               " WHERE number IS NULL AND NOT put_aside"
               " ORDER BY finished_at, match_id OFFSET $1 LIMIT $2")
    " ORDER BY l.finished_at, l.match_id, s.seat";

static const char one_sql[] =
    MATCHES_OF("SELECT * FROM ladder_matches WHERE match_id = $1")
    " ORDER BY s.seat";

static const char again_sql[] =
    MATCHES_OF("SELECT * FROM ladder_matches WHERE number > $1"
               " ORDER BY number LIMIT $2")
    " ORDER BY l.number, s.seat";
/* clang-format on */

static void read_match(const struct pg_result *rows, int row,
                       struct ladder_match *out)
{
    pg_bytes(rows, row, LADDER_ROW_MATCH, &out->match, sizeof out->match);
    pg_text_into(rows, row, LADDER_ROW_GAME, out->game, sizeof out->game);
    out->seats = (uint8_t)pg_int(rows, row, LADDER_ROW_SEATS);
    out->rated = pg_bool(rows, row, LADDER_ROW_RATED);
    out->finished_us = pg_time(rows, row, LADDER_ROW_FINISHED);
    out->number = pg_int(rows, row, LADDER_ROW_NUMBER);
    out->season = (int32_t)pg_int(rows, row, LADDER_ROW_SEASON);
    out->rules = out->number > 0 ? (uint8_t)pg_int(rows, row, LADDER_ROW_RULES)
                                 : LADDER_RULES;
    out->is_short = pg_bool(rows, row, LADDER_ROW_IS_SHORT);
    out->together = (uint16_t)pg_int(rows, row, LADDER_ROW_TOGETHER);
    out->is_annulled = pg_bool(rows, row, LADDER_ROW_ANNULLED);
    out->is_from_queue =
        pg_int(rows, row, LADDER_ROW_ORIGIN) == MATCH_FROM_QUEUE;
    out->has_result = pg_int(rows, row, LADDER_ROW_STATUS) == MATCH_FINISHED;
    out->forfeits = (seat_set)pg_int(rows, row, LADDER_ROW_FORFEITS);
    out->is_played_out =
        out->has_result &&
        pg_int(rows, row, LADDER_ROW_REASON) == MATCH_PLAYED_OUT;
    out->is_won =
        out->has_result && pg_int(rows, row, LADDER_ROW_OUTCOME) == OUTCOME_WON;
}

/* Read the cards: a line for each seat, ids separated by spaces.  false: out of
 * memory. */
static bool read_cards(const struct pg_result *rows, int row,
                       struct ladder_match *out)
{
    const char *text = pg_text(rows, row, LADDER_ROW_CARDS);
    uint8_t seat = 0;

    out->has_cards = !pg_is_null(rows, row, LADDER_ROW_CARDS);
    if (!out->has_cards)
        return true;
    out->cards = calloc(strlen(text) + 1, sizeof *out->cards);
    if (!out->cards)
        return false;
    while (*text) {
        size_t length = strcspn(text, " \n");

        if (length > 0 && length < LADDER_CARD_SIZE) {
            struct ladder_card *card = &out->cards[out->card_count++];

            card->seat = seat;
            memcpy(card->id, text, length);
        }
        text += length;
        seat = (uint8_t)(seat + (*text == '\n'));
        text += *text != '\0';
    }
    return true;
}

static void read_seat(const struct pg_result *rows, int row,
                      struct ladder_match *out)
{
    int64_t number = pg_int(rows, row, LADDER_ROW_SEAT);
    struct ladder_seat *seat = &out->seat[number];

    seat->has_left = pg_int(rows, row, LADDER_ROW_LEFT) >> number & 1;
    seat->has_account = !pg_is_null(rows, row, LADDER_ROW_ACCOUNT);
    pg_bytes(rows, row, LADDER_ROW_ACCOUNT, &seat->account,
             sizeof seat->account);
    seat->is_bot = pg_int(rows, row, LADDER_ROW_KIND) != ACCOUNT_HUMAN;
    seat->rank = (uint8_t)pg_int(rows, row, LADDER_ROW_RANK);
    seat->points = (int16_t)pg_int(rows, row, LADDER_ROW_POINTS);
}

/* Note with which earlier seats of the same match the seat of a row shares its
 * network. */
static void compare_networks(const struct pg_result *rows, int row,
                             struct ladder_match *out)
{
    const int64_t seat = pg_int(rows, row, LADDER_ROW_SEAT);

    if (pg_is_null(rows, row, LADDER_ROW_NETWORK))
        return;
    for (int i = row - 1; i >= row - seat; i--)
        if (!pg_is_null(rows, i, LADDER_ROW_NETWORK) &&
            pg_int(rows, i, LADDER_ROW_NETWORK) ==
                pg_int(rows, row, LADDER_ROW_NETWORK))
            ladder_note_together(out, (int)pg_int(rows, i, LADDER_ROW_SEAT),
                                 (int)seat);
}

/* Read at most limit matches from rows, which are taken. */
static enum store_err read_matches(struct pg_result *rows, size_t limit,
                                   struct ladder_match **out, size_t *count)
{
    enum store_err err = STORE_OK;

    *out = calloc(limit, sizeof **out);
    for (int i = 0; *out && i < pg_rows(rows); i++) {
        struct play_id match;

        pg_bytes(rows, i, LADDER_ROW_MATCH, &match, sizeof match);
        if (*count == 0 ||
            memcmp(&(*out)[*count - 1].match, &match, sizeof match) != 0) {
            read_match(rows, i, &(*out)[(*count)++]);
            if (!read_cards(rows, i, &(*out)[*count - 1]))
                err = STORE_UNAVAILABLE;
        }
        read_seat(rows, i, &(*out)[*count - 1]);
        compare_networks(rows, i, &(*out)[*count - 1]);
    }
    pg_clear(rows);
    return *out ? err : STORE_UNAVAILABLE;
}

static enum store_err ladder_list_matches(struct store_settlement *ladder,
                                          int64_t after, size_t limit,
                                          struct ladder_match **out,
                                          size_t *count)
{
    const struct pg_param in[] = {PG_INT8(after), PG_INT8((int64_t)limit)};
    struct pg_result *rows;
    enum store_err err = pg_run(ladder->pg, ladder->again ? again_sql : due_sql,
                                in, PG_LENGTH(in), &rows);

    *out = NULL;
    *count = 0;
    return err ? err : read_matches(rows, limit, out, count);
}

/* ---- annulling ---- */

static enum store_err annul_one(struct store_settlement *ladder,
                                const struct store_operator_command *deed,
                                const struct ladder_match *match)
{
    const struct pg_param in[] = {PG_UUID(&deed->id), PG_TIME(deed->now_us)};
    enum store_err err;

    if (!match->rated || match->number == 0)
        return STORE_CONFLICT;
    if (match->is_annulled)
        return STORE_STALE;
    err = pg_run(ladder->pg,
                 "UPDATE ladder_matches SET annulled_at = $2"
                 " WHERE match_id = $1",
                 in, PG_LENGTH(in), NULL);
    if (!err)
        err = db_operators_keep(ladder->pg, deed, NULL);
    return err ? err : db_ladder_tell(ladder, match, 1);
}

static enum store_err ladder_annul(struct store_settlement *ladder,
                                   const struct store_operator_command *deed)
{
    const struct pg_param in[] = {PG_UUID(&deed->id)};
    struct ladder_match *matches = NULL;
    struct pg_result *rows;
    size_t count = 0;
    enum store_err err = pg_run(ladder->pg, one_sql, in, PG_LENGTH(in), &rows);

    if (!err)
        err = read_matches(rows, 1, &matches, &count);
    if (!err)
        err =
            count == 0 ? STORE_NOT_FOUND : annul_one(ladder, deed, &matches[0]);
    if (count > 0)
        ladder_match_clear(&matches[0]);
    free(matches);
    return err;
}

#define RECORD_ROW(FIRST, NEXT)                                                \
    FIRST(RECORD_ROW_GAME, "game")                                             \
    NEXT(RECORD_ROW_SEATS, "seat_count")                                       \
    NEXT(RECORD_ROW_RULES_VERSION, "rules_version")                            \
    NEXT(RECORD_ROW_DECK_VERSION, "deck_version")                              \
    NEXT(RECORD_ROW_DECK, "deck")                                              \
    NEXT(RECORD_ROW_OPTIONS, MATCH_OPTIONS_SQL("m"))                           \
    NEXT(RECORD_ROW_SECRET, "secret")                                          \
    NEXT(RECORD_ROW_SEQ, "seq")
enum { RECORD_ROW(PG_NUMBER, PG_NUMBER) };
#define RECORD_COLUMNS RECORD_ROW(PG_FIRST, PG_NEXT)

static enum store_err ladder_find_record(struct store_settlement *ladder,
                                         const struct play_id *match,
                                         struct store_match *row,
                                         struct match_event **events,
                                         size_t *count)
{
    const struct pg_param in[] = {PG_UUID(match)};
    struct pg_result *rows;
    enum store_err err = pg_run(
        ladder->pg, "SELECT " RECORD_COLUMNS " FROM matches m WHERE id = $1",
        in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    *row = (struct store_match){.match.key = *match};
    pg_text_into(rows, 0, RECORD_ROW_GAME, row->game_id, sizeof row->game_id);
    row->match.settings.seats = (uint8_t)pg_int(rows, 0, RECORD_ROW_SEATS);
    row->match.rules_version =
        (uint16_t)pg_int(rows, 0, RECORD_ROW_RULES_VERSION);
    row->match.deck_version =
        (uint16_t)pg_int(rows, 0, RECORD_ROW_DECK_VERSION);
    pg_text_into(rows, 0, RECORD_ROW_DECK, row->match.deck,
                 sizeof row->match.deck);
    pg_text_into(rows, 0, RECORD_ROW_OPTIONS, row->options,
                 sizeof row->options);
    pg_bytes(rows, 0, RECORD_ROW_SECRET, row->secret, sizeof row->secret);
    row->match.seq = (uint32_t)pg_int(rows, 0, RECORD_ROW_SEQ);
    pg_clear(rows);
    return db_events_of(ladder->pg, match, events, count);
}

const struct store_ladder db_ladder = {
    .may_rebuild = db_ladder_may_rebuild,
    .begin = ladder_begin,
    .end = ladder_end,
    .list_seasons = ladder_list_seasons,
    .open_season = ladder_open_season,
    .lapse = ladder_lapse,
    .annul = ladder_annul,
    .close_season = ladder_close_season,
    .list_matches = ladder_list_matches,
    .find_record = ladder_find_record,
    .read_ratings = db_ladder_read_ratings,
    .write_settled = db_ladder_write_settled,
    .write_updates = db_ladder_write_updates,
    .write_totals = db_ladder_write_totals,
    .quarantine = db_ladder_quarantine,
    .compare = db_ladder_compare,
    .replace = db_ladder_replace,
};
