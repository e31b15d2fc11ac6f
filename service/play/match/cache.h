/* The matches that this node holds in memory, keyed by id.
 *
 * A cached match holds the committed row, its undo window, and the commands
 * that wait for the match.  The database is read again when another node
 * reports a newer seq. */
#ifndef PLAY_CACHE_H
#define PLAY_CACHE_H

#include "play/match/undo_window.h"
#include "play/play.h"
#include "play/store.h"

#include <pthread.h>
#include <stdatomic.h>

struct game;
struct play;

struct command;

/* A match in memory.  `lock` guards everything below it; who holds `acting`
 * is the only one that may have an effect of this match in the writer. */
struct cached_match {
    struct play_id id;
    _Atomic unsigned hints; /* rises with news of a newer seq */
    pthread_mutex_t lock;
    bool loaded;
    unsigned hints_seen, epoch_seen; /* when it was loaded */
    struct store_match row;          /* committed; row.match.game is set */
    struct undo_window undo_window;  /* of the row, or of an earlier one */
    struct command *acting;
    struct command
        *waiting_first;      /* for acting, in the order of their rounds */
    unsigned waiting, round; /* round: that of the task which acts */

    /* the cache's own, under its lock */
    struct cached_match *next, *newer, *older;
    unsigned pins;
};

struct cache *cache_new(unsigned max);
void cache_free(struct cache *cache);
unsigned cache_count(struct cache *cache);
/* The entry of a match, perhaps not loaded: cache_unpin it.  NULL: no
 * memory. */
struct cached_match *cache_pin(struct cache *cache, const struct play_id *id);
void cache_unpin(struct cache *cache, struct cached_match *entry);
/* News from another node. */
void cache_hint(struct cache *cache, const struct play_id *id);
/* Let look see the entry of a match, if it is there and nobody is at work on
 * it: under entry->lock, and the cache's, so it must be short.  false: it
 * could not be seen at once, or look says so. */
bool cache_peek(struct cache *cache, const struct play_id *id,
                bool (*look)(void *ctx, const struct cached_match *entry),
                void *ctx);

/* Under entry->lock: make row what the database has, unless it is already as
 * far as this node can know.  force asks the database anyway. */
enum play_err cached_match_refresh(struct play *play,
                                   struct cached_match *entry, bool force);
/* Under entry->lock: is the row as far as this node can know? */
bool cached_match_is_fresh(struct play *play, const struct cached_match *entry);
/* Under entry->lock: a newer committed row.  The span stays behind. */
void cached_match_install(struct play *play, struct cached_match *entry,
                          const struct store_match *row);
/* A copy of the fresh row; min_seq as for match_read.  What a seat may take
 * back is asked of look (may be NULL), which is called under entry->lock. */
enum play_err row_read_with(struct play *play, const char *id, uint32_t min_seq,
                            struct store_match *out,
                            enum play_err (*look)(struct play *play,
                                                  struct cached_match *entry,
                                                  void *ctx),
                            void *ctx);
enum play_err row_read(struct play *play, const char *id, uint32_t min_seq,
                       struct store_match *out);

#endif
