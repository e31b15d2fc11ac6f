/* The oracle's network: what is reached, connected and legal, by walking from
 * place to place (rules pp. 10-11; rulings 10-12, 55, 56). */
#include "oracle.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/state.h"

/* As board.h numbers them; the start is 8. */
static const int joins[UWC_TUNNEL_SITES][2] = {
    {1, 2}, {2, 3}, {3, 6}, {6, 9}, {8, 9}, {7, 8}, {4, 7}, {1, 4},
    {1, 5}, {3, 5}, {5, 7}, {5, 9}, {2, 0}, {4, 0}, {3, 0}, {7, 0},
};

int oracle_end(int tunnel, int which)
{
    if (which == 0)
        return joins[tunnel][0] - 1;
    if (tunnel == 12 || tunnel == 13)
        return CORNER_BROWN;
    if (tunnel == 14)
        return CORNER_RIGHT;
    if (tunnel == 15)
        return CORNER_LEFT;
    return joins[tunnel][1] - 1;
}

static bool in(uint64_t set, int n)
{
    return (set >> n) % 2 == 1;
}

/* From the start along built tunnels, until nothing new is found.  Only city
 * sites are gone through (ruling 12). */
static void reach(struct oracle *o)
{
    bool more = true;

    o->reached[UWC_START_SITE] = true;
    while (more) {
        more = false;
        for (int t = 0; t < UWC_TUNNEL_SITES; t++)
            for (int way = 0; way < 2; way++) {
                int from = oracle_end(t, way), to = oracle_end(t, 1 - way);

                if (!o->tunnel[t] || from >= CORNER_BROWN ||
                    to >= CORNER_BROWN || !o->reached[from] || o->reached[to])
                    continue;
                o->reached[to] = true;
                more = true;
            }
    }
}

void oracle_of(const struct seat *seat, struct oracle *o)
{
    static const int kinds[] = {FARM, PLANT, LABORATORY};

    *o = (struct oracle){.board = &boards[seat->board]};
    for (int c = 0; c < UWC_CITY_SITES; c++) {
        o->city[c] = in(seat->city, c);
        o->symbiotic[c] = in(seat->symbiotic, c);
        for (int p = 0; p < ORACLE_PLACES; p++) {
            int site = c * UWC_SITES_PER_CITY + p;

            for (int k = 0; k < 3; k++)
                if (in(seat->building[k], site))
                    o->building[c][p] = kinds[k];
            o->upgraded[c][p] = in(seat->upgraded, site);
        }
    }
    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        o->tunnel[t] = in(seat->tunnel, t);
        o->tunnel_upgraded[t] = in(seat->tunnel_upgraded, t);
    }
    reach(o);
}

bool oracle_connected(const struct oracle *o, int city)
{
    return o->city[city] && o->reached[city];
}

bool oracle_next_to_city(const struct oracle *o, int tunnel)
{
    for (int which = 0; which < 2; which++) {
        int end = oracle_end(tunnel, which);

        if (o->tunnel[tunnel] && end < CORNER_BROWN && o->city[end])
            return true;
    }
    return false;
}

/* Every tunnel site next to it must be built. */
bool oracle_metropolis(const struct oracle *o, int corner)
{
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        if (oracle_end(t, 1) == corner && !o->tunnel[t])
            return false;
    return true;
}

bool oracle_city_legal(const struct oracle *o, int city)
{
    if (o->city[city])
        return false;
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        for (int way = 0; way < 2; way++) {
            int here = oracle_end(t, way), there = oracle_end(t, 1 - way);

            if (here == city && there < CORNER_BROWN && o->city[there])
                return true;
        }
    return false;
}

bool oracle_building_legal(const struct oracle *o, int city, int place)
{
    if (o->building[city][place])
        return false;
    if (place != UWC_EXPANSION && place >= o->board->sites[city])
        return false;
    return o->city[city] || oracle_city_legal(o, city);
}

bool oracle_tunnel_legal(const struct oracle *o, int tunnel)
{
    for (int which = 0; which < 2; which++) {
        int end = oracle_end(tunnel, which);

        if (!o->tunnel[tunnel] && end < CORNER_BROWN && o->reached[end])
            return true;
    }
    return false;
}

int oracle_buildings(const struct oracle *o, int kind, bool upgraded)
{
    int n = 0;

    for (int c = 0; c < UWC_CITY_SITES; c++)
        for (int p = 0; p < ORACLE_PLACES; p++)
            if (oracle_connected(o, c) && o->building[c][p] &&
                (!kind || o->building[c][p] == kind) &&
                (!upgraded || o->upgraded[c][p]))
                n++;
    return n;
}

int oracle_metropolises(const struct seat *seat)
{
    struct oracle o;
    int n = 0;

    oracle_of(seat, &o);
    for (int corner = CORNER_BROWN; corner < CORNERS; corner++)
        if (oracle_metropolis(&o, corner))
            n++;
    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++)
        if (in(seat->gained_tiles, tile - 1)) /* ruling 64 */
            n++;
    return n;
}
