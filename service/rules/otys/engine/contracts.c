/* Completing contracts (rules 2.5). */
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

bool contracts_are_open(const struct state *s)
{
    const struct frame *f;

    if (!s->depth)
        return true;
    f = &s->stack[s->depth - 1];
    return f->kind == FRAME_PROPELLER || f->kind == FRAME_SPONSOR ||
           f->kind == FRAME_OXYGEN || (f->kind == FRAME_DIVER && !f->b);
}

/* ---- what is needed ---- */

static bool has_list(const uint8_t cubes[COLOURS], int contract)
{
    const uint8_t *need = contracts[contract].need;

    return cubes[METAL] >= need[METAL] && cubes[PLANT] >= need[PLANT] &&
           cubes[FUEL] >= need[FUEL] && cubes[TECH] >= need[TECH];
}

/* Insert into an ascending list. */
static void insert(uint8_t *list, size_t count, int amounts)
{
    for (; count > 0 && list[count - 1] > amounts; count--)
        list[count] = list[count - 1];
    list[count] = (uint8_t)amounts;
}

/* A group can be of this colour: there are enough resources, and no earlier
 * group has it. */
static bool fits(const uint8_t cubes[COLOURS], int size, int colour,
                 int amounts)
{
    return cubes[colour] >= size && !amount_of(amounts, colour);
}

/* The first colour for a group: groups of equal size have ascending colours, so
 * that each choice occurs once. */
static int first_colour(const uint8_t *group, int g, int last)
{
    return group[g] == group[g - 1] ? last + 1 : 0;
}

/* The third group, if there is one, after those of two colours. */
static size_t list_third(const uint8_t cubes[COLOURS], const uint8_t *group,
                         int last, int amounts, uint8_t *out, size_t count)
{
    if (!group[2]) {
        insert(out, count, amounts);
        return count + 1;
    }
    for (int c = first_colour(group, 2, last); c < COLOURS; c++)
        if (fits(cubes, group[2], c, amounts))
            insert(out, count++, amounts | group[2] << (2 * c));
    return count;
}

static size_t list_pattern(const uint8_t cubes[COLOURS], const uint8_t *group,
                           uint8_t *out)
{
    size_t count = 0;

    for (int a = 0; a < COLOURS; a++) {
        const int first = group[0] << (2 * a);

        if (!fits(cubes, group[0], a, 0))
            continue;
        if (!group[1]) {
            insert(out, count++, first);
            continue;
        }
        for (int b = first_colour(group, 1, a); b < COLOURS; b++)
            if (fits(cubes, group[1], b, first))
                count = list_third(cubes, group, b, first | group[1] << (2 * b),
                                   out, count);
    }
    return count;
}

size_t contract_amounts(const struct seat *me, int contract, int level,
                        uint8_t out[AMOUNTS_MAX])
{
    const uint8_t *cubes = me->cubes[level];

    if (cubes_on(me, level) < contracts[contract].size)
        return 0;
    if (contract_is_pattern(contract))
        return list_pattern(cubes, contracts[contract].group, out);
    out[0] = 0;
    return has_list(cubes, contract);
}

static bool has_amounts(const struct seat *me, int contract, int level,
                        int amounts)
{
    uint8_t list[AMOUNTS_MAX];
    const size_t count = contract_amounts(me, contract, level, list);

    return count && memchr(list, amounts, count);
}

/* ---- when to ask ---- */

/* A public contract can be completed on a level, or one in a hand might be. */
static bool may_complete(const struct state *s, const struct seat *me,
                         int level)
{
    uint8_t amounts[AMOUNTS_MAX];

    if (cubes_on(me, level) < RESOURCES_MIN)
        return false;
    if (me->hand)
        return true;
    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        if (s->open[i] && contract_amounts(me, s->open[i], level, amounts))
            return true;
    return false;
}

/* Before the effect of a diver, because it may make room for it, and at the
 * end; all else can be done when the key is chosen, or, if only the key's level
 * counts, right after that. */
bool contracts_ask(const struct state *s)
{
    const struct frame *f = &s->stack[s->depth - (s->depth > 0)];
    const bool one_level = s->contract_level == KEY_LEVEL;

    if (!contracts_are_open(s) || f->kind == FRAME_SPONSOR ||
        (f->kind == FRAME_PROPELLER && !one_level))
        return false;
    for (int level = 0; level < LEVELS; level++)
        if ((!one_level || level == s->level) &&
            may_complete(s, &s->seat[s->turn], level))
            return true;
    return false;
}

/* ---- completing ---- */

void contracts_refill(struct state *s)
{
    for (int i = 0; i < PUBLIC_CONTRACTS; i++) {
        if (s->open[i] || !s->deck_count)
            continue;
        s->open[i] = pile_draw(pile_deck(s));
        recorder_reveal(s);
        note_move(s, STEP_CONTRACT, -1, s->open[i], place_of(PLACE_DECK),
                  place_at(PLACE_PUBLIC, 0, i));
    }
}

/* The card leaves the game, from the row or the hand. */
static void remove_card(struct state *s, int seat, int contract)
{
    const uint8_t *open = memchr(s->open, contract, PUBLIC_CONTRACTS);
    struct journal_place from = place_at(PLACE_HAND, seat, 0);

    if (open) {
        from = place_at(PLACE_PUBLIC, 0, (int)(open - s->open));
        s->open[from.id] = 0;
    } else {
        s->seat[seat].hand &= ~(UINT32_C(1) << (contract - 1));
    }
    note_move(s, STEP_CONTRACT, seat, contract, from, place_of(PLACE_DONE));
}

static void pay_cubes(struct state *s, int seat, int contract, int level,
                      int amounts)
{
    for (int c = 0; c < COLOURS; c++) {
        const int n =
            amounts ? amount_of(amounts, c) : contracts[contract].need[c];

        for (int i = 0; i < n; i++)
            goods_remove_cube(s, seat, level, c, place_of(PLACE_SUPPLY));
    }
}

/* What the contract gives, then the token of the level (BO20). */
static void reward(struct state *s, int seat, int contract, int level)
{
    const struct contract *c = &contracts[contract];
    const int token = s->seat[seat].reward[level];

    goods_points(s, seat, POINTS_CONTRACTS, c->points);
    goods_credits(s, seat, c->credits);
    goods_batteries(s, seat, c->batteries);
    const struct effect *bonus = &back_effects[tokens[token].back];

    if (token && bonus->op == OP_CREDITS)
        goods_credits(s, seat, bonus->n);
    else if (token)
        goods_offer_points(s, seat, POINTS_BONUSES, bonus->n);
}

enum refusal_reason do_complete(struct state *s, int seat, struct move m,
                                bool dry)
{
    const int contract = move_a(m), level = move_b(m) - 1, amounts = move_c(m);
    const struct seat *me = &s->seat[seat];

    if (!contracts_are_open(s))
        return REFUSED_NOT_NOW;
    if (!has_hand(me, contract) && !memchr(s->open, contract, PUBLIC_CONTRACTS))
        return REFUSED_NO_CONTRACT;
    if (s->contract_level == KEY_LEVEL && (!s->depth || level != s->level))
        return REFUSED_WRONG_LEVEL;
    if (!has_amounts(me, contract, level, amounts))
        return amounts ? REFUSED_PATTERN : REFUSED_NO_RESOURCE;
    if (dry)
        return REFUSED_OK;
    remove_card(s, seat, contract);
    pay_cubes(s, seat, contract, level, amounts);
    reward(s, seat, contract, level);
    contracts_refill(s);
    return REFUSED_OK;
}
