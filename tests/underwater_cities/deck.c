/* The deck as a whole: its numbers, colours and types, what the rule books show
 * of it, and the rules our own cards were designed by. */
#include "card_dump.h"
#include "rules/underwater_cities/content/vocabulary.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* A run of numbers that are shuffled together. */
struct range {
    const char *name;
    int first, last, era;
};

static const struct range ranges[] = {
    {"era I", ERA1_FIRST, ERA2_FIRST - 1, 1},
    {"era II", ERA2_FIRST, ERA3_FIRST - 1, 2},
    {"era III", ERA3_FIRST, SPECIAL3_FIRST - 1, 3},
    {"three-credit specials", SPECIAL3_FIRST, SPECIAL_FIRST - 1, 0},
    {"one- and two-credit specials", SPECIAL_FIRST, CARD_LAST, 0},
};
enum { RANGES = sizeof ranges / sizeof *ranges };

static int count_colour(int first, int last, int colour)
{
    int count = 0;

    for (int n = first; n <= last; n++)
        count += cards[n]->colour == colour;
    return count;
}

static int count_type(const struct range *r, int type)
{
    int count = 0;

    for (int n = r->first; n <= r->last; n++)
        count += cards[n]->type == type;
    return count;
}

Test(deck, every_number_has_its_card)
{
    cr_expect_null(cards[CARD_NONE]);
    for (int n = 1; n < CARD_COUNT; n++) {
        cr_assert_not_null(cards[n], "card %d", n);
        cr_assert_not_null(cards[n]->name, "card %d", n);
        cr_expect_gt(strlen(cards[n]->name), 0, "card %d", n);
    }
}

Test(deck, every_card_is_of_its_era)
{
    for (int i = 0; i < RANGES; i++)
        for (int n = ranges[i].first; n <= ranges[i].last; n++)
            cr_expect_eq(cards[n]->era, ranges[i].era, "card %d", n);
    cr_expect_eq(cards[ASSISTANT]->era, 0);
}

Test(deck, the_eras_have_66_57_and_57_cards_in_equal_thirds_of_colour)
{
    static const int thirds[] = {22, 19, 19};

    for (int era = 0; era < 3; era++)
        for (int colour = GREEN; colour <= YELLOW; colour++)
            cr_expect_eq(
                count_colour(ranges[era].first, ranges[era].last, colour),
                thirds[era], "%s, %s", ranges[era].name, colour_words[colour]);
}

Test(deck, the_25_specials_are_9_green_8_red_and_8_yellow)
{
    static const int counts[] = {9, 8, 8};

    for (int colour = GREEN; colour <= YELLOW; colour++)
        cr_expect_eq(count_colour(SPECIAL3_FIRST, CARD_LAST, colour),
                     counts[colour - GREEN], "%s", colour_words[colour]);
}

Test(deck, no_group_of_specials_is_of_one_colour)
{
    static const int ends[][2] = {{181, 190}, {191, 198}, {199, 205}};

    for (int group = 0; group < 3; group++)
        for (int colour = GREEN; colour <= YELLOW; colour++)
            cr_expect_gt(count_colour(ends[group][0], ends[group][1], colour),
                         0);
}

Test(deck, ten_specials_cost_three_credits_eight_one_and_seven_two)
{
    int prices[4] = {0};

    for (int n = 1; n < CARD_COUNT; n++) {
        cr_assert_leq(cards[n]->credits, 3, "card %d", n);
        cr_expect_eq(cards[n]->credits > 0, card_is_special(n), "card %d", n);
        cr_expect_eq(cards[n]->credits == 3,
                     n >= SPECIAL3_FIRST && n < SPECIAL_FIRST, "card %d", n);
        prices[cards[n]->credits]++;
    }

    cr_expect_eq(prices[3], 10);
    cr_expect_eq(prices[1], 8);
    cr_expect_eq(prices[2], 7);
}

Test(deck, the_three_credit_specials_all_score_at_the_end)
{
    for (int n = SPECIAL3_FIRST; n < SPECIAL_FIRST; n++)
        cr_expect_eq(cards[n]->type, END_SCORING, "card %d", n);
}

Test(deck, era_one_leans_to_lasting_cards_and_era_three_to_instants_and_ends)
{
    const struct range *early = &ranges[0];
    const struct range *late = &ranges[2];

    cr_expect_gt(
        count_type(early, ACTION) + count_type(early, PERMANENT) +
            count_type(early, PRODUCTION),
        2 * (count_type(early, INSTANT) + count_type(early, END_SCORING)));
    cr_expect_gt(count_type(late, INSTANT) + count_type(late, END_SCORING),
                 2 * (count_type(late, ACTION) + count_type(late, PERMANENT) +
                      count_type(late, PRODUCTION)));
}

