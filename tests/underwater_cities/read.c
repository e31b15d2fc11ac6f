/* Positions from documents: what is accepted, what is refused, and that what
 * is accepted never breaks anything. */
#include "depth.h"
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* The state after this number of decisions of a match with any seats and
 * options. */
static struct uwc_state any_position(unsigned seed, int decisions)
{
    struct settings settings = position_variant(1 + (int)(seed % 4), seed / 4);

    return position_of(&settings, seed, decisions);
}

Test(read, gives_every_position_back_byte_for_byte, .timeout = 600)
{
    for (unsigned seed = 0; seed < 64; seed++) {
        struct uwc_state s = any_position(seed, 0);
        struct random random;
        uint8_t key[32] = {(uint8_t)seed, 9};

        random_init(&random, key, 0);
        do {
            struct uwc_state back;

            if (random_below(&random, 40))
                continue;
            memset(&back, 0xa5, sizeof back);
            cr_assert_eq(
                position_read(&back, position_view(&s, RULES_OMNISCIENT)),
                RULES_OK);
            cr_assert(!memcmp(&back, &s, sizeof s));
        } while (position_step(&s, &random));
    }
}

Test(read, gives_a_last_use_back)
{
    struct uwc_state s = position_plain();

    s.round = 4; /* late enough to have four cards in play */
    for (int card = 1; card <= 3; card++) /* all of them action cards */
        position_claim(&s, 0, card);
    position_give(&s, 0, 4);
    position_play(&s, 0, "place green4 4");
    position_play(&s, 0, "card drop 1");
    cr_assert_eq(s.claim_after_use, 4);
    position_expect_back(&s);
    cr_expect_not_null(
        strstr(position_prompt(&s, 0, 1), "the last use of Seabed Quarry"));
    cr_expect_eq(position_read_with(&s, "current_turn.claiming", "null"),
                 RULES_BAD_POSITION);
    position_play(&s, 0, "use 1");
    position_expect_back(&s);
}

Test(read, refuses_more_cards_in_play_than_can_have_room)
{
    struct uwc_state s = position_plain();

    cr_expect_eq(uwc_check(&s), RULES_OK);
    for (int card = 1; card <= 3; card++)
        position_claim(&s, 0, card);
    cr_expect_eq(uwc_check(&s), RULES_BAD_POSITION);
}

Test(read, gives_choices_of_what_was_revealed_back)
{
    struct uwc_state s = position_plain();
    char card[8];

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    position_play(&s, 0, "special three");
    position_expect_back(&s);
    snprintf(card, sizeof card, "%d", s.specials[0]);
    cr_expect_eq(position_read_with(&s, "hidden.revealed.1", card),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "hidden.revealed.0", "0"),
                 RULES_BAD_POSITION);
}

Test(read, does_not_look_at_what_is_derived)
{
    struct uwc_state s = position_after(2, true, 4, 50), back;

    cr_expect_eq(position_read_with(&s, "seats.0.score.total", "999"),
                 RULES_OK);
    cr_expect_eq(position_read_with(&s, "piles.deck", "1"), RULES_OK);
    cr_expect_eq(position_read_with(&s, "era", "3"), RULES_OK);
    cr_expect_eq(position_read_with(&s, "slots.0.text", NULL), RULES_OK);
    cr_expect_eq(position_read(&back, position_document_with(
                                          position_view(&s, RULES_OMNISCIENT),
                                          "seats.0.resources.kelp", "77")),
                 RULES_OK);
    cr_expect_eq(back.seat[0].stock[KELP], 77);
}

Test(read, refuses_a_players_view)
{
    struct uwc_state s = position_after(2, true, 4, 50), back;

    for (int viewer = RULES_SPECTATOR; viewer < 2; viewer++)
        cr_expect_eq(position_read(&back, position_view(&s, viewer)),
                     RULES_BAD_POSITION);
}

