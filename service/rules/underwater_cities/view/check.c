/* Whether a state is a position of the game: every invariant that other code
 * relies on.  A document from outside is refused here or never crashes. */
#include "rules/underwater_cities/view/check.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

/* Cards found so far; finding one twice makes the position bad. */
struct found {
    struct card_set cards;
    bool twice;
};

static void find(struct found *found, int card)
{
    if (!card)
        return;
    found->twice |= set_has(&found->cards, card);
    set_add(&found->cards, card);
}

static void find_all(struct found *found, const struct card_set *set)
{
    for (int card = set_next(set, 0); card; card = set_next(set, card))
        find(found, card);
}

/* ---- where the cards are ---- */

static bool specials_fit(const struct uwc_state *s)
{
    for (int i = 0; i < s->special_count; i++)
        if (s->specials[i] < SPECIAL_FIRST)
            return false;
    for (size_t i = 0; i < sizeof s->display; i++)
        if (s->display[i] &&
            (s->display[i] < SPECIAL3_FIRST || s->display[i] >= SPECIAL_FIRST))
            return false;
    return !s->top_hidden || s->special_count > 0;
}

/* A card may be in a hand, in play or played: not of a later era. */
static bool known_by_now(const struct uwc_state *s, int card)
{
    return era_of_card(card) <= uwc_era(s);
}

/* Specials kept in hand: those taken face up are known, three-credit ones
 * always (ruling 73). */
static bool hand_fits(const struct uwc_state *s, const struct seat *me)
{
    /* so few that simultaneous discards have a bit each, whatever is drawn
     * before the next discard */
    if (set_count(&me->hand) + s->draws > 18)
        return false;
    for (int card = set_next(&me->hand, 0); card;
         card = set_next(&me->hand, card))
        if (card > CARD_LAST || !known_by_now(s, card))
            return false;
    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++) {
        bool open = me->open_specials >> (card - SPECIAL3_FIRST) & 1;
        bool held = set_has(&me->hand, card);

        if ((open && !held) || (held && !open && card < SPECIAL_FIRST))
            return false;
    }
    return true;
}

/* Turns that a seat may still have, the one under way included. */
static int turns_left(const struct uwc_state *s, int seat)
{
    int later = UWC_TURNS * (UWC_ROUNDS - s->round), now = 0;

    if (s->phase == PHASE_FIRST_HANDS || s->phase == PHASE_ERA_HANDS ||
        s->phase == PHASE_TILES)
        return later + UWC_TURNS;
    if (s->phase == PHASE_TURN)
        for (int t = s->turn; t < UWC_TURNS * s->seats; t++)
            now += s->order[t % s->seats] == seat;
    return s->phase == PHASE_OVER ? 0 : later + now;
}

static bool claims_fit(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int actions = 0, specials = 0, assistants = 0;

    if (me->claim_count + turns_left(s, seat) > UWC_CLAIMS_MAX ||
        (uint64_t)me->used >> me->claim_count)
        return false;
    for (int i = 0; i < me->claim_count; i++) {
        int card = me->claims[i];
        bool usable = cards[card]->type == ACTION || cards[card]->once;

        if (cards[card]->type == INSTANT || !known_by_now(s, card) ||
            (me->used >> i & 1 && !usable))
            return false;
        actions += cards[card]->type == ACTION;
        specials += card_is_special(card);
        assistants += card == ASSISTANT;
    }
    return actions <= 4 && assistants <= 1 && me->specials_paid >= specials;
}

static void find_seat(const struct seat *me, struct found *found)
{
    find_all(found, &me->hand);
    for (int i = 0; i < me->claim_count; i++)
        if (me->claims[i] != ASSISTANT)
            find(found, me->claims[i]);
}

/* Era decks and discards: cards of the current era only. */
static bool find_era_cards(const struct uwc_state *s, struct found *found)
{
    for (int i = 0; i < s->deck_count; i++) {
        if (era_of_card(s->deck[i]) != uwc_era(s))
            return false;
        find(found, s->deck[i]);
    }
    for (int card = set_next(&s->discards, 0); card;
         card = set_next(&s->discards, card))
        if (era_of_card(card) != uwc_era(s))
            return false;
    find_all(found, &s->discards);
    return true;
}

/* Every card in one place; those of the current era all in some place, or, as
 * long as none was dealt, in none. */
static bool cards_fit(const struct uwc_state *s)
{
    const struct era_deck *era = &era_decks[uwc_era(s)];
    bool dealt = !check_undealt(s);
    struct found found = {0};
    int paid = 0;

    if (!find_era_cards(s, &found))
        return false;
    for (int i = 0; i < s->special_count; i++)
        find(&found, s->specials[i]);
    for (size_t i = 0; i < sizeof s->display; i++)
        find(&found, s->display[i]);
    for (int i = 0; revealed_kind(s) == FRAME_SPECIALS && i < 3; i++)
        find(&found, s->reveal[i]);
    find(&found, s->card);
    for (int i = 0; i < s->seats; i++) {
        find_seat(&s->seat[i], &found);
        paid += s->seat[i].specials_paid;
        for (int k = 0; k < s->seat[i].claim_count; k++)
            paid -= card_is_special(s->seat[i].claims[k]);
    }
    for (int i = 0; i < era->size; i++)
        if (set_has(&found.cards, era->first + i) != dealt)
            return false;
    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
        paid -= !set_has(&found.cards, card) || card == s->card;
    return !found.twice && paid <= 0; /* paid instants are out of the game */
}

