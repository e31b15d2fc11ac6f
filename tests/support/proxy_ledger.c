/* The requests and responses that a proxy has seen. */
#include "proxy_ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A repetition may be a little early: clocks differ. */
enum { EARLY_MS = 20 };

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- clients that must wait ---- */

static uint64_t mix(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) /* FNV-1a */
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    return hash;
}

/* The same number for a request and its repetition: from its first line, its
 * token, and its key. */
static uint64_t who_asks(const struct message *request)
{
    char token[128], key[80];
    uint64_t hash = mix(14695981039346656037U, request->bytes,
                        strcspn(request->bytes, "\r"));

    message_header(request, "Authorization", token, sizeof token);
    message_header(request, "Idempotency-Key", key, sizeof key);
    return mix(mix(hash, token, strlen(token)), key, strlen(key));
}

void ledger_request(struct ledger *ledger, const struct message *request)
{
    uint64_t who = who_asks(request);

    for (size_t i = 0; i < LEDGER_WAITS_MAX; i++)
        if (ledger->waits[i].who == who) {
            ledger->hasty += steady_ms() + EARLY_MS < ledger->waits[i].until_ms;
            ledger->waits[i] = (struct ledger_wait){0};
        }
}

void ledger_sent(struct ledger *ledger, const struct message *request,
                 const struct message *reply)
{
    struct ledger_wait *wait =
        &ledger->waits[ledger->wait_count % LEDGER_WAITS_MAX];
    char seconds[24];

    message_header(reply, "Retry-After", seconds, sizeof seconds);
    if (!seconds[0])
        return;
    ledger->wait_count++;
    wait->who = who_asks(request);
    wait->until_ms = steady_ms() + 1000 * strtol(seconds, NULL, 10);
}

/* ---- moves ---- */

bool ledger_is_move(const struct message *request)
{
    const char *end = strstr(request->bytes, " HTTP/1.1");

    return strncmp(request->bytes, "POST ", 5) == 0 && end &&
           end - request->bytes > 11 && strncmp(end - 6, "/moves", 6) == 0;
}

/* Store it, or compare it with what is stored for its key and its event. */
static void note_move(struct ledger *ledger, const struct ledger_move *move)
{
    for (size_t i = 0; i < ledger->move_count; i++) {
        const struct ledger_move *known = &ledger->moves[i];
        bool same_key = strcmp(known->key, move->key) == 0;

        if (strcmp(known->match, move->match) != 0)
            continue;
        if (same_key && known->seq == move->seq)
            return;
        ledger->doubles += same_key || known->seq == move->seq;
    }
    if (!ledger->moves)
        ledger->moves = calloc(LEDGER_MOVES_MAX, sizeof *ledger->moves);
    if (ledger->moves && ledger->move_count < LEDGER_MOVES_MAX)
        ledger->moves[ledger->move_count++] = *move;
}

void ledger_reply(struct ledger *ledger, const struct message *request,
                  const struct message *reply)
{
    long status = message_status(reply);
    const char *match = strstr(request->bytes, "/m_");
    /* The move's own event is the first; later ones may follow. */
    const char *events = strstr(reply->bytes + reply->head, "\"events\":");
    const char *seq = events ? strstr(events, "\"seq\":") : NULL;
    struct ledger_move move = {0};

    if (status < 0 || status >= 600)
        return;
    ledger->answered[status]++;
    if (status != 201 || !ledger_is_move(request) || !match || !seq)
        return;
    snprintf(move.match, sizeof move.match, "%.*s",
             (int)strcspn(match + 1, "/"), match + 1);
    message_header(request, "Idempotency-Key", move.key, sizeof move.key);
    move.seq = strtol(seq + 6, NULL, 10);
    note_move(ledger, &move);
}

void ledger_clear(struct ledger *ledger)
{
    free(ledger->moves);
    *ledger = (struct ledger){0};
}
