/* The reply to a request that is repeated with its key.
 *
 * The reply to a move is longer than all other data of the move, and is rarely
 * needed again: it is written again from the event log.  Replies to rare
 * actions are stored with their keys. */
#include "play/match/idempotent_reply.h"

#include "play/error.h"
#include "play/match/action.h"
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/match.h"
#include "play/match/undo_window.h"
#include "play/replay/match_replay.h"
#include "play/store/idempotency_keys.h"
#include "play/store/matches.h"

#include <pthread.h>
#include <stdlib.h>

static enum play_err read_row(struct play *play, struct cached_match *entry,
                              struct store_match *out)
{
    enum play_err err;

    pthread_mutex_lock(&entry->lock);
    err = cached_match_refresh(play, entry, false);
    if (!err)
        *out = entry->row;
    pthread_mutex_unlock(&entry->lock);
    return err;
}

/* The match as it was after the update's last event: the update is a plain
 * one, so the match was running. */
static char *render(const struct play *play, const struct command *command,
                    const struct store_key *key,
                    const struct match_replay *match_replay,
                    struct match *match)
{
    struct match_undo limits;
    const void *state = match_replay->at.replay.state;
    const struct match_update update = {
        .match = match,
        .seat = key->seat,
        .events = &match_replay->events[match_replay->count - 1],
        .count = 1,
        .before = match_replay->has_before ? match_replay->before : NULL,
        .after = match_replay->at.has_state ? state : NULL,
        .undo = match_replay->undo,
        .limits = &limits,
    };

    match->seq = key->seq;
    match->status = MATCH_RUNNING;
    match->to_act = match->game->to_act(state);
    undo_limits_at(play, &match_replay->at, key->seat, &limits);
    return command->render(command->ctx, &update);
}

enum play_err idempotent_reply(struct play *play, struct command *command,
                               struct store_key *key)
{
    struct match_replay *match_replay = malloc(sizeof *match_replay);
    struct store_match row;
    enum play_err err = PLAY_UNAVAILABLE;

    if (match_replay)
        err = read_row(play, command->entry, &row);
    if (!err)
        err =
            match_replay_open(play, &row, key->seq - 1, key->seq, match_replay);
    if (!err) {
        err = match_replay_run(match_replay);
        if (!err && !match_replay_agrees(match_replay))
            err = PLAY_DAMAGED;
        if (!err)
            key->reply = render(play, command, key, match_replay, &row.match);
        if (!err && !key->reply)
            err = PLAY_UNAVAILABLE;
        match_replay_close(match_replay);
    }
    free(match_replay);
    return err;
}
