/* Buildings on the flotillas, and what they cost. */
#include "rules/seastead/engine/board.h"

#include "rules/seastead/engine/goods.h"

/* What a price tag for the type is worth.  In solo play it counts only where
 * an option says so (AS4). */
static int tag_discount(const struct state *s, int location, int piece)
{
    if (location_at(s, location)->tag != piece)
        return 0;
    if (is_solo(s) && (!s->discounts || s->token[location]))
        return 0;
    return decreed_n(s, OP_TAG_DISCOUNT, 1);
}

static int ship_discount(const struct state *s, int location)
{
    return s->ship[location] ? decreed_n(s, OP_SHIP_DISCOUNT, 1) : 0;
}

/* What the decree in force adds. */
static int decree_price(const struct state *s, int location, int piece)
{
    const struct effect *e = &decrees[s->decree].does;

    if (e->op == OP_DISCOUNT)
        return e->piece == piece ? -e->n : 0;
    if (flotilla_of(location) != s->locked)
        return 0;
    return decreed_n(s, OP_LOCKED_SURCHARGE, 0) -
           decreed_n(s, OP_LOCKED_DISCOUNT, 0);
}

int board_price(const struct state *s, int location, int piece)
{
    const int price =
        location_at(s, location)->cost + decree_price(s, location, piece) -
        tag_discount(s, location, piece) - ship_discount(s, location);

    return price > 0 ? price : 0;
}

bool board_has_full_flotilla(const struct state *s)
{
    for (int f = 0; f < FLOTILLAS; f++) {
        int count = 0;

        for (int l = f * SPOTS; l < (f + 1) * SPOTS; l++)
            count += s->building[l] != 0;
        if (count == SPOTS)
            return true;
    }
    return false;
}

/* A building came to a location, which may bring the end (rules 1.6). */
static void arrive(struct state *s, int location)
{
    goods_clear_token(s, location);
    if (board_has_full_flotilla(s))
        goods_note_end(s);
}

void board_build(struct state *s, int owner, int piece, int location)
{
    struct seat *me = &s->seat[owner];

    me->built[piece]++;
    s->building[location] = (uint8_t)(1 + owner * PIECES + piece);
    note_move(s, STEP_BUILDING, owner, piece, 1,
              place_at(PLACE_BOARD, owner, 0), place_location(location));
    arrive(s, location);
    if (built_count(me) >= PIECES * PIECES_EACH - 1)
        goods_note_end(s);
}

/* The building of this turn moves from one location to another. */
static void follow(struct state *s, int from, int to)
{
    if (!is_older(s) && s->site == from + 1)
        s->site = (uint8_t)(to + 1);
}

void board_move(struct state *s, int from, int to)
{
    s->building[to] = s->building[from];
    s->building[from] = 0;
    follow(s, from, to);
    note_move(s, STEP_BUILDING, owner_at(s, to), piece_at(s, to), 1,
              place_location(from), place_location(to));
    arrive(s, to);
}

void board_exchange(struct state *s, int a, int b)
{
    const uint8_t building = s->building[a];

    note_move(s, STEP_BUILDING, owner_at(s, a), piece_at(s, a), 1,
              place_location(a), place_location(b));
    note_move(s, STEP_BUILDING, owner_at(s, b), piece_at(s, b), 1,
              place_location(b), place_location(a));
    s->building[a] = s->building[b];
    s->building[b] = building;
    if (s->site == b + 1)
        follow(s, b, a);
    else
        follow(s, a, b);
}

int board_count(const struct state *s, int location, int piece)
{
    const int first = flotilla_of(location) * SPOTS;
    int count = 0;

    for (int l = first; l < first + SPOTS; l++)
        count += s->building[l] && piece_at(s, l) == piece;
    return count;
}

bool board_is_movable(const struct state *s, int location, int owner)
{
    return owner_at(s, location) == owner && piece_at(s, location) != PORT;
}
