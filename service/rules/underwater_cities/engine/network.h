/* Masks of a network, shared by the files that look at it often.  Only for
 * board.c, production.c and score.c. */
#ifndef UNDERWATER_CITIES_NETWORK_H
#define UNDERWATER_CITIES_NETWORK_H

#include "rules/underwater_cities/content/boards.h"

/* The first building site of every city. */
#define CITY_MARKS                                                             \
    (UINT64_C(1) << 0 | UINT64_C(1) << 5 | UINT64_C(1) << 10 |                 \
     UINT64_C(1) << 15 | UINT64_C(1) << 20 | UINT64_C(1) << 25 |               \
     UINT64_C(1) << 30 | UINT64_C(1) << 35 | UINT64_C(1) << 40)

_Static_assert(UWC_SITES_PER_CITY == 5 && UWC_CITY_SITES == 9,
               "the marks count by fives");

/* Marks of the cities that have a building of this mask. */
static inline uint64_t cities_with_one(uint64_t buildings)
{
    return (buildings | buildings >> 1 | buildings >> 2 | buildings >> 3 |
            buildings >> 4) &
           CITY_MARKS;
}

/* Marks of the cities that have two or more: each city's five bits are summed
 * in place, which fits into three of them. */
static inline uint64_t cities_with_two(uint64_t buildings)
{
    uint64_t sum = (buildings & CITY_MARKS) + (buildings >> 1 & CITY_MARKS) +
                   (buildings >> 2 & CITY_MARKS) +
                   (buildings >> 3 & CITY_MARKS) +
                   (buildings >> 4 & CITY_MARKS);

    return (sum >> 1 | sum >> 2) & CITY_MARKS;
}

#endif
