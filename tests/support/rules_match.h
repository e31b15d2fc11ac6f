/* Matches that tests play: each follows from the game, its settings and a seed,
 * so a failure can be reproduced. */
#ifndef TESTS_RULES_MATCH_H
#define TESTS_RULES_MATCH_H

#include "rules/game.h"
#include "rules/random.h"
#include "rules/replay.h"

#include <stdalign.h>

enum { TEST_ENTRIES_MAX = 8192 };

/* A running match and its record. */
struct test_match {
    const struct game *game;
    struct settings settings;
    uint64_t seed;
    struct random chooser; /* for the choices of random players */
    struct record record;  /* its entries are those below */
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    struct entry entries[TEST_ENTRIES_MAX];
};

/* Begin a match with the secret that follows from the seed. */
enum rules_err test_match_start(struct test_match *m, const struct game *game,
                                const struct settings *settings, uint64_t seed);

/* Apply an entry and add it to the record. */
enum rules_err test_match_step(struct test_match *m, struct entry entry);

/* One decision by a random seat that has one to make: any of its legal moves.
 * False when the match is over. */
bool test_match_step_random(struct test_match *m);

/* The same by an eager seat: of a few random moves the one that the game values
 * most.  Such matches get further than random ones. */
bool test_match_step_eager(struct test_match *m);

/* The same by a hungry seat: of a few random moves the one after which it has
 * most points.  Its choice depends on the rules alone, not on the game's
 * estimates, which may change. */
bool test_match_step_hungry(struct test_match *m);

/* Whether this legal move is not listed: a set of a choice (struct choice) that
 * has more sets than the list of the seat has room for. */
bool test_is_unlisted_set(const struct game *game, const void *state, int seat,
                          struct move move);

/* The record's text in a buffer that is valid until the next call. */
const char *test_match_text(const struct test_match *m);

/* The settings of a game for this many seats, numbered from 0: every value of
 * each BOOL, CHOICE and INT of few values, else the least, usual and greatest.
 * False after the last.  The game may refuse some. */
bool test_settings(const struct game *game, int seats, int number,
                   struct settings *settings);

/* The next of these, after *number, that the game allows; begin with -1. */
bool test_settings_allowed(const struct game *game, int seats, int *number,
                           struct settings *settings);

/* A line of settings for messages: "3 seats, draws deferred".  Valid until the
 * next call. */
const char *test_settings_text(const struct game *game,
                               const struct settings *settings);

#endif
