/* The trade of the template: an effect in progress with parts in any order,
 * which is begun only if all of it can be done. */
#include "rules/random.h"
#include "rules/sink.h"
#include "rules/template/template.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 1 << 12, NODES = 1 << 8 };

static const struct game *game;
static struct template_state state;
static struct position_fault fault;

/* Two seats; seat 0 won the round with card 20 against card 7. */
#define WON                                                                    \
    "phase \"taking\"\n"                                                       \
    "taking 0\n"                                                               \
    "players.0.chosen 20\n"                                                    \
    "players.1.chosen 7\n"                                                     \
    "players.1.hand.0 1\n"

static enum rules_err reads(const char *text)
{
    static struct source_text_node nodes[NODES];
    static char copy[TEXT];
    struct source_text source;

    game = game_find("template");
    snprintf(copy, sizeof copy, "%s", text);
    cr_assert(source_text_init(&source, copy, nodes, NODES), "line %zu",
              source.line);
    return game->read(&state, &source.source, &fault);
}

static void given(const char *text)
{
    cr_assert_eq(reads(text), RULES_OK, "%s: %s", fault.pointer, fault.reason);
}

static struct move move_of(const char *notation)
{
    struct move move = {0};

    cr_assert_eq(game->parse(&state, 0, notation, &move), RULES_OK, "%s",
                 notation);
    return move;
}

/* Seat 0 plays moves, separated by commas. */
static void play(const char *moves)
{
    char copy[TEXT], *rest = NULL;

    snprintf(copy, sizeof copy, "%s", moves);
    for (char *move = strtok_r(copy, ",", &rest); move;
         move = strtok_r(NULL, ",", &rest))
        cr_assert_eq(game->apply(&state, 0, move_of(move)), RULES_OK, "%s",
                     move);
}

static const char *refused(const char *notation)
{
    static struct refusal refusal;

    game_explain(game, &state, 0, move_of(notation), NULL, &refusal);
    return refusal.rule;
}

/* The legal moves of seat 0, separated by commas. */
static const char *listed(void)
{
    static char text[TEXT];
    struct move move[RULES_MOVES_MAX];
    const size_t count = game->moves(&state, 0, move, RULES_MOVES_MAX);

    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        char notation[RULES_NOTATION_MAX];
        const size_t length = strlen(text);

        game->format(&state, 0, move[i], notation);
        snprintf(text + length, sizeof text - length, "%s%s", i ? "," : "",
                 notation);
    }
    return text;
}

Test(template_trade, is_offered_with_a_high_card)
{
    given(WON "players.0.hand.0 3\nplayers.0.hand.1 4\n");
    cr_expect_str_eq(listed(), "take,draw,trade");

    given("phase \"taking\"\ntaking 0\nplayers.0.chosen 12\n"
          "players.0.hand.0 3\nplayers.0.hand.1 4\nplayers.1.chosen 7\n"
          "players.1.hand.0 1\n");
    cr_expect_str_eq(listed(), "take,draw");
    cr_expect_str_eq(refused("trade"), "not-now");
}

Test(template_trade, performs_its_parts_in_any_order)
{
    static const char *const orders[] = {
        "trade,take,draw,discard 3 4",
        "trade,discard 3 4,take,draw",
        "trade,draw,discard 4 3,take",
    };

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct scores scores;

        given(WON "players.0.hand.0 3\nplayers.0.hand.1 4\n");
        play(orders[i]);
        game->score(&state, &scores);
        cr_expect_eq(scores.item[0].points[0], 7, "the lowest card");
        cr_expect_eq(scores.item[1].points[0], 1, "two less and one more");
        cr_expect_eq(game->to_act(&state), 3, "the next round");
    }
}

Test(template_trade, discards_any_two_cards)
{
    struct choice choice;

    given(WON "players.0.hand.0 3\nplayers.0.hand.1 4\nplayers.0.hand.2 9\n");
    play("trade");

    cr_expect_str_eq(listed(), "take,draw,discard 3 4,discard 3 9,discard 4 9");
    cr_assert(game->choice(&state, 0, &choice));
    cr_expect_eq(choice.count, 2);
    cr_expect_eq(choice.items, 3);
    cr_expect_str_eq(refused("discard 3"), "count");
    cr_expect_str_eq(refused("discard 3 5"), "not-in-hand");
}

Test(template_trade, is_not_begun_if_it_could_not_be_completed)
{
    given(WON "players.0.hand.0 3\n");
    cr_expect_str_eq(listed(), "take,draw,trade", "a card can be drawn first");
    play("trade");
    cr_expect_str_eq(listed(), "take,draw");

    given(WON "players.0.hand []\n");
    cr_expect_str_eq(listed(), "take,draw", "one card is not enough");
    cr_expect_str_eq(refused("trade"), "dead-end");
}

Test(template_trade, draws_from_the_discards_when_the_deck_is_empty)
{
    static char text[TEXT] = WON "players.0.hand.0 3\nplayers.0.hand.1 4\n"
                                 "hidden.deck []\n";
    int at = (int)strlen(text), card = 0;

    /* the others have all other cards */
    for (int n = 1; card < TEMPLATE_CARDS; card++)
        if (!strchr("\1\3\4\7\24", card + 1))
            at += snprintf(text + at, sizeof text - (size_t)at,
                           "players.1.hand.%d %d\n", n++, card + 1);
    given(text);
    cr_expect_str_eq(listed(), "take,trade");
    cr_expect_str_eq(refused("draw"), "deck-empty");

    play("trade");
    cr_expect_str_eq(listed(), "take,discard 3 4");
    play("discard 3 4,draw");
    cr_expect(state.hand[0] == 1 << 3 || state.hand[0] == 1 << 4);
    cr_expect_eq(state.deck_count, 1);
    cr_expect_eq(state.discards, 0);
}

Test(template_trade, is_read_with_the_parts_that_are_open)
{
    given(WON "players.0.hand.0 3\nplayers.0.hand.1 4\n"
              "trade.0 \"take\"\ntrade.1 \"discard\"\n");
    cr_expect_str_eq(listed(), "take,discard 3 4");
    play("take,discard 3 4");
    cr_expect_eq(game->to_act(&state), 0, "seat 0 has no card left");
}

Test(template_trade, is_refused_in_a_position_without_a_way_through)
{
    cr_expect_eq(reads(WON "players.0.hand.0 3\ntrade.0 \"discard\"\n"),
                 RULES_BAD_POSITION, "one card");
    cr_expect_str_eq(fault.pointer, "/trade");
    cr_expect_eq(reads(WON "players.0.hand.0 3\ntrade []\n"),
                 RULES_BAD_POSITION, "nothing is open");
    cr_expect_eq(reads(WON "players.0.hand.0 3\ntrade.0 \"trade\"\n"),
                 RULES_BAD_POSITION, "not a part of a trade");
}
