/* Why a move is refused, in words that teach: the rule, and what is missing.
 *
 * The reason comes from uwc_try, the same code that would carry the move out;
 * here it is only put into words. */
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/prompt.h"
#include "rules/underwater_cities/words/words.h"

#include <ctype.h>
#include <stdio.h>

static const char *const words[REFUSAL_REASONS] = {
    [REFUSED_OK] = "legal",
#define REFUSAL(NAME, word) [REFUSED_##NAME] = word,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
};

/* The refusal to explain. */
struct question {
    const struct uwc_state *s;
    const struct seat *me;
    const struct effect *e; /* the part named, or NULL */
    int seat;
    struct move move;
};

static void say_not_now(const struct question *q, struct phrase *p)
{
    seat_set seats = uwc_to_act(q->s);
    struct phrase asked;

    if (!seats) {
        phrase_add(p, "The match is over.");
    } else if (q->seat < 0 || q->seat >= q->s->seats) {
        phrase_add(p, "There is no such seat.");
    } else if (!(seats >> q->seat & 1)) {
        phrase_add(p, "You have no decision to make now; to act: seat");
        for (int i = 0; i < q->s->seats; i++)
            if (seats >> i & 1)
                phrase_add(p, " %d", i);
        phrase_add(p, ".");
    } else if (!move_is_canonical(q->move)) {
        phrase_add(p, "This is not a move of the game.");
    } else {
        prompt_text(q->s, q->seat, true, &asked);
        phrase_add(p, "This is not the decision to make now: %s", asked.text);
    }
}

/* The tile on a slot: that of a seat, or a neutral one. */
static void say_tile_there(uint8_t tiles, struct phrase *p)
{
    if (tiles & UWC_NEUTRAL)
        phrase_add(p, ": a neutral tile is there this round.");
    else
        phrase_add(p, ": a tile of seat %d is there this round.",
                   tiles ? __builtin_ctz(tiles) : 0);
}

static void say_occupied(const struct question *q, struct phrase *p)
{
    int slot = move_a(q->move);

    phrase_add(p, "You cannot have ");
    phrase_slot(p, q->s->seats, slot);
    if (!q->e)
        say_tile_there(q->s->slots[slot], p);
    else if (q->e->what == REACH_OCCUPIED)
        phrase_add(p, ": it must be occupied by another seat.");
    else if (q->e->what == REACH_ANY_COLOURED)
        phrase_add(p,
                   ": it must be a coloured slot without one of your tiles.");
    else
        phrase_add(p, ": it must be available%s.",
                   q->e->what == REACH_AVAILABLE ? "" : " and coloured");
}

static void say_clone(const struct question *q, struct phrase *p)
{
    phrase_add(p, "Once per round, for 1 credit, the cloning tile allows a "
                  "coloured slot occupied only by others");
    if (q->s->seats < RULES_SEATS_MAX)
        phrase_add(p, "; only matches of four seats have it.");
    else if (q->s->cloned)
        phrase_add(p, "; it was already used in this round.");
    else
        phrase_add(p, "; this slot does not qualify.");
}

static void say_no_part(const struct question *q, struct phrase *p)
{
    if (!verb_names_part(move_verb(q->move)))
        say_not_now(q, p);
    else if (!q->s->depth)
        phrase_add(p, "No effect in progress offers this.");
    else
        phrase_add(p, "The effect in progress has no such open part: the part "
                      "was performed or is of another kind.");
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
        phrase_add(p, "That site already has a %s.", piece_noun(there));
    else if (q->e && expansion != (q->e->cap != 0))
        phrase_add(p, expansion
                          ? "Expansion sites need a card that names them."
                          : "This effect builds only on expansion sites.");
    else
        phrase_add(p,
                   "A building needs a city site with one of your cities, or "
                   "one next to a site with a city.");
}

static void say_site(const struct question *q, struct phrase *p)
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

static void say_supply(const struct question *q, struct phrase *p)
{
    enum verb verb = move_verb(q->move);

    if (verb == MOVE_BUILD)
        phrase_add(p, "No %s is left in the supply.",
                   piece_noun((unsigned)move_b(q->move)));
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
        phrase_amounts(p, lack);
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
    phrase_add(p, "A %s %scosts ", piece_noun(piece),
               q->e->op == OP_BUILD_UPGRADED ? "and its upgrade " : "");
    phrase_amounts(p, cost);
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
    phrase_amounts(p, cost);
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
    } else if (q->e && q->e->op == OP_PAY) {
        for (int r = 0; r < RESOURCES; r++)
            cost[r] = price_of(q->e->price, (enum resource)r);
    }
    phrase_add(p, "%s costs ", what);
    phrase_amounts(p, cost);
    say_lack(q, cost, p);
}

