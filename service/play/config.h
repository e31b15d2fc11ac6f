/* The configuration of play: clocks, limits, periods and policies of a node.
 *
 * play_config_defaults sets the values that the comments give. */
#ifndef PLAY_CONFIG_H
#define PLAY_CONFIG_H

#include "play/play.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAY_BOT_THINK_MIN_MS = 10 };

struct play_config {
    /* The node's own clocks: microseconds since 1970 UTC; and microseconds of a
     * clock that never steps. */
    int64_t (*wall_us)(void *ctx);
    int64_t (*steady_us)(void *ctx);
    /* Fill with unpredictable bytes; false: none are available. */
    bool (*random_bytes)(void *ctx, void *out, size_t size);
    void *ctx; /* of all three */

    /* Called from any thread when this node's time becomes wrong, and when it
     * is right again; may be NULL. */
    void (*log)(void *ctx, const char *text);
    void *log_ctx;

    unsigned sync_ms; /* ask the database for the time in this period: 10000; 0:
                         never, the time is that of wall_us */

    /* Passwords: argon2id's memory in KiB (8 or more) and passes.  19456 and
     * 2; tests use less. */
    unsigned password_kib, password_passes;
    unsigned password_threads; /* that hash for clients that are not signed in;
                                  0: half the processors, 1 to 8 */
    unsigned scrypt_log2_n;    /* of hashes for nodes that have only scrypt: 17;
                                  tests use less */
    unsigned session_days; /* how long the token of a session is valid: 30 */
    /* Failures that lock and guard (player.h): 10, 100 and 50.  Each minute
     * without a failure forgives one. */
    unsigned lock_failures, lock_network_failures, guard_failures;
    unsigned lock_seconds;  /* 300 */
    unsigned guard_seconds; /* 3600 */

    unsigned matches_cached;  /* matches held in memory: 10000 */
    size_t event_tails_bytes; /* memory for event tails (event_tail.h): 32 MiB;
                                 0: none */
    unsigned replay_cpu_ms;   /* processor time that a replay of an event log
                                 may use: 250; 0: no limit */
    unsigned queue_max;       /* commands that may wait for the writer: 4096 */
    unsigned bot_sweep_ms;    /* look for bots that are to act in this period:
                                 3000;    0: never */
    unsigned job_period_ms;   /* run periodic jobs at least in this period:
                                 500; 0: only after notifications */
    unsigned backlog_ms; /* ask the database for the backlog in this period:
                            15000; 0: never */
    unsigned grace_ms;   /* the grace period after a start, an outage of the
                            database, or a change of its clock, in which no seat
                            leaves because its time is up: 60000 */

    struct ladder_policy {
        unsigned season_days;  /* the length of a season: 91 */
        unsigned list_matches; /* rated matches in the season that put a player
                                  on the leaderboard: 10 */
        unsigned list_opponents; /* different opponents that it needs: 5 */
        unsigned list_queue_opponents; /* of these, from the queue: 3 */
    } ladder;
    unsigned claim_days;       /* in a running match without a clock nothing has
                                  happened for this long: an opponent may claim that
                                  the players who are to act have left: 14; 0:
                                  never */
    unsigned archive_days;     /* pack matches this long after their end: 90; 0:
                                  never */
    unsigned delete_days;      /* delete aborted matches and sandboxes this long
                                  after their end: 7; 0: never */
    struct expiry_policy {     /* what ends when nothing happens; 0: never */
        unsigned open_days;    /* matches that wait for players: 7 */
        unsigned sandbox_days; /* sandboxes: 30 */
        unsigned idle_days;    /* other running matches without a clock: 90 */
        unsigned bots_minutes; /* running matches of bots only: 60 */
        unsigned every_ms; /* look for them in this period: 10000; 0: never */
    } expiry;

    unsigned caps[CAP_COUNT];    /* limits of one account: 200, 20, 50, 8, 2; 0:
                                    none */
    unsigned challenges_per_day; /* of one account: 100; 0: no limit */
    unsigned undo_log_max; /* in a match of this many events nothing can be
                              taken back, and no vote withdrawn: 10000 */

    uint64_t
        disk_bytes;    /* that the database may take, for metrics; 0: unknown */
    bool hidden_games; /* offer hidden games (struct game): false */
    bool bots_play;    /* play the built-in bots on this node: true */
    unsigned bot_think_ms; /* thinking time of a built-in bot for a choice: 100;
                              less when others wait, down to
                              PLAY_BOT_THINK_MIN_MS */
    unsigned bot_watch_ms; /* a match of bots only is played for this long after
                              somebody has read it: 60000 */
};

/* The defaults above, with the system's clocks and OpenSSL's randomness. */
void play_config_defaults(struct play_config *config);

/* play_config.caps. */
unsigned play_cap(const struct play *play, enum match_cap cap);
/* play_config.challenges_per_day. */
unsigned play_challenges_per_day(const struct play *play);

#endif
