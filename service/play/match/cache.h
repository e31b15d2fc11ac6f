/* The matches that this node holds in memory, keyed by id.
 *
 * A cached match holds the committed row, its undo window, and the commands
 * that wait for the match.  The database is read again when another node
 * reports a newer seq. */
#ifndef PLAY_CACHE_H
#define PLAY_CACHE_H

#include "base/lru.h"
#include "play/error.h"
#include "play/match/undo_window.h"
#include "play/match/used_keys.h"
#include "play/play.h"
#include "play/store/matches.h"

#include <pthread.h>
#include <stdatomic.h>

struct command;
struct play;

/* A match in memory.  `lock` guards the fields below it.  The command in
 * `acting` is the only one of this match that may be in the writer's queue. */
struct cached_match {
    struct play_id id;
    _Atomic unsigned hints; /* incremented by notifications of a newer seq */
    pthread_mutex_t lock;
    bool loaded;
    unsigned hints_seen, epoch_seen; /* when it was loaded */
    struct store_match row;          /* committed; row.match.game is set */
    struct undo_window undo_window;  /* of the row, or of an earlier one */
    struct used_keys used_keys;      /* likewise */
    struct command *acting;
    struct command *waiting_first; /* in the order of their rounds */
    unsigned waiting, round;       /* round: of the command in acting */

    /* For the cache, under its lock. */
    struct lru_entry entry;
    unsigned pins;
};

/* What this node had been notified of at a moment. */
struct cache_mark {
    unsigned hints, epoch;
};

struct cache *cache_new(unsigned max);
void cache_free(struct cache *cache);
unsigned cache_count(struct cache *cache);
/* Return the entry of a match, which may not be loaded yet.  Release it with
 * cache_unpin.  NULL: no memory. */
struct cached_match *cache_pin(struct cache *cache, const struct play_id *id);
void cache_unpin(struct cache *cache, struct cached_match *entry);
/* Note that another node has reported a newer seq of this match. */
void cache_hint(struct cache *cache, const struct play_id *id);
/* Call look with the entry of a match if it is cached and not locked.  look
 * runs under entry->lock and the cache's lock, so it must be short.  false:
 * look was not called, or returned false. */
bool cache_peek(struct cache *cache, const struct play_id *id,
                bool (*look)(void *ctx, const struct cached_match *entry),
                void *ctx);

/* Under entry->lock: read the row again unless this node has it up to date.
 * force: read it in any case. */
enum play_err cached_match_refresh(struct play *play,
                                   struct cached_match *entry, bool force);
/* Under entry->lock: return whether this node's row is up to date. */
bool cached_match_is_fresh(struct play *play, const struct cached_match *entry);
/* Under entry->lock: install a newer committed row.  The undo window and the
 * used keys stay those of the row before. */
void cached_match_install(struct play *play, struct cached_match *entry,
                          const struct store_match *row);
struct cache_mark cached_match_mark(struct play *play,
                                    struct cached_match *entry);
/* Under entry->lock: install a row that was read or inserted after this mark.
 * It is up to date unless a notification has arrived since. */
void cached_match_load(struct play *play, struct cached_match *entry,
                       const struct store_match *row, struct cache_mark mark);
/* Copy the row when it is up to date; min_seq as for match_read.  look (may be
 * NULL) is called under entry->lock, to read the undo window. */
enum play_err row_read_with(struct play *play, const char *id, uint32_t min_seq,
                            struct store_match *out,
                            enum play_err (*look)(struct play *play,
                                                  struct cached_match *entry,
                                                  void *ctx),
                            void *ctx);
/* Like row_read_with, without look. */
enum play_err row_read(struct play *play, const char *id, uint32_t min_seq,
                       struct store_match *out);

#endif
