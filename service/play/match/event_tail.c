/* The last steps of matches that somebody follows. */
#include "play/match/event_tail.h"

#include "play/inner.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

struct trail {
    struct trail *next;          /* of its bucket */
    struct trail *newer, *older; /* by last use */
    struct play_id match;
    size_t state_size;
    uint32_t seq; /* of its end */
    size_t count;
    struct match_event events[TRAIL_STEPS];
    uint8_t states[]; /* count + 1 of them: around the events */
};

struct trails {
    pthread_mutex_t lock;
    size_t bytes, bytes_max;
    struct trail *buckets[BUCKETS];
    struct trail *newest, *oldest;
};

struct trails *trails_new(size_t bytes_max)
{
    struct trails *trails = calloc(1, sizeof *trails);

    if (!trails)
        return NULL;
    trails->bytes_max = bytes_max;
    pthread_mutex_init(&trails->lock, NULL);
    return trails;
}

/* ---- under the lock ---- */

static size_t weight(size_t state_size)
{
    return sizeof(struct trail) + (TRAIL_STEPS + 1) * state_size;
}

static struct trail **bucket_of(struct trails *trails, const struct play_id *id)
{
    return &trails->buckets[(id->bytes[0] | id->bytes[1] << 8) % BUCKETS];
}

static struct trail *find(struct trails *trails, const struct play_id *id)
{
    struct trail *trail = *bucket_of(trails, id);

    while (trail && !id_equals(&trail->match, id))
        trail = trail->next;
    return trail;
}

static void unlink_by_age(struct trails *trails, struct trail *trail)
{
    *(trail->newer ? &trail->newer->older : &trails->newest) = trail->older;
    *(trail->older ? &trail->older->newer : &trails->oldest) = trail->newer;
}

static void link_newest(struct trails *trails, struct trail *trail)
{
    trail->newer = NULL;
    trail->older = trails->newest;
    *(trails->newest ? &trails->newest->newer : &trails->oldest) = trail;
    trails->newest = trail;
}

static void forget(struct trails *trails, struct trail *trail)
{
    struct trail **link = bucket_of(trails, &trail->match);

    while (*link != trail)
        link = &(*link)->next;
    *link = trail->next;
    unlink_by_age(trails, trail);
    trails->bytes -= weight(trail->state_size);
    free(trail);
}

static void make_room(struct trails *trails, size_t bytes)
{
    struct trail *trail = trails->oldest;

    while (trail && trails->bytes + bytes > trails->bytes_max) {
        struct trail *newer = trail->newer;

        forget(trails, trail);
        trail = newer;
    }
}

static uint8_t *state_at(struct trail *trail, size_t i)
{
    return trail->states + i * trail->state_size;
}

/* A trail without steps at the row. */
static void restart(struct trail *trail, const struct store_match *row)
{
    trail->seq = row->match.seq;
    trail->count = 0;
    memcpy(state_at(trail, 0), row->state, trail->state_size);
}

static void add(struct trails *trails, const struct store_match *row)
{
    const size_t bytes = weight(row->state_size);
    struct trail **bucket = bucket_of(trails, &row->match.key);
    struct trail *trail = bytes > trails->bytes_max ? NULL : calloc(1, bytes);

    if (!trail)
        return;
    make_room(trails, bytes);
    trail->match = row->match.key;
    trail->state_size = row->state_size;
    restart(trail, row);
    trail->next = *bucket;
    *bucket = trail;
    link_newest(trails, trail);
    trails->bytes += bytes;
}

/* One step on; the oldest gives way. */
static void append(struct trail *trail, const struct match_event *event,
                   const void *after)
{
    if (trail->count == TRAIL_STEPS) {
        trail->count--;
        memmove(trail->events, trail->events + 1,
                trail->count * sizeof *trail->events);
        memmove(state_at(trail, 0), state_at(trail, 1),
                (trail->count + 1) * trail->state_size);
    }
    trail->events[trail->count++] = *event;
    memcpy(state_at(trail, trail->count), after, trail->state_size);
    trail->seq = event->seq;
}

void trails_free(struct trails *trails)
{
    if (!trails)
        return;
    while (trails->newest) {
        struct trail *trail = trails->newest;

        trails->newest = trail->older;
        free(trail);
    }
    pthread_mutex_destroy(&trails->lock);
    free(trails);
}

/* ---- moving on ---- */

/* Several seats left at once: a state after each. */
static bool has_states_between(const struct store_effect *effect)
{
    return effect->event_count > 1 && effect->events[1].kind == EVENT_TIMEOUT;
}

