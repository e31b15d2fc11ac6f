/* Moves as notation and back. */
#include "rules/underwater_cities/words/notation.h"
#include "depth.h"
#include "positions.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/words/words.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* format(parse(text)) is the text, and parse(format(move)) the move. */
static void check_both_ways(struct move move)
{
    char text[RULES_NOTATION_MAX], again[RULES_NOTATION_MAX];
    struct move back = {0};
    size_t length = uwc_format(NULL, 0, move, text);

    cr_assert_eq(length, strlen(text));
    cr_assert_lt(length, RULES_NOTATION_MAX - 8, "%s is nearly too long", text);
    cr_assert_eq(uwc_parse(NULL, 0, text, &back), RULES_OK, "%s", text);
    cr_assert_eq(back.bits, move.bits, "%s: %08x, was %08x", text, back.bits,
                 move.bits);
    uwc_format(NULL, 0, back, again);
    cr_assert_str_eq(text, again);
}

Test(notation, every_move_reads_back_as_itself)
{
    static const int parts[] = {0, 1, 7, 15}, xs[] = {0, 63, 1, 2, 7, 8, 33};
    const size_t xs_count = (size_t)by_depth(2, sizeof xs / sizeof *xs);
    size_t count = 0;

    for (int verb = 0; verb < 32; verb++)
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            for (int a = 0; a < 256; a++)
                for (int b = 0; b < 256; b++)
                    for (size_t x = 0; x < xs_count; x++) {
                        struct move m =
                            move_make((enum verb)verb, parts[p], a, b, xs[x]);

                        if (!move_is_canonical(m))
                            continue;
                        check_both_ways(m);
                        count++;
                    }
    cr_expect_gt(count, (size_t)by_depth(10000, 15000), "only %zu moves",
                 count);
}

Test(notation, other_bits_have_no_notation_that_reads)
{
    const struct move moves[] = {
        move_make(MOVE_VERBS, 0, 0, 0, 0),
        move_make(MOVE_END, 0, 0, 0, 1),   /* end has no such field */
        move_make(MOVE_PLACE, 0, 0, 1, 2), /* clone is 0 or 1 */
        move_make(MOVE_PLACE, 0, 16, 1, 0),
        move_make(MOVE_BUILD, 0, 0, FARM | PLANT, 0),
        move_make(MOVE_BUILD, 0, 0, 0, 0), /* no piece */
        move_make(MOVE_BUILD, 0, 9, SYMBIOTIC, 0),
        move_make(MOVE_UPGRADE, 0, 45, 0, 0),
        move_make(MOVE_UPGRADE, 0, UWC_TUNNEL_BASE + 16, 0, 0),
        move_make(MOVE_PICK, 0, 0, 0, 0),
        move_discard(0),
        move_discard(1), /* of no hand */
    };

    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct move out = {77};
        char text[RULES_NOTATION_MAX];

        uwc_format(NULL, 0, moves[i], text);
        cr_expect_eq(uwc_parse(NULL, 0, text, &out), RULES_BAD_NOTATION, "%s",
                     text);
        cr_expect_eq(out.bits, 77);
    }
}

