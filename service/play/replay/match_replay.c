/* Replaying a match from its log.
 *
 * Moves were judged before they were committed, so a replay carries them out
 * without judging.  The hash stored with each event shows whether the state is
 * the one that was played. */
#include "play/replay/match_replay.h"

#include "base/clock.h"
#include "play/error.h"
#include "play/match/event.h"
#include "play/match/replay_bound.h"
#include "play/match/row.h"
#include "play/node/errors.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/replay/snapshot.h"
#include "play/store.h"
#include "play/store/error.h"
#include "play/store/events.h"
#include "play/store/matches.h"
#include "play/store/snapshots.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/replay.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- time limits ---- */

/* Events between checks of the clock, which is a system call. */
enum { LOOK_EVERY = 8 };

/* Each attempt gets at least to the next snapshot, where another can start. */
static bool is_too_late(const struct match_replay *match_replay)
{
    return match_replay->until_us > 0 &&
           match_replay->stepped >= SNAPSHOT_EVERY &&
           (match_replay->is_judging ||
            match_replay->stepped % LOOK_EVERY == 0) &&
           clock_thread_us() >= match_replay->until_us;
}

/* ---- start and stop ---- */

static void begin(struct play *play, const struct store_match *row,
                  struct match_replay *out)
{
    const int64_t most_us =
        play ? play->config.replay_cpu_ms * INT64_C(1000) : 0;

    out->play = play;
    out->row = row;
    out->game = row->match.game;
    out->begin = (struct record){.game = row->match.game,
                                 .ruleset = row->match.rules_version,
                                 .settings = row->match.settings};
    memcpy(out->begin.secret, row->secret, sizeof out->begin.secret);
    out->events = NULL;
    out->next = out->count = 0;
    log_point_init(&out->at, out->game);
    out->offer_to = out->stepped = 0;
    out->has_before = false;
    out->undo = (struct undo_moves){0};
    out->is_judging = out->tolerates_damage = false;
    out->until_us = most_us > 0 ? clock_thread_us() + most_us : 0;
    out->err = PLAY_OK;
}

void match_replay_begin(const struct store_match *row,
                        struct match_event *events, size_t count,
                        struct match_replay *out)
{
    begin(NULL, row, out);
    out->tolerates_damage = true;
    out->events = events;
    out->count = count;
}

/* Load the events after the one applied last, up to this one. */
static enum play_err load_events(struct match_replay *match_replay, uint32_t to)
{
    const struct play_id *match = &match_replay->row->match.key;
    struct store *store = match_replay->play->store;
    const uint32_t count = to - match_replay->at.seq;
    enum store_err err =
        store->events->list(store, match, match_replay->at.seq, count,
                            &match_replay->events, &match_replay->count);

    if (err)
        return play_err_of(err);
    if (match_replay->count != count)
        return PLAY_NOT_FOUND;
    return replay_is_allowed(count) ? PLAY_OK : PLAY_SLOW;
}

/* Start at the snapshot.  If its state has another hash than its event, the
 * event was played by a build whose states have other bytes. */
static bool begin_at(struct match_replay *match_replay,
                     const struct store_snapshot *snapshot)
{
    struct log_point *at = &match_replay->at;

    if (!snapshot_read(snapshot, match_replay->game, at)) {
        atomic_fetch_add(&match_replay->play->counts.snapshots_damaged, 1);
        log_point_init(at, match_replay->game);
        return false;
    }
    match_replay->is_judging = !record_hash_is(
        match_replay->game, at->replay.state, snapshot->state_hash);
    return true;
}

/* Load the log from the newest snapshot at or before one event, to another. */
static enum play_err load_log(struct match_replay *match_replay, uint32_t from,
                              uint32_t to)
{
    const struct store_log_query query = {&match_replay->row->match.key,
                                          match_replay->play->build, from, to};
    struct store *store = match_replay->play->store;
    struct store_log log;
    enum store_err err = store->events->find_log(store, &query, &log);
    bool is_damaged;

    if (err)
        return play_err_of(err);
    match_replay->events = log.events;
    match_replay->count = log.count;
    match_replay->offer_to = log.is_packed ? 0 : from;
    is_damaged = log.snapshot.seq > 0 && !begin_at(match_replay, &log.snapshot);
    free(log.snapshot.body);
    if (is_damaged) {
        /* Start at the first event instead; this offers a new snapshot. */
        free(match_replay->events);
        match_replay->events = NULL;
        return load_events(match_replay, to);
    }
    if (match_replay->count != to - match_replay->at.seq)
        return PLAY_NOT_FOUND;
    return replay_is_allowed((uint32_t)match_replay->count) ? PLAY_OK
                                                            : PLAY_SLOW;
}

static enum play_err load_position(struct match_replay *match_replay)
{
    struct store *store = match_replay->play->store;
    char *position;

    if (store->matches->find_position(store, &match_replay->row->match.key,
                                      &position))
        return PLAY_UNAVAILABLE; /* a sandbox match has one */
    match_replay->begin.position = position;
    match_replay->begin.position_length = strlen(position);
    return PLAY_OK;
}

