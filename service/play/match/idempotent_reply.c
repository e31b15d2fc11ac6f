/* The reply to a request that is repeated with its key.
 *
 * A move's reply is longer than all else that is kept of it, and hardly ever
 * asked for: it is worked out again from the match's record.  The replies to
 * what happens seldom are kept with their keys. */
#include "play/inner.h"

#include <stdlib.h>

bool reply_follows(const struct store_effect *effect)
{
    enum event_kind kind = effect->events[0].kind;

    return store_is_plain(effect) && (kind == EVENT_MOVE || kind == EVENT_UNDO);
}

static enum play_err read_row(struct play *play, struct held *entry,
                              struct store_match *out)
{
    enum play_err err;

    pthread_mutex_lock(&entry->lock);
    err = entry_freshen(play, entry, false);
    if (!err)
        *out = entry->row;
    pthread_mutex_unlock(&entry->lock);
    return err;
}

/* The match as it was after its last event here: a plain one, so it ran. */
static char *render(const struct task *task, const struct store_key *key,
                    const struct history *history, struct match *match)
{
    const void *state = history->replay.state;
    const struct match_effect effect = {
        .match = match,
        .seat = key->seat,
        .events = &history->events[history->count - 1],
        .count = 1,
        .before = history->has_before ? history->before : NULL,
        .after = history->has_state ? state : NULL,
    };

    match->seq = key->seq;
    match->status = MATCH_RUNNING;
    match->to_act = match->game->to_act(state);
    return task->render(task->ctx, &effect);
}

enum play_err reply_again(struct play *play, struct task *task,
                          struct store_key *key)
{
    struct history *history = malloc(sizeof *history);
    struct store_match row;
    enum play_err err = PLAY_UNAVAILABLE;

    if (history)
        err = read_row(play, task->entry, &row);
    if (!err)
        err = history_open(play, &row, key->seq - 1, key->seq, history);
    if (!err) {
        err = history_run(history);
        if (!err && !history_agrees(history))
            err = PLAY_DAMAGED;
        if (!err)
            key->reply = render(task, key, history, &row.match);
        if (!err && !key->reply)
            err = PLAY_UNAVAILABLE;
        history_close(history);
    }
    free(history);
    return err;
}
