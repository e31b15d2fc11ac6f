/* The candidates of each decision, ascending by their bits. */
#include "rules/otys/engine/handlers.h"

struct list {
    struct move *out;
    size_t count;
};

static void add(struct list *list, enum verb verb, int a, int b, int c)
{
    if (list->count < CANDIDATES_MAX)
        list->out[list->count++] = move_make(verb, a, b, c);
}

static void add_range(struct list *list, enum verb verb, int from, int to)
{
    for (int a = from; a <= to; a++)
        add(list, verb, a, 0, 0);
}

/* The bits of a set, counted from `first`. */
static void add_set(struct list *list, enum verb verb, unsigned set, int first)
{
    for (; set; set &= set - 1)
        add(list, verb, first + __builtin_ctz(set), 0, 0);
}

/* ---- keys ---- */

static void list_keys(struct list *list, const struct seat *me)
{
    add_set(list, MOVE_KEY, me->keys & ((1u << LEVELS) - 1), 1);
    for (int key = KEY_X; key <= KEY_NEUTRAL; key++)
        for (int level = 1; level <= LEVELS; level++)
            if (key == KEY_X ? me->keys >> (KEY_X - 1) & 1 : me->neutral > 0)
                add(list, MOVE_KEY, key, level, 0);
}

/* ---- sponsors ---- */

static void add_tokens(struct list *list, const struct state *s, enum verb verb,
                       int from, int to)
{
    uint64_t set = 0;

    for (int i = from; i < to; i++)
        set |= UINT64_C(1) << s->display[i];
    for (set &= ~UINT64_C(1); set; set &= set - 1)
        add(list, verb, __builtin_ctzll(set), 0, 0);
}

static void list_swaps(struct list *list, const struct state *s,
                       const struct seat *me)
{
    for (int mine = 0; mine < COLOURS; mine++)
        for (int level = 0; me->cubes[s->level][mine] && level < LEVELS;
             level++)
            for (int theirs = 0; theirs < COLOURS; theirs++)
                if (level != s->level && me->cubes[level][theirs])
                    add(list, MOVE_SWAP, mine, level + 1, theirs);
}

static void list_sponsor(struct list *list, const struct state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    add(list, MOVE_SPONSOR, 0, 0, 0);
    if (sponsor_does(s, OP_USE_TOKEN))
        add_tokens(list, s, MOVE_TOKEN, 0, DISPLAY);
    else if (sponsor_does(s, OP_RECALL))
        add_set(list, MOVE_RECALL, used_keys(s, seat), 1);
    else if (sponsor_upgrades(s, WHICH_SURFACED))
        add_range(list, MOVE_UPGRADE, 0, DIVERS - 1);
    else if (sponsor_does(s, OP_EXCHANGE))
        list_swaps(list, s, me);
}

/* ---- divers ---- */

static void list_expert(struct list *list, const struct state *s,
                        const struct frame *f)
{
    if (f->a == TECH && frame_is_upgraded(s, f))
        add_set(list, MOVE_RECALL, used_keys(s, f->seat), 1);
    add(list, MOVE_TAKE, f->a, 0, 0);
    add(list, MOVE_BONUS, 0, 0, 0);
}

static void list_trades(struct list *list, const struct state *s,
                        const struct seat *me)
{
    for (int c = 0; c < COLOURS; c++)
        for (int payment = 0; payment < 2; payment++)
            if (me->cubes[s->level][c])
                add(list, MOVE_SELL, c, payment, 0);
    for (int c = 0; c < COLOURS; c++)
        for (unsigned rows = s->store[c]; rows; rows &= rows - 1)
            add(list, MOVE_BUY, c, 1 + __builtin_ctz(rows), 0);
}

