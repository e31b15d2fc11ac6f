/* Streams of events: each thread holds some, which are opened, read and closed;
 * some are reset, some are no longer read. */
#include "soak.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SLOTS = 16, /* for each thread */
    HEAD_MAX = 4096,
    FIELD_MAX = 64, /* bytes of a line in a stream that are stored */
};

struct slot {
    struct soak *soak;
    int fd;
    int64_t until_us;
    bool is_by_seq;  /* a match's: ids are seqs, and never decrease */
    bool is_stalled; /* it is no longer read */
    bool is_cut;     /* it ends by a reset */
    char head[HEAD_MAX];
    size_t head_size;
    int status; /* 0: the head has not arrived yet */
    struct chunks chunks;
    char field[FIELD_MAX];
    size_t field_size;
    long last;
    char match[SOAK_MATCH];
};

/* ---- reading ---- */

static void take_line(struct slot *slot)
{
    long seq;

    slot->field[slot->field_size < FIELD_MAX ? slot->field_size
                                             : FIELD_MAX - 1] = '\0';
    if (strncmp(slot->field, "id: ", 4) != 0)
        return;
    soak_count(slot->soak, SOAK_EVENTS);
    if (!slot->is_by_seq)
        return;
    seq = strtol(slot->field + 4, NULL, 10);
    if (slot->last >= 0 && seq != slot->last + 1)
        soak_fail(slot->soak, "%s: a stream has %ld after %ld", slot->match,
                  seq, slot->last);
    slot->last = seq;
}

static void take(void *ctx, const char *bytes, size_t size)
{
    struct slot *slot = ctx;

    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\n') {
            take_line(slot);
            slot->field_size = 0;
        } else if (slot->field_size < FIELD_MAX - 1) {
            slot->field[slot->field_size++] = bytes[i];
        }
    }
}

static bool is_good(int status)
{
    /* 401, 404: deleted meanwhile; 429: too many. */
    return status == 200 || status == 204 || status == 401 || status == 404 ||
           status == 429;
}

/* Read the head as it arrives.  False: the response is not a stream. */
static bool take_head(struct slot *slot, const char *bytes, size_t size)
{
    size_t n = size < HEAD_MAX - 1 - slot->head_size
                   ? size
                   : HEAD_MAX - 1 - slot->head_size;

    memcpy(slot->head + slot->head_size, bytes, n);
    slot->head_size += n;
    slot->head[slot->head_size] = '\0';
    const char *end = strstr(slot->head, "\r\n\r\n");

    if (!end)
        return n == size;
    slot->status = (int)strtol(slot->head + 9, NULL, 10);
    if (slot->status > 0 && slot->status < SOAK_STATUSES)
        atomic_fetch_add(&slot->soak->statuses[slot->status], 1);
    if (!is_good(slot->status))
        soak_fail(slot->soak, "a stream: %.400s", slot->head);
    if (slot->status != 200)
        return false;
    soak_count(slot->soak, SOAK_STREAMS);
    size_t rest = slot->head_size - (size_t)(end + 4 - slot->head);

    chunks_read(&slot->chunks, end + 4, rest, take, slot);
    chunks_read(&slot->chunks, bytes + n, size - n, take, slot);
    return true;
}

