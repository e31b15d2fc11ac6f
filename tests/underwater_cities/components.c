/* The components as data. */
#include "positions.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <stdio.h>

static char document[1 << 19];

static void write_components(void)
{
    struct sink_text sink;

    sink_text_init(&sink, document, sizeof document);
    uwc_components(&sink.sink);
    cr_assert(!sink.overflow);
}

/* How many lines contain a text. */
static int count(const char *text)
{
    int n = 0;

    for (const char *at = document; (at = strstr(at, text)); at++)
        n++;
    return n;
}

TestSuite(components, .init = write_components);

Test(components, hold_every_card_with_text_and_origin)
{
    cr_expect_eq(count(".text \"\""), 0, "a text is empty");
    for (int card = 1; card < CARD_COUNT; card++) {
        char line[300];

        snprintf(line, sizeof line, "cards.%d.card %d\n", card - 1, card);
        cr_expect_eq(count(line), 1);
        snprintf(line, sizeof line, "cards.%d.name \"%s\"\n", card - 1,
                 cards[card]->name);
        cr_expect_eq(count(line), 1, "%s", line);
    }
    cr_expect_gt(count(".origin \"rulebook\""), 40);
    cr_expect_gt(count(".origin \"ours\""), 100);
}

Test(components, hold_both_sides_of_the_main_board)
{
    cr_expect_eq(count("sides.0.slots.12.slot \"always\""), 1);
    cr_expect_eq(count("sides.1.slots.15.slot \"always\""), 1);
    cr_expect_eq(count("slot \"red5\""), 1);
    cr_expect_eq(count("slot \"red4\""), 2);
}

Test(components, hold_sixteen_metropolises_and_eight_boards)
{
    cr_expect_eq(count(".colour \"blue\""), UWC_BLUE_TILES);
    cr_expect_eq(count(".colour \"brown\""), UWC_BROWN_TILES);
    cr_expect_eq(count(".side \"basic\""), 4);
    cr_expect_eq(count(".side \"advanced\""), 4);
    cr_expect_eq(count(".start true"), BOARDS);
    cr_expect_eq(count(".to \"upper-left\""), 2 * BOARDS);
    cr_expect_eq(count(".to \"upper-right\""), BOARDS);
}

Test(components, hold_eight_contracts_in_words_made_from_what_they_are)
{
    for (int contract = 1; contract <= UWC_CONTRACTS; contract++) {
        char line[300];

        snprintf(line, sizeof line, "contracts.%d.contract %d\n", contract - 1,
                 contract);
        cr_expect_eq(count(line), 1);
        snprintf(line, sizeof line, "contracts.%d.name \"%s\"\n", contract - 1,
                 contracts[contract].title);
        cr_expect_eq(count(line), 1);
    }
    cr_expect_eq(count("may claim: "), UWC_CONTRACTS);
    cr_expect_eq(count("A surcharge of the site is still paid."), 2);
    cr_expect_eq(count("contracts.7.text \"With 4 action cards in play, 2 "
                       "permanent cards in play and 1 production card in play "
                       "you may claim: gain 3 points and 2 cards and advance "
                       "1 step on the Federation track.\"\n"),
                 1);
    cr_expect_eq(count("contracts.3.criteria.1.what \"upgraded-tunnels\""), 1);
    cr_expect_eq(count("contracts.3.criteria.1.needed 1\n"), 1);
}

Test(components, show_surcharges_on_advanced_boards_only)
{
    cr_expect_gt(count(".surcharge."), 0);
    for (int board = 0; board < BOARDS; board++) {
        char start[32];
        const char *at, *end;
        bool has = false;

        snprintf(start, sizeof start, "boards.%d.", board);
        at = strstr(document, start);
        cr_assert_not_null(at);
        for (; at && !strncmp(at, start, strlen(start)); at = end + 1) {
            end = strchr(at, '\n');
            has |= memmem(at, (size_t)(end - at), ".surcharge.", 11) != NULL;
        }
        cr_expect_eq(has, board >= 4);
    }
}

Test(components, name_the_price_of_each_piece)
{
    cr_expect_eq(count("pieces.4.price.steelplast 2\n"), 1);
    cr_expect_eq(count("pieces.5.price.biomatter 1\n"), 1);
    cr_expect_eq(count("pieces.0.price.kelp 1\n"), 1);
}
