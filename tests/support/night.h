/* A night of ranked play: people and bots at two nodes who queue, challenge
 * each other, play, take breaks for too long, and resign, each in a thread of
 * its own, until so many rated matches are over. */
#ifndef TESTS_NIGHT_H
#define TESTS_NIGHT_H

#include "http.h"
#include "service.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum {
    NIGHT_NODES = 2,
    NIGHT_PEOPLE = 60,
    NIGHT_BOTS = 20,
    NIGHT_GUESTS = NIGHT_PEOPLE + NIGHT_BOTS,
    NIGHT_TABLES = 8, /* matches of one guest that it looks after at once */
};

/* What a guest will do with a match. */
enum mood {
    PLAYS,
    RESIGNS,   /* after so many of its moves */
    WALKS_OFF, /* the same, but without a word */
    IS_DONE,   /* did so */
};

/* A match of a guest's. */
struct place {
    char match[32];
    bool is_mine_to_act, has_fast_clock;
    enum mood mood;
    int moves; /* to go before it does that */
};

struct guest {
    struct night *night; /* borrowed */
    int number;
    bool is_bot;
    uint64_t chance;
    struct service node[NIGHT_NODES]; /* where they are, every time */
    struct client client;
    char cursor[640]; /* of its events */
    struct place places[NIGHT_TABLES];
    size_t place_count;
    bool is_queued;
    bool has_left; /* the queue and its challenges, for good */
    long next_wish_ms;
    pthread_t thread;
    /* what it did */
    long moves, resignations, walks, tickets, challenges, accepted, declined;
    char failure[512]; /* "": none */
};

struct night {
    struct service node[NIGHT_NODES];
    struct guest guests[NIGHT_GUESTS];
    atomic_bool is_late;  /* nothing new is begun, what runs is resigned */
    atomic_bool is_over;  /* go home */
    atomic_bool is_rough; /* nodes are killed: no answer is no failure */
};

/* The nodes, at addresses that they keep, and the guests. */
void night_begin(struct night *night);

/* Play until so many rated matches are over; meanwhile kill so many nodes, and
 * start them again.  Afterwards nobody sits at a match that runs, and every
 * match is settled. */
void night_play(struct night *night, long matches, int kills);

/* No guest was told what it should not have been. */
void night_expect_no_failure(const struct night *night);

/* The first column of the first row, in the night's database. */
long night_number(const struct night *night, const char *sql);

void night_end(struct night *night);

/* ---- a guest's life, for night.c ---- */

/* Sign up; with rules, if it is a bot. */
void guest_begin(struct guest *guest, struct night *night, int number);
/* Live until the night is over; a pthread. */
void *guest_live(void *guest);
void guest_end(struct guest *guest);

#endif