Test(notation, is_written_as_the_rules_of_the_game_say)
{
    static const struct {
        const char *text;
        enum verb verb;
        int part, a, b, x;
    } rows[] = {
        {"place red3 28", MOVE_PLACE, 0, 7, 28, 0},
        {"place yellow5 180 clone", MOVE_PLACE, 0, 14, 180, 1},
        {"place always", MOVE_PLACE, 0, UWC_SLOT_ALWAYS, 0, 0},
        {"card drop assistant", MOVE_CARD, 0, ASSISTANT, 0, 0},
        {"build farm 5a", MOVE_BUILD, 0, 20, FARM, 0},
        {"build plant 9x part 1", MOVE_BUILD, 1, 44, PLANT, 0},
        {"build tunnel 7 biomatter 1 steelplast", MOVE_BUILD, 0, 6, TUNNEL, 1},
        {"build city 5 biomatter 1 kelp 2 steelplast", MOVE_BUILD, 0, 4, CITY,
         10},
        {"upgrade 1d paying credit", MOVE_UPGRADE, 0, 3, 1 + CREDIT, 0},
        {"upgrade tunnel 16", MOVE_UPGRADE, 0, UWC_TUNNEL_BASE + 15, 0, 0},
        {"special top", MOVE_SPECIAL, 0, 0, 0, 0},
        {"special 183", MOVE_SPECIAL, 0, 183, 0, 0},
        {"special three part 2", MOVE_THREE, 2, 0, 0, 0},
        {"keep 195", MOVE_KEEP, 0, 195, 0, 0},
        {"keep tile 3", MOVE_KEEP, 0, 3, 0, 0},
        {"pick credit biomatter", MOVE_PICK, 0, 17, 0, 0},
        {"answer 36 0", MOVE_ANSWER, 0, 36, 0, 0},
        {"discard 28", MOVE_DISCARD, 0, 28, 0, 0}, /* of no hand */
        {"end", MOVE_END, 0, 0, 0, 0},
        {"claim 8", MOVE_CLAIM, 0, 8, 0, 0},
        {"arrange 11 3", MOVE_ARRANGE, 0, 11, 3, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct move m = move_make(rows[i].verb, rows[i].part, rows[i].a,
                                  rows[i].b, rows[i].x);
        char text[RULES_NOTATION_MAX];

        uwc_format(NULL, 0, m, text);
        cr_expect_str_eq(text, rows[i].text);
        check_both_ways(m);
    }
}

Test(notation, has_one_spelling_for_each_move)
{
    static const char *const wrong[] = {
        "",
        " ",
        "end ",
        " end",
        "End",
        "end end",
        "ending",
        "place",
        "place red0",
        "place red6",
        "place red3  28",
        "place red3 028",
        "place red3 0",
        "place red3 206",
        "place red3 clone 28",
        "card drop",
        "card drop 0",
        "build",
        "build farm",
        "build farm 5",
        "build farm 5e",
        "build farm 0a",
        "build farm 10a",
        "build farm 05a",
        "build farm 5a part 0",
        "build farm 5a part 16",
        "build farm 5a biomatter",
        "build farm 5a biomatter 0 kelp",
        "build farm 5a biomatter 1 steelplast 1 kelp",
        "build farm 5a biomatter 8 kelp",
        "build farm 5a biomatter 8 steelplast",
        "build tunnel 17",
        "build city 5a",
        "build farms 5a",
        "upgrade tunnel 7 paying kelp",
        "special",
        "special 191",
        "special three four",
        "keep 3",
        "keep tile 12",
        "pick",
        "pick kelp credit",
        "pick kelp kelp",
        "exchange",
        "exchange point",
        "choose 0",
        "choose 16",
        "advance 0",
        "answer 36",
        "answer 36 16",
        "discard",
        "discard 0",
        "discard 028",
        "discard 206",
        "discard assistant",
        "discard 28 28",
        "discard 28 41 end",
        "end part 1",
        "pass part 1",
        "?f8000000",
        "place red3 99999999999999999999",
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct move out = {77};

        cr_expect_eq(uwc_parse(NULL, 0, wrong[i], &out), RULES_BAD_NOTATION,
                     "'%s' was read", wrong[i]);
        cr_expect_eq(out.bits, 77);
    }
}

static struct uwc_state with_hand(const uint8_t *hand, size_t count)
{
    struct uwc_state s = position_after(2, true, 1, 0);

    s.seat[0].hand = (struct card_set){{0}};
    for (size_t i = 0; i < count; i++)
        set_add(&s.seat[0].hand, hand[i]);
    return s;
}

Test(notation, cards_to_discard_are_read_in_any_order)
{
    static const uint8_t hand[] = {7, 28, 41, 49, 54, 203};
    static const char *const texts[] = {"discard 7 49 54", "discard 7 54 49",
                                        "discard 49 7 54", "discard 49 54 7",
                                        "discard 54 7 49", "discard 54 49 7"};
    const struct uwc_state s = with_hand(hand, sizeof hand);
    char text[RULES_NOTATION_MAX];
    struct move m;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cr_assert_eq(uwc_parse(&s, 0, texts[i], &m), RULES_OK);
        cr_expect_eq(m.bits, move_discard(0x19).bits);
        cr_expect_eq(uwc_format(&s, 0, m, text), strlen(texts[0]));
        cr_expect_str_eq(text, texts[0]);
    }
    cr_expect_eq(uwc_parse(&s, 0, "discard 7 49 7", &m), RULES_BAD_NOTATION);
    cr_expect_eq(uwc_parse(&s, 0, "discard 7  49", &m), RULES_BAD_NOTATION);
    cr_assert_eq(uwc_parse(&s, 0, "discard 203", &m), RULES_OK);
    cr_expect_eq(m.bits, move_discard(0x20).bits);
    uwc_format(&s, 0, move_discard(0x40), text);
    cr_expect_eq(text[0], '?', "the hand has no such rank");
}

