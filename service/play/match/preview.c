/* Previews: the effect of a move on a copy of the committed state. */
#include "play/match/preview.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/apply.h"
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/replay_bound.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <string.h>

static void set_before(const struct store_match *row, struct match_preview *out)
{
    memset(out->before, 0, sizeof out->before);
    memset(out->after, 0, sizeof out->after);
    memcpy(out->before, row->state, row->state_size);
    memcpy(out->after, row->state, row->state_size);
}

/* Set the fields about the state after the move.  If the move reveals
 * something hidden, nothing of that state is returned, not even which seat is
 * to act. */
static void set_after(const struct game *game, struct match_preview *out)
{
    out->seal = game->irreversible(out->before, out->after);
    out->has_after = !(out->seal & IRREVERSIBLE_REVEAL);
    if (!out->has_after) {
        memset(out->after, 0, sizeof out->after);
        return;
    }
    out->to_act = game->to_act(out->after);
    out->is_over = out->to_act == 0;
}

static enum play_err try_out(struct play *play, const struct store_match *row,
                             const char *move, struct match_preview *out)
{
    const struct game *game = row->match.game;
    bool fits = strlen(move) < RULES_NOTATION_MAX;
    struct attempt attempt = {0};
    enum play_err err =
        row_try(play, row, out->seat, fits ? move : NULL, out->after, &attempt);

    out->refusal = attempt.refusal;
    if (err)
        return err;
    out->bits = attempt.move;
    game->format(out->before, out->seat, out->bits, out->move);
    set_after(game, out);
    return PLAY_OK;
}

enum play_err match_preview(struct play *play, const struct player *player,
                            const char *id, int seat, const char *move,
                            struct match_preview *out)
{
    struct store_match row;
    enum play_err err = row_read(play, id, 0, &row);

    memset(out, 0, sizeof *out);
    if (err)
        return err;
    if (row.match.sandbox && !may_take_long())
        return PLAY_SLOW;
    out->match = row.match;
    out->seat =
        seat_meant(seats_of(&row.match, &player->key), seat, row.match.to_act);
    if (out->seat < 0)
        return PLAY_NOT_SEATED;
    err = running_err(row.match.status);
    if (err)
        return err;
    if (row_is_foreign(&row))
        return PLAY_OTHER_RULES;
    set_before(&row, out);
    return try_out(play, &row, move, out);
}
