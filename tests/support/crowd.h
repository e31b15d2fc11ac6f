/* A crowd that plays matches through whatever happens to the service, and
 * remembers what was acknowledged.
 *
 * Each hand is two accounts who play each other, one match after the other, by
 * chance among the legal moves.  Streams listen to its matches and to the
 * events of its second account.  Readers look at the matches meanwhile, and
 * makers create matches and sign in.  All of them are threads. */
#ifndef TESTS_CROWD_H
#define TESTS_CROWD_H

#include "http.h"
#include "service.h"
#include "sse.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* How long anything may take. */
#define CROWD_PATIENCE_US INT64_C(120000000)

enum {
    CROWD_HANDS_MAX = 32,
    CROWD_MATCHES_MAX = 512, /* of one hand */
    CROWD_READERS = 2,
    CROWD_SEATS = 2,
    CROWD_FRONTS_MAX = 2,
};

struct crowd_plan {
    int hands;
    int cities;    /* so many of them play Underwater Cities, the others rated
                      matches of the template */
    int pace_ms;   /* of a hand, after each move */
    bool resigns;  /* who plays Underwater Cities ends the last match so */
    bool is_rough; /* no answer, 502, 503 and 504 are asked again; else each
                      of them is a failure */
    struct service *second; /* borrowed: half of the players ask there first,
                               and each asks elsewhere after trouble; streams
                               listen at both.  NULL: there is one front */
};

/* A move that was acknowledged. */
struct crowd_line {
    long seq;
    int seat;
    char move[128], hash[24]; /* of the state that the seat then saw */
};

struct crowd_match {
    char id[40];
    struct crowd_line *lines;
    size_t count, cap;
    atomic_long last_seq; /* 0: it is not over */
    /* How far it is according to the streams at each front: */
    atomic_long streamed[CROWD_FRONTS_MAX]; /* its own events */
    atomic_long noticed[CROWD_FRONTS_MAX];  /* the account's */
    atomic_bool is_noticed_over[CROWD_FRONTS_MAX];
};

struct crowd;
struct crowd_hand;

/* A stream at one front, which resumes after its last id when it ends. */
struct crowd_listener {
    struct crowd_hand *hand; /* borrowed */
    int front;
    struct client client;
    char last_id[SSE_ID_SIZE]; /* "": there was none */
    pthread_t thread;
};

/* The last move that was acknowledged: the request, and its reply. */
struct crowd_posted {
    int seat;
    char path[160], body[192];
    long seq;     /* If-Match; 0: none */
    char key[64]; /* Idempotency-Key, the same every time */
    char *reply;  /* new; NULL: there was none */
};

struct crowd_hand {
    struct crowd *crowd; /* borrowed */
    int number;
    bool is_of_cities;
    struct client players[CROWD_SEATS];
    int at[CROWD_SEATS]; /* the front that each asks now */
    struct crowd_listener of_matches[CROWD_FRONTS_MAX],
        of_account[CROWD_FRONTS_MAX];
    struct crowd_posted last;
    struct crowd_match *matches[CROWD_MATCHES_MAX];
    atomic_int match_count;
    uint64_t chance;
    long keys;
    atomic_long moved; /* acknowledged since crowd_watch */
    int checked;       /* matches that crowd_check saw to their end */
    pthread_t thread;
};

/* Who reads or makes: one client. */
struct crowd_guest {
    struct crowd *crowd; /* borrowed */
    struct client client;
    uint64_t chance;
    pthread_t thread;
};

/* What can be counted. */
enum crowd_deed {
    CROWD_MOVES,
    CROWD_READS,
    CROWD_CREATIONS,
    CROWD_DEEDS,
};

/* What of it there was, and how long there was none. */
struct crowd_pulse {
    long count;
    int64_t last_us, gap_us;
};

struct crowd {
    struct service *fronts[CROWD_FRONTS_MAX]; /* borrowed: where they ask */
    int front_count;
    struct crowd_plan plan;
    struct crowd_hand hands[CROWD_HANDS_MAX];
    struct crowd_guest readers[CROWD_READERS], maker;
    atomic_bool is_late; /* no match is begun any more */
    atomic_bool is_over; /* all are */
    atomic_bool is_resting;
    atomic_int at_rest; /* hands */

