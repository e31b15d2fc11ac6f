/* A whole Production, the seats' choices included, as the oracle carries it
 * out beside the engine (rules pp. 15-16; rulings 23, 62, 75, 78, 79). */
#include "oracle.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/rounds.h"

#include <stdarg.h>
#include <stdio.h>

/* What one seat has, and which of its own the cards have swapped already. */
struct account {
    bool plays;
    int stock[RESOURCES];
    int points;
    int swaps_left[LABORATORY + 1]; /* by building; SWAP_BIOMATTER too */
    int at;                         /* the claim that is looked at next */
};

static char said[200];

__attribute__((format(printf, 1, 2))) static const char *say(const char *form,
                                                             ...)
{
    va_list list;

    va_start(list, form);
    vsnprintf(said, sizeof said, form, list);
    va_end(list);
    return said;
}

/* The swap on a card, or NULL. */
static const struct effect *swap_of(int card)
{
    const struct effect *e = cards[card]->produce;

    while (e && e->op != OP_END && e->op != OP_SWAP)
        e = effect_next(e);
    return e && e->op == OP_SWAP ? e : NULL;
}

static int options_of(const struct effect *swap)
{
    int n = 0;

    for (const struct effect *o = swap + 1; o < swap + 1 + swap->len;
         o = effect_next(o))
        n++;
    return n;
}

/* The gains that come by themselves, and what may be swapped: as many
 * buildings of a kind as are connected, doubled ones once (62), and the
 * biomatter of this Production. */
static void open_account(const struct uwc_state *s, int seat, struct account *a)
{
    const struct seat *me = &s->seat[seat];
    struct produced p;
    struct oracle o;

    *a = (struct account){.plays = !me->left};
    for (int r = 0; r < RESOURCES; r++)
        a->stock[r] = me->stock[r];
    a->points = me->points;
    if (!a->plays)
        return;
    oracle_produce(s, seat, &p);
    for (int r = 0; r < RESOURCES; r++)
        a->stock[r] += p.stock[r];
    a->points += p.points;
    oracle_of(me, &o);
    for (int kind = FARM; kind <= LABORATORY; kind *= 2)
        a->swaps_left[kind] = oracle_buildings(&o, kind, false);
    a->swaps_left[SWAP_BIOMATTER] = p.stock[BIOMATTER];
}

/* The card that this seat is asked about now, in the order claimed. */
static int asked(const struct seat *me, struct account *a)
{
    for (; a->plays && a->at < me->claim_count; a->at++) {
        const struct effect *swap = swap_of(me->claims[a->at]);

        if (swap && a->swaps_left[swap->what] > 0)
            return me->claims[a->at];
    }
    return CARD_NONE;
}

/* Pay one unit and gain what the option gives. */
static void answer(struct account *a, int card, int option)
{
    const struct effect *swap = swap_of(card), *o = swap + 1;
    int given = swap->what == FARM         ? KELP
                : swap->what == PLANT      ? CREDIT
                : swap->what == LABORATORY ? SCIENCE
                                           : BIOMATTER;

    a->at++;
    if (!option)
        return;
    a->swaps_left[swap->what]--;
    a->stock[given]--;
    while (--option)
        o = effect_next(o);
    for (const struct effect *e = o + 1; e < o + 1 + o->len; e++) {
        if (e->what == POINT)
            a->points += e->n;
        else if (e->what < RESOURCES)
            a->stock[e->what] += e->n;
    }
}

/* The legal moves are: decline, or one of the options, of this card. */
static const char *questions_differ(const struct uwc_state *s, int seat,
                                    int card)
{
    struct move moves[16];
    size_t count = uwc_moves(s, seat, moves, 16);

    if (!card)
        return count ? say("seat %d is asked, but by no card", seat) : NULL;
    if (count != 1u + (size_t)options_of(swap_of(card)))
        return say("seat %d has %zu answers to card %d", seat, count, card);
    for (size_t i = 0; i < count; i++)
        if (moves[i].bits != move_make(MOVE_ANSWER, 0, card, (int)i, 0).bits)
            return say("seat %d is not asked about card %d", seat, card);
    return NULL;
}

static const char *accounts_differ(const struct uwc_state *s, int seat,
                                   const struct account *a)
{
    struct seat ours = s->seat[seat];
    const struct seat *theirs = &s->seat[seat];

    for (int r = 0; r < RESOURCES; r++)
        ours.stock[r] = (int16_t)a->stock[r];
    ours.points = (int16_t)a->points;
    if (a->plays)
        oracle_feed(&ours);
    for (int r = 0; r < RESOURCES; r++)
        if (ours.stock[r] != theirs->stock[r])
            return say("seat %d: resource %d is %d after Production, the "
                       "engine says %d",
                       seat, r, ours.stock[r], theirs->stock[r]);
    if (ours.points != theirs->points)
        return say("seat %d: %d points after Production, the engine says %d",
                   seat, ours.points, theirs->points);
    if (a->plays && theirs->used)
        return say("seat %d: cards are still used", seat);
    return NULL;
}

/* Every seat's question, and one answered at random.  *done: none is left. */
static const char *one_answer(struct uwc_state *s, struct account *accounts,
                              struct random *random, bool *done)
{
    int asking[RULES_SEATS_MAX], n = 0, seat, card, option;

    for (seat = 0; seat < s->seats; seat++) {
        const char *what;

        card = asked(&s->seat[seat], &accounts[seat]);
        what = questions_differ(s, seat, card);
        if (what)
            return what;
        if (card)
            asking[n++] = seat;
    }
    *done = n == 0;
    if (*done)
        return NULL;
    seat = asking[random_below(random, (uint32_t)n)];
    card = asked(&s->seat[seat], &accounts[seat]);
    option =
        (int)random_below(random, 1u + (uint32_t)options_of(swap_of(card)));
    answer(&accounts[seat], card, option);
    if (uwc_apply(s, seat, move_make(MOVE_ANSWER, 0, card, option, 0)))
        return say("seat %d may not answer card %d with %d", seat, card,
                   option);
    return NULL;
}

const char *oracle_round_differs(const struct uwc_state *begin,
                                 struct random *random)
{
    struct account accounts[RULES_SEATS_MAX] = {{0}};
    struct uwc_state s = *begin;

    for (int seat = 0; seat < s.seats; seat++)
        open_account(&s, seat, &accounts[seat]);
    round_end(&s);
    while (s.phase == PHASE_PRODUCTION) {
        bool done = false;
        const char *what = one_answer(&s, accounts, random, &done);

        if (what)
            return what;
        if (done)
            return say("Production asks nobody and does not end");
    }
    for (int seat = 0; seat < s.seats; seat++) {
        const char *what;

        if (asked(&s.seat[seat], &accounts[seat]))
            return say("seat %d was not asked about card %d", seat,
                       asked(&s.seat[seat], &accounts[seat]));
        what = accounts_differ(&s, seat, &accounts[seat]);
        if (what)
            return what;
    }
    return NULL;
}

void oracle_claim_swaps(struct seat *seat, struct random *random)
{
    uint8_t swaps[CARD_COUNT];
    uint32_t count = 0;

    for (int card = 1; card < CARD_COUNT; card++)
        if (cards[card] && swap_of(card))
            swaps[count++] = (uint8_t)card;
    for (uint32_t n = random_below(random, 4); count && n > 0; n--)
        if (seat->claim_count < UWC_CLAIMS_MAX)
            seat->claims[seat->claim_count++] =
                swaps[random_below(random, count)];
}
