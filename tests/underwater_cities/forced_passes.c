/* Playing without judging (game.h): forced passes are made one at a time, and
 * what cannot be played or passed changes nothing. */
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/game.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

enum { SEEDS = 400 }; /* matches of four random seats */

static struct test_match m;

/* Play a match up to the next move after which the rules pass for the seat.
 * false: the match is over. */
static bool find_forced(struct uwc_state *before, struct uwc_state *after)
{
    int passes = 0;

    while (!passes) {
        const struct entry *entry;

        memcpy(before, m.state, sizeof *before);
        if (!test_match_step_random(&m))
            return false;
        memcpy(after, m.state, sizeof *after);
        entry = &m.entries[m.record.count - 1];
        passes = game_forced_passes(&underwater_cities, before, entry->seat,
                                    entry->move, after);
        cr_assert_geq(passes, 0);
    }
    return true;
}

/* A move after which the rules pass for the seat: before and after. */
static struct entry next_forced(struct uwc_state *before,
                                struct uwc_state *after)
{
    struct settings settings;

    game_defaults(&underwater_cities, 4, &settings);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        cr_assert_eq(test_match_start(&m, &underwater_cities, &settings, seed),
                     RULES_OK);
        if (find_forced(before, after))
            return m.entries[m.record.count - 1];
    }
    cr_assert_fail("no pass was forced");
    return (struct entry){0};
}

Test(passes, are_made_by_search_or_one_at_a_time)
{
    struct uwc_state before, after, state;
    const struct entry entry = next_forced(&before, &after);

    state = before;
    uwc_play(&state, entry.seat, entry.move);
    cr_expect_neq(memcmp(&state, &after, sizeof state), 0, "not passed yet");
    cr_expect(uwc_pass_forced(&state));
    cr_expect_eq(memcmp(&state, &after, sizeof state), 0);

    state = before;
    uwc_play(&state, entry.seat, entry.move);
    cr_expect_eq(uwc_settle(&state), 1);
    cr_expect_eq(memcmp(&state, &after, sizeof state), 0);
    cr_expect_eq(uwc_settle(&state), 0, "once is enough");
}

Test(passes, a_move_does_not_lead_to_a_state_that_it_does_not_lead_to)
{
    struct uwc_state before, after;
    const struct entry entry = next_forced(&before, &after);

    after.seat[0].points++;
    cr_expect_lt(game_forced_passes(&underwater_cities, &before, entry.seat,
                                    entry.move, &after),
                 0);
}

Test(passes, without_an_effect_in_progress_no_pass_is_forced)
{
    struct uwc_state before, state;
    struct settings settings;

    game_defaults(&underwater_cities, 2, &settings);
    cr_assert_eq(test_match_start(&m, &underwater_cities, &settings, 1),
                 RULES_OK);
    memcpy(&before, m.state, sizeof before);
    state = before;
    cr_expect_not(uwc_pass_forced(&state));
    cr_expect_eq(uwc_settle(&state), 0);
    cr_expect_eq(memcmp(&state, &before, sizeof state), 0);
}

Test(passes, an_illegal_move_is_not_played)
{
    const struct move moves[] = {
        {UINT32_MAX},                          /* no verb */
        move_make(MOVE_PLACE, 0, 0, 1, 0),     /* not yet */
        move_make(MOVE_DISCARD, 0, 255, 0, 0), /* no card */
        move_make(MOVE_DISCARD, 3, 1, 0, 0),   /* a field of other verbs */
        move_discard(0),
        move_discard(1 << 6), /* a rank that the hand does not have */
        move_discard(0xf),    /* too many */
    };
    struct uwc_state before, state;
    struct settings settings;

    game_defaults(&underwater_cities, 2, &settings);
    cr_assert_eq(test_match_start(&m, &underwater_cities, &settings, 1),
                 RULES_OK);
    memcpy(&before, m.state, sizeof before);
    for (int seat = -1; seat <= 2; seat++)
        for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
            state = before;
            uwc_play(&state, seat, moves[i]);
            cr_expect_eq(memcmp(&state, &before, sizeof state), 0,
                         "seat %d, move %zu", seat, i);
        }
}
