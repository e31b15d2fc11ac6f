/* A bad line: a proxy on 127.0.0.1 between clients and the service that harms
 * every few requests, and counts what it did and what was answered.
 *
 * Harms are dealt like cards: every kind that the plan names once, shuffled by
 * the seed, then all of them again.  So each of them happens, however many
 * clients there are.  One that does not fit a request waits for the next.
 *
 * It speaks HTTP/1.1 as it has to be spoken with the service: requests with a
 * Content-Length, replies with one, or streamed until their end.  Threads of
 * its own do the work; all functions may be called by any thread. */
#ifndef TESTS_PROXY_H
#define TESTS_PROXY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum proxy_harm {
    PROXY_DELAY,       /* the request arrives a moment later */
    PROXY_DRIP,        /* the reply comes in drops */
    PROXY_CUT_REQUEST, /* the line breaks within the request */
    PROXY_LOSE_REPLY,  /* the line breaks before the reply: it was done */
    PROXY_CUT_REPLY,   /* the line breaks within the reply, or the stream */
    PROXY_RESET,       /* reset instead of a reply: it was not done */
    PROXY_TWICE,       /* the request arrives twice; the second is answered */
    PROXY_RIVAL,       /* POST …/moves: another program of the same account
                          plays the same move just before, with its own key */
    PROXY_SAY_409,     /* these three are answered in the service's place */
    PROXY_SAY_429,
    PROXY_SAY_503,
    PROXY_HARMS
};

/* "delay", "cut-request", … */
const char *proxy_harm_word(enum proxy_harm harm);

enum { PROXY_ALL = (1 << PROXY_HARMS) - 1 };

struct proxy_plan {
    uint64_t seed;
    unsigned harms; /* a set of 1 << PROXY_…, or PROXY_ALL */
    unsigned every; /* how many requests there are to one harm; 0: no harm */
};

struct proxy;

/* Listen on a free port.  New: ended by proxy_end. */
struct proxy *proxy_begin(const struct proxy_plan *plan);

/* Break every connection, and release it. */
void proxy_end(struct proxy *proxy);

/* Where clients come: "http://127.0.0.1:40123".  Borrowed. */
const char *proxy_url(const struct proxy *proxy);

/* Where the service is: "127.0.0.1:40123"; NULL: nowhere, so that clients'
 * connections break.  Nowhere at first. */
void proxy_aim(struct proxy *proxy, const char *address);

/* Wait until a request whose first line has this text is at the service and not
 * answered.  False: it took longer than so many ms. */
bool proxy_wait_asked(struct proxy *proxy, const char *text, long ms);

/* From now on no harm is done. */
void proxy_rest(struct proxy *proxy);

/* How often a harm was done. */
long proxy_harmed(struct proxy *proxy, enum proxy_harm harm);

/* How many requests came from clients. */
long proxy_requests(struct proxy *proxy);

/* How many replies of the service had this status: real ones only. */
long proxy_answered(struct proxy *proxy, long status);

/* How many requests were repeated before the Retry-After that they were told
 * was over. */
long proxy_hasty(struct proxy *proxy);

/* ---- the ledger: what the service said of POST …/moves ---- */

/* How many moves of a match were acknowledged: 201s with different keys, those
 * of rivals too. */
long proxy_moves(struct proxy *proxy, const char *match);

/* Wait until so many moves of the match were acknowledged.  False: it took
 * longer than so many ms. */
bool proxy_wait_moves(struct proxy *proxy, const char *match, long moves,
                      long ms);

/* Was the event with this seq acknowledged as a move of the match? */
bool proxy_has_move(struct proxy *proxy, const char *match, long seq);

/* How often a key was answered with two events, or an event was two keys'.  0
 * when every move was played exactly once. */
long proxy_doubles(struct proxy *proxy);

#endif
