/* A workload that continues through failures: its streams, of matches and of
 * accounts.  Each reconnects after its last id when it ends. */
#include "workload.h"

#include "sse.h"

#include <stdio.h>
#include <string.h>

enum { AGAIN_MS = 20, LISTEN_MS = 200 };

static void fail(struct workload_stream *listener, const char *what,
                 const char *match, long seq, long before)
{
    char words[160];

    snprintf(words, sizeof words, "%s at front %d: %s came %ld after %ld", what,
             listener->front, match, seq, before);
    workload_fail(listener->pair->workload, "stream", words,
                  &(struct answer){0});
}

/* A stream ended.  A stream may end, but must not be refused or broken unless
 * failures are allowed. */
static void take_leave(struct workload_stream *listener, const struct sse *sse)
{
    struct workload *workload = listener->pair->workload;
    struct answer told = {.status = sse->status, .body = sse->buffer};
    bool is_kind = sse->is_whole && (sse->status == 200 || sse->status == 204);

    if (sse->is_over && !is_kind && !workload->plan.may_fail)
        workload_fail(workload, "stream", "torn", &told);
    if (sse->is_over && sse->status != 200)
        workload_pause(AGAIN_MS);
}

static void count(struct workload *workload, long *what)
{
    pthread_mutex_lock(&workload->lock);
    ++*what;
    pthread_mutex_unlock(&workload->lock);
}

/* Open it, after the last id if it has one. */
static void open_stream(struct workload_stream *listener, const char *path,
                        struct sse *sse)
{
    bool is_again = listener->last_id[0] != '\0';

    sse_open(sse, &listener->client, path, is_again ? listener->last_id : NULL);
    if (is_again && sse_answered(sse) && sse->status == 200)
        count(listener->pair->workload, &listener->pair->workload->reconnected);
}

/* ---- of matches: each event, in order and once ---- */

static void take_event(struct workload_stream *listener,
                       struct workload_match *match,
                       const struct sse_event *event)
{
    long seq = json_integer_value(json_object_get(event->json, "seq"));
    long before = atomic_load(&match->streamed[listener->front]);

    if (seq != before + 1)
        fail(listener, "events", match->id, seq, before);
    atomic_store(&match->streamed[listener->front], seq);
    snprintf(listener->last_id, sizeof listener->last_id, "%s", event->id);
    count(listener->pair->workload, &listener->pair->workload->streamed);
}

static bool has_all(const struct workload_stream *listener,
                    struct workload_match *match)
{
    long last = atomic_load(&match->last_seq);

    return last > 0 && atomic_load(&match->streamed[listener->front]) >= last;
}

/* 204: the match has ended, and all events were sent. */
static void judge_end(struct workload_stream *listener,
                      struct workload_match *match, const struct sse *sse)
{
    if (sse->is_over && sse->status == 204 &&
        atomic_load(&match->last_seq) > 0 && !has_all(listener, match))
        fail(listener, "ended early", match->id,
             atomic_load(&match->streamed[listener->front]),
             atomic_load(&match->last_seq));
}

static void listen_to_match(struct workload_stream *listener,
                            struct workload_match *match)
{
    struct workload *workload = listener->pair->workload;
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
    while (!sse.is_over && !has_all(listener, match) &&
           workload_continues(workload));
    judge_end(listener, match, &sse);
    if (!has_all(listener, match))
        take_leave(listener, &sse);
    sse_close(&sse);
}

void *workload_listen_to_matches(void *arg)
{
    struct workload_stream *listener = arg;
    struct workload_pair *pair = listener->pair;
    int heard = 0;

    while (workload_continues(pair->workload)) {
        if (heard == atomic_load(&pair->match_count)) {
            if (atomic_load(&pair->workload->is_over))
                break;
            workload_pause(AGAIN_MS);
            continue;
        }
        struct workload_match *match = pair->matches[heard++];

        listener->last_id[0] = '\0';
        while (!has_all(listener, match) && workload_continues(pair->workload))
            listen_to_match(listener, match);
    }
    return NULL;
}

/* ---- of accounts: the progress of each match, which never decreases ---- */

/* A notice may arrive before the response by which the pair learns of the
 * match. */
static struct workload_match *find_match(struct workload_pair *pair,
                                         const char *id)
{
    while (workload_continues(pair->workload)) {
        for (int i = atomic_load(&pair->match_count); i-- > 0;)
            if (strcmp(pair->matches[i]->id, id) == 0)
                return pair->matches[i];
        workload_pause(AGAIN_MS);
    }
    return NULL;
}

static void take_notice(struct workload_stream *listener,
                        const struct sse_event *event)
{
    const json_t *json = event->json;
    const char *id = json_string_value(json_object_get(json, "match"));
    const char *status = json_string_value(json_object_get(json, "status"));
    long seq = json_integer_value(json_object_get(json, "seq"));
    int front = listener->front;

    if (strcmp(event->type, "match") != 0)
        return;
    struct workload_match *match = find_match(listener->pair, id);

    if (!match)
        return;
    long before = atomic_load(&match->noticed[front]);
    bool is_over = strcmp(status, "running") != 0;

    if (seq < before ||
        (atomic_load(&match->is_noticed_over[front]) && !is_over))
        fail(listener, "notices", id, seq, before);
    atomic_store(&match->noticed[front], seq);
    atomic_store(&match->is_noticed_over[front], is_over);
    count(listener->pair->workload, &listener->pair->workload->noticed);
}

void *workload_listen_to_account(void *arg)
{
    struct workload_stream *listener = arg;
    struct workload *workload = listener->pair->workload;
    struct sse_event event;

    while (workload_continues(workload) && !atomic_load(&workload->is_over)) {
        struct sse sse;

        open_stream(listener, "/v1/me/events", &sse);
        do
            while (sse_next(&sse, LISTEN_MS, &event)) {
                take_notice(listener, &event);
                sse_event_clear(&event);
            }
        while (!sse.is_over && !atomic_load(&workload->is_over) &&
               workload_continues(workload));
        snprintf(listener->last_id, sizeof listener->last_id, "%s",
                 sse.last_id);
        take_leave(listener, &sse);
        sse_close(&sse);
    }
    return NULL;
}
