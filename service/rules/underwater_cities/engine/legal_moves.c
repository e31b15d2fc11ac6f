/* The list of legal moves: the candidates that are predicted to be legal
 * (verdict.c) or found to be legal by trying them on a copy. */
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/candidates.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/search.h"
#include "rules/underwater_cities/engine/steps.h"
#include "rules/underwater_cities/engine/turn_gains.h"
#include "rules/underwater_cities/engine/verdict.h"

/* A list being made. */
struct listing {
    const struct uwc_state *s;
    int seat;
    struct verdict_context context;
    bool has_sources;
    struct sources sources;
    struct uwc_state scratch; /* for trying moves; counts the steps */
};

/* What placing a tile on one slot needs, with or without the cloning tile. */
struct place {
    struct move move; /* the first one examined, with any card */
    unsigned lacks;   /* of its action */
    bool suffices;    /* it can be performed with any card: a matching
                         one may wait */
    bool is_tried;    /* with a card that does not match ... */
    bool is_legal;    /* ... and so it is with any other */
};

static void sort(struct move *moves, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct move m = moves[i];
        size_t k = i;

        for (; k > 0 && moves[k - 1].bits > m.bits; k--)
            moves[k] = moves[k - 1];
        moves[k] = m;
    }
}

/* Make the scratch state a copy for trying one move.  It keeps the count of
 * steps; the move may use the budget of one move, within the budget of the
 * list. */
static void copy_state(struct listing *l)
{
    const uint32_t steps = l->scratch.steps;

    l->scratch = *l->s;
    l->scratch.steps = steps;
    l->scratch.steps_limit = l->s->exhaustive ? UINT32_MAX
                             : steps < uwc_list_steps_max - uwc_steps_max
                                 ? steps + uwc_steps_max
                                 : uwc_list_steps_max;
}

static bool try_move(struct listing *l, struct move move)
{
    copy_state(l);
    return search_try(&l->scratch, l->seat, move) == REFUSED_OK;
}

static bool is_legal(struct listing *l, struct move move)
{
    const enum verdict known = verdict(&l->context, move);

    return known == VERDICT_TRIAL ? try_move(l, move) : known == VERDICT_LEGAL;
}

/* ---- placements ---- */

static bool same_slot(struct move a, struct move b)
{
    /* all but the card */
    return !((a.bits ^ b.bits) & ~(UINT32_C(255) << MOVE_B_SHIFT));
}

/* Whether the slot's action can be performed if no card is played. */
static bool suffices_alone(struct listing *l, struct move m)
{
    struct card_set *hand = &l->scratch.seat[l->seat].hand;

    copy_state(l);
    memset(hand, 0, sizeof *hand);
    m = move_make(MOVE_PLACE, 0, move_a(m), CARD_NONE, move_x(m));
    return search_try(&l->scratch, l->seat, m) == REFUSED_OK;
}

/* What the slot lacks if these things are gained. */
static unsigned place_missing(struct listing *l, struct move m, unsigned gained)
{
    return missing_slot(&l->context.means, move_a(m),
                        move_x(m) ? PRICE(1, 0, 0, 0, 0) : PRICE_FREE, gained);
}

/* Whether what the slot lacks may be gained in a turn in which this card is
 * played. */
static bool may_come(struct listing *l, const struct place *place, int card)
{
    unsigned lacks = place->lacks, gained;

    if (lacks & MISSING_TRIAL)
        return true;
    if (!l->has_sources)
        sources_find(&l->sources, &l->context.means);
    l->has_sources = true;
    gained = turn_gains(&l->sources, l->s, l->seat, move_a(place->move), card);
    if (lacks & gained)
        lacks = place_missing(l, place->move, gained);
    return !lacks || lacks & MISSING_TRIAL;
}

static struct place look_at_slot(struct listing *l, struct move m)
{
    struct place place = {.move = m,
                          .lacks = MISSING_SOMETHING | MISSING_TRIAL};

    if (l->s->exhaustive)
        return place;
    place.lacks = place_missing(l, m, 0);
    place.suffices = !place.lacks ||
                     (may_come(l, &place, CARD_NONE) && suffices_alone(l, m));
    return place;
}

/* Of the cards that do not match a slot, all are legal there or none: the card
 * is discarded before the slot's action begins.  Only a special that returns to
 * its deck can make a difference. */
static bool is_like_any(struct move m)
{
    const int card = move_b(m);

    return card && card < SPECIAL3_FIRST &&
           cards[card]->colour != slot_colour(move_a(m));
}

static bool is_place_legal(struct listing *l, struct move m,
                           struct place *place)
{
    const bool is_known =
        place->is_tried && is_like_any(m) && !l->s->exhaustive;
    bool is_legal_here;

    if (place->suffices)
        return true;
    if (is_known)
        return place->is_legal;
    is_legal_here = may_come(l, place, move_b(m)) && try_move(l, m);
    if (is_like_any(m)) {
        place->is_tried = true;
        place->is_legal = is_legal_here;
    }
    return is_legal_here;
}

/* Keep the legal placements; they are sorted by slot. */
static size_t keep_places(struct listing *l, struct candidates *c)
{
    struct place place = {.move = {UINT32_MAX}};
    size_t kept = 0;

    means_find_costs(&l->context.means);
    for (size_t i = 0; i < c->count; i++) {
        const struct move m = c->move[i];
        const bool places = move_verb(m) == MOVE_PLACE;

        if (places && !same_slot(m, place.move))
            place = look_at_slot(l, m);
        if (places ? is_place_legal(l, m, &place) : is_legal(l, m))
            c->move[kept++] = m;
    }
    return kept;
}

static size_t keep_legal(struct listing *l, struct candidates *c)
{
    size_t kept = 0;

    if (l->s->phase == PHASE_TURN && l->s->step == STEP_PLACE && !l->s->depth)
        return keep_places(l, c);
    for (size_t i = 0; i < c->count; i++)
        if (is_legal(l, c->move[i]))
            c->move[kept++] = c->move[i];
    return kept;
}

size_t uwc_moves_counted(const void *state, int seat, struct move *out,
                         size_t cap, uint32_t *steps)
{
    struct listing listing;
    struct candidates c;
    size_t count;

    *steps = 0;
    listing.s = state;
    if (seat < 0 || seat >= listing.s->seats ||
        !(uwc_to_act(state) >> seat & 1))
        return 0;
    listing.seat = seat;
    verdict_begin(&listing.context, state, seat);
    listing.has_sources = false;
    listing.scratch.steps = 0;
    candidates_all(state, seat, &c);
    sort(c.move, c.count);
    count = keep_legal(&listing, &c);
    *steps = listing.scratch.steps;
    if (count && cap)
        memcpy(out, c.move, (count < cap ? count : cap) * sizeof *out);
    return count;
}

size_t uwc_moves(const void *state, int seat, struct move *out, size_t cap)
{
    uint32_t steps;

    return uwc_moves_counted(state, seat, out, cap, &steps);
}

unsigned uwc_budget_used(const void *state)
{
    const uint64_t budget = uwc_list_steps_max;
    uint64_t most = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        struct move list[RULES_MOVES_MAX];
        uint32_t steps;

        (void)uwc_moves_counted(state, seat, list, RULES_MOVES_MAX, &steps);
        most = steps > most ? steps : most;
    }
    return most < budget ? (unsigned)(100 * most / budget) : 100;
}
