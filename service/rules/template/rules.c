/* The course of a match of the template: what is decided and what follows. */
#include "rules/kit/recorder.h"
#include "rules/template/template.h"

#include <string.h>

enum rules_err template_start(void *state, const struct settings *settings,
                              const uint8_t secret[RULES_SECRET_SIZE])
{
    struct template_state *s = state;

    memset(s, 0, sizeof *s);
    secret_stream_begin(&s->chance, secret);
    s->seats = settings->seats;
    s->low_wins = settings->values[TEMPLATE_WINNER] == 1;
    s->sudden = settings->values[TEMPLATE_SUDDEN] == 1;
    s->dealt = (uint8_t)settings->values[TEMPLATE_HAND];
    pile_fill(template_deck(s), 1, TEMPLATE_CARDS, &s->chance);
    for (int seat = 0; seat < s->seats; seat++)
        for (int n = 0; n < settings->values[TEMPLATE_HAND]; n++)
            s->hand[seat] |= UINT32_C(1) << pile_draw(template_deck(s));
    return RULES_OK;
}

void template_settings(const void *state, struct settings *out)
{
    const struct template_state *s = state;

    *out = (struct settings){.seats = s->seats};
    out->values[TEMPLATE_HAND] = s->dealt;
    out->values[TEMPLATE_WINNER] = s->low_wins;
    out->values[TEMPLATE_SUDDEN] = s->sudden;
}

/* The last part of an effect closes a round.  A card drawn, cards turned up or
 * discarded, or the match's end show what was hidden. */
unsigned template_irreversible(const void *before, const void *after)
{
    const struct template_state *b = before, *a = after;
    unsigned why = 0;

    if (b->phase != a->phase)
        why |= IRREVERSIBLE_FINAL;
    if ((a->phase != b->phase && a->phase != TEMPLATE_CHOOSING) ||
        b->deck_count != a->deck_count || b->discards != a->discards)
        why |= IRREVERSIBLE_REVEAL;
    return why;
}

seat_set template_to_act(const void *state)
{
    const struct template_state *s = state;
    seat_set seats = 0;

    if (s->phase == TEMPLATE_TAKING)
        return (seat_set)(1 << s->winner);
    for (int seat = 0; seat < s->seats; seat++)
        if (s->phase == TEMPLATE_CHOOSING && template_is_active(s, seat) &&
            !s->chosen[seat])
            seats |= (seat_set)(1 << seat);
    return seats;
}

/* The next round, or the end.  Cards still hidden go back to their hands. */
static void end_round(struct template_state *s)
{
    bool is_over = template_active_count(s) < 2;

    for (int seat = 0; seat < s->seats; seat++) {
        if (s->phase == TEMPLATE_TAKING && s->chosen[seat]) {
            s->discards |= UINT32_C(1) << s->chosen[seat];
            template_note(s, TEMPLATE_STEP_DISCARD, seat, s->chosen[seat], 0,
                          JOURNAL_PUBLIC);
        } else if (s->chosen[seat]) {
            template_note(s, TEMPLATE_STEP_TAKE_BACK, seat, 0, 0,
                          JOURNAL_PUBLIC);
        }
        s->chosen[seat] = 0;
        is_over |= template_is_active(s, seat) && !s->hand[seat];
        is_over |= s->sudden && s->points[seat] >= TEMPLATE_SUDDEN_POINTS;
    }
    memset(s->stack, 0, sizeof s->stack);
    s->depth = 0;
    s->winner = 0;
    s->phase = is_over ? TEMPLATE_OVER : TEMPLATE_CHOOSING;
    template_note(s, is_over ? TEMPLATE_STEP_END : TEMPLATE_STEP_ROUND_END, -1,
                  0, 0, JOURNAL_PUBLIC);
}

/* Turn the chosen cards up once every seat has chosen. */
static void turn_up(struct template_state *s)
{
    int best = 0;

    if (s->phase != TEMPLATE_CHOOSING || template_to_act(s))
        return;
    recorder_reveal(s);
    for (int seat = 0; seat < s->seats; seat++) {
        int card = s->chosen[seat];

        if (!card)
            continue;
        s->hand[seat] &= ~(UINT32_C(1) << card);
        template_note(s, TEMPLATE_STEP_REVEAL, seat, card, 0, JOURNAL_PUBLIC);
        if (!best || (s->low_wins ? card < best : card > best)) {
            best = card;
            s->winner = (uint8_t)seat;
        }
    }
    s->phase = TEMPLATE_TAKING;
    template_note(s, TEMPLATE_STEP_WIN, s->winner, 0, 0, JOURNAL_PUBLIC);
    template_begin_effect(s);
}

static enum template_why choose(struct template_state *s, int seat,
                                uint32_t cards)
{
    const int card = template_next(cards, 0);

    if (s->phase != TEMPLATE_CHOOSING)
        return TEMPLATE_NOT_NOW;
    if (cards & ~s->hand[seat])
        return TEMPLATE_NOT_IN_HAND;
    if (__builtin_popcount(cards) != 1)
        return TEMPLATE_COUNT;
    s->chosen[seat] = (uint8_t)card;
    template_note(s, TEMPLATE_STEP_CHOOSE, seat, card, 0,
                  (seat_set)(1U << seat));
    turn_up(s);
    return TEMPLATE_FINE;
}

enum template_why template_decide(struct template_state *s, int seat,
                                  struct move move)
{
    enum template_why why;

    if (seat < 0 || seat >= s->seats || !(template_to_act(s) >> seat & 1))
        return TEMPLATE_NOT_NOW;
    if (template_verb_of(move) == TEMPLATE_CHOOSE)
        return choose(s, seat, template_cards_of(move));
    why = template_perform(s, seat, move);
    if (why == TEMPLATE_FINE && !s->depth)
        end_round(s);
    return why;
}

/* An illegal move leaves the state as it is. */
void template_play(void *state, int seat, struct move move)
{
    (void)template_decide(state, seat, move);
}

/* No move of this game leads to a pass. */
bool template_pass_forced(void *state)
{
    (void)state;
    return false;
}

uint8_t template_settle(void *state)
{
    (void)state;
    return 0;
}

/* The hand of a seat that leaves is discarded, face up.  A winner that leaves
 * takes nothing. */
void template_leave(void *state, int seat, bool together)
{
    struct template_state *s = state;
    bool was_taking = s->phase == TEMPLATE_TAKING && s->winner == seat;

    if (!template_is_active(s, seat) ||
        (s->phase == TEMPLATE_OVER &&
         !(together && leavers_ended(&s->leavers, s->seats))))
        return;
    leavers_add(&s->leavers, seat, together);
    template_note(s, TEMPLATE_STEP_LEAVE, seat, 0, s->leavers.place[seat],
                  JOURNAL_PUBLIC);
    template_discard(s, seat, s->hand[seat]);
    if (s->phase == TEMPLATE_OVER)
        return;
    if (s->phase == TEMPLATE_CHOOSING)
        s->chosen[seat] = 0;
    if (was_taking || template_active_count(s) < 2)
        end_round(s);
    else
        turn_up(s);
}

seat_set template_left(const void *state)
{
    const struct template_state *s = state;

    return leavers_seats(&s->leavers);
}
