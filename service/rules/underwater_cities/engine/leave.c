/* A seat leaves the match (rulings 31, 90). */
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/rounds.h"

/* End the turn of the seat that leaves (ruling 90): what was done stays, open
 * parts are lost, no card is drawn. */
static void abandon_turn(struct uwc_state *s)
{
    for (int i = s->depth - 1; i >= 0; i--)
        if (s->stack[i].source == FRAME_SPECIALS ||
            s->stack[i].source == FRAME_TILES)
            pile_return_reveal(s, (enum source_kind)s->stack[i].source);
    memset(s->stack, 0, sizeof s->stack);
    s->depth = 0;
    /* A special that was paid for never returns to the decks (rules p. 8). */
    if (s->card && s->card_progress == RUNNING && card_is_special(s->card))
        journal_move(s, JOURNAL_CARD, uwc_active(s), s->card,
                     place_of(PLACE_TURN), place_of(PLACE_OUT));
    else if (s->card)
        pile_discard(s, uwc_active(s), s->card, place_of(PLACE_TURN));
    s->card = CARD_NONE;
    s->claim_after_use = s->draws = s->top_hidden = 0;
}

/* Open production choices are declined; choices already made are dropped, too
 * (ruling 90). */
static void decline_rest(struct seat *me)
{
    me->asked = me->is_choosing = me->produced_biomatter = 0;
    memset(me->answer, 0, sizeof me->answer);
}

/* Note that the seat leaves.  Returns false if it no longer can. */
static bool note_leaver(struct uwc_state *s, int seat, bool together)
{
    struct leavers leavers = uwc_leavers(s);

    if (seat < 0 || seat >= s->seats || s->seat[seat].left ||
        (s->phase == PHASE_OVER &&
         !(together && leavers_ended(&leavers, s->seats))))
        return false;
    leavers_add(&leavers, seat, together);
    s->seat[seat].left = leavers.place[seat];
    s->left_count++;
    journal_seat(s, JOURNAL_LEAVE, seat, 0, s->seat[seat].left);
    return true;
}

/* What the seat was doing ends, and the match goes on without it. */
static void go_on_without(struct uwc_state *s, int seat)
{
    const bool acting = s->phase == PHASE_TURN && uwc_active(s) == seat;
    struct seat *me = &s->seat[seat];

    if (acting)
        abandon_turn(s);
    else if (s->phase == PHASE_PRODUCTION)
        decline_rest(me);
    else if (me->is_choosing)
        hands_close(s, seat);
    if (s->seats - s->left_count < (s->seats > 1 ? 2 : 1)) {
        if (s->phase == PHASE_TILES)
            tiles_lay(s);
        phase_begin(s, PHASE_OVER);
    } else if (acting)
        turn_next(s);
    else if (s->phase != PHASE_TURN)
        choices_settle(s);
}

void uwc_leave(void *state, int seat, bool together)
{
    struct uwc_state *s = state;
    const struct uwc_state before = *s;

    if (!note_leaver(s, seat, together))
        return;
    if (s->phase != PHASE_OVER)
        go_on_without(s, seat);
    if (recorder_is_on(s))
        journal_call(s, &before);
    s->steps = s->steps_limit = 0;
}

seat_set uwc_left(const void *state)
{
    const struct leavers leavers = uwc_leavers(state);

    return leavers_seats(&leavers);
}
