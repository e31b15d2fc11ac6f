/* Slots for long replies. */
#include "api/http/limits/stream_slots.h"

#include "api/http/connections/connection.h"
#include "api/http/limits/keyed_hash.h"
#include "api/http/request/request.h"
#include "api/http/responses/problem.h"
#include "api/http/server_inner.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { CHAINS = 1024 };

/* The shares of a kind, and the problem when no slot is free. */
static const struct {
    unsigned per_account, per_network;
    enum problem own_full;
    unsigned retry_s; /* Retry-After of own_full */
    const char *node_full;
} kinds[SLOT_KINDS] = {
    [SLOT_STREAM] = {STREAMS_PER_ACCOUNT, STREAMS_PER_NETWORK,
                     PROBLEM_TOO_MANY_STREAMS, 15,
                     "This node is at its limit of open streams."},
    [SLOT_POLL] = {POLLS_PER_ACCOUNT, POLLS_PER_NETWORK,
                   PROBLEM_TOO_MANY_LONG_POLLS, 5,
                   "This node is at its limit of long polls."},
    [SLOT_EXPORT] = {EXPORTS_PER_ACCOUNT, 0, PROBLEM_EXPORT_RUNNING, 10,
                     "This node is at its limit of exports."},
};

struct stream_slots {
    pthread_mutex_t lock;
    struct keyed_hash keyed;
    struct slot_counts counts[SLOT_KINDS];
    struct slot *chains[CHAINS]; /* by the widest network, or the account */
};

struct stream_slots *stream_slots_new(const unsigned most[SLOT_KINDS])
{
    struct stream_slots *stream_slots = calloc(1, sizeof *stream_slots);

    if (!stream_slots)
        return NULL;
    if (!keyed_init(&stream_slots->keyed)) {
        free(stream_slots);
        return NULL;
    }
    for (size_t i = 0; i < SLOT_KINDS; i++)
        stream_slots->counts[i].most = most[i];
    pthread_mutex_init(&stream_slots->lock, NULL);
    return stream_slots;
}

void stream_slots_free(struct stream_slots *stream_slots)
{
    if (!stream_slots)
        return;
    pthread_mutex_destroy(&stream_slots->lock);
    free(stream_slots);
}

static struct slot **chain_of(struct stream_slots *stream_slots,
                              const struct slot *slot)
{
    const char *widest = slot->who[slot->levels - 1].network;

    return &stream_slots->chains[keyed_hash(&stream_slots->keyed, 0, widest,
                                            strlen(widest)) %
                                 CHAINS];
}

/* The client closed its end: the library does not watch a suspended connection,
 * and the sender of a stream may not have seen it yet. */
