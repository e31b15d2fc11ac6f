/* Checking whether a request is stale.  Seats that choose at the same time do
 * not make each other stale: only a change of the seat's own choices does. */
#include "play/match/precondition.h"

#include "play/error.h"
#include "play/match/action.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/replay/match_replay.h"
#include "play/store/matches.h"
#include "rules/game.h"
#include "rules/replay.h"

#include <stdlib.h>
#include <string.h>

/* A request that is further behind than this is stale, whatever happened since.
 * There can be many votes and vacations.  Decisions of others leave a seat's
 * choices unchanged only while they choose at the same time, so they are few.
 */
enum { BEHIND_MAX = 1024, DECISIONS_MAX = 16 };

/* The choices of a seat in a state. */
struct choices {
    bool is_to_act;
    size_t undoable; /* moves that it may take back */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

struct move_list {
    size_t count;
    struct move moves[RULES_MOVES_MAX];
};

struct room {
    struct match_replay match_replay;
    struct choices then, now;
    struct move_list old, current;
};

/* Return whether the events since the expected seq make the request stale
 * without a replay.  Any event of the seat itself changes what it may do. */
static bool is_stale_by_events(const struct match_replay *match_replay,
                               const struct command *command)
{
    unsigned decisions = 0;

    for (size_t i = 0; i < match_replay->count; i++) {
        const struct match_event *event = &match_replay->events[i];

        if (event->seq <= command->expected_seq || event_is_aside(event->kind))
            continue;
        if (event->kind == EVENT_START || event->seat == command->seat)
            return true;
        decisions++;
    }
    return decisions > DECISIONS_MAX;
}

static void look(const struct match_replay *match_replay, int seat,
                 struct choices *out)
{
    const struct replay *replay = &match_replay->at.replay;

    memcpy(out->state, replay->state, sizeof out->state);
    out->is_to_act =
        match_replay->at.has_state &&
        (match_replay->game->to_act(replay->state) >> seat & 1) != 0;
    out->undoable =
        match_replay->at.has_state ? replay_undoable(replay, seat) : 0;
}

static void list(const struct game *game, int seat,
                 const struct choices *choices, struct move_list *out)
{
    out->count = game->moves(choices->state, seat, out->moves, RULES_MOVES_MAX);
}

/* Return whether the choices are the same.  Lists moves, which can take long,
 * only if everything else is the same. */
static bool same_choices(struct room *room, const struct command *command)
{
    const struct game *game = room->match_replay.game;
    const struct choices *then = &room->then, *now = &room->now;
    struct move_list *old = &room->old, *current = &room->current;

    if (then->is_to_act != now->is_to_act)
        return false;
    if (command->action == MATCH_UNDO)
        return then->undoable == now->undoable;
    if (!now->is_to_act)
        return true; /* no choices, then and now */
    list(game, command->seat, then, old);
    list(game, command->seat, now, current);
    return old->count == current->count &&
           memcmp(old->moves, current->moves,
                  old->count * sizeof *old->moves) == 0;
}

/* Return whether the seat may certainly do now what it could do then.  When in
 * doubt the request is stale, and its client reads the state again. */
static bool is_unchanged(struct room *room, const struct command *command)
{
    struct match_replay *match_replay = &room->match_replay;

    if (is_stale_by_events(match_replay, command))
        return false;
    while (match_replay->at.seq < command->expected_seq &&
           match_replay_step(match_replay))
        continue;
    look(match_replay, command->seat, &room->then);
    if (match_replay_run(match_replay))
        return false;
    look(match_replay, command->seat, &room->now);
    return same_choices(room, command);
}

enum play_err precondition_check(struct play *play,
                                 const struct store_match *row,
                                 const struct command *command)
{
    const uint32_t seq = row->match.seq;
    struct room *room;
    enum play_err err;

    if (command->expected_seq == MATCH_ANY_SEQ || command->expected_seq == seq)
        return PLAY_OK;
    if (command->expected_seq < 0 || command->expected_seq > seq ||
        seq - command->expected_seq > BEHIND_MAX)
        return PLAY_STALE;
    room = malloc(sizeof *room);
    if (!room)
        return PLAY_UNAVAILABLE;
    err = match_replay_open(play, row, (uint32_t)command->expected_seq, seq,
                            &room->match_replay);
    if (!err) {
        if (!is_unchanged(room, command))
            err = PLAY_STALE;
        match_replay_close(&room->match_replay);
    }
    free(room);
    return err;
}
