/* The rules of the template: what may be decided and what it does. */
#include "rules/template/template.h"

#include "rules/kit/recorder.h"

#include <string.h>

/* Write a step; the seats of seen_by may know the card. */
static void note(const struct template_state *s, enum template_step type,
                 int seat, int card, int n, seat_set seen_by)
{
    if (recorder_is_on(s))
        recorder_add((struct journal_step){.type = (uint8_t)type,
                                           .seat = (int8_t)seat,
                                           .seen_by = seen_by,
                                           .what = (int16_t)card,
                                           .n = (int16_t)n});
}

/* A random card of the deck. */
static uint32_t draw(struct template_state *s)
{
    const struct card_set deck = {{s->deck}};
    const uint32_t card = UINT32_C(1) << secret_stream_pick(&s->chance, &deck);

    s->deck &= ~card;
    return card;
}

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
    s->deck = ((UINT32_C(1) << TEMPLATE_CARDS) - 1) << 1;
    for (int seat = 0; seat < s->seats; seat++)
        for (int n = 0; n < settings->values[TEMPLATE_HAND]; n++)
            s->hand[seat] |= draw(s);
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

/* Taking closes a round.  A card drawn, cards turned up, a hand laid down by a
 * seat that leaves, or the match's end show what was hidden. */
unsigned template_irreversible(const void *before, const void *after)
{
    const struct template_state *b = before, *a = after;
    unsigned why = 0;

    if (b->phase != a->phase)
        why |= IRREVERSIBLE_FINAL;
    if (a->phase == TEMPLATE_TAKING || a->phase == TEMPLATE_OVER ||
        b->deck != a->deck || b->discards != a->discards)
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
            note(s, TEMPLATE_STEP_DISCARD, seat, s->chosen[seat], 0,
                 JOURNAL_PUBLIC);
        } else if (s->chosen[seat]) {
            note(s, TEMPLATE_STEP_TAKE_BACK, seat, 0, 0, JOURNAL_PUBLIC);
        }
        s->chosen[seat] = 0;
        is_over |= template_is_active(s, seat) && !s->hand[seat];
        is_over |= s->sudden && s->points[seat] >= TEMPLATE_SUDDEN_POINTS;
    }
    s->winner = 0;
    s->phase = is_over ? TEMPLATE_OVER : TEMPLATE_CHOOSING;
    note(s, is_over ? TEMPLATE_STEP_END : TEMPLATE_STEP_ROUND_END, -1, 0, 0,
         JOURNAL_PUBLIC);
}

/* Turn the chosen cards up once every seat has chosen. */
static void turn_up(struct template_state *s)
{
    int best = 0;

    if (s->phase != TEMPLATE_CHOOSING || template_to_act(s))
        return;
    for (int seat = 0; seat < s->seats; seat++) {
        int card = s->chosen[seat];

        if (!card)
            continue;
        s->hand[seat] &= ~(UINT32_C(1) << card);
        note(s, TEMPLATE_STEP_REVEAL, seat, card, 0, JOURNAL_PUBLIC);
        if (!best || (s->low_wins ? card < best : card > best)) {
            best = card;
            s->winner = (uint8_t)seat;
        }
    }
    s->phase = TEMPLATE_TAKING;
    note(s, TEMPLATE_STEP_WIN, s->winner, 0, 0, JOURNAL_PUBLIC);
}

static int lowest_chosen(const struct template_state *s)
{
    int lowest = TEMPLATE_CARDS;

    for (int seat = 0; seat < s->seats; seat++)
        if (s->chosen[seat] && s->chosen[seat] < lowest)
            lowest = s->chosen[seat];
    return lowest;
}

static enum template_why choose(struct template_state *s, int seat, int card)
{
    if (s->phase != TEMPLATE_CHOOSING)
        return TEMPLATE_NOT_NOW;
    if (card < 1 || card > TEMPLATE_CARDS || !(s->hand[seat] >> card & 1))
        return TEMPLATE_NOT_IN_HAND;
    s->chosen[seat] = (uint8_t)card;
    note(s, TEMPLATE_STEP_CHOOSE, seat, card, 0, (seat_set)(1U << seat));
    turn_up(s);
    return TEMPLATE_FINE;
}

