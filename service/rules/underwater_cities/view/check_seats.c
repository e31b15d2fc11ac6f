/* Whether the hand, the cards in play and the board of each seat of a position
 * are what they can be. */
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"

/* A card may be in a hand, in play or played: not of a later era. */
static bool known_by_now(const struct uwc_state *s, int card)
{
    return era_of_card(card) <= uwc_era(s);
}

/* ---- hands ---- */

/* Specials kept in hand: those taken face up are known, three-credit ones
 * always (ruling 73). */
static bool check_known(const struct uwc_state *s, int seat,
                        struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];

    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++) {
        const bool open = me->open_specials >> (card - SPECIAL3_FIRST) & 1;
        const bool held = set_has(&me->hand, card);

        if (open && !held)
            return fault_reason(
                fault_place(f, "seats/%d/hand/known_specials/=%d", seat, card),
                "Card %d (%s) is not in the hand.", card, cards[card]->name);
        if (held && !open && card < SPECIAL_FIRST)
            return fault_reason(
                fault_place(f, "seats/%d/hand/known_specials", seat),
                "Special cards for three credits are taken face up: card %d "
                "(%s) in the hand is known to all.",
                card, cards[card]->name);
    }
    return true;
}

static bool check_hand(const struct uwc_state *s, int seat,
                       struct position_fault *f)
{
    const struct card_set *hand = &s->seat[seat].hand;

    if (set_count(hand) > UWC_HAND_MAX)
        return fault_reason(fault_place(f, "seats/%d/hand/cards", seat),
                            "A hand has at most %d cards.", UWC_HAND_MAX);
    for (int card = set_next(hand, 0); card; card = set_next(hand, card)) {
        fault_place(f, "seats/%d/hand/cards/=%d", seat, card);
        if (card > CARD_LAST)
            return fault_reason(f, "The cards of a hand are 1 to %d.",
                                CARD_LAST);
        if (!known_by_now(s, card))
            return fault_reason(f,
                                "Card %d (%s) is of era %d, but round %d is in "
                                "era %d.",
                                card, cards[card]->name, era_of_card(card),
                                s->round, uwc_era(s));
    }
    return check_known(s, seat, f);
}

/* ---- cards in play ---- */

/* Cards that a seat may still put into play: one in each turn that is left, the
 * one under way included as long as its card is not resolved. */
static int claims_left(const struct uwc_state *s, int seat)
{
    int later = UWC_TURNS * (UWC_ROUNDS - s->round);

    switch ((enum phase)s->phase) {
    case PHASE_TURN:
        return later + UWC_TURNS - turns_taken(s, seat) +
               (s->step == STEP_RESOLVE && seat == uwc_active(s) && s->card);
    case PHASE_TILES:
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: return later + UWC_TURNS;
    case PHASE_PRODUCTION: return later;
    case PHASE_OVER: break;
    }
    return 0;
}

static bool check_claim(const struct uwc_state *s, int seat, int i,
                        struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];
    const int number = me->claims[i];
    const struct card *card = cards[number];

    fault_place(f, "seats/%d/claims/card=%d", seat, number);
    if (card->type == INSTANT)
        return fault_reason(f,
                            "Card %d (%s) is an instant card, which is not "
                            "kept in play.",
                            number, card->name);
    if (!known_by_now(s, number))
        return fault_reason(
            f, "Card %d (%s) is of era %d, but round %d is in era %d.", number,
            card->name, era_of_card(number), s->round, uwc_era(s));
    if (me->used >> i & 1 && card->type != ACTION && !card->once)
        return fault_reason(
            fault_place(f, "seats/%d/claims/card=%d/used", seat, number),
            "Only action cards and permanents that are used once per turn can "
            "be used.");
    return true;
}

static bool check_claim_counts(const struct uwc_state *s, int seat,
                               struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];
    int specials = 0, assistants = 0;

    for (int i = 0; i < me->claim_count; i++) {
        specials += card_is_special(me->claims[i]);
        assistants += me->claims[i] == ASSISTANT;
    }
    fault_place(f, "seats/%d/claims", seat);
    if (claims_action_cards(me) > ACTION_CARDS_MAX)
        return fault_reason(f, "A seat has at most %d action cards in play.",
                            ACTION_CARDS_MAX);
    if (assistants > 1)
        return fault_reason(f, "A seat has one Assistant.");
    if (me->specials_paid < specials)
        return fault_reason(fault_place(f, "seats/%d/specials_paid", seat),
                            "The seat has paid for each special card in play: "
                            "at least %d.",
                            specials);
    return true;
}

static bool check_claims(const struct uwc_state *s, int seat,
                         struct position_fault *f)
{
    const struct seat *me = &s->seat[seat];
    const int room = UWC_CLAIMS_MAX - claims_left(s, seat);

    if (me->claim_count > room)
        return fault_reason(
            fault_place(f, "seats/%d/claims", seat),
            "A seat can put one card into play in each of its %d turns and "
            "starts with one: in this turn it has at most %d.",
            UWC_TURNS * UWC_ROUNDS, room);
    if ((uint64_t)me->used >> me->claim_count)
        return fault_reason(fault_place(f, "seats/%d/claims", seat),
                            "Only cards in play can be used.");
    for (int i = 0; i < me->claim_count; i++)
        if (!check_claim(s, seat, i, f))
            return false;
    return check_claim_counts(s, seat, f);
}

