/* What a seat's board may still become worth: cities and their connections,
 * metropolises, contracts, and the goals of playing alone. */
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/estimate/evaluate.h"

/* Hundredths of a point. */
enum {
    CITY_GROWTH = 28,     /* a connected city, each turn to come up to ten */
    MISSING_KIND = 30,    /* per cent of the points that kinds still bring */
    LOOSE_NEAR = 46,      /* per cent of a city that one tunnel would join */
    LOOSE_FAR = 40,       /* of one that needs more of them */
    LOOSE_FLOW = 44,      /* per cent of what buildings there would produce */
    METROPOLIS_NEAR = 63, /* per cent of one that one tunnel would connect */
    METROPOLIS_FAR = 16,  /* two tunnels */
    BROWN_HOPE = 286,     /* points that the brown one may still grow to */
    CORNER = 30,          /* per cent of a tile, while tiles are laid */
    CORNER_SITE = 4,      /* more, for each site on the way that gives more */
    CONTRACT_MET = 82,    /* per cent of a reward that can be claimed */
    CONTRACT_NEAR = 53,   /* of one that one more thing earns */
    CONTRACT_LOSS = 65,   /* of that, with each further one missing */
    CONTRACT_RACED = 50,  /* of that, when another seat meets it already */
    SOLO_CITY = 411,      /* playing alone: a connected city towards the goal */
    SOLO_WON = 1343,      /* both goals reached */
    SOLO_SURPLUS = 35,    /* per cent of points beyond the goal */
};

/* Different kinds of building at a city site: 0 to 3. */
static int kinds_at(const struct seat *seat, int site)
{
    int kinds = 0;

    for (int k = 0; k < 3; k++)
        kinds += (seat->building[k] & BUILDINGS_AT(site)) != 0;
    return kinds;
}

/* Buildings of a city that is not connected: what they would produce. */
static int32_t loose_flow(const struct estimate *o, int site)
{
    static const uint8_t gives[] = {KELP, CREDIT, SCIENCE};
    int32_t worth = 0;

    for (int k = 0; k < 3; k++)
        worth +=
            __builtin_popcountll(o->seat->building[k] & BUILDINGS_AT(site)) *
            o->flow[gives[k]];
    return worth * LOOSE_FLOW / 100;
}

/* Cities: what final scoring gives for them, and what they may grow to. */
int32_t value_of_cities(const struct estimate *o)
{
    static const int16_t points[] = {200, 300, 400, 600};
    const unsigned connected = board_connected(o->seat);
    const unsigned tunnels = board_tunnel_sites(o->seat);
    const int more = o->turns < 10 ? o->turns : 10;
    int32_t worth = 0;

    for (int site = 0; site < UWC_CITY_SITES; site++) {
        int32_t city;

        if (!(o->seat->city >> site & 1))
            continue;
        city = points[kinds_at(o->seat, site)];
        city += (points[3] - city) * MISSING_KIND * more / 1000;
        city += CITY_GROWTH * more;
        if (connected >> site & 1)
            worth += city;
        else if (tunnels & tunnels_at_site[site])
            worth += (city + loose_flow(o, site)) * LOOSE_NEAR * more / 1000;
        else
            worth += (city + loose_flow(o, site)) * LOOSE_FAR * more / 1000;
    }
    return worth;
}

/* What a blue metropolis would bring if it was connected now. */
static int32_t blue_tile_worth(const struct estimate *o, int tile)
{
    struct estimate fresh = *o;
    int32_t worth = value_of_effects(&fresh, blue_tiles[tile].instant, NULL);

    if (blue_tiles[tile].produce)
        worth += o->productions *
                 value_of_effects(&fresh, blue_tiles[tile].produce, NULL);
    return worth;
}

/* The number of tunnels still to build to this site: 0 to 2, or 3 for more. */
static int tunnels_missing(const struct seat *seat, int tunnel)
{
    const unsigned open = board_tunnel_sites(seat);

    if (seat->tunnel >> tunnel & 1)
        return 0;
    if (open >> tunnel & 1)
        return 1;
    return open & tunnels_at_site[tunnel_ends[tunnel][0]] ? 2 : 3;
}

/* Per cent of a metropolis' value, by the number of missing tunnels. */
static int32_t metropolis_share(const struct estimate *o, int missing)
{
    static const int16_t share[] = {100, METROPOLIS_NEAR, METROPOLIS_FAR, 0};
    const int more = o->turns < 10 ? o->turns : 10;

    if (missing == 0)
        return 100;
    return missing < 3 ? share[missing] * more / 10 : 0;
}

/* The brown metropolis, connected or on the way; the blue ones that are still
 * to connect. */
