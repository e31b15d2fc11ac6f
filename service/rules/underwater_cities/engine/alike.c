/* Moves that are alike: on sites of one city that nothing distinguishes. */
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/structures.h"

/* Whether an effect in progress is about the structure on a site. */
static bool is_awaited(const struct uwc_state *s, int site)
{
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].source == FRAME_UPGRADE && s->stack[i].id == site)
            return true;
    return false;
}

/* Whether two sites of one city have the same bonus, the same special kind and
 * the same structure, if any.  An expansion site is like no other. */
static bool sites_alike(const struct uwc_state *s, const struct seat *me, int a,
                        int b)
{
    const struct board *board = &boards[me->board];

    return (board->ordinary >> a & 1) && (board->ordinary >> b & 1) &&
           board->building_bonus[a] == board->building_bonus[b] &&
           board->building_special[a] == board->building_special[b] &&
           structure_piece(me, a) == structure_piece(me, b) &&
           structure_upgraded(me, a) == structure_upgraded(me, b) &&
           !is_awaited(s, a) && !is_awaited(s, b);
}

/* The first site of its city that is like this one: perhaps itself. */
static int first_alike(const struct uwc_state *s, int seat, int site)
{
    int other = site - site % UWC_SITES_PER_CITY;

    while (other < site && !sites_alike(s, &s->seat[seat], other, site))
        other++;
    return other;
}

struct move uwc_alike(const void *state, int seat, struct move move)
{
    const enum verb verb = move_verb(move);
    const int site = move_a(move);
    const bool is_building =
        verb == MOVE_BUILD ? move_b(move) & BUILDINGS
                           : (verb == MOVE_UPGRADE || verb == MOVE_TRIAL) &&
                                 site < UWC_TUNNEL_BASE;

    if (!is_building)
        return move;
    return move_make(verb, move_part(move), first_alike(state, seat, site),
                     move_b(move), move_x(move));
}