enum play_err match_replay_open(struct play *play,
                                const struct store_match *row, uint32_t from,
                                uint32_t to, struct match_replay *out)
{
    enum play_err err;

    begin(play, row, out);
    if (row->match.started_us && row_is_foreign(row))
        return PLAY_OTHER_RULES;
    err = load_log(out, from, to);
    if (!err && row->match.sandbox && out->at.seq == 0)
        err = load_position(out);
    if (err)
        match_replay_close(out);
    return err;
}

enum play_err match_replay_resume(struct play *play,
                                  const struct store_match *row,
                                  const struct log_point *from,
                                  struct match_replay *out)
{
    enum play_err err;

    begin(play, row, out);
    if (row_is_foreign(row))
        return PLAY_OTHER_RULES;
    out->at = *from;
    err = load_events(out, row->match.seq);
    if (err)
        match_replay_close(out);
    return err;
}

void match_replay_close(struct match_replay *match_replay)
{
    if (match_replay->play)
        atomic_fetch_add(&match_replay->play->counts.replayed_events,
                         match_replay->stepped);
    match_replay->stepped = 0;
    free(match_replay->events);
    free((void *)(uintptr_t)match_replay->begin.position);
    match_replay->events = NULL;
    match_replay->begin.position = NULL;
}

/* ---- offering snapshots ---- */

/* Only up to offer_to: later ones may exist already, earlier ones do not, or
 * the replay would have started there. */
static void offer(const struct match_replay *match_replay,
                  const struct match_event *event)
{
    const struct replay *replay = &match_replay->at.replay;

    if (!snapshot_is_due(match_replay->row, event) ||
        event->seq > match_replay->offer_to || !match_replay->at.has_state)
        return;
    snapshots_offer(match_replay->play,
                    &(struct snapshot){
                        .game = match_replay->game,
                        .match = &match_replay->row->match.key,
                        .seq = event->seq,
                        .state_hash = event->state_hash,
                        .state = replay->state,
                        .from = match_replay->at.from,
                        .seal = replay->seal,
                        .moves = replay->undo_window,
                        .count = replay->count,
                        .base = replay->base,
                    });
}

/* ---- errors ---- */

static bool fail(struct match_replay *match_replay, enum play_err err)
{
    match_replay->err = err;
    if (err == PLAY_DAMAGED && match_replay->play)
        atomic_fetch_add(&match_replay->play->counts.unreplayed, 1);
    return false;
}

static bool leads_to(const struct match_replay *match_replay,
                     const struct match_event *event)
{
    return record_hash_is(match_replay->game, match_replay->at.replay.state,
                          event->state_hash);
}

/* The event was judged and did not lead to the state whose hash is stored with
 * it, although all events before it did: the log is damaged, or rules changed
 * without a new rules_version.  true: go on nevertheless, but offer no
 * snapshots of what follows. */
static bool doubt(struct match_replay *match_replay)
{
    match_replay->is_judging = true;
    match_replay->offer_to = 0;
    return match_replay->tolerates_damage;
}

/* ---- one event ---- */

static bool step_start(struct match_replay *match_replay,
                       struct match_event *event)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];

    if (record_begin(&match_replay->begin, state) ||
        !event_apply(&match_replay->at, event, APPLY_JUDGE, state))
        return false;
    /* Nothing was decided yet, so a difference means that the bytes of states
     * have changed, and that later hashes differ as well. */
    match_replay->is_judging =
        match_replay->is_judging || !leads_to(match_replay, event);
    return true;
}

static bool step(struct match_replay *match_replay, struct match_event *event)
{
    struct log_point *at = &match_replay->at;

    if (event->kind == EVENT_START)
        return step_start(match_replay, event);
    if (!match_replay->is_judging && event_apply(at, event, APPLY_HASH, NULL))
        return true;
    return event_apply(at, event, APPLY_JUDGE, NULL) &&
           (match_replay->is_judging || leads_to(match_replay, event) ||
            doubt(match_replay));
}

/* An undo removes moves from the window, and its journal needs them. */
static void keep_window(struct match_replay *match_replay,
                        const struct match_event *event)
{
    struct replay *window = &match_replay->window;

    match_replay->undo = (struct undo_moves){0};
    if (event->kind != EVENT_UNDO || !match_replay->has_before)
        return;
    *window = match_replay->at.replay;
    match_replay->undo =
        (struct undo_moves){window->base, window->undo_window, window->count};
}

bool match_replay_step(struct match_replay *match_replay)
{
    struct match_event *event;

    if (match_replay->err || match_replay->next == match_replay->count)
        return false;
    if (is_too_late(match_replay))
        return fail(match_replay, PLAY_REPLAY_TOO_LONG);
    event = &match_replay->events[match_replay->next++];
    match_replay->stepped++;
    match_replay->has_before = match_replay->at.has_state;
    memcpy(match_replay->before, match_replay->at.replay.state,
           match_replay->game->state_size);
    keep_window(match_replay, event);
    if (!step(match_replay, event))
        return fail(match_replay, PLAY_DAMAGED);
    offer(match_replay, event);
    return true;
}

enum play_err match_replay_run(struct match_replay *match_replay)
{
    while (match_replay_step(match_replay))
        continue;
    return match_replay->err;
}

bool match_replay_agrees(const struct match_replay *match_replay)
{
    const struct match_event *last;

    if (match_replay->count == 0)
        return true;
    last = &match_replay->events[match_replay->count - 1];
    return match_replay->at.has_state ? leads_to(match_replay, last)
                                      : last->state_hash == 0;
}
