/* Slots for long responses. */
#include "api/http/limits/stream_slots.h"

#include "api/http/connections/connection.h"
#include "api/http/request/request.h"
#include "api/http/responses/problem.h"
#include "api/http/server_inner.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { CHAINS = 1024 };

/* The problem when no slot is free. */
static const struct {
    enum problem own_full;
    unsigned retry_s; /* Retry-After of own_full */
    const char *node_full;
} kinds[SLOT_KINDS] = {
    [SLOT_STREAM] = {PROBLEM_TOO_MANY_STREAMS, 15,
                     "This node is at its limit of open streams."},
    [SLOT_POLL] = {PROBLEM_TOO_MANY_LONG_POLLS, 5,
                   "This node is at its limit of long polls."},
    [SLOT_EXPORT] = {PROBLEM_EXPORT_RUNNING, 10,
                     "This node is at its limit of exports."},
};

/* A payer that holds slots of one kind: freed with its last. */
struct holder {
    struct holder *next; /* in the same chain */
    uint64_t key;
    enum slot_kind kind;
    enum payer payer;
    unsigned held, strangers;
    struct slot *newest, *oldest;
};

struct stream_slots {
    pthread_mutex_t lock;
    struct slot_counts counts[SLOT_KINDS];
    unsigned per_network[SLOT_KINDS];
    struct holder *chains[CHAINS];
};

struct stream_slots *stream_slots_new(const unsigned most[SLOT_KINDS],
                                      unsigned per_network)
{
    struct stream_slots *stream_slots = calloc(1, sizeof *stream_slots);

    if (!stream_slots)
        return NULL;
    for (size_t i = 0; i < SLOT_KINDS; i++) {
        stream_slots->counts[i].most = most[i];
        stream_slots->per_network[i] =
            budget_places[i].address ? budget_places[i].address : per_network;
    }
    pthread_mutex_init(&stream_slots->lock, NULL);
    return stream_slots;
}

void stream_slots_free(struct stream_slots *stream_slots)
{
    if (!stream_slots)
        return;
    for (size_t i = 0; i < CHAINS; i++)
        while (stream_slots->chains[i]) {
            struct holder *holder = stream_slots->chains[i];

            stream_slots->chains[i] = holder->next;
            free(holder);
        }
    pthread_mutex_destroy(&stream_slots->lock);
    free(stream_slots);
}

/* The client closed its end: the library does not watch a suspended connection,
 * and the sender of a stream may not have seen it yet. */
