/* A request on its way through the service, and the response that is written
 * for it.
 *
 * A request belongs to its connection: it is created when the request line has
 * arrived and released when the response is sent.  While a worker or play has
 * it the connection is suspended, so that it cannot go away.
 *
 * Handlers read the parts below, write a response with the reply_ functions,
 * and return HANDLED; or they pass the request to play, return LATER, and must
 * not use it after that: a callback of play (perhaps before the handler has
 * returned) writes the response and ends with request_finish. */
#ifndef API_REQUEST_H
#define API_REQUEST_H

#include "api/http/limits/client_ip.h"
#include "api/http/limits/rate_limit.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/request/stage.h"
#include "api/json/sink_json.h"
#include "base/text.h"
#include "play/accounts/account_feed.h"
#include "play/accounts/player.h"
#include "play/match/read.h"
#include "play/match/wait.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MHD_Connection;
struct connection;
struct play;
struct long_poll_source;
struct route;
struct server;
struct refbuf;
struct stream_gzip;
struct stream_line;

enum {
    REQUEST_BODY_MAX = 64 * 1024,   /* bytes; more is 413 */
    REQUEST_HEADERS_MAX = 8 * 1024, /* bytes of all headers; more is 431 */
    REQUEST_TARGET_MAX = 4 * 1024,  /* bytes of the URL; more is 414 */
    REQUEST_URL_SIZE = 256,         /* room for a URL that needs no other */
    REQUEST_DEPTH_MAX = 16,         /* nesting of a JSON body */
    REQUEST_SEGMENTS_MAX = 8,       /* of a path */
    REQUEST_PARAMETERS_MAX = 16,    /* of a query */
    REQUEST_PATH_VARIABLES_MAX = 2, /* {…} of a route's template */
    REQUEST_ALLOW_SIZE = 64,        /* bytes of an Allow header's value */
    REPLY_HEADERS_MAX = 12,
    REPLY_HEADER_ROOM = 56, /* bytes of a value that is stored in place */
    REPLY_VARY_SIZE = 128,  /* bytes of Vary's value */
    REPLY_TAG_MAX = 124,    /* bytes of an entity tag, without quotes */
};

/* The result of a handler. */
enum handled {
    HANDLED,  /* the response is written */
    LATER,    /* play has it (request_lend) and a callback will call
               * request_finish; the handler must not use it any longer */
    NOT_HERE, /* not on this thread: call again on a quick worker, which may
               * wait or, if it was one, on a slow worker, which may take
               * long */
};

struct parameter {
    const char *name, *value; /* decoded; within request.target */
};

/* Most values are short, and are stored in place. */
struct reply_header {
    const char *name; /* constant */
    char *value;      /* room, or from malloc */
    char room[REPLY_HEADER_ROOM];
};

struct reply {
    unsigned status;  /* 0: not written yet */
    const char *type; /* constant; NULL: no body */
    struct text body;
    /* A body that lives as long as the service, instead of `body`. */
    const char *constant;
    size_t constant_length;
    struct refbuf *refbuf; /* or a shared body: held */
    bool goes_on;          /* or a body in pieces: see chunked_body.h */
    bool has_secret;       /* a token or ticket: never compressed */
    bool close;            /* close the connection after it */
    size_t header_count;
    struct reply_header headers[REPLY_HEADERS_MAX];
};

/* A response that is written in pieces; of chunked_body.c. */
struct chunked_body {
    enum handled (*more)(struct request *request);
    enum handled (*more_at_once)(struct request *request); /* or NULL */
    struct refbuf *shared; /* held: the piece, instead of reply.body; or NULL */
    size_t sent;           /* bytes of the piece that the sender took */
    bool may_end;          /* after any piece */
    bool is_over;          /* these bytes are the last */
    bool is_broken;        /* the rest could not be written */
};

/* A stream of events; of stream.c. */
struct stream {
    const struct stream_source *source;
    int64_t ends_us, beat_us; /* steady: its end, its next comment */
    struct stream_gzip *gzip; /* NULL: it is not compressed */
    struct refbuf *block;     /* held: what was read, which other streams
                                 share; NULL: nothing is shared */
    bool has_read;            /* all news at once, and waits next */
    unsigned times;           /* that the connection's thread went on */
};

