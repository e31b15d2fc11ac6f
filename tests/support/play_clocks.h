/* Accounts in a match with a clock whose time the test controls, for the tests
 * of play. */
#ifndef SUPPORT_PLAY_CLOCKS_H
#define SUPPORT_PLAY_CLOCKS_H

#include "play_world.h"

/* The accounts of a match, each on the seat of its number. */
struct timed_table {
    struct world world;
    struct play *play; /* the node that gets requests: the first one */
    int count;
    struct player players[RULES_SEATS_MAX];
    char id[PLAY_ID_SIZE];
};

/* The settings of the match; `open`: only the first account has a seat. */
struct timed_game {
    const char *game;
    int seats;
    struct match_clock clock;
    bool rated, open;
};

/* Time passes only in timed_pass, so that the remaining time is known however
 * slow the machine is.  False: no cluster, and the test is skipped. */
bool timed_open(struct timed_table *table, const struct timed_game *game);
void timed_close(struct timed_table *table);
/* The same accounts begin another match. */
void timed_begin(struct timed_table *table, const struct timed_game *game);
void timed_join(struct timed_table *table, int seat);

void timed_pass(struct timed_table *table, int64_t seconds);
struct match timed_match(const struct timed_table *table);
/* The same once it has reached this seq, on the node that gets requests. */
struct match timed_match_at(const struct timed_table *table, uint32_t seq);
/* Seconds until a seat's time is up, rounded; INT64_MIN: its clock is not
 * running. */
int64_t timed_left(const struct timed_table *table, int seat);

struct reply timed_choose(struct timed_table *table, int seat);
struct reply timed_claim(struct timed_table *table, int by, int seat);
/* Play first legal moves until a seat has a decision to make, if asked the only
 * one. */
void timed_until(struct timed_table *table, int seat, bool alone);
/* Check that the stored events replay to the stored state. */
void timed_verify(struct timed_table *table);

#endif
