/* The tables of the content keep the constraints of the rules (1.10). */
#include "rules/seastead/content/content.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

Test(lint, a_side_has_ascending_costs_and_its_points)
{
    for (int f = 0; f < FLOTILLAS; f++)
        for (int side = 0; side < 2; side++) {
            int points[4] = {0}, last = 2;

            for (int spot = 0; spot < SPOTS; spot++) {
                const struct location *l = &locations[f][side][spot];

                cr_expect(l->cost >= last && l->cost <= 6);
                last = l->cost;
                cr_assert_lt(l->points, 4);
                points[l->points]++;
            }
            cr_expect(locations[f][side][0].cost == 2 && last == 6);
            cr_expect(points[0] == 1 && points[1] == 2 && points[2] == 2 &&
                          points[3] == 1,
                      "flotilla %d, side %d", f, side);
        }
}

Test(lint, a_side_a_has_a_price_tag_and_no_decree)
{
    for (int f = 0; f < FLOTILLAS; f++) {
        int tags = 0;

        for (int spot = 0; spot < SPOTS; spot++) {
            const struct location *l = &locations[f][0][spot];

            tags += l->tag != NO_TAG;
            cr_expect(l->effect != 14 && l->effect != 15);
        }
        cr_expect_gt(tags, 0);
    }
}

Test(lint, every_effect_is_used)
{
    for (int n = 1; n <= EFFECTS; n++) {
        int uses = 0;

        for (int f = 0; f < FLOTILLAS; f++)
            for (int side = 0; side < 2; side++)
                for (int spot = 0; spot < SPOTS; spot++)
                    uses += locations[f][side][spot].effect == n;
        cr_expect_gt(uses, 0, "effect %d", n);
    }
}

static int amount(const struct half *h)
{
    int sum = h->wild;

    for (int r = 0; r < RESOURCES; r++)
        sum += h->amount[r];
    return sum;
}

/* Special halves are on Depth cards only, so that the Boss never meets one
 * (BSS2); opposite a wild half there are two resources. */
Test(lint, dive_cards_have_halves_that_go_together)
{
    for (int n = 1; n <= DIVE_CARDS; n++)
        for (int h = 0; h < 2; h++) {
            const struct half *half = &dive_cards[n].half[h];
            const struct half *other = &dive_cards[n].half[1 - h];

            cr_expect_eq(half->kind != HALF_FIXED,
                         n > SHALLOW_CARDS + SHELF_CARDS, "card %d", n);
            if (half->wild)
                cr_expect_eq(amount(other), 2, "card %d", n);
            cr_expect(n > SHALLOW_CARDS || !half->wild, "card %d", n);
            cr_expect_eq(half->kind == HALF_PAIR, other->kind == HALF_PAIR);
            cr_expect(half->kind != HALF_SAME || other->kind == HALF_THREE);
        }
}

Test(lint, the_shallow_cards_lock_each_type_once)
{
    unsigned locked = 0;
    int arrows = 0;

    for (int n = 1; n <= SHALLOW_CARDS; n++) {
        locked |= 1u << dive_cards[n].locked;
        arrows += dive_cards[n].arrow;
    }
    cr_expect_eq(locked, ALL_RESOURCES);
    cr_expect_eq(arrows, SHALLOW_CARDS / 2);
}

Test(lint, specialists_have_words_of_their_own_and_an_opponent_where_needed)
{
    int for_solo = 0, set_a = 0;

    for (int n = 1; n <= SPECIALISTS; n++) {
        const struct specialist *p = &specialists[n];

        cr_expect_eq(strspn(p->word, "abcdefghijklmnopqrstuvwxyz"),
                     strlen(p->word));
        cr_expect_eq(p->ability, n - 1, "each has an ability of its own");
        cr_expect(p->windows);
        for_solo += !p->is_not_for_solo;
        set_a += !p->is_b;
        for (int other = 1; other < n; other++)
            cr_expect_str_neq(p->word, specialists[other].word);
    }
    cr_expect_eq(for_solo, 12);
    cr_expect_geq(set_a, 8);
}

Test(lint, decrees_have_titles_of_their_own)
{
    for (int n = 1; n <= DECREES; n++)
        for (int other = 1; other < n; other++)
            cr_expect_str_neq(decrees[n].title, decrees[other].title);
}

Test(lint, docks_are_three_of_each_resource_and_score_no_ports)
{
    int of[RESOURCES] = {0};

    for (int n = 1; n <= DOCKS; n++) {
        int areas = 0;

        of[docks[n].resource]++;
        for (int a = 0; a < AREAS; a++) {
            if (!docks[n].area[a].points)
                continue;
            areas++;
            cr_expect_neq(docks[n].area[a].piece, PORT);
            cr_expect_leq(docks[n].area[a].points, 3);
        }
        cr_expect_geq(areas, 2);
    }
    for (int r = 0; r < RESOURCES; r++)
        cr_expect_eq(of[r], 3);
}
