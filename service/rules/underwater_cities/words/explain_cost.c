/* Why something cannot be built or paid, in words. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/words/explain.h"

/* Why no building can be built on a site. */
static const char *explain_building_site(const struct question *q, int site)
{
    const bool is_expansion = site % UWC_SITES_PER_CITY == UWC_EXPANSION;
    const uint64_t exists = boards[q->me->board].ordinary | expansion_sites;
    const enum piece there = structure_piece(q->me, site);

    if (!(exists >> site & 1))
        return "refusal.site.missing";
    if (there) {
        sink_string(q->sink, "there", piece_word(there));
        return "refusal.site.occupied";
    }
    if (q->e && is_expansion != (q->e->cap != 0))
        return is_expansion ? "refusal.site.expansion"
                            : "refusal.site.not-expansion";
    return "refusal.site.building";
}

const char *explain_site(const struct question *q)
{
    const int site = move_a(q->move);
    const unsigned piece = (unsigned)move_b(q->move);

    switch (move_verb(q->move)) {
    case MOVE_CONVERT: return "refusal.site.convert";
    case MOVE_TRIAL: return "refusal.site.trial";
    case MOVE_BUILD: break;
    default: return "refusal.site.upgrade";
    }
    if (piece & BUILDINGS)
        return explain_building_site(q, site);
    if (piece == TUNNEL)
        return q->me->tunnel >> site & 1 ? "refusal.site.tunnel-built"
                                         : "refusal.site.tunnel";
    return q->me->city >> site & 1 ? "refusal.site.city-built"
                                   : "refusal.site.city";
}

const char *explain_supply(const struct question *q)
{
    switch (move_verb(q->move)) {
    case MOVE_BUILD: return "refusal.supply.piece";
    case MOVE_CONVERT: return "refusal.supply.convert";
    case MOVE_TILES: return "refusal.supply.tiles";
    case MOVE_THREE:
        sink_number(q->sink, "left", q->s->special_count);
        return "refusal.supply.special-three";
    default: return "refusal.supply";
    }
}

static void put_amounts(const struct question *q, const char *key,
                        const int amounts[RESOURCES])
{
    sink_object(q->sink, key);
    for (int r = 0; r < RESOURCES; r++)
        if (amounts[r] > 0)
            sink_number(q->sink, resource_words[r], amounts[r]);
    sink_close(q->sink);
}

/* What the stock lacks for amounts. */
static void put_lack(const struct question *q, const int amounts[RESOURCES])
{
    int lack[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        lack[r] = amounts[r] - q->me->stock[r];
    put_amounts(q, "lack", lack);
}

static const char *explain_build_cost(const struct question *q)
{
    const bool upgrades = q->e->op == OP_BUILD_UPGRADED;
    const int kelp = payment_kelp(move_x(q->move));
    const int steelplast = payment_steelplast(move_x(q->move));
    int cost[RESOURCES];

    build_cost(q->s, q->seat, q->e, (enum piece)move_b(q->move),
               move_a(q->move), cost);
    if (upgrades)
        cost[SCIENCE]++;
    sink_truth(q->sink, "upgraded", upgrades);
    put_amounts(q, "cost", cost);
    if (kelp > cost[KELP] || steelplast > cost[STEELPLAST])
        return "refusal.cost.replaced";
    cost[KELP] -= kelp;
    cost[STEELPLAST] -= steelplast;
    cost[BIOMATTER] += kelp + steelplast;
    put_lack(q, cost);
    return "refusal.cost.build";
}

static const char *explain_price(const struct question *q, const char *priced,
                                 const int cost[RESOURCES])
{
    sink_string(q->sink, "priced", priced);
    put_amounts(q, "cost", cost);
    put_lack(q, cost);
    return "refusal.cost";
}

static void price_of_part(const struct effect *e, int cost[RESOURCES])
{
    for (int r = 0; r < RESOURCES; r++)
        cost[r] = price_of(e->price, (enum resource)r);
}

static const char *explain_upgrade_cost(const struct question *q)
{
    int cost[RESOURCES] = {[SCIENCE] = 1};
    const int resource = move_b(q->move);

    if (q->e && q->e->cap && !resource)
        return "refusal.cost.choose";
    if (q->e && !q->e->cap && resource)
        return "refusal.cost.fixed";
    if (resource) {
        cost[SCIENCE] = 0;
        cost[resource - 1] = 1;
    } else if (q->e && q->e->price) {
        price_of_part(q->e, cost);
    }
    return explain_price(q, "upgrade", cost);
}

/* Other prices: of a part, a special card, the cloning tile. */
static const char *explain_other_cost(const struct question *q)
{
    int cost[RESOURCES] = {0};

    if (move_verb(q->move) == MOVE_PLACE) {
        cost[CREDIT] = 1;
        return explain_price(q, "cloning-tile", cost);
    }
    if (move_verb(q->move) == MOVE_CARD) {
        cost[CREDIT] = cards[q->s->card]->credits;
        return explain_price(q, "special-card", cost);
    }
    if (q->e && q->e->op == OP_EXCHANGE)
        cost[move_a(q->move)] = q->e->n;
    else if (q->e && q->e->price)
        price_of_part(q->e, cost);
    else
        return "refusal.cost.unpayable";
    return explain_price(q, "effect", cost);
}

const char *explain_cost(const struct question *q)
{
    if (move_verb(q->move) == MOVE_BUILD && q->e)
        return explain_build_cost(q);
    return move_verb(q->move) == MOVE_UPGRADE ? explain_upgrade_cost(q)
                                              : explain_other_cost(q);
}
