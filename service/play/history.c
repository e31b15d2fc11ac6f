/* Replaying a match from its events. */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

enum play_err history_open(struct play *play, const struct store_match *row,
                           uint32_t seq, struct history *out)
{
    enum store_err err;

    out->game = row->match.game;
    out->settings = row->match.settings;
    memcpy(out->secret, row->secret, sizeof out->secret);
    out->next = 0;
    out->has_before = out->has_state = false;
    memset(out->state, 0, sizeof out->state);
    err = play->store->event_list(play->store, &row->match.key, 0, seq,
                                  &out->events, &out->count);
    if (err)
        return play_err_of(err);
    if (out->count == seq)
        return PLAY_OK;
    history_close(out);
    return PLAY_NOT_FOUND;
}

void history_close(struct history *history)
{
    free(history->events);
    history->events = NULL;
}

static bool step_move(struct history *history, struct match_event *event)
{
    const struct game *game = history->game;

    return history->has_state &&
           game->parse(history->state, event->seat, event->move,
                       &event->bits) == RULES_OK &&
           game->apply(history->state, event->seat, event->bits) == RULES_OK;
}

bool history_step(struct history *history)
{
    struct match_event *event;

    if (history->next == history->count)
        return false;
    event = &history->events[history->next];
    if (event->seq != ++history->next)
        return false; /* a gap */
    history->has_before = history->has_state;
    memcpy(history->before, history->state, history->game->state_size);
    switch (event->kind) {
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_ABORT:
    case EVENT_FINISH: return true;
    case EVENT_START:
        history->has_state = true;
        return history->game->start(history->state, &history->settings,
                                    history->secret) == RULES_OK;
    case EVENT_MOVE: return step_move(history, event);
    case EVENT_UNDO: return false; /* to come */
    case EVENT_RESIGN:
        history->game->leave(history->state, event->seat);
        return history->has_state;
    }
    return false;
}

bool history_run(struct history *history)
{
    while (history->next < history->count)
        if (!history_step(history))
            return false;
    return true;
}
