/* Random seats as they could have come about: networks grown by the oracle's
 * own idea of what is legal, and anything in stock and in play. */
#include "oracle.h"
#include "rules/underwater_cities/engine/seat_cards.h"

static int below(struct random *random, int n)
{
    return (int)random_below(random, (uint32_t)n);
}

static bool found_city(struct seat *seat, const struct oracle *o,
                       struct random *random)
{
    int city = below(random, UWC_CITY_SITES);

    if (!oracle_city_legal(o, city))
        return false;
    seat->city |= (uint16_t)(1 << city);
    if (below(random, 2))
        seat->symbiotic |= (uint16_t)(1 << city);
    return true;
}

static bool convert_city(struct seat *seat, const struct oracle *o,
                         struct random *random)
{
    int city = below(random, UWC_CITY_SITES);

    if (!o->city[city] || o->symbiotic[city] || below(random, 4))
        return false;
    seat->symbiotic |= (uint16_t)(1 << city);
    return true;
}

static bool build_tunnel(struct seat *seat, const struct oracle *o,
                         struct random *random)
{
    int tunnel = below(random, UWC_TUNNEL_SITES);

    if (!oracle_tunnel_legal(o, tunnel))
        return false;
    seat->tunnel |= (uint16_t)(1 << tunnel);
    return true;
}

static bool build_building(struct seat *seat, const struct oracle *o,
                           struct random *random)
{
    int city = below(random, UWC_CITY_SITES);
    int place = below(random, UWC_SITES_PER_CITY);

    if (!oracle_building_legal(o, city, place))
        return false;
    seat->building[below(random, 3)] |= UINT64_C(1)
                                        << (city * UWC_SITES_PER_CITY + place);
    return true;
}

static bool upgrade(struct seat *seat, const struct oracle *o,
                    struct random *random)
{
    int city = below(random, UWC_CITY_SITES);
    int place = below(random, UWC_SITES_PER_CITY);
    int tunnel = below(random, UWC_TUNNEL_SITES);

    if (below(random, 2) && o->tunnel[tunnel] && !o->tunnel_upgraded[tunnel]) {
        seat->tunnel_upgraded |= (uint16_t)(1 << tunnel);
        return true;
    }
    if (!o->building[city][place] || o->upgraded[city][place])
        return false;
    seat->upgraded |= UINT64_C(1) << (city * UWC_SITES_PER_CITY + place);
    return true;
}

void oracle_grow(struct seat *seat, struct random *random)
{
    struct oracle o;

    oracle_of(seat, &o);
    for (int tries = 0; tries < 20; tries++) {
        int what = below(random, 16);
        bool done = what < 2    ? found_city(seat, &o, random)
                    : what == 2 ? convert_city(seat, &o, random)
                    : what < 6  ? build_tunnel(seat, &o, random)
                    : what < 11 ? build_building(seat, &o, random)
                                : upgrade(seat, &o, random);

        if (done)
            return;
    }
}

static bool trades(int card)
{
    return cards[card]->final && cards[card]->final->op == OP_FINAL_TRADE;
}

/* Cards that stay in play, each once.  With many trades all ways to use them
 * are too many to try, so these are few; returns how many. */
static int claim_cards(struct seat *seat, struct random *random)
{
    int count = below(random, below(random, 20) ? 9 : UWC_CLAIMS_MAX + 1);
    int most_trades = below(random, 20) ? 2 : 5, n = 0;

    seat->claim_count = 0;
    memset(seat->claims, 0, sizeof seat->claims);
    for (int tries = 0; seat->claim_count < count && tries < 200; tries++) {
        int card = 1 + below(random, ASSISTANT);

        /* end-scoring cards more often, for they are few */
        if (!cards[card] || cards[card]->type == INSTANT ||
            claim_index(seat, card) >= 0 ||
            (!cards[card]->final && !cards[card]->produce &&
             below(random, 3)) ||
            (trades(card) && n == most_trades))
            continue;
        n += trades(card);
        seat->claims[seat->claim_count++] = (uint8_t)card;
    }
    return n;
}

void oracle_furnish(struct seat *seat, struct random *random)
{
    static const int most[] = {1, 4, 9, 9, 24};
    int limit = most[below(random, 5)];

    if (claim_cards(seat, random) > 2)
        limit = 4;
    for (int r = 0; r < RESOURCES; r++)
        seat->stock[r] = (int16_t)below(random, limit + 1);
    seat->points = (int16_t)below(random, below(random, 2) ? 8 : 120);
    seat->specials_paid = (uint8_t)below(random, 6);
    seat->space = (uint8_t)(1 + below(random, UWC_BELOW_TRACK));
    seat->brown = (uint8_t)(1 + below(random, UWC_BROWN_TILES));
    seat->blue[0] = (uint8_t)(1 + below(random, UWC_BLUE_TILES));
    do
        seat->blue[1] = (uint8_t)(1 + below(random, UWC_BLUE_TILES));
    while (seat->blue[1] == seat->blue[0]);
    seat->gained_tiles = 0;
    for (int i = below(random, 4); i > 1; i--) {
        int tile = 1 + below(random, UWC_BLUE_TILES);

        if (tile != seat->blue[0] && tile != seat->blue[1])
            seat->gained_tiles |= (uint16_t)(1 << (tile - 1));
    }
}
