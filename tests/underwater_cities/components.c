/* The components as data. */
#include "positions.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/places.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>

static char document[1 << 19];

static void write_components(void)
{
    struct sink_text sink;

    sink_text_init(&sink, document, sizeof document);
    uwc_components(&sink.sink);
    cr_assert(!sink.overflow);
}

/* How many lines contain a text. */
static int count(const char *text)
{
    int n = 0;

    for (const char *at = document; (at = strstr(at, text)); at++)
        n++;
    return n;
}

TestSuite(components, .init = write_components);

Test(components, hold_every_card_with_text_and_origin)
{
    cr_expect_eq(count(".text \"\""), 0, "a text is empty");
    for (int card = 1; card < CARD_COUNT; card++) {
        char line[300];

        snprintf(line, sizeof line, "cards.%d.card %d\n", card - 1, card);
        cr_expect_eq(count(line), 1);
        snprintf(line, sizeof line, "cards.%d.name \"%s\"\n", card - 1,
                 cards[card]->name);
        cr_expect_eq(count(line), 1, "%s", line);
    }
    cr_expect_gt(count(".origin \"rulebook\""), 40);
    cr_expect_gt(count(".origin \"ours\""), 100);
}

Test(components, hold_both_sides_of_the_main_board)
{
    cr_expect_eq(count("sides.0.slots.12.slot \"always\""), 1);
    cr_expect_eq(count("sides.1.slots.15.slot \"always\""), 1);
    cr_expect_eq(count("slot \"red5\""), 1);
    cr_expect_eq(count("slot \"red4\""), 2);
}

Test(components, say_what_a_brown_tile_counts)
{
    cr_expect_eq(count(".count \"special-cards\"\n"
                       "metropolises.11.each 2\n"),
                 1);
    cr_expect_eq(count(".count \"cities\"\n"
                       "metropolises.12.steps.0.at_least 5\n"
                       "metropolises.12.steps.0.points 4\n"
                       "metropolises.12.steps.1.at_least 6\n"
                       "metropolises.12.steps.1.points 8\n"
                       "metropolises.12.steps.2.at_least 7\n"
                       "metropolises.12.steps.2.points 12\n"),
                 1);
}

Test(components, hold_sixteen_metropolises_and_eight_boards)
{
    cr_expect_eq(count(".colour \"blue\""), UWC_BLUE_TILES);
    cr_expect_eq(count(".colour \"brown\""), UWC_BROWN_TILES);
    cr_expect_eq(count(".side \"basic\""), 4);
    cr_expect_eq(count(".side \"advanced\""), 4);
    cr_expect_eq(count(".start true"), BOARDS);
    cr_expect_eq(count(".to \"upper-left\""), 2 * BOARDS);
    cr_expect_eq(count(".to \"upper-right\""), BOARDS);
}

Test(components, hold_eight_contracts_in_words_made_from_what_they_are)
{
    for (int contract = 1; contract <= UWC_CONTRACTS; contract++) {
        char line[300];

        snprintf(line, sizeof line, "contracts.%d.contract %d\n", contract - 1,
                 contract);
        cr_expect_eq(count(line), 1);
        snprintf(line, sizeof line, "contracts.%d.name \"%s\"\n", contract - 1,
                 contracts[contract].title);
        cr_expect_eq(count(line), 1);
    }
    cr_expect_eq(count("may claim: "), UWC_CONTRACTS);
    cr_expect_eq(count("A surcharge of the site is still paid."), 2);
    cr_expect_eq(count("contracts.7.text \"With 4 action cards in play, 2 "
                       "permanent cards in play and 1 production card in play "
                       "you may claim: gain 3 points and 2 cards and advance "
                       "1 step on the Federation track.\"\n"),
                 1);
    cr_expect_eq(count("contracts.3.criteria.1.what \"upgraded-tunnels\""), 1);
    cr_expect_eq(count("contracts.3.criteria.1.needed 1\n"), 1);
}

