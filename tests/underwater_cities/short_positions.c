/* Short positions: what a document may leave out, what is filled in, and what
 * is refused, where and why. */
#include "positions.h"
#include "rules/underwater_cities/content/cards.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>

static struct uwc_state read_short(const char *text)
{
    struct uwc_state s;

    memset(&s, 0xa5, sizeof s);
    cr_assert_eq(position_read(&s, text), RULES_OK, "%s: %s",
                 position_fault_of(text).pointer,
                 position_fault_of(text).reason);
    position_expect_back(&s);
    return s;
}

static void expect_fault(const char *text, const char *pointer,
                         const char *reason)
{
    const struct position_fault fault = position_fault_of(text);

    cr_expect_str_eq(fault.pointer, pointer, "%s: %s", fault.pointer,
                     fault.reason);
    cr_expect(strstr(fault.reason, reason) && reason[0], "%s", fault.reason);
}

#define TWO "seats.0 {}\nseats.1 {}\n"

Test(short_positions, seats_alone_are_a_position)
{
    const struct uwc_state s = read_short(TWO);

    cr_expect_eq(s.phase, PHASE_TURN);
    cr_expect_eq(s.round, 1);
    cr_expect_eq(uwc_active(&s), 0);
    cr_expect_eq(s.step, STEP_PLACE);
    cr_expect_eq(s.deck_count, 66);
    cr_expect_eq(s.special_count, 15);
    cr_expect_eq(s.tile_count, UWC_BLUE_TILES - 4);
    cr_expect_neq(s.display[5], 0);
    for (int i = 0; i < 2; i++) {
        const struct seat *me = &s.seat[i];

        cr_expect_eq(me->stock[CREDIT], 2);
        cr_expect_eq(me->stock[KELP], 1);
        cr_expect_eq(me->city, 1u << UWC_START_SITE);
        cr_expect_eq(me->claim_count, 1);
        cr_expect_eq(me->claims[0], ASSISTANT);
        cr_expect_eq(me->board, i);
        cr_expect_eq(me->brown, 1 + i);
        cr_expect_eq(me->blue[0], 1 + 2 * i);
        cr_expect_eq(me->space, UWC_BELOW_TRACK);
        cr_expect_eq(s.track[i], i);
    }
}

Test(short_positions, one_to_four_seats_can_be_played_from)
{
    static const char *const texts[] = {"seats.0 {}\n", TWO, TWO "seats.2 {}\n",
                                        TWO "seats.2 {}\nseats.3 {}\n"};
    struct random random;

    random_init(&random, (const uint8_t[32]){3}, 0);
    for (int i = 0; i < 4; i++) {
        struct uwc_state s = read_short(texts[i]);
        int decisions = 0;

        cr_expect_eq(s.advanced, i == 0);
        while (position_step(&s, &random))
            decisions++;
        cr_expect_gt(decisions, 60);
    }
}

