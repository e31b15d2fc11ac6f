/* Performing the parts of effects that a player chooses. */
#include "rules/underwater_cities/engine/perform.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/build.h"
#include "rules/underwater_cities/engine/candidates.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/structures.h"

/* Open a nested list; refused unless something in it can be performed
 * (rulings 36, 41). */
static enum refusal_reason open_if_useful(struct uwc_state *s,
                                          enum refusal_reason pushed)
{
    if (pushed)
        return pushed;
    return frame_performable(s) ? REFUSED_OK : REFUSED_NOTHING;
}

/* Push the list that a block of the top frame holds. */
static enum refusal_reason
push_block(struct uwc_state *s, const struct effect *block, unsigned flags)
{
    const struct frame *f = frame_top(s);
    ptrdiff_t at = block + 1 - uwc_frame_list(s, f);

    return frame_push(s, (enum source_kind)f->source, f->id, (int)(f->pc + at),
                      block->len, flags);
}

/* Whether an upgrade that is the next decision cannot be paid: there is no
 * science, and nothing else to decide that could bring some. */
static bool upgrade_is_hopeless(const struct uwc_state *s, int seat)
{
    struct candidates anytime;

    if (s->seat[seat].stock[SCIENCE])
        return false;
    anytime.count = 0;
    candidates_anytime(s, seat, &anytime);
    return !anytime.count;
}

/* Push the upgrade that belongs to a building, below what the building
 * triggered (ruling 3).  Whether it can be paid is found out by the search,
 * except where nothing is left to search. */
static enum refusal_reason push_upgrade(struct uwc_state *s, int seat,
                                        uint8_t depth, int structure)
{
    struct frame asked[UWC_FRAMES_MAX];
    int count = s->depth - depth;

    if (!s->exhaustive && !count && upgrade_is_hopeless(s, seat))
        return REFUSED_COST;
    memcpy(asked, s->stack + depth, sizeof *asked * (size_t)count);
    s->depth = depth;
    if (frame_push_root(s, FRAME_UPGRADE, structure, FRAME_MUST) ||
        s->depth + count > UWC_FRAMES_MAX)
        return REFUSED_TOO_DEEP;
    memcpy(s->stack + s->depth, asked, sizeof *asked * (size_t)count);
    s->depth = (uint8_t)(s->depth + count);
    return REFUSED_OK;
}

static enum refusal_reason part_build(struct uwc_state *s, int seat,
                                      const struct effect *e, struct move m)
{
    enum piece piece = (enum piece)move_b(m);
    uint8_t depth = s->depth;
    enum refusal_reason why =
        build_piece(s, seat, e, piece, move_a(m), move_x(m));

    if (why || e->op != OP_BUILD_UPGRADED)
        return why;
    return push_upgrade(s, seat, depth, build_structure(piece, move_a(m)));
}

static enum refusal_reason part_upgrade(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    const struct frame *f = frame_top(s);

    if (f->source == FRAME_UPGRADE && f->id != move_a(m))
        return REFUSED_SITE;
    return build_upgrade(s, seat, e, move_a(m), move_b(m));
}

static enum refusal_reason part_use(struct uwc_state *s, int seat,
                                    const struct effect *e, struct move m)
{
    struct seat *me = &s->seat[seat];
    int card = move_a(m), i;

    (void)e;
    if (frame_top(s)->source == FRAME_LAST_USE) {
        if (card != frame_top(s)->id)
            return REFUSED_NOT_YOURS;
    } else {
        i = claim_index(me, card);
        if (i < 0 || cards[card]->type != ACTION)
            return REFUSED_NOT_YOURS;
        if (me->used >> i & 1)
            return REFUSED_USED;
        me->used |= UINT32_C(1) << i; /* before its effect: ruling 65 */
        journal_seat(s, JOURNAL_USE, seat, card, 0);
    }
    return open_if_useful(s, frame_push_root(s, FRAME_ACTION, card, 0));
}

