/* What people do with games: accounts, sessions, matches, moves.
 *
 * `struct play` is one node's share of it.  Nodes on one database behave as
 * one: a node keeps nothing that another needs, its caches are keyed by seq.
 * The store, the clocks and the randomness are handed in; play knows neither
 * SQL nor HTTP.
 *
 * Every function here may be called from any thread.  Functions that take
 * `done` answer through it exactly once: at once on the caller's thread, or
 * later on one of play's own.  `done` must be short (resume a connection) and
 * must not call play_drain; what it is given is borrowed for the call. */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include "play/node/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game;
struct play;
struct store;

enum play_err {
    PLAY_OK,
    PLAY_UNAVAILABLE, /* no database, a full queue, or draining: try again */
    PLAY_NOT_FOUND,

    /* accounts and sessions */
    PLAY_BAD_NAME,        /* not 3-24 of a-z 0-9 _ - */
    PLAY_BAD_PASSWORD,    /* not 8-128 characters of UTF-8 */
    PLAY_COMMON_PASSWORD, /* on the list of common passwords */
    PLAY_NAME_TAKEN,
    PLAY_BAD_CREDENTIALS, /* unknown name or wrong password: never says which */
    PLAY_LOCKED,          /* too many wrong passwords: wait */
    PLAY_BANNED,          /* by an operator; the password was right */
    PLAY_BAD_TOKEN,       /* unknown, expired or revoked */
    PLAY_WRONG_PASSWORD,  /* who is signed in gave another than the own one */
    PLAY_PASSWORD_NEEDED, /* a token like this one needs it once more */
    PLAY_SCOPE_EXCEEDED,  /* a token would be allowed more than its maker */
    PLAY_TOO_MANY_TOKENS, /* the account has as many as it may have */

    /* setting up a match */
    PLAY_UNKNOWN_GAME,
    PLAY_BAD_SEATS,        /* too few, too many, "me" twice, no such word */
    PLAY_UNKNOWN_BOT,      /* "bot:NAME" with no such bot */
    PLAY_UNKNOWN_OPTION,   /* the game has no option of this name */
    PLAY_BAD_OPTION,       /* a value the option does not allow, or options that
                              the game refuses together */
    PLAY_UNFAIR,           /* a rated match must not have this */
    PLAY_BAD_POSITION,     /* no position that a match of this game can begin
                              with, or given together with options */
    PLAY_BAD_CURSOR,       /* not a cursor that a list gave out */
    PLAY_TOO_MANY_MATCHES, /* the account has as many as it may have */

    /* seats */
    PLAY_NOT_OPEN,       /* the match has started: no joining, no leaving */
    PLAY_SEAT_TAKEN,     /* this seat is not open */
    PLAY_ALREADY_SEATED, /* the player sits in this match already */
    PLAY_NOT_SEATED,     /* the player does not sit there */

    /* moves */
    PLAY_NOT_STARTED,    /* seats are still open */
    PLAY_FINISHED,       /* the match is over */
    PLAY_NOT_YOUR_TURN,  /* seated, but owes no decision now */
    PLAY_BAD_MOVE,       /* text that is no move of this game */
    PLAY_ILLEGAL_MOVE,   /* a move, but not a legal one here */
    PLAY_STALE,          /* the expected seq is too old for this seat */
    PLAY_KEY_REUSED,     /* this idempotency key came with another body */
    PLAY_UNDO_BLOCKED,   /* nothing can be taken back, or not that far */
    PLAY_OWN_SEAT,       /* claims are made against opponents */
    PLAY_TIME_NOT_UP,    /* the seat has time left, or its time does not run */
    PLAY_VOTE_UNCHANGED, /* the vote is that already; or the match has had too
                            many events for votes to be withdrawn */
    PLAY_ABORT_BLOCKED,  /* a rated match is aborted in its opening only, by
                            all seats: not without who has left, nor by bots of
                            the house; its creator aborts no match that others
                            play */
    PLAY_NOT_CREATOR,    /* somebody else has set it up */

    /* the queue */
    PLAY_ALREADY_PLAYING, /* as many rated matches as may be at once */
    PLAY_ALREADY_MATCHED, /* a match was found, and it goes on */
    PLAY_ON_VACATION,     /* come back first */
    PLAY_NO_VACATION,     /* there are not so many days left */