Test(short_positions, a_seat_is_described_by_what_it_has)
{
    const struct uwc_state s =
        read_short("round 4\n"
                   "turn 3\n"
                   "order.0 1\norder.1 0\n"
                   "seats.0.resources.kelp 3\n"
                   "seats.0.points 7\n"
                   "seats.0.hand.cards.0 5\n"
                   "seats.0.hand.cards.1 181\n"
                   "seats.0.claims.0.card 9\n"
                   "seats.0.claims.1.card 206\n"
                   "seats.0.claims.1.used true\n"
                   "seats.0.board.cities.0.site 8\n"
                   "seats.0.board.cities.0.city \"symbiotic\"\n"
                   "seats.0.board.cities.1.site 9\n"
                   "seats.0.board.cities.1.buildings.0.site \"9a\"\n"
                   "seats.0.board.cities.1.buildings.0.building \"farm\"\n"
                   "seats.0.board.cities.1.buildings.0.upgraded true\n"
                   "seats.0.board.tunnels.0.site 5\n"
                   "seats.0.board.tunnels.0.built true\n"
                   "seats.0.board.metropolises.0.place \"lower-left\"\n"
                   "seats.0.board.metropolises.0.tile 11\n"
                   "seats.1 {}\n");
    const struct seat *me = &s.seat[0];

    cr_expect_eq(uwc_active(&s), 0);
    cr_expect_eq(me->stock[KELP], 3);
    cr_expect_eq(me->stock[CREDIT], 0, "given resources are all");
    cr_expect_eq(me->points, 7);
    cr_expect_eq(set_count(&me->hand), 2);
    cr_expect_eq(me->open_specials, 1, "taken face up");
    cr_expect_eq(me->claim_count, 2);
    cr_expect_eq(me->used, 2);
    cr_expect_eq(me->city, 1u << 8 | 1u << 7);
    cr_expect_eq(me->symbiotic, 1u << 7);
    cr_expect_eq(me->building[0], UINT64_C(1) << 40);
    cr_expect_eq(me->upgraded, UINT64_C(1) << 40);
    cr_expect_eq(me->tunnel, 1u << 4);
    cr_expect_eq(me->blue[1], 11);
    cr_expect_eq(me->blue[0], 1);
    cr_expect_eq(s.deck_count, 64, "without the cards of the seat");
    cr_expect_null(memchr(s.deck, 5, s.deck_count));
    cr_expect_null(memchr(s.deck, 9, s.deck_count));
    cr_expect_null(memchr(s.display, 181, sizeof s.display));
    cr_expect_eq(s.display[5], 0, "six in the match, one taken");
}

Test(short_positions, piles_are_shuffled_with_the_secret)
{
    char text[256];
    struct uwc_state a, b, c;

    snprintf(text, sizeof text, TWO "hidden.secret \"%064d\"\n", 7);
    a = read_short(TWO);
    b = read_short(text);
    c = read_short(TWO);
    cr_expect_eq(memcmp(&a, &c, sizeof a), 0);
    cr_expect_neq(memcmp(a.deck, b.deck, sizeof a.deck), 0);
    cr_expect_neq(memcmp(a.specials, b.specials, sizeof a.specials), 0);
}

Test(short_positions, a_hand_above_its_limit_is_discarded_from_first)
{
    static const char hand[] = "seats.0.hand.cards.0 1\n"
                               "seats.0.hand.cards.1 2\n"
                               "seats.0.hand.cards.2 3\n"
                               "seats.0.hand.cards.3 4\nseats.1 {}\n";
    char text[256];

    cr_expect_eq(read_short(hand).step, STEP_DISCARD);
    snprintf(text, sizeof text, "%scurrent_turn.step \"place\"\n", hand);
    cr_expect_eq(read_short(text).step, STEP_PLACE);
}

Test(short_positions, a_chosen_slot_is_resolved)
{
    struct uwc_state s = read_short("current_turn.slot \"yellow3\"\n"
                                    "current_turn.card 63\n" TWO);

    cr_expect_eq(s.step, STEP_RESOLVE);
    cr_expect_eq(s.slot_progress, WAITING);
    cr_expect_eq(s.card_progress, WAITING);
    cr_expect_eq(s.slots[s.slot], 1);
    position_play(&s, 0, "slot");
    s = read_short("current_turn.slot \"always\"\n"
                   "current_turn.slot_progress \"finished\"\n"
                   "current_turn.part_done true\n" TWO);
    cr_expect_eq(s.seat[0].always_tiles, 1);
}

Test(short_positions, seats_that_choose_together_have_not_chosen)
{
    struct uwc_state s = read_short("phase \"production\"\nround 4\n"
                                    "seats.0.claims.0.card 36\n"
                                    "seats.0.board.cities.0.site 9\n"
                                    "seats.0.board.cities.0.buildings.0.site "
                                    "\"9a\"\n"
                                    "seats.0.board.cities.0.buildings.0."
                                    "building \"laboratory\"\nseats.1 {}\n");

    cr_expect_eq(s.seat[0].asked, 1);
    cr_expect_eq(uwc_to_act(&s), 1);
    s = read_short("phase \"era-hands\"\nround 5\n"
                   "seats.0.hand.cards.0 67\nseats.0.hand.cards.1 68\n"
                   "seats.0.hand.cards.2 69\nseats.0.hand.cards.3 70\n"
                   "seats.1 {}\n");
    cr_expect_eq(uwc_to_act(&s), 1);
    s = read_short("phase \"metropolises\"\n"
                   "options.blue_metropolis_placement \"chosen\"\n" TWO);
    cr_expect_eq(uwc_to_act(&s), 3);
    cr_expect_eq(s.deck_count, 0);
}