Test(notation, a_card_that_is_not_in_the_hand_is_named)
{
    static const uint8_t hand[] = {7, 28, 41, 49, 54, 203};
    const struct uwc_state s = with_hand(hand, sizeof hand);
    char text[RULES_NOTATION_MAX];
    struct move m;

    cr_assert_eq(uwc_parse(&s, 0, "discard 7 60 59", &m), RULES_OK);
    uwc_format(&s, 0, m, text);
    cr_expect_str_eq(text, "discard 60");
    cr_assert_eq(uwc_parse(&s, 0, text, &m), RULES_OK);
    cr_expect_eq(m.bits, move_make(MOVE_DISCARD, 0, 60, 0, 0).bits);
}

/* The largest discard has the longest notation. */
Test(notation, the_largest_discard_fits)
{
    struct uwc_state s;
    uint8_t hand[UWC_HAND_MAX];
    struct choice choice;
    char text[RULES_NOTATION_MAX], says[2048];
    struct move m;

    for (int i = 0; i < UWC_HAND_MAX; i++)
        hand[i] = (uint8_t)(CARD_LAST - i);
    s = with_hand(hand, UWC_HAND_MAX);
    cr_assert(uwc_choice(&s, 0, &choice));
    cr_expect_eq(choice.items, UWC_HAND_MAX);
    cr_expect_eq(choice.count, 18, "the rest goes in another decision");
    m = move_discard((UINT32_C(1) << 18) - 1);
    cr_expect_eq(uwc_format(&s, 0, m, text), RULES_NOTATION_MAX - 1);
    cr_assert_eq(uwc_parse(&s, 0, text, &m), RULES_OK);
    cr_expect_eq(m.bits, move_discard((UINT32_C(1) << 18) - 1).bits);
    snprintf(says, sizeof says, "%s", position_says(&s, 0, text));
    cr_expect_not_null(strstr(says, "(191) and "), "%s", says);
    cr_expect_eq(says[strlen(says) - 1], '.', "%s", says);
    cr_assert_eq(uwc_apply(&s, 0, m), RULES_OK);
    cr_assert(uwc_choice(&s, 0, &choice));
    cr_expect_eq(choice.items, UWC_HAND_MAX - 18);
    cr_expect_eq(choice.count, UWC_HAND_MAX - 18 - 3);
}

Test(notation, a_part_that_is_left_out_is_the_only_one_that_takes_the_move)
{
    static const struct {
        const char *text, *means;
    } rows[] = {
        {"build laboratory 9a", "build laboratory 9a part 1"},
        {"build laboratory 9a part 1", "build laboratory 9a part 1"},
        {"build city 8", "build city 8"},
        {"use assistant", "use assistant"}, /* nothing offers it */
        {"build tunnel 5", "build tunnel 5"},
        {"build city 8 part 1", "build city 8 part 1"}, /* not corrected */
        {"end", "end"},
    };
    struct uwc_state s = position_plain();

    for (int r = 0; r < RESOURCES; r++)
        s.seat[0].stock[r] = 9;
    position_give(&s, 0, 44); /* red: no match with a yellow slot */
    position_play(&s, 0, "place yellow1 44");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[RULES_NOTATION_MAX];
        struct move m;

        cr_assert_eq(uwc_parse(&s, 0, rows[i].text, &m), RULES_OK);
        uwc_format(&s, 0, m, text);
        cr_expect_str_eq(text, rows[i].means);
        cr_assert_eq(uwc_parse(&s, 1, rows[i].text, &m), RULES_OK);
        uwc_format(&s, 1, m, text);
        cr_expect_str_eq(text, rows[i].text, "it is not this seat's turn");
    }
}

/* A farm at city 5, site b, has a price and perhaps a bonus. */
Test(notation, a_sentence_says_what_a_build_costs_and_gives)
{
    struct uwc_state s = position_plain();
    int site = 8 * UWC_SITES_PER_CITY;
    const char *says;

    s.seat[0].stock[CREDIT] = 9;
    s.seat[0].board = 0;
    s.seat[1].board = 1;
    position_give(&s, 0, 44); /* red: no match with a green slot */
    position_play(&s, 0, "place green4 44");
    says = position_says(&s, 0, "build plant 9a");
    cr_expect_not_null(strstr(says, "Build a desalination plant at site 9a, "
                                    "for 1 credit"),
                       "%s", says);
    cr_expect_eq(strstr(says, "(gain") != NULL,
                 boards[0].building_bonus[site] != BONUS_NONE, "%s", says);
}

