/* Whether the turn under way can be as it is. */
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/check.h"

int turns_taken(const struct uwc_state *s, int seat)
{
    int taken = 0;

    for (int t = 0; s->phase == PHASE_TURN && t <= s->turn; t++)
        taken += s->order[t % s->seats] == seat &&
                 (t < s->turn || s->step == STEP_RESOLVE);
    return taken;
}

/* Frames of this source that are whole lists. */
static int roots(const struct uwc_state *s, enum source_kind source,
                 unsigned flag)
{
    int count = 0;

    for (int i = 0; i < s->depth; i++)
        count +=
            s->stack[i].source == source &&
            (s->stack[i].flags & (FRAME_ROOT | flag)) == (FRAME_ROOT | flag);
    return count;
}

/* The played card: matching and waiting, under way, or gone. */
static bool check_card(const struct uwc_state *s, struct position_fault *f)
{
    const int instants = roots(s, FRAME_INSTANT, 0);
    const int last_uses = roots(s, FRAME_LAST_USE, 0);

    fault_place(f, "current_turn/card_progress");
    if ((instants + last_uses != 0) != (s->card_progress == RUNNING))
        return fault_reason(f, "The card is \"running\" if its effects are "
                               "under way, and only then.");
    switch ((enum progress)s->card_progress) {
    case NOTHING_THERE:
    case FINISHED:
        if (!s->card && !s->claim_after_use)
            return true;
        return fault_reason(fault_place(f, "current_turn/card"),
                            "This card is already resolved: it is elsewhere.");
    case WAITING:
        if (!s->card || s->slot == UWC_SLOT_ALWAYS ||
            cards[s->card]->colour != slot_colour(s->slot))
            return fault_reason(fault_place(f, "current_turn/card"),
                                "A card that waits has the colour of the "
                                "slot.");
        if (!s->claim_after_use)
            return true;
        break;
    case RUNNING:
        if (s->card && instants + last_uses == 1 &&
            (s->claim_after_use ? last_uses && cards[s->card]->type == ACTION
                                : instants != 0))
            return true;
        break;
    }
    return fault_reason(fault_place(f, "current_turn/claiming"),
                        "A card is claimed after the last use of another, "
                        "which is then under way.");
}

/* The one frame that is the turn's slot is the slot's. */
static bool check_slot_frames(const struct uwc_state *s,
                              struct position_fault *f)
{
    const int running = roots(s, FRAME_SLOT, FRAME_TURN_SLOT);

    if (running != (s->slot_progress == RUNNING) ||
        s->slot_progress == NOTHING_THERE)
        return fault_reason(fault_place(f, "current_turn/slot_progress"),
                            "The slot is \"running\" if its effects are "
                            "under way, else \"waiting\" or \"finished\".");
    for (int i = 0; i < s->depth; i++) {
        const struct frame *frame = &s->stack[i];

        if (frame->flags & FRAME_TURN_SLOT &&
            (frame->source != FRAME_SLOT || frame->id != s->slot ||
             !(frame->flags & FRAME_ROOT)))
            return fault_reason(fault_place(f, "effects/%d/frame/flags", i),
                                "Only the effects of the turn's slot have the "
                                "flag %d.",
                                FRAME_TURN_SLOT);
    }
    return true;
}

static bool check_resolve(const struct uwc_state *s, struct position_fault *f)
{
    const int seat = uwc_active(s);

    if (!slot_of(s->seats, s->slot))
        return fault_reason(fault_place(f, "current_turn/slot"),
                            "In the step \"resolve\" the turn has a slot.");
    if (!check_card(s, f))
        return false;
    if (s->slot == UWC_SLOT_ALWAYS ? !s->seat[seat].always_tiles
                                   : !(s->slots[s->slot] >> seat & 1))
        return fault_reason(fault_place(f, "current_turn/slot"),
                            "Seat %d, whose turn it is, has a tile on the slot "
                            "of the turn.",
                            seat);
    return check_slot_frames(s, f);
}

/* Between turns nothing is chosen. */
static bool check_no_turn(const struct uwc_state *s, struct position_fault *f)
{
    if (s->step == STEP_PLACE && s->slot == UWC_NO_SLOT && !s->card &&
        !s->claim_after_use && !s->draws && !s->top_hidden)
        return true;
    return fault_reason(fault_place(f, "current_turn"),
                        "In this phase no turn is under way: its step is "
                        "\"place\", and nothing is chosen.");
}

/* Before slot and card are chosen. */
static bool check_unplaced(const struct uwc_state *s, struct position_fault *f)
{
    if (s->slot != UWC_NO_SLOT || s->slot_progress || s->card_progress ||
        s->card || s->part_done || roots(s, FRAME_SLOT, FRAME_TURN_SLOT))
        return fault_reason(fault_place(f, "current_turn/step"),
                            "Slot and card of the turn are chosen before the "
                            "step \"resolve\", and not earlier.");
    if (s->step == STEP_DISCARD && hand_surplus(&s->seat[uwc_active(s)]) <= 0)
        return fault_reason(
            fault_place(f, "current_turn/step"),
            "A seat discards only from a hand above its limit.");
    return true;
}

bool check_turn(const struct uwc_state *s, struct position_fault *f)
{
    const struct seat *me = &s->seat[uwc_active(s)];

    if (s->card && (s->card > CARD_LAST || claim_index(me, s->card) >= 0))
        return fault_reason(fault_place(f, "current_turn/card"),
                            "The card of the turn is one of 1 to %d that is "
                            "not in play yet.",
                            CARD_LAST);
    if (s->claim_after_use && s->claim_after_use != s->card)
        return fault_reason(fault_place(f, "current_turn/claiming"),
                            "The card that is claimed is the card of the "
                            "turn.");
    if (s->phase == PHASE_OVER)
        return true; /* as it was when the last but one left */
    if (s->phase != PHASE_TURN)
        return check_no_turn(s, f);
    if (me->left)
        return fault_reason(fault_place(f, "turn"),
                            "This is the turn of seat %d, which has left.",
                            uwc_active(s));
    if (s->tunnels_built > __builtin_popcount(me->tunnel))
        return fault_reason(fault_place(f, "current_turn/tunnels_built"),
                            "The seat has %d tunnels on its board.",
                            __builtin_popcount(me->tunnel));
    return s->step == STEP_RESOLVE ? check_resolve(s, f) : check_unplaced(s, f);
}