    PLAY_NOT_ALLOWED, /* the position of this match is not (yet) to be seen */
    PLAY_OTHER_RULES, /* the match is of a rules version or deck that this
                         build does not have: it cannot be replayed */
    PLAY_DAMAGED,     /* the log of the match does not replay */
    PLAY_REPLAY_TOO_LONG, /* the replay took play_config.replay_cpu_ms: try
                             again, the next one normally starts further on */

    /* bots and challenges */
    PLAY_NOT_A_BOT,           /* only the account of a bot has rules */
    PLAY_UNKNOWN_PLAYER,      /* nobody has this name */
    PLAY_BAD_PLAYERS,         /* oneself, or somebody twice */
    PLAY_BOT_DECLINES,        /* the rules of a bot do not take it */
    PLAY_BOT_FULL,            /* a bot has as many matches as its rules take */
    PLAY_CHALLENGE_OVER,      /* it waits no more */
    PLAY_NOT_CHALLENGER,      /* only who made the challenge cancels it */
    PLAY_TOO_MANY_CHALLENGES, /* of the account's wait */
    PLAY_CHALLENGES_SPENT,    /* the account has made as many today as it may */
    PLAY_BLOCKED,             /* one of the players has blocked the account */
    PLAY_OWN_ACCOUNT,         /* nobody blocks themselves */
    PLAY_TOO_MANY_BLOCKS,     /* the account has BLOCKS_MAX */

    PLAY_SLOW, /* more events to replay than this thread may: call again on a
                  thread without a bound (play_limit_replays) */
};

enum { PLAY_ERR_COUNT = PLAY_SLOW + 1 };

/* Lengths of texts, their NUL included. */
enum {
    PLAY_ID_SIZE = 32,      /* "m_" + 26 letters of base32 */
    PLAY_NAME_SIZE = 32,    /* a player's or a bot's name */
    PLAY_TOKEN_SIZE = 64,   /* "fth_" + 52 letters of base32 */
    PLAY_CURSOR_SIZE = 64,  /* a list's cursor */
    PLAY_KEY_SIZE = 129,    /* an idempotency key: 1 to 128 bytes */
    PLAY_LABEL_SIZE = 257,  /* a token's label: 1 to 64 characters */
    PLAY_ADDRESS_SIZE = 50, /* where a request came from: "192.0.2.7", or of
                               IPv6 the network: "2001:db8:0:1::/64" */
};

enum { PLAY_BOT_THINK_MIN_MS = 10 };

/* What is counted of an account: matches that it has set up and that are not
 * over. */
enum match_cap {
    CAP_LIVE,       /* all of them */
    CAP_OPEN,       /* those that wait for players */
    CAP_SANDBOX,    /* those that begin at a position */
    CAP_BOTS,       /* those in which the service plays a bot */
    CAP_BOTS_ALONE, /* those without a player */
    CAP_COUNT,
};

/* "live", "open", "sandbox", "bots", "bots-alone". */
const char *match_cap_word(enum match_cap cap);

/* 128 random bits: what stands behind every id. */
struct play_id {
    uint8_t bytes[16];
};

struct play_config {
    /* The node's own clocks: microseconds since 1970 UTC; and microseconds of a
     * clock that never steps. */
    int64_t (*wall_us)(void *ctx);
    int64_t (*steady_us)(void *ctx);
    /* Fill with bytes no one can guess; false when there are none. */
    bool (*random_bytes)(void *ctx, void *out, size_t size);
    void *ctx; /* given to all three */

    /* Told what is wrong with this node's time, and that it is right again,
     * from any thread; may be NULL. */
    void (*log)(void *ctx, const char *text);
    void *log_ctx;