static enum refusal_reason part_ready(struct uwc_state *s, int seat,
                                      const struct effect *e, struct move m)
{
    struct seat *me = &s->seat[seat];
    int card = move_a(m), i = claim_index(me, card);

    (void)e;
    if (i < 0 || cards[card]->type != ACTION)
        return REFUSED_NOT_YOURS;
    if (!(me->used >> i & 1))
        return REFUSED_NOTHING;
    me->used &= ~(UINT32_C(1) << i);
    journal_seat(s, JOURNAL_READY, seat, card, 0);
    return REFUSED_OK;
}

/* Rulings 5, 6, 44, 45. */
static enum refusal_reason part_slot(struct uwc_state *s, int seat,
                                     const struct effect *e, struct move m)
{
    int slot = move_a(m);
    bool always = slot == UWC_SLOT_ALWAYS, taken, mine;

    if (!slot_of(s->seats, slot))
        return REFUSED_NO_SLOT;
    taken = !always && s->slots[slot];
    mine = !always && s->slots[slot] >> seat & 1;
    switch ((enum reach)e->what) {
    case REACH_AVAILABLE:
        if (taken)
            return REFUSED_OCCUPIED;
        break;
    case REACH_AVAILABLE_COLOURED:
        if (taken || always)
            return REFUSED_OCCUPIED;
        break;
    case REACH_OCCUPIED:
        if (!taken || mine)
            return REFUSED_OCCUPIED;
        break;
    case REACH_ANY_COLOURED:
        if (always || mine)
            return REFUSED_OCCUPIED;
        break;
    }
    return open_if_useful(s, frame_push_root(s, FRAME_SLOT, slot, 0));
}

/* Take a face-up special (ruling 71); it is public while in hand (73). */
static enum refusal_reason part_special(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    struct seat *me = &s->seat[seat];
    struct journal_place from = place_of(PLACE_SPECIALS);
    int card = move_a(m), i = 0;

    (void)e;
    if (s->top_hidden && s->special_count)
        return REFUSED_NOT_NOW;
    if (card == CARD_NONE) {
        if (!s->special_count)
            return REFUSED_SUPPLY;
        card = pile_special_top(s);
        s->top_hidden = s->deferred && s->special_count;
    } else {
        while (i < 6 && s->display[i] != card)
            i++;
        if (i == 6)
            return REFUSED_SUPPLY;
        s->display[i] = 0;
        from = place_at(PLACE_DISPLAY, 0, i);
    }
    if (pile_take_special(s, seat, card, from, JOURNAL_PUBLIC))
        me->open_specials |= UINT32_C(1) << (card - SPECIAL3_FIRST);
    return REFUSED_OK;
}

/* Put the top one under the deck and look at three (rulings 21, 71). */
static enum refusal_reason part_three(struct uwc_state *s, int seat,
                                      const struct effect *e, struct move m)
{
    int card;

    (void)e, (void)m;
    if (s->top_hidden || s->reveal[0])
        return REFUSED_NOT_NOW;
    if (s->special_count < 2)
        return REFUSED_SUPPLY;
    card = pile_special_top(s);
    pile_special_under(s, card);
    journal_move(s, JOURNAL_CARD, seat, card, place_of(PLACE_SPECIALS),
                 place_of(PLACE_SPECIALS));
    for (int i = 0; i < 3 && s->special_count; i++) {
        s->reveal[i] = pile_special_top(s);
        journal_reveal(s, seat, false, s->reveal[i], true);
    }
    return frame_push(s, FRAME_SPECIALS, 0, 0, 0, FRAME_MUST);
}

