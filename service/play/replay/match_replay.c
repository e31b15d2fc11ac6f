/* Replaying a match from its log.
 *
 * Moves were judged before they were committed, so a replay carries them out
 * without judging.  The hash stored with each event shows whether the state is
 * the one that was played. */
#include "play/inner.h"
#include "play/replay/snapshot.h"

#include "base/cpu.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- how much time a replay takes ---- */

/* Events between looks at the clock, which is a system call. */
enum { LOOK_EVERY = 8 };

/* Each attempt gets at least to the next snapshot, where another can start. */
static bool is_too_late(const struct history *history)
{
    return history->until_us > 0 && history->stepped >= SNAPSHOT_EVERY &&
           (history->is_judging || history->stepped % LOOK_EVERY == 0) &&
           cpu_thread_us() >= history->until_us;
}

/* ---- beginning and end ---- */

static void begin(struct play *play, const struct store_match *row,
                  struct history *out)
{
    const int64_t most_us = play ? play->config.history_ms * INT64_C(1000) : 0;

    out->play = play;
    out->row = row;
    out->game = row->match.game;
    out->begin = (struct record){.game = row->match.game,
                                 .settings = row->match.settings};
    memcpy(out->begin.secret, row->secret, sizeof out->begin.secret);
    out->events = NULL;
    out->next = out->count = 0;
    out->seq = out->from = out->offer_to = out->stepped = 0;
    out->has_before = out->has_state = false;
    out->is_judging = out->believes = false;
    out->until_us = most_us > 0 ? cpu_thread_us() + most_us : 0;
    out->err = PLAY_OK;
    memset(out->replay.state, 0, sizeof out->replay.state);
}

void history_begin(const struct store_match *row, struct match_event *events,
                   size_t count, struct history *out)
{
    begin(NULL, row, out);
    out->believes = true;
    out->events = events;
    out->count = count;
}

/* Load the events after the one applied last, up to this one. */
static enum play_err load_events(struct history *history, uint32_t to)
{
    const struct play_id *match = &history->row->match.key;
    struct store *store = history->play->store;
    const uint32_t count = to - history->seq;
    enum store_err err = store->event_list(store, match, history->seq, count,
                                           &history->events, &history->count);

    if (err)
        return play_err_of(err);
    if (history->count != count)
        return PLAY_NOT_FOUND;
    return replay_is_allowed(count) ? PLAY_OK : PLAY_SLOW;
}

/* Start at the snapshot.  If its state has another hash than its event, the
 * event was played by a build whose states have other bytes. */
static bool begin_at(struct history *history,
                     const struct store_snapshot *snapshot)
{
    struct replay *replay = &history->replay;

    if (!snapshot_read(snapshot, history->game, replay, &history->from)) {
        atomic_fetch_add(&history->play->counts.snapshots_damaged, 1);
        history->from = 0;
        return false;
    }
    history->seq = snapshot->seq;
    history->has_state = true;
    history->is_judging =
        record_state_hash(history->game, replay->state) != snapshot->state_hash;
    return true;
}

/* Load the log from the newest snapshot at or before one event, to another. */
static enum play_err load_log(struct history *history, uint32_t from,
                              uint32_t to)
{
    const struct store_log_query query = {&history->row->match.key,
                                          history->play->build, from, to};
    struct store *store = history->play->store;
    struct store_log log;
    enum store_err err = store->log_find(store, &query, &log);
    bool is_damaged;

    if (err)
        return play_err_of(err);
    history->events = log.events;
    history->count = log.count;
    history->offer_to = log.is_packed ? 0 : from;
    is_damaged = log.snapshot.seq > 0 && !begin_at(history, &log.snapshot);
    free(log.snapshot.body);
    if (is_damaged) {
        /* Start at the first event instead; this offers a new snapshot. */
        free(history->events);
        history->events = NULL;
        return load_events(history, to);
    }
    if (history->count != to - history->seq)
        return PLAY_NOT_FOUND;
    return replay_is_allowed((uint32_t)history->count) ? PLAY_OK : PLAY_SLOW;
}

static enum play_err load_position(struct history *history)
{
    struct store *store = history->play->store;
    char *position;

    if (store->position_find(store, &history->row->match.key, &position))
        return PLAY_UNAVAILABLE; /* a sandbox match has one */
    history->begin.position = position;
    history->begin.position_length = strlen(position);
    return PLAY_OK;
}