Test(notation, a_sentence_says_whether_the_card_matches)
{
    struct uwc_state s = position_plain();
    const char *says;

    position_give(&s, 0, 7); /* green */
    says = position_says(&s, 0, "place green4 7");
    cr_expect_not_null(strstr(says, "(7), which matches."), "%s", says);
    says = position_says(&s, 0, "place red2 7");
    cr_expect_not_null(strstr(says, "(7), which does not match (gain 1 kelp "
                                    "and 2 steelplast)."),
                       "%s", says);
}

Test(notation, a_sentence_says_what_a_contract_gives)
{
    struct uwc_state s = position_contracts();

    cr_expect_str_eq(position_says(&s, 0, "claim 5"),
                     "Claim the contract Garden Domes Grant (5): Build 1 "
                     "building for free. Gain 1 kelp and 2 points.");
    position_play(&s, 0, "claim 5");
    cr_expect_str_eq(position_says(&s, 0, "pass"),
                     "Skip the rest of the reward of the contract "
                     "Garden Domes Grant (5).");
}

Test(notation, a_free_building_still_pays_the_surcharge_of_its_site)
{
    static struct move moves[RULES_MOVES_MAX];
    int surcharges = 0, free_builds = 0;

    for (int board = 4; board < BOARDS; board++) {
        struct uwc_state s = position_contracts();
        size_t count;

        s.advanced = 1;
        s.seat[0].board = (uint8_t)board;
        s.seat[1].board = (uint8_t)(board == 4 ? 5 : 4);
        for (int r = 0; r < RESOURCES; r++)
            s.seat[0].stock[r] = 9;
        position_play(&s, 0, "claim 5");
        count = uwc_moves(&s, 0, moves, RULES_MOVES_MAX);
        for (size_t i = 0; i < count; i++) {
            char text[RULES_NOTATION_MAX];
            const char *says;

            uwc_format(&s, 0, moves[i], text);
            says = position_says(&s, 0, text);
            if (move_verb(moves[i]) != MOVE_BUILD)
                continue;
            surcharges += strstr(says, ", for the surcharge of ") != NULL;
            free_builds += strstr(says, ", for free") != NULL;
            cr_expect_eq(board_surcharge(&s.seat[0],
                                         (enum piece)move_b(moves[i]),
                                         move_a(moves[i])) != 0,
                         strstr(says, "surcharge") != NULL, "%s", says);
        }
    }
    cr_expect_gt(surcharges, 0);
    cr_expect_gt(free_builds, 0);
}

Test(notation, a_sentence_says_where_tiles_are_laid)
{
    struct settings settings = position_settings(2);
    struct uwc_state s;
    char arrange[RULES_NOTATION_MAX], says[160];

    settings.values[UWC_BLUE_PLACEMENT] = 1;
    s = position_of(&settings, 1, 0);
    snprintf(arrange, sizeof arrange, "arrange %d %d", s.seat[1].blue[1],
             s.seat[1].blue[0]);
    snprintf(says, sizeof says,
             "Lay metropolis tile %d at the upper right and %d at the lower "
             "left.",
             s.seat[1].blue[1], s.seat[1].blue[0]);
    cr_expect_str_eq(position_says(&s, 1, arrange), says);
}

/* Sentences of everything that is offered, all over some matches. */
Test(notation, every_offered_move_is_a_whole_sentence)
{
    static struct move moves[RULES_MOVES_MAX];
    uint8_t key[32] = {3};
    struct random random;
    unsigned verbs = 0;

    random_init(&random, key, 0);
    for (unsigned seed = 0; seed < 24; seed++) {
        struct settings settings =
            position_variant(1 + (int)(seed % 4), 15 - seed / 4);
        struct uwc_state s = position_of(&settings, seed, 0);

        while (position_step(&s, &random)) {
            seat_set seats = uwc_to_act(&s);
            int seat = seats ? __builtin_ctz((unsigned)seats) : 0;
            size_t count = uwc_moves(&s, seat, moves, RULES_MOVES_MAX);

            for (size_t i = 0; i < count; i += 1 + random_below(&random, 9)) {
                char text[RULES_NOTATION_MAX];
                const char *says;

                uwc_format(&s, seat, moves[i], text);
                says = position_says(&s, seat, text);
                verbs |= 1u << move_verb(moves[i]);
                cr_assert(strlen(says) > 9 && says[strlen(says) - 1] == '.' &&
                              says[strlen(says) - 2] != '.' && says[0] >= 'A' &&
                              says[0] <= 'Z',
                          "%s: %s", text, says);
                cr_assert(!strstr(says, "  ") && !strstr(says, "(null)") &&
                              !strstr(says, " ,") && !strstr(says, "no card"),
                          "%s: %s", text, says);
            }
        }
    }
    cr_expect_gt(__builtin_popcount(verbs), 18, "verbs %x", verbs);
}
