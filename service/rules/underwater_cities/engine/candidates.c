/* Candidates: a superset of the legal moves, kept small by site masks and
 * stock. */
#include "rules/underwater_cities/engine/candidates.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/structures.h"

static void add(struct candidates *c, enum verb verb, int part, int a, int b,
                int x)
{
    if (c->count < RULES_MOVES_MAX)
        c->move[c->count++] = move_make(verb, part, a, b, x);
}

/* The ways to pay a cost (ruling 53): at most 2 * 7 kelp and steelplast with
 * surcharges. */
struct payments {
    int count;
    uint8_t way[64];
};

static void list_payments(struct payments *p, const struct seat *me,
                          const int cost[RESOURCES])
{
    int spare = me->stock[BIOMATTER] - cost[BIOMATTER];

    p->count = 0;
    for (int kelp = 0; kelp <= cost[KELP] && kelp <= spare; kelp++)
        for (int steel = 0; steel <= cost[STEELPLAST] && kelp + steel <= spare;
             steel++)
            if (cost_payable(me, cost, payment_make(kelp, steel)) &&
                p->count < (int)sizeof p->way)
                p->way[p->count++] = (uint8_t)payment_make(kelp, steel);
}

/* One piece of an effect that builds: its sites, and the ways to pay on sites
 * with the surcharge examined last. */
struct build {
    enum piece piece;
    uint64_t sites;
    int surcharge; /* -1: none looked at */
    struct payments payments;
};

static void add_build(struct candidates *c, const struct uwc_state *s, int seat,
                      const struct effect *e, int part, struct build *b,
                      int site)
{
    const struct seat *me = &s->seat[seat];
    const int surcharge = board_surcharge(me, b->piece, site);

    if (surcharge != b->surcharge) {
        int cost[RESOURCES];

        build_cost(s, seat, e, b->piece, site, cost);
        list_payments(&b->payments, me, cost);
        b->surcharge = surcharge;
    }
    for (int i = 0; i < b->payments.count; i++)
        add(c, MOVE_BUILD, part, site, (int)b->piece, b->payments.way[i]);
}

/* In the order of the list of moves, site by site. */
static void add_builds(struct candidates *c, const struct uwc_state *s,
                       int seat, const struct effect *e, int part)
{
    struct build builds[PIECE_KINDS];
    uint64_t sites = 0;
    int count = 0;

    for (unsigned left = e->what; left; left &= left - 1) {
        struct build *b = &builds[count++];

        b->piece = (enum piece)(left & -left);
        b->sites = build_sites(&s->seat[seat], e, b->piece);
        b->surcharge = -1;
        sites |= b->sites;
    }
    for (; sites; sites &= sites - 1) {
        const int site = __builtin_ctzll(sites);

        for (int i = 0; i < count; i++)
            if (builds[i].sites >> site & 1)
                add_build(c, s, seat, e, part, &builds[i], site);
    }
}

/* Structures of these pieces, upgraded or not, as numbers. */
struct structures {
    uint64_t buildings;
    unsigned tunnels;
};

static struct structures structures_of(const struct seat *me, unsigned pieces,
                                       bool upgraded)
{
    struct structures found = {0};

    for (int i = 0; i < 3; i++)
        if (pieces & (unsigned)FARM << i)
            found.buildings |= me->building[i];
    found.buildings &= upgraded ? me->upgraded : ~me->upgraded;
    if (pieces & TUNNEL)
        found.tunnels =
            me->tunnel & (upgraded ? (unsigned)me->tunnel_upgraded
                                   : ~(unsigned)me->tunnel_upgraded);
    return found;
}

static void add_upgrade(struct candidates *c, const struct effect *e, int part,
                        int structure)
{
    if (!e->cap)
        add(c, MOVE_UPGRADE, part, structure, 0, 0);
    if (e->cap)
        add(c, MOVE_UPGRADE, part, structure, 1 + CREDIT, 0);
    if (e->cap)
        add(c, MOVE_UPGRADE, part, structure, 1 + SCIENCE, 0);
}