Test(deck, no_two_cards_of_a_deck_do_the_same_at_the_same_price)
{
    char one[CARD_DUMP_MAX];
    char other[CARD_DUMP_MAX];

    for (int i = 0; i < RANGES; i++)
        for (int a = ranges[i].first; a <= ranges[i].last; a++)
            for (int b = a + 1; b <= ranges[i].last; b++) {
                card_dump(cards[a], one);
                card_dump(cards[b], other);
                cr_expect(strcmp(one, other) != 0 ||
                              cards[a]->credits != cards[b]->credits ||
                              strcmp(cards[a]->name, cards[b]->name) == 0,
                          "cards %d and %d: %s", a, b, one);
            }
}

Test(deck, only_cards_of_a_family_share_a_title)
{
    static const char *const families[] = {"Black Ops Team",
                                           "Biomech Construction Crew",
                                           "Demonstration", "Survey"};

    for (int a = 1; a < CARD_COUNT; a++)
        for (int b = a + 1; b < CARD_COUNT; b++) {
            bool is_family = false;

            if (strcmp(cards[a]->name, cards[b]->name) != 0)
                continue;
            for (size_t i = 0; i < sizeof families / sizeof *families; i++)
                is_family =
                    is_family || strcmp(cards[a]->name, families[i]) == 0;
            cr_expect(is_family, "cards %d and %d: %s", a, b, cards[a]->name);
        }
}

/* Whether a list contains a verb at any depth. */
static bool has_verb(const struct effect *list, enum op verb)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (e->op == verb)
            return true;
    return false;
}

Test(deck, no_production_card_pays_moves_the_marker_or_looks_at_points)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        const struct effect *list = cards[n]->produce;

        cr_expect_not(has_verb(list, OP_PAY), "card %d", n);
        cr_expect_not(has_verb(list, OP_EXCHANGE), "card %d", n);
        cr_expect_not(has_verb(list, OP_ADVANCE), "card %d", n);
        for (const struct effect *e = list; e && e->op != OP_END; e++)
            cr_expect(!(e->op == OP_EACH || e->op == OP_IF) ||
                          e->what != COUNT_FEDERATION_STEPS,
                      "card %d", n);
    }
}

Test(deck, no_action_card_opens_another_action_card_or_slot)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        cr_expect_not(has_verb(cards[n]->action, OP_READY), "card %d", n);
        cr_expect_not(has_verb(cards[n]->action, OP_USE_ACTION), "card %d", n);
        cr_expect_not(has_verb(cards[n]->action, OP_PERFORM), "card %d", n);
    }
}

Test(deck, triggers_give_and_at_most_two_ask)
{
    int asking = 0;

    for (int n = 1; n < CARD_COUNT; n++) {
        const struct effect *list = cards[n]->when.effects;

        for (const struct effect *e = list; e && e->op != OP_END; e++)
            cr_expect(e->op == OP_GAIN || e->op == OP_PAY, "card %d", n);
        asking += has_verb(list, OP_PAY);
    }

    cr_expect_geq(asking, 1);
    cr_expect_leq(asking, 2);
}

Test(deck, two_to_four_permanents_are_usable_once_per_turn)
{
    int count = 0;

    for (int n = 1; n < CARD_COUNT; n++)
        count += cards[n]->once != NULL;

    cr_expect_geq(count, 2);
    cr_expect_leq(count, 4);
}

/* What of the effect language the cards use. */
struct usage {
    bool verb[OPS], event[EVENTS], countable[COUNTABLES], gain[GAINS];
    bool reach[REACH_ANY_COLOURED + 1], swap[LABORATORY + 1], on_space[5];
};

static void note_effect(struct usage *use, const struct effect *e)
{
    use->verb[e->op] = true;
    if (e->op == OP_GAIN)
        use->gain[e->what] = true;
    if (e->op == OP_PERFORM)
        use->reach[e->what] = true;
    if (e->op == OP_SWAP)
        use->swap[e->what] = true;
    if (e->op == OP_IF && e->cap)
        use->on_space[e->n] = true;
    if (e->op == OP_EACH || e->op == OP_FINAL_EACH ||
        (e->op == OP_IF && !e->cap))
        use->countable[e->what] = true;
}

static struct usage usage_of_deck(void)
{
    struct usage use = {.verb = {[OP_END] = true},
                        .event = {[EVENT_NONE] = true}};

    for (int n = 1; n < CARD_COUNT; n++) {
        struct card_list lists[CARD_LISTS];

        card_lists(cards[n], lists);
        use.event[cards[n]->when.event] = true;
        for (int i = 0; i < CARD_LISTS; i++)
            for (const struct effect *e = lists[i].effects;
                 e && e->op != OP_END; e++)
                note_effect(&use, e);
    }
    return use;
}

