/* Whether simultaneous choices can stand as they do: each could have been made
 * in the order in which the engine asks. */
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/words/document.h"

/* Exactly the surplus goes (rulings 23, 76).  A seat may have set some of it
 * aside and still choose the rest: version 2 did so card by card. */
static bool check_aside(const struct uwc_state *s, int seat,
                        struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];
    const int cards_held = set_count(&me->hand);
    const int surplus = hand_surplus(&s->seat[seat]);

    if (me->set_aside >> cards_held)
        return fault_reason(fault_place(f, "hidden/choices/%d/aside", seat),
                            "The hand has %d cards, with a bit each.",
                            cards_held);
    fault_place(f, "hidden/choices/%d/owes", seat);
    if (me->left && me->is_choosing)
        return fault_reason(f, "A seat that left has nothing to choose.");
    if (me->left)
        return true;
    if (me->is_choosing ? me->is_choosing > 1 || surplus <= 0 : surplus > 0)
        return fault_reason(f,
                            "The seat must still discard %d cards: it owes a "
                            "choice (1) as long as it must discard any.",
                            surplus > 0 ? surplus : 0);
    if (me->set_aside && surplus < 0)
        return fault_reason(fault_place(f, "hidden/choices/%d/aside", seat),
                            "Not more cards are set aside than the surplus of "
                            "the hand.");
    return true;
}

int production_options(int card)
{
    const struct effect *e = cards[card]->produce;
    int options = 0;

    for (; e && e->op != OP_END; e = effect_next(e))
        if (e->op == OP_SWAP)
            for (const struct effect *o = e + 1; o < e + 1 + e->len;
                 o = effect_next(o))
                options++;
    return options;
}

/* The cards for which a seat still has a production choice after claim i. */
uint32_t production_next(const struct uwc_state *s, int seat, int i)
{
    return i >= 31 ? 0
                   : production_choices(s, seat) & ~((UINT32_C(2) << i) - 1);
}

/* Give the answers again, one by one, up to where the seat is asked now. */
static bool check_answers(const struct uwc_state *s, int seat,
                          struct position_fault *f)
{
    struct uwc_state again = *s;
    struct seat *me = &again.seat[seat];
    const struct seat *given = &s->seat[seat];
    uint32_t asked;

    memset(me->answer, 0, sizeof me->answer);
    asked = production_choices(&again, seat);
    while (asked && asked != given->asked) {
        int i = __builtin_ctz(asked);

        if (given->answer[i] > production_options(me->claims[i]))
            return fault_reason(
                fault_place(f, "hidden/choices/%d/answers/%d", seat, i),
                "Card %d (%s) has the options 0 to %d.", me->claims[i],
                cards[me->claims[i]]->name, production_options(me->claims[i]));
        me->answer[i] = given->answer[i];
        asked = production_next(&again, seat, i);
    }
    if (asked != given->asked)
        return fault_reason(fault_place(f, "hidden/choices/%d/asked", seat),
                            "The seat is asked about the cards in play, a bit "
                            "each, that offer a choice after those that it "
                            "has answered for.");
    if (given->is_choosing != (asked != 0))
        return fault_reason(fault_place(f, "hidden/choices/%d/owes", seat),
                            "The seat owes a choice (1) as long as it is asked "
                            "about a card.");
    if (memcmp(me->answer, given->answer, sizeof me->answer))
        return fault_reason(fault_place(f, "hidden/choices/%d/answers", seat),
                            "Only cards that ask have an answer.");
    return true;
}

/* No Production choice is open or was made. */
static bool check_unasked(const struct seat *me, int seat,
                          struct position_fault *f)
{
    static const uint8_t none[UWC_CLAIMS_MAX];

    if (me->produced_biomatter)
        return fault_reason(
            fault_place(f, "seats/%d/production/produced_biomatter", seat),
            "Biomatter is counted only during Production, for seats that have "
            "not left.");
    if (me->asked || memcmp(me->answer, none, sizeof none))
        return fault_reason(fault_place(f, "hidden/choices/%d", seat),
                            "Cards ask only during Production, seats that have "
                            "not left.");
    return true;
}

static bool check_quiet(const struct seat *me, int seat,
                        struct position_fault *f)
{
    if (me->set_aside)
        return fault_reason(fault_place(f, "hidden/choices/%d/aside", seat),
                            "Cards are set aside only in the phases "
                            "\"first-hands\" and \"era-hands\".");
    return check_unasked(me, seat, f);
}

static bool check_no_choice(const struct seat *me, int seat,
                            struct position_fault *f)
{
    if (me->is_choosing)
        return fault_reason(fault_place(f, "hidden/choices/%d/owes", seat),
                            "The seat has nothing to choose with the others "
                            "now.");
    return check_quiet(me, seat, f);
}

/* Before the tiles lie no cards are dealt; a seat that still chooses has not
 * chosen. */
static bool check_arrangement(const struct uwc_state *s, int seat,
                              struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];

    if (!check_undealt(s))
        return fault_reason(fault_place(f, "phase"),
                            "In this phase, in round 1 of a match with the "
                            "option \"chosen\", no cards are dealt yet.");
    if (s->turn)
        return fault_reason(fault_place(f, "turn"),
                            "No turn has been taken yet: this is 0.");
    if (me->is_choosing > 1 || (me->is_choosing && me->left))
        return fault_reason(fault_place(f, "hidden/choices/%d/owes", seat),
                            "A seat that has not left owes one choice or "
                            "none.");
    if (me->is_choosing && me->swapped)
        return fault_reason(fault_place(f, "hidden/choices/%d/swapped", seat),
                            "A seat that has not chosen has not swapped its "
                            "tiles.");
    return check_quiet(me, seat, f);
}

static bool check_choice(const struct uwc_state *s, int seat,
                         struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];

    if (me->swapped > (s->phase == PHASE_TILES))
        return fault_reason(fault_place(f, "hidden/choices/%d/swapped", seat),
                            "Tiles are swapped only in the phase \"%s\".",
                            phase_words[PHASE_TILES]);
    switch ((enum phase)s->phase) {
    case PHASE_TURN: return check_no_choice(me, seat, f);
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS:
        return check_unasked(me, seat, f) && check_aside(s, seat, f);
    case PHASE_PRODUCTION:
        /* what a seat had answered before it left is void */
        if (me->left)
            return check_no_choice(me, seat, f);
        if (me->set_aside)
            return check_quiet(me, seat, f);
        return check_answers(s, seat, f);
    case PHASE_TILES: return check_arrangement(s, seat, f);
    case PHASE_OVER: return true; /* as it was when the last but one left */
    }
    return false;
}

/* The rounds that a phase comes before or after. */
static bool check_round(const struct uwc_state *s, struct position_fault *f)
{
    fault_place(f, "round");
    if (s->phase == PHASE_PRODUCTION && s->round != 4 && s->round != 7 &&
        s->round != UWC_ROUNDS)
        return fault_reason(f, "Production comes after the rounds 4, 7 and %d.",
                            UWC_ROUNDS);
    if (s->phase == PHASE_FIRST_HANDS && s->round != 1)
        return fault_reason(f, "The first hands come before round 1.");
    if (s->phase == PHASE_ERA_HANDS && s->round != 5 && s->round != 8)
        return fault_reason(f, "A new era begins before the rounds 5 and 8.");
    return true;
}

bool check_choices(const struct uwc_state *s, struct position_fault *f)
{
    if (!check_round(s, f))
        return false;
    for (int i = 0; i < s->seats; i++)
        if (!check_choice(s, i, f))
            return false;
    return true;
}
