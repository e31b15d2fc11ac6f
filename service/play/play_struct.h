/* struct play: the parts of one node and the state that they share.
 *
 * Each module has its own header; only modules of play include this one. */
#ifndef PLAY_STRUCT_H
#define PLAY_STRUCT_H

#include "play/config.h"
#include "play/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct rate_usage;
struct store;

struct cache;
struct jobs;
struct hashing;
struct stats;
struct pool;
struct bot_runner;
struct snapshots;
struct tokens;
struct event_tails;
struct subscriptions;
struct thread;
struct writer;

struct play {
    struct play_config config;
    struct store *store;
    char build[STORE_BUILD_SIZE]; /* tags this program's snapshots */
    struct cache *cache;
    struct hashing *hashing;
    struct pool *account_pool; /* deletes accounts and moves deadlines */
    struct pool *apply_pool;   /* applies commands that waited for a commit */
    struct bot_runner *bot_runner;
    struct jobs *jobs;
    struct thread *purge;
    struct snapshots *snapshots;
    struct tokens *tokens;
    struct event_tails *event_tails;
    struct subscriptions *subscriptions;
    struct writer *writer;
    _Atomic bool is_listening; /* notifications of other nodes arrive */
    _Atomic unsigned epoch; /* raised when notifications may have been missed */
    _Atomic uint64_t stamps; /* the last match.stamp given out */
    struct time_sync {
        _Atomic int64_t base_us; /* what play_now_us adds to steady time; 0:
                                    not known yet */
        _Atomic bool is_wanted;  /* ask the database soon */
        _Atomic bool is_skewed;  /* the wall clock is too far off */
        int64_t asked_us;        /* steady; only for the jobs' thread: when it
                                    was asked last; 0: never */
    } time;
    struct {
        _Atomic int64_t tried_us; /* steady; 0: never */
        _Atomic bool is_failing;  /* the last write was refused */
    } writes;
    /* grace.h, steady: the end of the grace period; and, only for the jobs'
     * thread, when clocks were last checked. */
    _Atomic int64_t patient_until_us;
    int64_t clocks_seen_us;
    /* Only for the jobs' thread: the next old match to pack, and when packing
     * continues (steady). */
    struct store_archive_place archive_place;
    int64_t archive_next_us;
    /* The same for matches that expire. */
    struct store_idle_place expiry_places[IDLE_KINDS];
    int64_t expiry_next_us;
    int64_t retention_next_us;       /* when deleting continues */
    _Atomic int64_t argon2_since_us; /* INT64_MAX: unknown */
    pthread_mutex_t scrypt_lock;
    _Atomic bool draining;
    pthread_mutex_t drain_lock;
    bool drained;
    struct {
        pthread_mutex_t lock; /* held while it is called */
        void (*receive)(void *ctx, const struct rate_usage *one);
        void *ctx;
    } rate_usage;
    struct stats *stats;
    struct {
        _Atomic uint64_t moves, commits, stale, illegal, replayed, bot_moves,
            undos, reloads, rebuilt, unreplayed, settled, put_aside, archived,
            deleted, unwritten, judging_us, hashes, hashing_refused,
            replayed_events, snapshots_written, snapshots_dropped,
            snapshots_damaged;
    } counts;
};

#endif
