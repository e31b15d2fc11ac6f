/* Positions that cannot be, each by one fact alone: they are refused. */
#include "positions.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* What the edits of x make of a position that is one: refused, with the place
 * of the fault in the steps of kit/fault.h. */
#define UNFIT(state, steps, ...)                                               \
    do {                                                                       \
        struct uwc_state x = (state);                                          \
        struct position_fault fault = {"", ""};                                \
        cr_assert_eq(uwc_check(&x), RULES_OK, "the position itself");          \
        __VA_ARGS__;                                                           \
        cr_expect_eq(uwc_check_why(&x, &fault), RULES_BAD_POSITION, "%s",      \
                     #__VA_ARGS__);                                            \
        cr_expect_str_eq(fault.pointer, steps, "%s: %s", #__VA_ARGS__,         \
                         fault.pointer);                                       \
        cr_expect(fault.reason[0], "%s", #__VA_ARGS__);                        \
    } while (0)

/* One card more than a hand can hold. */
static void fill_hand(struct uwc_state *s)
{
    while (set_count(&s->seat[0].hand) <= UWC_HAND_MAX) {
        set_add(&s->seat[0].hand, s->deck[--s->deck_count]);
        s->deck[s->deck_count] = 0;
    }
}

Test(bad_positions, cards_are_where_they_can_be)
{
    const struct uwc_state s = position_plain();
    const uint8_t three = s.display[0];

    UNFIT(s, "hidden/top_hidden", x.top_hidden = 1, x.special_count = 0);
    UNFIT(s, "piles/display/=1", x.display[1] = ERA1_FIRST);
    UNFIT(s, "hidden/specials/=186", x.specials[0] = three, x.display[0] = 0);
    UNFIT(s, "seats/0/hand/cards/=206", set_add(&x.seat[0].hand, ASSISTANT));
    UNFIT(s, "seats/0/hand/cards/=124", set_add(&x.seat[0].hand, ERA3_FIRST));
    UNFIT(s, "seats/0/claims", x.seat[0].claims[1] = ASSISTANT,
          x.seat[0].claim_count = 2);
    UNFIT(s, "seats/0/specials_paid", x.seat[0].claims[1] = three,
          x.seat[0].claim_count = 2, x.display[0] = 0);
    UNFIT(s, "seats/0/specials_paid", x.seat[0].specials_paid = 20);
    UNFIT(s, "seats/0/claims", x.seat[0].used = 4);
    UNFIT(s, "seats/0/hand/cards", fill_hand(&x));
    UNFIT(s, "seats/0/always_tiles", x.seat[0].always_tiles = 1);
    UNFIT(s, "current_turn/tunnels_built", x.tunnels_built = 1);
    UNFIT(s, "hidden/deck/=16", x.deck[0] = x.deck[1]);
    UNFIT(s, "hidden/deck/=67", x.deck[0] = ERA2_FIRST);
    UNFIT(s, "discards/=67", set_add(&x.discards, ERA2_FIRST));
    UNFIT(s, "seats/0/hand/known_specials/=181", x.seat[0].open_specials = 1);
    UNFIT(s, "seats/0/hand/known_specials", set_add(&x.seat[0].hand, three),
          x.display[0] = 0);
}

Test(bad_positions, tiles_and_slots_are_what_they_can_be)
{
    const struct uwc_state s = position_plain();

    UNFIT(s, "seats/1/board/metropolises/0/tile",
          x.seat[1].brown = x.seat[0].brown);
    UNFIT(s, "seats/1/board/number", x.seat[1].board = x.seat[0].board);
    UNFIT(s, "seats/1/board/number",
          x.seat[1].board = (uint8_t)(x.seat[1].board + 4));
    UNFIT(s, "hidden/metropolises", x.seat[0].blue[0] = x.seat[1].blue[1]);
    UNFIT(s, "hidden/metropolises/=1", x.seat[0].gained_tiles = 1);
    UNFIT(s, "hidden/metropolises", x.tile_count--);
    UNFIT(s, "slots/slot=always/tiles", x.slots[UWC_SLOT_ALWAYS] = 1);
    UNFIT(s, "slots/slot=green5",
          x.slots[4] = 1); /* the small side has four of a colour */
    UNFIT(s, "slots/slot=green4", x.slots[3] = 4); /* of a third seat */
    UNFIT(s, "slots/slot=green4", x.slots[3] = UWC_NEUTRAL);
    UNFIT(s, "cloning_tile/used", x.cloned = 1);
}

Test(bad_positions, networks_hang_together)
{
    const struct uwc_state s = position_plain();
    const struct settings four = position_settings(4);
    const struct uwc_state many = position_of(&four, 3, 0);

    UNFIT(s, "seats/0/board/cities/site=9/city", x.seat[0].city = 0);
    UNFIT(s, "seats/0/board/cities/site=1/city",
          x.seat[0].city |= 1); /* no city beside it */
    UNFIT(s, "seats/0/board/cities", x.seat[0].symbiotic = 2); /* no city */
    UNFIT(s, "seats/0/board/tunnels/site=1",
          x.seat[0].tunnel = 1); /* from 1 to 2 */
    UNFIT(s, "seats/0/board/tunnels/site=13",
          x.seat[0].tunnel = 1 << 12); /* to the brown metropolis */
    UNFIT(s, "seats/0/board/tunnels/site=5", x.seat[0].tunnel_upgraded = 16);
    UNFIT(s, "seats/0/board/cities/site=1/buildings/site=1a",
          x.seat[0].building[0] = 1);
    UNFIT(s, "seats/0/board/cities/site=9/buildings/site=9a",
          x.seat[0].building[0] = x.seat[0].building[1] = UINT64_C(1) << 40);
    UNFIT(s, "seats/0/board/cities/site=9/buildings/site=9a",
          x.seat[0].building[0] = x.seat[0].building[2] = UINT64_C(1) << 40);
    UNFIT(s, "seats/0/board/cities/site=9/buildings/site=9d",
          x.seat[0].building[0] = UINT64_C(1) << 43); /* no fourth site */
    UNFIT(s, "seats/0/board/cities/site=9/buildings/site=9a",
          x.seat[0].upgraded = UINT64_C(1) << 40);
    for (int what = 0; what < 2; what++) {
        struct uwc_state x = many;

        for (int i = 0; i < 4; i++) { /* more than the supply has */
            x.seat[i].tunnel = what ? 0xffff : 0;
            x.seat[i].city = what ? x.seat[i].city : 0x1ff;
        }
        cr_expect_eq(uwc_check(&x), RULES_BAD_POSITION);
    }
    UNFIT(s, "seats",
          x.seat[0].city = x.seat[1].city = 0x1ff, /* eight of seven */
          x.seat[0].symbiotic = x.seat[1].symbiotic = 0xf);
}

Test(bad_positions, options_go_together)
{
    const struct settings alone = position_settings(1);
    const struct uwc_state s = position_plain(), c = position_contracts(),
                           solo = position_of(&alone, 2, 4);

    UNFIT(s, "seats", x.seats = 0);
    UNFIT(s, "options", x.solo_start = 1);
    UNFIT(s, "solo", x.stepped = 1);
    UNFIT(s, "solo", x.fourth = 3);
    UNFIT(s, "contracts", x.contracts = 1);
    UNFIT(s, "contracts", x.contract[0] = 1);
    UNFIT(s, "contracts", x.seat[0].contracts = 1);
    UNFIT(c, "contracts", x.contract[0] = 0);
    UNFIT(c, "contracts/contract=9", x.contract[0] = UWC_CONTRACTS + 1);
    UNFIT(c, "contracts/contract=4", x.contract[0] = x.contract[1]);
    UNFIT(c, "contracts/0/contract", x.contract[0] = 5, x.contract[2] = 2);
    UNFIT(c, "contracts/contract=2",
          x.seat[0].contracts = 1 << 1); /* it is laid out, too */
    UNFIT(c, "contracts/contract=2", x.contract[0] = 0,
          x.seat[0].contracts = x.seat[1].contracts = 2);
    UNFIT(solo, "options/boards", x.advanced = 0);
    UNFIT(solo, "options/contracts", x.contracts = 1);
    UNFIT(solo, "options", x.solo_start = 0);
    UNFIT(solo, "slots/slot=green1/neutral",
          x.solo_start = 2); /* the tiles lie elsewhere */
    UNFIT(solo, "solo", x.stepped = 2);
    UNFIT(solo, "solo/fourth_tile", x.fourth = 7); /* not in the first round */
    UNFIT(solo, "slots/slot=green1/neutral", x.slots[0] = 0);
    UNFIT(solo, "slots/slot=green1/tiles", x.slots[0] |= 1);
}

Test(bad_positions, the_match_is_somewhere)
{
    const struct uwc_state s = position_plain();

    UNFIT(s, "turn", x.turn = 6);
    UNFIT(s, "order", x.order[0] = x.order[1]);
    UNFIT(s, "federation", x.track[0] = x.track[1]);
    UNFIT(s, "federation/seat=1/space",
          x.seat[x.track[0]].space = UWC_BELOW_TRACK,
          x.seat[x.track[1]].space = 2);
    UNFIT(s, "phase", x.left_count = 1, x.seat[1].left = 1);
    UNFIT(s, "seats/1/left", x.seat[1].left = 1);
    UNFIT(s, "round", x.phase = PHASE_PRODUCTION, x.round = 3);
    UNFIT(s, "round", x.phase = PHASE_FIRST_HANDS, x.round = 2);
    UNFIT(s, "round", x.phase = PHASE_ERA_HANDS, x.round = 2);
    UNFIT(s, "round", x.phase = PHASE_PRODUCTION);
    UNFIT(s, "phase", x.phase = PHASE_TILES);
    UNFIT(s, "round", x.phase = PHASE_ERA_HANDS);
}

Test(bad_positions, the_turn_fits_its_step)
{
    const struct uwc_state s = position_plain();

    UNFIT(s, "current_turn/step", x.slot = 3);
    UNFIT(s, "current_turn/step", x.slot_progress = WAITING);
    UNFIT(s, "current_turn/step", x.card_progress = WAITING);
    UNFIT(s, "current_turn/step", x.part_done = 1);
    UNFIT(s, "current_turn/step", x.step = STEP_DISCARD);
    UNFIT(s, "current_turn/slot", x.step = STEP_RESOLVE);
    UNFIT(s, "current_turn/claiming", x.claim_after_use = 3);
    UNFIT(s, "current_turn/card", x.card = ASSISTANT);
    UNFIT(s, "current_turn/step", x.card = x.deck[x.deck_count - 1],
          x.deck_count--);
    UNFIT(s, "hidden/choices/0/owes", x.seat[0].is_choosing = 1);
    UNFIT(s, "hidden/choices/0/aside", x.seat[0].set_aside = 1);
    UNFIT(s, "hidden/choices/0", x.seat[0].asked = 1);
    UNFIT(s, "hidden/choices/0", x.seat[0].answer[0] = 1);
    UNFIT(s, "seats/0/production/produced_biomatter",
          x.seat[0].produced_biomatter = 1);
    UNFIT(s, "hidden/choices/0/swapped", x.seat[0].swapped = 1);
    UNFIT(s, "hidden/revealed", x.reveal[0] = SPECIAL_FIRST);
}

/* A slot is under way, and a card beside it. */
static struct uwc_state resolving(void)
{
    struct uwc_state s = position_plain();

    position_give(&s, 0, 63); /* yellow: pay 1 credit, two resources */
    position_play(&s, 0, "place yellow3 63");
    return s;
}

Test(bad_positions, slot_and_card_fit_each_other)
{
    struct uwc_state s = resolving();

    UNFIT(s, "current_turn/card", x.slot = 0);
    UNFIT(s, "current_turn/card", x.slot = UWC_SLOT_ALWAYS);
    UNFIT(s, "current_turn/slot", x.slot = UWC_NO_SLOT);
    UNFIT(s, "current_turn/slot", x.slots[x.slot] = 2);
    UNFIT(s, "current_turn/slot_progress", x.slot_progress = RUNNING);
    UNFIT(s, "current_turn/slot_progress", x.slot_progress = NOTHING_THERE);
    UNFIT(s, "current_turn/card_progress", x.card_progress = RUNNING);
    UNFIT(s, "current_turn/card", x.card_progress = FINISHED);
    UNFIT(s, "current_turn/card", x.card_progress = NOTHING_THERE);
    UNFIT(s, "hidden/deck", x.card = CARD_NONE);
    UNFIT(s, "current_turn/claiming", x.claim_after_use = x.card);
    position_play(&s, 0, "slot");
    UNFIT(s, "current_turn/slot_progress", x.slot_progress = WAITING);
    UNFIT(s, "current_turn/slot_progress", x.slot_progress = FINISHED);
    UNFIT(s, "effects/0/frame/flags", x.stack[0].flags &= (uint8_t)~FRAME_ROOT);
    UNFIT(s, "effects/0/frame/flags", x.stack[0].flags |= 64);
    UNFIT(s, "effects/0/frame/gave", x.stack[0].gave = 64);
    UNFIT(s, "effects/0/frame/flags", x.stack[0].id = 3);
    UNFIT(s, "effects/0/frame/pc", x.stack[0].len = 1);
    UNFIT(s, "effects/0/frame/len", x.stack[0].pc = 1);
    UNFIT(s, "effects/0/frame/open", x.stack[0].open = 8);
    UNFIT(s, "effects/0/frame/id", x.stack[0].source = FRAME_INSTANT);
    UNFIT(s, "effects/0/frame/id", x.stack[0].source = FRAME_SPECIALS);
    UNFIT(s, "effects", x.phase = PHASE_FIRST_HANDS);
}

Test(bad_positions, a_card_under_way_fits_its_effects)
{
    struct uwc_state s = resolving();

    position_play(&s, 0, "card");
    UNFIT(s, "current_turn/card_progress", x.card_progress = WAITING);
    UNFIT(s, "current_turn/card_progress", x.card_progress = FINISHED);
    UNFIT(s, "current_turn/card_progress", x.card_progress = NOTHING_THERE);
    UNFIT(s, "effects/0/frame/id", x.stack[0].id = 64);
    UNFIT(s, "effects/0/frame/id",
          x.stack[0].id = 1); /* an action card has no such list */
    UNFIT(s, "effects/0/frame/id", x.stack[0].id = 0);
    UNFIT(s, "effects/0/frame/id", x.stack[0].id = 255);
    UNFIT(s, "current_turn/claiming", x.claim_after_use = x.card);
    UNFIT(s, "effects/0/frame/id", x.stack[0].source = FRAME_LAST_USE);
    UNFIT(s, "effects/0/frame/id", x.stack[0].source = FRAME_ONCE);
    UNFIT(s, "effects/0/frame/id", x.stack[0].source = FRAME_TRIGGER);
    UNFIT(s, "effects/0/frame/id", x.stack[0].source = FRAME_CONTRACT);
    UNFIT(s, "current_turn/claiming", x.stack[1] = x.stack[0], x.depth = 2);
    UNFIT(s, "effects/0/frame/flags", x.stack[0].flags |= FRAME_TURN_SLOT);
    position_play(&s, 0, "do");
    cr_assert_eq(s.depth, 2);
    UNFIT(s, "effects/1/frame/pc", x.stack[1].len = 0);
    UNFIT(s, "effects/1/frame/len", x.stack[1].pc = 2);
    UNFIT(s, "effects/1/frame/flags", x.stack[1].flags |= FRAME_ROOT);
    UNFIT(s, "effects/0/frame/pc", x.stack[0] = x.stack[1], x.depth = 1);
    UNFIT(s, "effects/1/frame/id", x.stack[1].source = FRAME_UPGRADE,
          x.stack[1].id = 90);
    UNFIT(s, "effects/1/frame/id", x.stack[1].source = FRAME_UPGRADE,
          x.stack[1].id = 64);
    UNFIT(s, "effects/1/frame/id", x.stack[1].source = FRAME_UPGRADE,
          x.stack[1].id = 40);
    UNFIT(s, "effects/1/frame/id", x.stack[1].source = FRAME_CONTRACT,
          x.stack[1].id = 9);
    UNFIT(s, "effects/1/frame/id", x.stack[1].source = FRAME_CONTRACT,
          x.stack[1].id = 2);
}

Test(bad_positions, what_is_revealed_fits_its_choice)
{
    struct uwc_state s = position_plain();
    struct frame again;

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    position_play(&s, 0, "special three");
    again = s.stack[s.depth - 1];
    UNFIT(s, "hidden/revealed", x.reveal[0] = 0);
    UNFIT(s, "hidden/revealed", x.reveal[1] = 0);
    UNFIT(s, "hidden/revealed/2", x.reveal[2] = 5);
    UNFIT(s, "effects/1/frame/id", x.stack[x.depth - 1].id = 1);
    UNFIT(s, "effects/1/frame/len", x.stack[x.depth - 1].len = 1);
    UNFIT(s, "effects/1/frame/flags", x.stack[x.depth - 1].flags |= FRAME_ROOT);
    UNFIT(s, "hidden/revealed/0", x.stack[x.depth - 1].source = FRAME_TILES);
    UNFIT(s, "hidden/revealed", x.stack[x.depth] = again, x.depth++);
    UNFIT(s, "hidden/revealed", x.depth--);
}

Test(bad_positions, choices_of_all_could_have_been_made)
{
    const struct settings two = position_settings(2);
    struct settings chosen = two;
    struct uwc_state s = position_of(&two, 4, 0), t;

    chosen.values[UWC_BLUE_PLACEMENT] = 1;
    t = position_of(&chosen, 4, 0);
    UNFIT(s, "hidden/choices/0/aside", x.seat[0].set_aside = 1u << 6);
    UNFIT(s, "hidden/choices/0/aside",
          (x.seat[0].set_aside = 15, x.seat[0].is_choosing = 0));
    UNFIT(s, "hidden/choices/0/owes", x.seat[0].is_choosing = 0);
    UNFIT(s, "hidden/choices/0/owes", x.seat[0].is_choosing = 2);
    UNFIT(s, "hidden/choices/0/owes", x.seat[0].set_aside = 7);
    UNFIT(s, "hidden/choices/0", x.seat[0].asked = 1);
    UNFIT(s, "hidden/choices/0", x.seat[0].answer[3] = 1);
    UNFIT(s, "seats/0/production/produced_biomatter",
          x.seat[0].produced_biomatter = 1);
    UNFIT(s, "hidden/choices/0/swapped", x.seat[0].swapped = 1);
    UNFIT(s, "current_turn", x.step = STEP_RESOLVE);
    UNFIT(s, "current_turn", x.slot = 2);
    UNFIT(s, "current_turn", x.draws = 1);
    UNFIT(s, "current_turn", x.top_hidden = 1);
    UNFIT(s, "current_turn/claiming", x.claim_after_use = 5);
    UNFIT(t, "hidden/choices/0/swapped",
          x.seat[0].swapped = 1); /* it has not chosen */
    UNFIT(t, "hidden/choices/0/owes", x.seat[0].is_choosing = 2);
    UNFIT(t, "phase", x.seat[0].is_choosing = x.seat[1].is_choosing = 0);
    UNFIT(t, "turn", x.turn = 1);
    UNFIT(t, "hidden/choices/0/aside", x.seat[0].set_aside = 1);
    UNFIT(t, "hidden/deck", x.round = 2);
    UNFIT(t, "hidden/deck", x.chosen_tiles = 0);
    UNFIT(t, "hidden/deck", x.phase = PHASE_FIRST_HANDS);
}

/* Three seats in the Production of round 4: one is asked about Autonomous
 * Systems, one has left. */
static struct uwc_state producing(int *asked, int *gone)
{
    const struct settings three = position_settings(3);
    struct uwc_state s = position_of(&three, 5, 3);
    char place[RULES_NOTATION_MAX];
    int last = s.order[2];

    cr_assert_eq(s.phase, PHASE_TURN);
    *asked = s.order[0];
    *gone = s.order[1];
    uwc_leave(&s, *gone, false);
    position_claim(&s, *asked, 36);
    s.seat[*asked].building[2] = UINT64_C(1) << 40;
    s.round = 4;
    s.turn = 8;
    snprintf(place, sizeof place, "place always %d",
             set_next(&s.seat[last].hand, 0));
    position_play(&s, last, place);
    position_play(&s, last, "end");
    cr_assert_eq(s.phase, PHASE_PRODUCTION);
    return s;
}

Test(bad_positions, production_choices_could_have_been_made)
{
    int asked, gone;
    const struct uwc_state s = producing(&asked, &gone);
    const int i = claim_index(&s.seat[asked], 36);

    UNFIT(s, "hidden/choices/1/owes", x.seat[asked].is_choosing = 0);
    UNFIT(s, "hidden/choices/1/owes", x.seat[asked].is_choosing = 2);
    UNFIT(s, "hidden/choices/1/owes", x.seat[asked].asked = 0);
    UNFIT(s, "hidden/choices/1/answers", x.seat[asked].answer[i] = 1);
    UNFIT(s, "hidden/choices/1/answers/1", x.seat[asked].asked = 0,
          x.seat[asked].answer[i] = 2);
    UNFIT(s, "phase", x.seat[asked].asked = 0, x.seat[asked].is_choosing = 0);
    UNFIT(s, "hidden/choices/1/aside", x.seat[asked].set_aside = 1);
    UNFIT(s, "hidden/choices/2/owes", x.seat[gone].is_choosing = 1);
    UNFIT(s, "hidden/choices/2", x.seat[gone].asked = 1);
    UNFIT(s, "hidden/choices/2/aside", x.seat[gone].set_aside = 1);
    UNFIT(s, "hidden/choices/2", x.seat[gone].answer[0] = 1);
    UNFIT(s, "seats/2/production/produced_biomatter",
          x.seat[gone].produced_biomatter = 1);
    UNFIT(s, "hidden/choices/2/swapped", x.seat[gone].swapped = 1);
}

static void expect_bad(const struct uwc_state *s, const char *path,
                       const char *value)
{
    cr_expect_eq(position_read_with(s, path, value), RULES_BAD_POSITION,
                 "%s %s", path, value);
}

Test(bad_positions, secrets_and_sites_are_written_in_one_way)
{
    const struct uwc_state s = position_plain();
    char hex[70];

    for (int i = 0; i < 3; i++) { /* a letter too far, a capital, a sign */
        snprintf(hex, sizeof hex, "\"%064d\"", 0);
        hex[7 + i] = "gA!"[i];
        expect_bad(&s, "hidden.secret", hex);
    }
    snprintf(hex, sizeof hex, "\"%063d\"", 0);
    expect_bad(&s, "hidden.secret", hex);
    expect_bad(&s, "seats.0.board.cities.8.buildings.0.site", "\"9\"");
    expect_bad(&s, "seats.0.board.cities.8.buildings.0.site", "\"9aa\"");
    expect_bad(&s, "seats.0.board.cities.8.buildings.0.site", "\"9e\"");
    expect_bad(&s, "seats.0.board.cities.8.buildings.0.site", "\"8a\"");
}
