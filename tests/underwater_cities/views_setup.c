/* The options in a view: contracts, tiles placed by choice, solo matches; and
 * the decision that comes next. */
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/game.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Three seats that are to lay their blue tiles. */
static struct uwc_state laying(void)
{
    struct settings settings = position_settings(3);

    settings.values[UWC_BLUE_PLACEMENT] = 1;
    return position_of(&settings, 6, 0);
}

/* The notation that lays the tiles as dealt, or the other way round. */
static const char *laid(const struct uwc_state *s, int seat, bool swapped)
{
    const uint8_t *tiles = s->seat[seat].blue;
    static char arrange[RULES_NOTATION_MAX];

    snprintf(arrange, sizeof arrange, "arrange %d %d", tiles[swapped],
             tiles[!swapped]);
    return arrange;
}

static void lay(struct uwc_state *s, int seat, bool swapped)
{
    position_play(s, seat, laid(s, seat, swapped));
}

/* ---- contracts ---- */

Test(views, contracts_show_their_criteria_and_who_meets_them)
{
    struct uwc_state s = position_contracts();
    const char *text = position_view(&s, RULES_SPECTATOR);

    cr_expect(position_has(text, "contracts.0.contract 2"));
    cr_expect(position_has(text, "contracts.0.criteria.0.what \"plants\""));
    cr_expect(position_has(text, "contracts.0.criteria.0.needed 4"));
    cr_expect(position_has(text, "contracts.0.met_by []"));
    cr_expect(position_has(text, "contracts.2.contract 5"));
    cr_expect(position_has(text, "contracts.2.claimed_by null"));
    cr_expect(position_has(text, "contracts.2.met_by.0 0"));
    cr_expect(position_has(
        text, "contracts.2.text \"With 2 connected symbiotic cities you may "
              "claim: build 1 building for free and gain 1 kelp and 2 points. "
              "A surcharge of the site is still paid.\""));
    cr_expect(position_has(text, "seats.0.counts.symbiotic-cities 2"));
}

Test(views, a_claimed_contract_names_its_seat)
{
    struct uwc_state s = position_contracts();
    const char *text = position_steps(&s, 0, "claim 5", 1);

    cr_expect(position_has(text, "steps.0.type \"contract\""));
    cr_expect(position_has(text, "steps.0.seat 0"));
    cr_expect(position_has(text, "steps.0.contract 5"));
    position_play(&s, 0, "claim 5");
    text = position_view(&s, 1);
    cr_expect(position_has(text, "contracts.2.contract 5"));
    cr_expect(position_has(text, "contracts.2.claimed_by 0"));
}

Test(views, a_reward_under_way_says_where_it_comes_from)
{
    struct uwc_state s = position_contracts();
    const char *text;

    position_play(&s, 0, "claim 5");
    text = position_view(&s, 1);
    cr_expect(position_has(text, "effects.0.source \"contract\""));
    cr_expect(position_has(text, "effects.0.contract 5"));
    cr_expect_not_null(
        strstr(text, "effects.0.text \"The reward of the contract"));
    cr_expect(position_has(text, "effects.0.must_perform false"));
    cr_expect(position_has(
        text, "effects.0.open.0.text \"Build 1 building for free.\""));
}

Test(views, an_effect_says_as_long_as_it_must_be_performed)
{
    struct uwc_state s = position_plain();

    s.seat[0].board = 0;
    s.seat[1].board = 1;
    s.seat[0].stock[KELP] = 2;
    position_give(&s, 0, 7);
    position_play(&s, 0, "place red4 7"); /* two farms, or two laboratories */
    position_play(&s, 0, "choose 1");
    cr_expect(
        position_has(position_view(&s, 1), "effects.1.must_perform true"));
    cr_expect(position_has(position_view(&s, 1),
                           "effects.1.text \"The action of slot red4\""));
    position_play(&s, 0, "build farm 9a");
    cr_expect(
        position_has(position_view(&s, 1), "effects.1.must_perform false"));
    cr_expect(position_has(position_view(&s, 1), "effects.1.part_done true"));
}

