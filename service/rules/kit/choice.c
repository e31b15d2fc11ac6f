/* Choices of some of several things at once, as masks. */
#include "rules/kit/choice.h"

uint32_t choice_sets(int things, int count)
{
    uint64_t sets = 1;

    if (count < 0 || count > things)
        return 0;
    for (int i = 0; i < count; i++)
        sets = sets * (uint64_t)(things - i) / (uint64_t)(i + 1);
    return (uint32_t)sets;
}

/* The highest member is the highest thing below which at most `index` sets have
 * room; the other members follow from the rest of the index. */
uint32_t choice_at(int count, uint32_t index)
{
    uint32_t set = 0;

    for (int thing = CHOICE_THINGS_MAX; count > 0; count--) {
        do
            thing--;
        while (choice_sets(thing, count) > index);
        index -= choice_sets(thing, count);
        set |= UINT32_C(1) << thing;
    }
    return set;
}

/* The lowest run of members: its highest one moves up by one, and the others
 * move down to the bottom. */
uint32_t choice_next(uint32_t set)
{
    const uint32_t lowest = set & -set, moved = set + lowest;

    if (!moved)
        return 0;
    return moved | (set ^ moved) / lowest >> 2;
}

uint32_t choice_of(uint32_t things, uint32_t set)
{
    uint32_t of = 0;

    for (; set && things; set >>= 1, things &= things - 1)
        if (set & 1)
            of |= things & -things;
    return of;
}

size_t choice_list(uint32_t things, int count, uint32_t *out, size_t cap)
{
    const uint32_t sets = choice_sets(__builtin_popcount(things), count);
    uint32_t set = choice_at(count, 0);
    size_t listed = 0;

    for (; listed < sets && listed < cap; set = choice_next(set))
        out[listed++] = choice_of(things, set);
    return listed;
}
