/* Hearing the news of other nodes: one connection that listens, on a thread
 * of its own, opened again whenever it is lost. */
#include "db/node/notify.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RETRY_MS = 500, WAIT_MS = 2000, ANSWER_MS = 3000 };

struct db_listener {
    struct db_store *db;
    struct store_listener ears;
    pthread_t thread;
    int stop[2]; /* a pipe: written to when it is time to stop */
};

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Moves *text on behind the bytes. */
static bool read_hex(const char **text, uint8_t *out, size_t size)
{
    for (size_t i = 0; i < 2 * size; i++) {
        int digit = hex_digit(**text);

        if (digit < 0)
            return false;
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] << 4 | digit : digit);
        ++*text;
    }
    return true;
}

/* ",TAG,TAG": moves *text on behind them. */
static bool told_accounts(struct db_listener *ear, const char **text)
{
    while (**text == ',') {
        uint8_t tag[2];

        ++*text;
        if (!read_hex(text, tag, sizeof tag))
            return false;
        ear->ears.account(ear->ears.ctx, (uint16_t)(tag[0] << 8 | tag[1]));
    }
    return true;
}

static void told_matches(struct db_listener *ear, const char *text)
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
        ear->ears.match(ear->ears.ctx, &id, (uint32_t)seq);
        if (!told_accounts(ear, &text))
            return;
    }
}

static void told_names(struct db_listener *ear, const char *text)
{
    while (*text == ' ') {
        struct play_id id;

        text++;
        if (!read_hex(&text, id.bytes, sizeof id.bytes))
            return;
        ear->ears.names(ear->ears.ctx, &id);
    }
}

/* " LKEY,COUNT LKEY,COUNT ..." */
static void sent_rate_usage(struct db_listener *ear, const char *text)
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
        ear->ears.rate_usage(ear->ears.ctx, &one);
    }
}

/* "NODE match ID SEQ,TAG ...", "NODE accounts,TAG ...", "NODE token HASH",
 * "NODE names ID ..." or "NODE taken LKEY,COUNT ...".  Others are of a newer
 * program. */
static void told(void *ctx, const char *channel, const char *payload)
{
    struct db_listener *ear = ctx;
    size_t node = strlen(ear->db->node);
    uint8_t hash[32];

    (void)channel;
    if (strlen(payload) <= node || strncmp(payload, ear->db->node, node) == 0)
        return; /* our own */
    payload += node;
    if (strncmp(payload, " match", 6) == 0) {
        told_matches(ear, payload + 6);
    } else if (strncmp(payload, " accounts", 9) == 0) {
        payload += 9;
        told_accounts(ear, &payload);
    } else if (strncmp(payload, " names", 6) == 0) {
        told_names(ear, payload + 6);
    } else if (strncmp(payload, " taken", 6) == 0) {
        sent_rate_usage(ear, payload + 6);
    } else if (strncmp(payload, " token ", 7) == 0) {
        payload += 7;
        if (read_hex(&payload, hash, sizeof hash))
            ear->ears.token(ear->ears.ctx, hash);
    }
}

static bool is_stopped(const struct db_listener *ear, int wait_ms)
{
    struct pollfd fd = {.fd = ear->stop[0], .events = POLLIN};

    return poll(&fd, 1, wait_ms) > 0;
}

/* As long as the connection holds.  An idle one is asked now and then, for a
 * silent peer may be a dead one. */
static void listen_on(struct db_listener *ear, struct pg *pg)
{
    if (pg_script(pg, "LISTEN " DB_CHANNEL))
        return;
    ear->ears.is_listening(ear->ears.ctx, true);
    while (!is_stopped(ear, 0)) {
        if (!pg_listen_wait(pg, ear->stop[0], WAIT_MS, told, ear) ||
            !pg_is_alive(pg) || !pg_answers(pg, ANSWER_MS))
            break;
    }
    ear->ears.is_listening(ear->ears.ctx, false);
}

static void *listen_always(void *arg)
{
    struct db_listener *ear = arg;

    while (!is_stopped(ear, 0)) {
        struct pg *pg = pg_open_at(&ear->db->direct);

        if (pg)
            listen_on(ear, pg);
        pg_close(pg);
        if (is_stopped(ear, RETRY_MS))
            break;
    }
    return NULL;
}

static void close_pipe(struct db_listener *ear)
{
    close(ear->stop[0]);
    close(ear->stop[1]);
}

static enum store_err notifications_listen(struct store *store,
                                           const struct store_listener *ears)
{
    struct db_listener *ear = calloc(1, sizeof *ear);

    if (!ear)
        return STORE_UNAVAILABLE;
    *ear = (struct db_listener){.db = db_store(store), .ears = *ears};
    if (pipe2(ear->stop, O_CLOEXEC)) {
        free(ear);
        return STORE_UNAVAILABLE;
    }
    if (pthread_create(&ear->thread, NULL, listen_always, ear)) {
        close_pipe(ear);
        free(ear);
        return STORE_UNAVAILABLE;
    }
    db_store(store)->listener = ear;
    return STORE_OK;
}

static void notifications_stop(struct store *store)
{
    struct db_listener *ear = db_store(store)->listener;
    ssize_t n;

    if (!ear)
        return;
    do
        n = write(ear->stop[1], "", 1);
    while (n < 0 && errno == EINTR);
    pthread_join(ear->thread, NULL);
    close_pipe(ear);
    free(ear);
    db_store(store)->listener = NULL;
}

const struct store_notifications db_notifications = {
    .listen = notifications_listen,
    .stop = notifications_stop,
};