/* Of long_poll.c; its times are steady. */
struct long_poll {
    const struct long_poll_source *source;
    int64_t deadline_us;         /* respond by then */
    int64_t begun_us, waited_us; /* the wait, and all waits: of metrics.c */
};

/* Of session_cookie.c. */
struct session_cookie {
    bool is_sent;   /* the request's token is that of its cookie */
    bool is_wanted; /* the response sets one */
};

struct request {
    struct server *server;
    struct play *play;
    struct connection *connection; /* of connection.h */
    struct MHD_Connection *mhd;    /* the library's, while it has it; */
    struct stream_line *line;      /* or of stream_sender.c; NULL before */

    /* Of streams, which use the members from `server` to `slot` for each event,
     * and of other responses that wait or are long.  There may be many thousand
     * streams, so these members share cache lines. */
    struct play_subscription waiter;
    atomic_bool has_left; /* the client, while the request waits */
    struct chunked_body pieces;
    struct stream stream;
    struct long_poll poll;
    const struct player *player; /* &login.player, or NULL */
    enum language language;      /* of texts (reply_language.h) */
    enum stage stage;            /* request_go_to changes it */
    /* References while the connection is suspended: one for each handler that
     * runs, and one until the response, or its next piece, is complete.  The
     * last one to go resumes it. */
    atomic_int holds;
    void (*resume)(struct request *request);
    uint32_t reserved;           /* units, until they are charged */
    bool is_charged;             /* at least once */
    _Atomic int64_t cpu_us;      /* processor time that is not charged yet */
    _Atomic int64_t database_us; /* likewise: time that workers waited for the
                                  * database */
    size_t uncharged_bytes;      /* of the reply */
    bool is_admitted;            /* authenticated and authorised */
    const char *path[REQUEST_PATH_VARIABLES_MAX]; /* the {…} of the route */
    struct slot slot;

    char id[65];          /* X-Request-Id, the client's or a new one */
    char traceparent[56]; /* "" when the client sent no valid one */
    char *target;         /* the URL as it was sent: path?query */
    char *decoded;        /* storage of the decoded segments and parameters */
    const char *segments[REQUEST_SEGMENTS_MAX];
    size_t segment_count;
    struct parameter parameters[REQUEST_PARAMETERS_MAX];
    size_t parameter_count;
    const char *target_fault; /* why the URL is refused; NULL: it is valid */

    const char *method; /* the library's, while it has the connection */
    bool takes_chunks;  /* a client of HTTP/1.1 */
    const struct route *route;
    char allow[REQUEST_ALLOW_SIZE]; /* the methods of the path, when `route` is
                                     * NULL */

    struct client_ip client_ip; /* request_network reads it */
    bool is_limited;            /* beyond a rate limit: must be refused */
    struct payers payers;
    struct limit_level levels[LIMIT_COUNT]; /* of the limits that apply */
    uint64_t cost;                          /* units charged so far */
    enum handled (*work)(
        struct request *request); /* of worker.c and request_complete */
    void (*drop)(void *request);  /* likewise */
    char *body;                   /* NULL: none; ends in a NUL */
    size_t body_length;           /* also of a body that is thrown away */
    size_t body_cap;

    bool is_recalled; /* login was found before the body was read */
    uint64_t ticket;  /* a number for the stream ticket; 0: none */
    bool has_login;
    struct session_cookie cookie;
    struct login login;    /* the account of the request, when
                            * has_login */
    int64_t begun_us;      /* steady */
    int64_t asked_us;      /* steady: when the request was complete, for its
                            * duration */
    void *own;             /* of its handler: request_own */
    struct sink_json json; /* writes to reply.body */
    struct reply reply;
    /* Of url.c: where `target` and `decoded` are, unless the URL is longer. */
    char url[2][REQUEST_URL_SIZE];
};

/* A header of the request, or NULL.  Borrowed until the request ends; not for a
 * stream that has begun. */
const char *request_header(const struct request *request, const char *name);

