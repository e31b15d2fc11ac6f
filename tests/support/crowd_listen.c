/* A crowd that plays through whatever happens: its streams, of matches and of
 * accounts.  Each is taken up again after its last id when it ends. */
#include "crowd.h"

#include "sse.h"

#include <stdio.h>
#include <string.h>

enum { AGAIN_MS = 20, LISTEN_MS = 200 };

static void fail(struct crowd_listener *listener, const char *what,
                 const char *match, long seq, long before)
{
    char words[160];

    snprintf(words, sizeof words, "%s at front %d: %s came %ld after %ld", what,
             listener->front, match, seq, before);
    crowd_fail(listener->hand->crowd, "stream", words, &(struct answer){0});
}

/* It was opened, and is over for now.  A stream may end, but be neither refused
 * nor torn, unless things break. */
static void take_leave(struct crowd_listener *listener, const struct sse *sse)
{
    struct crowd *crowd = listener->hand->crowd;
    struct answer told = {.status = sse->status, .body = sse->buffer};
    bool is_kind = sse->is_whole && (sse->status == 200 || sse->status == 204);

    if (sse->is_over && !is_kind && !crowd->plan.is_rough)
        crowd_fail(crowd, "stream", "torn", &told);
    if (sse->is_over && sse->status != 200)
        crowd_pause(AGAIN_MS);
}

static void count(struct crowd *crowd, long *what)
{
    pthread_mutex_lock(&crowd->lock);
    ++*what;
    pthread_mutex_unlock(&crowd->lock);
}

/* Open it, after the last id if there is one. */
static void open_stream(struct crowd_listener *listener, const char *path,
                        struct sse *sse)
{
    bool is_again = listener->last_id[0] != '\0';

    sse_open(sse, &listener->client, path, is_again ? listener->last_id : NULL);
    if (is_again && sse_answered(sse) && sse->status == 200)
        count(listener->hand->crowd, &listener->hand->crowd->came_again);
}

/* ---- of matches: each event, in order and once ---- */

static void take_event(struct crowd_listener *listener,
                       struct crowd_match *match, const struct sse_event *event)
{
    long seq = json_integer_value(json_object_get(event->json, "seq"));
    long before = atomic_load(&match->streamed[listener->front]);

    if (seq != before + 1)
        fail(listener, "events", match->id, seq, before);
    atomic_store(&match->streamed[listener->front], seq);
    snprintf(listener->last_id, sizeof listener->last_id, "%s", event->id);
    count(listener->hand->crowd, &listener->hand->crowd->streamed);
}

static bool has_all(const struct crowd_listener *listener,
                    struct crowd_match *match)
{
    long last = atomic_load(&match->last_seq);

    return last > 0 && atomic_load(&match->streamed[listener->front]) >= last;
}

/* 204 says that the match has ended, and all of it was given. */
static void judge_end(struct crowd_listener *listener,
                      struct crowd_match *match, const struct sse *sse)
{
    if (sse->is_over && sse->status == 204 &&
        atomic_load(&match->last_seq) > 0 && !has_all(listener, match))
        fail(listener, "ended early", match->id,
             atomic_load(&match->streamed[listener->front]),
             atomic_load(&match->last_seq));
}

static void listen_to_match(struct crowd_listener *listener,
                            struct crowd_match *match)
{
    struct crowd *crowd = listener->hand->crowd;
    char path[96];
    struct sse sse;
    struct sse_event event;

    snprintf(path, sizeof path, "/v1/matches/%s/events", match->id);
    open_stream(listener, path, &sse);
    do
        while (sse_next(&sse, LISTEN_MS, &event)) {
            take_event(listener, match, &event);
            sse_event_clear(&event);
        }
    while (!sse.is_over && !has_all(listener, match) && crowd_goes_on(crowd));
    judge_end(listener, match, &sse);
    if (!has_all(listener, match))
        take_leave(listener, &sse);
    sse_close(&sse);
}

void *crowd_listen_to_matches(void *arg)
{
    struct crowd_listener *listener = arg;
    struct crowd_hand *hand = listener->hand;
    int heard = 0;

    while (crowd_goes_on(hand->crowd)) {
        if (heard == atomic_load(&hand->match_count)) {
            if (atomic_load(&hand->crowd->is_over))
                break;
            crowd_pause(AGAIN_MS);
            continue;
        }
        struct crowd_match *match = hand->matches[heard++];

        listener->last_id[0] = '\0';
        while (!has_all(listener, match) && crowd_goes_on(hand->crowd))
            listen_to_match(listener, match);
    }
    return NULL;
}

/* ---- of accounts: how far each match is, and never less ---- */

/* A notice may be there before the reply that lets the hand know its match. */
static struct crowd_match *find_match(struct crowd_hand *hand, const char *id)
{
    while (crowd_goes_on(hand->crowd)) {
        for (int i = atomic_load(&hand->match_count); i-- > 0;)
            if (strcmp(hand->matches[i]->id, id) == 0)
                return hand->matches[i];
        crowd_pause(AGAIN_MS);
    }
    return NULL;
}

static void take_notice(struct crowd_listener *listener,
                        const struct sse_event *event)
{
    const json_t *json = event->json;
    const char *id = json_string_value(json_object_get(json, "match"));
    const char *status = json_string_value(json_object_get(json, "status"));
    long seq = json_integer_value(json_object_get(json, "seq"));
    int front = listener->front;

    if (strcmp(event->type, "match") != 0)
        return;
    struct crowd_match *match = find_match(listener->hand, id);

    if (!match)
        return;
    long before = atomic_load(&match->noticed[front]);
    bool is_over = strcmp(status, "running") != 0;

    if (seq < before ||
        (atomic_load(&match->is_noticed_over[front]) && !is_over))
        fail(listener, "notices", id, seq, before);
    atomic_store(&match->noticed[front], seq);
    atomic_store(&match->is_noticed_over[front], is_over);
    count(listener->hand->crowd, &listener->hand->crowd->noticed);
}

void *crowd_listen_to_account(void *arg)
{
    struct crowd_listener *listener = arg;
    struct crowd *crowd = listener->hand->crowd;
    struct sse_event event;

    while (crowd_goes_on(crowd) && !atomic_load(&crowd->is_over)) {
        struct sse sse;

        open_stream(listener, "/v1/me/events", &sse);
        do
            while (sse_next(&sse, LISTEN_MS, &event)) {
                take_notice(listener, &event);
                sse_event_clear(&event);
            }
        while (!sse.is_over && !atomic_load(&crowd->is_over) &&
               crowd_goes_on(crowd));
        snprintf(listener->last_id, sizeof listener->last_id, "%s",
                 sse.last_id);
        take_leave(listener, &sse);
        sse_close(&sse);
    }
    return NULL;
}
