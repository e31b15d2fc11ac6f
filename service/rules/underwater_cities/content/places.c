/* The plan of a player board. */
#include "rules/underwater_cities/content/places.h"

/* The middles of the islands, and half of their width and height. */
static const int16_t columns[] = {215, 530, 845}, rows[] = {245, 503, 761};
enum { HALF_WIDTH = 125, HALF_HEIGHT = 105 };

/* From the middle of an island: its city. */
static const struct place dome = {0, -12};

/* Its building sites, by the number of ordinary ones; the expansion site is
 * last. */
static const struct place pads[][UWC_SITES_PER_CITY] = {
    [2] = {{-85, -30}, {85, -30}, [UWC_EXPANSION] = {0, 72}},
    [3] = {{-85, -50}, {85, -50}, {-60, 68}, [UWC_EXPANSION] = {60, 68}},
    [4] =
        {{-85, -62}, {85, -62}, {-85, 40}, {85, 40}, [UWC_EXPANSION] = {0, 74}},
};

const struct place metropolis_places[PLACE_METROPOLISES] = {
    {150, 48}, {845, 48}, {215, 958}};

/* The tunnels to metropolises, from the first one on: from the edge of the
 * island to the edge of the metropolis. */
static const struct way ways_to_metropolises[] = {
    {3, {{470, 140}, {470, 48}, {285, 48}}, {0}},
    {3, {{90, 503}, {42, 503}, {42, 86}}, {0}},
    {2, {{845, 140}, {845, 86}}, {0}},
    {2, {{215, 866}, {215, 920}}, {0}},
};

enum {
    TO_METROPOLISES = sizeof ways_to_metropolises / sizeof *ways_to_metropolises
};

static struct place add(struct place a, struct place b)
{
    return (struct place){(int16_t)(a.x + b.x), (int16_t)(a.y + b.y)};
}

static struct place island(int city)
{
    return (struct place){columns[city % 3], rows[city / 3]};
}

struct place city_place(int city)
{
    return add(island(city), dome);
}

struct place building_place(const struct board *board, int site)
{
    const int city = site / UWC_SITES_PER_CITY;

    return add(island(city),
               pads[board->sites[city]][site % UWC_SITES_PER_CITY]);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* Where the line from one island to another leaves it: at the middle of a side,
 * or near a corner. */
static struct place edge(struct place from, struct place to)
{
    const int dx = sign(to.x - from.x), dy = sign(to.y - from.y);
    const int inset = dx && dy ? 15 : 0;

    return add(from, (struct place){(int16_t)(dx * (HALF_WIDTH - inset)),
                                    (int16_t)(dy * (HALF_HEIGHT - inset))});
}

struct way tunnel_way(int tunnel)
{
    const int from = tunnel_ends[tunnel][0], to = tunnel_ends[tunnel][1];
    struct way way = {.count = 2};

    if (to == UWC_CITY_SITES)
        way = ways_to_metropolises[tunnel - UWC_TUNNEL_SITES + TO_METROPOLISES];
    else {
        way.at[0] = edge(island(from), island(to));
        way.at[1] = edge(island(to), island(from));
    }
    const struct place both = add(way.at[way.count - 2], way.at[way.count - 1]);

    way.middle = (struct place){both.x / 2, both.y / 2};
    return way;
}