static void say_cost(const struct question *q, struct phrase *p)
{
    if (move_verb(q->move) == MOVE_BUILD && q->e)
        say_build_cost(q, p);
    else if (move_verb(q->move) == MOVE_UPGRADE)
        say_upgrade_cost(q, p);
    else
        say_price(q, p);
}

/* Which criteria of a contract are missing, and by how much. */
static void say_criteria(const struct question *q, struct phrase *p)
{
    const struct contract *contract = &contracts[move_a(q->move)];
    const char *between = " still requires ";

    phrase_contract(p, move_a(q->move));
    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++) {
        const struct criterion *c = &contract->criteria[i];
        int have = board_count(q->s, q->seat, (enum countable)c->what);

        if (have >= c->count)
            continue;
        phrase_add(p, "%s%d %s (you have %d, %d missing)", between, c->count,
                   countable_noun((enum countable)c->what, c->count), have,
                   c->count - have);
        between = " and ";
    }
    phrase_add(p, ".");
}

/* A contract that cannot be claimed by anybody. */
static void say_contract(const struct question *q, struct phrase *p)
{
    int contract = move_a(q->move);

    if (!q->s->contracts) {
        phrase_add(p, "This match is played without government contracts.");
        return;
    }
    phrase_contract(p, contract);
    for (int i = 0; i < q->s->seats; i++)
        if (q->s->seat[i].contracts >> (contract - 1) & 1) {
            phrase_add(p, " was claimed by seat %d.", i);
            return;
        }
    phrase_add(p, " is not laid out in this match.");
}

static void say_condition(const struct question *q, struct phrase *p)
{
    int least, have;

    if (move_verb(q->move) == MOVE_CLAIM) {
        say_criteria(q, p);
        return;
    }
    if (!q->e || (q->e->op != OP_IF && q->e->op != OP_EACH)) {
        phrase_add(p, "A condition of this effect is not met.");
        return;
    }
    if (q->e->op == OP_IF && q->e->cap) {
        phrase_add(p, "Your marker must be on Federation space %d.", q->e->n);
        return;
    }
    least = q->e->op == OP_IF ? q->e->n : q->e->per;
    have = board_count(q->s, q->seat, (enum countable)q->e->what);
    phrase_add(p, "This requires at least %d %s; you have %d.", least,
               countable_noun((enum countable)q->e->what, least), have);
}

static void say_dead_end(const struct question *q, struct phrase *p)
{
    phrase_add(p, "At least one part of the chosen slot must be performed in "
                  "this turn");
    if (move_verb(q->move) == MOVE_PLACE) {
        phrase_add(p, ", and of ");
        phrase_slot(p, q->s->seats, move_a(q->move));
        phrase_add(p, " none can be performed.");
    } else {
        phrase_add(p, "; after this move none could be performed.");
    }
}

static void say_limit(const struct question *q, struct phrase *p)
{
    phrase_add(p, "You may have four action cards in play and have %d: ",
               claims_action_cards(q->me));
    if (move_a(q->move))
        phrase_add(p, "you drop a card only when you gain a fifth.");
    else
        phrase_add(p, "choose one to drop for the new one.");
}

static void say_not_yours(const struct question *q, struct phrase *p)
{
    phrase_card(p, move_a(q->move));
    if (q->s->depth && q->s->stack[q->s->depth - 1].source == FRAME_LAST_USE)
        phrase_add(p, " is not the card that was dropped.");
    else if (claim_index(q->me, move_a(q->move)) < 0)
        phrase_add(p, " is not among your cards in play.");
    else
        phrase_add(p, " is in play, but is not a card of that kind.");
}

static void say_piece(const struct question *q, struct phrase *p)
{
    if (move_verb(q->move) == MOVE_BUILD)
        phrase_add(p, "This effect does not build a %s.",
                   piece_noun((unsigned)move_b(q->move)));
    else
        phrase_add(p, "This effect is not for that kind of structure.");
}