enum play_err history_open(struct play *play, const struct store_match *row,
                           uint32_t from, uint32_t to, struct history *out)
{
    enum play_err err;

    begin(play, row, out);
    if (row->match.started_us && row_is_foreign(row))
        return PLAY_OTHER_RULES;
    err = load_log(out, from, to);
    if (!err && row->match.sandbox && out->seq == 0)
        err = load_position(out);
    if (err)
        history_close(out);
    return err;
}

enum play_err history_resume(struct play *play, const struct store_match *row,
                             const struct span *span, struct history *out)
{
    struct replay *replay = &out->replay;
    enum play_err err;

    begin(play, row, out);
    if (row_is_foreign(row))
        return PLAY_OTHER_RULES;
    out->seq = span->seq;
    out->has_state = true;
    replay_begin(replay, out->game, span->base);
    for (size_t i = 0; i < span->count; i++)
        (void)replay_step(replay, &span->moves[i]); /* trusted */
    replay->seal = span->seal;
    out->from = span->from;
    err = load_events(out, row->match.seq);
    if (err)
        history_close(out);
    return err;
}

void history_close(struct history *history)
{
    if (history->play)
        atomic_fetch_add(&history->play->counts.replayed_events,
                         history->stepped);
    history->stepped = 0;
    free(history->events);
    free((void *)(uintptr_t)history->begin.position);
    history->events = NULL;
    history->begin.position = NULL;
}

/* ---- snapshots on the way ---- */

/* Only up to offer_to: later ones may exist already, earlier ones do not, or
 * the replay would have started there. */
static void offer(const struct history *history,
                  const struct match_event *event)
{
    const struct replay *replay = &history->replay;

    if (!snapshot_is_due(history->row, event) ||
        event->seq > history->offer_to || !history->has_state)
        return;
    snapshots_offer(history->play, &(struct snapshot){
                                       .game = history->game,
                                       .match = &history->row->match.key,
                                       .seq = event->seq,
                                       .state_hash = event->state_hash,
                                       .state = replay->state,
                                       .from = history->from,
                                       .seal = replay->seal,
                                       .moves = replay->span,
                                       .count = replay->count,
                                       .base = replay->base,
                                   });
}

/* ---- doubts ---- */

static bool fail(struct history *history, enum play_err err)
{
    history->err = err;
    if (err == PLAY_DAMAGED && history->play)
        atomic_fetch_add(&history->play->counts.unreplayed, 1);
    return false;
}

static bool leads_to(const struct history *history,
                     const struct match_event *event)
{
    return record_state_hash(history->game, history->replay.state) ==
           event->state_hash;
}

/* The event was judged and did not lead to the state whose hash is stored with
 * it, although all events before it did: the log is damaged, or rules changed
 * without a new rules_version.  true: go on nevertheless, but offer no
 * snapshots of what follows. */
static bool doubt(struct history *history)
{
    history->is_judging = true;
    history->offer_to = 0;
    return history->believes;
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
    /* Nothing was decided yet, so a difference means that the bytes of states
     * have changed, and that later hashes differ as well. */
    history->is_judging = history->is_judging || !leads_to(history, event);
    return true;
}

static bool step_entry(struct history *history, struct match_event *event,
                       enum entry_kind kind)
{
    struct replay *replay = &history->replay;
    const struct entry entry = {.kind = (uint8_t)kind,
                                .seat = (uint8_t)event->seat,
                                .move = event->bits,
                                .tag = event->seq};

    if (!history->has_state)
        return false;
    if (history->is_judging ||
        replay_step_known(replay, &entry, event->state_hash)) {
        if (replay_step(replay, &entry))
            return false;
        if (!history->is_judging && !leads_to(history, event) &&
            !doubt(history))
            return false;
    }
    if (kind != ENTRY_UNDO && replay->count == 0)
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

static bool step(struct history *history, struct match_event *event)
{
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

bool history_step(struct history *history)
{
    struct match_event *event;

    if (history->err || history->next == history->count)
        return false;
    if (is_too_late(history))
        return fail(history, PLAY_REPLAY_TOO_LONG);
    event = &history->events[history->next++];
    if (event->seq != ++history->seq)
        return fail(history, PLAY_DAMAGED); /* a gap */
    history->stepped++;
    history->has_before = history->has_state;
    memcpy(history->before, history->replay.state, history->game->state_size);
    if (!step(history, event))
        return fail(history, PLAY_DAMAGED);
    offer(history, event);
    return true;
}

enum play_err history_run(struct history *history)
{
    while (history_step(history))
        continue;
    return history->err;
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
