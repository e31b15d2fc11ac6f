/* Replaying a match from its events. */
#include "inner.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void begin(const struct store_match *row, struct history *out)
{
    out->game = row->match.game;
    out->begin = (struct record){.game = row->match.game,
                                 .settings = row->match.settings};
    memcpy(out->begin.secret, row->secret, sizeof out->begin.secret);
    out->events = NULL;
    out->next = out->count = 0;
    out->seq = out->from = 0;
    out->has_before = out->has_state = false;
    memset(out->replay.state, 0, sizeof out->replay.state);
}

void history_begin(const struct store_match *row, struct match_event *events,
                   size_t count, struct history *out)
{
    begin(row, out);
    out->events = events;
    out->count = count;
}

/* Load the events after the one applied last. */
static enum play_err load(struct play *play, const struct store_match *row,
                          uint32_t seq, struct history *out)
{
    enum store_err err;

    if (row->match.started_us && row_is_foreign(row))
        return PLAY_OTHER_RULES;
    if (!replay_is_allowed(seq - out->seq))
        return PLAY_SLOW;
    err = play->store->event_list(play->store, &row->match.key, out->seq,
                                  seq - out->seq, &out->events, &out->count);
    if (err)
        return play_err_of(err);
    return out->count == seq - out->seq ? PLAY_OK : PLAY_NOT_FOUND;
}

static enum play_err load_position(struct play *play,
                                   const struct store_match *row,
                                   struct history *out)
{
    char *position;
    enum store_err err =
        play->store->position_find(play->store, &row->match.key, &position);

    if (err)
        return PLAY_UNAVAILABLE; /* a sandbox match has one */
    out->begin.position = position;
    out->begin.position_length = strlen(position);
    return PLAY_OK;
}

enum play_err history_open(struct play *play, const struct store_match *row,
                           uint32_t seq, struct history *out)
{
    enum play_err err;

    begin(row, out);
    err = load(play, row, seq, out);
    if (!err && row->match.sandbox)
        err = load_position(play, row, out);
    if (err)
        history_close(out);
    return err;
}

enum play_err history_resume(struct play *play, const struct store_match *row,
                             const struct span *span, struct history *out)
{
    struct replay *replay = &out->replay;
    enum play_err err;

    begin(row, out);
    out->seq = span->seq;
    out->from = span->from;
    out->has_state = true;
    replay_begin(replay, out->game, span->base);
    for (size_t i = 0; i < span->count; i++) {
        const struct span_move *move = &span->moves[i];
        const struct entry entry = {.kind = ENTRY_MOVE,
                                    .seat = move->seat,
                                    .move = move->move,
                                    .tag = move->seq};

        if (replay_step(replay, &entry))
            return PLAY_UNAVAILABLE; /* it applied once: never here */
    }
    replay->seal = span->seal;
    err = load(play, row, row->match.seq, out);
    if (err)
        history_close(out);
    return err;
}

void history_close(struct history *history)
{
    free(history->events);
    free((void *)(uintptr_t)history->begin.position);
    history->events = NULL;
    history->begin.position = NULL;
}

/* ---- one event ---- */

static bool step_start(struct history *history, const struct match_event *event)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];

    if (record_begin(&history->begin, state))
        return false;
    replay_begin(&history->replay, history->game, state);
    history->from = event->seq;
    history->has_state = true;
    return true;
}

static bool step_entry(struct history *history, struct match_event *event,
                       enum entry_kind kind)
{
    const struct entry entry = {.kind = (uint8_t)kind,
                                .seat = (uint8_t)event->seat,
                                .move = event->bits,
                                .tag = event->seq};

    if (!history->has_state || replay_step(&history->replay, &entry))
        return false;
    if (kind != ENTRY_UNDO && history->replay.count == 0)
        history->from = event->seq; /* sealed */
    return true;
}

static bool step_move(struct history *history, struct match_event *event)
{
    return history->has_state &&
           history->game->parse(history->replay.state, event->seat, event->move,
                                &event->bits) == RULES_OK &&
           step_entry(history, event, ENTRY_MOVE);
}

static bool step_undo(struct history *history, struct match_event *event)
{
    const struct replay *replay = &history->replay;

    event->bits.bits = 0;
    for (size_t i = 0; history->has_state && i < replay->count; i++)
        event->bits.bits += replay->span[i].seat == event->seat &&
                            replay->span[i].tag > event->to_seq;
    return step_entry(history, event, ENTRY_UNDO);
}

bool history_step(struct history *history)
{
    struct match_event *event;

    if (history->next == history->count)
        return false;
    event = &history->events[history->next++];
    if (event->seq != ++history->seq)
        return false; /* a gap */
    history->has_before = history->has_state;
    memcpy(history->before, history->replay.state, history->game->state_size);
    switch (event->kind) {
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_ABORT:
    case EVENT_FINISH:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: return true;
    case EVENT_START: return step_start(history, event);
    case EVENT_MOVE: return step_move(history, event);
    case EVENT_UNDO: return step_undo(history, event);
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: return step_entry(history, event, ENTRY_LEAVE);
    }
    return false;
}

bool history_run(struct play *play, struct history *history)
{
    while (history->next < history->count)
        if (!history_step(history)) {
            atomic_fetch_add(&play->counts.unreplayed, 1);
            return false;
        }
    return true;
}

bool history_agrees(const struct history *history)
{
    uint64_t hash =
        history->has_state
            ? record_state_hash(history->game, history->replay.state)
            : 0;

    return history->count == 0 ||
           history->events[history->count - 1].state_hash == hash;
}
