/* The turn: diving, building, and its end. */
#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

static int opponent(int seat)
{
    return 1 - seat;
}

/* The opponent may react with a specialist that it has face up (BS19): it takes
 * up to `most` resources. */
static void push_reaction(struct state *s, enum op op, int seat, int most,
                          unsigned types)
{
    const int other = opponent(seat);

    for (int i = 1; i <= SPECIALISTS; i++) {
        const struct effect *e = specialists[i].does;

        if (e->op == op && !is_solo(s) && is_face_up(s, other, i))
            push(s, (struct frame){.kind = FRAME_REACT,
                                   .seat = (uint8_t)other,
                                   .n = (uint8_t)(most < e->n ? most : e->n),
                                   .a = (uint8_t)i,
                                   .b = (uint8_t)types});
    }
}

/* ---- diving (rules 1.5.1) ---- */

enum refusal_reason do_dive(struct state *s, int seat, struct move m, bool dry)
{
    (void)m;
    if (s->drawn >= s->dive_count)
        return REFUSED_DECK_EMPTY;
    if (dry)
        return REFUSED_OK;
    s->drawn++;
    recorder_reveal(s);
    note_move(s, STEP_DIVE, seat, s->dive[s->drawn - 1], 1,
              place_of(PLACE_PILE), place_of(PLACE_DISPLAY));
    if (s->drawn < s->dive_count &&
        s->dive[s->drawn] > SHALLOW_CARDS + SHELF_CARDS)
        goods_note_end(s);
    s->action = ACTION_DIVE;
    push_plain(s, FRAME_LIMIT, seat);
    push_plain(s, FRAME_WINDOW, seat);
    push_plain(s, FRAME_AFTER_DIVE, seat);
    push_plain(s, FRAME_GIVE, opponent(seat));
    push_plain(s, FRAME_WINDOW, seat);
    push_reaction(s, OP_TAKE_SHOWN, seat, INT8_MAX, 0);
    push_plain(s, FRAME_GIVE, seat);
    push_plain(s, FRAME_FACE, seat);
    return REFUSED_OK;
}

/* n of the frame: the first card of solo play, which gives the seat one
 * resource more (rules 1.8). */
enum refusal_reason do_face(struct state *s, int seat, struct move m, bool dry)
{
    const struct half *other = &dive_card(s)->half[1 - move_a(m)];
    const bool is_start = top(s)->n && is_solo(s);
    const int facing = seat ? 1 - move_a(m) : move_a(m);

    if (is_solo(s) && other->wild)
        return REFUSED_WILD_HALF;
    if (dry && dive_is_pair(s))
        return REFUSED_NO_EFFECT;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    if (facing != s->facing)
        note(s, STEP_FACE, seat, 0, facing);
    s->facing = (uint8_t)facing;
    if (is_start) {
        solo_push_tokens(s, 1 - move_a(m), true);
        push_take(s, seat, 1, ALL_RESOURCES, TAKE_MUST);
        effects_give_half(s, seat, move_a(m));
    }
    return REFUSED_OK;
}

/* Two halves that give pairs are taken together (BS11). */
void run_give(struct state *s, const struct frame *f)
{
    const int half = half_of(s, f->seat);

    if (dive_card(s)->half[half].kind == HALF_PAIR) {
        if (f->seat == s->turn)
            push_count(s, FRAME_PAIR, f->seat, 1);
    } else if (is_solo(s) && f->seat != 0) {
        solo_push_tokens(s, half, false);
    } else {
        effects_give_half(s, f->seat, half);
    }
}

void run_after_dive(struct state *s, const struct frame *f)
{
    const int shared = decreed_n(s, OP_DIVE_SHARE, 0);
    const int more = decreed_n(s, OP_DIVE_BONUS, shared);

    if (shared)
        push_take(s, opponent(f->seat), shared, ALL_RESOURCES, 0);
    if (more)
        push_take(s, f->seat, more, ALL_RESOURCES, 0);
}

/* ---- building (rules 1.5.2) ---- */