Test(views, without_the_option_there_are_no_contracts)
{
    struct uwc_state s = position_plain();

    cr_expect(position_has(position_view(&s, 0), "contracts []"));
    cr_expect(position_has(position_view(&s, 0), "options.contracts false"));
}

/* ---- tiles ---- */

Test(views, tiles_to_lay_lie_open_and_their_corners_are_empty)
{
    struct uwc_state s = laying();
    char tile[64];

    snprintf(tile, sizeof tile, "seats.1.board.tiles_to_lay.0.tile %d",
             s.seat[1].blue[0]);
    for (int viewer = RULES_SPECTATOR; viewer < 3; viewer++) {
        const char *text = position_view(&s, viewer);

        cr_expect(position_has(text, "phase \"metropolises\""));
        cr_expect(position_has(text, tile));
        cr_expect(position_has(text, "seats.1.board.metropolises.1.tile null"));
        cr_expect(position_has(text, "seats.1.board.metropolises.2.tile null"));
    }
}

Test(views, how_a_seat_lays_its_tiles_is_its_own_secret)
{
    struct uwc_state s = laying(), one = s, other = s;
    struct move move = position_move(NULL, 0, "arrange 1 2");
    char right[64];
    const char *text;

    lay(&one, 1, false);
    lay(&other, 1, true);
    for (int viewer = RULES_SPECTATOR; viewer < 3; viewer++) {
        bool sees = viewer == 1;

        cr_expect_eq(sees, strcmp(position_view(&one, viewer),
                                  position_view(&other, viewer)) != 0);
        text = position_steps(&s, 1, laid(&s, 1, false), viewer);
        cr_expect_eq(sees, strcmp(text, position_steps(&s, 1, laid(&s, 1, true),
                                                       viewer)) != 0);
        cr_expect_eq(game_may_know(&underwater_cities, &s, 1, move, viewer),
                     sees);
    }
    snprintf(right, sizeof right, "seats.1.arranged.upper_right %d",
             s.seat[1].blue[1]);
    cr_expect(position_has(position_view(&other, 1), right));
    cr_expect(position_has(position_view(&other, 0), "seats.1.choosing false"));
    text = position_steps(&s, 1, laid(&s, 1, true), 0);
    cr_expect(position_has(text, "steps.0.type \"choose-tiles\""));
    cr_expect(position_has(text, "steps.1.type \"chosen\""));
    cr_expect_not(position_has_member(text, "steps.2"));
}

Test(views, laid_tiles_are_open_once_all_have_chosen)
{
    struct uwc_state s = laying();
    char right[64], step[64];
    const char *text;

    lay(&s, 0, false);
    lay(&s, 2, true);
    snprintf(step, sizeof step, "steps.4.upper_right %d", s.seat[2].blue[1]);
    text = position_steps(&s, 1, laid(&s, 1, true), 0);
    cr_expect(position_has(text, "steps.4.type \"arrange\""));
    cr_expect(position_has(text, "steps.4.seat 2"));
    cr_expect(position_has(text, step));
    snprintf(right, sizeof right, "seats.2.board.metropolises.1.tile %d",
             s.seat[2].blue[1]);
    lay(&s, 1, true);
    text = position_view(&s, 0);
    cr_expect(position_has(text, "phase \"first-hands\""));
    cr_expect(position_has(text, right));
    cr_expect(position_has(text, "seats.2.board.tiles_to_lay []"));
}

Test(views, the_prompt_for_tiles_names_both)
{
    struct uwc_state s = laying();
    char tiles[64];

    snprintf(tiles, sizeof tiles, "tiles, %d and %d: which", s.seat[0].blue[0],
             s.seat[0].blue[1]);
    cr_expect_not_null(strstr(position_prompt(&s, 0, 0), tiles));
    cr_expect_str_eq(position_prompt(&s, 0, 0), position_prompt(&s, 0, 1));
    cr_expect_not_null(strstr(position_prompt(&s, 0, 1), "kind \"tiles\""));
}

/* ---- playing alone ---- */

/* Alone, to place in round 1. */
static struct uwc_state alone(int start)
{
    struct settings settings = position_settings(1);

    settings.values[UWC_SOLO_START] = (int16_t)start;
    return position_of(&settings, 3, 1);
}

