/* The tally of a match agrees with the state in which it ended. */
#include "rules/kit/tally.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/view/view.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct test_match match;
static struct tally tally;

static int group_of(const char *word)
{
    int group = 0;

    while (uwc_items[group].word && strcmp(uwc_items[group].word, word) != 0)
        group++;
    cr_assert_not_null(uwc_items[group].word, "no group %s", word);
    return group;
}

/* The index of an item by its word. */
static int item_of(const char *group, const char *word)
{
    const struct item_group *g = &uwc_items[group_of(group)];

    for (int i = 0; i < g->count; i++)
        if (strcmp(tally_item(g, i).word, word) == 0)
            return i;
    cr_assert_fail("no %s %s", group, word);
    return -1;
}

static int count_had(const char *group, int seat)
{
    const int g = group_of(group);
    int count = 0;

    for (int i = 0; i < uwc_items[g].count; i++)
        count += tally.had[g][seat][i];
    return count;
}

static int count_used(const char *group, int seat)
{
    const int g = group_of(group);
    int count = 0;

    for (int i = 0; i < uwc_items[g].count; i++)
        count += tally.used[g][seat][i];
    return count;
}

/* Play a match of eager seats; the state at the end. */
static const struct uwc_state *play(int seats, int variant, uint64_t seed)
{
    alignas(max_align_t) uint8_t before[RULES_STATE_MAX];
    struct settings settings;

    test_settings(&underwater_cities, seats, variant, &settings);
    if (test_match_start(&match, &underwater_cities, &settings, seed))
        return NULL;
    tally_begin(&tally, seats);
    memcpy(before, match.state, sizeof before);
    while (test_match_step_eager(&match)) {
        const struct entry *entry = &match.entries[match.record.count - 1];

        cr_assert(tally_move(&tally, &underwater_cities, before, entry->seat,
                             entry->move, match.state));
        memcpy(before, match.state, sizeof before);
    }
    tally_end(&tally, &underwater_cities, match.state);
    return (const void *)match.state;
}

/* Call check for the seats of a match with each combination of options. */
static void play_all(void (*check)(const struct uwc_state *s, int seat))
{
    struct settings settings;

    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++)
        for (int v = 0; test_settings(&underwater_cities, seats, v, &settings);
             v++) {
            const struct uwc_state *s = play(seats, v, (uint64_t)v);

            for (int seat = 0; s && seat < seats; seat++)
                check(s, seat);
        }
}

static void check_board(const struct uwc_state *s, int seat)
{
    char word[8];

    snprintf(word, sizeof word, "%d", boards[s->seat[seat].board].number);
    cr_expect_eq(count_had("board", seat), 1);
    cr_expect_eq(tally.had[group_of("board")][seat][item_of("board", word)], 1);
    cr_expect_eq(count_had("place", seat), 1);
}

Test(items, a_seat_has_one_board_and_one_place)
{
    play_all(check_board);
}

static void check_slots(const struct uwc_state *s, int seat)
{
    const bool is_small = s->seats <= 2;

    cr_expect_eq(count_used(is_small ? "small-slot" : "large-slot", seat), 30,
                 "three turns in each of ten rounds");
    cr_expect_eq(count_used(is_small ? "large-slot" : "small-slot", seat), 0);
}

Test(items, a_seat_chooses_a_slot_of_its_side_each_turn)
{
    play_all(check_slots);
}

static void check_contracts(const struct uwc_state *s, int seat)
{
    const int g = group_of("contract");

    cr_expect_eq(count_had("contract", seat),
                 s->contracts ? UWC_CONTRACTS_OPEN : 0);
    for (int i = 0; i < UWC_CONTRACTS; i++)
        cr_expect_eq(tally.used[g][seat][i], s->seat[seat].contracts >> i & 1,
                     "contract %d", i + 1);
}

Test(items, the_contracts_of_a_match_are_used_by_those_that_claimed_them)
{
    play_all(check_contracts);
}

static void check_tile(const struct uwc_state *s, int seat, const char *kind,
                       int number, unsigned metropolis)
{
    const int g = group_of("tile");
    char word[16];
    int i;

    snprintf(word, sizeof word, "%s %d", kind, number);
    i = item_of("tile", word);
    cr_expect_eq(tally.had[g][seat][i], 1, "%s", word);
    cr_expect_eq(tally.used[g][seat][i],
                 (board_metropolises(&s->seat[seat]) & metropolis) != 0, "%s",
                 word);
}

static void check_tiles(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    cr_expect_eq(count_had("tile", seat), 3);
    check_tile(s, seat, "brown", me->brown, METROPOLIS_BROWN);
    check_tile(s, seat, "blue", me->blue[0], METROPOLIS_RIGHT);
    check_tile(s, seat, "blue", me->blue[1], METROPOLIS_LEFT);
}

Test(items, a_tile_is_used_if_its_metropolis_is_connected)
{
    play_all(check_tiles);
}

static void check_cards(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    const int g = group_of("card");

    for (int i = 0; i < me->claim_count; i++)
        if (me->claims[i] != ASSISTANT)
            cr_expect_eq(tally.used[g][seat][me->claims[i] - 1], 1, "card %d",
                         me->claims[i]);
    for (int card = set_next(&me->hand, 0); card;
         card = set_next(&me->hand, card))
        cr_expect_eq(tally.had[g][seat][card - 1], 1, "card %d", card);
}

Test(items, cards_in_play_were_used_and_cards_in_hand_were_drawn)
{
    play_all(check_cards);
}
