/* Final scoring by the rules: 1.6 for players, 1.8 against the Boss. */
#include "oracle.h"

#include <string.h>

/* One point for each token of the tile's resource, at most three, and each
 * token counts for one tile: tile after tile takes its tokens away. */
static int dock_resources(const struct node *components,
                          const struct node *view, int seat)
{
    static const char *const types[] = {"kelp", "metal", "fish", "artifact"};
    const struct node *player = node_at(node_member(view, "players"), seat);
    int left[4], points = 0;

    for (int t = 0; t < 4; t++)
        left[t] = node_number(node_member(player, "storage"), types[t]);
    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++) {
            const struct node *l = oracle_location(view, f, spot);
            const struct node *tile;

            if (!node_has(l, "dock") ||
                node_number(node_member(l, "building"), "seat") != seat)
                continue;
            tile = node_numbered(node_member(components, "docks"),
                                 node_number(l, "dock"));
            for (int t = 0, n = 0; t < 4; t++)
                for (; !strcmp(types[t], node_word(tile, "resource")) &&
                       left[t] > 0 && n < 3;
                     n++, left[t]--)
                    points++;
        }
    return points;
}

/* Whether this building is there and belongs to the seat. */
static bool stands(const struct node *location, const char *piece, int seat)
{
    const struct node *building = node_member(location, "building");

    return node_has(location, "building") &&
           !strcmp(node_word(building, "piece"), piece) &&
           node_number(building, "seat") == seat;
}

/* The four areas of a tile seen from it: clockwise the next two locations are
 * on its right, the last two on its left. */
static int tile_points(const struct node *tile, const struct node *view, int f,
                       int spot, int seat)
{
    static const struct {
        const char *word;
        int clockwise;
    } areas[] = {{"front_right", 1},
                 {"back_right", 2},
                 {"back_left", 4},
                 {"front_left", 5}};
    int points = 0;

    for (int i = 0; i < 4; i++) {
        const struct node *area = node_member(tile, areas[i].word);

        if (area->child &&
            stands(oracle_location(view, f, spot + areas[i].clockwise),
                   node_word(area, "piece"), seat))
            points += node_number(area, "points");
    }
    return points;
}

/* Tiles of both players count, for the owner of the building. */
static int dock_buildings(const struct node *components,
                          const struct node *view, int seat)
{
    int points = 0;

    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++) {
            const struct node *l = oracle_location(view, f, spot);

            if (node_has(l, "dock"))
                points +=
                    tile_points(node_numbered(node_member(components, "docks"),
                                              node_number(l, "dock")),
                                view, f, spot, seat);
        }
    return points;
}

static bool is_of(const struct node *location, int seat)
{
    return node_has(location, "building") &&
           node_number(node_member(location, "building"), "seat") == seat;
}

static int locations(const struct node *components, const struct node *view,
                     int seat)
{
    int points = 0;

    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++)
            if (is_of(oracle_location(view, f, spot), seat))
                points += node_number(oracle_printed(components, view, f, spot),
                                      "points");
    return points;
}

static int specialists_of(const struct node *components,
                          const struct node *view, int seat)
{
    const struct node *player = node_at(node_member(view, "players"), seat);
    int points = 0;

    for (const struct node *n = node_member(player, "face_up")->child; n;
         n = n->next)
        points += node_number(
            node_numbered(node_member(components, "cards"), (int)n->number),
            "points");
    return points;
}

/* Buildings left on the player board. */
static int unbuilt(const struct node *view, int seat)
{
    const struct node *player = node_at(node_member(view, "players"), seat);
    const struct node *board = node_member(player, "buildings");

    return node_number(board, "port") + node_number(board, "academy") +
           node_number(board, "shipyard");
}

/* Whether a seat is ahead of the other one. */
static bool is_ahead(const struct node *view, const struct scores *scores,
                     int seat)
{
    const struct node *players = node_member(view, "players");
    const struct node *me = node_at(players, seat);
    const struct node *other = node_at(players, 1 - seat);

    if (node_number(me, "left") != node_number(other, "left"))
        return node_number(other, "left");
    if (scores->total[seat] != scores->total[1 - seat])
        return scores->total[seat] > scores->total[1 - seat];
    if (unbuilt(view, seat) != unbuilt(view, 1 - seat))
        return unbuilt(view, seat) > unbuilt(view, 1 - seat);
    return node_number(me, "cleanup") > node_number(other, "cleanup");
}

/* The Boss has 20 points and 3 for each building; a tie is his. */
static void against_the_boss(const struct node *view, struct scores *out)
{
    const struct node *me = node_at(node_member(view, "players"), 0);
    int boss = 20;

    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++)
            boss += is_of(oracle_location(view, f, spot), 1) ? 3 : 0;
    out->rank[0] = 1;
    out->goals = 1;
    out->goal[0].reached = out->total[0];
    out->goal[0].needed = (int16_t)(boss + 1);
    out->outcome = out->total[0] > boss && !node_number(me, "left")
                       ? OUTCOME_WON
                       : OUTCOME_LOST;
}

void oracle_score(const struct node *components, const struct node *view,
                  struct scores *out)
{
    const int seats = (int)node_member(view, "players")->number;

    *out = (struct scores){.seats = (uint8_t)seats, .items = 5};
    for (int seat = 0; seat < seats; seat++) {
        const struct node *player = node_at(node_member(view, "players"), seat);
        const int points[] = {dock_resources(components, view, seat),
                              dock_buildings(components, view, seat),
                              locations(components, view, seat),
                              specialists_of(components, view, seat),
                              node_number(player, "cleanup")};

        for (int i = 0; i < 5; i++) {
            out->item[i].points[seat] = (int16_t)points[i];
            out->total[seat] = (int16_t)(out->total[seat] + points[i]);
        }
    }
    if (seats == 1)
        against_the_boss(view, out);
    else
        for (int seat = 0; seat < seats; seat++)
            out->rank[seat] = is_ahead(view, out, 1 - seat) ? 2 : 1;
}
