/* Every list of effects is well formed: what the compiler cannot see. */
#include "card_dump.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"

#include <criterion/criterion.h>
#include <string.h>

static bool are_pieces(int what, int allowed)
{
    return what != 0 && (what & ~allowed) == 0;
}

static bool is_condition(const struct effect *e)
{
    return e->n > 0 && (e->cap ? e->cap == 1 && e->n <= 4 && !e->what
                               : e->what < COUNTABLES);
}

static bool is_trade(const struct effect *e)
{
    return e->price ? e->price != PRICE_FREE && !e->what && !e->per
                    : e->what < RESOURCES && e->per > 0;
}

static bool is_swapped(int what)
{
    return what == SWAP_BIOMATTER || what == FARM || what == PLANT ||
           what == LABORATORY;
}

/* Whether an operand holds what its row in effects.def says. */
static bool is_operand_good(const struct operand *operand,
                            const struct effect *e)
{
    const int field = effect_field(e, operand);

    switch ((enum holds)operand->holds) {
    case HOLDS_NUMBER: return field >= operand->least && field <= operand->most;
    case HOLDS_RESOURCE: return field <= operand->most;
    case HOLDS_PIECES:
        return are_pieces(field, operand->most) &&
               *pieces_word((unsigned)field);
    case HOLDS_COUNTABLE: return field < COUNTABLES;
    case HOLDS_REACH: return field <= REACH_ANY_COLOURED;
    case HOLDS_FLAG:
    case HOLDS_EITHER: return field <= 1;
    case HOLDS_COST: return e->price != 0 && e->price != PRICE_FREE;
    case HOLDS_SWAPPED: return is_swapped(field);
    case HOLDS_CONDITION: return is_condition(e);
    case HOLDS_TRADE: return is_trade(e);
    case HOLDS_LIMIT:
    case HOLDS_PRICE: return true;
    case HOLDS_NOTHING: break;
    }
    return false;
}

/* Set the fields that an operand uses to 0. */
static void clear_operand(const struct operand *operand, struct effect *e)
{
    if (operand->holds == HOLDS_PRICE || operand->holds == HOLDS_COST) {
        e->price = 0;
    } else if (operand->holds == HOLDS_CONDITION) {
        e->what = e->n = e->cap = 0;
    } else if (operand->holds == HOLDS_TRADE) {
        e->what = e->per = 0;
        e->price = 0;
    } else {
        ((uint8_t *)e)[operand->field] = 0;
    }
}

/* What no single operand shows. */
static const char *bad_combination(const struct effect *e)
{
    if (e->op == OP_BUILD && e->cap && !are_pieces(e->what, BUILDINGS))
        return "only buildings stand on expansion sites";
    if (e->op == OP_UPGRADE && e->cap && e->price)
        return "two prices";
    if (e->op == OP_EXCHANGE && e->what == e->per)
        return "an exchange for the same";
    return NULL;
}

/* The operands of one effect. */
static const char *bad_operand(const struct effect *e)
{
    struct effect rest = *e;

    if (e->op == OP_END || e->op >= OPS)
        return "no effect at all";
    for (const struct operand *o = op_operands[e->op]; o->holds; o++) {
        if (!is_operand_good(o, e))
            return o->key ? o->key : op_words[e->op];
        clear_operand(o, &rest);
    }
    if (rest.what || rest.n || rest.per || rest.cap || rest.price)
        return "a field that the verb does not use";
    return bad_combination(e);
}

/* Whether an effect may stand right inside this verb (OP_END: at the top). */
static const char *bad_place(const struct effect *e, enum op outer)
{
    const bool holds_options = outer == OP_CHOOSE || outer == OP_SWAP;

    if ((e->op == OP_OPTION) != holds_options)
        return "options stand in a choice or a swap and nowhere else";
    if (outer == OP_EACH && e->op != OP_GAIN)
        return "only gains come for each";
    if ((op_traits[e->op] & PASSIVE) && outer != OP_END)
        return "a passive verb is never inside another";
    return NULL;
}

/* The first thing wrong with the effects from e to end, or NULL. */
static const char *bad_list(const struct effect *e, const struct effect *end,
                            enum op outer, int depth)
{
    int level = 0;

    if (depth > 3)
        return "nested deeper than three";
    if (e == end)
        return "an empty list";
    for (; e < end; e = effect_next(e)) {
        const char *bad = bad_operand(e);

        if (!bad)
            bad = bad_place(e, outer);
        if (!bad && effect_next(e) > end)
            bad = "a block that is longer than what holds it";
        if (!bad && (e->len > 0) != ((op_traits[e->op] & BLOCK) != 0))
            bad = "a length where there is no block, or none where there is";
        if (!bad && ++level > 16)
            bad = "more than sixteen effects on a level";
        if (!bad && e->len > 0)
            bad = bad_list(e + 1, effect_next(e), (enum op)e->op, depth + 1);
        if (bad)
            return bad;
    }
    return NULL;
}