/* What the seat pays, and whether the specialist, if any, helps. */
static enum refusal_reason price(const struct state *s, int seat, struct move m,
                                 int *out)
{
    const int help = move_c(m);
    int cost = board_price(s, move_b(m), move_a(m));

    if (help) {
        const struct effect *e = specialists[help].does;

        if (e->op != OP_DISCOUNT || !is_face_up(s, seat, help) || cost == 0)
            return REFUSED_HELP;
        cost = cost > e->n ? cost - e->n : 0;
    }
    *out = cost;
    return REFUSED_OK;
}

/* Steps 4 and 5, then row bonus, column bonus and the ship (S2). */
static void push_build(struct state *s, int seat, int location, int paid)
{
    const struct frame effect = {.kind = FRAME_LOCATION_EFFECT,
                                 .seat = (uint8_t)seat,
                                 .a = (uint8_t)location};

    push_plain(s, FRAME_LIMIT, seat);
    ships_push_here(s, seat, location);
    push_plain(s, FRAME_WINDOW, seat);
    push_plain(s, FRAME_COLUMN, seat);
    push_plain(s, FRAME_ROW, seat);
    if (bonuses_are_due(s, seat))
        push_plain(s, FRAME_WINDOW, seat);
    push(s, effect);
    push_plain(s, FRAME_WINDOW, seat);
    push_plain(s, FRAME_BUILDING_EFFECT, seat);
    push_plain(s, FRAME_WINDOW, seat);
    if (paid > 0)
        push_reaction(s, OP_TAKE_PAID, seat, paid,
                      1u << demand_at(s, location));
}

enum refusal_reason do_build(struct state *s, int seat, struct move m, bool dry)
{
    const int piece = move_a(m), location = move_b(m);
    struct seat *me = &s->seat[seat];
    enum refusal_reason why;
    int cost;

    if (s->building[location])
        return REFUSED_OCCUPIED;
    if (me->built[piece] >= PIECES_EACH)
        return REFUSED_NO_PIECE;
    why = price(s, seat, m, &cost);
    if (why)
        return why;
    if (me->stock[demand_at(s, location)] < cost)
        return REFUSED_COST;
    if (dry)
        return REFUSED_OK;
    s->action = ACTION_BUILD;
    s->site = (uint8_t)(location + 1);
    s->piece = (uint8_t)piece;
    if (move_c(m))
        specialist_flip(s, seat, move_c(m), false);
    goods_return(s, seat, demand_at(s, location), cost);
    board_build(s, seat, piece, location);
    push_build(s, seat, location, cost);
    return REFUSED_OK;
}

/* An empty display has no effect (BS1), nor has a supply of ships at its
 * end. */
void run_building_effect(struct state *s, const struct frame *f)
{
    switch ((enum piece)s->piece) {
    case PORT:
        push(s, (struct frame){.kind = FRAME_DOCK,
                               .seat = f->seat,
                               .a = (uint8_t)(s->site ? s->site - 1 : 0)});
        break;
    case ACADEMY: push_plain(s, FRAME_HIRE, f->seat); break;
    case SHIPYARD:
        if (s->seat[f->seat].ships)
            push_plain(s, FRAME_SHIP, f->seat);
        break;
    case PIECES: break;
    }
}

/* ---- the end of the turn ---- */

void run_limit(struct state *s, const struct frame *f)
{
    if (decreed(s, OP_LIMIT))
        push_count(s, FRAME_KEEP, f->seat, decreed_n(s, OP_LIMIT, 0));
}

static void end_match(struct state *s)
{
    s->phase = PHASE_OVER;
    note(s, STEP_OVER, -1, 0, 0);
}

/* The seat's turn is over; returns whether the match is, after the round that
 * follows the one in which the end was noted. */
static bool count_round(struct state *s)
{
    if (is_solo(s))
        return solo_is_over(s);
    if (s->turn == s->first || !s->ending)
        return false;
    return --s->ending == 0;
}

void turn_end(struct state *s)
{
    s->turns++;
    s->action = ACTION_NONE;
    s->site = s->piece = 0;
    if (s->extra) {
        s->extra = 0;
        if (!is_solo(s) || !solo_is_over(s))
            return;
    }
    if (count_round(s))
        end_match(s);
    else if (!is_solo(s))
        s->turn = (uint8_t)opponent(s->turn);
}
