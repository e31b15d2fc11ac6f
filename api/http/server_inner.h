/* Shared by the files of the server. */
#ifndef API_SERVER_INNER_H
#define API_SERVER_INNER_H

#include "api/http/server.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

struct acceptor;
struct loop;
struct conn_limit;
struct rate_sync;
struct rate_limits;
struct payer_secret;
struct metrics;
struct conn_deadlines;
struct stream_sender;
struct stream_slots;
struct pool;
struct client_usage;
struct reply_cache;
struct game_documents;

struct server {
    struct server_config config;
    struct play *play;         /* borrowed */
    struct loop **loops;       /* config.http_threads of them */
    struct acceptor *acceptor; /* accepts their connections */
    unsigned turn;             /* of the loops, counted by the acceptor */
    struct pool *quick, *slow; /* workers: see worker.c */
    struct conn_deadlines *conn_deadlines;
    struct stream_slots *stream_slots;
    struct stream_sender *stream_sender;
    struct conn_limit *conn_limit;
    struct payer_secret *payer_secret;
    struct rate_limits *limits;
    struct rate_sync *rate_sync; /* exchanges them with other nodes */
    struct reply_cache *reply_cache;
    struct game_documents *documents;
    struct metrics *metrics;
    struct client_usage *usage; /* of each client */
    char address[ADDRESS_TEXT_SIZE];
    uint64_t node; /* random: the first half of this node's request ids */
    _Atomic uint64_t ids; /* the second half of the next one, before it is
                           * mixed */
    atomic_bool leaving, draining; /* leaving is set first, and stays set */
    _Atomic int64_t leaves_us;     /* steady: when leaving becomes draining */

    pthread_mutex_t lock; /* of the signal alone */
    pthread_cond_t idle;  /* signaled when running is 0 */
    atomic_uint running;  /* begun, response not yet sent */
    atomic_ullong answered;
};

/* Count a complete request; its response was sent or the client is gone. */
void server_enter(struct server *server);
void server_leave(struct server *server);

/* ---- worker.c ---- */

/* New: release with pool_free.  NULL: no memory, no threads. */
struct pool *quick_workers_new(unsigned threads);
struct pool *slow_workers_new(unsigned threads);

#endif
