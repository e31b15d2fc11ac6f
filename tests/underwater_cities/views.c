/* The facts that each viewer sees (rulings 21-23, 73). */
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Two worlds look the same to a viewer. */
static void expect_same(const struct uwc_state *a, const struct uwc_state *b,
                        int viewer, const char *why)
{
    cr_expect_str_eq(position_view(a, viewer), position_view(b, viewer), "%s",
                     why);
}

Test(views, a_hand_is_seen_by_its_owner_alone)
{
    struct uwc_state s = position_after(3, true, 5, 60);

    for (int viewer = RULES_SPECTATOR; viewer < 3; viewer++)
        for (int seat = 0; seat < 3; seat++) {
            char path[64], size[64];
            const char *text = position_view(&s, viewer);

            snprintf(path, sizeof path, "seats.%d.hand.cards", seat);
            snprintf(size, sizeof size, "seats.%d.hand.count %d", seat,
                     set_count(&s.seat[seat].hand));
            cr_expect_eq(position_has_member(text, path), viewer == seat);
            cr_expect(position_has(text, size));
        }
}

Test(views, only_the_omniscient_see_what_is_hidden)
{
    struct uwc_state s = position_after(2, true, 9, 40);

    for (int viewer = RULES_OMNISCIENT; viewer < 2; viewer++)
        cr_expect_eq(position_has_member(position_view(&s, viewer), "hidden."),
                     viewer == RULES_OMNISCIENT);
}

Test(views, nobody_sees_the_order_of_a_deck_or_the_secret)
{
    struct uwc_state s = position_after(2, true, 9, 40), other = s;

    other.deck[0] = s.deck[1];
    other.deck[1] = s.deck[0];
    other.specials[0] = s.specials[1];
    other.specials[1] = s.specials[0];
    other.tiles[0] = s.tiles[1];
    other.tiles[1] = s.tiles[0];
    other.chance.secret[7] ^= 1;
    other.chance.next++;
    for (int viewer = RULES_SPECTATOR; viewer < 2; viewer++)
        expect_same(&s, &other, viewer, "piles");
}

Test(views, simultaneous_discards_are_seen_by_their_seat_alone)
{
    const struct uwc_state s = position_after(3, true, 2, 0);
    struct uwc_state one = s, other = s;
    struct move moves[20];
    char set_aside[64];

    cr_assert_eq(uwc_moves(&s, 1, moves, 20), 20);
    cr_assert_eq(uwc_apply(&one, 1, moves[0]), RULES_OK);
    cr_assert_eq(uwc_apply(&other, 1, moves[19]), RULES_OK);
    expect_same(&one, &other, 0, "seat 0 sees what seat 1 discards");
    expect_same(&one, &other, RULES_SPECTATOR,
                "spectators see what seat 1 discards");
    cr_expect_str_eq(position_prompt(&one, 0, 0),
                     position_prompt(&other, 0, 0));
    snprintf(set_aside, sizeof set_aside, "seats.1.set_aside.0 %d",
             set_next(&s.seat[1].hand, 0));
    cr_expect(position_has(position_view(&one, 1), set_aside));
    cr_expect_not(position_has(position_view(&other, 1), set_aside));
}

Test(views, that_a_seat_has_chosen_is_open)
{
    struct uwc_state s = position_after(3, true, 2, 0);
    static struct journal journal;
    const char *text;

    while (uwc_to_act(&s) & 2) {
        struct move move;

        uwc_moves(&s, 1, &move, 1);
        position_record(&s, 1, move, &journal);
        uwc_apply(&s, 1, move);
    }
    cr_expect(position_has(position_view(&s, 0), "seats.1.choosing false"));
    cr_expect(position_has(position_view(&s, 0), "seats.2.choosing true"));
    text = position_journal(&journal, 0);
    cr_expect(position_has(text, "steps.2.type \"set-aside\""));
    cr_expect_not(position_has_member(text, "steps.2.card"));
    cr_expect(position_has(text, "steps.3.type \"chosen\""));
    cr_expect_not(position_has_member(text, "steps.4"));
    text = position_journal(&journal, 1);
    cr_expect(position_has_member(text, "steps.0.card"));
    cr_expect_not(position_has_member(position_view(&s, 0), "discards.0"));
}

