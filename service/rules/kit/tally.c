/* Filling in the tally of a match. */
#include "rules/kit/tally.h"

#include <assert.h>

void tally_had(struct tally *tally, int group, int seat, int item)
{
    assert(group >= 0 && group < TALLY_GROUPS_MAX);
    assert(seat >= 0 && seat < tally->seats);
    assert(item >= 0 && item < TALLY_ITEMS_MAX);
    tally->had[group][seat][item] = 1;
}

void tally_had_set(struct tally *tally, int group, int seat,
                   const struct card_set *cards_had)
{
    for (int card = set_next(cards_had, 0); card;
         card = set_next(cards_had, card))
        tally_had(tally, group, seat, card - 1);
}

void tally_had_by_all(struct tally *tally, int group, int item)
{
    for (int seat = 0; seat < tally->seats; seat++)
        tally_had(tally, group, seat, item);
}

void tally_used(struct tally *tally, int group, int seat, int item)
{
    uint8_t *times = &tally->used[group][seat][item];

    tally_had(tally, group, seat, item);
    if (!*times)
        tally->when[group][seat][item] = tally->round;
    if (*times < UINT8_MAX)
        ++*times;
}
