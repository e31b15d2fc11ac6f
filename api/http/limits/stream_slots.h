/* Slots for long responses: streams of events, long polls, exports.
 *
 * Each kind has a number of slots at a node.  The kinds do not share slots:
 * many long polls do not keep a stream out, and an open stream keeps its slot.
 * A slot counts for all payers that hold it, and each has its share
 * (budget_places): the account, and its networks.  Accounts cost nothing, so
 * those of one network together have no more than its share; strangers, who are
 * requests without a token and guests, have a part of it.
 *
 * The last quarter of a node's slots is not for strangers.  When all are taken,
 * an account gets that of the network that holds most, unless it is its own.
 *
 * An account that opens one more stream than its share gets it: its oldest
 * stream is ended and no longer counts.  So a client that comes back is
 * not refused because of streams that it has forgotten.  A ticket has one
 * stream at a time in the same way.  Other long responses are refused.
 *
 * A client does not count from the moment it closes its connection.
 *
 * Thread-safe. */
#ifndef API_STREAM_SLOTS_H
#define API_STREAM_SLOTS_H

#include "api/http/limits/budget.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct request;
struct stream_slots;

enum slot_room { SLOT_FREE, SLOT_OWN_FULL, SLOT_NODE_FULL };

/* Why a stream must end, if it must. */
enum slot_end {
    SLOT_STAYS,
    SLOT_TOO_MANY, /* its account or its network has opened too many */
    SLOT_REPLACED, /* its ticket has opened another stream */
};

struct holder;

/* A slot of one request.  All zero at first; its members belong to
 * stream_slots.c. */
struct slot {
    enum slot_kind kind;
    bool is_held;
    bool is_strangers;
    int fd;                         /* the client's connection */
    _Atomic enum slot_end must_end; /* see stream_slots_must_end */
    uint64_t ticket;
    void (*end)(struct slot *slot);
    struct slot_place {
        struct holder *holder;
        struct slot *older, *newer; /* of the same holder */
    } places[PAYER_COUNT];
    unsigned count; /* of places */
};

/* New: release with stream_slots_free; NULL when out of memory.  most: slots of
 * each kind at this node.  per_network: streams of a network, and long polls.
 */
struct stream_slots *stream_slots_new(const unsigned most[SLOT_KINDS],
                                      unsigned per_network);
void stream_slots_free(struct stream_slots *stream_slots);

/* A request for a slot. */
struct slot_claim {
    enum slot_kind kind;
    const struct payers *payers;
    int fd;          /* the client's connection, which stays open until
                      * stream_slots_leave */
    uint64_t ticket; /* a number for the stream ticket; 0: none */
    void (*end)(struct slot *slot); /* called under the lock when the response
                                     * must end; NULL: it cannot */
};

enum slot_room stream_slots_take(struct stream_slots *stream_slots,
                                 struct slot *slot,
                                 const struct slot_claim *claim);

enum slot_end stream_slots_must_end(const struct slot *slot);

/* The same for the client of a request, in request->slot; a slot that it holds
 * already stays.  False: no slot is free, and the response is written. */
bool stream_slots_enter(struct request *request, enum slot_kind kind);

/* The client's connection has this descriptor from now on. */
void stream_slots_move(struct stream_slots *stream_slots, struct slot *slot,
                       int fd);

/* Give a slot back; does nothing if it is not held. */
void stream_slots_leave(struct stream_slots *stream_slots, struct slot *slot);

struct slot_counts {
    unsigned open, most;
    uint64_t opened, refused; /* so far */
};

void stream_slots_count(struct stream_slots *stream_slots, enum slot_kind kind,
                        struct slot_counts *out);

#endif
