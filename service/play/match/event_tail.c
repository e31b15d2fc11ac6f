/* The latest events of matches that clients follow. */
#include "play/match/event_tail.h"

#include "base/lru.h"
#include "play/match/event.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/replay/event_apply.h"
#include "play/store/error.h"
#include "play/store/matches.h"
#include "play/store/updates.h"
#include "rules/game.h"
#include "rules/replay.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

/* Its room grows while memory allows; when memory is short, others are cut to
 * their last event, and only then dropped. */
struct event_tail {
    struct lru_entry entry;
    struct play_id match;
    size_t state_size;
    uint32_t seq;               /* of its end */
    size_t count, room;         /* events; room for at least one */
    size_t dropped;             /* of the same room: see event_at, state_at */
    struct match_event *events; /* in a ring; room for states follows them: */
    uint8_t *states;            /* count + 1 of them, around the events */
};

struct event_tails {
    pthread_mutex_t lock;
    size_t bytes, bytes_max;
    struct lru tails; /* struct event_tail */
};

struct event_tails *event_tails_new(size_t bytes_max)
{
    struct event_tails *event_tails = calloc(1, sizeof *event_tails);

    if (!event_tails)
        return NULL;
    if (!lru_init(&event_tails->tails, BUCKETS)) {
        free(event_tails);
        return NULL;
    }
    event_tails->bytes_max = bytes_max;
    pthread_mutex_init(&event_tails->lock, NULL);
    return event_tails;
}

/* ---- under the lock ---- */

static size_t bytes_of(size_t state_size, size_t room)
{
    return room * sizeof(struct match_event) + (room + 1) * state_size;
}

static size_t weight(const struct event_tail *event_tail)
{
    return sizeof *event_tail +
           bytes_of(event_tail->state_size, event_tail->room);
}

static struct event_tail *owner_of(struct lru_entry *entry)
{
    return LRU_OWNER(entry, struct event_tail, entry);
}

static uint64_t hash_of(const struct play_id *id)
{
    uint64_t hash;

    memcpy(&hash, id->bytes, sizeof hash); /* ids are random */
    return hash;
}

static bool is_of_match(struct lru_entry *entry, const void *id)
{
    return id_equals(&owner_of(entry)->match, id);
}

static struct event_tail *find(struct event_tails *event_tails,
                               const struct play_id *id)
{
    struct lru_entry *entry =
        lru_find(&event_tails->tails, hash_of(id), is_of_match, id);

    return entry ? owner_of(entry) : NULL;
}

static struct match_event *event_at(const struct event_tail *event_tail,
                                    size_t i)
{
    return &event_tail->events[(event_tail->dropped + i) % event_tail->room];
}

static uint8_t *state_at(const struct event_tail *event_tail, size_t i)
{
    const size_t place = (event_tail->dropped + i) % (event_tail->room + 1);

    return event_tail->states + place * event_tail->state_size;
}

/* Copy `count` events from the i-th on, with the states around them. */
static void copy_from(const struct event_tail *event_tail, size_t i,
                      size_t count, struct match_event *events, uint8_t *states,
                      size_t stride)
{
    for (size_t k = 0; k < count; k++)
        events[k] = *event_at(event_tail, i + k);
    for (size_t k = 0; k <= count; k++)
        memcpy(states + k * stride, state_at(event_tail, i + k),
               event_tail->state_size);
}

/* Give it room for this many events; the oldest ones that do not fit are lost.
 * false: out of memory, nothing changed. */
static bool set_room(struct event_tails *event_tails,
                     struct event_tail *event_tail, size_t room)
{
    const size_t kept = event_tail->count < room ? event_tail->count : room;
    const size_t lost = event_tail->count - kept;
    struct match_event *events = malloc(bytes_of(event_tail->state_size, room));
    uint8_t *states = (uint8_t *)(events + room);

    if (!events)
        return false;
    if (event_tail->events) {
        copy_from(event_tail, lost, kept, events, states,
                  event_tail->state_size);
        event_tails->bytes -= weight(event_tail);
        free(event_tail->events);
    }
    event_tail->events = events;
    event_tail->states = states;
    event_tail->count = kept;
    event_tail->room = room;
    event_tail->dropped = 0;
    event_tails->bytes += weight(event_tail);
    return true;
}

static void drop(struct event_tails *event_tails, struct event_tail *event_tail)
{
    lru_remove(&event_tails->tails, &event_tail->entry);
    event_tails->bytes -= weight(event_tail);
    free(event_tail->events);
    free(event_tail);
}

/* Until there is room for `bytes` more, the least recently used tail is cut to
 * its last event, or dropped when that was done before. */
static void make_room(struct event_tails *event_tails, size_t bytes)
{
    while (event_tails->tails.oldest &&
           event_tails->bytes + bytes > event_tails->bytes_max) {
        struct event_tail *oldest = owner_of(event_tails->tails.oldest);

        if (oldest->room > 1 && set_room(event_tails, oldest, 1))
            lru_touch(&event_tails->tails, &oldest->entry);
        else
            drop(event_tails, oldest);
    }
}

