/* The listener: one connection and thread that receive the notifications of
 * other nodes.  The connection is reopened whenever it is lost. */
#include "base/clock.h"
#include "base/hex.h"
#include "base/thread.h"
#include "db/node/notify.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { RETRY_MS = 500, WAIT_MS = 2000, ANSWER_MS = 3000 };

struct db_listener {
    struct db_store *db;
    struct store_listener callbacks;
    struct thread *thread; /* each round is a connection */
    int stop;              /* an eventfd: becomes readable by stop */
};

/* Advances *text past the digits. */
static bool read_hex(const char **text, void *out, size_t size)
{
    const char *end = hex_read(*text, out, size);

    if (end)
        *text = end;
    return end != NULL;
}

/* Reads ",TAG,TAG" and advances *text past it. */
static bool on_accounts(struct db_listener *listener, const char **text)
{
    while (**text == ',') {
        uint8_t tag[2];

        ++*text;
        if (!read_hex(text, tag, sizeof tag))
            return false;
        listener->callbacks.account(listener->callbacks.ctx,
                                    (uint16_t)(tag[0] << 8 | tag[1]));
    }
    return true;
}

static void on_matches(struct db_listener *listener, const char *text)
{
    while (*text == ' ') {
        struct play_id id;
        char *end;
        unsigned long seq;

        text++;
        if (!read_hex(&text, id.bytes, sizeof id.bytes))
            return;
        seq = strtoul(text, &end, 10);
        text = end;
        listener->callbacks.match(listener->callbacks.ctx, &id, (uint32_t)seq);
        if (!on_accounts(listener, &text))
            return;
    }
}

static void on_names(struct db_listener *listener, const char *text)
{
    while (*text == ' ') {
        struct play_id id;

        text++;
        if (!read_hex(&text, id.bytes, sizeof id.bytes))
            return;
        listener->callbacks.names(listener->callbacks.ctx, &id);
    }
}

/* " LKEY,COUNT LKEY,COUNT ..." */
static void on_rate_usage(struct db_listener *listener, const char *text)
{
    while (*text == ' ') {
        struct rate_usage one = {0};
        uint8_t key[8];
        int limit = hex_digit(text[1]);
        char *end;

        if (limit < 0)
            return;
        text += 2;
        if (!read_hex(&text, key, sizeof key) || *text != ',')
            return;
        for (size_t i = 0; i < sizeof key; i++)
            one.key = one.key << 8 | key[i];
        one.limit = (uint8_t)limit;
        one.count = (uint32_t)strtoul(text + 1, &end, 10);
        text = end;
        listener->callbacks.rate_usage(listener->callbacks.ctx, &one);
    }
}

/* Handles "NODE match ID SEQ,TAG ...", "NODE accounts,TAG ...", "NODE token
 * HASH", "NODE names ID ..." and "NODE taken LKEY,COUNT ...".  Others were sent
 * by newer versions. */
static void on_notification(void *ctx, const char *channel, const char *payload)
{
    struct db_listener *listener = ctx;
    size_t node = strlen(listener->db->node);
    uint8_t hash[32];

    (void)channel;
    if (strlen(payload) <= node ||
        strncmp(payload, listener->db->node, node) == 0)
        return; /* sent by this node */
    payload += node;
    if (strncmp(payload, " match", 6) == 0) {
        on_matches(listener, payload + 6);
    } else if (strncmp(payload, " accounts", 9) == 0) {
        payload += 9;
        on_accounts(listener, &payload);
    } else if (strncmp(payload, " names", 6) == 0) {
        on_names(listener, payload + 6);
    } else if (strncmp(payload, " taken", 6) == 0) {
        on_rate_usage(listener, payload + 6);
    } else if (strncmp(payload, " token ", 7) == 0) {
        payload += 7;
        if (read_hex(&payload, hash, sizeof hash))
            listener->callbacks.token(listener->callbacks.ctx, hash);
    }
}

static bool is_stopped(const struct db_listener *listener)
{
    struct pollfd fd = {.fd = listener->stop, .events = POLLIN};

    return poll(&fd, 1, 0) > 0;
}

/* Wait for notifications.  A connection that was silent for the whole time is
 * probed, because its peer may be dead.  false: the connection is lost. */
static bool listen_once(struct db_listener *listener, struct pg *pg)
{
    const int64_t begun_ms = clock_steady_ms();

    if (!pg_listen_wait(pg, listener->stop, WAIT_MS, on_notification, listener))
        return false;
    return clock_steady_ms() - begun_ms < WAIT_MS ||
           (pg_is_alive(pg) && pg_answers(pg, ANSWER_MS));
}

/* Listen until the connection is lost. */
static void listen_on(struct db_listener *listener, struct pg *pg)
{
    if (pg_script(pg, "LISTEN " DB_CHANNEL))
        return;
    listener->callbacks.is_listening(listener->callbacks.ctx, true);
    while (!is_stopped(listener) && listen_once(listener, pg))
        continue;
    listener->callbacks.is_listening(listener->callbacks.ctx, false);
}

static uint32_t connect_and_listen(void *ctx)
{
    struct db_listener *listener = ctx;
    struct pg *pg = pg_open_at(&listener->db->direct);

    if (pg)
        listen_on(listener, pg);
    pg_close(pg);
    return RETRY_MS;
}

static void listener_free(struct db_listener *listener)
{
    if (listener->stop >= 0)
        eventfd_write(listener->stop, 1);
    thread_free(listener->thread);
    if (listener->stop >= 0)
        close(listener->stop);
    free(listener);
}

static enum store_err
notifications_listen(struct store *store,
                     const struct store_listener *callbacks)
{
    struct db_listener *listener = calloc(1, sizeof *listener);
    const struct thread_config config = {
        .name = "db-listener", .run = connect_and_listen, .ctx = listener};

    if (!listener)
        return STORE_UNAVAILABLE;
    *listener =
        (struct db_listener){.db = db_store(store), .callbacks = *callbacks};
    listener->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (listener->stop >= 0)
        listener->thread = thread_new(&config);
    if (!listener->thread) {
        listener_free(listener);
        return STORE_UNAVAILABLE;
    }
    db_store(store)->listener = listener;
    return STORE_OK;
}

static void notifications_stop(struct store *store)
{
    struct db_listener *listener = db_store(store)->listener;

    if (!listener)
        return;
    listener_free(listener);
    db_store(store)->listener = NULL;
}

const struct store_notifications db_notifications = {
    .listen = notifications_listen,
    .stop = notifications_stop,
};
