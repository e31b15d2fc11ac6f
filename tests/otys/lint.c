/* The tables of the content keep the constraints of the rules (2.10). */
#include "rules/otys/content/content.h"

#include <criterion/criterion.h>

Test(lint, levels_have_more_spaces_the_deeper_they_are)
{
    for (int level = 1; level < LEVELS; level++)
        cr_expect_geq(level_spaces[level], level_spaces[level - 1]);
    cr_expect_geq(level_spaces[LEVELS - 1], 5);
}

Test(lint, only_the_top_row_of_the_store_gives_a_point)
{
    cr_expect_eq(store_rows[0].points, 1);
    for (int row = 1; row < STORE_ROWS; row++) {
        cr_expect_eq(store_rows[row].points, 0);
        cr_expect_lt(store_rows[row].credits, store_rows[row - 1].credits);
    }
}

Test(lint, technicians_begin_at_one_slot_and_six_keys)
{
    cr_expect_eq(mechanic_values[0], 1);
    cr_expect_eq(hacker_values[0], 6);
    for (int i = 1; i <= IMPROVEMENTS; i++) {
        cr_expect_gt(mechanic_values[i], mechanic_values[i - 1]);
        cr_expect_eq(hacker_values[i], hacker_values[i - 1] - 1);
    }
}

/* Lists of two to four resources, patterns of groups in descending order; each
 * fits on a level. */
Test(lint, half_of_the_contracts_are_lists_and_half_are_patterns)
{
    int patterns = 0;

    for (int n = 1; n <= CONTRACTS; n++) {
        const struct contract *c = &contracts[n];
        const int cubes = c->size;
        int sum = 0;

        patterns += contract_is_pattern(n);
        cr_expect(cubes >= RESOURCES_MIN && cubes <= level_spaces[LEVELS - 1]);
        cr_expect(c->points >= 2 && c->points <= 6, "contract %d", n);
        if (!contract_is_pattern(n))
            cr_expect_leq(cubes, 4, "contract %d", n);
        for (int g = 1; g < GROUPS; g++)
            cr_expect_leq(c->group[g], c->group[g - 1], "contract %d", n);
        for (int i = 0; i < COLOURS; i++) {
            sum += c->need[i] + (i < GROUPS ? c->group[i] : 0);
            cr_expect(!contract_is_pattern(n) || !c->need[i]);
        }
        cr_expect_eq(sum, cubes, "contract %d", n);
    }
    cr_expect_eq(patterns, CONTRACTS / 2);
}

/* A notation has two bits for an amount. */
Test(lint, no_group_has_more_than_three_resources)
{
    for (int n = 1; n <= CONTRACTS; n++)
        for (int g = 0; g < GROUPS; g++)
            cr_expect_leq(contracts[n].group[g], 3);
}

Test(lint, lists_need_each_colour_equally_often)
{
    int of[COLOURS] = {0};

    for (int n = 1; n <= CONTRACTS; n++)
        for (int i = 0; i < COLOURS; i++)
            of[i] += contracts[n].need[i];
    for (int i = 1; i < COLOURS; i++)
        cr_expect_eq(of[i], of[0]);
}

Test(lint, tokens_have_every_front_and_half_of_each_back)
{
    int fronts[FRONTS] = {0}, backs[BACKS] = {0}, pairs[1 << COLOURS] = {0};

    for (int n = 1; n <= TOKENS; n++) {
        const struct token *t = &tokens[n];

        fronts[t->front]++;
        backs[t->back]++;
        pairs[t->colours]++;
        cr_expect_eq(__builtin_popcount(t->colours),
                     t->front == FRONT_CUBE ? 2 : 0, "token %d", n);
    }
    cr_expect_eq(backs[BACK_CREDITS], TOKENS / 2);
    cr_expect_eq(backs[BACK_POINT], TOKENS / 2);
    for (int f = 0; f < FRONTS; f++)
        cr_expect_gt(fronts[f], 0, "front %d", f);
    for (int a = 0; a < COLOURS; a++)
        for (int b = a + 1; b < COLOURS; b++)
            cr_expect_eq(pairs[1 << a | 1 << b], 2);
}
