/* Final scoring (rules pp. 17-18; rulings 14, 17, 28, 31, 80, 90). */
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/content/tiles.h"

#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/network.h"

enum item { POINTS, BROWN, CARDS, CITIES_SCORED, LEFTOVER, ITEMS };

/* A trade of an end-scoring card, as far as it beats the 4-for-1 conversion.
 *
 * A unit of stock is worth a quarter of a point there, a biomatter two
 * quarters.  With W quarters in stock, trades made n times each give
 * sum(n * points) + floor((W - sum(n * quarters)) / 4) points; points are
 * whole, so that is floor((W + sum(n * gain)) / 4) with a gain of
 * 4 * points - quarters.  To score best is to gain most: a linear problem,
 * apart for trades that share no resource. */
struct trade {
    int16_t cost[RESOURCES];
    int16_t points;
    int16_t gain; /* quarters of a point, above 0 */
    int16_t most; /* as often as card and stock allow */
    uint8_t uses; /* resources, as bits */
};

struct market {
    int16_t left[RESOURCES];
    struct trade trade[UWC_CLAIMS_MAX];
    int count;
};

/* The best result of one group of trades, and the points of its cards. */
struct deal {
    int gain, points;
};

static int fits(const struct trade *t, const int16_t left[RESOURCES])
{
    int times = t->most;

    for (int r = 0; r < RESOURCES; r++)
        if (t->cost[r] && left[r] / t->cost[r] < times)
            times = left[r] / t->cost[r];
    return times;
}

static void spend(const struct trade *t, int times, int16_t left[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++)
        left[r] = (int16_t)(left[r] - times * t->cost[r]);
}

/* Try the trades from t to end on what is left, most first; keep the best.
 * hope: what all of them could gain if none stood in another's way. */
static void haggle(const struct trade *t, const struct trade *end,
                   int16_t left[RESOURCES], struct deal now, int hope,
                   struct deal *best)
{
    int times;

    if (now.gain > best->gain ||
        (now.gain == best->gain && now.points > best->points))
        *best = now;
    if (t == end || now.gain + hope <= best->gain)
        return;
    times = fits(t, left);
    hope -= t->gain * t->most;
    spend(t, times, left);
    for (; times >= 0; times--) {
        const struct deal next = {now.gain + times * t->gain,
                                  now.points + times * t->points};

        haggle(t + 1, end, left, next, hope, best);
        if (t + 1 == end)
            break; /* nothing comes that fewer would help */
        if (times > 0)
            spend(t, -1, left);
    }
    spend(t, times > 0 ? -times : 0, left);
}

static void market_add(struct market *m, const struct effect *e)
{
    struct trade t = {.points = e->n};
    int quarters = 0;

    if (m->count == UWC_CLAIMS_MAX)
        return;
    for (int r = 0; r < RESOURCES; r++) {
        t.cost[r] = (int16_t)(e->price ? price_of(e->price, (enum resource)r)
                              : e->what == r ? e->per
                                             : 0);
        quarters += t.cost[r] * (r == BIOMATTER ? 2 : 1);
        t.uses |= (uint8_t)((t.cost[r] > 0) << r);
    }
    t.gain = (int16_t)(4 * t.points - quarters);
    t.most = e->cap ? e->cap : INT16_MAX;
    t.most = (int16_t)fits(&t, m->left);
    if (t.gain > 0 && t.most > 0 && t.uses)
        m->trade[m->count++] = t;
}

/* Move the trades that share resources with the one at `first`, straight or
 * through others, next to it; returns the end of the group. */
static int market_group(struct market *m, int first)
{
    unsigned uses = m->trade[first].uses;
    int end = first + 1;

    for (int i = end; i < m->count; i++) {
        const struct trade t = m->trade[i];

        if (!(t.uses & uses))
            continue;
        uses |= t.uses;
        m->trade[i] = m->trade[end];
        m->trade[end++] = t;
        i = end - 1; /* look again with what is shared now */
    }
    return end;
}

static struct deal market_best(struct market *m)
{
    struct deal total = {0, 0};

    for (int first = 0, end; first < m->count; first = end) {
        struct deal best = {0, 0};
        int hope = 0;

        end = market_group(m, first);
        for (int i = first; i < end; i++)
            hope += m->trade[i].gain * m->trade[i].most;
        haggle(m->trade + first, m->trade + end, m->left, (struct deal){0, 0},
               hope, &best);
        total.gain += best.gain;
        total.points += best.points;
    }
    return total;
}

