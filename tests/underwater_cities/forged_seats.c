/* Forged seats: positions with many cards in play, full hands, full boards and
 * rich stocks.  Whatever follows from one by legal moves is a position, too,
 * and is read back to the same state. */
#include "depth.h"
#include "positions.h"
#include "rules/underwater_cities/content/cards.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { MATCHES = 12, FORGERIES = 6, PLIES = 90, CARDS_IN_PLAY = 24 };

static bool one_in(struct random *random, uint32_t n)
{
    return random_below(random, n) == 0;
}

/* Remove a number from a pile, if it is there. */
static bool take_from(uint8_t *pile, uint8_t *count, int number)
{
    uint8_t *at = memchr(pile, number, *count);

    if (!at)
        return false;
    memmove(at, at + 1, (size_t)(pile + *count - at - 1));
    pile[--*count] = 0;
    return true;
}

/* Take a card from where it is, unless a seat has it.  A card of an older era
 * that is nowhere can be taken, too. */
static bool take(struct uwc_state *s, int card)
{
    for (int i = 0; i < s->seats; i++) {
        if (set_has(&s->seat[i].hand, card))
            return false;
        for (int k = 0; k < s->seat[i].claim_count; k++)
            if (s->seat[i].claims[k] == card)
                return false;
    }
    if (card == s->card || era_of_card(card) > uwc_era(s))
        return false;
    for (int i = 0; card_is_special(card) && i < 6; i++)
        if (s->display[i] == card) {
            s->display[i] = 0;
            return true;
        }
    if (card_is_special(card))
        return take_from(s->specials, &s->special_count, card);
    if (set_has(&s->discards, card)) {
        set_remove(&s->discards, card);
        return true;
    }
    return era_of_card(card) < uwc_era(s) ||
           take_from(s->deck, &s->deck_count, card);
}

static void forge_claims(struct uwc_state *s, int seat, struct random *random)
{
    struct seat *me = &s->seat[seat];
    int actions = 4;

    for (int i = 0; i < me->claim_count; i++)
        actions -= cards[me->claims[i]]->type == ACTION;
    for (int tries = 0; tries < 400 && me->claim_count < CARDS_IN_PLAY;
         tries++) {
        const int card = 1 + (int)random_below(random, CARD_LAST);
        const int type = cards[card]->type;

        if (type == INSTANT || (type == ACTION && actions <= 0) ||
            !take(s, card))
            continue;
        actions -= type == ACTION;
        me->claims[me->claim_count++] = (uint8_t)card;
        me->specials_paid =
            (uint8_t)(me->specials_paid + card_is_special(card));
    }
}

static void forge_hand(struct uwc_state *s, int seat, int size,
                       struct random *random)
{
    struct seat *me = &s->seat[seat];

    for (int tries = 0; tries < 400 && set_count(&me->hand) < size; tries++) {
        const int card = 1 + (int)random_below(random, CARD_LAST);

        if (!take(s, card))
            continue;
        set_add(&me->hand, card);
        if (card_is_special(card) &&
            (card < SPECIAL_FIRST || one_in(random, 2)))
            me->open_specials |= UINT32_C(1) << (card - SPECIAL3_FIRST);
    }
}

/* A few attempts at one more piece of each kind, kept if it may stand there. */
static void forge_board(struct uwc_state *s, int seat, struct random *random)
{
    for (int tries = 0; tries < 200; tries++) {
        struct uwc_state other = *s;
        struct seat *me = &other.seat[seat];
        const uint64_t site = UINT64_C(1) << random_below(random, 45);
        const uint16_t city = (uint16_t)(1u << random_below(random, 9));
        const uint16_t tunnel = (uint16_t)(1u << random_below(random, 16));

        switch (random_below(random, 5)) {
        case 0: me->city |= city; break;
        case 1: me->symbiotic |= city; break;
        case 2: me->tunnel |= tunnel; break;
        case 3: me->building[random_below(random, 3)] |= site; break;
        default:
            me->upgraded |= site;
            me->tunnel_upgraded |= tunnel & me->tunnel;
        }
        if (!uwc_check(&other))
            *s = other;
    }
}

static void forge_stock(struct seat *me, struct random *random)
{
    const bool is_rich = one_in(random, 2);

    for (int r = 0; r < RESOURCES; r++)
        me->stock[r] =
            (int16_t)(is_rich ? UWC_STOCK_MAX - random_below(random, 4)
                              : random_below(random, 6));
    me->points = (int16_t)(is_rich ? UWC_POINTS_MAX - 1 : 3);
    me->always_tiles = (uint8_t)random_below(random, 4);
}

/* A position like s with seats that no match deals; false if it is refused:
 * too many cards in play for the round, for example. */
