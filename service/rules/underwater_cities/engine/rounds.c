/* Rounds, eras and Production (rules pp. 15-16; rulings 23, 74-76, 90): what
 * happens between turns, and what all seats choose at once. */
#include "rules/underwater_cities/engine/rounds.h"

#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/setup.h"
#include "rules/underwater_cities/engine/solo.h"
#include "rules/underwater_cities/engine/turn.h"

static bool active(const struct uwc_state *s, int seat)
{
    return !s->seat[seat].left;
}

/* The first turn of the round, skipping seats that left. */
static void round_begin(struct uwc_state *s)
{
    s->turn = 0;
    if (s->seat[uwc_active(s)].left)
        turn_next(s);
    else
        turn_begin(s);
}

/* A new deck, three cards each, and the hands (ruling 75). */
static void era_begin(struct uwc_state *s)
{
    s->round++;
    pile_new_era(s);
    s->phase = PHASE_ERA_HANDS;
    for (int i = 0; i < s->seats; i++) {
        int seat = s->order[i];

        for (int k = 0; active(s, seat) && k < 3; k++)
            pile_draw(s, seat);
        s->seat[seat].is_choosing =
            active(s, seat) && hand_surplus(&s->seat[seat]) > 0;
    }
    choices_settle(s);
}

static void production_finish(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        struct seat *me = &s->seat[seat];

        if (!active(s, seat))
            continue;
        production_answer(s, seat);
        me->used = 0;
        production_feed(s, seat);
        memset(me->answer, 0, sizeof me->answer);
        me->produced_biomatter = 0;
    }
    if (s->round == UWC_ROUNDS)
        s->phase = PHASE_OVER;
    else
        era_begin(s);
}

static void production_begin(struct uwc_state *s)
{
    s->phase = PHASE_PRODUCTION;
    for (int seat = 0; seat < s->seats; seat++) {
        struct seat *me = &s->seat[seat];

        if (!active(s, seat))
            continue;
        production_gain(s, seat);
        me->asked = production_choices(s, seat);
        me->is_choosing = me->asked != 0;
    }
    choices_settle(s);
}

void round_end(struct uwc_state *s)
{
    memset(s->slots, 0, sizeof s->slots);
    solo_round_end(s);
    memcpy(s->order, s->track, sizeof s->order);
    s->cloned = 0;
    s->turn = 0;
    s->step = STEP_PLACE;
    s->slot = UWC_NO_SLOT;
    s->slot_progress = s->card_progress = NOTHING_THERE;
    s->part_done = s->tunnels_built = s->last_discard = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        s->seat[seat].space = UWC_BELOW_TRACK;
        s->seat[seat].always_tiles = 0;
    }
    if (s->round == 4 || s->round == 7 || s->round == UWC_ROUNDS) {
        production_begin(s);
    } else {
        s->round++;
        round_begin(s);
    }
}

/* Simultaneous discards stay in the hand, marked by rank, until all have chosen
 * (ruling 23).  They are chosen in ascending order. */
enum refusal_reason hands_check_discard(const struct uwc_state *s, int seat,
                                        int card)
{
    const struct seat *me = &s->seat[seat];
    int rank, higher;

    if (!me->is_choosing)
        return REFUSED_NOT_NOW;
    if (!card || !set_has(&me->hand, card))
        return REFUSED_NOT_IN_HAND;
    rank = hand_rank(&me->hand, card);
    higher = set_count(&me->hand) - rank - 1;
    return me->set_aside >> rank || higher < hand_surplus(&s->seat[seat]) - 1
               ? REFUSED_ORDER
               : REFUSED_OK;
}

enum refusal_reason hands_discard(struct uwc_state *s, int seat, int card)
{
    struct seat *me = &s->seat[seat];
    const enum refusal_reason why = hands_check_discard(s, seat, card);

    if (why)
        return why;
    me->set_aside |= UINT32_C(1) << hand_rank(&me->hand, card);
    me->is_choosing = hand_surplus(&s->seat[seat]) > 0;
    choices_settle(s);
    return REFUSED_OK;
}

void hands_close(struct uwc_state *s, int seat)
{
    struct seat *me = &s->seat[seat];

    for (int rank = set_count(&me->hand) - 1;
         rank >= 0 && hand_surplus(&s->seat[seat]) > 0; rank--)
        me->set_aside |= UINT32_C(1) << rank;
    me->is_choosing = 0;
}

/* Discard the cards set aside, in play order (ruling 72). */
static void hands_finish(struct uwc_state *s)
{
    for (int i = 0; i < s->seats; i++) {
        int seat = s->order[i];
        struct seat *me = &s->seat[seat];
        int card = set_next(&me->hand, 0);

        for (int rank = 0; card; rank++) {
            int next = set_next(&me->hand, card);

            if (me->set_aside >> rank & 1) {
                hand_remove(&s->seat[seat], card);
                pile_discard(s, card);
            }
            card = next;
        }
        me->set_aside = 0;
    }
    round_begin(s);
}

enum refusal_reason production_decide(struct uwc_state *s, int seat, int card,
                                      int option)
{
    struct seat *me = &s->seat[seat];
    int i, options = 0;

    if (!me->is_choosing || !card || card != production_asked(me))
        return REFUSED_NOT_NOW;
    for (const struct effect *e = cards[card]->produce; e->op != OP_END;
         e = effect_next(e))
        if (e->op == OP_SWAP)
            for (const struct effect *o = e + 1; o < e + 1 + e->len;
                 o = effect_next(o))
                options++;
    if (option > options)
        return REFUSED_OPTION;
    i = __builtin_ctz(me->asked);
    me->answer[i] = (uint8_t)option;
    me->asked =
        i == 31 ? 0 : production_choices(s, seat) & ~((UINT32_C(2) << i) - 1);
    me->is_choosing = me->asked != 0;
    choices_settle(s);
    return REFUSED_OK;
}

/* Choose which of the two blue tiles is laid at the upper right and which at
 * the lower left (ruling 13).  They are laid when all have chosen (23). */
enum refusal_reason tiles_arrange(struct uwc_state *s, int seat, int right,
                                  int left)
{
    struct seat *me = &s->seat[seat];
    bool swapped = right == me->blue[1];

    if (!me->is_choosing)
        return REFUSED_NOT_NOW;
    if (right != me->blue[swapped] || left != me->blue[!swapped])
        return REFUSED_TILES;
    me->swapped = swapped;
    me->is_choosing = 0;
    choices_settle(s);
    return REFUSED_OK;
}

void tiles_lay(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        struct seat *me = &s->seat[seat];
        uint8_t dealt[2] = {me->blue[0], me->blue[1]};

        me->blue[0] = dealt[me->swapped];
        me->blue[1] = dealt[!me->swapped];
        me->swapped = 0;
    }
}

static void tiles_finish(struct uwc_state *s)
{
    tiles_lay(s);
    start_hands(s);
}

void choices_settle(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (active(s, seat) && s->seat[seat].is_choosing)
            return;
    switch ((enum phase)s->phase) {
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: hands_finish(s); break;
    case PHASE_PRODUCTION: production_finish(s); break;
    case PHASE_TILES: tiles_finish(s); break;
    case PHASE_TURN:
    case PHASE_OVER: break;
    }
}
