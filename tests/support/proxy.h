/* A proxy that simulates a bad network: on 127.0.0.1 between clients and the
 * service; every few requests it causes a failure, and it counts failures and
 * responses.
 *
 * Failures are dealt like cards: each kind that the plan names once, in an
 * order that depends on the seed, then all of them again.  So each kind occurs,
 * however many clients there are.  One that does not fit a request is kept for
 * the next.
 *
 * It speaks HTTP/1.1 as far as the service needs it: requests with a
 * Content-Length, responses with one, or streamed until their end.  It has
 * threads of its own; all functions are thread-safe. */
#ifndef TESTS_PROXY_H
#define TESTS_PROXY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum proxy_harm {
    PROXY_DELAY,       /* the request arrives a moment later */
    PROXY_DRIP,        /* the response is sent in small pieces */
    PROXY_CUT_REQUEST, /* the connection breaks within the request */
    PROXY_LOSE_REPLY,  /* the connection breaks before the response: the request
                        * took effect */
    PROXY_CUT_REPLY,   /* the connection breaks within the response, or the
                        * stream */
    PROXY_RESET,       /* reset instead of a response: the request had no
                        * effect */
    PROXY_TWICE,       /* the request arrives twice; the second response is
                        * sent */
    PROXY_RIVAL,       /* POST …/moves: another program of the same account
                          plays the same move just before, with its own key */
    PROXY_SAY_409,     /* for these three the proxy responds instead of the
                        * service */
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
    unsigned every; /* one request in this many gets a failure; 0: none */
};

struct proxy;

/* Listen on a free port.  New: release with proxy_end. */
struct proxy *proxy_begin(const struct proxy_plan *plan);

/* Break every connection, and release the proxy. */
void proxy_end(struct proxy *proxy);

/* Its URL for clients: "http://127.0.0.1:40123".  Borrowed. */
const char *proxy_url(const struct proxy *proxy);

/* Set the address of the service: "127.0.0.1:40123"; NULL: none, so that
 * clients' connections break.  None at first. */
void proxy_aim(struct proxy *proxy, const char *address);

/* Wait until a request whose first line has this text is at the service and has
 * no response yet.  False: the time in ms is up. */
bool proxy_wait_asked(struct proxy *proxy, const char *text, long ms);

/* From now on cause no failures. */
void proxy_rest(struct proxy *proxy);

/* How often this failure was caused. */
long proxy_harmed(struct proxy *proxy, enum proxy_harm harm);

/* The number of requests of clients. */
long proxy_requests(struct proxy *proxy);

/* The number of the service's own responses with this status. */
long proxy_answered(struct proxy *proxy, long status);

/* The number of requests that were repeated before their Retry-After was
 * over. */
long proxy_hasty(struct proxy *proxy);

/* ---- the ledger: what the service said of POST …/moves ---- */

/* The number of acknowledged moves of a match: 201s with different keys,
 * including rivals'. */
long proxy_moves(struct proxy *proxy, const char *match);

/* Wait until this many moves of the match were acknowledged.  False: the time
 * in ms is up. */
bool proxy_wait_moves(struct proxy *proxy, const char *match, long moves,
                      long ms);

/* Was the event with this seq acknowledged as a move of the match? */
bool proxy_has_move(struct proxy *proxy, const char *match, long seq);

/* How often a key had responses with two events, or an event had two keys.  0
 * when every move was played exactly once. */
long proxy_doubles(struct proxy *proxy);

#endif