    unsigned sync_ms; /* ask the database what time it is so often: 10000; 0:
                         never, the time is that of wall_us */
    /* Passwords: argon2id's memory in KiB (8 or more) and passes.  19456 and
     * 2; tests use less. */
    unsigned password_kib, password_passes;
    unsigned password_threads; /* that hash for strangers; 0: half the
                                  processors, 1 to 8 */
    unsigned scrypt_log2_n;    /* of hashes for nodes that know only scrypt: 17;
                                  tests use less */
    unsigned session_days;     /* how long a session's token lives: 30 */
    /* Failures that lock and guard, as player.h says: 10, 100 and 50.  Each
     * minute without one forgives one. */
    unsigned lock_failures, lock_network_failures, guard_failures;
    unsigned lock_seconds;    /* 300 */
    unsigned guard_seconds;   /* 3600 */
    unsigned matches_cached;  /* matches held in memory: 10000 */
    size_t event_tails_bytes; /* for the last steps of matches that somebody
                            follows: 32 MiB; 0: none */
    unsigned replay_cpu_ms;   /* processor time that a replay of a match's log
                              may use: 250; 0: no limit */
    unsigned queue_max;       /* moves that may wait for the writer: 4096 */
    unsigned bot_sweep_ms;    /* look for bots left to act: 3000; 0 never */
    unsigned chore_ms;   /* look after clocks, results and the queue at least
                            this often: 500; 0: only when there is news */
    unsigned backlog_ms; /* ask the database what waits there so often: 15000;
                            0 never */
    unsigned grace_ms;   /* after a start, a while in which the database was
                            away, or a change of its clock, nobody is made to
                            leave for so long because its time is up: 60000 */
    struct ladder_policy {
        unsigned season_days;  /* how long a season of ranked play is: 91 */
        unsigned list_matches; /* so many rated matches in it put somebody on
                                  the leaderboard: 10 */
    } ladder;
    unsigned archive_days;  /* so long after their end matches are packed: 90;
                               0: never */
    struct expiry_policy {  /* what ends when nothing happens; 0: never */
        unsigned open_days; /* matches that wait for players: 7 */
        unsigned sandbox_days; /* matches that began at a position: 30 */
        unsigned idle_days;    /* other running matches without a clock: 90 */
        unsigned bots_minutes; /* running matches of bots alone: 60 */
        unsigned every_ms;     /* look for them so often: 10000; 0: never */
    } expiry;
    unsigned caps[CAP_COUNT];    /* matches of one account: 200, 20, 50, 8, 2;
                                    0: any number */
    unsigned challenges_per_day; /* that an account may make: 100; 0: any
                                    number */
    bool bots_play;              /* let this node play the bots: true */
    unsigned undo_log_max; /* in a match of this many events nothing can be
                              taken back, not by a vote either: 10000 */
    unsigned bot_think_ms; /* what a bot that thinks has for a choice: 100; less
                              when others wait, down to
                              PLAY_BOT_THINK_MIN_MS */
    unsigned bot_watch_ms; /* a match of bots alone goes on for so long after
                              somebody has read it: 60000 */
};

/* The defaults above, with the system's clocks and OpenSSL's randomness. */
void play_config_defaults(struct play_config *config);

/* New: release with play_free.  Copies the config; borrows the store until
 * play_free.  Starts the threads.  NULL when out of memory or threads.  The
 * database need not be there yet. */
struct play *play_new(const struct play_config *config, struct store *store);

/* Whoever waits is answered within so many milliseconds (PLAY_WAIT_TIMEOUT),
 * one after the other. */
void play_shorten_waits(struct play *play, unsigned within_ms);

/* Stop taking work, finish the moves that are queued, answer everything that
 * waits (PLAY_UNAVAILABLE, PLAY_WAIT_DRAINING) and stop the threads.  Later
 * calls answer PLAY_UNAVAILABLE.  Twice is once. */
void play_drain(struct play *play);

/* Drains first. */
void play_free(struct play *play);

/* Whether clients should be sent to this node. */
enum play_health {
    PLAY_WELL,
    PLAY_NO_DATABASE,  /* it does not answer, or play is draining */
    PLAY_CANNOT_WRITE, /* the database answers, but takes no writes: its disk is
                          full, for example */
    PLAY_NO_TIME,      /* the database has not been asked for the time yet */
    PLAY_SKEWED,       /* the node's clock and the database's differ */
};

/* Asks the database: for readiness probes.  Now and then (every 5 s, every
 * second after a failure) it tries a write, which leaves nothing behind. */
enum play_health play_check(struct play *play);

/* What is known of it without asking; never PLAY_NO_DATABASE. */
enum play_health play_health(const struct play *play);

/* Bound what calls on this thread may replay of one match, in events, and let
 * them preview no moves of sandboxes.  A call that needs more returns PLAY_SLOW
 * and has no effect; call it again on another thread.  Requests that act in a
 * match are never refused so: play finishes them on its own threads.
 * UINT32_MAX, which is also how a thread begins: no bound. */
void play_limit_replays(uint32_t most);

/* How often the database has answered since play_new.  Asks nobody. */
uint64_t play_served(struct play *play);

/* What time it is, in microseconds since 1970 UTC: the database's time, so that
 * it is the same at all nodes.  Before the database was asked for it
 * (is_known), and without config.sync_ms, it is the node's own. */
int64_t play_now_us(const struct play *play);

/* play_config.caps. */
unsigned play_cap(const struct play *play, enum match_cap cap);
/* play_config.challenges_per_day. */
unsigned play_challenges_per_day(const struct play *play);

