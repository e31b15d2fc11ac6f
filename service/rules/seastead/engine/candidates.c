/* The candidates of each decision, ascending by their bits. */
#include "rules/seastead/engine/abilities.h"
#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/handlers.h"

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

static void add_set(struct list *list, enum verb verb, unsigned set)
{
    for (; set; set &= set - 1)
        add(list, verb, 1 + __builtin_ctz(set), 0, 0);
}

/* The members of a display, ascending. */
static void add_display(struct list *list, enum verb verb,
                        const uint8_t *display)
{
    unsigned set = 0;

    for (int i = 0; i < DISPLAY; i++)
        set |= display[i] ? 1u << (display[i] - 1) : 0;
    add_set(list, verb, set);
}

/* ---- amounts ---- */

/* All amounts with a sum from `least` to `most`, within limits. */
static void add_amounts(struct list *list, enum verb verb, const int *limit,
                        int least, int most)
{
    int a[RESOURCES];

    for (a[0] = 0; a[0] <= limit[0] && a[0] <= most; a[0]++)
        for (a[1] = 0; a[1] <= limit[1] && a[0] + a[1] <= most; a[1]++)
            for (a[2] = 0; a[2] <= limit[2] && a[0] + a[1] + a[2] <= most;
                 a[2]++) {
                const int sum = a[0] + a[1] + a[2];

                a[3] = sum < least ? least - sum : 0;
                for (; a[3] <= limit[3] && sum + a[3] <= most; a[3]++)
                    if (list->count < CANDIDATES_MAX)
                        list->out[list->count++] = move_amounts(verb, a);
            }
}

static void list_take(struct list *list, const struct state *s,
                      const struct frame *f)
{
    int limit[RESOURCES];

    for (int r = 0; r < RESOURCES; r++) {
        limit[r] = f->a >> r & 1 ? supply_of(s, r) : 0;
        if (f->b & TAKE_DISTINCT && limit[r] > 1)
            limit[r] = 1;
        if (limit[r] > 15)
            limit[r] = 15;
    }
    add_amounts(list, MOVE_TAKE, limit, 1, f->n);
}

