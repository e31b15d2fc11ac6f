/* Two worlds that a viewer cannot tell apart: it gets the same bytes in both.
 *
 * Everything in a state that the viewer does not know is resampled, and both
 * become sandbox matches of another account. */
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "http.h"
#include "service.h"

#include "rules/game.h"

enum { WORLDS = 2, WORLDS_SEATS = 2 };

/* A viewer beside the seats and RULES_SPECTATOR, who sees no more than they
 * do. */
enum { WORLDS_ADMIN = -9 };

struct worlds {
    struct service service;
    struct client owner, players[WORLDS_SEATS], nobody, admin;
    char match[WORLDS][64];
    int compared, compressed; /* responses */
    int revealing, open;      /* previews of each kind */
};

void worlds_begin(struct worlds *worlds);
void worlds_end(struct worlds *worlds);

/* Make both worlds of a state: as it is, and resampled for this viewer. */
void worlds_deal(struct worlds *worlds, const struct game *game,
                 const void *state, int viewer, unsigned seed);

/* The client of this viewer. */
struct client *worlds_client(struct worlds *worlds, int viewer);

/* Send the same request to both matches, a POST when it has a body (with
 * If-Match: *): the responses must be equal except for ids and times.  Returns
 * the first response; worlds_same releases it. */
struct answer worlds_compare(struct worlds *worlds, int viewer,
                             const char *what, const char *body);
void worlds_same(struct worlds *worlds, int viewer, const char *what,
                 const char *body);

#endif