/* No match from a start comes near the bound, but a position may.  Points above
 * it are lost, so that what follows from an accepted position is accepted. */
static void add_points(struct template_state *s, int seat, int points)
{
    const int sum = s->points[seat] + points;

    note(s, TEMPLATE_STEP_POINTS, seat, 0,
         (sum < TEMPLATE_POINTS_MAX ? sum : TEMPLATE_POINTS_MAX) -
             s->points[seat],
         JOURNAL_PUBLIC);
    s->points[seat] =
        (uint16_t)(sum < TEMPLATE_POINTS_MAX ? sum : TEMPLATE_POINTS_MAX);
}

static void draw_to_hand(struct template_state *s, int seat)
{
    const uint32_t card = draw(s);

    s->hand[seat] |= card;
    note(s, TEMPLATE_STEP_DRAW, seat, __builtin_ctz(card), 0,
         (seat_set)(1U << seat));
}

/* The winner of the round: points, or a card. */
static enum template_why take(struct template_state *s, int seat, bool a_card)
{
    if (s->phase != TEMPLATE_TAKING)
        return TEMPLATE_NOT_NOW;
    if (a_card && !s->deck)
        return TEMPLATE_DECK_EMPTY;
    if (a_card)
        draw_to_hand(s, seat);
    else
        add_points(s, seat, lowest_chosen(s));
    end_round(s);
    return TEMPLATE_FINE;
}

enum template_why template_try(struct template_state *s, int seat,
                               struct move move)
{
    if (seat < 0 || seat >= s->seats || !(template_to_act(s) >> seat & 1))
        return TEMPLATE_NOT_NOW;
    if (template_verb_of(move) == TEMPLATE_CHOOSE)
        return choose(s, seat, template_card_of(move));
    if (move.bits == template_move(TEMPLATE_TAKE, 0).bits)
        return take(s, seat, false);
    if (move.bits == template_move(TEMPLATE_DRAW, 0).bits)
        return take(s, seat, true);
    return TEMPLATE_NOT_NOW;
}

/* Every candidate is tried on a copy: what is listed and what can be done are
 * the same code, so they cannot disagree. */
size_t template_moves(const void *state, int seat, struct move *out, size_t cap)
{
    const struct template_state *s = state;
    size_t count = 0;

    for (uint32_t verb = TEMPLATE_CHOOSE; verb <= TEMPLATE_DRAW; verb++) {
        for (int card = 0; card <= TEMPLATE_CARDS; card++) {
            struct move move = template_move((enum template_verb)verb, card);
            struct template_state copy = *s;

            if (template_try(&copy, seat, move) != TEMPLATE_FINE)
                continue;
            if (count < cap)
                out[count] = move;
            count++;
        }
    }
    return count;
}

enum rules_err template_apply(void *state, int seat, struct move move)
{
    struct template_state *s = state;

    if (seat < 0 || seat >= s->seats || !(template_to_act(s) >> seat & 1))
        return RULES_NOT_TO_ACT;
    return template_try(s, seat, move) == TEMPLATE_FINE ? RULES_OK
                                                        : RULES_ILLEGAL_MOVE;
}

/* template_try leaves the state as it is when it refuses. */
void template_play(void *state, int seat, struct move move)
{
    (void)template_try(state, seat, move);
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
void template_leave(void *state, int seat)
{
    struct template_state *s = state;
    bool was_taking = s->phase == TEMPLATE_TAKING && s->winner == seat;

    if (s->phase == TEMPLATE_OVER || !template_is_active(s, seat))
        return;
    leavers_add(&s->leavers, seat);
    note(s, TEMPLATE_STEP_LEAVE, seat, 0, 0, JOURNAL_PUBLIC);
    for (int card = 1; card <= TEMPLATE_CARDS; card++)
        if (s->hand[seat] >> card & 1)
            note(s, TEMPLATE_STEP_DISCARD, seat, card, 0, JOURNAL_PUBLIC);
    s->discards |= s->hand[seat];
    s->hand[seat] = 0;
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
