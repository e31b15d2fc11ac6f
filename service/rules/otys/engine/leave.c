/* Leaving, and what cannot be undone. */
#include "rules/otys/engine/decide.h"
#include "rules/otys/engine/journal.h"

/* Contracts that were drawn go back under the deck. */
static void return_drawn(struct state *s)
{
    for (int i = 0; i < DRAWN_CONTRACTS && s->drawn[i]; i++) {
        note_secret(s, STEP_CONTRACT, s->turn, s->drawn[i],
                    place_at(PLACE_DRAWN, s->turn, 0), place_of(PLACE_DECK));
        pile_put_under(pile_deck(s), s->drawn[i]);
        s->drawn[i] = 0;
    }
}

/* The turn is broken off: a token that was taken, or used, is discarded. */
static void break_off(struct state *s)
{
    return_drawn(s);
    while (s->depth) {
        const struct frame f = pop(s);

        if (f.kind == FRAME_REPLACE)
            run_replace(s, &f);
        if (f.kind != FRAME_PLACE)
            continue;
        set_add(&s->discards, f.a);
        note_move(s, STEP_TOKEN, f.seat, f.a, place_at(PLACE_TAKEN, f.seat, 0),
                  place_of(PLACE_DISCARDS));
    }
}

/* Its neutral keys return to the supply; its board stays as it is. */
static void return_neutral(struct state *s, int seat)
{
    struct seat *me = &s->seat[seat];

    for (; me->neutral; me->neutral--)
        note_move(s, STEP_KEY, seat, KEY_NEUTRAL,
                  place_at(PLACE_BOARD, seat, 0), place_of(PLACE_SUPPLY));
    for (; me->used_neutral; me->used_neutral--)
        note_move(s, STEP_KEY, seat, KEY_NEUTRAL,
                  place_at(PLACE_TRACK, seat, 0), place_of(PLACE_SUPPLY));
}

static void remove_seat(struct state *s, int seat, bool together)
{
    leavers_add(&s->leavers, seat, together);
    note(s, STEP_LEAVE, seat, 0, s->leavers.place[seat]);
    return_neutral(s, seat);
    if (s->phase == PHASE_OVER)
        return;
    if (leavers_count(&s->leavers) >= s->seats - 1) {
        break_off(s);
        s->key = s->level = s->is_free = s->is_double = s->stays = s->copied =
            s->declined = 0;
        s->phase = PHASE_OVER;
        note(s, STEP_OVER, -1, 0, 0);
    } else if (seat == s->turn) {
        break_off(s);
        turn_end(s);
    }
    advance(s);
}

void state_leave(void *state, int seat, bool together)
{
    struct state *s = state;
    struct state before;

    if (seat < 0 || !is_playing(s, seat) ||
        (s->phase == PHASE_OVER &&
         !(together && leavers_ended(&s->leavers, s->seats))))
        return;
    if (recorder_is_on(s))
        before = *s;
    remove_seat(s, seat, together);
    if (recorder_is_on(s))
        note_progress(&before, s);
}

seat_set state_left(const void *state)
{
    return leavers_seats(&((const struct state *)state)->leavers);
}

/* Cards and tokens that were turned up or drawn, and contracts that only one
 * player had seen. */
static bool reveals(const struct state *b, const struct state *a)
{
    for (int seat = 0; seat < b->seats; seat++)
        if (b->seat[seat].hand & ~a->seat[seat].hand)
            return true;
    return a->deck_count < b->deck_count || a->bag_count != b->bag_count ||
           memcmp(b->display, a->display, sizeof b->display) != 0;
}

/* Whether the turn ends with a move may depend on a contract that the move
 * reveals; so a move that reveals is not said to be final. */
unsigned state_irreversible(const void *before, const void *after)
{
    const struct state *b = before, *a = after;

    if (reveals(b, a))
        return IRREVERSIBLE_REVEAL;
    if (b->phase != a->phase || b->turn != a->turn || b->round != a->round ||
        state_to_act(b) != state_to_act(a))
        return IRREVERSIBLE_FINAL;
    return 0;
}