/* The client's address, the key of limits and locks: "192.0.2.7" or
 * "2001:db8:0:1::/64"; "" when it is not known.  See client_ip.h. */
const char *request_network(const struct request *request);

/* Memory for what the handler of a request must remember until its end: of this
 * size, zeroed at the first call, and the same at the next ones.  NULL when out
 * of memory. */
void *request_own(struct request *request, size_t size);

/* While a request is held its connection stays suspended.  A thread that works
 * on it and will not finish it must hold it. */
void request_hold(struct request *request);
void request_release(struct request *request);

/* Before passing the request to play, which will call back. */
void request_lend(struct request *request);

/* The response is complete: pass it to the connection.  After HANDLED this has
 * been done.  The request must not be used after it. */
void request_finish(struct request *request);

/* Have a worker call `work` for a request whose connection is suspended: a slow
 * worker if the request's route says so.  `drop` is called instead, on this
 * thread or another, when the queue is full; it finishes the request.
 *
 * The request is valid until work returns, even if its response is finished
 * earlier: what it lent to play is valid for the whole call. */
void request_submit(struct request *request,
                    enum handled (*work)(struct request *request),
                    void (*drop)(void *request));

/* Likewise, but call `work` on this thread first, which is the connection's.
 * Only if it returns NOT_HERE a worker calls it, too. */
void request_try(struct request *request,
                 enum handled (*work)(struct request *request),
                 void (*drop)(void *request));

/* Call `work` on this thread, which is the connection's, and charge for the
 * time since begun_us (steady).  After LATER the request must not be used. */
enum handled request_run_at_once(struct request *request,
                                 enum handled (*work)(struct request *request),
                                 int64_t begun_us);

/* The response is complete but for what `work` adds: have the connection's
 * thread call it, like request_run_at_once, before the response is sent.  Only
 * if it returns NOT_HERE a worker calls it, too, as request_submit says.
 * The request must not be used after it. */
void request_complete(struct request *request,
                      enum handled (*work)(struct request *request),
                      void (*drop)(void *request));

/* A `drop` for requests without a response: 503.  ctx is the request. */
void request_drop(void *ctx);

/* ---- writing the reply ---- */

/* A JSON response.  Write one object to the sink; it is open already, and
 * reply_close closes it.  Discards what another response had written. */
struct sink *reply_open(struct request *request, unsigned status);
void reply_close(struct request *request);

/* 204, or another status without a body. */
void reply_empty(struct request *request, unsigned status);

/* A whole document.  `constant` lives as long as the service. */
void reply_constant(struct request *request, const char *type,
                    const char *constant, size_t length);

/* A shared body.  Takes one reference. */
void reply_refbuf(struct request *request, const char *type,
                  struct refbuf *refbuf);

/* A document that the caller writes to the text returned. */
struct text *reply_text(struct request *request, unsigned status,
                        const char *type);

/* Set a header of the response.  name is a constant. */
void reply_header(struct request *request, const char *name, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

/* The same, with a value as it is. */
void reply_header_text(struct request *request, const char *name,
                       const char *value);

/* The value of a header that was set, or NULL.  Borrowed until it is set
 * again. */
const char *reply_header_value(const struct request *request, const char *name);

/* The response depends on this header of the request: add it to Vary. */
void reply_vary(struct request *request, const char *name);

/* The response has a token or another secret. */
void reply_secret(struct request *request);

/* Set ETag to the tag, of at most REPLY_TAG_MAX bytes, in quotes and, when
 * If-None-Match has it, reply 304 and return true: nothing else must be
 * written. */
bool reply_etag(struct request *request, const char *tag);

/* The same, with a hash of the JSON response as the tag: after reply_close. */
void reply_etag_of_body(struct request *request);

/* Cache-Control: only this viewer may keep it. */
void reply_private(struct request *request);

/* Cache-Control: only this viewer may keep a copy, for this time, and use
 * it without asking. */
enum { KEEP_A_DAY = 86400, KEEP_FOR_EVER = 31536000 };
void reply_keep(struct request *request, unsigned seconds);

/* Cache-Control: keep a copy, but validate it before each use. */
void reply_revalidate(struct request *request);

#endif
