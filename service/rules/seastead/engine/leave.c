/* Leaving, and what cannot be undone. */
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/engine/journal.h"

/* Decrees that were drawn go under their pile, the lower one first. */
static void return_decrees(struct state *s)
{
    for (int i = 0; i < 2; i++) {
        if (!s->drawn_decree[i])
            continue;
        memmove(s->decree_pile + 1, s->decree_pile, s->decree_count);
        s->decree_pile[0] = s->drawn_decree[i];
        s->decree_count++;
        note_secret(s, STEP_DECREE, s->turn, s->drawn_decree[i], 1,
                    place_at(PLACE_DRAWN, s->turn, 0), place_of(PLACE_PILE));
        s->drawn_decree[i] = 0;
    }
}

/* Whether the match is over because the other player left. */
static bool other_left(const struct state *s, int seat)
{
    return s->seats > 1 && s->seat[1 - seat].left && !s->seat[seat].left;
}

/* Of two players one is left, of one nobody: the match is over. */
void state_leave(void *state, int seat, bool together)
{
    struct state *s = state;
    struct state before;

    if (seat < 0 || seat >= s->seats ||
        (s->phase == PHASE_OVER && !(together && other_left(s, seat))))
        return;
    if (recorder_is_on(s))
        before = *s;
    s->seat[seat].left = 1;
    note(s, STEP_LEAVE, seat, 0, 0);
    if (s->phase == PHASE_OVER)
        return;
    return_decrees(s);
    memset(s->stack, 0, sizeof s->stack);
    s->depth = 0;
    s->phase = PHASE_OVER;
    note(s, STEP_OVER, -1, 0, 0);
    if (recorder_is_on(s))
        note_progress(&before, s);
}

seat_set state_left(const void *state)
{
    const struct state *s = state;

    return (seat_set)(s->seat[0].left | s->seat[1].left << 1);
}

/* Cards and tiles that were turned over or drawn, and a decree that only one
 * player had seen. */
static bool reveals(const struct state *b, const struct state *a)
{
    return b->drawn != a->drawn || b->dock_count != a->dock_count ||
           b->specialist_count != a->specialist_count ||
           b->decree_count != a->decree_count || b->decree != a->decree;
}

unsigned state_irreversible(const void *before, const void *after)
{
    const struct state *b = before, *a = after;
    unsigned why = reveals(b, a) ? IRREVERSIBLE_REVEAL : 0;

    if (b->phase != a->phase || b->turns != a->turns ||
        state_to_act(b) != state_to_act(a))
        why |= IRREVERSIBLE_FINAL;
    return why;
}
