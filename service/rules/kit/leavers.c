/* Seats that left a match, and ranks. */
#include "rules/kit/leavers.h"

int leavers_count(const struct leavers *l)
{
    return __builtin_popcount(leavers_seats(l));
}

seat_set leavers_seats(const struct leavers *l)
{
    seat_set seats = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (l->place[seat])
            seats |= (seat_set)(1U << seat);
    return seats;
}

/* The place of the seats that left last; 0: none has left. */
static uint8_t last_place(const struct leavers *l)
{
    uint8_t last = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (l->place[seat] > last)
            last = l->place[seat];
    return last;
}

void leavers_add(struct leavers *l, int seat, bool together)
{
    const uint8_t last = last_place(l);

    l->place[seat] = together && last ? last : (uint8_t)(leavers_count(l) + 1);
}

bool leavers_ended(const struct leavers *l, int seats)
{
    return seats > 1 && leavers_count(l) == seats - 1;
}

/* How many seats left before those with this place. */
static int count_before(const struct leavers *l, int place)
{
    int count = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        count += l->place[seat] && l->place[seat] < place;
    return count;
}

bool leavers_are_in_order(const struct leavers *l)
{
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (l->place[seat] &&
            l->place[seat] != 1 + count_before(l, l->place[seat]))
            return false;
    return true;
}

/* The order in which seats are ranked. */
struct ranking {
    const struct leavers *leavers;
    const struct scores *scores;
    int (*tie_break)(const void *state, int a, int b);
    const void *state;
};

static bool is_ahead(const struct ranking *r, int a, int b)
{
    const int left_a = r->leavers->place[a], left_b = r->leavers->place[b];

    if (left_a || left_b)
        return !left_a || (left_b && left_a > left_b);
    if (r->scores->total[a] != r->scores->total[b])
        return r->scores->total[a] > r->scores->total[b];
    return r->tie_break && r->tie_break(r->state, a, b) > 0;
}

void leavers_rank(const struct leavers *l, struct scores *scores,
                  int (*tie_break)(const void *state, int a, int b),
                  const void *state)
{
    const struct ranking ranking = {l, scores, tie_break, state};

    for (int seat = 0; seat < scores->seats; seat++) {
        scores->rank[seat] = 1;
        for (int other = 0; other < scores->seats; other++)
            if (other != seat && is_ahead(&ranking, other, seat))
                scores->rank[seat]++;
    }
}
