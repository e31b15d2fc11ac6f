/* Which moves are worth trying now: a superset of the legal ones, kept small
 * by site masks and stock. */
#include "engine.h"

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

static uint64_t sites_for(const struct seat *me, const struct effect *e,
                          enum piece piece)
{
    if (piece == TUNNEL)
        return board_tunnel_sites(me);
    if (piece & CITIES)
        return board_city_sites(me);
    return board_building_sites(me, e->cap);
}

/* Sites with the same surcharge, mostly none, share their payments. */
static void add_builds(struct candidates *c, const struct uwc_state *s,
                       int seat, const struct effect *e, int part)
{
    const struct seat *me = &s->seat[seat];

    for (unsigned left = e->what; left; left &= left - 1) {
        enum piece piece = (enum piece)(left & -left);
        uint64_t sites = sites_for(me, e, piece);
        struct payments payments = {0};
        int surcharge = -1;

        for (; sites; sites &= sites - 1) {
            int site = __builtin_ctzll(sites);
            int here = board_surcharge(me, piece, site);

            if (here != surcharge) {
                int cost[RESOURCES];

                build_cost(s, seat, e, piece, site, cost);
                list_payments(&payments, me, cost);
                surcharge = here;
            }
            for (int i = 0; i < payments.count; i++)
                add(c, MOVE_BUILD, part, site, (int)piece, payments.way[i]);
        }
    }
}

/* Structures of these pieces, upgraded or not, as numbers for `verb`. */
static void add_structures(struct candidates *c, const struct seat *me,
                           enum verb verb, const struct effect *e, int part,
                           bool upgraded)
{
    uint64_t sites = 0;
    unsigned tunnels = 0;

    for (int i = 0; i < 3; i++)
        if (e->what & FARM << i)
            sites |= me->building[i];
    sites &= upgraded ? me->upgraded : ~me->upgraded;
    if (e->what & TUNNEL)
        tunnels = me->tunnel & (upgraded ? me->tunnel_upgraded
                                         : ~(unsigned)me->tunnel_upgraded);
    for (int way = 0; way < (verb == MOVE_UPGRADE && e->cap ? 2 : 1); way++) {
        int b = verb == MOVE_UPGRADE && e->cap
                    ? 1 + (way ? (int)SCIENCE : (int)CREDIT)
                    : 0;

        for (uint64_t m = sites; m; m &= m - 1)
            add(c, verb, part, __builtin_ctzll(m), b, 0);
        for (unsigned m = tunnels; m; m &= m - 1)
            add(c, verb, part, UWC_TUNNEL_BASE + __builtin_ctz(m), b, 0);
    }
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

static void add_part(struct candidates *c, const struct uwc_state *s, int seat,
                     const struct effect *e, int part)
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
            add_structures(c, me, MOVE_UPGRADE, e, part, false);
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
    case OP_TRIAL_RUN: add_structures(c, me, MOVE_TRIAL, e, part, true); break;
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

void candidates_part(const struct uwc_state *s, int seat, int part,
                     struct candidates *c)
{
    const struct effect *e = uwc_part(s, part);

    if (e)
        add_part(c, s, seat, e, part);
}

void candidates_parts(const struct uwc_state *s, int seat, struct candidates *c)
{
    const struct frame *f = &s->stack[s->depth - 1];

    if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES) {
        for (int i = 0; i < 3; i++)
            if (s->reveal[i])
                add(c, MOVE_KEEP, 0, s->reveal[i], 0, 0);
        return;
    }
    for (int part = 0; part < frame_part_count(s); part++)
        candidates_part(s, seat, part, c);
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

/* The turn's own level: no effect is under way. */
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
            candidates_parts(s, seat, c);
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
