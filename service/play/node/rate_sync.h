/* Use of rate limits, as nodes report it to each other.
 *
 * The ring above decides what the keys and limits mean; play and the store
 * carry the numbers.  A report that is lost is not sent again. */
#ifndef PLAY_RATE_SYNC_H
#define PLAY_RATE_SYNC_H

#include "play/error.h"

#include <stddef.h>
#include <stdint.h>

struct play;

enum {
    RATE_USAGE_SECRET_SIZE = 16,
    RATE_USAGE_MAX = 256, /* in one report */
};

/* The usage of one bucket. */
struct rate_usage {
    uint64_t key; /* a hash with the secret that all nodes share */
    uint32_t count;
    uint8_t limit; /* the limit, 0 to 15: the same for all nodes */
};

/* Read the secret that all nodes share.  PLAY_UNAVAILABLE: no database, or it
 * holds no secret. */
enum play_err rate_usage_secret(struct play *play,
                                uint8_t out[RATE_USAGE_SECRET_SIZE]);

/* Report 1 to RATE_USAGE_MAX entries to all other nodes.  May wait for the
 * database. */
enum play_err rate_usage_send(struct play *play, const struct rate_usage *list,
                              size_t count);

/* Call receive for each report of another node, on a thread of play.  It must
 * be short; its argument is borrowed.  receive NULL ends the subscription;
 * returns when no call is in progress. */
void rate_usage_subscribe(struct play *play,
                          void (*receive)(void *ctx,
                                          const struct rate_usage *one),
                          void *ctx);

/* Pass a report of another node to the subscriber; for play.c. */
void rate_usage_receive(struct play *play, const struct rate_usage *one);

#endif