/* ---- boards ---- */

/* City sites that lead to each other from the start: through sites of `via`,
 * over tunnel sites of `over`. */
static uint16_t reach(uint16_t via, uint16_t over)
{
    uint16_t reached = 1u << UWC_START_SITE, before;

    do {
        before = reached;
        for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
            int a = tunnel_ends[t][0], b = tunnel_ends[t][1];

            if (!(over >> t & 1) || b >= UWC_CITY_SITES)
                continue;
            if (reached >> a & 1 && via >> b & 1)
                reached |= (uint16_t)(1u << b);
            if (reached >> b & 1 && via >> a & 1)
                reached |= (uint16_t)(1u << a);
        }
    } while (reached != before);
    return reached;
}

static bool check_cities(const struct seat *me, int seat,
                         struct position_fault *f)
{
    const unsigned far = me->city & ~(unsigned)reach(me->city, 0xffff);

    if (!(me->city >> UWC_START_SITE & 1))
        return fault_reason(
            fault_place(f, "seats/%d/board/cities/site=%d/city", seat,
                        1 + UWC_START_SITE),
            "Every seat has a city on site %d, where it starts.",
            1 + UWC_START_SITE);
    if (me->symbiotic & ~me->city)
        return fault_reason(fault_place(f, "seats/%d/board/cities", seat),
                            "A symbiotic city is a city.");
    if (far)
        return fault_reason(
            fault_place(f, "seats/%d/board/cities/site=%d/city", seat,
                        1 + __builtin_ctz(far)),
            "A city is built next to another city: no row of cities leads "
            "from site %d to the start.",
            1 + __builtin_ctz(far));
    return true;
}

/* A tunnel begins at the start, or where another one ends. */
static bool check_tunnels(const struct seat *me, int seat,
                          struct position_fault *f)
{
    const uint16_t everywhere = (1u << UWC_CITY_SITES) - 1;
    const uint16_t linked = reach(everywhere, me->tunnel);

    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        const int a = tunnel_ends[t][0], b = tunnel_ends[t][1];

        if (!(me->tunnel >> t & 1) && !(me->tunnel_upgraded >> t & 1))
            continue;
        fault_place(f, "seats/%d/board/tunnels/site=%d", seat, 1 + t);
        if (!(me->tunnel >> t & 1))
            return fault_reason(f, "Only a tunnel that is built is upgraded.");
        if (!(linked >> a & 1) && !(b < UWC_CITY_SITES && linked >> b & 1))
            return fault_reason(f,
                                "A tunnel is connected to the starting city by "
                                "other tunnels.");
    }
    return true;
}

static bool check_buildings(const struct seat *me, int seat,
                            struct position_fault *f)
{
    const uint64_t *kind = me->building;
    const uint64_t all = kind[0] | kind[1] | kind[2];
    const uint64_t twice =
        (kind[0] & kind[1]) | ((kind[0] | kind[1]) & kind[2]);
    const uint64_t sites = boards[me->board].ordinary | expansion_sites;
    const uint16_t cities = me->city | board_city_sites(me);

    for (int site = 0; site < UWC_CITY_SITES * UWC_SITES_PER_CITY; site++) {
        const int city = site / UWC_SITES_PER_CITY;
        char word[8];

        if (!((all | me->upgraded) >> site & 1))
            continue;
        building_site_write(site, word, sizeof word);
        fault_place(f, "seats/%d/board/cities/site=%d/buildings/site=%s", seat,
                    1 + city, word);
        if (!(all >> site & 1))
            return fault_reason(f, "Only a building is upgraded.");
        if (!(sites >> site & 1))
            return fault_reason(f, "Board %d has no building site %s.",
                                boards[me->board].number, word);
        if (twice >> site & 1)
            return fault_reason(f, "A site has one building.");
        if (!(cities >> city & 1))
            return fault_reason(
                f,
                "A building is at a city, or at a site where a city can be "
                "built: neither is true of site %d.",
                1 + city);
    }
    return true;
}

/* ---- the whole ---- */

static bool check_left(const struct uwc_state *s, struct position_fault *f)
{
    const struct leavers leavers = uwc_leavers(s);
    int last = 0;

    if (leavers_are_in_order(&leavers) &&
        leavers_count(&leavers) == s->left_count)
        return true;
    for (int i = 0; i < s->seats; i++)
        if (leavers.place[i])
            last = i;
    return fault_reason(fault_place(f, "seats/%d/left", last),
                        "This is one more than the number of seats that left "
                        "before.");
}

bool check_seats(const struct uwc_state *s, struct position_fault *f)
{
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        if (!check_hand(s, i, f) || !check_claims(s, i, f) ||
            !check_cities(me, i, f) || !check_tunnels(me, i, f) ||
            !check_buildings(me, i, f))
            return false;
        if (s->phase != PHASE_OVER && me->always_tiles > turns_taken(s, i))
            return fault_reason(fault_place(f, "seats/%d/always_tiles", i),
                                "The seat has placed %d tiles in this round.",
                                turns_taken(s, i));
    }
    return check_left(s, f);
}