static enum refusal_reason part_tiles(struct uwc_state *s, int seat,
                                      const struct effect *e, struct move m)
{
    (void)e, (void)m;
    if (s->reveal[0])
        return REFUSED_NOT_NOW;
    if (!s->tile_count)
        return REFUSED_SUPPLY;
    for (int i = 0; i < 2 && s->tile_count; i++) {
        s->reveal[i] = pile_tile_top(s);
        journal_reveal(s, seat, true, s->reveal[i], true);
    }
    return frame_push(s, FRAME_TILES, 0, 0, 0, FRAME_MUST);
}

/* Keep one of what was revealed; put the rest under the deck. */
static enum refusal_reason part_keep(struct uwc_state *s, int seat, int pick)
{
    enum source_kind source = (enum source_kind)frame_top(s)->source;
    const struct journal_place choice = place_at(PLACE_CHOICE, seat, 0);
    int i = 0;

    if (source != FRAME_SPECIALS && source != FRAME_TILES)
        return REFUSED_NOT_NOW;
    while (i < 3 && s->reveal[i] != pick)
        i++;
    if (i == 3 || !pick)
        return REFUSED_OPTION;
    s->reveal[i] = 0;
    pile_return_reveal(s, source);
    frame_mark_done(s);
    frame_pop(s);
    if (source == FRAME_TILES) {
        s->seat[seat].gained_tiles |= (uint16_t)(1u << (pick - 1));
        journal_move(s, JOURNAL_METROPOLIS_TILE, seat, pick, choice,
                     place_at(PLACE_BOARD, seat, 0));
        build_gain_tile(s, seat, pick);
    } else {
        (void)pile_take_special(s, seat, pick, choice, (seat_set)(1U << seat));
        s->top_hidden = s->deferred && s->special_count;
    }
    return REFUSED_OK;
}

/* A slot's frame gave this resource: permanents may react (ruling 47). */
static void slot_gave(struct uwc_state *s, int seat, enum resource what)
{
    struct frame *use = frame_slot_use(s);

    if (!use || use->gave & 1u << what)
        return;
    use->gave |= (uint8_t)(1u << what);
    gain_from_triggers(s, seat,
                       &(struct moment){EVENT_SLOT_GAVE, (uint8_t)what}, 1);
}

static enum refusal_reason part_pick(struct uwc_state *s, int seat,
                                     const struct effect *e, struct move m)
{
    int mask = move_a(m);

    if (mask >> RESOURCES || __builtin_popcount((unsigned)mask) != e->n)
        return REFUSED_OPTION;
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            gain_amount(s, seat, (enum resource)r, 1);
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            slot_gave(s, seat, (enum resource)r);
    return REFUSED_OK;
}

static enum refusal_reason part_exchange(struct uwc_state *s, int seat,
                                         const struct effect *e, struct move m)
{
    struct seat *me = &s->seat[seat];
    int given = move_a(m), gained = given == e->what ? e->per : e->what;

    if (given != e->what && given != e->per)
        return REFUSED_OPTION;
    if (me->stock[given] < e->n)
        return REFUSED_COST;
    me->stock[given] = (int16_t)(me->stock[given] - e->n);
    journal_seat(s, JOURNAL_PAY, seat, given, e->n);
    gain_amount(s, seat, (enum resource)gained, e->n);
    return REFUSED_OK;
}

/* What an upgraded structure of the network produces by itself. */
static enum refusal_reason part_trial(struct uwc_state *s, int seat,
                                      const struct effect *e, struct move m)
{
    static const struct {
        uint8_t base, more;
    } gives[] = {[FARM] = {KELP, POINT},
                 [PLANT] = {CREDIT, BIOMATTER},
                 [LABORATORY] = {SCIENCE, STEELPLAST},
                 [TUNNEL] = {CREDIT, POINT}};
    const struct seat *me = &s->seat[seat];
    int structure = move_a(m);
    enum piece piece = structure_piece(me, structure);

    if (!piece || !structure_upgraded(me, structure))
        return REFUSED_SITE;
    if (!(e->what & piece))
        return REFUSED_PIECE;
    if (piece == TUNNEL
            ? !(board_productive_tunnels(me) >> (structure - UWC_TUNNEL_BASE) &
                1)
            : !(board_connected_sites(me) >> structure & 1))
        return REFUSED_SITE;
    gain_amount(s, seat, (enum resource)gives[piece].base, 1);
    gain_amount(s, seat, (enum resource)gives[piece].more, 1);
    return REFUSED_OK;
}