Test(components, show_surcharges_on_advanced_boards_only)
{
    cr_expect_gt(count(".surcharge."), 0);
    for (int board = 0; board < BOARDS; board++) {
        char start[32];
        const char *at, *end;
        bool has = false;

        snprintf(start, sizeof start, "boards.%d.", board);
        at = strstr(document, start);
        cr_assert_not_null(at);
        for (; at && !strncmp(at, start, strlen(start)); at = end + 1) {
            end = strchr(at, '\n');
            has |= memmem(at, (size_t)(end - at), ".surcharge.", 11) != NULL;
        }
        cr_expect_eq(has, board >= 4);
    }
}

Test(components, name_the_price_of_each_piece)
{
    cr_expect_eq(count("pieces.4.price.steelplast 2\n"), 1);
    cr_expect_eq(count("pieces.5.price.biomatter 1\n"), 1);
    cr_expect_eq(count("pieces.0.price.kelp 1\n"), 1);
}

/* ---- places ---- */

/* A phone: places are tapped there, so that no two may be too near. */
enum { WIDTH = 390, HEIGHT = 470, APART = 24, PLACES_MAX = 80 };

struct plan {
    struct place at[PLACES_MAX];
    int count;
};

static void keep(struct plan *plan, struct place place)
{
    cr_assert_lt(plan->count, PLACES_MAX);
    plan->at[plan->count++] = place;
}

static struct plan plan_of(const struct board *board)
{
    struct plan plan = {.count = 0};

    for (int i = 0; i < PLACE_METROPOLISES; i++)
        keep(&plan, metropolis_places[i]);
    for (int city = 0; city < UWC_CITY_SITES; city++)
        keep(&plan, city_place(city));
    for (uint64_t m = board->ordinary | expansion_sites; m; m &= m - 1)
        keep(&plan, building_place(board, __builtin_ctzll(m)));
    for (int tunnel = 0; tunnel < UWC_TUNNEL_SITES; tunnel++)
        keep(&plan, tunnel_way(tunnel).middle);
    return plan;
}

static long distance2(struct place a, struct place b)
{
    const long dx = (a.x - b.x) * WIDTH / 1000,
               dy = (a.y - b.y) * HEIGHT / 1000;

    return dx * dx + dy * dy;
}

Test(components, places_are_on_the_board_and_apart_on_a_phone)
{
    for (int i = 0; i < BOARDS; i++) {
        const struct plan plan = plan_of(&boards[i]);

        for (int a = 0; a < plan.count; a++) {
            const struct place at = plan.at[a];

            cr_expect(at.x >= APART / 2 * 1000 / WIDTH && at.x < 970 &&
                          at.y >= 30 && at.y < 970,
                      "place %d", a);
            for (int b = 0; b < a; b++)
                cr_expect_geq(distance2(at, plan.at[b]), APART * APART,
                              "board %d: places %d and %d", boards[i].number, a,
                              b);
        }
    }
}

/* Nearer to this city than to any other. */
static bool is_at(struct place place, int city)
{
    for (int other = 0; other < UWC_CITY_SITES; other++)
        if (other != city && distance2(place, city_place(other)) <=
                                 distance2(place, city_place(city)))
            return false;
    return true;
}

Test(components, tunnels_lead_from_one_end_to_the_other)
{
    for (int tunnel = 0; tunnel < UWC_TUNNEL_SITES; tunnel++) {
        const struct way way = tunnel_way(tunnel);
        const int to = tunnel_ends[tunnel][1];

        cr_expect(is_at(way.at[0], tunnel_ends[tunnel][0]), "tunnel %d",
                  tunnel);
        if (to < UWC_CITY_SITES)
            cr_expect(is_at(way.at[way.count - 1], to), "tunnel %d", tunnel);
    }
}

Test(components, every_site_has_a_place)
{
    const int sites = UWC_CITY_SITES + UWC_TUNNEL_SITES + PLACE_METROPOLISES;
    int buildings = 0;

    for (int i = 0; i < BOARDS; i++)
        buildings += __builtin_popcountll(boards[i].ordinary | expansion_sites);
    /* A point of a way is a line for x and one for y. */
    cr_expect_eq(count(".x ") - count(".way.") / 2, sites * BOARDS + buildings);
}
