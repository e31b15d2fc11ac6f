/* Whether a state is a position of the game: every invariant that other code
 * relies on.  A document from outside is refused here or never crashes. */
#include "rules/underwater_cities/view/check.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/place_words.h"

static bool is_order(const uint8_t *seats, int count)
{
    unsigned seen = 0;

    for (int i = 0; i < count; i++)
        seen |= 1u << seats[i];
    return seen == (1u << count) - 1;
}

static bool check_order(const struct uwc_state *s, struct position_fault *f)
{
    if (!is_order(s->order, s->seats))
        return fault_reason(fault_place(f, "order"),
                            "The play order must have each seat once.");
    if (!is_order(s->track, s->seats))
        return fault_reason(fault_place(f, "federation"),
                            "The Federation track must have each seat once.");
    for (int i = 1; i < s->seats; i++)
        if (s->seat[s->track[i - 1]].space > s->seat[s->track[i]].space)
            return fault_reason(
                fault_place(f, "federation/seat=%d/space", s->track[i]),
                "The Federation track is listed from the marker that is "
                "farthest ahead, which is on the lowest space.");
    return true;
}

static bool check_match(const struct uwc_state *s, struct position_fault *f)
{
    const int fewest = s->seats > 1 ? 2 : 1;

    if (!s->seats)
        return fault_reason(fault_place(f, "seats"),
                            "A match has at least one seat.");
    if (!check_options(s, f) || !check_contracts(s, f))
        return false;
    if (s->turn >= UWC_TURNS * s->seats)
        return fault_reason(fault_place(f, "turn"),
                            "A round of %d seats has the turns 0 to %d.",
                            s->seats, UWC_TURNS * s->seats - 1);
    if (!check_order(s, f))
        return false;
    if (s->phase != PHASE_OVER && s->seats - s->left_count < fewest)
        return fault_reason(fault_place(f, "phase"),
                            "The match is over when fewer than %d seats have "
                            "not left.",
                            fewest);
    return true;
}

static bool check_slots(const struct uwc_state *s, struct position_fault *f)
{
    const unsigned mine = (1u << s->seats) - 1;
    const unsigned allowed = s->seats == 1 ? mine | UWC_NEUTRAL : mine;

    for (int i = 0; i < UWC_SLOTS; i++) {
        char word[12];

        slot_write(i, word, sizeof word);
        if (s->slots[i] & ~allowed)
            return fault_reason(fault_place(f, "slots/slot=%s", word),
                                "A slot has tiles of the match's seats, and "
                                "neutral ones only in a match of one seat.");
        if (s->slots[i] && i == UWC_SLOT_ALWAYS)
            return fault_reason(fault_place(f, "slots/slot=%s/tiles", word),
                                "Tiles on this slot are counted by "
                                "\"always_tiles\" of the seats.");
        if (s->slots[i] && !slot_of(s->seats, i))
            return fault_reason(fault_place(f, "slots/slot=%s", word),
                                "A match of %d seats has no such slot.",
                                s->seats);
    }
    if (s->cloned && s->seats < RULES_SEATS_MAX)
        return fault_reason(fault_place(f, "cloning_tile/used"),
                            "Only a match of %d seats has the cloning tile.",
                            RULES_SEATS_MAX);
    return check_neutral_tiles(s, f);
}

static bool check_supplies(const struct uwc_state *s, struct position_fault *f)
{
    static const struct {
        enum piece piece;
        const char *name;
    } pieces[] = {
        {CITY, "cities"}, {TUNNEL, "tunnels"}, {SYMBIOTIC, "symbiotic cities"}};

    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (supply_left(s, pieces[i].piece) < 0)
            return fault_reason(fault_place(f, "seats"),
                                "The boards have %d %s more than the game.",
                                -supply_left(s, pieces[i].piece),
                                pieces[i].name);
    return true;
}

/* Somebody can go on, unless the match is over. */
static bool check_alive(const struct uwc_state *s, struct position_fault *f)
{
    seat_set seats = uwc_to_act(s);

    for (int i = 0; i < s->seats; i++) {
        struct move move;

        if (seats >> i & 1 && !uwc_moves(s, i, &move, 1))
            return fault_reason(fault_place(f, "seats/%d", i),
                                "Seat %d must decide, but has no legal move.",
                                i);
    }
    if (!seats && s->phase != PHASE_OVER)
        return fault_reason(fault_place(f, "phase"),
                            "No seat has a decision to make in this phase.");
    return true;
}

enum rules_err uwc_check_why(const struct uwc_state *s,
                             struct position_fault *fault)
{
    /* in this order: later ones rely on what earlier ones found */
    if (check_match(s, fault) && check_slots(s, fault) &&
        check_specials(s, fault) && check_frames(s, fault) &&
        check_seats(s, fault) && check_cards(s, fault) &&
        check_tiles(s, fault) && check_supplies(s, fault) &&
        check_turn(s, fault) && check_choices(s, fault) &&
        check_alive(s, fault))
        return RULES_OK;
    return RULES_BAD_POSITION;
}

enum rules_err uwc_check(const struct uwc_state *s)
{
    struct position_fault fault;

    return uwc_check_why(s, &fault);
}
