/* The oracle's final scoring (rules pp. 17-18, 20; section 5 of the rules;
 * rulings 14, 17, 64, 67, 80): trades by trying everything. */
#include "oracle.h"
#include "rules/underwater_cities/engine/state.h"

static int step_points(int n, int first, int a, int b, int c)
{
    if (n >= first + 2)
        return c;
    if (n == first + 1)
        return b;
    return n == first ? a : 0;
}

int oracle_brown(const struct uwc_state *s, int seat)
{
    struct oracle o;

    oracle_of(&s->seat[seat], &o);
    if (!oracle_metropolis(&o, CORNER_BROWN))
        return 0;
    switch (s->seat[seat].brown) {
    case 1: return 2 * s->seat[seat].specials_paid;
    case 2:
        return step_points(oracle_count(s, seat, COUNT_CITIES), 5, 4, 8, 12);
    case 3:
        return step_points(oracle_count(s, seat, COUNT_TUNNELS), 8, 5, 7, 9);
    case 4: return 3 * oracle_metropolises(&s->seat[seat]);
    case 5: return 4 * oracle_count(s, seat, COUNT_UPGRADED_SETS);
    default: return -1;
    }
}

int oracle_counting_cards(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int sum = 0;

    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *e = cards[me->claims[i]]->final;

        for (; e && e->op != OP_END; e = effect_next(e)) {
            int points = 0;

            if (e->op != OP_FINAL_EACH)
                continue;
            points = oracle_count(s, seat, e->what) / e->per * e->n;
            sum += e->cap && points > e->cap ? e->cap : points;
        }
    }
    return sum;
}

int oracle_cities(const struct seat *seat)
{
    static const int worth[] = {2, 3, 4, 6};
    struct oracle o;
    int sum = 0;

    oracle_of(seat, &o);
    for (int c = 0; c < UWC_CITY_SITES; c++) {
        bool seen[LABORATORY + 1] = {false};

        if (!oracle_connected(&o, c))
            continue;
        for (int p = 0; p < ORACLE_PLACES; p++)
            seen[o.building[c][p]] = true;
        sum += worth[seen[FARM] + seen[PLANT] + seen[LABORATORY]];
    }
    return sum;
}

/* Trades still to be tried, and what is left of the stock. */
struct trial {
    const struct effect *trade[UWC_CLAIMS_MAX];
    int trades;
    int stock[RESOURCES];
};

static int price_in(const struct effect *trade, int resource)
{
    if (trade->per) /* FINAL_SELL: `per` units of one resource */
        return trade->what == resource ? trade->per : 0;
    return price_of(trade->price, (enum resource)resource);
}

/* Biomatter is sold for 2 credits, then 4 of anything make a point. */
static int convert(const int *stock)
{
    return (stock[CREDIT] + 2 * stock[BIOMATTER] + stock[KELP] +
            stock[SCIENCE] + stock[STEELPLAST]) /
           4;
}

static bool pay(int *stock, const struct effect *trade)
{
    for (int r = 0; r < RESOURCES; r++)
        if (stock[r] < price_in(trade, r))
            return false;
    for (int r = 0; r < RESOURCES; r++)
        stock[r] -= price_in(trade, r);
    return true;
}

/* Every number of times for this trade, and for each all of the next. */
static void try_trades(const struct trial *t, int at, const int *stock,
                       int points, struct oracle_trades *out)
{
    int left[RESOURCES];

    if (at == t->trades) {
        int sum = points + convert(stock);

        if (sum > out->best)
            *out = (struct oracle_trades){.best = sum};
        if (sum == out->best)
            out->share[points] = true;
        return;
    }
    for (int r = 0; r < RESOURCES; r++)
        left[r] = stock[r];
    for (int times = 0; !t->trade[at]->cap || times <= t->trade[at]->cap;
         times++) {
        try_trades(t, at + 1, left, points + times * t->trade[at]->n, out);
        if (!pay(left, t->trade[at]))
            break;
    }
}

void oracle_trade(const struct seat *seat, struct oracle_trades *out)
{
    struct trial t = {.trades = 0};

    for (int r = 0; r < RESOURCES; r++)
        t.stock[r] = seat->stock[r];
    for (int i = 0; i < seat->claim_count; i++) {
        const struct effect *e = cards[seat->claims[i]]->final;

        for (; e && e->op != OP_END; e = effect_next(e))
            if (e->op == OP_FINAL_TRADE)
                t.trade[t.trades++] = e;
    }
    *out = (struct oracle_trades){.best = -1};
    try_trades(&t, 0, t.stock, 0, out);
}