/* The node's own clock beside the time. */
struct play_clock {
    bool is_known;   /* the database has been asked for the time */
    bool is_skewed;  /* they differ by more than 2 s: the node does nothing of
                        its own accord then that depends on the time */
    int64_t skew_us; /* so far is the own clock ahead; negative: behind */
};

void play_clock(const struct play *play, struct play_clock *out);

/* Who made a move: a person, a program with an account, a bot of the house. */
enum mover_kind { MOVER_HUMAN, MOVER_BOT, MOVER_HOUSE, MOVER_COUNT };

enum {
    PLAY_GAMES_MAX = 8,  /* that are counted each; the rest count as the last */
    PLAY_RULES_MAX = 96, /* that refused moves and are counted by name */
};

/* What happened in one game. */
struct play_game_counts {
    uint64_t moves[MOVER_COUNT];      /* played and committed */
    struct histogram_counts judge_us; /* how long the rules took to judge a move
                                         or a preview; on histogram_work_us */
};

/* How often a rule refused a move. */
struct play_rule_counts {
    char rule[48]; /* as struct refusal has it; "other", of whatever game,
                      beyond PLAY_RULES_MAX */
    unsigned game; /* index in games */
    uint64_t refused;
};

/* How many of a kind wait, and for how long the oldest has. */
struct play_backlog_row {
    uint32_t count; /* STORE_BACKLOG_MAX at most */
    int64_t oldest_us;
};

/* What the database had to be done when it was asked last. */
struct play_backlog {
    bool is_known;
    int64_t age_us; /* so long ago */
    struct play_backlog_row queue_people, queue_bots, unsettled, clocks;
};

/* What happened since play_new, and what is waiting now. */
struct play_counts {
    uint64_t moves;    /* played and committed, the bots' too */
    uint64_t commits;  /* transactions of the writer */
    uint64_t stale;    /* answers PLAY_STALE */
    uint64_t illegal;  /* answers PLAY_ILLEGAL_MOVE */
    uint64_t replayed; /* answers from an idempotency key */
    uint64_t bot_moves;
    uint64_t undos;   /* decisions taken back and committed, by event */
    uint64_t reloads; /* cached matches that were found old */
    uint64_t pool_timeouts;
    uint32_t queued, cached;
    uint32_t apply_pool; /* requests that wait for a thread to be judged on */
    uint64_t judging_us; /* processor time of those threads */
    uint32_t pool_open, pool_busy, pool_max;
    bool is_listening; /* news of other nodes arrive */

    uint64_t refused[PLAY_ERR_COUNT]; /* of what was asked of matches, by why */
    uint64_t pool_retries, pool_failures, pool_served;
    uint32_t pool_waiting;
    struct histogram_counts pool_waits_us; /* on histogram_work_us */
    struct histogram_counts commits_us;    /* of the writer; likewise */
    struct histogram_counts batches;       /* effects of each commit; on
                                              histogram_sizes */
    uint64_t rebuilt;    /* snapshots of other builds that were replayed */
    uint64_t unreplayed; /* records that did not replay: corrupt, or a bug */
    uint64_t settled;    /* matches that went into the ladder, by this node */
    uint64_t archived;   /* old matches that were packed, by this node */
    uint64_t put_aside;  /* matches that the ladder had to leave out */
    uint64_t unwritten;  /* writes of play_check that failed */
    struct play_clock clock;
    uint64_t hashes;          /* of passwords: made, or compared with */
    uint64_t hashing_refused; /* passwords that nothing could be done about, as
                                 too many waited */
    uint32_t hashing_waiting;
    uint64_t replayed_events; /* events applied by replays of logs */
    uint64_t snapshots_written;
    uint64_t snapshots_dropped; /* not written: too many at once, or the
                                   database was not reachable */
    uint64_t snapshots_damaged; /* found, but could not be read */
    struct play_backlog backlog;
    struct play_game_counts games[PLAY_GAMES_MAX]; /* by game_number */
    struct play_rule_counts rules[PLAY_RULES_MAX]; /* of which: */
    size_t rule_count;
};

/* Asks nobody, and waits for nobody. */
void play_count(struct play *play, struct play_counts *out);

/* A game's place among those that are counted. */
unsigned game_number(const struct game *game);

/* "human", "bot", "house". */
const char *mover_word(enum mover_kind mover);

/* A stable word for logs: "stale". */
const char *play_err_word(enum play_err err);

#endif