static const char *bad_effects(const struct effect *list)
{
    return bad_list(list, list + effect_list_length(list), OP_END, 0);
}

Test(card_lint, every_list_of_every_card_is_well_formed)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        struct card_list lists[CARD_LISTS];

        card_lists(cards[n], lists);
        for (int i = 0; i < CARD_LISTS; i++)
            if (lists[i].effects) {
                const char *bad = bad_effects(lists[i].effects);

                cr_expect_null(bad, "card %d, %s: %s", n, lists[i].name, bad);
            }
    }
}

Test(card_lint, every_list_of_every_slot_is_well_formed)
{
    static const int sides[] = {2, 4};

    for (size_t side = 0; side < 2; side++)
        for (int n = 0; n < UWC_SLOTS; n++) {
            const struct slot *slot = slot_of(sides[side], n);

            if (slot)
                cr_expect_null(bad_effects(slot->effects), "slot %d: %s", n,
                               bad_effects(slot->effects));
        }
}

Test(card_lint, every_reward_of_a_contract_is_well_formed)
{
    for (int n = 1; n <= UWC_CONTRACTS; n++)
        cr_expect_null(bad_effects(contracts[n].reward), "contract %d: %s", n,
                       bad_effects(contracts[n].reward));
}

/* ---- what building costs ---- */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The most of a resource that an effect of a list, nested ones included, asks
 * for what it builds. */
static int most_in(const struct effect *list, enum resource resource)
{
    int most = 0;

    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (e->op == OP_BUILD || e->op == OP_BUILD_UPGRADED)
            most = larger(most, price_of(e->price, resource));
    return most;
}

static int most_of_effects(enum resource resource)
{
    int most = 0;

    for (int n = 1; n < CARD_COUNT; n++) {
        struct card_list lists[CARD_LISTS];

        card_lists(cards[n], lists);
        for (int i = 0; i < CARD_LISTS; i++)
            most = larger(most, most_in(lists[i].effects, resource));
    }
    for (int n = 0; n < UWC_SLOTS; n++)
        for (int seats = 2; seats <= 4; seats += 2)
            if (slot_of(seats, n))
                most =
                    larger(most, most_in(slot_of(seats, n)->effects, resource));
    for (int n = 1; n <= UWC_CONTRACTS; n++)
        most = larger(most, most_in(contracts[n].reward, resource));
    return most;
}

static int most_of_surcharges(enum piece piece, enum resource resource)
{
    const int sites = piece & BUILDINGS ? UWC_CITY_SITES * UWC_SITES_PER_CITY
                      : piece == TUNNEL ? UWC_TUNNEL_SITES
                                        : UWC_CITY_SITES;
    int most = 0;

    for (uint8_t board = 0; board < BOARDS; board++)
        for (int site = 0; site < sites; site++)
            most = larger(
                most, price_of(board_surcharge(&(struct seat){.board = board},
                                               piece, site),
                               resource));
    return most;
}

/* The notation and the bits of a move (moves.h) have room for 7 of each. */
Test(card_lint, a_payment_has_room_for_every_cost)
{
    static const enum resource replaced[] = {KELP, STEELPLAST};

    for (size_t i = 0; i < 2; i++)
        for (int kind = 0; kind < PIECE_KINDS; kind++) {
            const enum piece piece = (enum piece)(1 << kind);
            const int price = larger(price_of(piece_price(piece), replaced[i]),
                                     most_of_effects(replaced[i]));

            cr_expect_leq(price + most_of_surcharges(piece, replaced[i]), 7,
                          "%s", piece_words[kind]);
        }
}

Test(card_lint, no_contract_has_the_title_of_a_card_or_of_another)
{
    for (int n = 1; n <= UWC_CONTRACTS; n++) {
        for (int card = 1; card < CARD_COUNT; card++)
            cr_expect_str_neq(contracts[n].title, cards[card]->name);
        for (int other = 1; other < n; other++)
            cr_expect_str_neq(contracts[n].title, contracts[other].title);
    }
}

/* One mistake each. */
static const struct effect *const malformed[] = {
    EFFECTS(GAIN(GAINS, 1)),
    EFFECTS(GAIN(KELP, 0)),
    EFFECTS(UPGRADE(CITY)),
    EFFECTS(OPTION(GAIN(KELP, 1))),
    EFFECTS(CHOOSE(GAIN(KELP, 1))),
    EFFECTS(EACH(COUNT_FARMS, 1, 0, USE_ACTION())),
    EFFECTS(PAY(PRICE_FREE, USE_ACTION())),
    EFFECTS(PAY(PRICE(1, 0, 0, 0, 0), HAND_LIMIT(1))),
    EFFECTS(EXCHANGE(KELP, KELP, 1)),
    EFFECTS(SURVEY(TUNNEL)),
    EFFECTS({.op = OP_READY, .n = 1}),
    EFFECTS({.op = OP_UPGRADE, .what = FARM, .cap = 1, .price = PRICE_FREE}),
    EFFECTS({.op = OP_PAY, .price = PRICE(1, 0, 0, 0, 0)}),
    EFFECTS({.op = OP_GAIN, .n = 1, .len = 1}, GAIN(KELP, 1)),
    NULL,
};

