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
    struct view_key key;
    uint64_t stamp;
    struct shared *shared;
};

struct views {
    pthread_mutex_t lock;
    struct view *buckets[BUCKETS];
    struct view *newest, *oldest;
    size_t bytes_max;
    struct views_counts counts;
};

struct views *views_new(size_t bytes_max)
{
    struct views *views = calloc(1, sizeof *views);

    if (!views)
        return NULL;
    views->bytes_max = bytes_max;
    pthread_mutex_init(&views->lock, NULL);
    return views;
}

/* ---- under the lock ---- */

static struct view **bucket_of(struct views *views, const struct view_key *key)
{
    size_t hash;

    memcpy(&hash, key->match.bytes, sizeof hash); /* the ids are random */
    hash += (size_t)(key->viewer + 2) * 8 + (size_t)key->kind;
    return &views->buckets[hash % BUCKETS];
}

static bool is_of(const struct view *view, const struct view_key *key)
{
    return view->key.viewer == key->viewer && view->key.kind == key->kind &&
           memcmp(&view->key.match, &key->match, sizeof key->match) == 0;
}

static struct view *find(struct views *views, const struct view_key *key)
{
    struct view *view = *bucket_of(views, key);

    while (view && !is_of(view, key))
        view = view->next;
    return view;
}

static void unlink_by_age(struct views *views, struct view *view)
{
    *(view->newer ? &view->newer->older : &views->newest) = view->older;
    *(view->older ? &view->older->newer : &views->oldest) = view->newer;
}

static void link_newest(struct views *views, struct view *view)
{
    view->newer = NULL;
    view->older = views->newest;
    *(views->newest ? &views->newest->newer : &views->oldest) = view;
    views->newest = view;
}

static size_t weight(const struct shared *shared)
{
    return sizeof(struct view) + sizeof *shared + shared->length;
}

static void forget(struct views *views, struct view *view)
{
    struct view **link = bucket_of(views, &view->key);

    while (*link != view)
        link = &(*link)->next;
    *link = view->next;
    unlink_by_age(views, view);
    views->counts.bytes -= weight(view->shared);
    views->counts.kept--;
    shared_drop(view->shared);
    free(view);
}

static void make_room(struct views *views, size_t bytes)
{
    struct view *view = views->oldest;

    while (view && views->counts.bytes + bytes > views->bytes_max) {
        struct view *newer = view->newer;

        forget(views, view);
        view = newer;
    }
}

static void add(struct views *views, const struct view_key *key, uint64_t stamp,
                struct shared *shared)
{
    struct view **bucket = bucket_of(views, key);
    struct view *view = malloc(sizeof *view);

    if (!view)
        return;
    *view = (struct view){.next = *bucket,
                          .key = *key,
                          .stamp = stamp,
                          .shared = shared_hold(shared)};
    *bucket = view;
    link_newest(views, view);
    views->counts.bytes += weight(shared);
    views->counts.kept++;
}

/* ---- the doors ---- */

struct shared *views_find(struct views *views, const struct view_key *key,
                          uint64_t stamp)
{
    struct shared *found = NULL;
    struct view *view;

    pthread_mutex_lock(&views->lock);
    view = find(views, key);
    if (view && view->stamp == stamp) {
        found = shared_hold(view->shared);
        unlink_by_age(views, view);
        link_newest(views, view);
        views->counts.found++;
    } else {
        views->counts.missed++;
    }
    pthread_mutex_unlock(&views->lock);
    return found;
}

void views_keep(struct views *views, const struct view_key *key, uint64_t stamp,
                struct shared *shared)
{
    struct view *view;

    pthread_mutex_lock(&views->lock);
    view = find(views, key);
    /* Who rendered slowly must not drive out what came meanwhile. */
    if ((!view || view->stamp < stamp) && weight(shared) <= views->bytes_max) {
        if (view)
            forget(views, view);
        make_room(views, weight(shared));
        add(views, key, stamp, shared);
    }
    pthread_mutex_unlock(&views->lock);
}

void views_count(struct views *views, struct views_counts *out)
{
    pthread_mutex_lock(&views->lock);
    *out = views->counts;
    pthread_mutex_unlock(&views->lock);
}

void views_free(struct views *views)
{
    if (!views)
        return;
    while (views->newest) {
        struct view *view = views->newest;

        views->newest = view->older;
        shared_drop(view->shared);
        free(view);
    }
    pthread_mutex_destroy(&views->lock);
    free(views);
}
