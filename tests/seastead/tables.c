/* The tables for people at a terminal: what is printed and what stands there.
 */
#include "rules/seastead/view/view.h"
#include "rules_document.h"

#include <criterion/criterion.h>
#include <string.h>

extern const struct game seastead_game;

static struct state first_turn(int seats)
{
    struct settings settings;
    struct state s;

    game_defaults(&seastead_game, (uint8_t)seats, &settings);
    cr_assert_eq(seastead_game.start(&s, &settings, (const uint8_t[32]){1}),
                 RULES_OK);
    return s;
}

static const struct node *tables_of(const struct state *s, int viewer)
{
    static struct document document;
    const struct node *root = document_begin(&document);

    seastead_game.tables(s, viewer, &document.sink);
    return root;
}

/* The row whose first cell says this. */
static const struct node *row_of(const struct node *table, const char *first)
{
    const struct node *row = table->child;

    while (row && !(row->child && !strcmp(row->child->word, first)))
        row = row->next;
    cr_assert_not_null(row, "%s has no row %s", table->key, first);
    return row;
}

Test(tables, a_location_has_what_is_printed_there)
{
    const struct state s = first_turn(2);
    const struct node *row =
        row_of(node_member(tables_of(&s, 0), "flotillas"), "1d");

    cr_expect_eq(node_number(row, "cost"), 4);
    cr_expect_eq(node_number(row, "points"), 2);
    cr_expect_str_eq(node_word(row, "discount"), "academy");
    cr_expect_str_eq(node_word(row, "here"), "");
    cr_expect_str_eq(node_word(row, "effect"), "You may take 1 cleanup token.");
}

Test(tables, a_location_has_what_stands_there)
{
    struct state s = first_turn(2);
    const struct node *table;

    s.building[0] = 1 + PORT;
    s.dock[0] = 2;
    s.building[1] = 1 + PIECES + SHIPYARD;
    s.ship[2] = 1 + 1;
    table = node_member(tables_of(&s, 0), "flotillas");

    cr_expect_str_eq(node_word(row_of(table, "1a"), "here"),
                     "seat 0: port, dock 2");
    cr_expect_str_eq(node_word(row_of(table, "1b"), "here"),
                     "seat 1: shipyard");
    cr_expect_str_eq(node_word(row_of(table, "1c"), "here"), "seat 1: ship");
}

Test(tables, a_tile_at_a_port_names_the_locations_that_it_counts)
{
    struct state s = first_turn(2);
    const struct node *table;

    s.building[0] = 1 + PORT;
    s.dock[0] = 10;
    memset(s.dock_display, 0, sizeof s.dock_display);
    table = node_member(tables_of(&s, 0), "docks");

    cr_expect_str_eq(node_word(node_at(table, 1), "where"), "1a");
    cr_expect_str_eq(node_word(node_at(table, 1), "counts"),
                     "1 point for each artifact of the owner, at most 3. 1f "
                     "academy 2 and 1c shipyard 3");
}

Test(tables, the_resource_of_the_boss_is_at_its_location)
{
    struct state s = first_turn(1);

    s.token[3] = 1 + FISH;
    cr_expect_str_eq(
        node_word(row_of(node_member(tables_of(&s, 0), "flotillas"), "1d"),
                  "here"),
        "fish");
}

/* The player who chooses one of two decrees sees them, the opponent does
 * not. */
Test(tables, drawn_decrees_are_shown_to_the_player_who_chooses)
{
    struct state s = first_turn(2);

    s.sides = SIDES_MIXED;
    s.turn = 1;
    s.drawn_decree[0] = 3;
    s.drawn_decree[1] = 4;
    cr_expect_eq(node_member(tables_of(&s, 0), "decrees")->number, 1);
    cr_expect_eq(node_member(tables_of(&s, 1), "decrees")->number, 3);
}
