/* The effects of locations (rules 1.5.7), and what each verb does. */
#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

/* ---- the dive card ---- */

void effects_give_half(struct state *s, int seat, int half)
{
    const struct half *h = &dive_card(s)->half[half];

    switch ((enum half_kind)h->kind) {
    case HALF_FIXED:
        for (int r = 0; r < RESOURCES; r++)
            (void)goods_take(s, seat, r, h->amount[r]);
        if (h->wild)
            push_take(s, seat, h->wild, ALL_RESOURCES, TAKE_MUST);
        break;
    case HALF_PAIR: push_count(s, FRAME_PAIR, seat, 0); break;
    case HALF_SAME:
        push_take(s, seat, 2, ALL_RESOURCES, TAKE_MUST | TAKE_SAME);
        break;
    case HALF_THREE:
        push_take(s, seat, 3, ALL_RESOURCES, TAKE_MUST | TAKE_DISTINCT);
        break;
    }
}

/* Whether a half gives anything that is in the supply. */
static bool half_has(const struct state *s, int half)
{
    const struct half *h = &dive_card(s)->half[half];

    for (int r = 0; r < RESOURCES; r++)
        if (supply_of(s, r) > 0 &&
            (h->kind != HALF_FIXED || h->wild || h->amount[r]))
            return true;
    return false;
}

/* Take what the half of a seat shows, or what both do.  Two halves that give
 * pairs are one of each type then (S10). */
static void gather(struct state *s, int seat, bool both)
{
    const int half = half_of(s, seat);

    if (both && dive_card(s)->half[half].kind == HALF_PAIR) {
        for (int r = 0; r < RESOURCES; r++)
            (void)goods_take(s, seat, r, 1);
        return;
    }
    if (both)
        effects_give_half(s, seat, 1 - half);
    effects_give_half(s, seat, half);
}

/* n of the frame: both halves. */
enum refusal_reason do_gather(struct state *s, int seat, struct move m,
                              bool dry)
{
    const bool both = top(s)->n;
    const int half = half_of(s, seat);

    (void)m;
    if (!half_has(s, half) && !(both && half_has(s, 1 - half)))
        return REFUSED_NO_EFFECT;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    gather(s, seat, both);
    return REFUSED_OK;
}

/* ---- counted effects ---- */

enum refusal_reason do_clean(struct state *s, int seat, struct move m, bool dry)
{
    if (move_a(m) > top(s)->n)
        return REFUSED_AMOUNT;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    goods_clean(s, seat, move_a(m));
    return REFUSED_OK;
}

/* Pay for a cleanup token, or for resources: each time is complete before the
 * next one (BS4). */
enum refusal_reason do_pay(struct state *s, int seat, struct move m, bool dry)
{
    const struct frame f = *top(s);

    if (!s->seat[seat].stock[move_a(m)])
        return REFUSED_STOCK;
    if (dry)
        return REFUSED_OK;
    use_up(s);
    goods_return(s, seat, move_a(m), 1);
    if (f.kind == FRAME_RECYCLE)
        goods_clean(s, seat, 1);
    else
        push_take(s, seat, f.a, ALL_RESOURCES, 0);
    return REFUSED_OK;
}

enum refusal_reason do_retire(struct state *s, int seat, struct move m,
                              bool dry)
{
    const int resources = top(s)->n;

    if (!has_specialist(s, seat, move_a(m)))
        return REFUSED_NOT_YOURS;
    if (!is_face_up(s, seat, move_a(m)))
        return REFUSED_FACE_DOWN;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    specialist_flip(s, seat, move_a(m), false);
    push_take(s, seat, resources, ALL_RESOURCES, 0);
    return REFUSED_OK;
}

/* ---- decrees ---- */

static struct journal_place drawn(int seat)
{
    return place_at(PLACE_DRAWN, seat, 0);
}

static void enact(struct state *s, int seat, int decree,
                  struct journal_place from)
{
    if (s->decree) {
        s->covered |= (uint16_t)(1u << (s->decree - 1));
        note_move(s, STEP_DECREE, seat, s->decree, 1, place_of(PLACE_FORCE),
                  place_of(PLACE_COVERED));
    }
    s->decree = (uint8_t)decree;
    note_move(s, STEP_DECREE, seat, decree, 1, from, place_of(PLACE_FORCE));
}

/* Draw two; a single one is in force at once (S12). */
static void draw_decrees(struct state *s, int seat)
{
    const int count = s->decree_count < 2 ? s->decree_count : 2;
    uint8_t card[2] = {0};

    if (count)
        recorder_reveal(s);
    for (int i = 0; i < count; i++) {
        card[i] = s->decree_pile[--s->decree_count];
        s->decree_pile[s->decree_count] = 0;
    }
    if (count == 1) {
        enact(s, seat, card[0], place_of(PLACE_PILE));
    } else if (count == 2) {
        const bool in_order = card[0] < card[1];

        s->drawn_decree[0] = card[!in_order];
        s->drawn_decree[1] = card[in_order];
        for (int i = 0; i < 2; i++)
            note_secret(s, STEP_DECREE, seat, s->drawn_decree[i], 1,
                        place_of(PLACE_PILE), drawn(seat));
        push_plain(s, FRAME_ENACT, seat);
    }
}

enum refusal_reason do_enact(struct state *s, int seat, struct move m, bool dry)
{
    const int which = s->drawn_decree[1] == move_a(m);
    const uint8_t other = s->drawn_decree[1 - which];

