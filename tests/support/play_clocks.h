/* Accounts at a table with a clock, and their time, which the test lets pass:
 * for the tests of play. */
#ifndef SUPPORT_PLAY_CLOCKS_H
#define SUPPORT_PLAY_CLOCKS_H

#include "play_world.h"

/* Accounts at a table, each on the seat of its number. */
struct timed_table {
    struct world world;
    struct play *play; /* the node that is asked: the first one */
    int count;
    struct player players[RULES_SEATS_MAX];
    char id[PLAY_ID_SIZE];
};

/* What is played there; `open`: nobody but the first has sat down. */
struct timed_game {
    const char *game;
    int seats;
    struct match_clock clock;
    bool rated, open;
};

/* The clock stands but for timed_pass, so that what is left is known however
 * slow the machine is.  false: there is no cluster, the test is skipped. */
bool timed_open(struct timed_table *table, const struct timed_game *game);
void timed_close(struct timed_table *table);
/* The same people begin another match. */
void timed_begin(struct timed_table *table, const struct timed_game *game);
void timed_join(struct timed_table *table, int seat);

void timed_pass(struct timed_table *table, int64_t seconds);
struct match timed_match(const struct timed_table *table);
/* The same once it has come to this seq, on the node that is asked. */
struct match timed_match_at(const struct timed_table *table, uint32_t seq);
/* Seconds until the time of a seat is up, rounded; INT64_MIN: it does not
 * run. */
int64_t timed_left(const struct timed_table *table, int seat);

struct reply timed_choose(struct timed_table *table, int seat);
struct reply timed_claim(struct timed_table *table, int by, int seat);
/* Play by the first legal moves until a seat owes a decision, and perhaps
 * nobody else does. */
void timed_until(struct timed_table *table, int seat, bool alone);
/* Does what is stored replay? */
void timed_verify(struct timed_table *table);

#endif
