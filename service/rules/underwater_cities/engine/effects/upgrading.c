/* Upgrading structures, and what upgraded ones produce by themselves. */
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/build.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/structures.h"

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

/* ---- upgrade ---- */

enum refusal_reason effect_upgrade_perform(struct uwc_state *s, int seat,
                                           const struct effect *e,
                                           struct move m)
{
    const struct frame *f = frame_top(s);

    if (f->source == FRAME_UPGRADE && f->id != move_a(m))
        return REFUSED_SITE;
    return build_upgrade(s, seat, e, move_a(m), move_b(m));
}

static void add_upgrade(struct candidates *c, const struct effect *e, int part,
                        int structure)
{
    if (!e->cap) {
        candidates_add(c, MOVE_UPGRADE, part, structure, 0, 0);
        return;
    }
    candidates_add(c, MOVE_UPGRADE, part, structure, 1 + CREDIT, 0);
    candidates_add(c, MOVE_UPGRADE, part, structure, 1 + SCIENCE, 0);
}

void effect_upgrade_candidates(const struct uwc_state *s, int seat,
                               const struct effect *e, int part,
                               struct candidates *c)
{
    const struct frame *f = &s->stack[s->depth - 1];
    struct structures left = structures_of(&s->seat[seat], e->what, false);

    if (f->source == FRAME_UPGRADE) {
        candidates_add(c, MOVE_UPGRADE, part, f->id, 0, 0);
        return;
    }
    for (; left.buildings; left.buildings &= left.buildings - 1)
        add_upgrade(c, e, part, __builtin_ctzll(left.buildings));
    for (; left.tunnels; left.tunnels &= left.tunnels - 1)
        add_upgrade(c, e, part, UWC_TUNNEL_BASE + __builtin_ctz(left.tunnels));
}

unsigned effect_upgrade_missing(struct means *m, const struct effect *e)
{
    const struct structures plain =
        structures_of(&m->s->seat[m->seat], e->what, false);

    if (!plain.buildings && !plain.tunnels)
        return MISSING_SOMETHING | MISSING_NETWORK;
    if (!e->cap)
        return missing_price(m, e->price ? e->price : PRICE(0, 0, 0, 1, 0));
    return missing_unless(m->stock[CREDIT] > 0 || m->stock[SCIENCE] > 0,
                          1u << CREDIT | 1u << SCIENCE);
}

unsigned effect_upgrade_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return MISSING_UPGRADES;
}

enum verdict effect_upgrade_verdict(struct verdict_context *o,
                                    const struct effect *e, struct move m)
{
    const struct seat *me = &o->means.s->seat[o->means.seat];
    uint16_t price;

    return verdict_performs(o, !structure_upgraded(me, move_a(m)) &&
                                   !build_upgrade_price(e, move_b(m), &price) &&
                                   price_payable(me, price));
}

/* ---- trial-run ---- */

enum refusal_reason effect_trial_run_perform(struct uwc_state *s, int seat,
                                             const struct effect *e,
                                             struct move m)
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

void effect_trial_run_candidates(const struct uwc_state *s, int seat,
                                 const struct effect *e, int part,
                                 struct candidates *c)
{
    struct structures left = structures_of(&s->seat[seat], e->what, true);

    for (; left.buildings; left.buildings &= left.buildings - 1)
        candidates_add(c, MOVE_TRIAL, part, __builtin_ctzll(left.buildings), 0,
                       0);
    for (; left.tunnels; left.tunnels &= left.tunnels - 1)
        candidates_add(c, MOVE_TRIAL, part,
                       UWC_TUNNEL_BASE + __builtin_ctz(left.tunnels), 0, 0);
}

unsigned effect_trial_run_missing(struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];
    const struct structures upgraded = structures_of(me, e->what, true);

    if (upgraded.buildings & board_connected_sites(me))
        return 0;
    return missing_unless(upgraded.tunnels & board_productive_tunnels(me),
                          MISSING_NETWORK | MISSING_UPGRADES);
}

unsigned effect_trial_run_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return MISSING_STOCK;
}
