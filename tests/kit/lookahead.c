/* The search for a way to complete something: a toy in which a sum of coins
 * must be paid exactly. */
#include "rules/kit/lookahead.h"

#include "rules/hash.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

enum { COINS = 24 };

/* Coins that are not paid yet, and what is still to pay. */
struct purse {
    uint8_t coin[COINS];
    uint8_t count;
    int16_t due;
};

/* What a search did. */
struct visits {
    int states, moves;
    bool hashes_alike; /* the game has no useful hash: all states are one */
};

static enum lookahead_answer look(const struct lookahead *l, const void *state)
{
    const struct purse *purse = state;
    struct visits *visits = l->game;

    visits->states++;
    if (purse->due == 0)
        return LOOKAHEAD_YES;
    return purse->due < 0 ? LOOKAHEAD_NO : LOOKAHEAD_ON;
}

static size_t candidates(const struct lookahead *l, const void *state,
                         struct move *out, void *scratch)
{
    const struct purse *purse = state;
    size_t count = 0;

    (void)l;
    for (uint32_t i = 0; i < purse->count; i++)
        out[count++] = (struct move){i};
    memset(scratch, 0, LOOKAHEAD_SCRATCH);
    return count;
}

/* Coins of a value that was tried are not tried again: the scratch has a byte
 * for each value. */
static enum lookahead_answer pay(const struct lookahead *l, const void *state,
                                 struct move move, void *after, void *scratch)
{
    struct purse *purse = after;
    unsigned char *was_tried = scratch;
    struct visits *visits = l->game;
    uint8_t *coin;

    memcpy(purse, state, sizeof *purse);
    coin = &purse->coin[move.bits];
    if (was_tried[*coin]++)
        return LOOKAHEAD_NO;
    visits->moves++;
    purse->due = (int16_t)(purse->due - *coin);
    purse->count--;
    memmove(coin, coin + 1, (size_t)(purse->coin + COINS - 1 - coin));
    purse->coin[COINS - 1] = 0;
    return LOOKAHEAD_ON;
}

static uint64_t hash(const struct lookahead *l, const void *state)
{
    const struct visits *visits = l->game;

    return visits->hashes_alike ? 0
                                : hash_bytes(0, state, sizeof(struct purse));
}

static const struct lookahead_rules coins = {look, candidates, pay, hash};

static struct lookahead search_of(struct visits *visits)
{
    *visits = (struct visits){0};
    return (struct lookahead){
        .rules = &coins, .budget = 100000, .game = visits};
}

/* Coins of 2, 4, 6 and so on, and what is to pay. */
static struct purse even_coins(int count, int due)
{
    struct purse purse = {.count = (uint8_t)count, .due = (int16_t)due};

    for (int i = 0; i < count; i++)
        purse.coin[i] = (uint8_t)(2 * (i + 1));
    return purse;
}

Test(lookahead, finds_a_way_that_the_first_moves_miss)
{
    const struct purse purse = {.coin = {5, 4, 4}, .count = 3, .due = 8};
    struct visits visits;
    struct lookahead l = search_of(&visits);

    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_FOUND);
}

Test(lookahead, says_that_there_is_no_way)
{
    const struct purse purse = {.coin = {5, 4, 4}, .count = 3, .due = 10};
    struct visits visits;
    struct lookahead l = search_of(&visits);

    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_DEAD_END);
}

Test(lookahead, needs_no_move_if_all_is_done)
{
    const struct purse purse = {.coin = {1}, .count = 1};
    struct visits visits;
    struct lookahead l = search_of(&visits);

    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_FOUND);
    cr_expect_eq(visits.moves, 0);
}

Test(lookahead, finds_long_ways_after_the_short_ones)
{
    const struct purse purse = even_coins(12, 2 * 12 * 13 / 2);
    struct visits visits;
    struct lookahead l = search_of(&visits);

    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_FOUND, "all of them");
}

Test(lookahead, stops_at_its_budget)
{
    const struct purse purse = even_coins(16, 101);
    struct visits visits;
    struct lookahead l = search_of(&visits);

    l.budget = 50;
    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_SPENT);
    cr_expect_leq(visits.moves, 2 * 50 * 16, "for short ways and for all");
}

Test(lookahead, visits_states_once_whatever_the_order_of_moves)
{
    const struct purse purse = even_coins(8, 41);
    struct visits once, always;
    struct lookahead l = search_of(&once), plain = search_of(&always);

    plain.is_plain = true;
    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_DEAD_END);
    cr_expect_eq(lookahead_find(&plain, &purse), LOOKAHEAD_DEAD_END);
    cr_expect_lt(5 * once.states, always.states, "%d and %d", once.states,
                 always.states);
}

Test(lookahead, agrees_with_the_plain_search)
{
    for (int count = 1; count <= 7; count++)
        for (int due = 0; due <= 60; due++) {
            struct purse purse = even_coins(count, due);
            struct visits visits;
            struct lookahead l = search_of(&visits), plain = l;

            purse.coin[0] = 7;
            plain.is_plain = true;
            cr_expect_eq(lookahead_find(&l, &purse),
                         lookahead_find(&plain, &purse), "%d coins for %d",
                         count, due);
        }
}

/* The memory of states begins only after some: most searches are short. */
Test(lookahead, a_short_search_does_without_hashes)
{
    const struct purse purse = even_coins(3, 13);
    struct visits visits;
    struct lookahead l = search_of(&visits);

    visits.hashes_alike = true;
    cr_expect_eq(lookahead_find(&l, &purse), LOOKAHEAD_DEAD_END);
    cr_expect_eq(visits.states, 16, "all ways were visited");
}
