/* Documents of a game changed line by line: each is refused, or it is a
 * position (or a view) like any other, which gives itself back and can be
 * played to its end. */
#ifndef TESTS_RULES_FORGE_H
#define TESTS_RULES_FORGE_H

#include "rules_match.h"

struct forging {
    const char *const *values; /* as JSON: each replaces that of every line */
    int value_count;
    int every; /* one decision in that many is forged */
};

/* Forge the view that the viewer has now: every line with every value, and left
 * out.  Returns how many changed documents were accepted; expects each of them
 * to be usable. */
int forge_lines(const struct forging *forging, const struct test_match *m,
                int viewer);

/* Play a match with these settings by eager seats, and forge the positions of
 * some of its states and the views of seat 0, as forge_lines does. */
int forge_match(const struct forging *forging, const struct game *game,
                const struct settings *settings, unsigned seed);

#endif
