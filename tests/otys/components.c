/* The components as data: where things are drawn. */
#include "rules/otys/content/content.h"
#include "rules_document.h"
#include "rules_effects.h"
#include "rules_match.h"

#include <criterion/criterion.h>

extern const struct game otys_game;

enum { SPOTS_MAX = 100, SIZE = 1000 };

/* The places of things on one board, each of which is there alone. */
struct board {
    int x[SPOTS_MAX], y[SPOTS_MAX];
    int count;
};

static struct document document;
static const struct node *components;

static void write_components(void)
{
    components = document_begin(&document);
    otys_game.components(&document.sink);
}

static void add_spot(struct board *board, const struct node *spot)
{
    const int x = node_number(spot, "x"), y = node_number(spot, "y");

    cr_assert(node_has(spot, "x") && node_has(spot, "y"));
    cr_expect(x > 0 && x < SIZE && y > 0 && y < SIZE, "%d, %d", x, y);
    for (int i = 0; i < board->count; i++)
        cr_expect(board->x[i] != x || board->y[i] != y,
                  "two things are at %d, %d", x, y);
    cr_assert_lt(board->count, SPOTS_MAX);
    board->x[board->count] = x;
    board->y[board->count++] = y;
}

static void add_spots(struct board *board, const struct node *array)
{
    cr_assert_gt(array->number, 0);
    for (int i = 0; i < array->number; i++)
        add_spot(board, node_at(array, i));
}

static const struct node *level(int i)
{
    return node_at(node_member(components, "levels"), i);
}

static const struct node *places_of(int technician)
{
    return node_member(node_member(components, technician_words[technician]),
                       "places");
}

TestSuite(components, .init = write_components);

Test(components, each_thing_of_a_player_has_a_place_of_its_own)
{
    struct board board = {.count = 0};

    for (int i = 0; i < LEVELS; i++) {
        add_spots(&board, node_member(level(i), "places"));
        add_spot(&board, node_member(level(i), "key"));
        add_spot(&board, node_member(level(i), "reward"));
    }
    add_spots(&board, node_member(components, "slots"));
    add_spot(&board, node_member(components, "key_x"));
    add_spot(&board, node_member(components, "neutral_key"));
    add_spots(&board, node_member(components, "used_keys"));
    add_spots(&board, places_of(MECHANIC));
}

Test(components, each_thing_of_the_colony_board_has_a_place_of_its_own)
{
    const struct node *store = node_member(components, "store");
    struct board board = {.count = 0};

    for (int i = 0; i < LEVELS; i++) {
        add_spot(&board, node_member(level(i), "sponsor"));
        add_spots(&board, node_member(level(i), "tokens"));
    }
    for (int row = 0; row < STORE_ROWS; row++)
        for (int c = 0; c < COLOURS; c++)
            add_spot(&board, node_member(node_at(store, row), colour_words[c]));
    add_spots(&board, node_member(components, "public_contracts"));
    add_spot(&board, node_member(components, "neutral_supply"));
}

/* The key that returns them all is laid where the Hacker is. */
Test(components, the_hacker_is_where_the_keys_return)
{
    const struct node *used = node_member(components, "used_keys");

    cr_assert_eq(places_of(HACKER)->number, IMPROVEMENTS + 1);
    cr_assert_eq(places_of(MECHANIC)->number, IMPROVEMENTS + 1);
    cr_expect_eq(used->number, hacker_values[0]);
    for (int i = 0; i <= IMPROVEMENTS; i++) {
        const struct node *hacker = node_at(places_of(HACKER), i),
                          *key = node_at(used, hacker_values[i] - 1);

        cr_expect_eq(node_number(hacker, "x"), node_number(key, "x"));
        cr_expect_eq(node_number(hacker, "y"), node_number(key, "y"));
    }
}

/* ---- effects ---- */

static int compare_sides(const char *tiles, const char *one, const char *other)
{
    const struct node *array = node_member(components, tiles);
    int count = 0;

    cr_assert_gt(array->number, 0);
    for (int i = 0; i < array->number; i++) {
        const struct node *tile = node_at(array, i);

        count += effects_expect_numbers(node_member(tile, one));
        count += effects_expect_numbers(node_member(tile, other));
    }
    return count;
}

Test(components, the_effects_as_data_have_the_numbers_of_their_texts)
{
    cr_expect_gt(compare_sides("divers", "basic", "upgraded"), 5);
    cr_expect_gt(compare_sides("sponsors", "basic", "advanced"), 5);
    cr_expect_gt(compare_sides("tokens", "front", "back"), 30);
}
