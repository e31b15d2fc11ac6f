/* Why something cannot be built or paid, in words. */
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/words/explain.h"

/* A sentence with a piece in it. */
static void say_named(struct phrase *p, const char *before, unsigned piece,
                      const char *after)
{
    phrase_add(p, "%s", before);
    phrase_piece(p, piece);
    phrase_add(p, "%s", after);
}

/* Name the structure on a building site, or why none can be built there. */
static void say_building_site(const struct question *q, int site,
                              struct phrase *p)
{
    bool expansion = site % UWC_SITES_PER_CITY == UWC_EXPANSION;
    uint64_t exists = boards[q->me->board].ordinary | expansion_sites;
    enum piece there = structure_piece(q->me, site);

    if (!(exists >> site & 1))
        phrase_add(p, "Your board has no such building site.");
    else if (there)
        say_named(p, "That site already has a ", there, ".");
    else if (q->e && expansion != (q->e->cap != 0))
        phrase_add(p, expansion
                          ? "Expansion sites need a card that names them."
                          : "This effect builds only on expansion sites.");
    else
        phrase_add(p,
                   "A building needs a city site with one of your cities, or "
                   "one next to a site with a city.");
}

void explain_site(const struct question *q, struct phrase *p)
{
    int site = move_a(q->move);

    if (move_verb(q->move) == MOVE_CONVERT) {
        phrase_add(p, "You have no nonsymbiotic city on city site %d.",
                   1 + site);
    } else if (move_verb(q->move) != MOVE_BUILD) {
        phrase_add(p, move_verb(q->move) == MOVE_TRIAL
                          ? "This must be one of your upgraded structures next "
                            "to a connected city."
                          : "You have no structure to upgrade.");
    } else if (move_b(q->move) & BUILDINGS) {
        say_building_site(q, site, p);
    } else if (move_b(q->move) == TUNNEL) {
        phrase_add(p, q->me->tunnel >> site & 1
                          ? "Your tunnel is already there."
                          : "A tunnel requires a city site at one end that "
                            "your tunnels link to the starting city.");
    } else {
        phrase_add(p, q->me->city >> site & 1
                          ? "Your city is already there."
                          : "A city requires a site joined by a tunnel site to "
                            "one of your cities.");
    }
}

void explain_supply(const struct question *q, struct phrase *p)
{
    enum verb verb = move_verb(q->move);

    if (verb == MOVE_BUILD)
        say_named(p, "No ", (unsigned)move_b(q->move),
                  " is left in the supply.");
    else if (verb == MOVE_CONVERT)
        phrase_add(p, "No symbiotic city is left in the supply.");
    else if (verb == MOVE_TILES)
        phrase_add(p, "No blue metropolis tile is left to draw.");
    else if (verb == MOVE_THREE)
        phrase_add(p,
                   "Drawing three requires two special cards in the deck; "
                   "there are %d.",
                   q->s->special_count);
    else
        phrase_add(p, "That special card is not on display.");
}

/* What the stock lacks for amounts. */
static void say_lack(const struct question *q, const int amounts[RESOURCES],
                     struct phrase *p)
{
    int lack[RESOURCES], sum = 0;

    for (int r = 0; r < RESOURCES; r++) {
        lack[r] = amounts[r] - q->me->stock[r];
        sum += lack[r] > 0;
    }
    if (sum) {
        phrase_add(p, "; you lack ");
        phrase_amounts(p, lack, RESOURCES);
    }
    phrase_add(p, ".");
}

static void say_build_cost(const struct question *q, struct phrase *p)
{
    enum piece piece = (enum piece)move_b(q->move);
    int kelp = payment_kelp(move_x(q->move));
    int steelplast = payment_steelplast(move_x(q->move));
    int cost[RESOURCES];

    build_cost(q->s, q->seat, q->e, piece, move_a(q->move), cost);
    if (q->e->op == OP_BUILD_UPGRADED)
        cost[SCIENCE]++;
    say_named(p, "A ", piece,
              q->e->op == OP_BUILD_UPGRADED ? " and its upgrade costs "
                                            : " costs ");
    phrase_amounts(p, cost, RESOURCES);
    phrase_add(p, " here");
    if (kelp > cost[KELP] || steelplast > cost[STEELPLAST]) {
        phrase_add(
            p, "; biomatter cannot replace more kelp or steelplast than that.");
        return;
    }
    cost[KELP] -= kelp;
    cost[STEELPLAST] -= steelplast;
    cost[BIOMATTER] += kelp + steelplast;
    say_lack(q, cost, p);
}

static void say_upgrade_cost(const struct question *q, struct phrase *p)
{
    int cost[RESOURCES] = {[SCIENCE] = 1};
    int resource = move_b(q->move);

    if (q->e && q->e->cap && !resource) {
        phrase_add(
            p, "Choose what to pay for this upgrade: 1 credit or 1 science.");
        return;
    }
    if (q->e && !q->e->cap && resource) {
        phrase_add(p, "The payment for this upgrade cannot be chosen.");
        return;
    }
    if (resource) {
        cost[SCIENCE] = 0;
        cost[resource - 1] = 1;
    } else if (q->e && q->e->price) {
        for (int r = 0; r < RESOURCES; r++)
            cost[r] = price_of(q->e->price, (enum resource)r);
    }
    phrase_add(p, "This upgrade costs ");
    phrase_amounts(p, cost, RESOURCES);
    say_lack(q, cost, p);
}

/* Other prices: of a part, a special card, the cloning tile. */
static void say_price(const struct question *q, struct phrase *p)
{
    int cost[RESOURCES] = {0};
    const char *what = "This";

    if (move_verb(q->move) == MOVE_PLACE) {
        what = "The cloning tile";
        cost[CREDIT] = 1;
    } else if (move_verb(q->move) == MOVE_CARD) {
        what = "The special card";
        cost[CREDIT] = cards[q->s->card]->credits;
    } else if (q->e && q->e->op == OP_EXCHANGE) {
        cost[move_a(q->move)] = q->e->n;
    } else if (q->e && q->e->price) {
        for (int r = 0; r < RESOURCES; r++)
            cost[r] = price_of(q->e->price, (enum resource)r);
    } else {
        phrase_add(p, "You cannot pay for this.");
        return;
    }
    phrase_add(p, "%s costs ", what);
    phrase_amounts(p, cost, RESOURCES);
    say_lack(q, cost, p);
}

void explain_cost(const struct question *q, struct phrase *p)
{
    if (move_verb(q->move) == MOVE_BUILD && q->e)
        say_build_cost(q, p);
    else if (move_verb(q->move) == MOVE_UPGRADE)
        say_upgrade_cost(q, p);
    else
        say_price(q, p);
}