static void add_upgrades(struct candidates *c, const struct seat *me,
                         const struct effect *e, int part)
{
    struct structures left = structures_of(me, e->what, false);

    for (; left.buildings; left.buildings &= left.buildings - 1)
        add_upgrade(c, e, part, __builtin_ctzll(left.buildings));
    for (; left.tunnels; left.tunnels &= left.tunnels - 1)
        add_upgrade(c, e, part, UWC_TUNNEL_BASE + __builtin_ctz(left.tunnels));
}

static void add_trials(struct candidates *c, const struct seat *me,
                       const struct effect *e, int part)
{
    struct structures left = structures_of(me, e->what, true);

    for (; left.buildings; left.buildings &= left.buildings - 1)
        add(c, MOVE_TRIAL, part, __builtin_ctzll(left.buildings), 0, 0);
    for (; left.tunnels; left.tunnels &= left.tunnels - 1)
        add(c, MOVE_TRIAL, part, UWC_TUNNEL_BASE + __builtin_ctz(left.tunnels),
            0, 0);
}

static void add_specials(struct candidates *c, const struct uwc_state *s,
                         int part)
{
    if (s->top_hidden && s->special_count) {
        add(c, MOVE_TURN_UP, part, 0, 0, 0);
        return;
    }
    for (int i = 0; i < 6; i++)
        if (s->display[i])
            add(c, MOVE_SPECIAL, part, s->display[i], 0, 0);
    if (s->special_count)
        add(c, MOVE_SPECIAL, part, CARD_NONE, 0, 0);
    if (s->special_count > 1)
        add(c, MOVE_THREE, part, 0, 0, 0);
}

static void add_picks(struct candidates *c, int part, int n)
{
    for (int mask = 1; mask < 1 << RESOURCES; mask++)
        if (__builtin_popcount((unsigned)mask) == n)
            add(c, MOVE_PICK, part, mask, 0, 0);
}

static void add_action_cards(struct candidates *c, const struct seat *me,
                             enum verb verb, int part, bool used)
{
    for (int i = 0; i < me->claim_count; i++)
        if (cards[me->claims[i]]->type == ACTION && (me->used >> i & 1) == used)
            add(c, verb, part, me->claims[i], 0, 0);
}

void candidates_part(const struct uwc_state *s, int seat,
                     const struct effect *e, int part, struct candidates *c)
{
    const struct seat *me = &s->seat[seat];
    const struct frame *f = &s->stack[s->depth - 1];
    int options = 0;

    switch ((enum op)e->op) {
    case OP_ADVANCE:
        for (int n = 1; n <= e->n; n++)
            add(c, MOVE_ADVANCE, part, n, 0, 0);
        break;
    case OP_BUILD:
    case OP_BUILD_UPGRADED: add_builds(c, s, seat, e, part); break;
    case OP_UPGRADE:
        if (f->source == FRAME_UPGRADE)
            add(c, MOVE_UPGRADE, part, f->id, 0, 0);
        else
            add_upgrades(c, me, e, part);
        break;
    case OP_CONVERT:
        for (unsigned m = me->city & ~(unsigned)me->symbiotic; m; m &= m - 1)
            add(c, MOVE_CONVERT, part, __builtin_ctz(m), 0, 0);
        break;
    case OP_USE_ACTION:
        if (f->source == FRAME_LAST_USE)
            add(c, MOVE_USE, part, f->id, 0, 0);
        else
            add_action_cards(c, me, MOVE_USE, part, false);
        break;
    case OP_READY: add_action_cards(c, me, MOVE_READY, part, true); break;
    case OP_PERFORM:
        for (int slot = UWC_SLOTS - 1; slot >= 0; slot--) /* gains first */
            add(c, MOVE_PERFORM, part, slot, 0, 0);
        break;
    case OP_TAKE_SPECIAL: add_specials(c, s, part); break;
    case OP_TAKE_TILE: add(c, MOVE_TILES, part, 0, 0, 0); break;
    case OP_TRIAL_RUN: add_trials(c, me, e, part); break;
    case OP_PICK: add_picks(c, part, e->n); break;
    case OP_EXCHANGE:
        add(c, MOVE_EXCHANGE, part, e->what, 0, 0);
        add(c, MOVE_EXCHANGE, part, e->per, 0, 0);
        break;
    case OP_PAY:
    case OP_IF:
    case OP_EACH: add(c, MOVE_DO, part, 0, 0, 0); break;
    case OP_CHOOSE:
        for (const struct effect *o = e + 1; o < e + 1 + e->len;
             o = effect_next(o))
            add(c, MOVE_CHOOSE, part, ++options, 0, 0);
        break;
    case OP_END:
    case OP_GAIN:
    case OP_OPTION:
    case OP_SWAP:
    case OP_HAND_LIMIT:
    case OP_DISCOUNT:
    case OP_FINAL_EACH:
    case OP_FINAL_TRADE:
    case OPS: break;
    }
}