static void say_order(const struct question *q, struct phrase *p)
{
    phrase_add(p, "Discard surplus cards in ascending order, leaving enough "
                  "higher ones; ");
    phrase_card(p, move_a(q->move));
    phrase_add(p, " does not fit.");
}

static void say_used(const struct question *q, struct phrase *p)
{
    int card = move_a(q->move);

    phrase_card(p, card);
    phrase_add(p, cards[card]->type == ACTION
                      ? " was used in this era; it is ready again after the "
                        "next Production."
                      : " was used in this turn.");
}

static void say_reason(const struct question *q, enum refusal_reason why,
                       struct phrase *p)
{
    int a = move_a(q->move);

    switch (why) {
    case REFUSED_OK: phrase_add(p, "This move is legal."); break;
    case REFUSED_NOT_NOW: say_not_now(q, p); break;
    case REFUSED_NOT_IN_HAND:
        a = move_verb(q->move) == MOVE_PLACE ? move_b(q->move) : a;
        if (!a)
            phrase_add(p, "A card must be played: you have some in hand.");
        else
            phrase_card(p, a);
        phrase_add(p, a ? " is not in your hand." : "");
        break;
    case REFUSED_ORDER: say_order(q, p); break;
    case REFUSED_OCCUPIED: say_occupied(q, p); break;
    case REFUSED_NO_SLOT:
        phrase_slot(p, q->s->seats, a);
        phrase_add(p, " is not on this side of the board.");
        break;
    case REFUSED_CLONE: say_clone(q, p); break;
    case REFUSED_NO_PART: say_no_part(q, p); break;
    case REFUSED_PIECE: say_piece(q, p); break;
    case REFUSED_SITE: say_site(q, p); break;
    case REFUSED_SUPPLY: say_supply(q, p); break;
    case REFUSED_COST: say_cost(q, p); break;
    case REFUSED_UPGRADED:
        phrase_structure(p, q->me, a);
        phrase_add(p, " is already upgraded.");
        break;
    case REFUSED_NOT_YOURS: say_not_yours(q, p); break;
    case REFUSED_USED: say_used(q, p); break;
    case REFUSED_NOTHING:
        phrase_add(p, "No part of this effect could be performed now.");
        break;
    case REFUSED_CONDITION: say_condition(q, p); break;
    case REFUSED_OPTION: phrase_add(p, "There is no such option here."); break;
    case REFUSED_MUST:
        phrase_add(p, "At least one part must be performed first.");
        break;
    case REFUSED_DEAD_END: say_dead_end(q, p); break;
    case REFUSED_LIMIT: say_limit(q, p); break;
    case REFUSED_CONTRACT: say_contract(q, p); break;
    case REFUSED_TILES:
        phrase_add(p,
                   "Your two blue metropolis tiles are %d and %d; one goes to "
                   "the upper right, the other to the lower left.",
                   q->me->blue[0], q->me->blue[1]);
        break;
    case REFUSED_TOO_DEEP: phrase_add(p, "Too many effects are nested."); break;
    case REFUSED_TOO_LONG:
        phrase_add(
            p,
            "This move requires more computation than one decision may use.");
        break;
    case REFUSAL_REASONS: break;
    }
}

void uwc_explain(const void *state, int seat, struct move move,
                 struct refusal *refusal)
{
    const struct uwc_state *s = state;
    struct uwc_state copy = *s;
    bool canonical = move_is_canonical(move);
    bool seated = seat >= 0 && seat < s->seats;
    enum refusal_reason why =
        canonical ? uwc_try(&copy, seat, move) : REFUSED_NOT_NOW;
    struct question q = {
        .s = s, .me = &s->seat[seated ? seat : 0], .seat = seat, .move = move};
    struct phrase p = {.length = 0};

    if (seated)
        q.e = named_part(s, seat, move_part(move));
    say_reason(&q, why, &p);
    p.text[0] = (char)toupper((unsigned char)p.text[0]);
    *refusal = (struct refusal){{0}, {0}};
    snprintf(refusal->rule, sizeof refusal->rule, "%s",
             why < REFUSAL_REASONS ? words[why] : "none");
    snprintf(refusal->reason, sizeof refusal->reason, "%.*s",
             (int)sizeof refusal->reason - 1, p.text);
}
