/* Building, upgrading and converting, and what a new piece triggers. */
#include "rules/underwater_cities/engine/build.h"

#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/structures.h"

static bool site_legal(const struct seat *me, const struct effect *e,
                       enum piece piece, int site)
{
    return site < 64 && build_sites(me, e, piece) >> site & 1;
}

static void put_piece(struct seat *me, enum piece piece, int site)
{
    uint16_t bit = (uint16_t)(1u << (site & 15));

    if (piece == TUNNEL)
        me->tunnel |= bit;
    else if (piece & CITIES)
        me->city |= bit;
    else
        me->building[building_index(piece)] |= UINT64_C(1) << site;
    if (piece == SYMBIOTIC)
        me->symbiotic |= bit;
}

static void give_bonus(struct uwc_state *s, int seat, enum bonus bonus)
{
    switch (bonus) {
    case BONUS_NONE: break;
    case BONUS_CREDIT:
    case BONUS_KELP:
    case BONUS_STEELPLAST:
    case BONUS_SCIENCE:
    case BONUS_BIOMATTER:
        gain_amount(s, seat, (enum resource)(bonus - BONUS_CREDIT + CREDIT), 1);
        break;
    case BONUS_FEDERATION:
        gain_federation_steps(s, seat, 1);
        gain_amount(s, seat, CARD, 1);
        break;
    case BONUS_POINTS: gain_amount(s, seat, POINT, 6); break;
    }
}

static void site_bonus(struct uwc_state *s, int seat, enum piece piece,
                       int site)
{
    const struct journal_place place = place_of_piece(seat, piece, site);
    const struct journal_cause because =
        recorder_because(s, CAUSE_BONUS, cause_id_of_site(&place));

    give_bonus(s, seat, board_bonus(&s->seat[seat], piece, site));
    recorder_resume(s, because);
}

void build_gain_tile(struct uwc_state *s, int seat, int tile)
{
    const struct effect *list = blue_tiles[tile].instant;

    const struct journal_cause because = recorder_because(s, CAUSE_TILE, tile);

    gain_list(s, seat, list, effect_list_length(list));
    recorder_resume(s, because);
}

/* The metropolises that this tunnel has just connected (ruling 63): their
 * instant effects.  Returns whether there were any. */
static bool connect_metropolises(struct uwc_state *s, int seat, int site,
                                 unsigned before)
{
    const struct seat *me = &s->seat[seat];
    unsigned fresh = tunnel_metropolis(site) & board_metropolises(me) & ~before;

    if (fresh & METROPOLIS_RIGHT)
        build_gain_tile(s, seat, me->blue[0]);
    if (fresh & METROPOLIS_LEFT)
        build_gain_tile(s, seat, me->blue[1]);
    return fresh != 0;
}

static bool site_connected(const struct seat *me, int site)
{
    return board_connected_sites(me) >> site & 1;
}

/* Buildings of one kind at the city of this site, among those of a mask. */
static int count_at_city(uint64_t mask, int site)
{
    return __builtin_popcountll(mask & BUILDINGS_AT(site / UWC_SITES_PER_CITY));
}

/* Pay for a piece and put it on its site. */
static void pay_and_put(struct uwc_state *s, int seat, enum piece piece,
                        int site, const int cost[RESOURCES], int payment)
{
    struct seat *me = &s->seat[seat];
    const struct journal_cause because =
        recorder_because(s, CAUSE_BUILDING, (int)piece);

    pay_cost(s, seat, cost, payment);
    recorder_resume(s, because);
    if (recorder_is_on(s)) {
        const struct seat before = *me;

        put_piece(me, piece, site);
        journal_move(s, JOURNAL_BUILD, seat, (int)piece, place_of(PLACE_SUPPLY),
                     place_of_piece(seat, piece, site));
        journal_connections(s, seat, &before);
    } else {
        put_piece(me, piece, site);
    }
}

enum refusal_reason build_piece(struct uwc_state *s, int seat,
                                const struct effect *e, enum piece piece,
                                int site, int payment)
{
    struct seat *me = &s->seat[seat];
    struct moment moments[3];
    int count = 0, cost[RESOURCES];
    unsigned before = board_metropolises(me);

    if (!piece || piece & (piece - 1) || !(e->what & piece))
        return REFUSED_PIECE;
    if (!site_legal(me, e, piece, site))
        return REFUSED_SITE;
    if (supply_left(s, piece) <= 0)
        return REFUSED_SUPPLY;
    build_cost(s, seat, e, piece, site, cost);
    if (!cost_payable(me, cost, payment))
        return REFUSED_COST;
    pay_and_put(s, seat, piece, site, cost, payment);
    site_bonus(s, seat, piece, site);
    moments[count++] = (struct moment){EVENT_BUILT, (uint8_t)piece};
    if (piece == TUNNEL) {
        if (connect_metropolises(s, seat, site, before))
            moments[count++] = (struct moment){EVENT_CONNECTED, 0};
        if (++s->tunnels_built == 2)
            moments[count++] = (struct moment){EVENT_SECOND_TUNNEL, 0};
    } else if (piece & BUILDINGS && site_connected(me, site) &&
               count_at_city(me->building[building_index(piece)], site) == 2) {
        moments[count++] =
            (struct moment){EVENT_SECOND_BUILDING, (uint8_t)piece};
    }
    gain_from_triggers(s, seat, moments, count);
    return REFUSED_OK;
}

enum refusal_reason build_upgrade(struct uwc_state *s, int seat,
                                  const struct effect *e, int structure,
                                  int resource)
{
    struct seat *me = &s->seat[seat];
    enum piece piece = structure_piece(me, structure);
    struct moment moments[2] = {{EVENT_UPGRADED_ONE, (uint8_t)piece}};
    struct journal_cause because;
    int count = 1;
    uint16_t price;

    if (!piece)
        return REFUSED_SITE;
    if (!(e->what & piece))
        return REFUSED_PIECE;
    if (structure_upgraded(me, structure))
        return REFUSED_UPGRADED;
    if (build_upgrade_price(e, resource, &price) || !price_payable(me, price))
        return REFUSED_COST;
    because = recorder_because(s, CAUSE_UPGRADING, (int)piece);
    (void)pay_price(s, seat, price);
    recorder_resume(s, because);
    journal_move(s, JOURNAL_UPGRADE, seat, (int)piece, place_of(PLACE_NONE),
                 place_of_piece(seat, piece, structure % UWC_TUNNEL_BASE));
    if (piece == TUNNEL) {
        me->tunnel_upgraded |= (uint16_t)(1u << (structure - UWC_TUNNEL_BASE));
    } else {
        me->upgraded |= UINT64_C(1) << structure;
        if (site_connected(me, structure) &&
            count_at_city(me->building[building_index(piece)] & me->upgraded,
                          structure) == 2)
            moments[count++] =
                (struct moment){EVENT_SECOND_UPGRADED, (uint8_t)piece};
    }
    gain_from_triggers(s, seat, moments, count);
    return REFUSED_OK;
}

enum refusal_reason build_convert(struct uwc_state *s, int seat, int site)
{
    struct seat *me = &s->seat[seat];

    if (site >= UWC_CITY_SITES || !((me->city & ~me->symbiotic) >> site & 1))
        return REFUSED_SITE;
    if (supply_left(s, SYMBIOTIC) <= 0)
        return REFUSED_SUPPLY;
    me->symbiotic |= (uint16_t)(1u << site);
    journal_move(s, JOURNAL_CONVERT, seat, SYMBIOTIC, place_of(PLACE_NONE),
                 place_at(PLACE_CITY, seat, site));
    return REFUSED_OK;
}
