/* Two worlds that a viewer cannot tell apart: it gets the same bytes in both.
 *
 * A state is dealt anew but for what the viewer knows, and both become sandbox
 * matches of somebody else. */
#ifndef TESTS_WORLDS_H
#define TESTS_WORLDS_H

#include "http.h"
#include "service.h"

#include "rules/game.h"

enum { WORLDS = 2, WORLDS_SEATS = 2 };

/* A viewer beside the seats and RULES_SPECTATOR, who sees no more than that. */
enum { WORLDS_ADMIN = -9 };

struct worlds {
    struct service service;
    struct client owner, players[WORLDS_SEATS], nobody, admin;
    char match[WORLDS][64];
    int compared, revealing, open; /* answers; previews of each kind */
};

void worlds_begin(struct worlds *worlds);
void worlds_end(struct worlds *worlds);

/* Make both worlds of a state: as it is, and dealt anew for this viewer. */
void worlds_deal(struct worlds *worlds, const struct game *game,
                 const void *state, int viewer, unsigned seed);

/* Who asks for this viewer. */
struct client *worlds_client(struct worlds *worlds, int viewer);

/* The same question below both matches, a POST when there is a body (with
 * If-Match: *): the answers must be the same but for ids and times.  The first
 * answer; worlds_same forgets it. */
struct answer worlds_compare(struct worlds *worlds, int viewer,
                             const char *what, const char *body);
void worlds_same(struct worlds *worlds, int viewer, const char *what,
                 const char *body);

#endif
