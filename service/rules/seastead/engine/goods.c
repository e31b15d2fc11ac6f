/* Resources and cleanup tokens change hands. */
#include "rules/seastead/engine/goods.h"

static struct journal_place storage(int seat)
{
    return place_at(PLACE_STORAGE, seat, 0);
}

int goods_take(struct state *s, int seat, int resource, int n)
{
    const int supply = supply_of(s, resource);

    if (n > supply)
        n = supply;
    if (n <= 0)
        return 0;
    s->seat[seat].stock[resource] += (uint8_t)n;
    note_move(s, STEP_RESOURCE, seat, resource, n, place_of(PLACE_SUPPLY),
              storage(seat));
    return n;
}

void goods_return(struct state *s, int seat, int resource, int n)
{
    if (n == 0)
        return;
    s->seat[seat].stock[resource] -= (uint8_t)n;
    note_move(s, STEP_RESOURCE, seat, resource, n, storage(seat),
              place_of(PLACE_SUPPLY));
}

void goods_clean(struct state *s, int seat, int n)
{
    const int room = CLEANUP_MAX - s->seat[seat].cleanup;

    if (n > room)
        n = room;
    if (n <= 0)
        return;
    s->seat[seat].cleanup += (uint8_t)n;
    note(s, STEP_CLEANUP, seat, 0, n);
    if (cleanup_supply(s) == 0)
        goods_note_end(s);
}

void goods_clear_token(struct state *s, int location)
{
    if (!s->token[location])
        return;
    note_move(s, STEP_RESOURCE, 1, s->token[location] - 1, 1,
              place_location(location), place_of(PLACE_SUPPLY));
    s->token[location] = 0;
}

void goods_note_end(struct state *s)
{
    if (!s->ending && !is_solo(s))
        s->ending = 2;
}