    pthread_mutex_t lock; /* of all below */
    struct crowd_pulse pulse[CROWD_DEEDS];
    long moved_at[CROWD_FRONTS_MAX]; /* moves by where they were acknowledged */
    long asked_again, replayed;      /* requests; answers from a key */
    long stale;                      /* moves that came too late: 412 */
    long streamed, came_again;       /* events; streams after the first */
    long noticed;                    /* notices of matches */
    int64_t longest_us;              /* from when something was first asked for
                                        until it was answered */
    long failures;
    char failure[640]; /* the first */
};

/* Sign up; the service must be well. */
void crowd_begin(struct crowd *crowd, struct service *front,
                 const struct crowd_plan *plan);

/* Have them play. */
void crowd_play(struct crowd *crowd);

/* From now on gaps, the longest wait, what each hand moved and what was asked
 * again are counted anew. */
void crowd_watch(struct crowd *crowd);

/* Wait until every hand has moved so often since then. */
void crowd_await(struct crowd *crowd, long moves);

/* Wait until so many moves more were acknowledged at this front. */
void crowd_await_at(struct crowd *crowd, int front, long moves);

/* Wait until so many requests were asked again since crowd_watch. */
void crowd_await_trouble(struct crowd *crowd, long requests);

/* How many moves were acknowledged. */
long crowd_moves(struct crowd *crowd);

/* Stop the hands between two moves, check what there is by then as
 * crowd_expect_whole does, and let them go on. */
void crowd_check(struct crowd *crowd);

/* The longest time since then without this, in ms. */
long crowd_gap_ms(struct crowd *crowd, enum crowd_deed deed);

/* Wait until so many matches are over. */
void crowd_await_finished(struct crowd *crowd, long matches);

/* Play what has begun to its end, and come home. */
void crowd_finish(struct crowd *crowd);

/* After that: nobody was told what it should not have been; in every match is
 * every move that was acknowledged, once, where it was said to be, and no
 * other; the states have the hashes that were told; the last move of each hand,
 * posted again with its key, has the same reply.  Every front says so.  Each
 * stream of a match had every event, once and in order; each of an account was
 * told how far every match is and that it ended, and never less again. */
void crowd_expect_whole(struct crowd *crowd);

void crowd_end(struct crowd *crowd);

/* ---- for crowd_*.c ---- */

/* Wait a little for what was to be there by then; a failed assertion when it is
 * later, or when somebody failed. */
void crowd_wait_on(struct crowd *crowd, int64_t until_us, const char *what,
                   long number);

/* Wait until all streams of a hand told the end of every match that is over. */
void crowd_await_streams(struct crowd_hand *hand);

/* A failure, with what was answered. */
void crowd_fail(struct crowd *crowd, const char *who, const char *what,
                const struct answer *answer);

/* It cannot be known what became of the request. */
bool crowd_is_trouble(const struct answer *answer);

/* One of these has just been done. */
void crowd_count(struct crowd *crowd, enum crowd_deed deed);

/* Somebody has waited since then. */
void crowd_waited(struct crowd *crowd, int64_t begun_us);

/* A number from 0 to n - 1. */
unsigned crowd_chance(uint64_t *stream, unsigned n);

/* Microseconds on the steady clock. */
int64_t crowd_now_us(void);
void crowd_pause(long ms);

/* Ask at this front from now on. */
void crowd_turn(struct crowd_hand *hand, int seat, int front);

/* Where this seat asks first. */
int crowd_home(const struct crowd_hand *hand, int seat);

/* False after a failure: then nobody goes on. */
bool crowd_goes_on(struct crowd *crowd);

/* Post it once. */
struct answer crowd_post(struct crowd_hand *hand,
                         const struct crowd_posted *posted);

/* What the threads do: hands and who listens to them, readers, makers. */
void *crowd_hand_play(void *hand);
void *crowd_listen_to_matches(void *listener);
void *crowd_listen_to_account(void *listener);
void *crowd_read(void *guest);
void *crowd_make(void *guest);

#endif
