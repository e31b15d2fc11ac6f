/* A workload that plays matches while the service fails in any way, and stores
 * what was acknowledged.
 *
 * Each pair is two accounts that play each other, one match after the other,
 * with random legal moves.  Streams receive the events of its matches and of
 * its second account.  Readers read the matches meanwhile, and a creator
 * creates matches and signs in.  Each of them is a thread. */
#ifndef TESTS_WORKLOAD_H
#define TESTS_WORKLOAD_H

#include "http.h"
#include "service.h"
#include "sse.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* The longest time that any request may take, with its retries. */
#define WORKLOAD_PATIENCE_US INT64_C(300000000)

enum {
    WORKLOAD_PAIRS_MAX = 32,
    WORKLOAD_MATCHES_MAX = 512, /* of one pair */
    WORKLOAD_READERS = 2,
    WORKLOAD_SEATS = 2,
    WORKLOAD_FRONTS_MAX = 2,
};

struct workload_plan {
    int pairs;
    int cities;    /* this many of them play Underwater Cities, the others rated
                    * matches of the template */
    int pace_ms;   /* pause of a pair after each move */
    bool resigns;  /* the last match of a pair that plays Underwater Cities ends
                    * by resignation */
    bool may_fail; /* requests without a response, or with 502, 503 or 504, are
                    * sent again; else each of them is a failure */
    struct service *second; /* borrowed: half of the players use it first, and
                             * each switches after an error; streams use both.
                             * NULL: only one front */
};

/* A move that was acknowledged. */
struct workload_move {
    long seq;
    int seat;
    char move[128];
    char hash[24]; /* of the state that the seat read after it, or "" */
};

struct workload_match {
    char id[40];
    struct workload_move *lines;
    size_t count, cap;
    atomic_long last_seq; /* 0: it is not over */
    /* The last seq received from the streams at each front: */
    atomic_long streamed[WORKLOAD_FRONTS_MAX]; /* by its own stream */
    atomic_long noticed[WORKLOAD_FRONTS_MAX];  /* by the stream of the
                                                * account */
    atomic_bool is_noticed_over[WORKLOAD_FRONTS_MAX];
};

struct workload;
struct workload_pair;

/* A stream at one front, which reconnects after its last id when it ends. */
struct workload_stream {
    struct workload_pair *pair; /* borrowed */
    int front;
    struct client client;
    char last_id[SSE_ID_SIZE]; /* "": no event yet */
    pthread_t thread;
};

/* The last acknowledged move: the request, and its response. */
struct workload_request {
    int seat;
    char path[160], body[192];
    long seq;     /* If-Match; 0: none */
    char key[64]; /* Idempotency-Key, the same for every retry */
    char *reply;  /* new; NULL: no move yet */
};

struct workload_pair {
    struct workload *workload; /* borrowed */
    int number;
    bool is_of_cities;
    struct client players[WORKLOAD_SEATS];
    int at[WORKLOAD_SEATS]; /* the front that each uses now */
    struct workload_stream of_matches[WORKLOAD_FRONTS_MAX],
        of_account[WORKLOAD_FRONTS_MAX];
    struct workload_request last;
    struct workload_match *matches[WORKLOAD_MATCHES_MAX];
    atomic_int match_count;
    uint64_t chance;
    long keys;
    atomic_long moved; /* acknowledged since workload_reset_counts */
    int checked;       /* matches that workload_check has read to their end */
    pthread_t thread;
};

/* A reader or the creator: one client. */
struct workload_client {
    struct workload *workload; /* borrowed */
    struct client client;
    uint64_t chance;
    pthread_t thread;
};

/* The actions that are counted. */
enum workload_action {
    WORKLOAD_MOVES,
    WORKLOAD_READS,
    WORKLOAD_CREATIONS,
    WORKLOAD_ACTIONS,
};

/* How many actions there were, and the longest time without one. */
struct workload_progress {
    long count;
    int64_t last_us, gap_us;
};

struct workload {
    struct service *fronts[WORKLOAD_FRONTS_MAX]; /* borrowed */
    int front_count;
    struct workload_plan plan;
    struct workload_pair pairs[WORKLOAD_PAIRS_MAX];
    struct workload_client readers[WORKLOAD_READERS], creator;
    atomic_bool is_ending; /* no further match begins */
    atomic_bool is_over;   /* all matches are over */
    atomic_bool is_resting;
    atomic_int at_rest; /* number of pairs */

