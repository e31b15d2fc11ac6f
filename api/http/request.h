/* A request on its way through the service, and the reply that is written for
 * it.
 *
 * A request belongs to its connection: it is made when the request line is
 * there and released when the reply is sent.  While a worker or play has it
 * the connection is suspended, so that it cannot go away.
 *
 * Handlers read the parts below, write a reply with the reply_ functions, and
 * return HANDLED; or they hand the request to play, return LATER, and touch it
 * no more: what play calls later (perhaps before the handler has returned)
 * writes the reply and ends with request_finish. */
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/http/client_ip.h"
#include "api/http/rate_limit.h"
#include "api/http/stream_slots.h"
#include "api/json/sink_json.h"
#include "base/text.h"
#include "play/accounts/account_feed.h"
#include "play/accounts/player.h"
#include "play/match/wait.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MHD_Connection;
struct export;
struct play;
struct long_poll_source;
struct route;
struct server;
struct refbuf;

enum {
    REQUEST_BODY_MAX = 64 * 1024,    /* bytes; more is 413 */
    REQUEST_HEADERS_MAX = 16 * 1024, /* bytes of all headers; more is 431 */
    REQUEST_TARGET_MAX = 4 * 1024,   /* bytes of the URL; more is 414 */
    REQUEST_DEPTH_MAX = 16,          /* nesting of a JSON body */
    REQUEST_SEGMENTS_MAX = 8,        /* of a path */
    REQUEST_PARAMETERS_MAX = 16,     /* of a query */
    REQUEST_PATH_VARIABLES_MAX = 2,  /* {…} of a route's template */
    REQUEST_ALLOW_SIZE = 64,         /* bytes of an Allow header's value */
    REPLY_HEADERS_MAX = 12,
};

/* What becomes of a request when its handler returns. */
enum handled {
    HANDLED,     /* the reply is written */
    LATER,       /* someone will call request_finish; hands off until then */
    NOT_AT_ONCE, /* only while request->is_quick: nothing is written, ask again
                    on a worker */
    TOO_SLOW,    /* only while !request->is_slow: it takes longer than a quick
                    worker may; the handler is called again on a slow one */
};

struct parameter {
    const char *name, *value; /* decoded; within request.target */
};

struct reply_header {
    const char *name; /* constant */
    char *value;      /* from malloc */
};

struct reply {
    unsigned status;  /* 0: none written yet */
    const char *type; /* constant; NULL: no body */
    struct text body;
    /* A body that lives as long as the service, instead of `body`. */
    const char *constant;
    size_t constant_length;
    struct refbuf *refbuf; /* or a body that is shared: held */
    bool goes_on;          /* or a body that goes on: see chunked_body.h */
    struct reply_header headers[REPLY_HEADERS_MAX];
    size_t header_count;
    bool close; /* end the connection after it */
};

/* How far a request has come in an account's events; my_events.c's. */
struct my_poll {
    bool has_cursor; /* end.cursor is where to go on */
    unsigned limit;
    struct feed_end end;
};

/* A reply that is written in pieces; chunked_body.c's. */
struct chunked_body {
    enum handled (*more)(struct request *request);
    size_t sent;    /* bytes of reply.body that the library took */
    bool may_end;   /* after any piece */
    bool is_over;   /* nothing comes after these bytes */
    bool is_broken; /* nothing comes, but there would have been more */
};

/* A stream of events; stream.c's. */
struct stream {
    const struct stream_source *source;
    int64_t ends_us, beat_us; /* steady: its end, its next comment */
};

struct request {
    struct server *server;
    struct play *play;
    struct MHD_Connection *connection;

    char id[65];          /* X-Request-Id, the client's or ours */
    char traceparent[56]; /* "" when the client sent no good one */
    char *target;         /* the URL as it came: path?query; new */
    char *decoded;        /* storage of the decoded segments and parameters */
    const char *segments[REQUEST_SEGMENTS_MAX];
    size_t segment_count;
    struct parameter parameters[REQUEST_PARAMETERS_MAX];
    size_t parameter_count;
    bool target_is_bad; /* escapes that are none, too many parts */

    const char *method; /* the library's, until the request ends */
    const struct route *route;
    const char *path[REQUEST_PATH_VARIABLES_MAX]; /* the {…} of the route */
    char allow[REQUEST_ALLOW_SIZE]; /* what the path knows, when no route */

