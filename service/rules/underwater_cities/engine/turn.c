/* A seat's turn: surplus discarded, slot and card placed, both resolved in the
 * chosen order, end (ruling 32). */
#include "rules/underwater_cities/engine/turn.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/perform.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/rounds.h"
#include "rules/underwater_cities/engine/seat_cards.h"

/* They go in ascending order: so go specials under their deck. */
enum refusal_reason turn_discard(struct uwc_state *s, int seat, uint32_t ranks)
{
    struct seat *me = &s->seat[seat];
    const enum refusal_reason why = discard_check(s, seat, ranks);
    int card = set_next(&me->hand, 0);

    if (why)
        return why;
    for (; ranks; ranks >>= 1) {
        const int next = set_next(&me->hand, card);

        if (ranks & 1) {
            hand_remove(me, card);
            pile_discard(s, seat, card, place_at(PLACE_HAND, seat, 0));
            s->last_discard = (uint8_t)card;
        }
        card = next;
    }
    if (hand_surplus(me) <= 0)
        s->step = STEP_PLACE;
    return REFUSED_OK;
}

static void journal_tile(const struct uwc_state *s, int seat, int slot)
{
    journal_move(s, JOURNAL_TILE, seat, 0, place_of(PLACE_SUPPLY),
                 place_at(PLACE_SLOT, seat, slot));
}

static bool pay_for_clone(struct uwc_state *s, int seat)
{
    const struct journal_cause because = recorder_because(s, CAUSE_CLONING, 0);
    const enum refusal_reason why = pay_price(s, seat, PRICE(1, 0, 0, 0, 0));

    recorder_resume(s, because);
    return !why;
}

/* Put the seat's tile on a slot, if allowed.  Pays for the cloning tile (30,
 * 83). */
static enum refusal_reason take_slot(struct uwc_state *s, int seat, int slot,
                                     bool clone)
{
    struct seat *me = &s->seat[seat];
    uint8_t tile = (uint8_t)(1u << seat);

    if (!slot_of(s->seats, slot))
        return REFUSED_NO_SLOT;
    if (slot == UWC_SLOT_ALWAYS) {
        me->always_tiles++;
        journal_tile(s, seat, slot);
        return clone ? REFUSED_CLONE : REFUSED_OK;
    }
    if (clone) {
        if (s->seats < 4 || s->cloned || !s->slots[slot] ||
            s->slots[slot] & tile)
            return REFUSED_CLONE;
        if (!pay_for_clone(s, seat))
            return REFUSED_COST;
        s->cloned = 1;
        journal_seat(s, JOURNAL_CLONE, seat, 0, 0);
    } else if (s->slots[slot]) {
        return REFUSED_OCCUPIED;
    }
    s->slots[slot] |= tile;
    journal_tile(s, seat, slot);
    return REFUSED_OK;
}

enum refusal_reason turn_place(struct uwc_state *s, int seat, int slot,
                               int card, bool clone)
{
    struct seat *me = &s->seat[seat];
    enum refusal_reason why;

    if (s->step != STEP_PLACE)
        return REFUSED_NOT_NOW;
    if (card ? !set_has(&me->hand, card) : set_next(&me->hand, 0) != 0)
        return REFUSED_NOT_IN_HAND; /* without a card only with none: ruling 34
                                     */
    why = take_slot(s, seat, slot, clone);
    if (why)
        return why;
    if (card)
        hand_remove(&s->seat[seat], card);
    s->step = STEP_RESOLVE;
    s->slot = (uint8_t)slot;
    s->slot_progress = WAITING;
    if (card && slot != UWC_SLOT_ALWAYS &&
        cards[card]->colour == slot_colour(slot)) {
        s->card = (uint8_t)card;
        s->card_progress = WAITING;
        journal_move(s, JOURNAL_CARD, seat, card, place_at(PLACE_HAND, seat, 0),
                     place_of(PLACE_TURN));
        return REFUSED_OK;
    }
    if (card)
        pile_discard(s, seat, card, place_at(PLACE_HAND, seat, 0));
    if (card && slot != UWC_SLOT_ALWAYS)
        gain_from_triggers(s, seat, &(struct moment){EVENT_MISMATCHED, 0}, 1);
    return REFUSED_OK;
}

enum refusal_reason turn_begin_slot(struct uwc_state *s)
{
    if (s->step != STEP_RESOLVE || s->slot_progress != WAITING)
        return REFUSED_NOT_NOW;
    s->slot_progress = RUNNING;
    return frame_push_root(s, FRAME_SLOT, s->slot, FRAME_TURN_SLOT);
}

/* One more or one less special card counts for brown tile 1. */
static void add_special_paid(struct uwc_state *s, int seat, int n)
{
    struct seat *me = &s->seat[seat];

    me->specials_paid = (uint8_t)(me->specials_paid + n);
    journal_seat(s, JOURNAL_SPECIALS_PAID, seat, 0, me->specials_paid);
}