Test(card_lint, a_malformed_list_is_found)
{
    for (size_t i = 0; malformed[i]; i++)
        cr_expect_not_null(bad_effects(malformed[i]), "list %zu", i);
}

/* Every effect of a list, inside and out, is one of these verbs. */
static bool has_only(const struct effect *list, const enum op *verbs,
                     size_t count)
{
    for (const struct effect *e = list; e->op != OP_END; e++) {
        bool is_one = false;

        for (size_t i = 0; i < count; i++)
            is_one = is_one || e->op == verbs[i];
        if (!is_one)
            return false;
    }
    return true;
}

#define HAS_ONLY(list, ...)                                                    \
    has_only(list, (const enum op[]){__VA_ARGS__},                             \
             sizeof((const enum op[]){__VA_ARGS__}) / sizeof(enum op))

Test(card_lint, standing_production_and_scoring_hold_their_own_verbs)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        const struct card *c = cards[n];

        if (c->standing)
            cr_expect(HAS_ONLY(c->standing, OP_HAND_LIMIT, OP_DISCOUNT),
                      "card %d", n);
        if (c->produce)
            cr_expect(HAS_ONLY(c->produce, OP_GAIN, OP_IF, OP_EACH, OP_SWAP,
                               OP_OPTION),
                      "card %d", n);
        if (c->final)
            cr_expect(HAS_ONLY(c->final, OP_FINAL_EACH, OP_FINAL_TRADE),
                      "card %d", n);
    }
}

static bool has_passive(const struct effect *list)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (op_traits[e->op] & PASSIVE)
            return true;
    return false;
}

Test(card_lint, what_is_played_holds_no_passive_verb)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        cr_expect_not(has_passive(cards[n]->instant), "card %d", n);
        cr_expect_not(has_passive(cards[n]->action), "card %d", n);
        cr_expect_not(has_passive(cards[n]->once), "card %d", n);
        cr_expect_not(has_passive(cards[n]->when.effects), "card %d", n);
    }
}

Test(card_lint, the_type_of_a_card_says_which_lists_it_has)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        const struct card *c = cards[n];
        const bool stays = c->once || c->standing || c->when.event;

        cr_expect(c->type >= INSTANT && c->type <= END_SCORING, "card %d", n);
        cr_expect_eq(c->type == INSTANT, c->instant != NULL, "card %d", n);
        cr_expect_eq(c->type == PERMANENT, stays, "card %d", n);
        cr_expect_eq(c->type == ACTION, c->action != NULL, "card %d", n);
        cr_expect_eq(c->type == PRODUCTION, c->produce != NULL, "card %d", n);
        cr_expect_eq(c->type == END_SCORING, c->final != NULL, "card %d", n);
        cr_expect_eq(c->when.event != EVENT_NONE, c->when.effects != NULL,
                     "card %d", n);
    }
}

/* Whether an event can have this operand. */
static bool is_operand(enum event event, int param)
{
    switch (event) {
    case EVENT_NONE:
    case EVENTS: return false;
    case EVENT_REACH_SPACE: return param >= 1 && param <= 4;
    case EVENT_SECOND_BUILDING:
    case EVENT_SECOND_UPGRADED: return are_pieces(param, BUILDINGS);
    case EVENT_BUILT: return are_pieces(param, STRUCTURES | CITIES);
    case EVENT_UPGRADED_ONE: return are_pieces(param, STRUCTURES);
    case EVENT_SECOND_TUNNEL:
    case EVENT_CONNECTED:
    case EVENT_MISMATCHED: return param == 0;
    case EVENT_USED_SLOT: return param < SLOT_KINDS;
    case EVENT_SLOT_GAVE: return param < RESOURCES;
    }
    return false;
}

Test(card_lint, a_trigger_looks_at_what_its_event_has)
{
    for (int n = 1; n < CARD_COUNT; n++)
        if (cards[n]->when.event)
            cr_expect(is_operand((enum event)cards[n]->when.event,
                                 cards[n]->when.param),
                      "card %d", n);
}

static bool side_has(int seats, int kind)
{
    for (int n = 0; n < UWC_SLOTS; n++)
        if (slot_of(seats, n) && slot_of(seats, n)->kind == kind)
            return true;
    return false;
}

Test(card_lint, a_depicted_slot_is_on_both_sides_of_the_board)
{
    for (int n = 1; n < CARD_COUNT; n++) {
        if (cards[n]->when.event != EVENT_USED_SLOT)
            continue;
        cr_expect(side_has(2, cards[n]->when.param), "card %d", n);
        cr_expect(side_has(4, cards[n]->when.param), "card %d", n);
    }
}
