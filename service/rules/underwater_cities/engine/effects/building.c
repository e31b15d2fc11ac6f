/* Building pieces, with or without an upgrade, and making cities symbiotic. */
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/build.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/engine/turn_gains.h"

/* ---- build: candidates ---- */

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
        candidates_add(c, MOVE_BUILD, part, site, (int)b->piece,
                       b->payments.way[i]);
}

/* In the order of the list of moves, site by site. */
void effect_build_candidates(const struct uwc_state *s, int seat,
                             const struct effect *e, int part,
                             struct candidates *c)
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

/* ---- build: what is missing ---- */

/* The same as build_base_cost, which is used if the effect names a price. */
static void find_cost(struct means *m, const struct effect *e, enum piece piece,
                      int cost[RESOURCES])
{
    if (e->price) {
        build_base_cost(&m->s->seat[m->seat], e, piece, cost);
        return;
    }
    if (!m->has_costs)
        means_find_costs(m);
    for (int r = 0; r < RESOURCES; r++)
        cost[r] = m->cost[__builtin_ctz(piece)][r];
}

/* Biomatter may replace kelp and steelplast (ruling 8). */
static unsigned missing_cost(struct means *m, const int cost[RESOURCES])
{
    const int spare = m->stock[BIOMATTER] - cost[BIOMATTER];
    int replaced = 0;
    unsigned lacks = 0, replaceable = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const int missing = cost[r] - m->stock[r];

        if (missing <= 0)
            continue;
        if (r == KELP || r == STEELPLAST) {
            replaced += missing;
            replaceable |= 1u << r;
        } else {
            lacks |= 1u << r;
        }
    }
    if (replaced > (spare > 0 ? spare : 0))
        lacks |= replaceable | 1u << BIOMATTER;
    return lacks ? MISSING_SOMETHING | lacks : 0;
}

/* Sites with a surcharge are examined one by one; usually the first has none.
 */
static unsigned missing_piece(struct means *m, const struct effect *e,
                              enum piece piece)
{
    const struct seat *me = &m->s->seat[m->seat];
    uint64_t sites = build_sites(me, e, piece);
    int cost[RESOURCES];
    unsigned lacks;

    if (!sites || supply_left(m->s, piece) <= 0)
        return MISSING_SOMETHING | MISSING_NETWORK;
    find_cost(m, e, piece, cost);
    lacks = missing_cost(m, cost);
    if (lacks)
        return lacks;
    for (; sites; sites &= sites - 1) {
        const uint16_t surcharge =
            board_surcharge(me, piece, __builtin_ctzll(sites));
        unsigned here;

        if (!surcharge)
            return 0;
        find_cost(m, e, piece, cost);
        build_add_surcharge(cost, surcharge);
        here = missing_cost(m, cost);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks | MISSING_NETWORK; /* another site may be cheaper */
}

/* The same, cached. */
static unsigned missing_usual(struct means *m, const struct effect *e,
                              enum piece piece)
{
    unsigned *lacks = &m->lacks[__builtin_ctz(piece)];

    if (e->price || e->cap)
        return missing_piece(m, e, piece);
    if (!(m->known & piece))
        *lacks = missing_piece(m, e, piece);
    m->known |= piece;
    return *lacks;
}

unsigned effect_build_missing(struct means *m, const struct effect *e)
{
    unsigned lacks = 0;

    for (unsigned left = e->what; left; left &= left - 1) {
        const unsigned here = missing_usual(m, e, (enum piece)(left & -left));

        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

/* ---- build: the rest ---- */

enum refusal_reason effect_build_perform(struct uwc_state *s, int seat,
                                         const struct effect *e, struct move m)
{
    return build_piece(s, seat, e, (enum piece)move_b(m), move_a(m), move_x(m));
}

unsigned effect_build_gains(const struct seat *me, const struct effect *e)
{
    return MISSING_NETWORK | bonus_gains(me, e);
}

enum verdict effect_build_verdict(struct verdict_context *o,
                                  const struct effect *e, struct move m)
{
    (void)e;
    return verdict_performs(o,
                            supply_left(o->means.s, (enum piece)move_b(m)) > 0);
}

/* ---- build-upgraded ---- */

/* Whether an upgrade that is the next decision cannot be paid: there is no
 * science, and nothing else to decide that could bring some. */
static bool upgrade_is_hopeless(const struct uwc_state *s, int seat)
{
    return !s->seat[seat].stock[SCIENCE] && !anytime_is_open(s, seat);
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

enum refusal_reason effect_build_upgraded_perform(struct uwc_state *s, int seat,
                                                  const struct effect *e,
                                                  struct move m)
{
    const uint8_t depth = s->depth;
    const enum refusal_reason why = effect_build_perform(s, seat, e, m);

    if (why)
        return why;
    return push_upgrade(s, seat, depth,
                        build_structure((enum piece)move_b(m), move_a(m)));
}

void effect_build_upgraded_candidates(const struct uwc_state *s, int seat,
                                      const struct effect *e, int part,
                                      struct candidates *c)
{
    effect_build_candidates(s, seat, e, part, c);
}

/* Both or neither (ruling 3).  Without science, gains of the building may pay.
 */
unsigned effect_build_upgraded_missing(struct means *m, const struct effect *e)
{
    const unsigned lacks = effect_build_missing(m, e);

    if (lacks)
        return lacks;
    if (m->stock[SCIENCE] > 0 && !(e->what & CITIES) && !e->price)
        return 0;
    return building_gains(m, e) & (1u << SCIENCE | GAINS_CHOICE)
               ? MISSING_SOMETHING | MISSING_TRIAL
               : MISSING_SOMETHING | 1u << SCIENCE;
}

unsigned effect_build_upgraded_gains(const struct seat *me,
                                     const struct effect *e)
{
    return effect_build_gains(me, e) | MISSING_UPGRADES;
}

enum verdict effect_build_upgraded_verdict(struct verdict_context *o,
                                           const struct effect *e,
                                           struct move m)
{
    if (supply_left(o->means.s, (enum piece)move_b(m)) <= 0)
        return VERDICT_ILLEGAL;
    return verdict_opens(o, verdict_part_lacks(o, e));
}

/* ---- convert ---- */

enum refusal_reason effect_convert_perform(struct uwc_state *s, int seat,
                                           const struct effect *e,
                                           struct move m)
{
    (void)e;
    return build_convert(s, seat, move_a(m));
}

void effect_convert_candidates(const struct uwc_state *s, int seat,
                               const struct effect *e, int part,
                               struct candidates *c)
{
    const struct seat *me = &s->seat[seat];

    (void)e;
    for (unsigned m = me->city & ~(unsigned)me->symbiotic; m; m &= m - 1)
        candidates_add(c, MOVE_CONVERT, part, __builtin_ctz(m), 0, 0);
}

unsigned effect_convert_missing(struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];

    (void)e;
    return missing_unless(me->city & ~(unsigned)me->symbiotic &&
                              supply_left(m->s, SYMBIOTIC) > 0,
                          MISSING_NETWORK);
}

unsigned effect_convert_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return MISSING_NETWORK;
}

enum verdict effect_convert_verdict(struct verdict_context *o,
                                    const struct effect *e, struct move m)
{
    (void)e, (void)m;
    return verdict_performs(o, supply_left(o->means.s, SYMBIOTIC) > 0);
}