/* A part that begins a list: pay, if, each. */
static enum refusal_reason part_do(struct uwc_state *s, int seat,
                                   const struct effect *e, struct move m)
{
    enum refusal_reason why = REFUSED_OK;

    (void)m;
    if (e->op == OP_EACH) {
        int times = effect_times(s, seat, e);

        for (int i = 0; i < times; i++)
            gain_list(s, seat, e + 1, e->len);
        if (times)
            frame_mark_done(s);
        return times ? REFUSED_OK : REFUSED_CONDITION;
    }
    if (e->op == OP_PAY)
        why = pay_price(s, seat, e->price);
    else if (!effect_condition(s, seat, e))
        why = REFUSED_CONDITION;
    return why ? why : open_if_useful(s, push_block(s, e, 0));
}

static enum refusal_reason part_choose(struct uwc_state *s, int seat,
                                       const struct effect *e, struct move m)
{
    const struct effect *o = e + 1;
    int option = move_a(m);
    unsigned must = frame_top(s)->source == FRAME_SLOT ? FRAME_MUST : 0;

    (void)seat;
    for (; o < e + 1 + e->len && option > 1; o = effect_next(o))
        option--;
    if (o == e + 1 + e->len || option != 1)
        return REFUSED_OPTION;
    return open_if_useful(s, push_block(s, o, must));
}

/* Turn up the next special before a second is taken (ruling 21): the part
 * stays open. */
static enum refusal_reason part_turn_up(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    (void)seat, (void)m;
    if (!s->top_hidden || !s->special_count)
        return REFUSED_NOT_NOW;
    s->top_hidden = 0;
    frame_top(s)->open |=
        (uint16_t)(1u << (e - uwc_frame_list(s, frame_top(s))));
    return REFUSED_OK;
}

static enum refusal_reason part_convert(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    (void)e;
    return build_convert(s, seat, move_a(m));
}

static enum refusal_reason part_advance(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    if (move_a(m) < 1 || move_a(m) > e->n)
        return REFUSED_OPTION;
    gain_federation_steps(s, seat, move_a(m));
    return REFUSED_OK;
}

/* How a verb performs a part. */
struct part_rule {
    uint32_t ops; /* the parts it performs, as bits */
    enum refusal_reason (*perform)(struct uwc_state *s, int seat,
                                   const struct effect *e, struct move m);
    bool opens; /* a list, so it counts as performed only when something in
                   that list is (ruling 2) */
};

