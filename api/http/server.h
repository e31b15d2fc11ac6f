/* The HTTP server: connections, threads, and the way of a request from its
 * first header to its reply.
 *
 * Handlers run at once on the connection's thread or, when they may wait, on a
 * worker with the connection suspended; see request.h.
 *
 * No thread of the library ever waits: not for the database, not for a turn. */
#ifndef API_SERVER_H
#define API_SERVER_H

#include "api/http/rate_limit.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct server;
struct metrics;
struct request;
struct reply_cache;
struct route_table;

enum { ADDRESS_TEXT_SIZE = 80 }; /* "[…]:65535" as text */
enum { SERVER_LAST_MS = 1000 };

struct server_config {
    const struct route_table *routes; /* borrowed; see route.h */
    const char *listen;    /* "127.0.0.1:8080", "[::1]:8080", ":8080" */
    unsigned http_threads; /* that do HTTP */
    unsigned workers;      /* that wait for the database */
    unsigned slow_workers; /* that do what may take long: see worker.c */
    unsigned connections_max;
    unsigned connections_per_address; /* 0: as many as there may be; counted
                                         only when no proxy is trusted */
    unsigned trusted_proxies;         /* see client_ip.h */
    const char *cors_origins;         /* see cors.h; NULL: none */
    struct limit_policy limits[LIMIT_COUNT];
    unsigned request_seconds;   /* for a client to send a request */
    unsigned replay_ms;         /* processor time for the replay of a record
                                   that somebody sends */
    unsigned streams_max;       /* open at once */
    unsigned polls_max;         /* long polls that wait at once */
    unsigned heartbeat_seconds; /* between comments of a stream */
    unsigned stream_seconds;    /* after which a stream ends */
    unsigned drain_seconds;     /* for requests to end at shutdown */
    size_t reply_cache_bytes;   /* of rendered replies that are kept */
};

/* New: release with server_free.  Listens already.  NULL, and error written,
 * when an address cannot be had or there are no threads.  Borrows play. */
struct server *server_new(const struct server_config *config, struct play *play,
                          char *error, size_t error_size);

/* Where it listens, with the real port when port 0 was asked for. */
const char *server_address(const struct server *server);

/* The service ends so soon: it is not ready any more, each reply ends its
 * connection, so that clients go elsewhere, and who waits or listens to a
 * stream is answered by then, one after the other; all else goes on. */
void server_leave_soon(struct server *server, unsigned within_ms);
bool server_is_leaving(const struct server *server);

/* How long a request may wait that asks for so long. */
unsigned server_wait_ms(const struct server *server, int64_t asked_ms);

/* Accept no more connections, and answer who is there: SERVER_LAST_MS, and
 * drain_seconds, bound it.  Then refuse new requests; what runs goes on.
 * play_drain comes after this, server_free after that. */
void server_drain(struct server *server);

/* Waits until what runs is answered (drain_seconds at most for the sending),
 * then stops the threads. */
void server_free(struct server *server);

bool server_is_draining(const struct server *server);

/* Processor time that the replay of a record may take, in microseconds. */
int64_t server_replay_us(const struct server *server);

/* Where things are counted. */
struct metrics *server_metrics(const struct server *server);

/* The replies that are kept to be sent again. */
struct reply_cache *server_reply_cache(const struct server *server);

/* Requests that are being answered now, and all that were ever answered. */
void server_count(const struct server *server, unsigned *running,
                  unsigned long long *answered);

#endif