static bool is_gone(int fd)
{
    char byte;
    ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* ---- holders; all under the lock ---- */

/* Numbers of payers are hashes. */
static struct holder **chain_of(struct stream_slots *stream_slots, uint64_t key)
{
    return &stream_slots->chains[key % CHAINS];
}

/* NULL: it has no slots. */
static struct holder *find_holder(struct stream_slots *stream_slots,
                                  const struct slot_claim *claim,
                                  enum payer payer)
{
    const uint64_t key = claim->payers->keys[payer];
    struct holder *holder = *chain_of(stream_slots, key);

    while (holder && (holder->key != key || holder->kind != claim->kind))
        holder = holder->next;
    return holder;
}

/* NULL: out of memory. */
static struct holder *make_holder(struct stream_slots *stream_slots,
                                  const struct slot_claim *claim,
                                  enum payer payer)
{
    struct holder *holder = find_holder(stream_slots, claim, payer);

    if (holder)
        return holder;
    holder = malloc(sizeof *holder);
    if (!holder)
        return NULL;
    struct holder **chain = chain_of(stream_slots, claim->payers->keys[payer]);

    *holder = (struct holder){.next = *chain,
                              .key = claim->payers->keys[payer],
                              .kind = claim->kind,
                              .payer = payer};
    *chain = holder;
    return holder;
}

static void forget_holder(struct stream_slots *stream_slots,
                          struct holder *holder)
{
    struct holder **at = chain_of(stream_slots, holder->key);

    while (*at != holder)
        at = &(*at)->next;
    *at = holder->next;
    free(holder);
}

/* The place of a slot in the list of one of its holders. */
static struct slot_place *place_of(struct slot *slot,
                                   const struct holder *holder)
{
    struct slot_place *place = slot->places;

    while (place->holder != holder)
        place++;
    return place;
}

static void hold(struct holder *holder, struct slot *slot)
{
    struct slot_place *place = &slot->places[slot->count++];

    *place = (struct slot_place){.holder = holder, .older = holder->newest};
    if (holder->newest)
        place_of(holder->newest, holder)->newer = slot;
    else
        holder->oldest = slot;
    holder->newest = slot;
    holder->held++;
    holder->strangers += slot->is_strangers;
}

static void let_go(struct stream_slots *stream_slots, struct slot *slot,
                   const struct slot_place *place)
{
    struct holder *holder = place->holder;

    if (place->older)
        place_of(place->older, holder)->newer = place->newer;
    else
        holder->oldest = place->newer;
    if (place->newer)
        place_of(place->newer, holder)->older = place->older;
    else
        holder->newest = place->older;
    holder->held--;
    holder->strangers -= slot->is_strangers;
    if (holder->held == 0)
        forget_holder(stream_slots, holder);
}

static void release(struct stream_slots *stream_slots, struct slot *slot)
{
    for (unsigned i = 0; i < slot->count; i++)
        let_go(stream_slots, slot, &slot->places[i]);
    slot->count = 0;
}

/* It counts no longer. */
static void discount(struct stream_slots *stream_slots, struct slot *slot)
{
    stream_slots->counts[slot->kind].open -= slot->count > 0;
    release(stream_slots, slot);
}

static void end_slot(struct stream_slots *stream_slots, struct slot *slot,
                     enum slot_end why)
{
    discount(stream_slots, slot);
    atomic_store(&slot->must_end, why);
    slot->end(slot);
}

/* ---- shares; all under the lock ---- */

/* Those who pay for a claim. */
static bool pays(const struct slot_claim *claim, enum payer payer)
{
    return payer <= PAYER_ACCOUNT && claim->payers->keys[payer] != 0 &&
           (payer != PAYER_ACCOUNT || claim->payers->trust > TRUST_STRANGER);
}

static bool is_strangers(const struct slot_claim *claim)
{
    return claim->payers->trust <= TRUST_GUEST;
}

static unsigned share_of(const struct stream_slots *stream_slots,
                         const struct holder *holder, bool is_strangers)
{
    const struct budget_place *place = &budget_places[holder->kind];

    if (holder->payer == PAYER_ACCOUNT)
        return place->account;
    return stream_slots->per_network[holder->kind] *
           budget_times(holder->payer) / (is_strangers ? place->part : 1);
}

/* May the holder have one more?  Clients that are gone do not count: they are
 * looked for if its share seems to be used up. */
static bool has_share(const struct stream_slots *stream_slots,
                      const struct holder *holder, bool is_strangers)
{
    const unsigned share = share_of(stream_slots, holder, is_strangers);
    unsigned here = 0;

    if ((is_strangers ? holder->strangers : holder->held) < share)
        return true;
    for (struct slot *slot = holder->newest; slot;
         slot = place_of(slot, holder)->older)
        here += (!is_strangers || slot->is_strangers) && !is_gone(slot->fd);
    return here < share;
}

static void end_same_ticket(struct stream_slots *stream_slots,
                            const struct holder *account, uint64_t ticket)
{
    struct slot *slot = account->newest;

    while (slot && slot->ticket != ticket)
        slot = place_of(slot, account)->older;
    if (slot)
        end_slot(stream_slots, slot, SLOT_REPLACED);
}

/* May a payer have one more?  An account that has all its streams loses the
 * oldest. */
static bool keeps_share(struct stream_slots *stream_slots,
                        const struct slot_claim *claim, enum payer payer)
{
    const bool is_account = payer == PAYER_ACCOUNT;
    const struct holder *holder = find_holder(stream_slots, claim, payer);

    if (holder && claim->ticket && is_account) {
        end_same_ticket(stream_slots, holder, claim->ticket);
        holder = find_holder(stream_slots, claim, payer);
    }
    if (!holder ||
        has_share(stream_slots, holder, is_strangers(claim) && !is_account))
        return true;
    if (!is_account || claim->kind != SLOT_STREAM)
        return false;
    end_slot(stream_slots, holder->oldest, SLOT_TOO_MANY);
    return true;
}

static bool keeps_shares(struct stream_slots *stream_slots,
                         const struct slot_claim *claim)
{
    for (enum payer i = PAYER_COUNT; i-- > 0;)
        if (pays(claim, i) && !keeps_share(stream_slots, claim, i))
            return false;
    return true;
}

/* ---- the node's slots; all under the lock ---- */

/* A larger network may hold more. */
static unsigned weight(const struct holder *holder)
{
    return holder && holder->payer <= PAYER_NETWORK_48
               ? holder->held / budget_times(holder->payer)
               : 0;
}

static const struct holder *
largest_network(const struct stream_slots *stream_slots, enum slot_kind kind)
{
    const struct holder *largest = NULL;

    for (size_t i = 0; i < CHAINS; i++)
        for (const struct holder *holder = stream_slots->chains[i]; holder;
             holder = holder->next)
            if (holder->kind == kind && weight(holder) > weight(largest))
                largest = holder;
    return largest;
}

/* The oldest slot of strangers, or the oldest. */
static struct slot *least_of(const struct holder *holder)
{
    struct slot *slot = holder->oldest;

    while (slot && !slot->is_strangers)
        slot = place_of(slot, holder)->newer;
    return slot ? slot : holder->oldest;
}

/* All slots are taken: end one of the network that holds most. */
static bool make_room(struct stream_slots *stream_slots,
                      const struct slot_claim *claim)
{
    const struct holder *largest = largest_network(stream_slots, claim->kind);

    for (enum payer i = PAYER_ADDRESS; i <= PAYER_NETWORK_48; i++)
        if (pays(claim, i) &&
            weight(find_holder(stream_slots, claim, i)) + 1 >= weight(largest))
            return false;
    struct slot *slot = largest ? least_of(largest) : NULL;

    if (!slot || !slot->end)
        return false;
    end_slot(stream_slots, slot, SLOT_TOO_MANY);
    return true;
}

static bool node_has_room(struct stream_slots *stream_slots,
                          const struct slot_claim *claim)
{
    const struct slot_counts *counts = &stream_slots->counts[claim->kind];

    if (is_strangers(claim))
        return counts->open < counts->most - counts->most / 4;
    return counts->open < counts->most || make_room(stream_slots, claim);
}

/* False: out of memory. */
static bool link_slot(struct stream_slots *stream_slots, struct slot *slot,
                      const struct slot_claim *claim)
{
    for (enum payer i = 0; i < PAYER_COUNT; i++) {
        struct holder *holder =
            pays(claim, i) ? make_holder(stream_slots, claim, i) : NULL;

        if (holder)
            hold(holder, slot);
        if (!holder && pays(claim, i)) {
            release(stream_slots, slot);
            return false;
        }
    }
    stream_slots->counts[slot->kind].open++;
    slot->is_held = true;
    return true;
}

enum slot_room stream_slots_take(struct stream_slots *stream_slots,
                                 struct slot *slot,
                                 const struct slot_claim *claim)
{
    struct slot_counts *counts = &stream_slots->counts[claim->kind];
    enum slot_room room = SLOT_FREE;

    *slot = (struct slot){.kind = claim->kind,
                          .is_strangers = is_strangers(claim),
                          .fd = claim->fd,
                          .end = claim->end,
                          .ticket = claim->ticket};

    pthread_mutex_lock(&stream_slots->lock);
    if (!keeps_shares(stream_slots, claim))
        room = SLOT_OWN_FULL;
    else if (!node_has_room(stream_slots, claim) ||
             !link_slot(stream_slots, slot, claim))
        room = SLOT_NODE_FULL;
    counts->opened += room == SLOT_FREE;
    counts->refused += room != SLOT_FREE;
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
    discount(stream_slots, slot);
    slot->is_held = false;
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
static void end_wait(struct slot *slot)
{
    struct request *request =
        (struct request *)((char *)slot - offsetof(struct request, slot));

    wait_end(request->play, &request->waiter);
}

bool stream_slots_enter(struct request *request, enum slot_kind kind)
{
    const struct slot_claim claim = {.kind = kind,
                                     .payers = &request->payers,
                                     .fd = connection_fd(request->mhd),
                                     .ticket = request->ticket,
                                     .end =
                                         kind == SLOT_EXPORT ? NULL : end_wait};

    if (request->slot.is_held)
        return true;
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