    pthread_mutex_t lock; /* guards everything below */
    struct workload_progress progress[WORKLOAD_ACTIONS];
    long moved_at[WORKLOAD_FRONTS_MAX]; /* moves by the front that acknowledged
                                         * them */
    long retried, replayed;             /* requests; responses from an
                                         * idempotency key */
    long stale;                         /* moves that were refused as outdated:
                                         * 412 */
    long streamed, reconnected;         /* events; connections of streams after
                                         * the first */
    long noticed;                       /* notices of matches */
    int64_t longest_us; /* from the first attempt of a request until it
                         * succeeds */
    long failures;
    char failure[640]; /* the first one */
};

/* Sign up all accounts; the service must be healthy. */
void workload_begin(struct workload *workload, struct service *front,
                    const struct workload_plan *plan);

/* Start all threads. */
void workload_play(struct workload *workload);

/* From now on gaps, the longest wait, the moves of each pair and retries are
 * counted from 0. */
void workload_reset_counts(struct workload *workload);

/* Wait until every pair has made this many moves since then. */
void workload_await(struct workload *workload, long moves);

/* Wait until this many further moves were acknowledged by this front. */
void workload_await_at(struct workload *workload, int front, long moves);

/* Wait until this many requests were retried since workload_reset_counts. */
void workload_await_retries(struct workload *workload, long requests);

/* The number of acknowledged moves. */
long workload_moves(struct workload *workload);

/* Stop the pairs between two moves, check what they have by then as
 * workload_expect_complete does, and let them continue. */
void workload_check(struct workload *workload);

/* The longest time since then without this action, in ms. */
long workload_gap_ms(struct workload *workload, enum workload_action deed);

/* Wait until this many matches are over. */
void workload_await_finished(struct workload *workload, long matches);

/* Play the matches in progress to their end, and stop all threads. */
void workload_finish(struct workload *workload);

/* After that: no request had an unexpected response; every match has every
 * acknowledged move, once, at the seq that was acknowledged, and no other; the
 * states that were read have the same hashes; the last move of each pair, sent
 * again with its key, has the same response.  Every front agrees.  Each stream
 * of a match had every event, once and in order; each stream of an account
 * reported the progress of every match and its end, and never an earlier state
 * after a later one. */
void workload_expect_complete(struct workload *workload);

void workload_end(struct workload *workload);

/* ---- for workload_*.c ---- */

/* Wait a little for an event that must happen by then; fails the test if it
 * does not, or if some thread failed. */
void workload_wait_on(struct workload *workload, int64_t until_us,
                      const char *what, long number);

/* Wait until all streams of a pair have reported the end of every match that is
 * over. */
void workload_await_streams(struct workload_pair *pair);

/* Store a failure, with the response. */
void workload_fail(struct workload *workload, const char *who, const char *what,
                   const struct answer *answer);

/* Is it unknown whether the request took effect? */
bool workload_is_unknown(const struct answer *answer);

/* Count one action that has just been done. */
void workload_count(struct workload *workload, enum workload_action deed);

/* A request has waited since then. */
void workload_waited(struct workload *workload, int64_t begun_us);

/* A number from 0 to n - 1. */
unsigned workload_random(uint64_t *stream, unsigned n);

/* Microseconds on the steady clock. */
int64_t workload_now_us(void);
void workload_pause(long ms);

/* Use this front from now on. */
void workload_switch_front(struct workload_pair *pair, int seat, int front);

/* The front that this seat uses first. */
int workload_first_front(const struct workload_pair *pair, int seat);

/* False after a failure: then all threads stop. */
bool workload_continues(struct workload *workload);

/* Send the request once. */
struct answer workload_post(struct workload_pair *pair,
                            const struct workload_request *posted);

/* The threads: pairs and their streams, readers, creators. */
void *workload_pair_play(void *pair);
void *workload_listen_to_matches(void *listener);
void *workload_listen_to_account(void *listener);
void *workload_read(void *guest);
void *workload_create(void *guest);

#endif