Test(read, refuses_values_out_of_range)
{
    static const struct {
        const char *path, *value;
    } rows[] = {
        {"phase", "\"feast\""},
        {"round", "0"},
        {"round", "11"},
        {"turn", "6"},
        {"order.0", "2"},
        {"federation.0.space", "5"},
        {"federation.0.seat", "-1"},
        {"current_turn.slot", "\"red5\""},
        {"current_turn.part_done", "1"},
        {"seats.0.points", "-1"},
        {"seats.0.resources.credit", "-1"},
        {"seats.0.resources.credit", "40000"},
        {"seats.0.resources.credit", "\"2\""},
        {"seats.0.hand.cards.0", "206"},
        {"seats.0.claims.0.card", "0"},
        {"seats.0.board.number", "9"},
        {"seats.0.board.metropolises.1.tile", "12"},
        {"seats.0.board.cities.8.city", "\"village\""},
        {"hidden.secret", "\"00\""},
        {"hidden.stream", "-1"},
        {"hidden.deck.0", "0"},
    };
    struct uwc_state s = position_plain();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(position_read_with(&s, rows[i].path, rows[i].value),
                     RULES_BAD_POSITION, "%s %s was read", rows[i].path,
                     rows[i].value);
}

Test(read, refuses_a_card_in_two_places)
{
    struct uwc_state s = position_plain();
    char card[8];

    snprintf(card, sizeof card, "%d", s.deck[3]);
    cr_expect_eq(position_read_with(&s, "seats.1.hand.cards.0", card),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "hidden.deck.2", card),
                 RULES_BAD_POSITION);
    snprintf(card, sizeof card, "%d", s.specials[3]);
    cr_expect_eq(position_read_with(&s, "hidden.specials.2", card),
                 RULES_BAD_POSITION);
    snprintf(card, sizeof card, "%d", s.tiles[3]);
    cr_expect_eq(position_read_with(&s, "hidden.metropolises.2", card),
                 RULES_BAD_POSITION);
}

Test(read, refuses_cards_of_later_eras_and_in_wrong_piles)
{
    struct uwc_state s = position_plain();

    cr_expect_eq(position_read_with(&s, "hidden.deck.2", "70"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "seats.1.hand.cards.0", "130"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "piles.display.0", "195"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "hidden.specials.0", "181"),
                 RULES_BAD_POSITION);
}

Test(read, refuses_what_could_not_have_been_built)
{
    struct uwc_state s = position_plain();

    /* no city far off, no tunnel without a link, no farm out of reach */
    cr_expect_eq(
        position_read_with(&s, "seats.0.board.cities.0.city", "\"city\""),
        RULES_BAD_POSITION);
    cr_expect_eq(
        position_read_with(&s, "seats.0.board.tunnels.7.built", "true"),
        RULES_BAD_POSITION);
    cr_expect_eq(
        position_read_with(&s, "seats.0.board.cities.0.buildings.0.building",
                           "\"farm\""),
        RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(
                     &s, "seats.0.board.cities.8.buildings.0.upgraded", "true"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "seats.0.board.cities.8.city", "null"),
                 RULES_BAD_POSITION);
    /* but a city next to the start, and a farm there */
    cr_expect_eq(
        position_read_with(&s, "seats.0.board.cities.7.city", "\"city\""),
        RULES_OK);
    cr_expect_eq(
        position_read_with(&s, "seats.0.board.cities.8.buildings.0.building",
                           "\"farm\""),
        RULES_OK);
}

Test(read, refuses_effects_outside_their_lists)
{
    struct uwc_state s = position_plain();

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red3 7");
    cr_assert_gt(s.depth, 0);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.pc", "1"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.len", "9"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.open", "32768"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.id", "4"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.source", "\"instant\""),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.flags", "255"),
                 RULES_BAD_POSITION);
    cr_expect_eq(
        position_read_with(&s, "current_turn.slot_progress", "\"finished\""),
        RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "effects.0.frame.open", "1"), RULES_OK);
}

Test(read, refuses_choices_that_could_not_be_made)
{
    struct uwc_state s = position_after(2, true, 1, 0);

    cr_expect_eq(position_read_with(&s, "hidden.choices.0.aside", "64"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "hidden.choices.0.aside", "15"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "hidden.choices.0.owes", "0"),
                 RULES_BAD_POSITION);
    cr_expect_eq(position_read_with(&s, "hidden.choices.0.aside", "48"),
                 RULES_OK, "version 2 set cards aside one by one");
}

/* ---- mutations ---- */

