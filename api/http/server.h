/* The HTTP server: connections, threads, and the path of a request from its
 * first header to its response.
 *
 * Handlers run at once on the connection's thread or, when they may wait, on a
 * worker with the connection suspended; see request.h.
 *
 * No thread of the library ever waits: not for the database, not for its
 * turn. */
#ifndef API_SERVER_H
#define API_SERVER_H

#include "api/http/limits/budget.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct server;
struct metrics;
struct request;
struct game_documents;
struct reply_cache;
struct route_table;

enum { ADDRESS_TEXT_SIZE = 80 }; /* "[…]:65535" as text */
enum { SERVER_LAST_MS = 1000 };

struct server_config {
    const struct route_table *routes; /* borrowed; see route.h */
    const char *listen;    /* "127.0.0.1:8080", "[::1]:8080", ":8080" */
    unsigned http_threads; /* threads that do HTTP */
    unsigned workers;      /* threads that wait for the database */
    unsigned slow_workers; /* threads for work that may take long: see
                            * worker.c */
    unsigned connections_max;
    unsigned connections_per_address; /* 0: no limit; applied only when no proxy
                                       * is trusted */
    unsigned trusted_proxies;         /* see client_ip.h */
    const char *cors_origins;         /* see cors.h; NULL: none */
    struct limit_policy rates[RATE_COUNT];
    unsigned request_seconds; /* in which a client must send a request */
    unsigned idle_seconds;    /* after a response, before the next request */
    unsigned replay_ms;       /* processor time to replay a record that a
                               * client sends */
    unsigned streams_max;     /* open at once */
    unsigned polls_max;       /* long polls that wait at once */
    unsigned streams_per_network; /* and as many long polls: stream_slots.h */
    unsigned heartbeat_seconds;   /* between the comments of a stream */
    unsigned stream_seconds;      /* after which a stream ends */
    unsigned drain_seconds;       /* for requests to finish at shutdown */
    size_t reply_cache_bytes;     /* for the cache of rendered responses */
};

/* New: release with server_free.  Listens already.  NULL, and error written,
 * when the address is not available or no thread can be started.  Borrows
 * play. */
struct server *server_new(const struct server_config *config, struct play *play,
                          char *error, size_t error_size);

/* The address on which it listens, with the real port when port 0 was
 * configured. */
const char *server_address(const struct server *server);

/* Announce that the service stops after this time: it is no longer ready, each
 * response closes its connection, so that clients connect elsewhere, and long
 * polls and streams end one after the other until then; all else continues. */
void server_leave_soon(struct server *server, unsigned within_ms);
bool server_is_leaving(const struct server *server);

/* How long a request that wants to wait for this time may wait. */
unsigned server_wait_ms(const struct server *server, int64_t asked_ms);

/* Accept no more connections, and finish requests in progress, within
 * SERVER_LAST_MS and drain_seconds.  Then refuse new requests; those that run
 * continue. play_drain comes after this, server_free after that. */
void server_drain(struct server *server);

/* Wait until all responses are sent (at most drain_seconds), then stop the
 * threads. */
void server_free(struct server *server);

bool server_is_draining(const struct server *server);

/* Processor time that the replay of a record may take, in microseconds. */
int64_t server_replay_us(const struct server *server);

/* The server's metrics. */
struct metrics *server_metrics(const struct server *server);

/* The cache of rendered responses. */
struct reply_cache *server_reply_cache(const struct server *server);
const struct game_documents *server_documents(const struct server *server);

/* Requests in progress, and all requests that got a response. */
void server_count(const struct server *server, unsigned *running,
                  unsigned long long *answered);

#endif
