/* The Spy: drawing contracts, and the divers of neighbours (rules 2.6). */
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

int spy_cost(struct state *s)
{
    return diver_cost(s, top(s), diver_effects(s, top(s))->credits);
}

/* ---- contracts ---- */

void spy_draw(struct state *s, int seat)
{
    if (!s->deck_count)
        return;
    recorder_reveal(s);
    for (int i = 0; i < DRAWN_CONTRACTS && s->deck_count; i++) {
        s->drawn[i] = pile_draw(pile_deck(s));
        note_secret(s, STEP_CONTRACT, seat, s->drawn[i], place_of(PLACE_DECK),
                    place_at(PLACE_DRAWN, seat, 0));
    }
    push_plain(s, FRAME_KEEP, seat);
}

enum refusal_reason do_draw(struct state *s, int seat, struct move m, bool dry)
{
    const int cost = spy_cost(s);

    (void)m;
    if (top(s)->a != SPY)
        return REFUSED_OTHER_DIVER;
    if (!s->deck_count)
        return REFUSED_DECK_EMPTY;
    if (s->seat[seat].credits < cost)
        return REFUSED_CREDITS;
    if (dry)
        return REFUSED_OK;
    (void)diver_begin(s);
    goods_pay(s, seat, cost);
    spy_draw(s, seat);
    return REFUSED_OK;
}

/* The others go under the deck in the order in which they were drawn (BO21).
 * The steps are the same whichever is kept. */
enum refusal_reason do_keep(struct state *s, int seat, struct move m, bool dry)
{
    const int contract = move_a(m);
    const struct journal_place drawn = place_at(PLACE_DRAWN, seat, 0);

    if (!memchr(s->drawn, contract, DRAWN_CONTRACTS))
        return REFUSED_NOT_DRAWN;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    s->seat[seat].hand |= UINT32_C(1) << (contract - 1);
    note_secret(s, STEP_CONTRACT, seat, contract, drawn,
                place_at(PLACE_HAND, seat, 0));
    for (int i = 0; i < DRAWN_CONTRACTS; i++) {
        const int other = s->drawn[i];

        s->drawn[i] = 0;
        if (!other || other == contract)
            continue;
        pile_put_under(pile_deck(s), other);
        note_secret(s, STEP_CONTRACT, seat, other, drawn, place_of(PLACE_DECK));
    }
    return REFUSED_OK;
}

/* ---- copying ---- */

/* The next seat that is playing, clockwise or against it. */
static int next_playing(const struct state *s, int seat, int step)
{
    int other = seat;

    do
        other = (other + step + s->seats) % s->seats;
    while (other != seat && !is_playing(s, other));
    return other;
}

seat_set spy_neighbours(const struct state *s, int seat)
{
    const unsigned both =
        1u << next_playing(s, seat, 1) | 1u << next_playing(s, seat, -1);

    return (seat_set)(both & ~(1u << seat));
}

/* In the variant the credit goes to the owner of the diver (BO35). */
void spy_copy(struct state *s, int seat, int owner)
{
    const int cost = spy_cost(s);
    const struct frame f = diver_begin(s);
    const int diver = s->seat[owner].column[key_slot(s)];

    goods_pay(s, seat, cost);
    if (s->spy_variant) {
        goods_credits(s, owner, cost);
        s->copied |= (uint8_t)(1u << owner);
    }
    note(s, STEP_COPY, seat, diver, owner);
    push(s, (struct frame){.kind = FRAME_DIVER,
                           .seat = (uint8_t)seat,
                           .n = 1,
                           .a = (uint8_t)diver,
                           .b = (uint8_t)(owner + 1),
                           .c = (uint8_t)(f.c | 1u << owner)});
}