Test(views, a_special_taken_face_up_is_public)
{
    struct uwc_state s = position_plain();
    char take[RULES_NOTATION_MAX], known[64];

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    snprintf(take, sizeof take, "special %d", s.display[2]);
    snprintf(known, sizeof known, "seats.0.hand.known_specials.0 %d",
             s.display[2]);
    position_play(&s, 0, take);
    cr_expect(position_has(position_view(&s, 1), known));
    cr_expect(position_has(position_view(&s, 1), "seats.0.hand.specials 1"));
}

Test(views, of_three_specials_only_the_chooser_sees_which)
{
    struct uwc_state s = position_plain(), before;
    char keep[RULES_NOTATION_MAX], item[64];
    const char *text;

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    before = s;
    position_play(&s, 0, "special three");
    snprintf(item, sizeof item, "revealed.items.0 %d", s.reveal[0]);
    cr_expect(position_has(position_view(&s, 0), item));
    text = position_view(&s, 1);
    cr_expect_not(position_has_member(text, "revealed.items"));
    cr_expect(position_has(text, "revealed.count 3"));
    /* and the next top is not turned up before one is kept */
    cr_expect(position_has(text, "piles.top_special null"));
    text = position_steps(&before, 0, "special three", 1);
    cr_expect(position_has(text, "steps.1.to.place \"choice\""));
    cr_expect_not(position_has_member(text, "steps.1.card"));
    text = position_steps(&before, 0, "special three", 0);
    cr_expect(position_has_member(text, "steps.1.card"));
    snprintf(keep, sizeof keep, "keep %d", s.reveal[1]);
    position_play(&s, 0, keep);
    text = position_view(&s, 1);
    cr_expect_not(position_has_member(text, "seats.0.hand.known_specials.0"));
    cr_expect(position_has(text, "seats.0.hand.specials 1"));
    /* with draws at the turn's end it is turned up then (ruling 21) */
    cr_expect(position_has(text, "piles.top_special_face_up false"));
}

Test(views, a_taken_top_special_is_replaced_when_the_turn_ends)
{
    struct uwc_state s = position_plain();
    char top[64];

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    position_play(&s, 0, "special top");
    cr_expect(position_has(position_view(&s, 0), "piles.top_special null"));
    position_play(&s, 0, "end");
    snprintf(top, sizeof top, "piles.top_special %d",
             s.specials[s.special_count - 1]);
    cr_expect(position_has(position_view(&s, 1), top));
}

Test(views, steps_say_what_a_build_did)
{
    static struct journal journal;
    struct uwc_state s = position_plain();
    const char *text;

    position_give(&s, 0, 44);
    s.seat[0].board = 0;
    s.seat[1].board = 1;
    position_play(&s, 0, "place green4 44");
    position_record(&s, 0, position_move(&s, 0, "build plant 9b"), &journal);
    text = position_journal(&journal, RULES_SPECTATOR);
    cr_expect_not_null(strstr(text, "type \"build\""), "%s", text);
    cr_expect_not_null(strstr(text, "piece \"plant\""), "%s", text);
    cr_expect_not_null(strstr(text, "to.site \"9b\""), "%s", text);
    text = position_undone(&journal, RULES_SPECTATOR);
    cr_expect_not_null(strstr(text, "undone true"), "%s", text);
    cr_expect_not_null(strstr(text, "from.site \"9b\""), "%s", text);
}

Test(views, drawn_cards_are_named_to_the_seat_that_draws_them)
{
    struct uwc_state s = position_plain();
    char line[64];

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red2 7");
    snprintf(line, sizeof line, "steps.0.card %d", s.deck[s.deck_count - 1]);
    for (int viewer = RULES_SPECTATOR; viewer < 2; viewer++) {
        const char *text = position_steps(&s, 0, "end", viewer);

        cr_expect(position_has(text, "steps.0.from.place \"deck\""));
        cr_expect(position_has(text, "steps.0.to.place \"hand\""));
        cr_expect(position_has(text, "steps.0.to.seat 0"));
        if (viewer == 0)
            cr_expect(position_has(text, line));
        else
            cr_expect_not(position_has_member(text, "steps.0.card"));
    }
}