struct trades score_trades(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    struct market m;
    struct deal deal;
    int quarters = me->stock[BIOMATTER];

    m.count = 0;
    for (int r = 0; r < RESOURCES; r++) {
        m.left[r] = me->stock[r];
        quarters += me->stock[r];
    }
    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *e = cards[me->claims[i]]->final;

        for (; e && e->op != OP_END; e = effect_next(e))
            if (e->op == OP_FINAL_TRADE)
                market_add(&m, e);
    }
    deal = market_best(&m);
    return (struct trades){
        .cards = (int16_t)deal.points,
        .resources = (int16_t)((quarters + deal.gain) / 4 - deal.points)};
}

/* A city is worth 2 points, 1 more for each kind of building there, and 1 more
 * for all three kinds. */
int score_cities(const struct seat *seat)
{
    const uint64_t connected = board_connected_sites(seat) & CITY_MARKS;
    const uint64_t farms = cities_with_one(seat->building[0]) & connected;
    const uint64_t plants = cities_with_one(seat->building[1]) & connected;
    const uint64_t labs = cities_with_one(seat->building[2]) & connected;

    return 2 * __builtin_popcountll(connected) + __builtin_popcountll(farms) +
           __builtin_popcountll(plants) + __builtin_popcountll(labs) +
           __builtin_popcountll(farms & plants & labs);
}

int score_counting_cards(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int total = 0;

    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *e = cards[me->claims[i]]->final;

        for (; e && e->op != OP_END; e = effect_next(e)) {
            int points;

            if (e->op != OP_FINAL_EACH)
                continue;
            points =
                board_count(s, seat, (enum countable)e->what) / e->per * e->n;
            total += e->cap && points > e->cap ? e->cap : points;
        }
    }
    return total;
}

int brown_tile_points(const struct uwc_state *s, int seat, int tile)
{
    const struct brown_tile *brown = &brown_tiles[tile];
    int count = board_count(s, seat, brown->what), points = 0;

    if (brown->what == COUNT_METROPOLISES) /* it counts itself */
        count += !(board_metropolises(&s->seat[seat]) & METROPOLIS_BROWN);
    if (brown->each)
        return brown->each * count;
    for (int i = 0; i < BROWN_STEPS; i++)
        if (count >= brown->step[i].least)
            points = brown->step[i].points;
    return points;
}

static void score_seat(const struct uwc_state *s, int seat,
                       struct scores *scores)
{
    const struct seat *me = &s->seat[seat];
    int points[ITEMS] = {[POINTS] = me->points};
    int total = 0;

    if (!me->left) {
        const struct trades trades = score_trades(s, seat);

        if (board_metropolises(me) & METROPOLIS_BROWN)
            points[BROWN] = brown_tile_points(s, seat, me->brown);
        points[CARDS] = score_counting_cards(s, seat) + trades.cards;
        points[CITIES_SCORED] = score_cities(me);
        points[LEFTOVER] = trades.resources;
    }
    for (int i = 0; i < ITEMS; i++) {
        scores->item[i].points[seat] = (int16_t)points[i];
        total += points[i];
    }
    scores->total[seat] = (int16_t)total;
}

static int place_in_order(const struct uwc_state *s, int seat)
{
    int place = 0;

    while (place < s->seats && s->order[place] != seat)
        place++;
    return place;
}

/* Of seats with equal points, the one that is earlier in the play order ranks
 * before the other. */
static int tie_break(const void *state, int a, int b)
{
    return place_in_order(state, b) - place_in_order(state, a);
}

/* The goals of solo play (ruling 29); a seat that leaves loses. */
static void judge_alone(const struct uwc_state *s, struct scores *scores)
{
    bool won = !s->seat[0].left;

    scores->goal[0] = (struct score_goal){
        "connected-cities", (int16_t)board_count(s, 0, COUNT_CITIES),
        UWC_SOLO_CITIES};
    scores->goal[1] =
        (struct score_goal){"points", scores->total[0], UWC_SOLO_POINTS};
    scores->goals = 2;
    for (int i = 0; i < scores->goals; i++)
        won = won && scores->goal[i].reached >= scores->goal[i].needed;
    scores->outcome = won ? OUTCOME_WON : OUTCOME_LOST;
}

const char *const score_words[ITEMS] = {
    [POINTS] = "points",           [BROWN] = "brown-metropolis",
    [CARDS] = "end-scoring-cards", [CITIES_SCORED] = "cities",
    [LEFTOVER] = "resources",
};

void uwc_score(const void *state, struct scores *scores)
{
    const struct uwc_state *s = state;
    const struct leavers leavers = uwc_leavers(s);

    memset(scores, 0, sizeof *scores);
    scores->seats = s->seats;
    scores->items = ITEMS;
    for (int i = 0; i < ITEMS; i++)
        scores->item[i].name = score_words[i];
    for (int seat = 0; seat < s->seats; seat++)
        score_seat(s, seat, scores);
    leavers_rank(&leavers, scores, tie_break, s);
    if (s->seats == 1)
        judge_alone(s, scores);
}