static void list_pair(struct list *list, const struct state *s)
{
    int limit[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        limit[r] = is_older(s) || supply_of(s, r) > 0;
    add_amounts(list, MOVE_TAKE, limit, 1, 2);
}

static void list_keep(struct list *list, const struct state *s,
                      const struct frame *f)
{
    int limit[RESOURCES];

    for (int r = 0; r < RESOURCES; r++)
        limit[r] = s->seat[f->seat].stock[r];
    if (stock_count(&s->seat[f->seat]) > f->n)
        add_amounts(list, MOVE_KEEP, limit, f->n, f->n);
}

static void list_resources(struct list *list, const struct state *s, int seat)
{
    for (int r = 0; r < RESOURCES; r++)
        if (s->seat[seat].stock[r])
            add(list, MOVE_PAY, r, 0, 0);
}

/* ---- locations ---- */

static void list_ship(struct list *list, const struct state *s)
{
    for (int l = 0; l < LOCATIONS; l++)
        if (is_free(s, l))
            add(list, MOVE_SHIP, l, 0, 0);
}

static void list_sail(struct list *list, const struct state *s, int seat)
{
    for (int from = 0; from < LOCATIONS; from++)
        for (int to = 0; s->ship[from] == seat + 1 && to < LOCATIONS; to++)
            if (is_free(s, to))
                add(list, MOVE_SAIL, from, to, 0);
}

static void list_copy(struct list *list, const struct state *s, int seat)
{
    for (int l = 0; l < LOCATIONS; l++)
        if (owner_at(s, l) == seat)
            add(list, MOVE_COPY, l, 0, 0);
}

static void list_move(struct list *list, const struct state *s, int seat)
{
    for (int from = 0; from < LOCATIONS; from++)
        for (int to = 0; board_is_movable(s, from, seat) && to < LOCATIONS;
             to++)
            if (!s->building[to])
                add(list, MOVE_MOVE, from, to, 0);
}

static void list_exchange(struct list *list, const struct state *s, int seat)
{
    for (int from = 0; from < LOCATIONS; from++)
        for (int to = 0; board_is_movable(s, from, seat) && to < LOCATIONS;
             to++)
            if (board_is_movable(s, to, 1 - seat))
                add(list, MOVE_EXCHANGE, from, to, 0);
}

static void list_tokens(struct list *list, const struct state *s)
{
    for (int r = 0; r < RESOURCES; r++)
        for (int l = 0; l < LOCATIONS; l++)
            if (demand_at(s, l) == r && !s->building[l])
                add(list, MOVE_TOKEN, r, l, 0);
}

static void list_swap(struct list *list)
{
    for (int a = 0; a < FLOTILLAS; a++)
        for (int b = a + 1; b < FLOTILLAS; b++) {
            add(list, MOVE_SWAP, a, b, a);
            add(list, MOVE_SWAP, a, b, b);
        }
}

/* ---- the turn ---- */

/* The specialist that can lower prices, or 0. */
static int price_help(const struct state *s, int seat)
{
    for (unsigned set = s->seat[seat].face_up; set; set &= set - 1)
        if (specialists[1 + __builtin_ctz(set)].does->op == OP_DISCOUNT)
            return 1 + __builtin_ctz(set);
    return 0;
}

static void list_turn(struct list *list, const struct state *s, int seat)
{
    const int help = price_help(s, seat);

    add(list, MOVE_DIVE, 0, 0, 0);
    for (int piece = 0; piece < PIECES; piece++) {
        if (s->seat[seat].built[piece] >= PIECES_EACH)
            continue;
        for (int l = 0; l < LOCATIONS; l++) {
            if (s->building[l])
                continue;
            add(list, MOVE_BUILD, piece, l, 0);
            if (help)
                add(list, MOVE_BUILD, piece, l, help);
        }
    }
}

static void list_frame(struct list *list, const struct state *s,
                       const struct frame *f)
{
    const struct seat *me = &s->seat[f->seat];

    switch ((enum frame_kind)f->kind) {
    case FRAME_FACE:
        if (!dive_is_pair(s))
            add_range(list, MOVE_FACE, 0, 1);
        break;
    case FRAME_TAKE: list_take(list, s, f); break;
    case FRAME_PAIR: list_pair(list, s); break;
    case FRAME_KEEP: list_keep(list, s, f); break;
    case FRAME_CLEAN: add_range(list, MOVE_CLEAN, 1, f->n); break;
    case FRAME_RECYCLE:
    case FRAME_TRADE: list_resources(list, s, f->seat); break;
    case FRAME_GATHER: add(list, MOVE_GATHER, 0, 0, 0); break;
    case FRAME_DOCK: add_display(list, MOVE_DOCK, s->dock_display); break;
    case FRAME_HIRE: add_display(list, MOVE_HIRE, s->specialist_display); break;
    case FRAME_SHIP: list_ship(list, s); break;
    case FRAME_COPY: list_copy(list, s, f->seat); break;
    case FRAME_ENACT:
        for (int i = 0; i < 2; i++)
            if (s->drawn_decree[i])
                add(list, MOVE_ENACT, s->drawn_decree[i], 0, 0);
        break;
    case FRAME_RETIRE: add_set(list, MOVE_RETIRE, me->face_up); break;
    case FRAME_READY:
        add_set(list, MOVE_READY, me->specialists & (unsigned)~me->face_up);
        break;
    case FRAME_COLLECT: add_range(list, MOVE_COLLECT, 1, DOCKS); break;
    case FRAME_SAIL: list_sail(list, s, f->seat); break;
    case FRAME_SWAP: list_swap(list); break;
    case FRAME_MOVE: list_move(list, s, f->seat); break;
    case FRAME_EXCHANGE: list_exchange(list, s, f->seat); break;
    case FRAME_TOKENS: list_tokens(list, s); break;
    case FRAME_RAISE: add_range(list, MOVE_RAISE, 0, PIECES - 1); break;
    case FRAME_BOX_DOCK:
        add_display(list, MOVE_BOX_DOCK, s->dock_display);
        break;
    case FRAME_BOX_SPECIALIST:
        add_display(list, MOVE_BOX_SPECIALIST, s->specialist_display);
        break;
    case FRAME_REACT:
    case FRAME_WINDOW:
    case FRAME_GIVE:
    case FRAME_AFTER_DIVE:
    case FRAME_BUILDING_EFFECT:
    case FRAME_LOCATION_EFFECT:
    case FRAME_ROW:
    case FRAME_COLUMN:
    case FRAME_SHIP_HERE:
    case FRAME_REFILL_DOCKS:
    case FRAME_REFILL_SPECIALISTS:
    case FRAME_LIMIT:
    case FRAMES: break;
    }
}

size_t list_candidates(const struct state *s, struct move *out)
{
    const struct frame *f = s->depth ? &s->stack[s->depth - 1] : NULL;
    const int seat = f ? f->seat : s->turn;
    struct list list = {out, 0};

    if (!f)
        list_turn(&list, s, seat);
    else
        list_frame(&list, s, f);
    if (ability_windows(s))
        add_set(&list, MOVE_USE, s->seat[seat].face_up);
    add(&list, MOVE_PASS, 0, 0, 0);
    return list.count;
}
