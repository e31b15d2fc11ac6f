/* Previews: the effect of a move on a copy of the committed state. */
#include "play/match/preview.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/apply.h"
#include "play/match/apply_moves.h"
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/replay_bound.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/store/matches.h"
#include "rules/game.h"
#include "rules/preview.h"

#include <string.h>

static void set_before(const struct store_match *row, struct match_preview *out)
{
    memset(out->before, 0, sizeof out->before);
    memset(out->after, 0, sizeof out->after);
    memcpy(out->before, row->state, row->state_size);
    memcpy(out->after, row->state, row->state_size);
}

static void add_score_change(const struct game *game, const void *before,
                             const void *after, struct match_preview *out)
{
    struct scores then = {0}, now = {0};

    game->score(before, &then);
    game->score(after, &now);
    for (int seat = 0; seat < now.seats; seat++)
        out->score_change[seat] = (int16_t)(out->score_change[seat] +
                                            now.total[seat] - then.total[seat]);
}

/* Set the fields about what the move does, as far as the seat may know it
 * beforehand. */
static void set_effect(const struct game *game, struct match_preview *out)
{
    struct preview preview;

    journal_begin(&out->journal, out->match.settings.seats);
    preview = game_preview(game, out->before, out->seat, out->bits, out->after,
                           &out->journal);
    memset(out->score_change, 0, sizeof out->score_change);
    out->seal = preview.seal;
    out->is_whole = preview.is_whole;
    out->has_score = preview.has_score;
    out->has_after = !(preview.seal & IRREVERSIBLE_REVEAL);
    out->to_act = preview.is_whole ? game->to_act(out->after) : 0;
    out->is_over = preview.is_whole && out->to_act == 0;
    if (preview.has_score)
        add_score_change(game, out->before, out->after, out);
    if (!out->has_after)
        memset(out->after, 0, sizeof out->after);
}

/* The only legal move of the seat in the state after; false: there are others
 * or none. */
static bool only_move(const struct game *game,
                      const struct match_preview *preview, struct move *out)
{
    struct move moves[2];

    if (!(game->to_act(preview->after) >> preview->seat & 1) ||
        game->moves(preview->after, preview->seat, moves, 2) != 1)
        return false;
    *out = moves[0];
    return true;
}

/* Play on through decisions with one legal move, as long as they could be taken
 * back and the journal has room for the steps of one more. */
static void play_on(const struct game *game, struct match_preview *out)
{
    _Alignas(16) uint8_t next[RULES_STATE_MAX];
    struct move move;

    while (out->has_after && out->seal == 0 &&
           out->forced_count < PREVIEW_FORCED_MAX &&
           out->journal.count < JOURNAL_STEPS_MAX / 2 &&
           only_move(game, out, &move)) {
        memcpy(next, out->after, sizeof next);
        game_play_listed(game, next, out->seat, move);
        if (game->irreversible(out->after, next))
            return;
        (void)game_preview(game, out->after, out->seat, move, next,
                           &out->journal);
        add_score_change(game, out->after, next, out);
        memcpy(out->after, next, sizeof next);
        out->to_act = game->to_act(out->after);
        out->forced[out->forced_count++] = move;
    }
}

static enum play_err try_out(struct play *play, const struct store_match *row,
                             const char *move, enum language language,
                             struct match_preview *out, struct refusal *refusal)
{
    const struct game *game = row->match.game;
    bool fits = strlen(move) < RULES_NOTATION_MAX;
    struct attempt attempt = {.language = language};
    enum play_err err;

    set_before(row, out);
    err =
        row_try(play, row, out->seat, fits ? move : NULL, out->after, &attempt);
    *refusal = attempt.refusal;
    if (err)
        return err;
    out->bits = attempt.move;
    out->forced_count = 0;
    game->format(out->before, out->seat, out->bits, out->move);
    set_effect(game, out);
    return PLAY_OK;
}

/* The seat of the player that would move. */
static enum play_err find_seat(const struct store_match *row,
                               const struct player *player, int asked,
                               int *seat)
{
    enum play_err err = running_err(row->match.status);

    *seat = seat_meant(seats_of(&row->match, &player->key), asked,
                       row->match.to_act);
    if (*seat < 0)
        return PLAY_NOT_SEATED;
    return !err && row_is_foreign(row) ? PLAY_OTHER_RULES : err;
}

enum play_err match_preview(struct play *play, const struct player *player,
                            const struct match_preview_request *request,
                            size_t *at, struct refusal *refusal)
{
    struct match_preview preview = {0};
    struct store_match row;
    enum play_err err = row_read(play, request->match, 0, &row);

    *at = 0;
    if (err)
        return err;
    if (row.match.sandbox && !may_take_long())
        return PLAY_SLOW;
    preview.match = row.match;
    err = find_seat(&row, player, request->seat, &preview.seat);
    for (; !err && *at < request->count; ++*at) {
        err = try_out(play, &row, request->moves[*at], request->language,
                      &preview, refusal);
        if (err)
            return err;
        if (request->is_forced)
            play_on(row.match.game, &preview);
        request->visit(request->ctx, &preview);
    }
    return err;
}
