/* Positions as JSON, and sandbox matches that begin in them. */
#ifndef TESTS_SANDBOX_H
#define TESTS_SANDBOX_H

#include "http.h"

#include "rules/game.h"

/* A state of a running match: this many random decisions after the start, the
 * same for the same seed, as are its settings; never the end of the match. */
void sandbox_state(const struct game *game, int seats, unsigned seed,
                   int decisions, void *state);

/* The whole position of a state: new text, as GET …/position gives it. */
char *sandbox_position(const struct game *game, const void *state);

/* Create a match that begins there.  seats is JSON: ["me","open"]. */
struct answer sandbox_create(struct client *client, const char *game,
                             const char *seats, const char *position);

#endif
