/* fathom demo: what its parts share.
 *
 * demo.c         the accounts, the match, and the command
 * demo_play.c    one decision after the other
 * demo_result.c  the result, and whether the record leads to it */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

#include "cli/cli.h"
#include "cli/demo/client.h"

enum { DEMO_DECISIONS_MAX = 20000 };

/* The demonstration: its players and their match.  Player i has seat i. */
struct demo {
    const struct arguments *args;
    const struct game *game;
    int seats;
    struct client player[RULES_SEATS_MAX];
    char name[RULES_SEATS_MAX][32];
    struct player bot[RULES_SEATS_MAX];    /* who thinks for a player */
    struct random random[RULES_SEATS_MAX]; /* and what it decides by */
    char match[64];                        /* its id */
    uint64_t run;                          /* makes names and keys unique */
    int64_t seq;
    unsigned to_act; /* seat bits */
    bool finished;
    long moves;                 /* played */
    long astray;                /* of them, not what a bot chose */
    int refused;                /* answers in a row that led to nothing */
    int total[RULES_SEATS_MAX]; /* points, as the service says */
};

/* demo.c: send as a player, and keep the answer (new) when it has the status
 * that is wanted; otherwise complain and return NULL. */
json_t *demo_ask(struct demo *demo, int player, const struct request *request,
                 long wanted);

/* The same for GET of something of the match: "/state", or "" for itself. */
json_t *demo_get(struct demo *demo, int player, const char *of_match);

/* Say what the service answered (status 0: nothing) instead of what was asked
 * for, or what else went wrong (-1); false. */
bool demo_fail(const char *what, long status, const json_t *answer);

/* demo_play.c: play until the match is over.  False after a complaint. */
bool demo_play(struct demo *demo);

/* demo_result.c: print the breakdown; false when there is no result. */
bool demo_print_result(struct demo *demo);

/* Fetch the record, keep it if --record asks for it, and replay it: false if
 * it does not lead to the same totals. */
bool demo_check_record(struct demo *demo);

#endif
