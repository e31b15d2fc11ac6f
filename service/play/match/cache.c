/* The cache of matches: the latest committed rows of those recently used.
 *
 * A row is used without a query while this node receives notifications and has
 * received none about the match since it read or created it.  Correctness does
 * not depend on that: the writer compares seq in the database. */
#include "play/match/cache.h"

#include "play/error.h"
#include "play/match/clock.h"
#include "play/match/commitment.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/row.h"
#include "play/match/undo_window.h"
#include "play/match/used_keys.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct cache {
    pthread_mutex_t lock;
    struct lru matches; /* struct cached_match */
    unsigned max;
};

struct cache *cache_new(unsigned max)
{
    struct cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    if (!lru_init(&cache->matches, max)) {
        free(cache);
        return NULL;
    }
    cache->max = max;
    pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

static struct cached_match *owner_of(struct lru_entry *entry)
{
    return LRU_OWNER(entry, struct cached_match, entry);
}

static void entry_free(struct cached_match *entry)
{
    undo_window_clear(&entry->undo_window);
    used_keys_clear(&entry->used_keys);
    pthread_mutex_destroy(&entry->lock);
    free(entry);
}

void cache_free(struct cache *cache)
{
    if (!cache)
        return;
    while (cache->matches.newest) {
        struct cached_match *entry = owner_of(cache->matches.newest);

        lru_remove(&cache->matches, &entry->entry);
        entry_free(entry);
    }
    lru_clear(&cache->matches);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

unsigned cache_count(struct cache *cache)
{
    unsigned n;

    pthread_mutex_lock(&cache->lock);
    n = (unsigned)cache->matches.count;
    pthread_mutex_unlock(&cache->lock);
    return n;
}

/* ---- under the cache's lock ---- */

static uint64_t hash_of(const struct play_id *id)
{
    uint64_t hash;

    memcpy(&hash, id->bytes, sizeof hash); /* ids are random */
    return hash;
}

static bool has_id(struct lru_entry *entry, const void *id)
{
    return id_equals(&owner_of(entry)->id, id);
}

static struct cached_match *find(struct cache *cache, const struct play_id *id)
{
    struct lru_entry *entry =
        lru_find(&cache->matches, hash_of(id), has_id, id);

    return entry ? owner_of(entry) : NULL;
}

static void evict(struct cache *cache, struct cached_match *entry)
{
    lru_remove(&cache->matches, &entry->entry);
    entry_free(entry);
}

/* Evict the least recently used entries that are not pinned; a few pinned ones
 * are skipped. */
static void make_room(struct cache *cache)
{
    struct lru_entry *entry = cache->matches.oldest;

    for (int tries = 0;
         entry && cache->matches.count >= cache->max && tries < 64; tries++) {
        struct lru_entry *newer = entry->newer;

        if (owner_of(entry)->pins == 0)
            evict(cache, owner_of(entry));
        entry = newer;
    }
}

static struct cached_match *add(struct cache *cache, const struct play_id *id)
{
    struct cached_match *entry = calloc(1, sizeof *entry);

    if (!entry)
        return NULL;
    entry->id = *id;
    pthread_mutex_init(&entry->lock, NULL);
    make_room(cache);
    lru_add(&cache->matches, &entry->entry, hash_of(id));
    return entry;
}

/* ---- pins ---- */

struct cached_match *cache_pin(struct cache *cache, const struct play_id *id)
{
    struct cached_match *entry;

    pthread_mutex_lock(&cache->lock);
    entry = find(cache, id);
    if (entry)
        lru_touch(&cache->matches, &entry->entry);
    else
        entry = add(cache, id);
    if (entry)
        entry->pins++;
    pthread_mutex_unlock(&cache->lock);
    return entry;
}

/* Remove an entry that never held a match: ids that do not exist must not
 * evict existing ones. */
void cache_unpin(struct cache *cache, struct cached_match *entry)
{
    bool is_empty;

    pthread_mutex_lock(&entry->lock);
    is_empty = entry->row.match.game == NULL;
    pthread_mutex_unlock(&entry->lock);
    pthread_mutex_lock(&cache->lock);
    entry->pins--;
    if (is_empty && entry->pins == 0)
        evict(cache, entry);
    pthread_mutex_unlock(&cache->lock);
}

void cache_hint(struct cache *cache, const struct play_id *id)
{
    struct cached_match *entry;

    pthread_mutex_lock(&cache->lock);
    entry = find(cache, id);
    if (entry)
        atomic_fetch_add(&entry->hints, 1);
    pthread_mutex_unlock(&cache->lock);
}

bool cache_peek(struct cache *cache, const struct play_id *id,
                bool (*look)(void *ctx, const struct cached_match *entry),
                void *ctx)
{
    struct cached_match *entry;
    bool is_seen = false;

    pthread_mutex_lock(&cache->lock);
    entry = find(cache, id);
    if (entry && pthread_mutex_trylock(&entry->lock) == 0) {
        is_seen = look(ctx, entry);
        pthread_mutex_unlock(&entry->lock);
        lru_touch(&cache->matches, &entry->entry);
    }
    pthread_mutex_unlock(&cache->lock);
    return is_seen;
}

/* ---- rows ---- */

/* Return whether a row that was read again is unchanged.  Compares bytes:
 * different padding only costs a new stamp. */
static bool is_same(const struct store_match *a, struct store_match *b)
{
    const uint64_t stamp = b->match.stamp;
    bool is_same;

    b->match.stamp = a->match.stamp;
    is_same = memcmp((const uint8_t *)a, (const uint8_t *)b, sizeof *a) == 0;
    b->match.stamp = stamp;
    return is_same;
}

void cached_match_install(struct play *play, struct cached_match *entry,
                          const struct store_match *row)
{
    if (entry->row.match.game && row->match.seq < entry->row.match.seq)
        return;
    if (is_same(row, &entry->row))
        return;
    if (entry->row.match.game && row->match.seq > entry->row.match.seq)
        undo_window_keep(&entry->undo_window, &entry->row);
    entry->row = *row;
    entry->row.match.stamp = atomic_fetch_add(&play->stamps, 1) + 1;
}

static bool has_state(const struct play *play, const struct store_match *row)
{
    return row->state_size == row->match.game->state_size &&
           strcmp(row->build, play->build) == 0;
}

/* Use the state of the known row if the row that was read is after the same
 * event.  Its time identifies the event: after a failover another one may have
 * its seq. */
static bool keep_state(const struct play *play, const struct store_match *known,
                       struct store_match *row)
{
    if (!known->match.game || known->match.seq != row->match.seq ||
        known->moved_us != row->moved_us || !has_state(play, known))
        return false;
    row->state_size = known->state_size;
    memcpy(row->state, known->state, known->state_size);
    memcpy(row->build, known->build, sizeof row->build);
    return true;
}

/* Fill in what the store does not: the game, the settings, the text of the id,
 * and the state. */
static enum play_err complete(struct play *play, struct cached_match *entry,
                              struct store_match *row)
{
    struct match *match = &row->match;

    match->game = game_find(row->game_id);
    if (!match->game ||
        !options_read(match->game, row->options, &match->settings))
        return PLAY_NOT_FOUND; /* a game that this build does not have */
    id_write("m_", &match->key, match->id);
    clock_absences(match, row->moved_us, play->config.claim_days);
    match_commitment(match->id, row->secret, match->commitment);
    if (row_is_foreign(row))
        row->state_size = 0; /* its bytes mean something else */
    if (!match->started_us || row_is_foreign(row) || has_state(play, row) ||
        keep_state(play, &entry->row, row))
        return PLAY_OK;
    return undo_window_replay(play, entry, row);
}

bool cached_match_is_fresh(struct play *play, const struct cached_match *entry)
{
    return entry->loaded && atomic_load(&play->is_listening) &&
           atomic_load(&entry->hints) == entry->hints_seen &&
           atomic_load(&play->epoch) == entry->epoch_seen;
}

struct cache_mark cached_match_mark(struct play *play,
                                    struct cached_match *entry)
{
    return (struct cache_mark){.hints = atomic_load(&entry->hints),
                               .epoch = atomic_load(&play->epoch)};
}

void cached_match_load(struct play *play, struct cached_match *entry,
                       const struct store_match *row, struct cache_mark mark)
{
    cached_match_install(play, entry, row);
    undo_window_begin(&entry->undo_window, &entry->row);
    used_keys_begin(play, &entry->used_keys, &entry->row);
    entry->loaded = true;
    entry->hints_seen = mark.hints;
    entry->epoch_seen = mark.epoch;
}

enum play_err cached_match_refresh(struct play *play,
                                   struct cached_match *entry, bool force)
{
    const struct cache_mark mark = cached_match_mark(play, entry);
    struct store_match *row;
    enum play_err err;

    if (!force && cached_match_is_fresh(play, entry))
        return PLAY_OK;
    row = calloc(1, sizeof *row);
    if (!row)
        return PLAY_UNAVAILABLE;
    err = play_err_of(play->store->matches->find(play->store, &entry->id, row));
    if (!err)
        err = complete(play, entry, row);
    if (!err) {
        if (entry->row.match.game && entry->row.match.seq < row->match.seq)
            atomic_fetch_add(&play->counts.reloads, 1);
        cached_match_load(play, entry, row, mark);
    }
    free(row);
    return err;
}

enum play_err row_read_with(struct play *play, const char *id, uint32_t min_seq,
                            struct store_match *out,
                            enum play_err (*look)(struct play *play,
                                                  struct cached_match *entry,
                                                  void *ctx),
                            void *ctx)
{
    struct play_id key;
    struct cached_match *entry;
    enum play_err err;

    if (!id_read("m_", id, &key))
        return PLAY_NOT_FOUND;
    entry = cache_pin(play->cache, &key);
    if (!entry)
        return PLAY_UNAVAILABLE;
    pthread_mutex_lock(&entry->lock);
    err = cached_match_refresh(play, entry, false);
    if (!err && entry->row.match.seq < min_seq)
        err = cached_match_refresh(play, entry, true);
    if (!err && look)
        err = look(play, entry, ctx);
    if (!err)
        *out = entry->row;
    pthread_mutex_unlock(&entry->lock);
    cache_unpin(play->cache, entry);
    return err;
}

enum play_err row_read(struct play *play, const char *id, uint32_t min_seq,
                       struct store_match *out)
{
    return row_read_with(play, id, min_seq, out, NULL, NULL);
}
