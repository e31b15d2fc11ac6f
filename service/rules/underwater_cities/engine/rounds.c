/* Rounds, eras and Production (rules pp. 15-16; rulings 23, 74-76, 90): what
 * happens between turns, and what all seats choose at once. */
#include "rules/underwater_cities/engine/rounds.h"

#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/setup.h"
#include "rules/underwater_cities/engine/solo.h"

static bool active(const struct uwc_state *s, int seat)
{
    return !s->seat[seat].left;
}

/* Make once-per-turn permanents ready again. */
static void once_ready(struct uwc_state *s, int seat)
{
    struct seat *me = &s->seat[seat];

    for (int i = 0; i < me->claim_count; i++)
        if (cards[me->claims[i]]->once && me->used >> i & 1) {
            me->used &= ~(UINT32_C(1) << i);
            journal_seat(s, JOURNAL_READY, seat, me->claims[i], 0);
        }
}

void turn_begin(struct uwc_state *s)
{
    int seat = uwc_active(s);

    phase_begin(s, PHASE_TURN);
    journal_seat(s, JOURNAL_TURN, seat, 0, s->turn);
    s->step = hand_surplus(&s->seat[seat]) > 0 ? STEP_DISCARD : STEP_PLACE;
    s->slot = UWC_NO_SLOT;
    s->card = CARD_NONE;
    s->slot_progress = s->card_progress = NOTHING_THERE;
    s->part_done = s->tunnels_built = s->draws = 0;
    s->claim_after_use = s->last_discard = 0;
    once_ready(s, seat);
}

void turn_next(struct uwc_state *s)
{
    do
        s->turn++;
    while (s->turn < UWC_TURNS * s->seats && s->seat[uwc_active(s)].left);
    if (s->turn < UWC_TURNS * s->seats)
        turn_begin(s);
    else
        round_end(s);
}

/* The first turn of the round, skipping seats that left. */
static void round_begin(struct uwc_state *s)
{
    s->turn = 0;
    if (s->seat[uwc_active(s)].left)
        turn_next(s);
    else
        turn_begin(s);
}

/* A new deck, three cards each, and the hands (ruling 75). */
static void era_begin(struct uwc_state *s)
{
    s->round++;
    journal_seat(s, JOURNAL_ERA, -1, 0, uwc_era(s));
    journal_seat(s, JOURNAL_ROUND, -1, 0, s->round);
    pile_new_era(s);
    phase_begin(s, PHASE_ERA_HANDS);
    for (int i = 0; i < s->seats; i++) {
        int seat = s->order[i];

        for (int k = 0; active(s, seat) && k < 3; k++)
            pile_draw_card(s, seat);
        choosing_begin(s, seat,
                       active(s, seat) && hand_surplus(&s->seat[seat]) > 0);
    }
    choices_settle(s);
}

/* Every card in play may be used again (rules p. 15). */
static void cards_ready(struct uwc_state *s, int seat)
{
    struct seat *me = &s->seat[seat];

    for (uint32_t used = me->used; used; used &= used - 1)
        journal_seat(s, JOURNAL_READY, seat, me->claims[__builtin_ctz(used)],
                     0);
    me->used = 0;
}

static void production_finish(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        struct seat *me = &s->seat[seat];

        if (!active(s, seat))
            continue;
        production_answer(s, seat);
        cards_ready(s, seat);
        production_feed(s, seat);
        memset(me->answer, 0, sizeof me->answer);
        me->produced_biomatter = 0;
    }
    if (s->round == UWC_ROUNDS)
        phase_begin(s, PHASE_OVER);
    else
        era_begin(s);
}

/* Write which cards ask the seat in Production. */
static void journal_asked(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    uint8_t list[UWC_CLAIMS_MAX];
    size_t length = 0;

    if (!recorder_is_on(s))
        return;
    for (uint32_t asked = me->asked; asked; asked &= asked - 1)
        list[length++] = me->claims[__builtin_ctz(asked)];
    if (length)
        journal_list(s, JOURNAL_ASK, seat, 0, list, length,
                     (seat_set)(1U << seat));
}

static void production_begin(struct uwc_state *s)
{
    phase_begin(s, PHASE_PRODUCTION);
    for (int seat = 0; seat < s->seats; seat++) {
        struct seat *me = &s->seat[seat];

        if (!active(s, seat))
            continue;
        production_gain(s, seat);
        me->asked = production_choices(s, seat);
        choosing_begin(s, seat, me->asked != 0);
        journal_asked(s, seat);
    }
    choices_settle(s);
}

/* The order of the markers on the Federation track is the new play order. */
static void order_set(struct uwc_state *s)
{
    int places = 0;

    memcpy(s->order, s->track, sizeof s->order);
    for (int i = s->seats - 1; i >= 0; i--)
        places = places << 3 | s->order[i];
    journal_seat(s, JOURNAL_ORDER, -1, s->seats, places);
    journal_seat(s, JOURNAL_MARKERS_BACK, -1, 0, 0);
}

void round_end(struct uwc_state *s)
{
    memset(s->slots, 0, sizeof s->slots);
    journal_seat(s, JOURNAL_TILES_BACK, -1, 0, 0);
    solo_round_end(s);
    order_set(s);
    s->cloned = 0;
    s->turn = 0;
    s->step = STEP_PLACE;
    s->slot = UWC_NO_SLOT;
    s->slot_progress = s->card_progress = NOTHING_THERE;
    s->part_done = s->tunnels_built = s->last_discard = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        s->seat[seat].space = UWC_BELOW_TRACK;
        s->seat[seat].always_tiles = 0;
    }
    if (s->round == 4 || s->round == 7 || s->round == UWC_ROUNDS) {
        production_begin(s);
    } else {
        s->round++;
        journal_seat(s, JOURNAL_ROUND, -1, 0, s->round);
        round_begin(s);
    }
}

