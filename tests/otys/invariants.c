/* Invariants of Otys (rules 2.10) in random and hungry matches with all
 * options. */
#include "rules/otys/engine/state.h"
#include "rules_match.h"

#include <criterion/criterion.h>

enum { MATCHES = 2 /* of each seat count and combination of options */ };

static void expect_column(const struct seat *me)
{
    unsigned divers = 0;

    for (int slot = 0; slot < SLOTS; slot++)
        divers |= 1u << me->column[slot];
    cr_assert_eq(divers, (1u << DIVERS) - 1, "the divers are a permutation");
}

/* Before a turn every seat has a key. */
static void expect_keys(const struct state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    cr_assert_geq(neutral_supply(s), 0);
    if (s->depth || s->leavers.place[seat])
        return;
    cr_assert_lt(track_length(s, seat), hacker_value(me));
    cr_assert_eq(__builtin_popcount(me->keys) +
                     __builtin_popcount(used_keys(s, seat)),
                 OWN_KEYS);
    cr_assert_neq(me->keys, 0);
}

static void expect_tokens(const struct state *s)
{
    struct card_set seen = s->discards;
    int count = set_count(&s->discards) + s->bag_count;

    for (int i = 0; i < DISPLAY; i++) {
        cr_assert_neq(s->display[i], 0, "two tokens for each level");
        set_add(&seen, s->display[i]);
        count++;
    }
    set_add_list(&seen, s->bag, s->bag_count);
    for (int seat = 0; seat < s->seats; seat++)
        for (int level = 0; level < LEVELS; level++)
            if (s->seat[seat].reward[level]) {
                set_add(&seen, s->seat[seat].reward[level]);
                count++;
            }
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].kind == FRAME_PLACE) {
            set_add(&seen, s->stack[i].a);
            count++;
        }
    cr_assert_eq(count, TOKENS);
    cr_assert_eq(set_count(&seen), TOKENS, "each token is in one place");
}

static void expect_all(const struct state *s)
{
    expect_tokens(s);
    for (int seat = 0; seat < s->seats; seat++) {
        expect_column(&s->seat[seat]);
        expect_keys(s, seat);
        for (int level = 0; level < LEVELS; level++)
            cr_assert_leq(cubes_on(&s->seat[seat], level), level_spaces[level]);
    }
}

Test(invariants, hold_after_every_decision, .timeout = 300)
{
    const struct game *game = game_find("otys");
    static struct test_match m;
    struct settings settings;

    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int v = -1; test_settings_allowed(game, seats, &v, &settings);)
            for (uint64_t seed = 0; seed < MATCHES; seed++) {
                cr_assert_eq(test_match_start(&m, game, &settings, seed), 0);
                do
                    expect_all((const struct state *)(const void *)m.state);
                while (seed % 2 ? test_match_step_hungry(&m)
                                : test_match_step_random(&m));
            }
}
