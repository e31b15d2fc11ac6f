/* Counts of what happens on a node, for metrics. */
#ifndef PLAY_COUNTS_H
#define PLAY_COUNTS_H

#include "play/error.h"
#include "play/node/histogram.h"
#include "play/play.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game;

/* The kind of player that made a move: a person, a bot account, a built-in
 * bot. */
enum mover_kind { MOVER_HUMAN, MOVER_BOT, MOVER_BUILTIN, MOVER_COUNT };

/* "human", "bot", "house". */
const char *mover_word(enum mover_kind mover);

enum {
    PLAY_GAMES_MAX = 8,  /* games with counts of their own; further games count
                            as the last */
    PLAY_RULES_MAX = 96, /* rules that refused moves, counted by name */
};

/* The index of a game in play_counts.games. */
unsigned game_number(const struct game *game);

/* Counts of one game. */
struct play_game_counts {
    uint64_t moves[MOVER_COUNT];      /* played and committed */
    struct histogram_counts judge_us; /* time in which the rules judged a move
                                         or a preview; on histogram_work_us */
};

/* How often a rule refused a move. */
struct play_rule_counts {
    char rule[48]; /* see struct refusal; "other" for rules of all games beyond
                      PLAY_RULES_MAX */
    unsigned game; /* index in games */
    uint64_t refused;
};

/* How many of a kind wait, and for how long the oldest has. */
struct play_backlog_row {
    uint32_t count; /* STORE_BACKLOG_MAX at most */
    int64_t oldest_us;
};

/* Work that waits in the database, when it was last asked. */
struct play_backlog {
    bool is_known;
    int64_t age_us; /* since it was asked */
    struct play_backlog_row queue_people, queue_bots, unsettled, clocks;
};

/* Counts since play_new, and the work that waits now. */
struct play_counts {
    uint64_t moves;    /* played and committed, also by bots */
    uint64_t commits;  /* transactions of the writer */
    uint64_t stale;    /* responses PLAY_STALE */
    uint64_t illegal;  /* responses PLAY_ILLEGAL_MOVE */
    uint64_t replayed; /* responses from an idempotency key */
    uint64_t bot_moves;
    uint64_t undos;   /* decisions taken back and committed, by event */
    uint64_t reloads; /* cached matches that were found old */
    uint64_t pool_timeouts;
    uint32_t queued, cached;
    uint32_t apply_pool; /* commands that wait for a thread of that pool */
    uint64_t judging_us; /* processor time of those threads */
    uint32_t pool_open, pool_busy, pool_max;
    bool is_listening; /* notifications of other nodes arrive */

    uint64_t refused[PLAY_ERR_COUNT]; /* commands, by error */
    uint64_t pool_retries, pool_failures, pool_served;
    uint32_t pool_waiting;
    struct histogram_counts pool_waits_us; /* on histogram_work_us */
    struct histogram_counts commits_us;    /* of the writer; likewise */
    struct histogram_counts batches;       /* updates of each commit; on
                                              histogram_sizes */
    uint64_t rebuilt;    /* states that were replayed when a match was read */
    uint64_t unreplayed; /* event logs that did not replay: damage, or a bug */
    uint64_t settled;    /* matches that this node applied to the ladder */
    uint64_t archived;   /* old matches that this node packed */
    uint64_t deleted;    /* ended matches that this node deleted */
    uint64_t put_aside;  /* matches that the ladder had to leave out */
    uint64_t unwritten;  /* writes of play_check that failed */
    struct play_clock clock;
    uint64_t hashes;          /* of passwords: made, or compared with */
    uint64_t hashing_refused; /* passwords that were not hashed, because too
                                 many waited */
    uint32_t hashing_waiting;
    uint64_t replayed_events; /* events applied by replays of logs */
    uint64_t snapshots_written;
    uint64_t snapshots_dropped; /* not written: too many at once, or the
                                   database was not reachable */
    uint64_t snapshots_damaged; /* found, but could not be read */
    struct play_backlog backlog;
    uint64_t database_bytes; /* on disk, at most a minute ago; 0: unknown */
    uint64_t kept_matches;   /* in it, an estimate; 0: unknown */
    uint64_t disk_bytes;     /* play_config.disk_bytes */
    struct play_game_counts games[PLAY_GAMES_MAX]; /* by game_number */
    struct play_rule_counts rules[PLAY_RULES_MAX]; /* the first rule_count */
    size_t rule_count;
};

/* Read the counts.  Does not ask the database, and does not wait. */
void play_count(struct play *play, struct play_counts *out);

#endif