/* Call all that looks at a state, and play on at random. */
static void use(struct uwc_state *s, struct random *random)
{
    static struct move moves[RULES_MOVES_MAX];

    for (int n = 0; n < 60; n++) {
        struct scores scores;
        seat_set seats = uwc_to_act(s);
        int seat = seats ? __builtin_ctz((unsigned)seats) : 0;
        size_t count = uwc_moves(s, seat, moves, RULES_MOVES_MAX);
        struct move move;

        uwc_score(s, &scores);
        if (n % 20 == 0) {
            struct uwc_state other = *s;

            position_view(s, 0);
            position_prompt(s, seat, seat);
            uwc_resample(&other, 0, random);
            position_view(&other, RULES_OMNISCIENT);
        }
        if (!seats)
            return;
        cr_assert_gt(count, 0, "a dead end");
        move = moves[random_below(
            random,
            (uint32_t)(count < RULES_MOVES_MAX ? count : RULES_MOVES_MAX))];
        cr_assert_eq(uwc_apply(s, seat, move), RULES_OK);
    }
}

/* Change the value of one line: another number near or far, another line's
 * value, or nothing. */
static void mutate(char *text, struct random *random)
{
    static char out[DOCUMENT_MAX];
    static const char *const values[] = {
        "0",   "1",   "2",    "7",    "8",    "15",    "-1", "255",
        "206", "190", "4095", "null", "true", "false", "[]", "\"\""};
    uint32_t lines = 0, line;
    char *at = text, *end, *space;
    const char *value = values[random_below(random, 16)];
    char number[24];

    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    for (line = random_below(random, lines); line; line--)
        at = strchr(at, '\n') + 1;
    end = strchr(at, '\n');
    space = memchr(at, ' ', (size_t)(end - at));
    if (!space)
        return;
    if (random_below(random, 2)) {
        long n = strtol(space, NULL, 10);

        snprintf(number, sizeof number, "%ld",
                 n + (long)random_below(random, 5) - 2);
        value = number;
    }
    if (random_below(random, 12) == 0)
        snprintf(out, sizeof out, "%.*s%s", (int)(at - text), text, end + 1);
    else
        snprintf(out, sizeof out, "%.*s %s%s", (int)(space - text), text, value,
                 end);
    memcpy(text, out, strlen(out) + 1);
}

Test(read, accepts_nothing_that_breaks_later, .init = deep_only, .timeout = 600)
{
    static char text[DOCUMENT_MAX];
    uint8_t key[32] = {17};
    struct random random;
    int accepted = 0, refused = 0;

    random_init(&random, key, 0);
    for (unsigned seed = 0; seed < 30; seed++) {
        struct uwc_state s =
            any_position(seed, (int)random_below(&random, 500));

        for (int i = 0; i < 60; i++) {
            struct uwc_state back;

            snprintf(text, sizeof text, "%s",
                     position_view(&s, RULES_OMNISCIENT));
            for (uint32_t n = 1 + random_below(&random, 3); n; n--)
                mutate(text, &random);
            if (position_read(&back, text)) {
                refused++;
                continue;
            }
            accepted++;
            use(&back, &random);
        }
    }
    cr_expect_gt(accepted, 100);
    cr_expect_gt(refused, 300);
}

/* One piece more or less somewhere. */
static void disturb(struct seat *me, struct random *random)
{
    uint64_t site = UINT64_C(1) << random_below(random, 45);
    uint16_t small = (uint16_t)(1u << random_below(random, 9));
    uint16_t tunnel = (uint16_t)(1u << random_below(random, 16));

    switch (random_below(random, 6)) {
    case 0: me->tunnel ^= tunnel; break;
    case 1: me->city ^= small; break;
    case 2: me->building[random_below(random, 3)] ^= site; break;
    case 3: me->symbiotic ^= small; break;
    case 4: me->upgraded ^= site; break;
    case 5: me->used ^= small; break;
    }
}

Test(read, accepts_other_networks_that_can_be_played, .init = deep_only,
     .timeout = 600)
{
    uint8_t key[32] = {18};
    struct random random;
    int accepted = 0;

    random_init(&random, key, 0);
    for (unsigned seed = 0; seed < 30; seed++) {
        struct uwc_state s =
            any_position(40 + seed, (int)random_below(&random, 500));

        for (int i = 0; i < 150; i++) {
            struct uwc_state other = s, back;

            disturb(&other.seat[random_below(&random, s.seats)], &random);
            if (uwc_check(&other))
                continue;
            accepted++;
            cr_assert_eq(
                position_read(&back, position_view(&other, RULES_OMNISCIENT)),
                RULES_OK);
            cr_assert(!memcmp(&back, &other, sizeof other));
            use(&other, &random);
        }
    }
    cr_expect_gt(accepted, 100);
}
