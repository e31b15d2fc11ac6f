/* Choices of some of several things at once, as masks: bit i of a set is thing
 * i, from 0, of at most 32.  Sets of one size are ordered by their masks as
 * numbers: 0b0011, 0b0101, 0b0110, 0b1001, ... */
#ifndef RULES_KIT_CHOICE_H
#define RULES_KIT_CHOICE_H

#include <stddef.h>
#include <stdint.h>

enum { CHOICE_THINGS_MAX = 32 };

/* How many sets of `count` of `things` things there are.  0 if there are fewer
 * things. */
uint32_t choice_sets(int things, int count);

/* The set of `count` things at this index, from 0, in ascending order.  The
 * index is below choice_sets(32, count). */
uint32_t choice_at(int count, uint32_t index);

/* The next set of the same size; 0 after the last one, and after the empty
 * set. */
uint32_t choice_next(uint32_t set);

/* A set of the members of `things`: bit i of the set becomes the i-th lowest
 * bit of the mask `things`.  The order of sets stays the same. */
uint32_t choice_of(uint32_t things, uint32_t set);

/* Write the first sets of `count` of the things of a mask, ascending, at most
 * cap of them.  Returns how many it wrote. */
size_t choice_list(uint32_t things, int count, uint32_t *out, size_t cap);

#endif