static void turn_claim(struct uwc_state *s, int seat, int card)
{
    struct seat *me = &s->seat[seat];

    me->claims[me->claim_count++] = (uint8_t)card;
    journal_move(s, JOURNAL_CARD, seat, card, place_of(PLACE_TURN),
                 place_at(PLACE_IN_PLAY, seat, 0));
    if (card_is_special(card))
        add_special_paid(s, seat, 1);
    s->card = CARD_NONE;
    s->card_progress = FINISHED;
}

/* Drop the mask's bit at this place; those above move down. */
static uint32_t without_bit(uint32_t mask, int at)
{
    uint32_t below = (UINT32_C(1) << at) - 1;

    return (mask & below) | (mask >> 1 & ~below);
}

/* Discard a claimed action card to make room (rulings 19, 66, 67).  Returns
 * whether it was still unused. */
static bool drop_action_card(struct uwc_state *s, int seat, int i)
{
    struct seat *me = &s->seat[seat];
    int card = me->claims[i];
    bool unused = !(me->used >> i & 1);

    me->claim_count--;
    memmove(me->claims + i, me->claims + i + 1, (size_t)(me->claim_count - i));
    me->claims[me->claim_count] = 0;
    me->used = without_bit(me->used, i);
    if (card_is_special(card) || card == ASSISTANT) /* leaves the game */
        journal_move(s, JOURNAL_CARD, seat, card,
                     place_at(PLACE_IN_PLAY, seat, 0), place_of(PLACE_OUT));
    else
        pile_discard(s, seat, card, place_at(PLACE_IN_PLAY, seat, 0));
    if (card_is_special(card))
        add_special_paid(s, seat, -1);
    return unused;
}

static enum refusal_reason claim_action(struct uwc_state *s, int seat,
                                        int dropped)
{
    const struct seat *me = &s->seat[seat];
    bool full = claims_action_cards(me) >= 4;
    int i = claim_index(me, dropped);

    if (full != (dropped != CARD_NONE))
        return REFUSED_LIMIT;
    if (!full) {
        turn_claim(s, seat, s->card);
        return REFUSED_OK;
    }
    if (i < 0 || cards[dropped]->type != ACTION)
        return REFUSED_NOT_YOURS;
    s->card_progress = RUNNING;
    s->claim_after_use = s->card;
    if (drop_action_card(s, seat, i))
        return frame_push_root(s, FRAME_LAST_USE, dropped, 0);
    turn_card_finished(s);
    return REFUSED_OK;
}

static void pay_for_card(struct uwc_state *s, int seat, int credits)
{
    const struct journal_cause because =
        recorder_because(s, CAUSE_PRICE, s->card);

    (void)pay_price(s, seat, (uint16_t)PRICE(credits, 0, 0, 0, 0));
    recorder_resume(s, because);
}

enum refusal_reason turn_card(struct uwc_state *s, int seat, int dropped)
{
    const struct card *card = cards[s->card];
    enum refusal_reason why;

    if (s->step != STEP_RESOLVE || s->card_progress != WAITING)
        return REFUSED_NOT_NOW;
    if (dropped && card->type != ACTION)
        return REFUSED_LIMIT;
    if (s->seat[seat].stock[CREDIT] < card->credits)
        return REFUSED_COST; /* ruling 69 */
    pay_for_card(s, seat, card->credits);
    if (card->type == ACTION)
        return claim_action(s, seat, dropped);
    if (card->type != INSTANT) {
        turn_claim(s, seat, s->card);
        return REFUSED_OK;
    }
    s->card_progress = RUNNING;
    if (card->credits)
        add_special_paid(s, seat, 1);
    why = frame_push_root(s, FRAME_INSTANT, s->card, 0);
    if (why)
        return why;
    /* A special may be paid for without use; another instant must have an
     * effect (rulings 41, 69). */
    return frame_performable(s) || card->credits ? REFUSED_OK : REFUSED_NOTHING;
}

void turn_card_finished(struct uwc_state *s)
{
    int card = s->card;

    if (s->claim_after_use) {
        s->claim_after_use = 0;
        turn_claim(s, uwc_active(s), card);
        return;
    }
    s->card = CARD_NONE;
    s->card_progress = FINISHED;
    if (card_is_special(card)) /* stays under the board */
        journal_move(s, JOURNAL_CARD, uwc_active(s), card, place_of(PLACE_TURN),
                     place_of(PLACE_OUT));
    else
        pile_discard(s, uwc_active(s), card, place_of(PLACE_TURN));
}

enum refusal_reason turn_end(struct uwc_state *s)
{
    int seat = uwc_active(s), draws = s->draws + 1;
    struct journal_cause because;

    if (s->step != STEP_RESOLVE || s->slot_progress != FINISHED ||
        s->card_progress == RUNNING)
        return REFUSED_NOT_NOW;
    if (!s->part_done)
        return REFUSED_MUST;
    if (s->card) /* a matching card that was not used (ruling 35) */
        pile_discard(s, seat, s->card, place_of(PLACE_TURN));
    s->card = CARD_NONE;
    because = recorder_because(s, CAUSE_END_OF_TURN, 0);
    for (s->draws = 0; draws > 0; draws--)
        pile_draw_card(s, seat);
    recorder_resume(s, because);
    s->top_hidden = 0;
    turn_next(s);
    return REFUSED_OK;
}
