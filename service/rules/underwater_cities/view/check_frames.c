/* Whether the effects under way can be as they are. */
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/words/document.h"

/* The list that a card gives for a kind of source, or NULL. */
static const struct effect *card_list(enum source_kind source, int card)
{
    if (card < 1 || card > ASSISTANT)
        return NULL;
    switch (source) {
    case FRAME_INSTANT: return cards[card]->instant;
    case FRAME_ACTION: return cards[card]->action;
    case FRAME_ONCE: return cards[card]->once;
    case FRAME_TRIGGER: return cards[card]->when.effects;
    case FRAME_LAST_USE: return cards[card]->action;
    case FRAME_SLOT:
    case FRAME_UPGRADE:
    case FRAME_SPECIALS:
    case FRAME_TILES:
    case FRAME_CONTRACT: break;
    }
    return NULL;
}

static bool has_structure(const struct seat *me, int structure)
{
    if (structure >= UWC_TUNNEL_BASE)
        return structure < UWC_TUNNEL_BASE + UWC_TUNNEL_SITES &&
               me->tunnel >> (structure - UWC_TUNNEL_BASE) & 1;
    return (me->building[0] | me->building[1] | me->building[2]) >> structure &
           1;
}

/* Whether what the frame comes from exists. */
static bool source_fits(const struct uwc_state *s, const struct frame *f)
{
    const struct seat *me = &s->seat[uwc_active(s)];

    switch ((enum source_kind)f->source) {
    case FRAME_SLOT: return slot_of(s->seats, f->id) != NULL;
    case FRAME_INSTANT:
        return f->id == s->card && card_list(FRAME_INSTANT, f->id);
    case FRAME_LAST_USE:
        return s->card && s->claim_after_use == s->card &&
               card_list(FRAME_LAST_USE, f->id);
    case FRAME_ACTION: return card_list(FRAME_ACTION, f->id);
    case FRAME_ONCE:
    case FRAME_TRIGGER:
        return card_list((enum source_kind)f->source, f->id) &&
               claim_index(me, f->id) >= 0;
    case FRAME_UPGRADE: return has_structure(me, f->id);
    case FRAME_SPECIALS:
    case FRAME_TILES: return f->id == 0;
    case FRAME_CONTRACT:
        return f->id >= 1 && f->id <= UWC_CONTRACTS &&
               me->contracts >> (f->id - 1) & 1;
    }
    return false;
}

/* The whole list of a frame's source. */
static const struct effect *whole_list(const struct uwc_state *s,
                                       const struct frame *f)
{
    struct frame root = *f;

    root.pc = 0;
    return uwc_frame_list(s, &root);
}

/* A frame works on the whole list, or on what one block of it holds. */
static bool check_list(const struct uwc_state *s, int at,
                       struct position_fault *f)
{
    const struct frame *frame = &s->stack[at];
    const struct effect *list = whole_list(s, frame);
    const int length = effect_list_length(list);
    uint16_t level = 0;

    if (frame->pc + frame->len > length || frame->len > 16)
        return fault_reason(fault_place(f, "effects/%d/frame/len", at),
                            "The list of this source has %d effects.", length);
    if (frame->pc == 0 ? frame->len != length
                       : !(op_traits[list[frame->pc - 1].op] & BLOCK) ||
                             list[frame->pc - 1].len != frame->len)
        return fault_reason(fault_place(f, "effects/%d/frame/pc", at),
                            "An effect under way is the whole list of its "
                            "source, or one block in it.");
    for (const struct effect *e = list + frame->pc;
         e < list + frame->pc + frame->len; e = effect_next(e))
        level |= (uint16_t)(1u << (e - list - frame->pc));
    if (frame->open & ~level)
        return fault_reason(fault_place(f, "effects/%d/frame/open", at),
                            "Only the parts of this list can be open.");
    return true;
}

static bool is_choice(const struct frame *f)
{
    return f->source == FRAME_SPECIALS || f->source == FRAME_TILES;
}

/* An inner list must be directly above the list that contains it. */
static bool check_place(const struct uwc_state *s, int at,
                        struct position_fault *f)
{
    const struct frame *frame = &s->stack[at], *below = at ? frame - 1 : NULL;
    const bool root = frame->flags & FRAME_ROOT;

    if (is_choice(frame) ? frame->len != 0 || root : root != (frame->pc == 0))
        return fault_reason(fault_place(f, "effects/%d/frame/flags", at),
                            "An effect has the flag %d if it is the whole list "
                            "of its source.",
                            FRAME_ROOT);
    if (!root && !is_choice(frame) &&
        !(below && below->source == frame->source && below->id == frame->id &&
          frame->pc > below->pc &&
          frame->pc + frame->len <= below->pc + below->len))
        return fault_reason(fault_place(f, "effects/%d/frame/pc", at),
                            "A block follows the list that contains it.");
    return true;
}

static bool check_frame(const struct uwc_state *s, int at,
                        struct position_fault *f)
{
    enum { FLAGS = 2 * FRAME_APART - 1 };
    const struct frame *frame = &s->stack[at];

    if (!source_fits(s, frame))
        return fault_reason(fault_place(f, "effects/%d/frame/id", at),
                            "The seat whose turn it is has no effect \"%s\" "
                            "of number %d.",
                            frame_words[frame->source], frame->id);
    if (!check_list(s, at, f) || !check_place(s, at, f))
        return false;
    if (frame->flags & ~FLAGS)
        return fault_reason(fault_place(f, "effects/%d/frame/flags", at),
                            "The flags are a sum of 1 to %d.", FRAME_APART);
    if (frame->gave >> RESOURCES)
        return fault_reason(fault_place(f, "effects/%d/frame/gave", at),
                            "There is a bit for each of %d resources.",
                            RESOURCES);
    return true;
}

/* Revealed cards and tiles stay revealed while their choice is open. */
static bool check_reveal(const struct uwc_state *s, struct position_fault *f)
{
    const int first = revealed_kind(s) == FRAME_TILES ? 1 : SPECIAL_FIRST;
    int choices = 0;

    for (int i = 0; i < s->depth; i++)
        choices += is_choice(&s->stack[i]);
    fault_place(f, "hidden/revealed");
    if (choices > 1 || choices != (s->reveal[0] != 0))
        return fault_reason(f,
                            "Cards or tiles are revealed while one effect "
                            "\"specials\" or \"metropolises\" is under way.");
    if ((s->reveal[2] && !s->reveal[1]) || (s->reveal[1] && !s->reveal[0]))
        return fault_reason(f,
                            "Revealed cards and tiles come first, then zeros.");
    for (int i = 0; i < 3; i++)
        if (s->reveal[i] && s->reveal[i] < first)
            return fault_reason(fault_place(f, "hidden/revealed/%d", i),
                                "Special cards from %d on are revealed.",
                                first);
    return true;
}

bool check_frames(const struct uwc_state *s, struct position_fault *f)
{
    if (s->phase != PHASE_TURN && s->phase != PHASE_OVER && s->depth)
        return fault_reason(fault_place(f, "effects"),
                            "Effects are under way in a turn only.");
    for (int i = 0; i < s->depth; i++)
        if (!check_frame(s, i, f))
            return false;
    return check_reveal(s, f);
}
