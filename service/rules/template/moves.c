/* Which moves of the template are legal: candidates that can be carried out,
 * and after which the trade in progress can be completed. */
#include "rules/kit/choice.h"
#include "rules/kit/lookahead.h"
#include "rules/template/template.h"

#include "rules/hash.h"

#include <stdio.h>

/* The candidates of a seat that is to act, ascending: at most RULES_MOVES_MAX.
 * A discard is any set of as many cards of the hand. */
static size_t candidates(const struct template_state *s, int seat,
                         struct move *out)
{
    const struct effect *discard = template_part(s, TEMPLATE_DISCARD);
    uint32_t sets[RULES_MOVES_MAX];
    size_t count = 0, discards;

    for (int card = template_next(s->hand[seat], 0);
         card && s->phase == TEMPLATE_CHOOSING;
         card = template_next(s->hand[seat], card))
        out[count++] = template_move(TEMPLATE_CHOOSE, UINT32_C(1) << card);
    for (uint32_t verb = TEMPLATE_TAKE; verb < TEMPLATE_DISCARD; verb++)
        if (template_part(s, verb))
            out[count++] = template_move((enum template_verb)verb, 0);
    discards = discard ? choice_list(s->hand[seat], discard->n, sets,
                                     RULES_MOVES_MAX - count)
                       : 0;
    for (size_t i = 0; i < discards; i++)
        out[count++] = template_move(TEMPLATE_DISCARD, sets[i]);
    return count;
}

/* ---- whether a trade can be completed (rules/kit/lookahead.h) ---- */

static enum lookahead_answer look(const struct lookahead *l, const void *state)
{
    const struct template_state *s = state;

    (void)l;
    return s->depth < TEMPLATE_FRAMES ? LOOKAHEAD_YES : LOOKAHEAD_ON;
}

static size_t list(const struct lookahead *l, const void *state,
                   struct move *out, void *scratch)
{
    (void)scratch;
    return candidates(state, l->seat, out);
}

static enum lookahead_answer try_move(const struct lookahead *l,
                                      const void *state, struct move move,
                                      void *after, void *scratch)
{
    struct template_state *s = after;

    (void)scratch;
    *s = *(const struct template_state *)state;
    return template_decide(s, l->seat, move) == TEMPLATE_FINE ? LOOKAHEAD_ON
                                                              : LOOKAHEAD_NO;
}

/* How many cards there are matters, but not which: so the search gives nothing
 * away. */
static uint64_t hash(const struct lookahead *l, const void *state)
{
    const struct template_state *s = state;
    const uint64_t open = s->stack[TEMPLATE_FRAMES - 1].open;
    const int cards = __builtin_popcount(s->hand[l->seat]);

    return hash_word(hash_word(open, (unsigned)cards), template_can_draw(s));
}

static const struct lookahead_rules trade = {look, list, try_move, hash};

bool template_can_complete(const struct template_state *s, int seat)
{
    struct lookahead l = {.rules = &trade, .seat = seat, .budget = 1000};

    return lookahead_find(&l, s) == LOOKAHEAD_FOUND;
}

/* ---- the functions of struct game ---- */

enum template_why template_try(struct template_state *s, int seat,
                               struct move move)
{
    struct template_state after = *s;
    enum template_why why;

    if (seat < 0 || seat >= s->seats || !(template_to_act(s) >> seat & 1))
        return TEMPLATE_NOT_NOW;
    why = template_decide(&after, seat, move);
    if (why == TEMPLATE_FINE && !template_can_complete(&after, seat))
        why = TEMPLATE_DEAD_END;
    if (why == TEMPLATE_FINE)
        *s = after;
    return why;
}

/* Every candidate is tried on a copy: what is listed and what can be done are
 * the same code, so they cannot disagree. */
size_t template_moves(const void *state, int seat, struct move *out, size_t cap)
{
    const struct template_state *s = state;
    struct move move[RULES_MOVES_MAX];
    size_t tried, count = 0;

    if (seat < 0 || seat >= s->seats)
        return 0;
    tried = candidates(s, seat, move);
    for (size_t i = 0; i < tried; i++) {
        struct template_state copy = *s;

        if (template_try(&copy, seat, move[i]) != TEMPLATE_FINE)
            continue;
        if (count < cap)
            out[count] = move[i];
        count++;
    }
    return count;
}

/* Any cards of the hand can be discarded, so a client can offer the cards
 * instead of the sets. */
bool template_choice(const void *state, int seat, struct choice *out)
{
    const struct template_state *s = state;
    const struct effect *part = template_part(s, TEMPLATE_DISCARD);

    if (!part || seat != s->winner ||
        __builtin_popcount(s->hand[seat]) < part->n)
        return false;
    *out = (struct choice){.verb = "discard", .count = part->n};
    for (int card = template_next(s->hand[seat], 0); card;
         card = template_next(s->hand[seat], card)) {
        struct choice_item *item = &out->item[out->items++];

        snprintf(item->word, sizeof item->word, "%d", card);
        snprintf(item->text, sizeof item->text, "Card %d", card);
    }
    return true;
}

enum rules_err template_apply(void *state, int seat, struct move move)
{
    struct template_state *s = state;

    if (seat < 0 || seat >= s->seats || !(template_to_act(s) >> seat & 1))
        return RULES_NOT_TO_ACT;
    return template_try(s, seat, move) == TEMPLATE_FINE ? RULES_OK
                                                        : RULES_ILLEGAL_MOVE;
}
