/* The state of a server: requests in progress, and whether it is stopping. */
#include "api/http/server_inner.h"
#include "base/clock.h"

/* ---- counting requests in progress ---- */

void server_enter(struct server *server)
{
    atomic_fetch_add(&server->running, 1);
}

void server_leave(struct server *server)
{
    atomic_fetch_add(&server->answered, 1);
    if (atomic_fetch_sub(&server->running, 1) > 1)
        return;
    pthread_mutex_lock(&server->lock);
    pthread_cond_broadcast(&server->idle);
    pthread_mutex_unlock(&server->lock);
}

void server_count(const struct server *server, unsigned *running,
                  unsigned long long *answered)
{
    *running = atomic_load(&server->running);
    *answered = atomic_load(&server->answered);
}

bool server_is_draining(const struct server *server)
{
    return atomic_load(&server->draining);
}

int64_t server_replay_us(const struct server *server)
{
    return server->config.replay_ms * INT64_C(1000);
}

struct metrics *server_metrics(const struct server *server)
{
    return server->metrics;
}

struct reply_cache *server_reply_cache(const struct server *server)
{
    return server->reply_cache;
}

const struct game_documents *server_documents(const struct server *server)
{
    return server->documents;
}

const char *server_address(const struct server *server)
{
    return server->address;
}

/* Half of the time that is left: a later request may wait until later. */
unsigned server_wait_ms(const struct server *server, int64_t asked_ms)
{
    int64_t left_ms =
        (atomic_load(&server->leaves_us) - clock_steady_us()) / 2000;

    if (server_is_leaving(server) && left_ms < asked_ms)
        asked_ms = left_ms;
    return asked_ms > 1 ? (unsigned)asked_ms : 1;
}

bool server_is_leaving(const struct server *server)
{
    return atomic_load(&server->leaving);
}