/* ---- tiles ---- */

static bool tiles_fit(const struct uwc_state *s)
{
    unsigned blue = 0, brown = 0, boards_seen = 0;
    int blues = s->tile_count;

    for (int i = 0; i < s->tile_count; i++)
        blue |= 1u << s->tiles[i];
    for (int i = 0; revealed_kind(s) == FRAME_TILES && i < 3; i++)
        if (s->reveal[i] && ++blues) {
            if (s->reveal[i] > UWC_BLUE_TILES)
                return false;
            blue |= 1u << s->reveal[i];
        }
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        blue |= 1u << me->blue[0] | 1u << me->blue[1];
        blue |= (unsigned)me->gained_tiles << 1;
        blues += 2 + __builtin_popcount(me->gained_tiles);
        brown |= 1u << me->brown;
        boards_seen |= 1u << me->board % 4;
        if (me->board / 4 != s->advanced)
            return false;
    }
    return blues == UWC_BLUE_TILES &&
           blue == (1u << (UWC_BLUE_TILES + 1)) - 2 &&
           __builtin_popcount(brown) == s->seats &&
           __builtin_popcount(boards_seen) == s->seats;
}

static bool slots_fit(const struct uwc_state *s)
{
    unsigned mine = (1u << s->seats) - 1;
    unsigned allowed = s->seats == 1 ? mine | UWC_NEUTRAL : mine;

    for (int i = 0; i < UWC_SLOTS; i++)
        if (s->slots[i] & ~allowed ||
            (s->slots[i] && (i == UWC_SLOT_ALWAYS || !slot_of(s->seats, i))))
            return false;
    return check_neutral_tiles(s) &&
           (!s->cloned || s->seats == RULES_SEATS_MAX);
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

/* Built pieces stand where they may (rulings 10-12). */
static bool board_fits(const struct seat *me)
{
    const uint64_t all = me->building[0] | me->building[1] | me->building[2];
    const uint16_t everywhere = (1u << UWC_CITY_SITES) - 1;
    uint16_t linked = reach(everywhere, me->tunnel);
    uint16_t cities = me->city | board_city_sites(me);

    if (!(me->city >> UWC_START_SITE & 1) || me->symbiotic & ~me->city ||
        me->city & ~reach(me->city, 0xffff))
        return false;
    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        int a = tunnel_ends[t][0], b = tunnel_ends[t][1];

        if (me->tunnel >> t & 1 && !(linked >> a & 1) &&
            !(b < UWC_CITY_SITES && linked >> b & 1))
            return false;
    }
    for (int city = 0; city < UWC_CITY_SITES; city++)
        if (all & BUILDINGS_AT(city) && !(cities >> city & 1))
            return false;
    return !(all & ~(boards[me->board].ordinary | expansion_sites)) &&
           !(me->building[0] & me->building[1]) &&
           !((me->building[0] | me->building[1]) & me->building[2]) &&
           !(me->upgraded & ~all) && !(me->tunnel_upgraded & ~me->tunnel);
}

static bool seats_fit(const struct uwc_state *s)
{
    unsigned left = 0;

    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        if (!hand_fits(s, me) || !claims_fit(s, i) || !board_fits(me))
            return false;
        if (me->left)
            left |= 1u << me->left;
    }
    /* who left first is 1, the next 2 ... */
    return left == ((1u << s->left_count) - 1) << 1;
}

/* ---- the whole ---- */

static bool is_order(const uint8_t *seats, int count)
{
    unsigned seen = 0;

    for (int i = 0; i < count; i++)
        seen |= 1u << seats[i];
    return seen == (1u << count) - 1;
}

static bool match_fits(const struct uwc_state *s)
{
    if (!s->seats || !check_options(s) || !check_contracts(s) ||
        s->turn >= UWC_TURNS * s->seats || !is_order(s->order, s->seats) ||
        !is_order(s->track, s->seats))
        return false;
    for (int i = 1; i < s->seats; i++)
        if (s->seat[s->track[i - 1]].space > s->seat[s->track[i]].space)
            return false;
    return s->phase == PHASE_OVER ||
           s->seats - s->left_count >= (s->seats > 1 ? 2 : 1);
}

/* Somebody can go on, unless the match is over. */
static bool is_alive(const struct uwc_state *s)
{
    seat_set seats = uwc_to_act(s);

    for (int i = 0; i < s->seats; i++) {
        struct move move;

        if (seats >> i & 1 && !uwc_moves(s, i, &move, 1))
            return false;
    }
    return seats || s->phase == PHASE_OVER;
}

enum rules_err uwc_check(const struct uwc_state *s)
{
    /* in this order: later ones rely on what earlier ones found */
    if (!match_fits(s) || !slots_fit(s) || !specials_fit(s) ||
        !check_frames(s) || !seats_fit(s) || !cards_fit(s) || !tiles_fit(s) ||
        supply_left(s, CITY) < 0 || supply_left(s, TUNNEL) < 0 ||
        supply_left(s, SYMBIOTIC) < 0 || !check_turn(s) || !check_choices(s) ||
        !is_alive(s))
        return RULES_BAD_POSITION;
    return RULES_OK;
}
