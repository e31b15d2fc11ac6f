/* Whether a card has done something.
 *
 * A card in play did something when the same move on a copy without it leads
 * elsewhere; so triggers, discounts and production need no hooks in the
 * engine. */
#include "coverage.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/engine/seat_cards.h"

#include <string.h>

enum {
    IDLE_CARD = 162,     /* in play it only scores, by farms */
    COUNTING_CARD = 166, /* scores by end-scoring cards in play */
};

/* The card behind a frame, or CARD_NONE. */
static int frame_card(const struct frame *f)
{
    switch ((enum source_kind)f->source) {
    case FRAME_INSTANT:
    case FRAME_ACTION:
    case FRAME_ONCE:
    case FRAME_TRIGGER: return f->id;
    case FRAME_SLOT:
    case FRAME_LAST_USE:
    case FRAME_UPGRADE:
    case FRAME_SPECIALS:
    case FRAME_TILES:
    case FRAME_CONTRACT: break;
    }
    return CARD_NONE;
}

static bool under_way(const struct uwc_state *s, int card)
{
    for (int i = 0; i < s->depth; i++)
        if (frame_card(&s->stack[i]) == card)
            return true;
    return false;
}

/* Cards whose effects are under way: one is done when a part was performed, or
 * when its last part was the move just made. */
static void note_frames(struct coverage *t, const struct uwc_state *before,
                        struct move m)
{
    const struct uwc_state *now = &t->now;

    for (int i = 0; i < now->depth; i++)
        if (now->stack[i].flags & FRAME_DONE)
            t->card[frame_card(&now->stack[i])] = true;
    if (move_verb(m) == MOVE_PASS || move_verb(m) == MOVE_ONCE)
        return;
    for (int i = 0; i < before->depth; i++)
        if (!under_way(now, frame_card(&before->stack[i])))
            t->card[frame_card(&before->stack[i])] = true;
}

/* Cards whose whole effect came with the move that began it. */
static void note_begun(struct coverage *t, const struct uwc_state *before,
                       struct move m)
{
    const enum verb verb = move_verb(m);
    int card = CARD_NONE;

    if (verb == MOVE_USE || verb == MOVE_ONCE ||
        (verb == MOVE_ANSWER && move_b(m) > 0))
        card = move_a(m);
    else if (verb == MOVE_CARD && cards[before->card]->instant &&
             cards[before->card]->instant->op == OP_GAIN)
        card = before->card;
    if (!under_way(&t->now, card))
        t->card[card] = true;
}

static bool has_verb(const struct effect *list, enum op verb)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (e->op == verb)
            return true;
    return false;
}

/* Whether the seat is better or worse off in one state than in the other. */
static bool differs(const struct uwc_state *a, const struct uwc_state *b,
                    int seat)
{
    return a->seat[seat].points != b->seat[seat].points ||
           a->draws != b->draws ||
           set_count(&a->seat[seat].hand) != set_count(&b->seat[seat].hand) ||
           memcmp(a->seat[seat].stock, b->seat[seat].stock,
                  sizeof a->seat[seat].stock) != 0;
}

/* Whether a card in play changes what a move leads to. */
static bool matters(const struct coverage *t, const struct uwc_state *before,
                    int seat, int claim, int actor, struct move m)
{
    struct uwc_state without = *before;

    without.seat[seat].claims[claim] = IDLE_CARD;
    if (uwc_apply(&without, actor, m) != RULES_OK)
        return true; /* it made the move possible */
    return differs(&without, &t->now, seat);
}

/* Permanents and production cards in play that have not been seen to work. */
static void note_in_play(struct coverage *t, const struct uwc_state *before,
                         int actor, struct move m)
{
    for (int seat = 0; seat < before->seats; seat++) {
        const struct seat *me = &before->seat[seat];

        for (int i = 0; i < me->claim_count; i++) {
            const struct card *c = cards[me->claims[i]];
            const bool reacts = c->when.event && seat == actor;
            const bool cheapens =
                has_verb(c->standing, OP_DISCOUNT) && seat == actor;
            const bool produces = c->produce &&
                                  !has_verb(c->produce, OP_SWAP) &&
                                  move_verb(m) == MOVE_END;

            if (!t->card[me->claims[i]] && (reacts || cheapens || produces))
                t->card[me->claims[i]] = matters(t, before, seat, i, actor, m);
        }
    }
}

/* A fourth card at the start of a turn: the limit is higher. */
static void note_limit(struct coverage *t)
{
    const struct seat *me = &t->now.seat[uwc_active(&t->now)];

    if (t->now.phase != PHASE_TURN || t->now.step != STEP_PLACE ||
        set_count(&me->hand) <= 3)
        return;
    for (int i = 0; i < me->claim_count; i++)
        if (has_verb(cards[me->claims[i]]->standing, OP_HAND_LIMIT))
            t->card[me->claims[i]] = true;
}

void coverage_note_cards(struct coverage *t, const struct uwc_state *before,
                         int seat, struct move m)
{
    note_frames(t, before, m);
    note_begun(t, before, m);
    note_in_play(t, before, seat, m);
    note_limit(t);
}

static void take_out(struct seat *me, int card)
{
    const int i = claim_index(me, card);

    if (i >= 0)
        me->claims[i] = me->claims[--me->claim_count];
}

static int total(const struct uwc_state *s, int seat)
{
    struct scores scores;

    uwc_score(s, &scores);
    return scores.total[seat];
}

/* End-scoring cards: the seat has less without. */
void coverage_note_scoring(struct coverage *t)
{
    for (int seat = 0; seat < t->now.seats; seat++)
        for (int i = 0; i < t->now.seat[seat].claim_count; i++) {
            const int card = t->now.seat[seat].claims[i];
            struct uwc_state with = t->now;
            struct uwc_state without;

            if (cards[card]->type != END_SCORING || t->card[card])
                continue;
            if (card != COUNTING_CARD)
                take_out(&with.seat[seat], COUNTING_CARD);
            without = with;
            take_out(&without.seat[seat], card);
            t->card[card] = total(&with, seat) > total(&without, seat);
        }
}