static bool forge(struct uwc_state *s, struct random *random)
{
    for (int seat = 0; seat < s->seats; seat++) {
        struct uwc_state before = *s;

        forge_claims(s, seat, random);
        if (uwc_check(s))
            *s = before;
        before = *s;
        forge_hand(s, seat, (int)random_below(random, UWC_HAND_MAX + 1),
                   random);
        if (uwc_check(s))
            *s = before;
        before = *s;
        forge_stock(&s->seat[seat], random);
        if (uwc_check(s))
            s->seat[seat].always_tiles = before.seat[seat].always_tiles;
        forge_board(s, seat, random);
    }
    s->tunnels_built = UWC_TUNNEL_SITES;
    if (uwc_check(s))
        s->tunnels_built = 0;
    if (one_in(random, 8))
        s->chance.next = INT64_MAX - random_below(random, 2);
    return uwc_check(s) == RULES_OK;
}

/* Fill the places up to what a position may have, so that one more is the
 * case that fails: cards in play. */
static void fill_claims(struct uwc_state *s, struct random *random)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int tries = 0; tries < 60; tries++) {
            struct uwc_state other = *s;
            struct seat *me = &other.seat[seat];
            const int card = 1 + (int)random_below(random, CARD_LAST);

            if (cards[card]->type == INSTANT || !take(&other, card))
                continue;
            if (me->claim_count == UWC_CLAIMS_MAX)
                break;
            me->claims[me->claim_count++] = (uint8_t)card;
            me->specials_paid =
                (uint8_t)(me->specials_paid + card_is_special(card));
            if (!uwc_check(&other))
                *s = other;
        }
}

static int played;

static void play_on(struct uwc_state *s, struct random *random)
{
    for (int n = 0; n < PLIES; n++) {
        const struct uwc_state before = *s;

        position_expect_back(s);
        if (one_in(random, 150))
            uwc_leave(s, (int)random_below(random, s->seats), false);
        else if (!position_step(s, random))
            return;
        cr_assert_eq(uwc_check(s), RULES_OK,
                     "after %d plies: phase %d step %d round %d turn %d", n,
                     before.phase, before.step, before.round, before.turn);
        played++;
    }
}

Test(forged_seats, what_follows_from_a_position_is_a_position,
     .init = deep_only, .timeout = 600)
{
    const int matches = MATCHES;
    const int forgeries = FORGERIES;
    const uint8_t key[32] = {19};
    struct random random;
    int accepted = 0;

    random_init(&random, key, 0);
    for (int match = 0; match < matches; match++) {
        const struct settings settings =
            position_variant(1 + match % 4, (unsigned)match / 4);
        const struct uwc_state s = position_of(&settings, 100 + (unsigned)match,
                                               (int)random_below(&random, 400));

        for (int i = 0; i < forgeries; i++) {
            struct uwc_state other = s;

            if (!forge(&other, &random))
                continue;
            if (one_in(&random, 2))
                fill_claims(&other, &random);
            accepted++;
            play_on(&other, &random);
        }
    }
    cr_expect_gt(accepted, forgeries / 4 * matches);
    cr_expect_gt(played, 8 * forgeries * matches);
}

/* The card of the turn under way is in play already: no room is needed for
 * it. */
Test(forged_seats, a_card_put_into_play_needs_no_second_place)
{
    struct uwc_state s = position_plain();

    s.turn = 2;
    for (int card = 1; s.seat[0].claim_count < 3; card++)
        if (cards[card]->type != INSTANT)
            position_claim(&s, 0, card);
    cr_assert_eq(uwc_check(&s), RULES_OK);
    position_give(&s, 0, 9);
    position_play(&s, 0, "place green2 9");
    position_play(&s, 0, "card");

    cr_expect_eq(uwc_check(&s), RULES_OK);
}

Test(forged_seats, a_special_that_a_full_hand_cannot_hold_is_discarded)
{
    struct uwc_state s = position_plain();
    char move[32];

    position_give(&s, 0, 7);
    position_play(&s, 0, "place red1 7");
    while (set_count(&s.seat[0].hand) < UWC_HAND_MAX) {
        set_add(&s.seat[0].hand, s.deck[--s.deck_count]);
        s.deck[s.deck_count] = 0;
    }
    cr_assert_eq(uwc_check(&s), RULES_OK);
    snprintf(move, sizeof move, "special %d", s.display[0]);
    position_play(&s, 0, move);

    cr_expect_eq(set_count(&s.seat[0].hand), UWC_HAND_MAX);
    cr_expect_eq(s.seat[0].open_specials, 0);
    cr_expect_eq(s.display[0], 0);
    cr_expect_eq(uwc_check(&s), RULES_OK);
}
