/* A simulation of ranked play: people and bots at two nodes who queue,
 * challenge each other, play, exceed their time, and resign, each in a thread
 * of its own, until a given number of rated matches is over. */
#ifndef TESTS_LADDER_SIMULATION_H
#define TESTS_LADDER_SIMULATION_H

#include "http.h"
#include "service.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum {
    SIMULATION_NODES = 2,
    SIMULATION_PEOPLE = 60,
    SIMULATION_BOTS = 20,
    SIMULATION_USERS = SIMULATION_PEOPLE + SIMULATION_BOTS,
    SIMULATION_MATCHES = 8, /* matches that a user plays at once */
};

/* What a user will do in a match. */
enum intent {
    PLAYS,
    RESIGNS,        /* after this many of its moves */
    ABANDONS,       /* the same, but by letting its time run out */
    IS_CARRIED_OUT, /* it has done so */
};

/* A match of a user. */
struct user_match {
    char match[32];
    bool is_mine_to_act, has_fast_clock;
    enum intent intent;
    int moves; /* left to make before it does that */
};

struct user {
    struct simulation *simulation; /* borrowed */
    int number;
    bool is_bot;
    uint64_t chance;
    struct service node[SIMULATION_NODES]; /* the nodes, in a fixed order */
    struct client client;
    char cursor[640]; /* of its account's events */
    struct user_match matches[SIMULATION_MATCHES];
    size_t match_count;
    bool is_queued;
    bool has_left; /* it has left the queue and its challenges, and does not
                    * come back */
    long next_wish_ms;
    pthread_t thread;
    /* counts of its actions */
    long moves, resignations, abandoned, entries, challenges, accepted,
        declined;
    char failure[512]; /* "": no failure */
};

struct simulation {
    struct service node[SIMULATION_NODES];
    struct user users[SIMULATION_USERS];
    atomic_bool is_ending; /* nothing new is started, running matches are
                            * resigned */
    atomic_bool is_over;   /* all users stop */
    atomic_bool may_fail;  /* nodes are killed: a missing response is not a
                            * failure */
};

/* Start the nodes, at addresses that they keep, and create the users. */
void simulation_begin(struct simulation *simulation);

/* Play until this many rated matches are over; meanwhile kill nodes this many
 * times, and start them again.  Afterwards no account plays a running match,
 * and every match is settled. */
void simulation_play(struct simulation *simulation, long matches, int kills);

/* No user got an unexpected response. */
void simulation_expect_no_failure(const struct simulation *simulation);

/* The first column of the first row, in the simulation's database. */
long simulation_number(const struct simulation *simulation, const char *sql);

void simulation_end(struct simulation *simulation);

/* ---- a guest's life, for night.c ---- */

/* Sign up; a bot also declares its rules. */
void user_begin(struct user *user, struct simulation *simulation, int number);
/* Act until the simulation is over; a pthread. */
void *user_run(void *user);
void user_end(struct user *user);

#endif