Test(deck, every_verb_event_and_countable_is_on_some_card)
{
    const struct usage use = usage_of_deck();

    for (int op = 0; op < OPS; op++)
        cr_expect(use.verb[op], "%s", op_words[op]);
    for (int event = 0; event < EVENTS; event++)
        cr_expect(use.event[event], "%s", event_words[event]);
    for (int count = 0; count < COUNTABLES; count++)
        cr_expect(use.countable[count], "%s", countable_words[count]);
}

Test(deck, every_gain_reach_and_swap_is_on_some_card)
{
    const struct usage use = usage_of_deck();

    for (int gain = 0; gain < GAINS; gain++)
        cr_expect(use.gain[gain], "%s", resource_words[gain]);
    for (int reach = 0; reach <= REACH_ANY_COLOURED; reach++)
        cr_expect(use.reach[reach], "%s", reach_words[reach]);
    cr_expect(use.swap[SWAP_BIOMATTER]);
    cr_expect(use.swap[FARM]);
    cr_expect(use.swap[LABORATORY]);
    cr_expect(use.on_space[3]);
}

/* The facts of section "cards known": number, title, colour (0: any), type. */
static const struct {
    int number;
    const char *name;
    int colour, type;
} known[] = {
    {14, "Black Ops Team", 0, PERMANENT},
    {40, "Black Ops Team", 0, PERMANENT},
    {62, "Black Ops Team", 0, PERMANENT},
    {19, "Build a Structure", 0, ACTION},
    {28, "Seafood Collection", RED, INSTANT},
    {34, "Build Farm or Desalination Plant", 0, ACTION},
    {35, "Embassy", 0, PERMANENT},
    {36, "Autonomous Systems", 0, PRODUCTION},
    {37, "Biomech Construction Crew", 0, PERMANENT},
    {58, "Biomech Construction Crew", 0, PERMANENT},
    {57, "Sea Vent Factory", 0, 0},
    {69, "Demonstration", GREEN, INSTANT},
    {70, "Trial Run", 0, INSTANT},
    {86, "Filtration Recycling", 0, INSTANT},
    {124, "Demonstration", 0, INSTANT},
    {146, "Construction Windfall", 0, INSTANT},
    {183, "Federal Priority", 0, END_SCORING},
    {185, "Trade Surplus", 0, END_SCORING},
};

Test(deck, the_cards_shown_in_the_rule_books_have_their_numbers)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct card *c = cards[known[i].number];

        cr_expect_str_eq(c->name, known[i].name);
        if (known[i].colour)
            cr_expect_eq(c->colour, known[i].colour, "%s", c->name);
        if (known[i].type)
            cr_expect_eq(c->type, known[i].type, "%s", c->name);
    }
}

/* The number of a title in a range, or 0. */
static int find(const char *name, int first, int last)
{
    for (int n = first; n <= last; n++)
        if (strcmp(cards[n]->name, name) == 0)
            return n;
    return 0;
}

Test(deck, the_titles_shown_without_a_number_are_there)
{
    cr_expect_gt(find("Technology Negotiation", 1, 66), 0);
    cr_expect_gt(find("Extraordinary Mission", 1, 66), 0);
    cr_expect_gt(find("Undersea Server Farm", 1, 180), 0);
    cr_expect_gt(find("Smuggling", 1, 180), 0);
    cr_expect_gt(find("Industrial Espionage", 1, 180), 0);
    cr_expect_gt(find("Replication Systems Test", 1, 180), 0);
    cr_expect_gt(find("Corporate Expansion", 191, 205), 0);
    cr_expect_gt(find("Build Expansion", 191, 205), 0);
    cr_expect_gt(find("Secret Mission", 191, 205), 0);
}

Test(deck, a_known_title_with_an_unknown_text_counts_as_ours)
{
    static const int numbers[] = {40, 62, 57, 183};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cr_expect_eq(cards[numbers[i]]->origin, OURS, "card %d", numbers[i]);
    cr_expect_eq(cards[find("Smuggling", 1, 180)]->origin, OURS);
    cr_expect_eq(cards[find("Industrial Espionage", 1, 180)]->origin, OURS);
    cr_expect_eq(cards[find("Replication Systems Test", 1, 180)]->origin, OURS);
}

Test(deck, the_tally_of_where_the_cards_come_from_adds_up)
{
    int total = 0;

    for (int i = 0; i < RANGES; i++) {
        int count[RULEBOOK + 1] = {0};

        for (int n = ranges[i].first; n <= ranges[i].last; n++)
            count[cards[n]->origin]++;
        fprintf(stderr, "%-29s %2d from the rule books, %2d ours\n",
                ranges[i].name, count[RULEBOOK], count[OURS]);
        total += count[RULEBOOK] + count[OURS];
    }

    cr_expect_eq(total, CARD_LAST);
}
