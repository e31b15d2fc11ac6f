/* Slots for long responses: streams of events, long polls, exports.
 *
 * Each kind has a number of slots at a node, and each account, or each network
 * without a token, a share of them.  The kinds do not share slots: many long
 * polls do not keep a stream out, and an open stream keeps its slot. For IPv6 a
 * network is a /64; the /56 around it has twice its share, the /48 four times
 * (client_ip_widen).
 *
 * A client does not count from the moment it closes its connection.
 *
 * Thread-safe. */
#ifndef API_SLOTS_H
#define API_SLOTS_H

#include "api/http/client_ip.h"

#include <stdbool.h>
#include <stdint.h>

struct request;
struct stream_slots;

enum slot_kind { SLOT_STREAM, SLOT_POLL, SLOT_EXPORT, SLOT_KINDS };

enum {
    STREAMS_PER_ACCOUNT = 4,
    STREAMS_PER_NETWORK = 64, /* for requests without a token, as below */
    POLLS_PER_ACCOUNT = 8,
    POLLS_PER_NETWORK = 64,
    EXPORTS_PER_ACCOUNT = 1,
    EXPORTS_PER_NODE = 256, /* each keeps a page in memory */
};

enum slot_room { SLOT_FREE, SLOT_OWN_FULL, SLOT_NODE_FULL };

/* A slot of one request.  All zero at first; its members belong to
 * stream_slots.c. */
struct slot {
    struct slot *next, *previous; /* with the same hash */
    enum slot_kind kind;
    bool is_held;
    int fd;                            /* the client's connection */
    struct client_ip who[PEER_LEVELS]; /* an account's id, or the networks */
    unsigned levels;                   /* number of networks */
};

/* New: release with stream_slots_free; NULL when out of memory.  most: slots of
 * each kind at this node. */
struct stream_slots *stream_slots_new(const unsigned most[SLOT_KINDS]);
void stream_slots_free(struct stream_slots *stream_slots);

/* Take a slot for an account (who->network is its id) or a network.  fd is the
 * client's connection, which stays open until stream_slots_leave. */
enum slot_room stream_slots_take(struct stream_slots *stream_slots,
                                 struct slot *slot, enum slot_kind kind,
                                 const struct client_ip *who, bool is_account,
                                 int fd);

/* The same for the client of a request, in request->slot; a slot that it holds
 * already stays.  False: no slot is free, and the response is written. */
bool stream_slots_enter(struct request *request, enum slot_kind kind);

/* Give a slot back; does nothing if it is not held. */
void stream_slots_leave(struct stream_slots *stream_slots, struct slot *slot);

struct slot_counts {
    unsigned open, most;
    uint64_t opened, refused; /* so far */
};

void stream_slots_count(struct stream_slots *stream_slots, enum slot_kind kind,
                        struct slot_counts *out);

#endif
