/* Solo play against the Boss (rules 1.8). */
#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

enum { BOSS = 1 };

/* The amounts still to be placed, in a and b of the frame. */
static int tokens_of(const struct frame *f, int resource)
{
    const int both = resource < 2 ? f->a : f->b;

    return resource % 2 ? both & 15 : both >> 4;
}

static void take_token(struct frame *f, int resource)
{
    uint8_t *both = resource < 2 ? &f->a : &f->b;

    *both = (uint8_t)(*both - (resource % 2 ? 1 : 16));
}

/* Missing resources are lost (SS4). */
void solo_push_tokens(struct state *s, int half, bool is_start)
{
    const struct half *h = &dive_card(s)->half[half];
    int amount[RESOURCES];

    for (int r = 0; r < RESOURCES; r++) {
        const int supply = supply_of(s, r);

        amount[r] = h->kind == HALF_FIXED ? h->amount[r] : 0;
        if (amount[r] > supply)
            amount[r] = supply;
    }
    push(s, (struct frame){.kind = FRAME_TOKENS,
                           .seat = 0,
                           .n = is_start,
                           .a = (uint8_t)(amount[0] << 4 | amount[1]),
                           .b = (uint8_t)(amount[2] << 4 | amount[3])});
}

/* At the start locations with a price tag come first (SS3). */
static int rank(const struct state *s, int location, bool is_start)
{
    const struct location *l = location_at(s, location);

    return l->cost + (is_start && l->tag == NO_TAG ? 16 : 0);
}

static bool is_best(const struct state *s, int location, bool is_start)
{
    const int first = flotilla_of(location) * SPOTS;

    for (int l = first; l < first + SPOTS; l++)
        if (!s->building[l] &&
            rank(s, l, is_start) < rank(s, location, is_start))
            return false;
    return !s->building[location];
}

/* The Boss builds at the location; then a ship there is moved, and only then
 * (BT1). */
static void begin_boss_building(struct state *s, int location)
{
    goods_clear_token(s, location);
    if (is_older(s))
        ships_displace(s, location);
    push(s, (struct frame){
                .kind = FRAME_RAISE, .seat = 0, .a = (uint8_t)location});
}

static void put_token(struct state *s, int resource, int location)
{
    if (s->token[location] || s->ship[location]) {
        begin_boss_building(s, location);
        return;
    }
    s->token[location] = (uint8_t)(resource + 1);
    note_move(s, STEP_RESOURCE, BOSS, resource, 1, place_of(PLACE_SUPPLY),
              place_location(location));
}

enum refusal_reason do_token(struct state *s, int seat, struct move m, bool dry)
{
    const int resource = move_a(m), location = move_b(m);
    struct frame *f = top(s);

    (void)seat;
    if (!tokens_of(f, resource))
        return REFUSED_TYPE;
    if (supply_of(s, resource) <= 0)
        return REFUSED_SUPPLY;
    if (demand_at(s, location) != resource || !is_best(s, location, f->n))
        return REFUSED_NO_SPOT;
    if (dry)
        return REFUSED_OK;
    take_token(f, resource);
    put_token(s, resource, location);
    return REFUSED_OK;
}

enum refusal_reason do_raise(struct state *s, int seat, struct move m, bool dry)
{
    const int location = top(s)->a;

    (void)seat;
    if (s->seat[BOSS].built[move_a(m)] >= PIECES_EACH)
        return REFUSED_NO_PIECE;
    if (s->building[location])
        return REFUSED_OCCUPIED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    board_build(s, BOSS, move_a(m), location);
    if (!is_older(s))
        ships_displace(s, location);
    return REFUSED_OK;
}

bool solo_is_over(const struct state *s)
{
    const int all = PIECES * PIECES_EACH;

    return board_has_full_flotilla(s) || built_count(&s->seat[0]) == all ||
           built_count(&s->seat[BOSS]) == all || s->drawn >= s->dive_count;
}
