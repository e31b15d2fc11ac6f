/* Commands that the service makes by itself: timeouts, bots' moves, vacations
 * and aborted matches. */
#include "play/match/service_commands.h"

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/command.h"
#include "play/match/match.h"
#include "play/match/respond.h"
#include "play/match/submit.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "rules/game.h"

void vacation_submit(struct play *play, const struct player *player,
                     const struct store_held_seat *hold, int64_t until_us,
                     void (*done)(void *ctx,
                                  const struct match_response *answer),
                     void *ctx)
{
    const struct match_response none = {.err = PLAY_UNAVAILABLE, .seat = -1};
    struct command *command = command_new();

    if (!command) {
        done(ctx, &none);
        return;
    }
    command->action = MATCH_VACATION;
    command->actor =
        (struct actor){.kind = ACTOR_PERSON, .account = player->key};
    command->asked_seat = hold->seat;
    command->vacation_until_us = until_us;
    command->expected_seq = MATCH_ANY_SEQ;
    command->seat = -1;
    command->done = done;
    command->ctx = ctx;
    command_submit(play, command, &hold->match);
}

void abort_submit(struct play *play, const struct play_id *match,
                  enum match_abort reason, int64_t idle_since_us,
                  void (*done)(void *ctx, const struct match_response *answer),
                  void *ctx)
{
    const struct match_response none = {.err = PLAY_UNAVAILABLE, .seat = -1};
    struct command *command = command_new();

    if (!command) {
        if (done)
            done(ctx, &none);
        return;
    }
    command->action = MATCH_ABORT;
    command->abort.reason = reason;
    command->abort.idle_since_us = idle_since_us;
    command->asked_seat = -1;
    command->seat = -1;
    command->expected_seq = MATCH_ANY_SEQ;
    command->done = done;
    command->ctx = ctx;
    command_submit(play, command, match);
}

void timeout_submit(struct play *play, const struct play_id *match)
{
    struct command *command = command_new();

    if (!command)
        return; /* the match is checked again later */
    command->action = MATCH_TIMEOUT;
    command->asked_seat = -1;
    command->seat = -1;
    command->expected_seq = MATCH_ANY_SEQ;
    command_submit(play, command, match);
}

void bot_submit(struct play *play, const struct match *match, int seat,
                struct move move, const void *state)
{
    struct command *command = command_new();

    if (!command)
        return; /* the next sweep finds it again */
    command->action = MATCH_MOVE;
    command->actor.kind = ACTOR_BUILTIN;
    command->asked_seat = seat;
    command->expected_seq = match->seq;
    match->game->format(state, seat, move, command->moves.text[0]);
    command->moves.count = 1;
    command_submit(play, command, &match->key);
}

void abort_empty(struct play *play, const struct play_id *creator)
{
    enum { EMPTY_MAX = 64 };
    struct play_id empty[EMPTY_MAX];
    size_t count = 0;

    if (play->store->matches->list_empty(play->store, creator, empty, EMPTY_MAX,
                                         &count))
        return; /* they expire */
    for (size_t i = 0; i < count; i++)
        abort_submit(play, &empty[i], ABORT_EMPTY, 0, NULL, NULL);
}

void match_abort_by_operator(struct play *play, const char *match,
                             void (*done)(void *ctx,
                                          const struct match_response *answer),
                             void *ctx)
{
    const struct match_response none = {.err = PLAY_NOT_FOUND, .seat = -1};
    struct play_id id;

    if (id_read("m_", match, &id))
        abort_submit(play, &id, ABORT_BY_OPERATOR, 0, done, ctx);
    else
        done(ctx, &none);
}
