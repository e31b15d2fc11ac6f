/* The column of divers. */
#include "rules/otys/engine/column.h"

#include "rules/otys/engine/journal.h"

int column_slot(const struct seat *me, int diver)
{
    int slot = 0;

    while (slot < SLOTS - 1 && me->column[slot] != diver)
        slot++;
    return slot;
}

void column_move(struct state *s, int seat, int from, int to)
{
    uint8_t *column = s->seat[seat].column;
    const uint8_t diver = column[from];
    const int step = from < to ? 1 : -1;

    if (from == to)
        return;
    for (int slot = from; slot != to; slot += step)
        column[slot] = column[slot + step];
    column[to] = diver;
    note_move(s, STEP_DIVER, seat, diver, place_at(PLACE_SLOT, seat, from),
              place_at(PLACE_SLOT, seat, to));
}