static void add_parts(struct candidates *c, const struct uwc_state *s, int seat)
{
    const struct frame *f = &s->stack[s->depth - 1];
    struct open_parts parts = open_parts_of_top(s);
    const struct effect *e;

    if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES) {
        for (int i = 0; i < 3; i++)
            if (s->reveal[i])
                add(c, MOVE_KEEP, 0, s->reveal[i], 0, 0);
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
            add(c, MOVE_ONCE, 0, me->claims[i], 0, 0);
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i] && contract_met(s, seat, s->contract[i]))
            add(c, MOVE_CLAIM, 0, s->contract[i], 0, 0);
}

static void add_hand(const struct uwc_state *s, int seat, struct candidates *c)
{
    const struct card_set *hand = &s->seat[seat].hand;

    for (int card = set_next(hand, 0); card; card = set_next(hand, card))
        add(c, MOVE_DISCARD, 0, card, 0, 0);
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
            add(c, MOVE_PLACE, 0, slot, card, clone);
            card = card ? set_next(hand, card) : 0;
        } while (card);
    }
}

/* Moves while no effect is in progress. */
static void add_turn(const struct uwc_state *s, int seat, struct candidates *c)
{
    const struct seat *me = &s->seat[seat];

    switch ((enum step)s->step) {
    case STEP_DISCARD: add_hand(s, seat, c); break;
    case STEP_PLACE: add_places(s, seat, c); break;
    case STEP_RESOLVE:
        if (s->slot_progress == WAITING)
            add(c, MOVE_SLOT, 0, 0, 0, 0);
        if (s->card_progress == WAITING) {
            add(c, MOVE_CARD, 0, CARD_NONE, 0, 0);
            if (cards[s->card]->type == ACTION) {
                add_action_cards(c, me, MOVE_CARD, 0, false);
                add_action_cards(c, me, MOVE_CARD, 0, true);
            }
        }
        add(c, MOVE_END, 0, 0, 0, 0);
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
    add(c, MOVE_ANSWER, 0, card, option, 0);
    for (const struct effect *e = cards[card]->produce; e->op != OP_END;
         e = effect_next(e))
        if (e->op == OP_SWAP)
            for (const struct effect *o = e + 1; o < e + 1 + e->len;
                 o = effect_next(o))
                add(c, MOVE_ANSWER, 0, card, ++option, 0);
}

static void add_arrangements(const struct seat *me, struct candidates *c)
{
    add(c, MOVE_ARRANGE, 0, me->blue[0], me->blue[1], 0);
    add(c, MOVE_ARRANGE, 0, me->blue[1], me->blue[0], 0);
}

void candidates_all(const struct uwc_state *s, int seat, struct candidates *c)
{
    c->count = 0;
    switch ((enum phase)s->phase) {
    case PHASE_TURN:
        if (s->depth) {
            add_parts(c, s, seat);
            add(c, MOVE_PASS, 0, 0, 0, 0);
        } else {
            add_turn(s, seat, c);
        }
        candidates_anytime(s, seat, c);
        break;
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: add_hand(s, seat, c); break;
    case PHASE_PRODUCTION: add_answers(s, seat, c); break;
    case PHASE_TILES: add_arrangements(&s->seat[seat], c); break;
    case PHASE_OVER: break;
    }
}
