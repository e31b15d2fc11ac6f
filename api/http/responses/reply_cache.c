/* Rendered responses about matches. */
#include "api/http/responses/reply_cache.h"

#include "base/lru.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct view {
    struct lru_entry entry;
    struct reply_key key;
    uint64_t stamp;
    struct refbuf *refbuf;
};

struct reply_cache {
    pthread_mutex_t lock;
    struct lru views;
    size_t bytes_max;
    struct reply_cache_counts counts;
};

struct reply_cache *reply_cache_new(size_t bytes_max)
{
    struct reply_cache *reply_cache = calloc(1, sizeof *reply_cache);

    if (!reply_cache)
        return NULL;
    if (!lru_init(&reply_cache->views, BUCKETS)) {
        free(reply_cache);
        return NULL;
    }
    reply_cache->bytes_max = bytes_max;
    pthread_mutex_init(&reply_cache->lock, NULL);
    return reply_cache;
}

/* ---- under the lock ---- */

static struct view *view_of(struct lru_entry *entry)
{
    return entry ? LRU_OWNER(entry, struct view, entry) : NULL;
}

static uint64_t hash_of(const struct reply_key *key)
{
    uint64_t hash;

    memcpy(&hash, key->match.bytes, sizeof hash); /* the ids are random */
    return hash + (uint64_t)(key->viewer + 2) * 8 + (uint64_t)key->kind +
           (uint64_t)key->language * 64;
}

static bool has_key(struct lru_entry *entry, const void *key)
{
    const struct reply_key *a = &view_of(entry)->key, *b = key;

    return a->viewer == b->viewer && a->kind == b->kind &&
           a->language == b->language &&
           memcmp(&a->match, &b->match, sizeof a->match) == 0;
}

static struct view *find(const struct reply_cache *reply_cache,
                         const struct reply_key *key)
{
    return view_of(lru_find(&reply_cache->views, hash_of(key), has_key, key));
}

/* A quarter more than the bytes: room for their compressed form, which may
 * follow later. */
static size_t weight(const struct refbuf *refbuf)
{
    return sizeof(struct view) + sizeof *refbuf + refbuf->length +
           refbuf->length / 4;
}

static void forget(struct reply_cache *reply_cache, struct view *view)
{
    lru_remove(&reply_cache->views, &view->entry);
    reply_cache->counts.bytes -= weight(view->refbuf);
    refbuf_drop(view->refbuf);
    free(view);
}

static void make_room(struct reply_cache *reply_cache, size_t bytes)
{
    while (reply_cache->views.count > 0 &&
           reply_cache->counts.bytes + bytes > reply_cache->bytes_max)
        forget(reply_cache, view_of(reply_cache->views.oldest));
}

static void add(struct reply_cache *reply_cache, const struct reply_key *key,
                uint64_t stamp, struct refbuf *refbuf)
{
    struct view *view = malloc(sizeof *view);

    if (!view)
        return;
    *view = (struct view){
        .key = *key, .stamp = stamp, .refbuf = refbuf_hold(refbuf)};
    lru_add(&reply_cache->views, &view->entry, hash_of(key));
    reply_cache->counts.bytes += weight(refbuf);
}

/* ---- interface ---- */

struct refbuf *reply_cache_find(struct reply_cache *reply_cache,
                                const struct reply_key *key, uint64_t stamp)
{
    struct refbuf *found = NULL;
    struct view *view;

    pthread_mutex_lock(&reply_cache->lock);
    view = find(reply_cache, key);
    if (view && view->stamp == stamp) {
        found = refbuf_hold(view->refbuf);
        lru_touch(&reply_cache->views, &view->entry);
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
    /* A request that rendered slowly must not replace a newer response. */
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
    out->kept = reply_cache->views.count;
    pthread_mutex_unlock(&reply_cache->lock);
}

void reply_cache_free(struct reply_cache *reply_cache)
{
    if (!reply_cache)
        return;
    while (reply_cache->views.count > 0)
        forget(reply_cache, view_of(reply_cache->views.newest));
    lru_clear(&reply_cache->views);
    pthread_mutex_destroy(&reply_cache->lock);
    free(reply_cache);
}