static void list_diver(struct list *list, const struct state *s,
                       const struct frame *f)
{
    const int first = s->level * TOKENS_EACH;

    if (f->a < COLOURS) {
        list_expert(list, s, f);
    } else if (f->a == EXPLORER) {
        add_tokens(list, s, MOVE_EXPLORE, first, first + TOKENS_EACH);
    } else if (f->a == TRADER) {
        list_trades(list, s, &s->seat[f->seat]);
    } else if (f->a == ENGINEER) {
        add_range(list, MOVE_IMPROVE, 0, TECHNICIANS - 1);
    } else {
        add(list, MOVE_DRAW, 0, 0, 0);
        add_set(list, MOVE_COPY, spy_neighbours(s, f->seat), 0);
    }
}

/* ---- contracts ---- */

static void list_kept(struct list *list, const struct state *s)
{
    uint64_t set = 0;

    for (int i = 0; i < DRAWN_CONTRACTS; i++)
        set |= UINT64_C(1) << s->drawn[i];
    for (set &= ~UINT64_C(1); set; set &= set - 1)
        add(list, MOVE_KEEP, __builtin_ctzll(set), 0, 0);
}

static void list_contract(struct list *list, const struct seat *me,
                          int contract, unsigned levels)
{
    for (; levels; levels &= levels - 1) {
        const int level = __builtin_ctz(levels);
        uint8_t amounts[AMOUNTS_MAX];
        const size_t count = contract_amounts(me, contract, level, amounts);

        for (size_t i = 0; i < count; i++)
            add(list, MOVE_COMPLETE, contract, level + 1, amounts[i]);
    }
}

static void list_contracts(struct list *list, const struct state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    uint64_t cards = (uint64_t)me->hand << 1;
    unsigned levels = 0;

    if (s->contract_level == KEY_LEVEL && !s->depth)
        return;
    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        cards |= UINT64_C(1) << s->open[i];
    for (int level = 0; level < LEVELS; level++)
        if (s->contract_level == ANY_LEVEL || level == s->level)
            levels |= (cubes_on(me, level) >= RESOURCES_MIN ? 1u : 0u) << level;
    for (cards &= ~UINT64_C(1); levels && cards; cards &= cards - 1)
        list_contract(list, me, __builtin_ctzll(cards), levels);
}

/* ---- frames ---- */

static void list_frame(struct list *list, const struct state *s,
                       const struct frame *f)
{
    switch ((enum frame_kind)f->kind) {
    case FRAME_PROPELLER:
        if (s->seat[f->seat].batteries)
            add_range(list, MOVE_PROPEL, 0, DIVERS - 1);
        break;
    case FRAME_SPONSOR: list_sponsor(list, s, f->seat); break;
    case FRAME_DIVER: list_diver(list, s, f); break;
    case FRAME_PART: list_expert(list, s, f); break;
    case FRAME_PICK:
        for (unsigned set = f->a; set; set &= set - 1)
            add(list, MOVE_TAKE, __builtin_ctz(set), 0, 0);
        break;
    case FRAME_UPGRADE: add_range(list, MOVE_UPGRADE, 0, DIVERS - 1); break;
    case FRAME_KEEP: list_kept(list, s); break;
    case FRAME_OXYGEN:
    case FRAME_SHELTER: add(list, MOVE_OXYGEN, 0, 0, 0); break;
    case FRAME_GAIN: add(list, MOVE_GAIN, 0, 0, 0); break;
    case FRAME_ACTIVATE:
    case FRAME_RETURN:
    case FRAME_RESURFACE:
    case FRAME_RISE:
    case FRAME_END:
    case FRAME_PLACE:
    case FRAME_REPLACE:
    case FRAMES: break;
    }
}

size_t list_options(const struct state *s, struct move *out)
{
    struct list list = {out, 0};

    if (s->depth)
        list_frame(&list, s, &s->stack[s->depth - 1]);
    else
        list_keys(&list, &s->seat[s->turn]);
    return list.count;
}

size_t list_candidates(const struct state *s, struct move *out)
{
    struct list list = {out, list_options(s, out)};

    if (contracts_are_open(s))
        list_contracts(&list, s, acting_seat(s));
    add(&list, MOVE_PASS, 0, 0, 0);
    return list.count;
}
