/* Where ships may be put, by the rules: 1.5.2 placing, 1.5.3 the row bonus. */
#include "oracle.h"

#include <string.h>

/* Without a building and without a ship. */
static bool is_free_at(const struct node *location)
{
    return !node_has(location, "building") && !node_has(location, "ship");
}

struct places oracle_free(const struct node *view)
{
    struct places places = {{{false}}};

    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++)
            places.at[f][spot] = is_free_at(oracle_location(view, f, spot));
    return places;
}

/* Whether the decree in force says that ships go anywhere. */
static bool is_open_sea(const struct node *components, const struct node *view)
{
    const struct node *decrees = node_member(view, "decrees");
    const struct node *row;

    if (!node_has(decrees, "in_force"))
        return false;
    row = node_numbered(node_member(components, "decrees"),
                        node_number(decrees, "in_force"));
    return !strcmp(node_word(row, "title"), "Open sea");
}

/* Of the free locations of a flotilla no other one is cheaper, as printed
 * (S5). */
static bool is_cheapest(const struct node *components, const struct node *view,
                        const struct places *open, int f, int spot)
{
    for (int other = 0; other < 6; other++)
        if (open->at[f][other] &&
            node_number(oracle_printed(components, view, f, other), "cost") <
                node_number(oracle_printed(components, view, f, spot), "cost"))
            return false;
    return true;
}

struct places oracle_ship_places(const struct node *components,
                                 const struct node *view)
{
    const struct places open = oracle_free(view);
    struct places places = open;

    if (is_open_sea(components, view))
        return places;
    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++)
            places.at[f][spot] = open.at[f][spot] &&
                                 is_cheapest(components, view, &open, f, spot);
    return places;
}

/* Each ship moves at most once (AS5). */
struct places oracle_sailing(const struct node *view, int seat, int moved)
{
    struct places places = {{{false}}};

    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++) {
            const struct node *l = oracle_location(view, f, spot);

            places.at[f][spot] = node_has(l, "ship") &&
                                 node_number(l, "ship") == seat &&
                                 !(moved >> (6 * f + spot) & 1);
        }
    return places;
}