/* The rule of a verb; all 0 for verbs that perform no part. */
static struct part_rule rule_of(enum verb verb)
{
#define RULE(ops, perform, opens) ((struct part_rule){ops, perform, opens})
    switch (verb) {
    case MOVE_BUILD:
        return RULE(1u << OP_BUILD | 1u << OP_BUILD_UPGRADED, part_build,
                    false);
    case MOVE_UPGRADE: return RULE(1u << OP_UPGRADE, part_upgrade, false);
    case MOVE_CONVERT: return RULE(1u << OP_CONVERT, part_convert, false);
    case MOVE_ADVANCE: return RULE(1u << OP_ADVANCE, part_advance, false);
    case MOVE_USE: return RULE(1u << OP_USE_ACTION, part_use, true);
    case MOVE_READY: return RULE(1u << OP_READY, part_ready, false);
    case MOVE_PERFORM: return RULE(1u << OP_PERFORM, part_slot, true);
    case MOVE_SPECIAL: return RULE(1u << OP_TAKE_SPECIAL, part_special, false);
    case MOVE_THREE: return RULE(1u << OP_TAKE_SPECIAL, part_three, true);
    case MOVE_TURN_UP: return RULE(1u << OP_TAKE_SPECIAL, part_turn_up, true);
    case MOVE_TILES: return RULE(1u << OP_TAKE_TILE, part_tiles, true);
    case MOVE_TRIAL: return RULE(1u << OP_TRIAL_RUN, part_trial, false);
    case MOVE_PICK: return RULE(1u << OP_PICK, part_pick, false);
    case MOVE_EXCHANGE: return RULE(1u << OP_EXCHANGE, part_exchange, false);
    case MOVE_DO:
        return RULE(1u << OP_PAY | 1u << OP_IF | 1u << OP_EACH, part_do, true);
    case MOVE_CHOOSE: return RULE(1u << OP_CHOOSE, part_choose, true);
    case MOVE_PLACE:
    case MOVE_SLOT:
    case MOVE_CARD:
    case MOVE_KEEP:
    case MOVE_ONCE:
    case MOVE_DISCARD:
    case MOVE_ANSWER:
    case MOVE_PASS:
    case MOVE_END:
    case MOVE_CLAIM:
    case MOVE_ARRANGE:
    case MOVE_VERBS: break;
    }
    return RULE(0, NULL, false);
#undef RULE
}

enum refusal_reason perform_part(struct uwc_state *s, int seat, struct move m)
{
    const struct part_rule rule = rule_of(move_verb(m));
    const struct effect *e;
    struct journal_cause because;
    enum refusal_reason why;

    if (!s->depth)
        return REFUSED_NOT_NOW;
    if (move_verb(m) == MOVE_KEEP)
        return part_keep(s, seat, move_a(m));
    e = rule.perform ? uwc_part(s, move_part(m)) : NULL;
    if (!e || !(rule.ops >> e->op & 1))
        return REFUSED_NO_PART;
    frame_close_part(s, e);
    /* Marked first, since triggers may push frames.  Building for an upgrade
     * counts only with the upgrade (ruling 3). */
    if (!rule.opens && e->op != OP_BUILD_UPGRADED)
        frame_mark_done(s);
    because =
        recorder_because(s, CAUSE_OF_FRAME(frame_top(s)), frame_top(s)->id);
    why = rule.perform(s, seat, e, m);
    recorder_resume(s, because);
    return why;
}

static enum refusal_reason use_once(struct uwc_state *s, int seat, int card)
{
    struct seat *me = &s->seat[seat];
    int i = claim_index(me, card);

    if (i < 0 || !cards[card]->once)
        return REFUSED_NOT_YOURS;
    if (me->used >> i & 1)
        return REFUSED_USED;
    me->used |= UINT32_C(1) << i;
    journal_seat(s, JOURNAL_USE, seat, card, 0);
    return open_if_useful(s, frame_push_root(s, FRAME_ONCE, card, FRAME_APART));
}

/* The reward is given at once, on top of the effects in progress; what it
 * offers may be passed and is then lost (ruling 82). */
static enum refusal_reason claim_contract(struct uwc_state *s, int seat,
                                          int contract)
{
    int place = contract_open(s, contract);

    if (place < 0)
        return REFUSED_CONTRACT;
    if (!contract_met(s, seat, contract))
        return REFUSED_CONDITION;
    s->contract[place] = 0;
    s->seat[seat].contracts |= (uint8_t)(1u << (contract - 1));
    journal_seat(s, JOURNAL_CONTRACT, seat, contract, 0);
    return frame_push_root(s, FRAME_CONTRACT, contract, FRAME_APART);
}

enum refusal_reason perform_anytime(struct uwc_state *s, int seat,
                                    struct move move)
{
    return move_verb(move) == MOVE_CLAIM ? claim_contract(s, seat, move_a(move))
                                         : use_once(s, seat, move_a(move));
}
