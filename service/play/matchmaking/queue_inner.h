/* When queue entries expire, and other facts that queue.c and matchmaker.c
 * share. */
#ifndef PLAY_QUEUE_INNER_H
#define PLAY_QUEUE_INNER_H

#include "play/match/match.h"
#include "play/matchmaking/queue.h"
#include "play/store/queue.h"
#include "rules/game.h"

/* A request of the owner renews the entry only when the entry expires in less
 * than this time. */
enum { QUEUE_RENEW_S = QUEUE_FAST_S - 15 };

/* Return when an entry expires if this is the last request of its owner. */
static inline int64_t queue_expiry_us(const struct match_clock *clock,
                                      int64_t now_us)
{
    int64_t left_s = clock_is_realtime(clock) ? QUEUE_FAST_S : QUEUE_SLOW_S;

    return now_us + left_s * 1000000;
}

/* Return whether a request of the owner must renew the entry. */
static inline bool queue_is_to_renew(const struct store_queue_entry *entry,
                                     int64_t now_us)
{
    return entry->status == QUEUE_WAITING && entry->expires_us > now_us &&
           clock_is_realtime(&entry->clock) &&
           entry->expires_us < now_us + QUEUE_RENEW_S * INT64_C(1000000);
}

/* Return the lowest number of seats in an entry's set of numbers. */
static inline uint8_t queue_fewest(uint8_t seats)
{
    uint8_t n = 1;

    while (n < RULES_SEATS_MAX && !(seats >> (n - 1) & 1))
        n++;
    return n;
}

#endif
