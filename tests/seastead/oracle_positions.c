/* Tables on which anything may stand anywhere. */
#include "oracle.h"
#include "rules/seastead/engine/state.h"

#include <string.h>

/* Put a building of some owner there, or nothing if its row is used up. */
static void build(struct state *s, int location, struct random *random)
{
    const int owner = (int)random_below(random, OWNERS);
    const int piece = (int)random_below(random, PIECES);

    if (s->seat[owner].built[piece] == PIECES_EACH)
        return;
    s->seat[owner].built[piece]++;
    s->building[location] = (uint8_t)(1 + owner * PIECES + piece);
}

/* A ship of some player; it may stand at a building, as between a build and its
 * consequences. */
static void place_ship(struct state *s, int location, struct random *random)
{
    const int owner = (int)random_below(random, s->seats);

    if (!s->seat[owner].ships)
        return;
    s->seat[owner].ships--;
    s->ship[location] = (uint8_t)(1 + owner);
}

/* Ports of players have tiles. */
static void attach_docks(struct state *s, struct random *random)
{
    uint8_t tiles[DOCKS];
    int next = 0;

    for (int i = 0; i < DOCKS; i++)
        tiles[i] = (uint8_t)(i + 1);
    random_shuffle(random, tiles, DOCKS);
    for (int l = 0; l < LOCATIONS; l++)
        if (s->building[l] && piece_at(s, l) == PORT &&
            owner_at(s, l) < s->seats && random_below(random, 8))
            s->dock[l] = tiles[next++];
    memset(s->dock_display, 0, sizeof s->dock_display);
    memset(s->dock_pile, 0, sizeof s->dock_pile);
    s->dock_count = 0;
}

static void furnish(struct state *s, int seat, struct random *random)
{
    struct seat *me = &s->seat[seat];

    for (int r = 0; r < RESOURCES; r++)
        me->stock[r] = (uint8_t)random_below(random, 6);
    me->cleanup = (uint8_t)random_below(random, 4);
    me->specialists = (uint16_t)random_u32(random);
    me->face_up = me->specialists & (uint16_t)random_u32(random);
}

void oracle_scatter(struct state *s, struct random *random)
{
    const uint32_t crowd = random_below(random, 9); /* of 8: how full */

    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    for (int l = 0; l < LOCATIONS; l++)
        s->building[l] = s->ship[l] = s->dock[l] = s->token[l] = 0;
    for (int owner = 0; owner < OWNERS; owner++) {
        memset(&s->seat[owner], 0, sizeof s->seat[owner]);
        s->seat[owner].ships = SHIPS_EACH;
    }
    s->b_sides = is_solo(s) ? 0 : random_u32(random) & 15;
    s->decree =
        has_decrees(s) ? (uint8_t)(1 + random_below(random, DECREES)) : 0;
    for (int l = 0; l < LOCATIONS; l++) {
        if (random_below(random, 8) < crowd)
            build(s, l, random);
        if (random_below(random, 4) == 0)
            place_ship(s, l, random);
    }
    attach_docks(s, random);
    for (int seat = 0; seat < s->seats; seat++)
        furnish(s, seat, random);
    if (random_below(random, 16) == 0) /* then the match is over */
        s->seat[random_below(random, s->seats)].left = 1;
}