/* Read available bytes; false: it has ended. */
static bool slot_read(struct slot *slot)
{
    char bytes[8192];
    ssize_t n = recv(slot->fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (n <= 0)
        return false;
    if (slot->status == 0)
        return take_head(slot, bytes, (size_t)n);
    chunks_read(&slot->chunks, bytes, (size_t)n, take, slot);
    return !slot->chunks.is_over;
}

/* ---- opening and closing ---- */

static void slot_close(struct slot *slot)
{
    if (slot->fd < 0)
        return;
    if (slot->is_cut)
        line_cut(slot->soak, slot->fd);
    else
        close(slot->fd);
    slot->fd = -1;
}

/* A stream ticket for the path, as browsers need one; "" when it was
 * refused. */
static void get_ticket(struct soak *soak, const char *token, char *out,
                       size_t size)
{
    struct line line;
    struct reply reply;
    char value[SOAK_LINE];

    line_open(&line, soak, 0x9000);
    snprintf(line.token, sizeof line.token, "%s", token);
    line_ask(&line, "POST", "/v1/stream-tickets", "", NULL, &reply);
    snprintf(value, sizeof value, "%s", reply_text(&reply, "ticket"));
    snprintf(out, size, *value ? "?ticket=%s" : "%s", value);
    reply_clear(&reply);
    line_close(&line);
}

/* Choose the stream, and its credential. */
static void write_request(struct slot *slot, uint64_t *chance, char *out,
                          size_t size)
{
    struct soak_known_person person;
    char path[SOAK_LINE], ticket[SOAK_LINE] = "", right[SOAK_LINE] = "";

    soak_know_person(slot->soak, chance, &person);
    soak_know_match(slot->soak, chance, slot->match);
    slot->is_by_seq = *slot->match && soak_chance(chance, 3) > 0;
    if (slot->is_by_seq)
        snprintf(path, sizeof path, "/v1/matches/%s/events", slot->match);
    else
        snprintf(path, sizeof path, "/v1/me/events");
    if (!slot->is_by_seq || soak_chance(chance, 2)) {
        if (soak_chance(chance, 4) == 0)
            get_ticket(slot->soak, person.token, ticket, sizeof ticket);
        if (!*ticket && *person.token)
            snprintf(right, sizeof right, "Authorization: Bearer %s\r\n",
                     person.token);
    }
    snprintf(out, size,
             "GET %s%s HTTP/1.1\r\nHost: soak\r\n%s"
             "Accept: text/event-stream\r\n\r\n",
             path, ticket, right);
}

static void slot_open(struct slot *slot, struct soak *soak, uint64_t *chance)
{
    static const int64_t second = 1000000;
    char request[4 * SOAK_LINE];
    /* Streams without a token are limited for each network; so use many. */
    unsigned from = 0x400000 + soak_chance(chance, 0x200000);

    *slot = (struct slot){.soak = soak, .fd = -1, .last = -1};
    write_request(slot, chance, request, sizeof request);
    soak_pace(soak);
    slot->fd =
        line_connect(soak, (int)soak_chance(chance, SOAK_NODES), from, 5);
    slot->is_cut = soak_chance(chance, 3) == 0;
    slot->is_stalled = soak_chance(chance, 12) == 0;
    slot->until_us = soak_now_us() +
                     (soak_chance(chance, 8) ? soak_chance(chance, 20)
                                             : 20 + soak_chance(chance, 60)) *
                         second +
                     soak_chance(chance, 1000000);
    if (slot->fd >= 0 && send(slot->fd, request, strlen(request),
                              MSG_NOSIGNAL) != (ssize_t)strlen(request))
        slot_close(slot);
    soak_count(soak, SOAK_REQUESTS);
}

static void look_after(struct slot slots[SLOTS])
{
    struct pollfd fds[SLOTS];

    for (int i = 0; i < SLOTS; i++)
        fds[i] = (struct pollfd){.fd = slots[i].is_stalled ? -1 : slots[i].fd,
                                 .events = POLLIN};
    poll(fds, SLOTS, 200);
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].fd >= 0 &&
            (soak_now_us() > slots[i].until_us ||
             ((fds[i].revents & (POLLIN | POLLHUP | POLLERR)) &&
              !slot_read(&slots[i]))))
            slot_close(&slots[i]);
}

void *soak_stream(void *arg)
{
    const struct role *role = arg;
    uint64_t chance = UINT64_C(0x94d049bb133111eb) * (role->number + 1);
    struct slot *slots = calloc(SLOTS, sizeof *slots);

    if (!slots)
        abort();
    for (int i = 0; i < SLOTS; i++)
        slots[i].fd = -1;
    while (!role->soak->is_over) {
        int i = (int)soak_chance(&chance, SLOTS);

        if (slots[i].fd < 0)
            slot_open(&slots[i], role->soak, &chance);
        look_after(slots);
    }
    for (int i = 0; i < SLOTS; i++)
        slot_close(&slots[i]);
    free(slots);
    return NULL;
}