/* Make it a tail without events, at the row. */
static void restart(struct event_tail *event_tail,
                    const struct store_match *row)
{
    event_tail->seq = row->match.seq;
    event_tail->count = 0;
    memcpy(state_at(event_tail, 0), row->state, event_tail->state_size);
}

static void add(struct event_tails *event_tails, const struct store_match *row)
{
    const size_t bytes =
        sizeof(struct event_tail) + bytes_of(row->state_size, 1);
    struct event_tail *event_tail =
        bytes > event_tails->bytes_max ? NULL : calloc(1, sizeof *event_tail);

    if (!event_tail)
        return;
    make_room(event_tails, bytes);
    event_tail->match = row->match.key;
    event_tail->state_size = row->state_size;
    if (!set_room(event_tails, event_tail, 1)) {
        free(event_tail);
        return;
    }
    restart(event_tail, row);
    lru_add(&event_tails->tails, &event_tail->entry, hash_of(&row->match.key));
}

/* Double its room if that is allowed and there is memory. */
static void grow(struct event_tails *event_tails, struct event_tail *event_tail)
{
    const size_t room = 2 * event_tail->room;
    const size_t more = bytes_of(event_tail->state_size, room) -
                        bytes_of(event_tail->state_size, event_tail->room);

    if (room <= EVENT_TAIL_MAX &&
        event_tails->bytes + more <= event_tails->bytes_max)
        set_room(event_tails, event_tail, room);
}

/* Append an event; the oldest one is dropped when the tail is full. */
static void append(struct event_tails *event_tails,
                   struct event_tail *event_tail,
                   const struct match_event *event, const void *after)
{
    if (event_tail->count == event_tail->room)
        grow(event_tails, event_tail);
    if (event_tail->count == event_tail->room) {
        event_tail->count--;
        event_tail->dropped++;
    }
    *event_at(event_tail, event_tail->count++) = *event;
    memcpy(state_at(event_tail, event_tail->count), after,
           event_tail->state_size);
    event_tail->seq = event->seq;
}

void event_tails_free(struct event_tails *event_tails)
{
    if (!event_tails)
        return;
    while (event_tails->tails.newest)
        drop(event_tails, owner_of(event_tails->tails.newest));
    lru_clear(&event_tails->tails);
    pthread_mutex_destroy(&event_tails->lock);
    free(event_tails);
}

/* ---- appending ---- */

/* Return whether several seats left at once, or a seat made several moves, with
 * a state after each. */
static bool has_states_between(const struct store_update *update)
{
    const enum event_kind second = update->events[1].kind;

    return update->event_count > 1 &&
           (second == EVENT_TIMEOUT || second == EVENT_MOVE);
}

bool event_tail_move_on(struct event_tails *event_tails,
                        const struct store_match *after,
                        const struct store_update *update)
{
    struct event_tail *event_tail;
    bool moves_on;

    pthread_mutex_lock(&event_tails->lock);
    event_tail = find(event_tails, &after->match.key);
    /* A tail that is behind, or lacks the states in between, is brought up to
     * date by its next follower. */
    moves_on = event_tail && event_tail->seq == update->seq &&
               !has_states_between(update);
    for (size_t i = 0; moves_on && i < update->event_count; i++)
        append(event_tails, event_tail, &update->events[i], after->state);
    pthread_mutex_unlock(&event_tails->lock);
    return moves_on;
}

/* Compute the state after each event.  false: an event needs what was before
 * the tail, or the last state is not the row's. */
static bool walk(const struct store_match *row, uint32_t seq,
                 struct match_event *events, size_t count,
                 struct event_tail_steps *steps)
{
    const size_t size = row->state_size;
    struct log_point point;

    log_point_init(&point, row->match.game);
    replay_begin(&point.replay, row->match.game, steps->states[0]);
    point.seq = seq;
    point.has_state = true;
    for (size_t i = 0; i < count; i++) {
        if (!event_apply(&point, &events[i], APPLY_HASH, NULL))
            return false;
        memcpy(steps->states[i + 1], point.replay.state, size);
    }
    return memcmp(steps->states[count], row->state, size) == 0;
}

/* Read the events that other nodes have written since the end of the tail, and
 * append them. */
static bool catch_up(struct play *play, const struct store_match *row,
                     uint32_t seq, struct event_tail_steps *steps)
{
    struct event_tails *event_tails = play->event_tails;
    struct match_event *events = NULL;
    struct event_tail *event_tail;
    size_t count = 0;
    bool is_there = row->match.seq - seq <= EVENT_TAIL_MAX &&
                    play->store->events->list(play->store, &row->match.key, seq,
                                              row->match.seq - seq, &events,
                                              &count) == STORE_OK &&
                    count == row->match.seq - seq &&
                    walk(row, seq, events, count, steps);

    pthread_mutex_lock(&event_tails->lock);
    event_tail = is_there ? find(event_tails, &row->match.key) : NULL;
    if (event_tail)
        for (size_t i = 0; i < count; i++)
            append(event_tails, event_tail, &events[i], steps->states[i + 1]);
    pthread_mutex_unlock(&event_tails->lock);
    free(events);
    return is_there;
}