int32_t value_of_metropolises(const struct estimate *o)
{
    const struct seat *seat = o->seat;
    const int32_t points =
        100 * brown_tile_points(o->s, o->number, seat->brown);
    const int more = o->turns < 10 ? o->turns : 10;
    const int right = tunnels_missing(seat, 14),
              left = tunnels_missing(seat, 15);
    int brown = tunnels_missing(seat, 12) + tunnels_missing(seat, 13);
    int32_t worth = (points + BROWN_HOPE * more / 10) *
                    metropolis_share(o, brown < 3 ? brown : 3) / 100;

    if (right)
        worth += blue_tile_worth(o, seat->blue[0]) *
                 metropolis_share(o, right) / 100;
    if (left)
        worth +=
            blue_tile_worth(o, seat->blue[1]) * metropolis_share(o, left) / 100;
    return worth;
}

/* How soon a corner's tile comes, in per cent of its worth: the more the sites
 * on the way give. */
static int32_t corner_share(const struct estimate *o, int corner)
{
    /* from the start to the tunnel of the corner: tunnels and cities */
    static const struct {
        uint8_t tunnel[5], city[2];
    } way[2] = {{{3, 2, 11, 9, 14}, {5, 2}}, {{4, 5, 11, 10, 15}, {7, 6}}};
    const struct board *board = &boards[o->seat->board];
    int given = 0;

    for (int i = 0; i < 5; i++)
        given += board->tunnel_bonus[way[corner].tunnel[i]] != BONUS_NONE ||
                 board->tunnel_special[way[corner].tunnel[i]] != SITE_PLAIN;
    for (int i = 0; i < 2; i++)
        given += board->city_bonus[way[corner].city[i]] != BONUS_NONE;
    return CORNER + CORNER_SITE * given;
}

int32_t value_of_corners(const struct estimate *o)
{
    const uint8_t *blue = o->seat->blue;
    const bool swapped = o->seat->swapped;

    return (blue_tile_worth(o, blue[swapped]) * corner_share(o, 0) +
            blue_tile_worth(o, blue[!swapped]) * corner_share(o, 1)) /
           100;
}

/* How much is missing to a contract's criteria; cities and metropolises are
 * farther away than other things. */
static int contract_missing(const struct estimate *o, int contract)
{
    const struct criterion *c = contracts[contract].criteria;
    int missing = 0;

    for (int i = 0; i < CONTRACT_CRITERIA_MAX && c[i].count; i++) {
        const int lack = c[i].count - board_count(o->s, o->number,
                                                  (enum countable)c[i].what);
        const bool far = c[i].what == COUNT_CITIES ||
                         c[i].what == COUNT_SYMBIOTIC_CITIES ||
                         c[i].what == COUNT_METROPOLISES;

        if (lack > 0)
            missing += far ? 2 * lack : lack;
    }
    return missing;
}

/* Open contracts: their rewards, as far as they are in reach. */
int32_t value_of_contracts(const struct estimate *o)
{
    const int more = o->turns < 10 ? o->turns : 10;
    int32_t worth = 0;

    for (int i = 0; o->s->contracts && i < UWC_CONTRACTS_OPEN; i++) {
        const int contract = o->s->contract[i];
        struct estimate fresh = *o;
        int32_t share;
        int missing;

        if (!contract)
            continue;
        missing = contract_missing(o, contract);
        share = CONTRACT_MET;
        if (missing) {
            share = CONTRACT_NEAR * more / 10;
            for (int far = 1; far < missing; far++)
                share = share * CONTRACT_LOSS / 100;
        }
        for (int seat = 0; seat < o->s->seats; seat++)
            if (seat != o->number && contract_met(o->s, seat, contract)) {
                share = share * CONTRACT_RACED / 100;
                break;
            }
        worth += value_of_effects(&fresh, contracts[contract].reward, NULL) *
                 share / 100;
    }
    return worth;
}

/* At the end: the total; alone, what the goals make of it. */
int32_t value_at_end(const struct uwc_state *s, int seat)
{
    struct scores scores;
    int32_t worth;
    int over;

    uwc_score(s, &scores);
    worth = 100 * scores.total[seat];
    if (s->seats > 1 || s->seat[seat].left)
        return worth;
    over = scores.total[seat] - UWC_SOLO_POINTS;
    if (over > 0)
        worth -= over * (100 - SOLO_SURPLUS);
    if (scores.outcome == OUTCOME_WON)
        worth += SOLO_WON;
    return worth + SOLO_CITY * (scores.goal[0].reached < UWC_SOLO_CITIES
                                    ? scores.goal[0].reached
                                    : UWC_SOLO_CITIES);
}

/* Playing alone: cities on the way to the goal. */
int32_t value_of_goals(const struct estimate *o)
{
    const int connected = __builtin_popcount(board_connected(o->seat));
    const int loose = __builtin_popcount(o->seat->city) - connected;
    const int more = o->turns < 10 ? o->turns : 10;
    int32_t hope = loose * LOOSE_NEAR * more / 10;
    int32_t have = 100 * connected + hope;

    if (have > 100 * UWC_SOLO_CITIES)
        have = 100 * UWC_SOLO_CITIES;
    return have * SOLO_CITY / 100;
}