void trail_move_on(struct trails *trails, const struct store_match *after,
                   const struct store_effect *effect)
{
    struct trail *trail;

    pthread_mutex_lock(&trails->lock);
    trail = find(trails, &after->match.key);
    /* One that is behind is moved on by its next follower; so is one that
     * does not know the states between. */
    if (trail && trail->seq == effect->seq && !has_states_between(effect))
        for (size_t i = 0; i < effect->event_count; i++)
            append(trail, &effect->events[i], after->state);
    pthread_mutex_unlock(&trails->lock);
}

/* Apply an event that another node has written.  false: not without what this
 * trail does not know. */
static bool apply(const struct game *game, struct match_event *event,
                  void *state)
{
    uint8_t passes;

    switch (event->kind) {
    case EVENT_MOVE:
        return game->parse(state, event->seat, event->move, &event->bits) ==
                   RULES_OK &&
               record_play_known(game, state, event->seat, event->bits,
                                 event->state_hash, &passes) == RULES_OK;
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: game->leave(state, event->seat); return true;
    case EVENT_FINISH:
    case EVENT_ABORT:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: return true;
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_START:
    case EVENT_UNDO: return false;
    }
    return false;
}

/* The states after each of the events that lead to the row, and whether they do
 * lead there. */
static bool walk(const struct store_match *row, struct match_event *events,
                 size_t count, struct trail_steps *steps)
{
    const size_t size = row->state_size;

    for (size_t i = 0; i < count; i++) {
        memcpy(steps->states[i + 1], steps->states[i], size);
        if (!apply(row->match.game, &events[i], steps->states[i + 1]))
            return false;
    }
    return memcmp(steps->states[count], row->state, size) == 0;
}

/* Read what other nodes have written since the trail's end, and append it. */
static bool catch_up(struct play *play, const struct store_match *row,
                     uint32_t seq, struct trail_steps *steps)
{
    struct trails *trails = play->trails;
    struct match_event *events = NULL;
    struct trail *trail;
    size_t count = 0;
    bool is_there = row->match.seq - seq <= TRAIL_STEPS &&
                    play->store->event_list(play->store, &row->match.key, seq,
                                            row->match.seq - seq, &events,
                                            &count) == STORE_OK &&
                    count == row->match.seq - seq &&
                    walk(row, events, count, steps);

    pthread_mutex_lock(&trails->lock);
    trail = is_there ? find(trails, &row->match.key) : NULL;
    if (trail)
        for (size_t i = 0; i < count; i++)
            append(trail, &events[i], steps->states[i + 1]);
    pthread_mutex_unlock(&trails->lock);
    free(events);
    return is_there;
}

/* The trail's end: its seq, and its state into steps.  Begins it at the row
 * when there is none. */
static uint32_t find_end(struct trails *trails, const struct store_match *row,
                         struct trail_steps *steps)
{
    struct trail *trail;
    uint32_t seq = row->match.seq;

    pthread_mutex_lock(&trails->lock);
    trail = find(trails, &row->match.key);
    if (trail) {
        unlink_by_age(trails, trail);
        link_newest(trails, trail);
        seq = trail->seq;
        memcpy(steps->states[0], state_at(trail, trail->count),
               trail->state_size);
    } else {
        add(trails, row);
    }
    pthread_mutex_unlock(&trails->lock);
    return seq;
}

void trail_follow(struct play *play, const struct store_match *row)
{
    struct trails *trails = play->trails;
    struct trail_steps *steps;
    struct trail *trail;
    uint32_t seq;

    if (row->state_size == 0)
        return;
    steps = malloc(sizeof *steps);
    if (!steps)
        return;
    seq = find_end(trails, row, steps);
    if (seq < row->match.seq && !catch_up(play, row, seq, steps)) {
        pthread_mutex_lock(&trails->lock);
        trail = find(trails, &row->match.key);
        if (trail)
            restart(trail, row);
        pthread_mutex_unlock(&trails->lock);
    }
    free(steps);
}

/* ---- reading ---- */

bool trail_copy(struct trails *trails, const struct play_id *match,
                uint32_t after, uint32_t end, struct trail_steps *out)
{
    struct trail *trail;
    bool is_there;

    pthread_mutex_lock(&trails->lock);
    trail = find(trails, match);
    is_there = trail && end <= trail->seq && trail->seq - after <= trail->count;
    if (is_there) {
        size_t first = trail->count - (trail->seq - after);

        out->count = end - after;
        memcpy(out->events, trail->events + first,
               out->count * sizeof *out->events);
        for (size_t i = 0; i <= out->count; i++)
            memcpy(out->states[i], state_at(trail, first + i),
                   trail->state_size);
    }
    pthread_mutex_unlock(&trails->lock);
    return is_there;
}
