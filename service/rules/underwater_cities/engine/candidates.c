/* Candidates: a superset of the legal moves, kept small by site masks and
 * stock. */
#include "rules/underwater_cities/engine/candidates.h"

#include "rules/kit/choice.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/production.h"

void candidates_part(const struct uwc_state *s, int seat,
                     const struct effect *e, int part, struct candidates *c)
{
    const struct effect_verb *verb = &effect_verbs[e->op];

    if (verb->candidates)
        verb->candidates(s, seat, e, part, c);
}

static void add_parts(struct candidates *c, const struct uwc_state *s, int seat)
{
    const struct frame *f = &s->stack[s->depth - 1];
    struct open_parts parts = open_parts_of_top(s);
    const struct effect *e;

    if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES) {
        for (int i = 0; i < 3; i++)
            if (s->reveal[i])
                candidates_add(c, MOVE_KEEP, 0, s->reveal[i], 0, 0);
        return;
    }
    while ((e = open_parts_next(&parts)))
        candidates_part(s, seat, e, parts.number, c);
}

void candidates_anytime(const struct uwc_state *s, int seat,
                        struct candidates *c)
{
    const struct seat *me = &s->seat[seat];

    for (int i = 0; i < me->claim_count; i++)
        if (cards[me->claims[i]]->once && !(me->used >> i & 1))
            candidates_add(c, MOVE_ONCE, 0, me->claims[i], 0, 0);
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i] && contract_met(s, seat, s->contract[i]))
            candidates_add(c, MOVE_CLAIM, 0, s->contract[i], 0, 0);
}

/* The sets of cards that may be discarded; the first ones, if not all find room
 * with the other moves, which precede them. */
static void add_discards(const struct uwc_state *s, int seat,
                         struct candidates *c)
{
    const int due = discards_due(s, seat);
    uint32_t sets[RULES_MOVES_MAX];
    size_t count;

    if (!due)
        return;
    count = choice_list(discards_open(&s->seat[seat]), due, sets,
                        RULES_MOVES_MAX - c->count);
    for (size_t i = 0; i < count; i++)
        c->move[c->count++] = move_discard(sets[i]);
}

static void add_places(const struct uwc_state *s, int seat,
                       struct candidates *c)
{
    const struct card_set *hand = &s->seat[seat].hand;

    for (int slot = 0; slot < UWC_SLOTS; slot++) {
        int clone = slot != UWC_SLOT_ALWAYS && s->slots[slot];
        int card = set_next(hand, 0);

        if (!slot_of(s->seats, slot))
            continue;
        if (clone && (s->seats < 4 || s->cloned || s->slots[slot] >> seat & 1))
            continue;
        do {
            candidates_add(c, MOVE_PLACE, 0, slot, card, clone);
            card = card ? set_next(hand, card) : 0;
        } while (card);
    }
}

/* Moves while no effect is in progress. */
static void add_turn(const struct uwc_state *s, int seat, struct candidates *c)
{
    const struct seat *me = &s->seat[seat];

    switch ((enum step)s->step) {
    case STEP_DISCARD: break; /* add_discards */
    case STEP_PLACE: add_places(s, seat, c); break;
    case STEP_RESOLVE:
        if (s->slot_progress == WAITING)
            candidates_add(c, MOVE_SLOT, 0, 0, 0, 0);
        if (s->card_progress == WAITING) {
            candidates_add(c, MOVE_CARD, 0, CARD_NONE, 0, 0);
            if (cards[s->card]->type == ACTION) {
                candidates_action_cards(c, me, MOVE_CARD, 0, false);
                candidates_action_cards(c, me, MOVE_CARD, 0, true);
            }
        }
        candidates_add(c, MOVE_END, 0, 0, 0, 0);
        break;
    }
}

static void add_answers(const struct uwc_state *s, int seat,
                        struct candidates *c)
{
    int card = production_asked(&s->seat[seat]);
    int option = 0;

    if (!card)
        return;
    candidates_add(c, MOVE_ANSWER, 0, card, option, 0);
    for (const struct effect *e = cards[card]->produce; e->op != OP_END;
         e = effect_next(e))
        if (e->op == OP_SWAP)
            for (const struct effect *o = e + 1; o < e + 1 + e->len;
                 o = effect_next(o))
                candidates_add(c, MOVE_ANSWER, 0, card, ++option, 0);
}

static void add_arrangements(const struct seat *me, struct candidates *c)
{
    candidates_add(c, MOVE_ARRANGE, 0, me->blue[0], me->blue[1], 0);
    candidates_add(c, MOVE_ARRANGE, 0, me->blue[1], me->blue[0], 0);
}

void candidates_all(const struct uwc_state *s, int seat, struct candidates *c)
{
    c->count = 0;
    switch ((enum phase)s->phase) {
    case PHASE_TURN:
        if (s->depth) {
            add_parts(c, s, seat);
            candidates_add(c, MOVE_PASS, 0, 0, 0, 0);
        } else {
            add_turn(s, seat, c);
        }
        candidates_anytime(s, seat, c);
        break;
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: break; /* add_discards */
    case PHASE_PRODUCTION: add_answers(s, seat, c); break;
    case PHASE_TILES: add_arrangements(&s->seat[seat], c); break;
    case PHASE_OVER: break;
    }
    add_discards(s, seat, c);
}
