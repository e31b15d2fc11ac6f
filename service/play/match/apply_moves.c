/* Judging and playing moves. */
#include "play/match/apply_moves.h"

#include "play/config.h"
#include "play/match/action.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/precondition.h"
#include "play/match/update.h"
#include "play/node/stats.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "play/store/updates.h"
#include "rules/game.h"

#include <assert.h>

_Static_assert((int)STORE_EVENTS_MAX > (int)MATCH_MOVES_MAX,
               "the moves and the end of the match");

static enum play_err try_move(const struct store_match *row, int seat,
                              const char *text, void *out,
                              struct attempt *attempt)
{
    const struct game *game = row->match.game;

    if (!(row->match.to_act & 1U << seat))
        return PLAY_NOT_YOUR_TURN;
    if (!text || game->parse(row->state, seat, text, &attempt->move))
        return PLAY_BAD_MOVE;
    if (game->apply(out, seat, attempt->move)) {
        const struct match_names names = match_names(&row->match);
        const struct wording wording = {attempt->language, names.of};

        game_explain(game, row->state, seat, attempt->move, &wording,
                     &attempt->refusal);
        return PLAY_ILLEGAL_MOVE;
    }
    return PLAY_OK;
}

enum play_err row_try(struct play *play, const struct store_match *row,
                      int seat, const char *text, void *out,
                      struct attempt *attempt)
{
    const struct play_config *config = &play->config;
    const int64_t begun_us = config->steady_us(config->ctx);
    enum play_err err = try_move(row, seat, text, out, attempt);

    stats_judged(play->stats, row->match.game,
                 config->steady_us(config->ctx) - begun_us);
    return err;
}

/* Play a move in the row `before`, which command->after is equal to. */
static enum play_err play_next(struct play *play,
                               const struct store_match *before,
                               const char *text, struct command *command)
{
    const struct game *game = before->match.game;
    struct match_event *event;
    int passes;
    enum play_err err = row_try(play, before, command->seat, text,
                                command->after.state, &command->moves.attempt);

    if (err)
        return err;
    event = update_add_event(command, EVENT_MOVE, command->seat);
    event->bits = command->moves.attempt.move;
    passes = game_forced_passes(game, before->state, command->seat, event->bits,
                                command->after.state);
    event->has_passes = passes >= 0;
    event->passes = (uint8_t)(passes >= 0 ? passes : 0);
    /* As the game writes it, not as the client did: one text per move. */
    game->format(before->state, command->seat, event->bits, event->move);
    command->after.match.decided |= (seat_set)(1U << (unsigned)command->seat);
    update_continue(command, MATCH_PLAYED_OUT);
    update_clock(before, event, command);
    return PLAY_OK;
}

/* Why the seat cannot continue after this move without a new decision. */
static enum match_stop why_stop(const struct store_match *before,
                                const struct command *command)
{
    const struct store_match *after = &command->after;
    const struct game *game = after->match.game;

    if (after->match.status != MATCH_RUNNING)
        return MATCH_STOP_OVER;
    if (game->irreversible(before->state, after->state) & IRREVERSIBLE_REVEAL)
        return MATCH_STOP_REVEALED;
    return after->match.to_act >> command->seat & 1 ? MATCH_STOP_NONE
                                                    : MATCH_STOP_NOT_TO_ACT;
}

enum play_err apply_moves(struct play *play, const struct store_match *row,
                          struct command *command)
{
    struct store_match before = *row;
    enum play_err err = precondition_check(play, row, command);

    assert(command->moves.count > 0 && command->moves.count <= MATCH_MOVES_MAX);
    command->moves.at = 0;
    command->moves.stop = MATCH_STOP_NONE;
    if (err)
        return err;
    update_begin(play, row, command);
    while (command->moves.at < command->moves.count && !command->moves.stop) {
        const char *text = command->moves.text[command->moves.at];

        err = play_next(play, &before, *text ? text : NULL, command);
        if (err)
            return err;
        if (++command->moves.at == command->moves.count)
            break;
        command->moves.stop = why_stop(&before, command);
        before = command->after;
    }
    return update_finish(play, row, command);
}
