/* What clients took of their rate limits, as nodes tell each other.
 *
 * Who asks whom how much is the matter of the ring above: play and the store
 * carry it, and look at nothing but the numbers.  It is told at best: what
 * never arrives is not told again. */
#ifndef PLAY_TAKEN_H
#define PLAY_TAKEN_H

#include "play/play.h"

enum {
    TAKEN_SECRET_SIZE = 16,
    TAKEN_MAX = 256, /* as many are told at once */
};

/* So much was taken of what this key has. */
struct rate_usage {
    uint64_t key; /* a hash with the secret that all nodes share */
    uint32_t count;
    uint8_t limit; /* which one, 0 to 15: the same for all nodes */
};

/* The secret that all nodes share.  PLAY_UNAVAILABLE: no database, or none is
 * kept in it. */
enum play_err rate_usage_secret(struct play *play,
                                uint8_t out[TAKEN_SECRET_SIZE]);

/* Tell all other nodes; 1 to TAKEN_MAX of them.  May wait for the database. */
enum play_err rate_usage_send(struct play *play, const struct rate_usage *list,
                              size_t count);

/* Hear what others tell, on a thread of play's: hear must be short, and what
 * it is given is borrowed.  hear NULL: no more; returns when it is not being
 * called. */
void rate_usage_subscribe(struct play *play,
                          void (*hear)(void *ctx, const struct rate_usage *one),
                          void *ctx);

/* Pass on what another node has sent. */
void rate_usage_receive(struct play *play, const struct rate_usage *one);

#endif
