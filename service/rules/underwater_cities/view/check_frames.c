/* Whether the effects under way, and the turn they belong to, can be as they
 * are. */
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/check.h"

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
static bool list_fits(const struct uwc_state *s, const struct frame *f)
{
    const struct effect *list = whole_list(s, f);
    int length = effect_list_length(list);
    uint16_t level = 0;

    if (f->pc + f->len > length || f->len > 16)
        return false;
    if (f->pc == 0 ? f->len != length
                   : !(op_traits[list[f->pc - 1].op] & BLOCK) ||
                         list[f->pc - 1].len != f->len)
        return false;
    for (const struct effect *e = list + f->pc; e < list + f->pc + f->len;
         e = effect_next(e))
        level |= (uint16_t)(1u << (e - list - f->pc));
    return !(f->open & ~level);
}

static bool is_choice(const struct frame *f)
{
    return f->source == FRAME_SPECIALS || f->source == FRAME_TILES;
}

/* An inner list must be directly above the list that contains it. */
static bool place_fits(const struct uwc_state *s, int at)
{
    const struct frame *f = &s->stack[at], *below = at ? f - 1 : NULL;
    bool root = f->flags & FRAME_ROOT;

    if (is_choice(f))
        return f->len == 0 && !root;
    if (root != (f->pc == 0))
        return false;
    return root ||
           (below && below->source == f->source && below->id == f->id &&
            f->pc > below->pc && f->pc + f->len <= below->pc + below->len);
}

/* Revealed cards and tiles stay revealed while their choice is open. */
static bool reveal_fits(const struct uwc_state *s)
{
    int choices = 0,
        first = revealed_kind(s) == FRAME_TILES ? 1 : SPECIAL_FIRST;

    for (int i = 0; i < s->depth; i++)
        choices += is_choice(&s->stack[i]);
    if (choices > 1 || choices != (s->reveal[0] != 0))
        return false;
    if ((s->reveal[2] && !s->reveal[1]) || (s->reveal[1] && !s->reveal[0]))
        return false;
    for (int i = 0; i < 3; i++)
        if (s->reveal[i] && s->reveal[i] < first)
            return false;
    return true;
}

bool check_frames(const struct uwc_state *s)
{
    enum { FLAGS = 2 * FRAME_APART - 1 };

    if (s->phase != PHASE_TURN && s->phase != PHASE_OVER && s->depth)
        return false;
    for (int i = 0; i < s->depth; i++) {
        const struct frame *f = &s->stack[i];

        if (!source_fits(s, f) || !list_fits(s, f) || !place_fits(s, i) ||
            f->flags & ~FLAGS || f->gave >> RESOURCES)
            return false;
    }
    return reveal_fits(s);
}

/* ---- the turn ---- */

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
static bool card_fits(const struct uwc_state *s)
{
    int instants = roots(s, FRAME_INSTANT, 0);
    int last_uses = roots(s, FRAME_LAST_USE, 0);

    switch ((enum progress)s->card_progress) {
    case NOTHING_THERE:
    case FINISHED:
        return !s->card && !s->claim_after_use && !instants && !last_uses;
    case WAITING:
        return s->card && !s->claim_after_use && !instants && !last_uses &&
               s->slot != UWC_SLOT_ALWAYS &&
               cards[s->card]->colour == slot_colour(s->slot);
    case RUNNING:
        if (!s->card || instants + last_uses != 1)
            return false;
        return s->claim_after_use ? last_uses && cards[s->card]->type == ACTION
                                  : instants != 0;
    }
    return false;
}

static bool resolve_fits(const struct uwc_state *s)
{
    uint8_t tile = (uint8_t)(1u << uwc_active(s));
    int running = roots(s, FRAME_SLOT, FRAME_TURN_SLOT);

    if (!slot_of(s->seats, s->slot) || !card_fits(s))
        return false;
    if (s->slot == UWC_SLOT_ALWAYS ? !s->seat[uwc_active(s)].always_tiles
                                   : !(s->slots[s->slot] & tile))
        return false;
    if (running != (s->slot_progress == RUNNING))
        return false;
    /* the one frame that is the turn's slot is the slot's */
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].flags & FRAME_TURN_SLOT &&
            (s->stack[i].source != FRAME_SLOT || s->stack[i].id != s->slot ||
             !(s->stack[i].flags & FRAME_ROOT)))
            return false;
    return s->slot_progress != NOTHING_THERE;
}

bool check_turn(const struct uwc_state *s)
{
    const struct seat *me = &s->seat[uwc_active(s)];

    if (s->card && (s->card > CARD_LAST || claim_index(me, s->card) >= 0))
        return false;
    if (s->claim_after_use && s->claim_after_use != s->card)
        return false;
    if (s->phase == PHASE_OVER)
        return true; /* as it was when the last but one left */
    if (s->phase != PHASE_TURN)
        return s->step == STEP_PLACE && s->slot == UWC_NO_SLOT && !s->card &&
               !s->claim_after_use && !s->draws && !s->top_hidden;
    if (me->left)
        return false;
    if (s->step == STEP_RESOLVE)
        return resolve_fits(s);
    if (s->slot != UWC_NO_SLOT || s->slot_progress || s->card_progress ||
        s->card || s->part_done || roots(s, FRAME_SLOT, FRAME_TURN_SLOT))
        return false;
    return s->step == STEP_PLACE || hand_surplus(&s->seat[uwc_active(s)]) > 0;
}
