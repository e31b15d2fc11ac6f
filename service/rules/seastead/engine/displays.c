/* The displays of dock tiles and specialists. */
#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/handlers.h"

static int place_in(const uint8_t *display, int item)
{
    for (int i = 0; i < DISPLAY; i++)
        if (display[i] == item)
            return i;
    return -1;
}

static struct journal_place display_at(int i)
{
    return place_at(PLACE_DISPLAY, 0, i);
}

/* After something was taken: in solo play one of the others is removed first
 * (BSS15). */
static void push_refill(struct state *s, int seat, enum frame_kind refill,
                        enum frame_kind box)
{
    push_plain(s, refill, seat);
    if (is_solo(s))
        push_plain(s, box, seat);
}

enum refusal_reason do_dock(struct state *s, int seat, struct move m, bool dry)
{
    const int i = place_in(s->dock_display, move_a(m));
    const struct frame f = *top(s);

    if (owner_at(s, f.a) != seat || piece_at(s, f.a) != PORT || s->dock[f.a])
        return REFUSED_NOT_NOW;
    if (i < 0)
        return REFUSED_NOT_DISPLAYED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    s->dock_display[i] = 0;
    s->dock[f.a] = (uint8_t)move_a(m);
    note_move(s, STEP_DOCK, seat, move_a(m), i, display_at(i),
              place_location(f.a));
    push_refill(s, seat, FRAME_REFILL_DOCKS, FRAME_BOX_DOCK);
    return REFUSED_OK;
}

void specialist_flip(struct state *s, int seat, int n, bool up)
{
    s->seat[seat].face_up ^= (uint16_t)(1u << (n - 1));
    note(s, STEP_FLIP, seat, n, up);
}

enum refusal_reason do_hire(struct state *s, int seat, struct move m, bool dry)
{
    const int n = move_a(m), i = place_in(s->specialist_display, n);
    const uint16_t bit = (uint16_t)(1u << (n - 1));

    if (i < 0)
        return REFUSED_NOT_DISPLAYED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    s->specialist_display[i] = 0;
    s->seat[seat].specialists |= bit;
    s->seat[seat].face_up |= bit;
    note_move(s, STEP_SPECIALIST, seat, n, i, display_at(i),
              place_at(PLACE_BOARD, seat, 0));
    push_refill(s, seat, FRAME_REFILL_SPECIALISTS, FRAME_BOX_SPECIALIST);
    return REFUSED_OK;
}

enum refusal_reason do_box(struct state *s, int seat, struct move m, bool dry)
{
    const bool is_dock = top(s)->kind == FRAME_BOX_DOCK;
    uint8_t *display = is_dock ? s->dock_display : s->specialist_display;
    const int i = place_in(display, move_a(m));

    if (i < 0)
        return REFUSED_NOT_DISPLAYED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    display[i] = 0;
    note_move(s, is_dock ? STEP_DOCK : STEP_SPECIALIST, seat, move_a(m), i,
              display_at(i), place_of(PLACE_BOX));
    return REFUSED_OK;
}

static void refill(struct state *s, uint8_t *display, uint8_t *pile,
                   uint8_t *count, enum journal_type type)
{
    for (int i = 0; i < DISPLAY; i++) {
        if (display[i] || !*count)
            continue;
        display[i] = pile[--*count];
        pile[*count] = 0;
        recorder_reveal(s);
        note_move(s, type, -1, display[i], i, place_of(PLACE_PILE),
                  display_at(i));
    }
}

void run_refill(struct state *s, const struct frame *f)
{
    if (f->kind == FRAME_REFILL_DOCKS)
        refill(s, s->dock_display, s->dock_pile, &s->dock_count, STEP_DOCK);
    else
        refill(s, s->specialist_display, s->specialist_pile,
               &s->specialist_count, STEP_SPECIALIST);
}