/* The seat has made a choice, and chooses on or is done.  The steps after its
 * last choice depend on what the others chose. */
static void chosen(struct uwc_state *s, int seat, bool chooses_on)
{
    s->seat[seat].is_choosing = chooses_on;
    if (chooses_on)
        return;
    journal_seat(s, JOURNAL_CHOSEN, seat, 0, 0);
    if (s->seats > 1)
        recorder_reveal_points(s);
}

static void set_aside(struct uwc_state *s, int seat, int rank)
{
    struct seat *me = &s->seat[seat];

    if (recorder_is_on(s) && !(me->set_aside >> rank & 1))
        journal_secret(s, JOURNAL_SET_ASIDE, seat, hand_card(me, rank), 0,
                       (seat_set)(1U << seat));
    me->set_aside |= UINT32_C(1) << rank;
}

/* Simultaneous discards stay in the hand, marked by rank, until all have chosen
 * (ruling 23). */
enum refusal_reason hands_discard(struct uwc_state *s, int seat, uint32_t ranks)
{
    const enum refusal_reason why = discard_check(s, seat, ranks);

    if (why)
        return why;
    for (; ranks; ranks &= ranks - 1)
        set_aside(s, seat, __builtin_ctz(ranks));
    chosen(s, seat, hand_surplus(&s->seat[seat]) > 0);
    choices_settle(s);
    return REFUSED_OK;
}

void hands_close(struct uwc_state *s, int seat)
{
    struct seat *me = &s->seat[seat];

    for (int rank = set_count(&me->hand) - 1;
         rank >= 0 && hand_surplus(&s->seat[seat]) > 0; rank--)
        set_aside(s, seat, rank);
    chosen(s, seat, false);
}

/* Discard the cards set aside, in play order (ruling 72). */
static void hands_finish(struct uwc_state *s)
{
    for (int i = 0; i < s->seats; i++) {
        int seat = s->order[i];
        struct seat *me = &s->seat[seat];
        int card = set_next(&me->hand, 0);

        for (int rank = 0; card; rank++) {
            int next = set_next(&me->hand, card);

            if (me->set_aside >> rank & 1) {
                hand_remove(&s->seat[seat], card);
                pile_discard(s, seat, card, place_at(PLACE_HAND, seat, 0));
            }
            card = next;
        }
        me->set_aside = 0;
    }
    round_begin(s);
}

enum refusal_reason production_decide(struct uwc_state *s, int seat, int card,
                                      int option)
{
    struct seat *me = &s->seat[seat];
    int i, options = 0;

    if (!me->is_choosing || !card || card != production_asked(me))
        return REFUSED_NOT_NOW;
    for (const struct effect *e = cards[card]->produce; e->op != OP_END;
         e = effect_next(e))
        if (e->op == OP_SWAP)
            for (const struct effect *o = e + 1; o < e + 1 + e->len;
                 o = effect_next(o))
                options++;
    if (option > options)
        return REFUSED_OPTION;
    i = __builtin_ctz(me->asked);
    me->answer[i] = (uint8_t)option;
    journal_secret(s, JOURNAL_ANSWER, seat, card, option,
                   (seat_set)(1U << seat));
    me->asked =
        i == 31 ? 0 : production_choices(s, seat) & ~((UINT32_C(2) << i) - 1);
    chosen(s, seat, me->asked != 0);
    journal_asked(s, seat);
    choices_settle(s);
    return REFUSED_OK;
}

/* Choose which of the two blue tiles is laid at the upper right and which at
 * the lower left (ruling 13).  They are laid when all have chosen (23). */
enum refusal_reason tiles_arrange(struct uwc_state *s, int seat, int right,
                                  int left)
{
    struct seat *me = &s->seat[seat];
    bool swapped = right == me->blue[1];

    if (!me->is_choosing)
        return REFUSED_NOT_NOW;
    if (right != me->blue[swapped] || left != me->blue[!swapped])
        return REFUSED_TILES;
    me->swapped = swapped;
    journal_secret(s, JOURNAL_CHOOSE_TILES, seat, right, left,
                   (seat_set)(1U << seat));
    chosen(s, seat, false);
    choices_settle(s);
    return REFUSED_OK;
}

void tiles_lay(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++) {
        struct seat *me = &s->seat[seat];
        uint8_t dealt[2] = {me->blue[0], me->blue[1]};

        me->blue[0] = dealt[me->swapped];
        me->blue[1] = dealt[!me->swapped];
        me->swapped = 0;
        journal_seat(s, JOURNAL_ARRANGE, seat, me->blue[0], me->blue[1]);
    }
}

static void tiles_finish(struct uwc_state *s)
{
    tiles_lay(s);
    start_hands(s);
}

void choices_settle(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (active(s, seat) && s->seat[seat].is_choosing)
            return;
    switch ((enum phase)s->phase) {
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: hands_finish(s); break;
    case PHASE_PRODUCTION: production_finish(s); break;
    case PHASE_TILES: tiles_finish(s); break;
    case PHASE_TURN:
    case PHASE_OVER: break;
    }
}
