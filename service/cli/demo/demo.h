/* fathom demo: a few accounts play a whole match against a running service.
 *
 * demo.c          the command: creates the accounts and the match
 * demo_play.c     plays the match, one decision at a time
 * demo_result.c   prints the result and verifies the record
 * demo_request.c  sends requests */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

#include "cli/cli.h"
#include "clients/c/fathom.h"

#include <jansson.h>

enum { DEMO_DECISIONS_MAX = 20000 };

/* The demonstration: its players and their match.  Player i has seat i. */
struct demo {
    const struct arguments *args;
    const struct game *game;
    int seats;
    struct fathom player[RULES_SEATS_MAX];
    char name[RULES_SEATS_MAX][32];
    struct player bot[RULES_SEATS_MAX];    /* who thinks for a player */
    struct random random[RULES_SEATS_MAX]; /* and what it decides by */
    char match[64];                        /* its id */
    uint64_t run;                          /* makes names unique */
    int64_t seq;
    unsigned to_act; /* seat bits */
    bool finished;
    json_t *effect;             /* the response to the last move, or NULL */
    int acted;                  /* the seat that played it */
    long moves;                 /* played */
    long astray;                /* of them, not what a bot chose */
    int refused;                /* answers in a row that led to nothing */
    int total[RULES_SEATS_MAX]; /* points, as the service says */
};

/* demo_request.c: POST as a player; with seq unless it is NULL.  Returns
 * the response (new), or NULL after a complaint: the status is in
 * demo->player[player]. */
json_t *demo_post(struct demo *demo, int player, const char *path,
                  const json_t *body, const int64_t *seq);

/* GET a resource of the match as a player: "/state", or "" for the match
 * itself.  Returns the response (new), or NULL after a complaint. */
json_t *demo_get(struct demo *demo, int player, const char *of_match);

/* Complain on stderr.  Returns false. */
bool demo_fail(const char *what);

/* demo_play.c: play until the match is over.  False after a complaint. */
bool demo_play(struct demo *demo);

/* demo_result.c: print the breakdown; false when there is no result. */
bool demo_print_result(struct demo *demo);

/* Fetch the record, keep it if --record asks for it, and replay it: false if
 * it does not lead to the same totals. */
bool demo_check_record(struct demo *demo);

#endif
