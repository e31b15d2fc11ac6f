/* A position as the text that a record begins with: what game->view writes for
 * RULES_OMNISCIENT, through sink_text. */
#ifndef RULES_RECORD_POSITION_H
#define RULES_RECORD_POSITION_H

#include "rules/game.h"

enum {
    RECORD_POSITION_MAX = 1 << 17,   /* bytes of the longest, with its NUL;
                                        four seats of Underwater Cities take
                                        less than half */
    RECORD_POSITION_NODES = 1 << 13, /* leaves, objects and arrays in it */
};

/* Write a state's position to out, cap bytes, with a NUL.  Returns its length;
 * 0 when it does not fit, which cannot happen with RECORD_POSITION_MAX. */
size_t record_position_write(const struct game *game, const void *state,
                             char *out, size_t cap);

/* Why a text is not a position. */
struct record_position_fault {
    size_t line; /* that is malformed, from 1; 0: none is */
    struct position_fault fault;
};

/* Read such a text; its members can be in any order.  RULES_BAD_POSITION if it
 * is longer than RECORD_POSITION_MAX - 1, not a document of lines, or not a
 * position of the game; *fault (may be NULL) says why.
 *
 * Uses half a megabyte of stack, since the rules have no heap. */
enum rules_err record_position_read(const struct game *game, const char *text,
                                    size_t length, void *state,
                                    struct record_position_fault *fault);

#endif