/* End the round by placing on the always-available slot.  The journal is that
 * of the last `end`. */
static void end_round(struct uwc_state *s, struct journal *journal)
{
    for (int turn = 0; turn < UWC_TURNS; turn++) {
        char place[RULES_NOTATION_MAX];

        snprintf(place, sizeof place, "place always %d",
                 set_next(&s->seat[0].hand, 0));
        position_play(s, 0, place);
        position_record(s, 0, position_move(s, 0, "end"), journal);
        position_play(s, 0, "end");
        while (s->phase == PHASE_TURN && s->step == STEP_DISCARD) {
            struct move first;

            uwc_moves(s, 0, &first, 1);
            cr_assert_eq(uwc_apply(s, 0, first), RULES_OK);
        }
    }
}

Test(views, neutral_tiles_lie_on_one_slot_of_each_colour)
{
    struct uwc_state s = alone(2);
    const char *text = position_view(&s, 0);

    cr_assert_eq(s.phase, PHASE_TURN);
    for (int i = 0; i < 13; i++) {
        char line[64];

        snprintf(line, sizeof line, "slots.%d.neutral %s", i,
                 i % 4 == 1 ? "true" : "false"); /* green2, red2, yellow2 */
        cr_expect(position_has(text, line), "%s", line);
    }
    cr_expect(position_has(text, "options.solo_start 2"));
    cr_expect(position_has(text, "solo.next_tiles.0 \"green3\""));
    cr_expect(position_has(text, "supplies.symbiotic_cities null"));
}

Test(views, neutral_tiles_move_when_the_round_ends)
{
    static struct journal journal;
    struct uwc_state s = alone(1);
    const char *text, *back, *placed;
    char fourth[64];

    end_round(&s, &journal);
    cr_assert_eq(s.round, 2);
    text = position_journal(&journal, RULES_SPECTATOR);
    back = strstr(text, "type \"tiles-back\"");
    placed = strstr(text, "type \"neutral-tile\"");
    cr_expect(back && placed && back < placed, "%s", text);
    text = position_view(&s, 0);
    cr_expect(position_has(text, "slots.1.neutral true"));
    cr_expect(position_has(text, "solo.stepped false"));
    /* no step was made, so there is a fourth */
    snprintf(fourth, sizeof fourth, "solo.fourth_tile \"%s%d\"",
             (const char *[]){"green", "red", "yellow"}[s.fourth / 5],
             1 + s.fourth % 5);
    cr_expect(position_has(text, fourth), "%s", fourth);
}

Test(views, only_a_match_of_one_seat_has_what_belongs_to_it)
{
    struct uwc_state s = position_plain();

    cr_expect(position_has(position_view(&s, 0), "solo null"));
    cr_expect(
        position_has(position_view(&s, 0), "supplies.symbiotic_cities 7"));
}

/* ---- what comes next ---- */

Test(views, the_turns_left_in_the_round_are_listed)
{
    struct uwc_state s = position_plain();
    const char *text = position_view(&s, RULES_SPECTATOR);

    cr_expect(position_has(text, "next.turns.0 0"));
    cr_expect(position_has(text, "next.turns.1 1"));
    cr_expect(position_has(text, "next.turns.5 1"));
    cr_expect_not(position_has_member(text, "next.turns.6"));
    cr_expect(position_has(text, "next.production_after_round 4"));
    s = position_after(3, true, 8, 60);
    uwc_leave(&s, s.order[(s.turn + 1) % 3], false);
    text = position_view(&s, RULES_SPECTATOR);
    for (int i = 0; i < 9; i++) {
        char line[32];

        snprintf(line, sizeof line, "next.turns.%d %d", i,
                 s.order[(s.turn + 1) % 3]);
        cr_expect_not(position_has(text, line), "who left has a turn");
    }
}

Test(views, no_production_comes_after_the_last)
{
    struct uwc_state s = position_after(2, true, 3, 6000);
    const char *text = position_view(&s, RULES_SPECTATOR);

    cr_assert_eq(s.phase, PHASE_OVER);
    cr_expect(position_has(text, "next.production_after_round null"));
    cr_expect(position_has(text, "next.turns []"));
}