    if (s->drawn_decree[which] != move_a(m))
        return REFUSED_NOT_DRAWN;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    s->drawn_decree[0] = s->drawn_decree[1] = 0;
    enact(s, seat, move_a(m), drawn(seat));
    memmove(s->decree_pile + 1, s->decree_pile, s->decree_count);
    s->decree_pile[0] = other;
    s->decree_count++;
    note_secret(s, STEP_DECREE, seat, other, 1, drawn(seat),
                place_of(PLACE_PILE));
    return REFUSED_OK;
}

/* ---- which effect does what ---- */

/* Buildings of a type on the flotilla; a copied effect counts the new building
 * as if it stood there (S9), and if it stands there no further one (BT3). */
static int count_here(const struct state *s, const struct frame *f, int piece)
{
    const bool is_added = f->b && s->site && s->piece == piece &&
                          flotilla_of(s->site - 1) != flotilla_of(f->a);

    return board_count(s, f->a, piece) + is_added;
}

static unsigned others(const struct state *s, const struct frame *f)
{
    return ALL_RESOURCES & ~(1u << demand_at(s, f->a));
}

static void push_trade(struct state *s, int seat, int times, int gained)
{
    push(s, (struct frame){.kind = FRAME_TRADE,
                           .seat = (uint8_t)seat,
                           .n = (uint8_t)times,
                           .a = (uint8_t)gained});
}

/* An effect of a location may be declined; a specialist is used to take. */
static void push_gather(struct state *s, const struct frame *f, bool both)
{
    if (f->kind == FRAME_LOCATION_EFFECT || is_older(s))
        push_count(s, FRAME_GATHER, f->seat, both);
    else
        gather(s, f->seat, both);
}

void push_copy(struct state *s, int seat, uint32_t visited)
{
    struct frame copy = {.kind = FRAME_COPY, .seat = (uint8_t)seat};

    frame_store(&copy, visited);
    push(s, copy);
}

/* The active player first, then the opponent (S11); the Boss has no storage. */
static void push_keep(struct state *s, int seat, int n)
{
    if (!is_solo(s))
        push_count(s, FRAME_KEEP, 1 - seat, n);
    push_count(s, FRAME_KEEP, seat, n);
}

/* The types on the half of the active player. */
static unsigned types_shown(const struct state *s)
{
    const struct half *h = &dive_card(s)->half[half_of(s, s->turn)];
    unsigned types = 0;

    if (h->kind != HALF_FIXED || h->wild)
        return ALL_RESOURCES;
    for (int r = 0; r < RESOURCES; r++)
        types |= h->amount[r] ? 1u << r : 0;
    return types;
}

static int ships_out(const struct state *s, int seat)
{
    int count = 0;

    for (int l = 0; l < LOCATIONS; l++)
        count += s->ship[l] == seat + 1;
    return count;
}

/* Verbs that take resources.  Of a reaction, n of the frame is how many, and b
 * the types that were paid. */
static void run_take(struct state *s, const struct frame *f,
                     const struct effect *e)
{
    const int seat = f->seat;

    switch ((enum op)e->op) {
    case OP_TAKE:
        push_take(s, seat, e->n, e->types ? e->types : others(s, f), 0);
        break;
    case OP_TAKE_EACH:
        push_take(s, seat, count_here(s, f, e->piece), others(s, f), 0);
        break;
    case OP_TAKE_SHIPS:
        push_take(s, seat, e->n * ships_out(s, seat), ALL_RESOURCES, 0);
        break;
    case OP_TAKE_PAID: push_take(s, seat, f->n, f->b, 0); break;
    case OP_TAKE_SHOWN: push_take(s, seat, f->n, types_shown(s), 0); break;
    case OP_OPPONENT_TAKES:
        if (!is_solo(s))
            push_take(s, 1 - seat, e->n, e->types, 0);
        break;
    default: break;
    }
}

/* The other verbs; those of decrees change rules and do nothing here. */
static void run_verb(struct state *s, const struct frame *f,
                     const struct effect *e)
{
    const int seat = f->seat;

    switch ((enum op)e->op) {
    case OP_CLEAN: push_count(s, FRAME_CLEAN, seat, e->n); break;
    case OP_CLEAN_EACH:
        push_count(s, FRAME_CLEAN, seat, count_here(s, f, e->piece));
        break;
    case OP_RECYCLE: push_count(s, FRAME_RECYCLE, seat, e->times); break;
    case OP_TRADE: push_trade(s, seat, e->times, e->n); break;
    case OP_KEEP: push_keep(s, seat, e->n); break;
    case OP_COPY: push_copy(s, seat, 1u << f->a); break;
    case OP_GATHER: push_gather(s, f, e->n - 1); break;
    case OP_DRAW_DECREES: draw_decrees(s, seat); break;
    case OP_RETIRE: push_count(s, FRAME_RETIRE, seat, e->n); break;
    case OP_MOVE: push_plain(s, FRAME_MOVE, seat); break;
    case OP_EXCHANGE: push_plain(s, FRAME_EXCHANGE, seat); break;
    case OP_SAIL: push_count(s, FRAME_SAIL, seat, e->n); break;
    case OP_SWAP: push_plain(s, FRAME_SWAP, seat); break;
    case OP_HIRE: push_plain(s, FRAME_HIRE, seat); break;
    case OP_EXTRA_TURN: s->extra = !is_solo(s) || is_older(s); break;
    default: run_take(s, f, e); break;
    }
}

void effects_run(struct state *s, const struct frame *f,
                 const struct effect parts[EFFECT_PARTS])
{
    for (int i = EFFECT_PARTS - 1; i >= 0; i--)
        run_verb(s, f, &parts[i]);
}

void run_location_effect(struct state *s, const struct frame *f)
{
    effects_run(s, f, location_effects[location_at(s, f->a)->effect]);
}