Test(short_positions, neutral_tiles_lie_where_the_rules_lay_them)
{
    const struct uwc_state s =
        read_short("round 3\nsolo.fourth_tile \"red2\"\nseats.0 {}\n"
                   "options.solo_start 2\n");
    int tiles = 0;

    for (int i = 0; i < UWC_SLOTS; i++)
        tiles += s.slots[i] == UWC_NEUTRAL;
    cr_expect_eq(tiles, 4);
    cr_expect_eq(s.slots[s.fourth], UWC_NEUTRAL);
}

Test(short_positions, contracts_that_are_listed_are_in_the_match)
{
    const struct uwc_state s =
        read_short(TWO "contracts.0.contract 2\ncontracts.1.contract 4\n"
                       "contracts.1.claimed_by 1\ncontracts.2.contract 5\n");

    cr_expect_eq(s.contracts, 1);
    cr_expect_eq(s.contract[0], 2);
    cr_expect_eq(s.contract[1], 0);
    cr_expect_eq(s.seat[1].contracts, 1u << 3);
    expect_fault(TWO "options.contracts true\n", "/contracts",
                 "must have 3 contracts");
}

/* ---- refusals ---- */

Test(short_positions, a_structural_fault_names_member_and_range)
{
    static const struct {
        const char *text, *pointer, *reason;
    } rows[] = {
        {"round 3\n", "/seats", "required"},
        {"seats 5\n", "/seats", "array of at most 4"},
        {"seats []\n", "/seats", "1 to 4 seats"},
        {"seats.0 {}\nround 11\n", "/round", "from 1 to 10"},
        {"seats.0 {}\nturn 3\n", "/turn", "from 0 to 2"},
        {TWO "order.0 1\n", "/order", "all 2 seats"},
        {TWO "order.0 1\norder.1 2\n", "/order/1", "from 0 to 1"},
        {TWO "phase \"feast\"\n", "/phase", "\"metropolises\""},
        {TWO "nonsense 1\n", "/nonsense", "no such member"},
        {TWO "hidden.dek []\n", "/hidden/dek", "no such member"},
        {"seats.0.credit 3\n", "/seats/0/credit", "no such member"},
        {"seats.0.resources.credits 3\n", "/seats/0/resources/credits",
         "no such member"},
        {"seats.0.resources.credit -1\n", "/seats/0/resources/credit",
         "from 0 to 1000"},
        {"seats.0.resources.credit \"2\"\n", "/seats/0/resources/credit",
         "whole number"},
        {"seats.0.resources 5\n", "/seats/0/resources", "an object"},
        {"seats.0.seat 1\n", "/seats/0/seat", "the number 0"},
        {"seats.0.claims 5\n", "/seats/0/claims", "an array"},
        {"seats.0.claims.0.card 207\n", "/seats/0/claims/0/card",
         "from 1 to 206"},
        {"seats.0.hand.count 2\n", "/seats/0/hand/cards", "required"},
        {"seats.0.hand.cards.0 3\nseats.0.hand.cards.1 3\n",
         "/seats/0/hand/cards/1", "listed twice"},
        {"seats.0.hand.cards []\nseats.0.hand.known_specials.0 5\n",
         "/seats/0/hand/known_specials", "not a special card"},
        {"seats.0.board.cities.0.city null\n", "/seats/0/board/cities/0/site",
         "required"},
        {"seats.0.board.cities.0.site 4\nseats.0.board.cities.1.site 4\n",
         "/seats/0/board/cities/1/site", "listed twice"},
        {"seats.0.board.cities.0.site 9\n"
         "seats.0.board.cities.0.buildings.0.site \"8a\"\n",
         "/seats/0/board/cities/0/buildings/0/site", "of city site 9"},
        {"seats.0.board.cities.0.site 9\n"
         "seats.0.board.cities.0.buildings.0.site \"9a\"\n"
         "seats.0.board.cities.0.buildings.1.site \"9a\"\n",
         "/seats/0/board/cities/0/buildings/1/site", "listed twice"},
        {"seats.0.board.tunnels.0.site 5\n", "/seats/0/board/tunnels/0/built",
         "required"},
        {TWO "slots.0.slot \"blue1\"\n", "/slots/0/slot", "must be a slot"},
        {TWO "slots.0.slot \"red1\"\nslots.1.slot \"red1\"\n", "/slots/1/slot",
         "listed once"},
        {TWO "solo.stepped true\n", "/solo", "must be null"},
        {TWO "options.solo_start 2\n", "/options/solo_start", "one seat"},
        {TWO "piles.display.0 181\n", "/piles/display", "6 places"},
        {TWO "hidden.secret \"00\"\n", "/hidden/secret", "hexadecimal"},
        {TWO "hidden.choices.0.owes 2\n", "/hidden/choices/0/owes",
         "from 0 to 1"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_fault(rows[i].text, rows[i].pointer, rows[i].reason);
}

/* Positions out of a list are found where the document has them. */
Test(short_positions, a_rule_that_is_broken_points_into_the_document)
{
    static const struct {
        const char *text, *pointer, *reason;
    } rows[] = {
        {"seats.0.hand.cards.0 9\nseats.0.hand.cards.1 4\n"
         "seats.1.hand.cards.0 7\nseats.1.hand.cards.1 4\n",
         "/seats/1/hand/cards/1",
         "Card 4 (Rock Borers) is here and in the hand of seat 0"},
        {"hidden.deck.0 1\nhidden.deck.1 1\n" TWO, "/hidden/deck/0",
         "in the deck"},
        {"seats.0.board.cities.0.site 9\nseats.0.board.cities.1.site 2\n"
         "seats.0.board.cities.1.city \"city\"\n",
         "/seats/0/board/cities/1/city", "next to another city"},
        {"seats.0.board.cities.0.site 3\n"
         "seats.0.board.cities.0.buildings.0.site \"3a\"\n"
         "seats.0.board.cities.0.buildings.0.building \"farm\"\n",
         "/seats/0/board/cities/0/buildings/0", "site 3"},
        {"seats.0.claims.0.card 206\nseats.0.claims.1.card 14\n"
         "seats.0.claims.2.card 29\nseats.0.claims.3.card 20\n",
         "/seats/0/claims", "in this turn it has at most 2"},
        {"seats.0.claims.0.card 16\n", "/seats/0/claims/0", "instant"},
        {TWO "slots.0.slot \"always\"\nslots.0.tiles.0 1\n", "/slots/0/tiles",
         "always_tiles"},
        {TWO "current_turn.step \"resolve\"\n", "/current_turn/slot",
         "has a slot"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_fault(rows[i].text, rows[i].pointer, rows[i].reason);
}

/* Every member that a view writes is known, at any stage of a match. */
Test(short_positions, each_line_of_a_position_that_is_misspelt_is_refused)
{
    static char text[DOCUMENT_MAX], forged[DOCUMENT_MAX];
    const struct uwc_state s = position_after(2, true, 4, 50);
    int lines = 0;

    snprintf(text, sizeof text, "%s", position_view(&s, RULES_OMNISCIENT));
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        const char *dot = line + strcspn(line, " ");

        while (dot > line && dot[-1] != '.')
            dot--;
        if (dot == line || (*dot >= '0' && *dot <= '9') || lines++ % 5)
            continue;
        if (strstr(line, ".open.") == line + strcspn(line, ".") + 2)
            continue;
        snprintf(forged, sizeof forged, "%s%.*sodd_name 1\n", text,
                 (int)(dot - line), line);
        if (position_fault_of(forged).reason[0] == '\0')
            cr_expect(strstr(line, "next.") == line ||
                          strstr(line, "supplies.") == line ||
                          strstr(line, ".criteria.") ||
                          strstr(line, ".counts.") || strstr(line, ".score.") ||
                          strstr(line, ".fed_") || strstr(line, ".choices.") ||
                          strstr(line, ".open.") ||
                          strstr(line, "revealed.") == line,
                      "%.60s", forged + strlen(text));
    }
}
