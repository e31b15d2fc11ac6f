/* The turn: the key, the propeller, activating and resurfacing, the end. */
#include "rules/otys/engine/column.h"
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

/* ---- steps 0 and 1 ---- */

static bool has_key(const struct seat *me, int key)
{
    return key == KEY_NEUTRAL ? me->neutral > 0 : me->keys >> (key - 1) & 1;
}

/* The sponsor of the last level goes to the first (BO3). */
static void rotate(struct state *s)
{
    const uint8_t last = s->sponsor[LEVELS - 1];

    memmove(s->sponsor + 1, s->sponsor, LEVELS - 1);
    s->sponsor[0] = last;
    note(s, STEP_ROTATE, -1, 0, 1);
}

static void push_turn(struct state *s, int seat)
{
    push_plain(s, FRAME_END, seat);
    push_plain(s, FRAME_RESURFACE, seat);
    push_plain(s, FRAME_OXYGEN, seat);
    push_plain(s, FRAME_RETURN, seat);
    push_plain(s, FRAME_ACTIVATE, seat);
    push_plain(s, FRAME_SPONSOR, seat);
    push_plain(s, FRAME_PROPELLER, seat);
}

enum refusal_reason do_key(struct state *s, int seat, struct move m, bool dry)
{
    const int key = move_a(m);
    struct seat *me = &s->seat[seat];

    if (!has_key(me, key))
        return REFUSED_KEY_USED;
    if (dry)
        return REFUSED_OK;
    s->key = (uint8_t)key;
    s->level = (uint8_t)((key < KEY_X ? key : move_b(m)) - 1);
    if (key == KEY_NEUTRAL)
        me->neutral--;
    else
        me->keys &= (uint8_t) ~(1u << (key - 1));
    note_move(s, STEP_KEY, seat, key, place_at(PLACE_BOARD, seat, 0),
              place_at(PLACE_USE, seat, s->level));
    if (key >= KEY_X)
        rotate(s);
    push_turn(s, seat);
    return REFUSED_OK;
}

/* A diver comes to the key's level, or the one there goes to its slot (O1). */
enum refusal_reason do_propel(struct state *s, int seat, struct move m,
                              bool dry)
{
    const struct seat *me = &s->seat[seat];
    const int there = column_slot(me, move_a(m)), here = key_slot(s);
    const int distance = there < here ? here - there : there - here;

    if (!me->batteries)
        return REFUSED_NO_BATTERY;
    if (!distance || distance > mechanic_values[me->improved[MECHANIC]])
        return REFUSED_TOO_FAR;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    goods_pay_battery(s, seat);
    if (s->propeller == TO_KEY_LEVEL)
        column_move(s, seat, there, here);
    else
        column_move(s, seat, here, there);
    return REFUSED_OK;
}

/* ---- steps 2 and 3 ---- */

void run_activate(struct state *s, const struct frame *f)
{
    push(s, (struct frame){.kind = FRAME_DIVER,
                           .seat = f->seat,
                           .n = s->is_double ? 2 : 1,
                           .a = (uint8_t)key_diver(s)});
}

/* The key is added first, then the track is checked (BO22). */
void run_return(struct state *s, const struct frame *f)
{
    struct seat *me = &s->seat[f->seat];

    note_move(s, STEP_KEY, f->seat, s->key,
              place_at(PLACE_USE, f->seat, s->level),
              place_at(PLACE_TRACK, f->seat, 0));
    if (s->key == KEY_NEUTRAL)
        me->used_neutral++;
    s->key = NO_KEY;
    if (track_length(s, f->seat) < hacker_value(me))
        return;
    me->keys = ALL_KEYS;
    me->used_neutral = 0;
    note(s, STEP_RETURN, f->seat, 0, 1);
}

/* The own diver stays, or one that was copied does (BO35).  The own decision
 * stays open for contracts. */
enum refusal_reason do_oxygen(struct state *s, int seat, struct move m,
                              bool dry)
{
    (void)m;
    if (!is_playing(s, seat) || (top(s)->kind == FRAME_OXYGEN && s->stays))
        return REFUSED_NOT_NOW;
    if (!s->seat[seat].batteries)
        return REFUSED_NO_BATTERY;
    if (dry)
        return REFUSED_OK;
    goods_pay_battery(s, seat);
    if (top(s)->kind == FRAME_OXYGEN) {
        s->stays = 1;
        return REFUSED_OK;
    }
    (void)pop(s);
    (void)pop(s);
    return REFUSED_OK;
}

/* In the variant of the Spy the divers that it copied come along; the owner who
 * is next in the play order decides first. */
void run_resurface(struct state *s, const struct frame *f)
{
    if (s->stays)
        return;
    column_move(s, f->seat, key_slot(s), 0);
    for (int i = s->seats - 1; i > 0; i--) {
        const int owner = (f->seat + i) % s->seats;

        if (!(s->copied >> owner & 1))
            continue;
        push_plain(s, FRAME_RISE, owner);
        push_plain(s, FRAME_SHELTER, owner);
    }
}

void run_rise(struct state *s, const struct frame *f)
{
    column_move(s, f->seat, key_slot(s), 0);
}

/* ---- the end of the turn ---- */

/* The place of a seat in the play order, from 0. */
static int place_of_seat(const struct state *s, int seat)
{
    return (seat + s->seats - s->first) % s->seats;
}

void turn_end(struct state *s)
{
    const int before = s->turn;

    s->key = s->level = s->is_free = s->is_double = s->stays = s->copied = 0;
    s->declined = 0;
    do
        s->turn = (uint8_t)((s->turn + 1) % s->seats);
    while (!is_playing(s, s->turn));
    if (place_of_seat(s, s->turn) > place_of_seat(s, before))
        return;
    if (is_end_noted(s) || s->round >= ROUNDS_MAX) {
        s->phase = PHASE_OVER;
        note(s, STEP_OVER, -1, 0, 0);
    } else {
        s->round++;
    }
}

void run_end(struct state *s, const struct frame *f)
{
    (void)f;
    turn_end(s);
}