/* Return the seq of the end of the tail, and put its state into steps.  Begins
 * a tail at the row if the match has no tail. */
static uint32_t find_end(struct event_tails *event_tails,
                         const struct store_match *row,
                         struct event_tail_steps *steps)
{
    struct event_tail *event_tail;
    uint32_t seq = row->match.seq;

    pthread_mutex_lock(&event_tails->lock);
    event_tail = find(event_tails, &row->match.key);
    if (event_tail) {
        lru_touch(&event_tails->tails, &event_tail->entry);
        seq = event_tail->seq;
        memcpy(steps->states[0], state_at(event_tail, event_tail->count),
               event_tail->state_size);
    } else {
        add(event_tails, row);
    }
    pthread_mutex_unlock(&event_tails->lock);
    return seq;
}

void event_tail_follow(struct play *play, const struct store_match *row)
{
    struct event_tails *event_tails = play->event_tails;
    struct event_tail_steps *steps;
    struct event_tail *event_tail;
    uint32_t seq;

    if (row->state_size == 0)
        return;
    steps = malloc(sizeof *steps);
    if (!steps)
        return;
    seq = find_end(event_tails, row, steps);
    if (seq < row->match.seq && !catch_up(play, row, seq, steps)) {
        pthread_mutex_lock(&event_tails->lock);
        event_tail = find(event_tails, &row->match.key);
        if (event_tail)
            restart(event_tail, row);
        pthread_mutex_unlock(&event_tails->lock);
    }
    free(steps);
}

/* ---- reading ---- */

static bool has_undo(const struct event_tail *event_tail, size_t first)
{
    for (size_t i = first; i < event_tail->count; i++)
        if (event_at(event_tail, i)->kind == EVENT_UNDO)
            return true;
    return false;
}

bool event_tail_reaches(struct event_tails *event_tails,
                        const struct play_id *match, uint32_t seq)
{
    struct event_tail *event_tail;

    pthread_mutex_lock(&event_tails->lock);
    event_tail = find(event_tails, match);
    if (event_tail)
        lru_touch(&event_tails->tails, &event_tail->entry);
    bool reaches = event_tail && event_tail->seq == seq;

    pthread_mutex_unlock(&event_tails->lock);
    return reaches;
}

bool event_tail_copy(struct event_tails *event_tails,
                     const struct play_id *match, uint32_t after, uint32_t end,
                     struct event_tail_steps *out)
{
    struct event_tail *event_tail;
    bool is_there;

    pthread_mutex_lock(&event_tails->lock);
    event_tail = find(event_tails, match);
    is_there = event_tail && end <= event_tail->seq &&
               event_tail->seq - after <= event_tail->count;
    if (is_there) {
        const size_t asked = event_tail->count - (event_tail->seq - after);
        const size_t first = has_undo(event_tail, asked) ? 0 : asked;

        lru_touch(&event_tails->tails, &event_tail->entry);
        out->first = asked - first;
        out->count = out->first + (end - after);
        copy_from(event_tail, first, out->count, out->events, out->states[0],
                  sizeof out->states[0]);
    }
    pthread_mutex_unlock(&event_tails->lock);
    return is_there;
}

/* The first event that the undo takes back; i if the copy does not have it.  An
 * earlier undo in between makes it unknown which moves still count. */
static size_t first_undone(const struct event_tail_steps *steps, size_t i)
{
    const struct match_event *undo = &steps->events[i];
    size_t first = i;

    for (size_t k = 0; k < i; k++) {
        const struct match_event *event = &steps->events[k];

        if (event->kind == EVENT_MOVE && event->seat == undo->seat &&
            event->seq > undo->to_seq && first == i)
            first = k;
        if (event->kind == EVENT_UNDO && first < i)
            return i;
    }
    return steps->events[0].seq <= undo->to_seq + 1 ? first : i;
}

struct undo_moves event_tail_undo(const struct game *game,
                                  const struct event_tail_steps *steps,
                                  size_t i, struct entry *moves)
{
    const size_t first = first_undone(steps, i);
    size_t count = 0;

    for (size_t k = first; k < i; k++) {
        const struct match_event *event = &steps->events[k];
        int passes;

        if (event->kind != EVENT_MOVE)
            continue;
        passes = event->has_passes
                     ? event->passes
                     : game_forced_passes(game, steps->states[k], event->seat,
                                          event->bits, steps->states[k + 1]);
        if (passes < 0)
            return (struct undo_moves){0};
        moves[count++] = (struct entry){.kind = ENTRY_MOVE,
                                        .seat = (uint8_t)event->seat,
                                        .move = event->bits,
                                        .tag = event->seq,
                                        .is_trusted = true,
                                        .passes = (uint8_t)passes};
    }
    return count ? (struct undo_moves){steps->states[first], moves, count}
                 : (struct undo_moves){0};
}