    struct client_ip client_ip; /* request_network reads it */
    bool is_limited;            /* beyond a rate limit: to be refused */
    struct limit_level limits[LIMIT_COUNT];
    uint64_t buckets[LIMIT_COUNT]; /* rate_limit_key of each that applies */
    uint32_t reserved;             /* units, until they are charged */
    bool is_charged;               /* once at least */
    uint64_t cost;                 /* units charged so far */
    _Atomic int64_t cpu_us;        /* processor time that is not charged yet */
    size_t uncharged_bytes;        /* of the reply */

    bool is_quick; /* on the connection's thread: nothing may wait */
    bool is_slow;  /* on a slow worker: it may take long */
    enum handled (*work)(
        struct request *request); /* worker.c's, for a worker */
    void (*drop)(void *request);  /* likewise */
    bool is_admitted;             /* who speaks is known and may */
    bool is_begun;                /* headers were looked at */
    bool is_finished;             /* the reply is complete */
    /* Who still needs it while the connection is suspended: each handler that
     * runs, and the promise of a reply.  The last one resumes it. */
    atomic_int holds;
    bool is_counted; /* among the server's running requests */
    bool discards;   /* its body is read, but not kept: it is refused */
    char *body;      /* NULL: none; has a NUL behind it */
    size_t body_length, body_cap;
    bool body_too_large;

    bool is_recalled; /* login is there, from before the body was read */
    bool has_login;
    struct login login;          /* who speaks, when has_login */
    const struct player *player; /* &login.player, or NULL */

    int64_t begun_us;      /* steady */
    int64_t asked_us;      /* steady: when it was there, as far as it counts */
    int64_t wait_begun_us; /* metrics.c's: of a long poll */
    int64_t waited_us;     /* for events, in all */
    /* Of replies that wait or are long. */
    struct slot slot;
    struct play_subscription waiter;
    atomic_bool has_left; /* the client, while the request waits */
    struct chunked_body pieces;
    struct stream stream;
    struct {
        uint32_t after;      /* the seq that the client has seen */
        unsigned limit;      /* of events */
        int seat;            /* as which the asker reads; MATCH_OWN_SEAT */
        int64_t deadline_us; /* steady: answer then at the latest */
        const struct long_poll_source *source;
    } poll;                /* events.c's and long_poll.c's */
    struct my_poll *my;    /* my_events.c's; NULL or from malloc */
    struct export *export; /* export.c's; likewise */
    struct sink_json json; /* writes to reply.body */
    struct reply reply;
};

/* A header of the request, or NULL.  Borrowed until the request ends. */
const char *request_header(const struct request *request, const char *name);

/* Where it comes from, as limits and locks count it: "192.0.2.7" or
 * "2001:db8:0:1::/64"; "" when that is not known.  See client_ip.h. */
const char *request_network(const struct request *request);

/* While a request is held its connection stays suspended.  A thread that
 * works on it and will not finish it holds it. */
void request_hold(struct request *request);
void request_release(struct request *request);

/* The reply is complete: give it to the connection.  After HANDLED this has
 * been done.  The request must not be touched afterwards. */
void request_finish(struct request *request);

/* Have a worker call `work` for a request whose connection is suspended: at
 * once a slow one, if the request's route says so.  `drop` is called instead,
 * on this thread or another, when too much waits; it finishes the request.
 *
 * Until work returns the request stays where it is, even when its reply is
 * finished by then: what it lent to play is good for the whole call. */
void request_submit(struct request *request,
                    enum handled (*work)(struct request *request),
                    void (*drop)(void *request));

/* A `drop` for requests without a reply: 503.  ctx is the request. */
void request_drop(void *ctx);

/* ---- writing the reply ---- */

/* A JSON reply.  Write one object to the sink; it is open already, and
 * reply_close closes it.  Forgets what another reply had written. */
struct sink *reply_open(struct request *request, unsigned status);
void reply_close(struct request *request);

/* 204, or another status without a body. */
void reply_empty(struct request *request, unsigned status);

/* A whole document.  `constant` lives as long as the service. */
void reply_constant(struct request *request, const char *type,
                    const char *constant, size_t length);

/* A body that other replies send, too.  Takes one hold. */
void reply_refbuf(struct request *request, const char *type,
                  struct refbuf *refbuf);

/* A document that is written to the text returned. */
struct text *reply_text(struct request *request, unsigned status,
                        const char *type);

/* Set a header of the reply.  name is a constant. */
void reply_header(struct request *request, const char *name, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

/* Set ETag to "tag" in quotes and, when If-None-Match names it, reply 304 and
 * return true: nothing more is to be written. */
bool reply_etag(struct request *request, const char *tag);

/* Cache-Control: what only this viewer may keep, and nobody else. */
void reply_private(struct request *request);

/* Keep a copy, but ask each time whether it is still good. */
void reply_revalidate(struct request *request);

#endif