static bool is_gone(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* Under the lock: does another slot count for the same account or network? */
static bool is_alike(const struct slot *slot, const struct slot *other,
                     unsigned level)
{
    return other->kind == slot->kind && other->levels == slot->levels &&
           !atomic_load(&other->must_end) &&
           strcmp(other->who[level].network, slot->who[level].network) == 0;
}

/* Under the lock: how many slots of this kind does the account or network have?
 * looks: not counting those whose client is gone. */
static unsigned count_alike(const struct slot *chain, const struct slot *slot,
                            unsigned level, bool looks)
{
    unsigned count = 0;

    for (; chain; chain = chain->next)
        count += is_alike(slot, chain, level) && !(looks && is_gone(chain->fd));
    return count;
}

/* Under the lock. */
static bool has_share(const struct slot *chain, const struct slot *slot,
                      unsigned share)
{
    for (unsigned level = 0; level < slot->levels; level++)
        if (count_alike(chain, slot, level, false) >= share << level &&
            count_alike(chain, slot, level, true) >= share << level)
            return false;
    return true;
}

static void set_who(struct slot *slot, const struct client_ip *who,
                    bool is_account)
{
    slot->who[0] = *who;
    slot->levels = 1;
    while (!is_account && slot->levels < CLIENT_IP_LEVELS &&
           client_ip_widen(&slot->who[slot->levels], who, slot->levels))
        slot->levels++;
}

static void end_slot(struct slot *slot, enum slot_end why)
{
    atomic_store(&slot->must_end, why);
    slot->end(slot);
}

/* Under the lock. */
static void end_same_ticket(struct slot *chain, const struct slot *slot)
{
    for (; slot->ticket && chain; chain = chain->next)
        if (is_alike(slot, chain, 0) && chain->ticket == slot->ticket)
            end_slot(chain, SLOT_REPLACED);
}

/* Under the lock: tell the account's oldest stream to end. */
static void end_oldest(struct slot *chain, const struct slot *slot)
{
    struct slot *oldest = NULL;

    for (; chain; chain = chain->next)
        if (is_alike(slot, chain, 0))
            oldest = chain;
    if (oldest)
        end_slot(oldest, SLOT_TOO_MANY);
}

static void link_slot(struct slot **chain, struct slot *slot)
{
    slot->next = *chain;
    if (*chain)
        (*chain)->previous = slot;
    *chain = slot;
    slot->is_held = true;
}

enum slot_room stream_slots_take(struct stream_slots *stream_slots,
                                 struct slot *slot,
                                 const struct slot_claim *claim)
{
    const enum slot_kind kind = claim->kind;
    unsigned share =
        claim->is_account ? kinds[kind].per_account : kinds[kind].per_network;
    struct slot_counts *counts = &stream_slots->counts[kind];
    enum slot_room room = SLOT_FREE;

    *slot = (struct slot){.kind = kind,
                          .fd = claim->fd,
                          .end = claim->end,
                          .ticket = claim->ticket};
    set_who(slot, claim->who, claim->is_account);
    struct slot **chain = chain_of(stream_slots, slot);

    pthread_mutex_lock(&stream_slots->lock);
    end_same_ticket(*chain, slot);
    bool has_room = has_share(*chain, slot, share);

    if (counts->open >= counts->most)
        room = SLOT_NODE_FULL;
    else if (!has_room && (kind != SLOT_STREAM || !claim->is_account))
        room = SLOT_OWN_FULL;
    else if (!has_room)
        end_oldest(*chain, slot);
    if (room == SLOT_FREE) {
        link_slot(chain, slot);
        counts->open++;
        counts->opened++;
    } else {
        counts->refused++;
    }
    pthread_mutex_unlock(&stream_slots->lock);
    return room;
}

enum slot_end stream_slots_must_end(const struct slot *slot)
{
    return atomic_load(&slot->must_end);
}

void stream_slots_move(struct stream_slots *stream_slots, struct slot *slot,
                       int fd)
{
    pthread_mutex_lock(&stream_slots->lock);
    slot->fd = fd;
    pthread_mutex_unlock(&stream_slots->lock);
}

void stream_slots_leave(struct stream_slots *stream_slots, struct slot *slot)
{
    if (!slot->is_held)
        return;
    pthread_mutex_lock(&stream_slots->lock);
    if (slot->next)
        slot->next->previous = slot->previous;
    if (slot->previous)
        slot->previous->next = slot->next;
    else
        *chain_of(stream_slots, slot) = slot->next;
    slot->is_held = false;
    stream_slots->counts[slot->kind].open--;
    pthread_mutex_unlock(&stream_slots->lock);
}

void stream_slots_count(struct stream_slots *stream_slots, enum slot_kind kind,
                        struct slot_counts *out)
{
    pthread_mutex_lock(&stream_slots->lock);
    *out = stream_slots->counts[kind];
    pthread_mutex_unlock(&stream_slots->lock);
}

/* ---- the slot of a request ---- */

/* It waits for events, or it will look before it waits. */
static void end_stream(struct slot *slot)
{
    struct request *request =
        (struct request *)((char *)slot - offsetof(struct request, slot));

    wait_end(request->play, &request->waiter);
}

bool stream_slots_enter(struct request *request, enum slot_kind kind)
{
    struct client_ip who = request->client_ip;
    const struct slot_claim claim = {.kind = kind,
                                     .who = &who,
                                     .is_account = request->player != NULL,
                                     .fd = connection_fd(request->mhd),
                                     .ticket = request->ticket,
                                     .end = end_stream};

    if (request->slot.is_held)
        return true;
    if (request->player)
        memcpy(who.network, request->player->id, sizeof request->player->id);
    switch (stream_slots_take(request->server->stream_slots, &request->slot,
                              &claim)) {
    case SLOT_FREE: return true;
    case SLOT_OWN_FULL:
        problem_reply(request, kinds[kind].own_full, NULL);
        reply_header(request, "Retry-After", "%u", kinds[kind].retry_s);
        return false;
    case SLOT_NODE_FULL: break;
    }
    problem_reply(request, PROBLEM_UNAVAILABLE, kinds[kind].node_full);
    return false;
}
