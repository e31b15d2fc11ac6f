/* The best of all end-scoring trades and the 4-for-1 conversion (rules p. 17;
 * rulings 17, 80), held against trying everything. */
#include "board_states.h"
#include "rules/underwater_cities/engine/score.h"

#include <criterion/criterion.h>

enum { TRADES_MAX = 16 };

/* Cards of the deck that trade, and what a trade asks. */
static int trade_cards[TRADES_MAX], trade_count;

static void collect(void)
{
    for (int n = 1; n < CARD_COUNT; n++)
        if (cards[n]->final && cards[n]->final->op == OP_FINAL_TRADE) {
            cr_assert_lt(trade_count, TRADES_MAX);
            trade_cards[trade_count++] = n;
        }
}

TestSuite(score_trades, .init = collect);

static int asks(const struct effect *e, int resource)
{
    if (e->price)
        return price_of(e->price, (enum resource)resource);
    return e->what == resource ? e->per : 0;
}

/* The points of a stock without trades: biomatter sold at 2 credits, 4 for
 * 1. */
static int conversion(const int stock[RESOURCES])
{
    int sum = stock[BIOMATTER];

    for (int r = 0; r < RESOURCES; r++)
        sum += stock[r];
    return sum / 4;
}

/* Try every number of times for every card: the best total. */
static int try_everything(const struct seat *me, int claim,
                          const int stock[RESOURCES])
{
    int left[RESOURCES], best = 0;

    if (claim == me->claim_count)
        return conversion(stock);
    const struct effect *e = cards[me->claims[claim]]->final;

    memcpy(left, stock, sizeof left);
    for (int times = 0; !e->cap || times <= e->cap; times++) {
        const int points = times * e->n + try_everything(me, claim + 1, left);
        bool payable = true;

        best = points > best ? points : best;
        for (int r = 0; r < RESOURCES; r++) {
            left[r] -= asks(e, r);
            payable &= left[r] >= 0;
        }
        if (!payable)
            break;
    }
    return best;
}

static int best_of(const struct seat *me)
{
    int stock[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        stock[r] = me->stock[r];
    return try_everything(me, 0, stock);
}

static int total(const struct uwc_state *s)
{
    const struct trades trades = score_trades(s, 0);

    return trades.cards + trades.resources;
}

Test(score_trades, trades_and_conversion_together_are_the_exact_best)
{
    static const uint8_t key[32] = "trades";
    static const uint8_t most[RESOURCES] = {33, 9, 9, 9, 5};
    struct random random;

    random_init(&random, key, 0);
    for (int i = 0; i < 6000; i++) {
        struct uwc_state s = board_state(1, 1);
        struct seat *me = first_seat(&s);

        for (int r = 0; r < RESOURCES; r++)
            me->stock[r] = (int16_t)random_below(&random, most[r]);
        for (int k = 0; k < trade_count && me->claim_count < 6; k++)
            if (random_below(&random, 2))
                on_claim(me, trade_cards[k]);
        random_shuffle(&random, me->claims, me->claim_count);
        cr_assert_eq(total(&s), best_of(me), "stock %d: %d, not %d", i,
                     total(&s), best_of(me));
    }
}

Test(score_trades, without_cards_four_of_anything_make_a_point)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    me->stock[KELP] = 3;
    me->stock[STEELPLAST] = 1;
    cr_expect_eq(total(&s), 1);
    me->stock[SCIENCE] = 3;
    cr_expect_eq(total(&s), 1, "seven");
    me->stock[BIOMATTER] = 1;
    cr_expect_eq(total(&s), 2, "a biomatter is two credits");
}

static int card_selling(int resource, int count)
{
    for (int k = 0; k < trade_count; k++)
        if (asks(cards[trade_cards[k]]->final, resource) == count)
            return trade_cards[k];
    cr_assert_fail("no such card");
    return 0;
}

Test(score_trades, credits_for_biomatter_never_pay_a_card)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, card_selling(CREDIT, 15));
    me->stock[CREDIT] = 14;
    me->stock[BIOMATTER] = 1;
    cr_expect_eq(total(&s), 4, "16 credits, but sold too late");
    me->stock[CREDIT] = 15;
    cr_expect_eq(total(&s), 13);
}

Test(score_trades, the_dearer_card_does_not_wait_for_the_first_claimed)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, card_selling(SCIENCE, 1)); /* 1 science: 1 point */
    on_claim(me, card_selling(SCIENCE, 2)); /* 2 science: 3 points */
    me->stock[SCIENCE] = 7;
    cr_expect_eq(total(&s), 3 * 3 + 1);
}

Test(score_trades, card_points_and_conversion_points_stand_apart)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    on_claim(me, card_selling(BIOMATTER, 1)); /* 2 points, six times */
    me->stock[BIOMATTER] = 8;
    me->stock[CREDIT] = 1;

    struct trades trades = score_trades(&s, 0);

    cr_expect_eq(trades.cards, 12);
    cr_expect_eq(trades.resources, 1, "two biomatter and a credit");
}

Test(score_trades, all_cards_and_a_rich_stock_are_still_weighed_at_once)
{
    struct uwc_state s = board_state(1, 1);
    struct seat *me = first_seat(&s);

    for (int k = 0; k < trade_count; k++)
        on_claim(me, trade_cards[k]);
    for (int r = 0; r < RESOURCES; r++)
        me->stock[r] = 60;
    for (int i = 0; i < 20000; i++) /* seconds if it were tried out */
        (void)score_trades(&s, 0);
    cr_expect_gt(total(&s), 13 + 14 + 15 + 15 + 12);
}
