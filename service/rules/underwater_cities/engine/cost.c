/* What building and upgrading cost, and paying (rulings 8, 9, 53). */
#include "rules/underwater_cities/engine/cost.h"

#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/moves.h"

void build_base_cost(const struct seat *seat, const struct effect *e,
                     enum piece piece, int cost[RESOURCES])
{
    const uint16_t price = e->price ? e->price : piece_price(piece);

    for (int r = 0; r < RESOURCES; r++)
        cost[r] = price_of(price, (enum resource)r);
    for (int i = 0; i < seat->claim_count; i++) {
        const struct effect *d = cards[seat->claims[i]]->standing;

        for (; d && d->op != OP_END; d = effect_next(d))
            if (d->op == OP_DISCOUNT && d->what & piece)
                cost[d->per] = cost[d->per] > d->n ? cost[d->per] - d->n : 0;
    }
}

void build_add_surcharge(int cost[RESOURCES], uint16_t surcharge)
{
    for (int r = 0; surcharge && r < RESOURCES; r++)
        cost[r] += price_of(surcharge, (enum resource)r);
}

void build_cost(const struct uwc_state *s, int seat, const struct effect *e,
                enum piece piece, int site, int cost[RESOURCES])
{
    const struct seat *me = &s->seat[seat];

    build_base_cost(me, e, piece, cost);
    build_add_surcharge(cost, board_surcharge(me, piece, site));
}

/* The amounts paid after biomatter replaces some (rulings 8, 53). */
static void replace(const int cost[RESOURCES], int payment, int paid[RESOURCES])
{
    memcpy(paid, cost, RESOURCES * sizeof *paid);
    paid[KELP] -= payment_kelp(payment);
    paid[STEELPLAST] -= payment_steelplast(payment);
    paid[BIOMATTER] += payment_kelp(payment) + payment_steelplast(payment);
}

bool cost_payable(const struct seat *seat, const int cost[RESOURCES],
                  int payment)
{
    int paid[RESOURCES];

    replace(cost, payment, paid);
    for (int r = 0; r < RESOURCES; r++)
        if (paid[r] < 0 || seat->stock[r] < paid[r])
            return false;
    return true;
}

/* Write what the seat has paid since `before`. */
static __attribute__((cold)) void journal_paid(const struct uwc_state *s,
                                               int seat,
                                               const int16_t before[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++)
        if (before[r] > s->seat[seat].stock[r])
            journal_seat(s, JOURNAL_PAY, seat, r,
                         before[r] - s->seat[seat].stock[r]);
}

void pay_cost(struct uwc_state *s, int seat, const int cost[RESOURCES],
              int payment)
{
    int16_t *stock = s->seat[seat].stock, before[RESOURCES];
    int paid[RESOURCES];

    memcpy(before, stock, sizeof before);
    replace(cost, payment, paid);
    for (int r = 0; r < RESOURCES; r++)
        stock[r] = (int16_t)(stock[r] - paid[r]);
    if (recorder_is_on(s))
        journal_paid(s, seat, before);
}

void amount_add(struct uwc_state *s, int seat, enum resource what, int n)
{
    struct seat *me = &s->seat[seat];
    int16_t *amount = what == POINT ? &me->points : &me->stock[what];
    const int before = *amount;

    *amount =
        amount_sum(before, n, what == POINT ? UWC_POINTS_MAX : UWC_STOCK_MAX);
    if (!recorder_is_on(s))
        return;
    if (*amount > before)
        journal_seat(s, JOURNAL_GAIN, seat, (int)what, *amount - before);
    else if (*amount < before)
        journal_seat(s, what == POINT ? JOURNAL_LOSE : JOURNAL_PAY, seat,
                     (int)what, before - *amount);
}

bool price_payable(const struct seat *seat, uint16_t price)
{
    for (int r = 0; r < RESOURCES; r++)
        if (seat->stock[r] < price_of(price, (enum resource)r))
            return false;
    return true;
}

enum refusal_reason pay_price(struct uwc_state *s, int seat, uint16_t price)
{
    int16_t *stock = s->seat[seat].stock, before[RESOURCES];

    if (!price_payable(&s->seat[seat], price))
        return REFUSED_COST;
    memcpy(before, stock, sizeof before);
    for (int r = 0; r < RESOURCES; r++)
        stock[r] = (int16_t)(stock[r] - price_of(price, (enum resource)r));
    if (recorder_is_on(s))
        journal_paid(s, seat, before);
    return REFUSED_OK;
}

enum refusal_reason build_upgrade_price(const struct effect *e, int resource,
                                        uint16_t *price)
{
    if (e->cap) {
        if (resource != 1 + CREDIT && resource != 1 + SCIENCE)
            return REFUSED_COST;
        *price = resource == 1 + CREDIT ? PRICE(1, 0, 0, 0, 0)
                                        : PRICE(0, 0, 0, 1, 0);
        return REFUSED_OK;
    }
    *price = e->price ? e->price : PRICE(0, 0, 0, 1, 0);
    return resource ? REFUSED_COST : REFUSED_OK;
}
