/* The metropolis tiles (rules p. 20): what each blue one gives, what each
 * brown one is worth. */
#include "board_states.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/words/content_texts.h"

#include <criterion/criterion.h>

/* What connecting a tile gives at once. */
struct gains {
    uint8_t credit, kelp, steelplast, science, biomatter, point, card, steps;
};

static struct gains gains_of(const struct effect *list)
{
    struct gains g = {0};
    uint8_t *const each[GAINS] = {&g.credit,  &g.kelp,      &g.steelplast,
                                  &g.science, &g.biomatter, &g.point,
                                  &g.card};

    for (const struct effect *e = list; e && e->op != OP_END;
         e = effect_next(e)) {
        cr_assert(e->op == OP_GAIN || e->op == OP_ADVANCE);
        if (e->op == OP_GAIN)
            *each[e->what] = (uint8_t)(*each[e->what] + e->n);
        else
            g.steps = (uint8_t)(g.steps + e->n);
    }
    return g;
}

Test(score_tiles, each_blue_tile_gives_at_once_what_it_shows)
{
    static const struct gains shown[UWC_BLUE_TILES + 1] = {
        [1] = {.point = 2, .steelplast = 3},
        [2] = {.credit = 4, .point = 1},
        [3] = {.steps = 3, .credit = 1},
        [4] = {.kelp = 1},
        [5] = {.steps = 1, .kelp = 3, .card = 1},
        [6] = {.biomatter = 2},
        [7] = {.steelplast = 1, .science = 1},
        [8] = {.steelplast = 1, .credit = 1, .card = 2},
        [9] = {.steps = 1},
        [10] = {.steps = 1, .credit = 2, .kelp = 1, .steelplast = 1, .card = 1},
        [11] = {.steelplast = 1, .card = 1},
    };

    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++) {
        struct gains gains = gains_of(blue_tiles[tile].instant);

        cr_expect_arr_eq(&gains, &shown[tile], sizeof gains, "tile %d", tile);
    }
}

static int worth(const struct uwc_state *s, int tile)
{
    return brown_tile_points(s, 0, tile);
}

Test(score_tiles, brown_one_gives_two_points_for_each_special_paid_for)
{
    struct uwc_state s = board_state(1, 1);

    cr_expect_eq(worth(&s, 1), 0);
    first_seat(&s)->specials_paid = 3;
    cr_expect_eq(worth(&s, 1), 6);
}

Test(score_tiles, brown_two_gives_4_8_12_points_for_5_6_7_connected_cities)
{
    static const int points[] = {0, 0, 0, 0, 0, 4, 8, 12, 12, 12};
    struct uwc_state s = board_state(1, 2);
    struct seat *me = first_seat(&s);

    me->tunnel = 0x0fff; /* every structure is connected */
    for (int cities = 1; cities <= UWC_CITY_SITES; cities++) {
        me->city = (uint16_t)(0x1ffu & ~((1u << (9 - cities)) - 1));
        cr_expect_eq(worth(&s, 2), points[cities], "%d cities", cities);
    }
}

Test(score_tiles, brown_three_gives_5_7_9_points_for_8_9_10_tunnels)
{
    static const int points[] = {0, 0, 0, 0, 0, 0, 0, 0, 5, 7, 9, 9, 9};
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    me->city = 511;
    for (int tunnels = 0; tunnels <= 12; tunnels++) {
        me->tunnel = (uint16_t)((1u << tunnels) - 1);
        cr_expect_eq(worth(&s, 3), points[tunnels], "%d tunnels", tunnels);
    }
}

Test(score_tiles, brown_three_counts_only_tunnels_next_to_a_city)
{
    struct uwc_state s = board_state(1, 1);

    first_seat(&s)->tunnel = 0xffff;
    cr_expect_eq(worth(&s, 3), 0, "only three touch the starting city");
}

Test(score_tiles, brown_four_gives_three_points_a_metropolis_itself_included)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    cr_expect_eq(worth(&s, 4), 3, "scored as if it were connected");
    on_tunnel(me, 2, METROPOLIS_SITE);
    on_tunnel(me, 4, METROPOLIS_SITE);
    cr_expect_eq(worth(&s, 4), 3);
    on_tunnel(me, 7, METROPOLIS_SITE);
    cr_expect_eq(worth(&s, 4), 6);
    me->gained_tiles = 1;
    cr_expect_eq(worth(&s, 4), 9);
}

Test(score_tiles, brown_five_gives_four_points_a_set_of_what_there_is_least_of)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_city(me, 8);
    on_upgraded_tunnel(me, 8, 9);
    for (int city = 8; city <= 9; city++) {
        on_upgraded(me, FARM, city, 0);
        on_upgraded(me, PLANT, city, 1);
        on_upgraded(me, LABORATORY, city, 2);
    }
    cr_expect_eq(worth(&s, 5), 4, "one upgraded tunnel");
    on_upgraded_tunnel(me, 6, 9);
    cr_expect_eq(worth(&s, 5), 8);
    me->upgraded &= ~(UINT64_C(1) << 35); /* the farm at 8 */
    cr_expect_eq(worth(&s, 5), 4);
}

static void expect_brown_texts(enum language language)
{
    for (int tile = 1; tile <= UWC_BROWN_TILES; tile++) {
        const char *text = brown_tile_text(tile, language);

        cr_expect_gt(strlen(text), 20, "tile %d", tile);
        cr_expect_eq(text[strlen(text) - 1], '.');
    }
}

Test(score_tiles, every_brown_tile_says_what_it_does)
{
    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++)
        expect_brown_texts(l);
}
