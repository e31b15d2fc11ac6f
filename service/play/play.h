/* Play: what people do with games, from accounts and sessions to matches, the
 * queue and the ladder.
 *
 * `struct play` is one node.  Nodes on one database behave as one: a node keeps
 * nothing that another needs, and its caches are keyed by seq.  The caller
 * provides the store, the clocks and the randomness; play contains neither SQL
 * nor HTTP.
 *
 * Every function of play may be called from any thread.  A function that takes
 * `done` calls it exactly once: at once on the caller's thread, or later on one
 * of play's own.  `done` must be short (resume a connection) and must not call
 * play_drain; its arguments are borrowed for the call.
 *
 * This header starts and stops a node.  The others are grouped by subject:
 *
 *   error.h, config.h, counts.h  errors, configuration and metrics
 *   accounts/                    accounts, sessions, tokens, blocks, vacations,
 *                                the feed of an account
 *   match/                       creating, reading and playing matches
 *   matchmaking/                 the queue, challenges, rules of bots
 *   ladder/                      ratings, seasons, leaderboards, statistics
 *   replay/                      event logs, snapshots, records, archive
 *   node/                        what a node does by itself: jobs, bots, time
 *   store.h, store/              what play needs of a database */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct play;
struct play_config;
struct store;

/* ---- ids, lengths and limits ---- */

/* 128 random bits, of which every id is made. */
struct play_id {
    uint8_t bytes[16];
};

/* Lengths of texts, with their NUL. */
enum {
    PLAY_ID_SIZE = 32,      /* "m_" + 26 letters of base32 */
    PLAY_NAME_SIZE = 32,    /* the name of a player or bot */
    PLAY_DISPLAY_SIZE = 73, /* the display name of a player */
    PLAY_TOKEN_SIZE = 64,   /* "fth_" + 52 letters of base32 */
    PLAY_CURSOR_SIZE = 64,  /* the cursor of a list */
    PLAY_KEY_SIZE = 129,    /* an idempotency key: 1 to 128 bytes */
    PLAY_LABEL_SIZE = 257,  /* the label of a token: 1 to 64 characters */
    PLAY_ADDRESS_SIZE = 50, /* where a request came from: "192.0.2.7", or for
                               IPv6 the network: "2001:db8:0:1::/64" */
};

/* Limits on the matches that an account has created and that are not over. */
enum match_cap {
    CAP_LIVE,       /* all of them */
    CAP_OPEN,       /* those that wait for players */
    CAP_SANDBOX,    /* those that begin at a position */
    CAP_BOTS,       /* those with a built-in bot */
    CAP_BOTS_ALONE, /* those without a player */
    CAP_COUNT,
};

/* Return "live", "open", "sandbox", "bots" or "bots-alone". */
const char *match_cap_word(enum match_cap cap);

/* ---- start and stop ---- */

/* New: release with play_free.  Copies the config; borrows the store until
 * play_free.  Starts the threads.  NULL when out of memory or threads.  The
 * database need not be reachable yet. */
struct play *play_new(const struct play_config *config, struct store *store);

/* End all waits within this time (PLAY_WAIT_TIMEOUT), one after the other. */
void play_shorten_waits(struct play *play, unsigned within_ms);

/* Stop accepting work, finish the commands in the queue, end all waits
 * (PLAY_UNAVAILABLE, PLAY_WAIT_DRAINING) and stop the threads.  Later calls
 * return PLAY_UNAVAILABLE.  A second call does nothing. */
void play_drain(struct play *play);

/* Drain, then free. */
void play_free(struct play *play);

/* Bound the events of one match that calls on this thread may replay, and
 * refuse previews in sandboxes on it.  A call that needs more returns PLAY_SLOW
 * and has no effect; call it again on another thread.  Commands of match_submit
 * are never refused for this: play finishes them on its own threads.
 * UINT32_MAX, as every thread begins: no bound. */
void play_limit_replays(uint32_t most);

/* ---- health ---- */

/* Whether clients should be sent to this node. */
enum play_health {
    PLAY_WELL,
    PLAY_NO_DATABASE,  /* it does not respond, or play is draining */
    PLAY_CANNOT_WRITE, /* the database responds but refuses writes: its disk is
                          full, for example */
    PLAY_NO_TIME,      /* the database was not asked for the time yet */
    PLAY_SKEWED,       /* the clocks of node and database differ */
};

/* Ask the database: for readiness probes.  At most every 5 s, or every second
 * after a failure, it also tries a write, which leaves nothing behind. */
enum play_health play_check(struct play *play);

/* Return the health as this node last saw it, without a query; never
 * PLAY_NO_DATABASE. */
enum play_health play_health(const struct play *play);

/* Return how many requests the database has served since play_new.  Does not
 * query the database. */
uint64_t play_served(struct play *play);

/* ---- time ---- */

/* The current time in microseconds since 1970 UTC.  It is the database's, so
 * that all nodes have the same.  Until the database was asked for it
 * (is_known), and without config.sync_ms, it is the node's own. */
int64_t play_now_us(const struct play *play);

/* The node's own clock compared with the time. */
struct play_clock {
    bool is_known;   /* the database's time is known */
    bool is_skewed;  /* they differ by more than 2 s: then the node does nothing
                        by itself that depends on the time */
    int64_t skew_us; /* how far the own clock is ahead; negative: behind */
};

void play_clock(const struct play *play, struct play_clock *out);

#endif
