/* Replies about matches that were rendered before. */
#include "api/http/reply_cache.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct view {
    struct view *next;          /* of its bucket */
    struct view *newer, *older; /* by last use */
    struct reply_key key;
    uint64_t stamp;
    struct refbuf *refbuf;
};

struct reply_cache {
    pthread_mutex_t lock;
    struct view *buckets[BUCKETS];
    struct view *newest, *oldest;
    size_t bytes_max;
    struct reply_cache_counts counts;
};

struct reply_cache *reply_cache_new(size_t bytes_max)
{
    struct reply_cache *reply_cache = calloc(1, sizeof *reply_cache);

    if (!reply_cache)
        return NULL;
    reply_cache->bytes_max = bytes_max;
    pthread_mutex_init(&reply_cache->lock, NULL);
    return reply_cache;
}

/* ---- under the lock ---- */

static struct view **bucket_of(struct reply_cache *reply_cache,
                               const struct reply_key *key)
{
    size_t hash;

    memcpy(&hash, key->match.bytes, sizeof hash); /* the ids are random */
    hash += (size_t)(key->viewer + 2) * 8 + (size_t)key->kind;
    return &reply_cache->buckets[hash % BUCKETS];
}

static bool is_of(const struct view *view, const struct reply_key *key)
{
    return view->key.viewer == key->viewer && view->key.kind == key->kind &&
           memcmp(&view->key.match, &key->match, sizeof key->match) == 0;
}

static struct view *find(struct reply_cache *reply_cache,
                         const struct reply_key *key)
{
    struct view *view = *bucket_of(reply_cache, key);

    while (view && !is_of(view, key))
        view = view->next;
    return view;
}

static void unlink_by_age(struct reply_cache *reply_cache, struct view *view)
{
    *(view->newer ? &view->newer->older : &reply_cache->newest) = view->older;
    *(view->older ? &view->older->newer : &reply_cache->oldest) = view->newer;
}

static void link_newest(struct reply_cache *reply_cache, struct view *view)
{
    view->newer = NULL;
    view->older = reply_cache->newest;
    *(reply_cache->newest ? &reply_cache->newest->newer
                          : &reply_cache->oldest) = view;
    reply_cache->newest = view;
}

static size_t weight(const struct refbuf *refbuf)
{
    return sizeof(struct view) + sizeof *refbuf + refbuf->length;
}

static void forget(struct reply_cache *reply_cache, struct view *view)
{
    struct view **link = bucket_of(reply_cache, &view->key);

    while (*link != view)
        link = &(*link)->next;
    *link = view->next;
    unlink_by_age(reply_cache, view);
    reply_cache->counts.bytes -= weight(view->refbuf);
    reply_cache->counts.kept--;
    refbuf_drop(view->refbuf);
    free(view);
}

static void make_room(struct reply_cache *reply_cache, size_t bytes)
{
    struct view *view = reply_cache->oldest;

    while (view && reply_cache->counts.bytes + bytes > reply_cache->bytes_max) {
        struct view *newer = view->newer;

        forget(reply_cache, view);
        view = newer;
    }
}

static void add(struct reply_cache *reply_cache, const struct reply_key *key,
                uint64_t stamp, struct refbuf *refbuf)
{
    struct view **bucket = bucket_of(reply_cache, key);
    struct view *view = malloc(sizeof *view);

    if (!view)
        return;
    *view = (struct view){.next = *bucket,
                          .key = *key,
                          .stamp = stamp,
                          .refbuf = refbuf_hold(refbuf)};
    *bucket = view;
    link_newest(reply_cache, view);
    reply_cache->counts.bytes += weight(refbuf);
    reply_cache->counts.kept++;
}

/* ---- the doors ---- */

struct refbuf *reply_cache_find(struct reply_cache *reply_cache,
                                const struct reply_key *key, uint64_t stamp)
{
    struct refbuf *found = NULL;
    struct view *view;

    pthread_mutex_lock(&reply_cache->lock);
    view = find(reply_cache, key);
    if (view && view->stamp == stamp) {
        found = refbuf_hold(view->refbuf);
        unlink_by_age(reply_cache, view);
        link_newest(reply_cache, view);
        reply_cache->counts.found++;
    } else {
        reply_cache->counts.missed++;
    }
    pthread_mutex_unlock(&reply_cache->lock);
    return found;
}

void reply_cache_keep(struct reply_cache *reply_cache,
                      const struct reply_key *key, uint64_t stamp,
                      struct refbuf *refbuf)
{
    struct view *view;

    pthread_mutex_lock(&reply_cache->lock);
    view = find(reply_cache, key);
    /* Who rendered slowly must not drive out what came meanwhile. */
    if ((!view || view->stamp < stamp) &&
        weight(refbuf) <= reply_cache->bytes_max) {
        if (view)
            forget(reply_cache, view);
        make_room(reply_cache, weight(refbuf));
        add(reply_cache, key, stamp, refbuf);
    }
    pthread_mutex_unlock(&reply_cache->lock);
}

void reply_cache_count(struct reply_cache *reply_cache,
                       struct reply_cache_counts *out)
{
    pthread_mutex_lock(&reply_cache->lock);
    *out = reply_cache->counts;
    pthread_mutex_unlock(&reply_cache->lock);
}

void reply_cache_free(struct reply_cache *reply_cache)
{
    if (!reply_cache)
        return;
    while (reply_cache->newest) {
        struct view *view = reply_cache->newest;

        reply_cache->newest = view->older;
        refbuf_drop(view->refbuf);
        free(view);
    }
    pthread_mutex_destroy(&reply_cache->lock);
    free(reply_cache);
}
