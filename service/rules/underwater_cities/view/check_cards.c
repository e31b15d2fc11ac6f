/* Whether each card and each metropolis tile of a position is in one place. */
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/words/document.h"

#include <stdio.h>

bool check_specials(const struct uwc_state *s, struct position_fault *f)
{
    for (int i = 0; i < s->special_count; i++)
        if (s->specials[i] < SPECIAL_FIRST)
            return fault_reason(
                fault_place(f, "hidden/specials/=%d", s->specials[i]),
                "This pile has the special cards for one and two credits, %d "
                "to %d.",
                SPECIAL_FIRST, CARD_LAST);
    for (size_t i = 0; i < sizeof s->display; i++)
        if (s->display[i] &&
            (s->display[i] < SPECIAL3_FIRST || s->display[i] >= SPECIAL_FIRST))
            return fault_reason(
                fault_place(f, "piles/display/=%d", s->display[i]),
                "The display has special cards for three credits, %d to %d.",
                SPECIAL3_FIRST, SPECIAL_FIRST - 1);
    if (s->top_hidden && !s->special_count)
        return fault_reason(fault_place(f, "hidden/top_hidden"),
                            "An empty pile has no top card.");
    return true;
}

/* ---- cards ---- */

/* The cards found so far, and where; the first that is found twice makes the
 * position bad. */
struct found {
    struct position_fault *fault;
    struct card_set cards;
    uint8_t pile[ASSISTANT + 1]; /* enum pile */
    bool twice;
};

/* Where a card can be; hands and claims have one for each seat. */
enum pile {
    PILE_DECK,
    PILE_DISCARDS,
    PILE_SPECIALS,
    PILE_DISPLAY,
    PILE_REVEALED,
    PILE_TURN,
    PILE_HAND,
    PILE_CLAIMS = PILE_HAND + RULES_SEATS_MAX,
};

/* The steps to a card in a pile. */
static void steps_to(enum pile pile, int card, char *out, size_t cap)
{
    static const char *const lists[] = {
        [PILE_DECK] = "hidden/deck",         [PILE_DISCARDS] = "discards",
        [PILE_SPECIALS] = "hidden/specials", [PILE_DISPLAY] = "piles/display",
        [PILE_REVEALED] = "hidden/revealed",
    };

    if (pile == PILE_TURN)
        snprintf(out, cap, "current_turn/card");
    else if (pile < PILE_TURN)
        snprintf(out, cap, "%s/=%d", lists[pile], card);
    else if (pile < PILE_CLAIMS)
        snprintf(out, cap, "seats/%d/hand/cards/=%d", (int)pile - PILE_HAND,
                 card);
    else
        snprintf(out, cap, "seats/%d/claims/card=%d", (int)pile - PILE_CLAIMS,
                 card);
}

/* A pile in words. */
static void name_pile(enum pile pile, char *out, size_t cap)
{
    static const char *const names[] = {
        [PILE_DECK] = "the deck",
        [PILE_DISCARDS] = "the discards",
        [PILE_SPECIALS] = "the special cards",
        [PILE_DISPLAY] = "the display",
        [PILE_REVEALED] = "the revealed cards",
        [PILE_TURN] = "the turn",
    };

    if (pile < PILE_HAND)
        snprintf(out, cap, "%s", names[pile]);
    else if (pile < PILE_CLAIMS)
        snprintf(out, cap, "the hand of seat %d", (int)pile - PILE_HAND);
    else
        snprintf(out, cap, "play of seat %d", (int)pile - PILE_CLAIMS);
}

static void find(struct found *found, int card, enum pile pile)
{
    char steps[48], other[32];

    if (!card || found->twice)
        return;
    if (set_has(&found->cards, card)) {
        found->twice = true;
        steps_to(pile, card, steps, sizeof steps);
        name_pile((enum pile)found->pile[card], other, sizeof other);
        (void)fault_reason(fault_place(found->fault, "%s", steps),
                           "Card %d (%s) is here and in %s: each card is in "
                           "one place.",
                           card, cards[card]->name, other);
    }
    set_add(&found->cards, card);
    found->pile[card] = (uint8_t)pile;
}

static void find_all(struct found *found, const struct card_set *set,
                     enum pile pile)
{
    for (int card = set_next(set, 0); card; card = set_next(set, card))
        find(found, card, pile);
}

static void find_list(struct found *found, const uint8_t *list, size_t count,
                      enum pile pile)
{
    for (size_t i = 0; i < count; i++)
        find(found, list[i], pile);
}

static void find_seat(const struct uwc_state *s, int seat, struct found *found)
{
    const struct seat *me = &s->seat[seat];

    find_all(found, &me->hand, (enum pile)(PILE_HAND + seat));
    for (int i = 0; i < me->claim_count; i++)
        if (me->claims[i] != ASSISTANT)
            find(found, me->claims[i], (enum pile)(PILE_CLAIMS + seat));
}

/* Era decks and discards: cards of the current era only. */
static bool are_of_era(const struct uwc_state *s, struct position_fault *f)
{
    const char *list = "hidden/deck";
    int card = 0;

    for (int i = 0; i < s->deck_count && !card; i++)
        if (era_of_card(s->deck[i]) != uwc_era(s))
            card = s->deck[i];
    if (!card) {
        list = "discards";
        card = set_next(&s->discards, 0);
        while (card && era_of_card(card) == uwc_era(s))
            card = set_next(&s->discards, card);
    }
    if (!card)
        return true;
    return fault_reason(fault_place(f, "%s/=%d", list, card),
                        "Deck and discards have only cards of the current era: "
                        "round %d is in era %d.",
                        s->round, uwc_era(s));
}

/* All cards of the current era are in some place, or, as long as none was
 * dealt, in none. */
static bool are_all_there(const struct uwc_state *s, const struct found *found)
{
    const struct era_deck *era = &era_decks[uwc_era(s)];
    const bool dealt = !check_undealt(s);
    char steps[48];

    for (int card = era->first; card < era->first + era->size; card++) {
        if (set_has(&found->cards, card) == dealt)
            continue;
        if (dealt)
            return fault_reason(
                fault_place(found->fault, "hidden/deck"),
                "Card %d (%s) is nowhere: each card of the era is in the "
                "deck, the discards, a hand or in play.",
                card, cards[card]->name);
        steps_to((enum pile)found->pile[card], card, steps, sizeof steps);
        return fault_reason(fault_place(found->fault, "%s", steps),
                            "No card is anywhere before the blue tiles are "
                            "placed.");
    }
    return true;
}

/* Special cards that were paid for are in play or out of the game. */
static bool are_paid(const struct uwc_state *s, const struct found *found)
{
    int paid = 0, out = 0, payer = 0;

    for (int i = 0; i < s->seats; i++) {
        const int before = paid;

        paid += s->seat[i].specials_paid;
        for (int k = 0; k < s->seat[i].claim_count; k++)
            paid -= card_is_special(s->seat[i].claims[k]);
        if (paid > before)
            payer = i;
    }
    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
        out += !set_has(&found->cards, card) || card == s->card;
    if (paid <= out)
        return true;
    return fault_reason(
        fault_place(found->fault, "seats/%d/specials_paid", payer),
        "The seats have paid for %d special cards that are not in play, but "
        "only %d are out of the game.",
        paid, out);
}

bool check_cards(const struct uwc_state *s, struct position_fault *f)
{
    struct found found = {.fault = f};

    if (!are_of_era(s, f))
        return false;
    find_list(&found, s->deck, s->deck_count, PILE_DECK);
    find_all(&found, &s->discards, PILE_DISCARDS);
    find_list(&found, s->specials, s->special_count, PILE_SPECIALS);
    find_list(&found, s->display, sizeof s->display, PILE_DISPLAY);
    if (revealed_kind(s) == FRAME_SPECIALS)
        find_list(&found, s->reveal, sizeof s->reveal, PILE_REVEALED);
    find(&found, s->card, PILE_TURN);
    for (int i = 0; i < s->seats; i++)
        find_seat(s, i, &found);
    return !found.twice && are_all_there(s, &found) && are_paid(s, &found);
}

/* ---- tiles ---- */

/* How often each blue tile is somewhere. */
static void count_blue(const struct uwc_state *s, int count[UWC_BLUE_TILES + 1])
{
    for (int i = 0; i < s->tile_count; i++)
        count[s->tiles[i]]++;
    for (int i = 0; revealed_kind(s) == FRAME_TILES && i < 3; i++)
        count[s->reveal[i]]++;
    for (int i = 0; i < s->seats; i++) {
        count[s->seat[i].blue[0]]++;
        count[s->seat[i].blue[1]]++;
        for (unsigned left = s->seat[i].gained_tiles; left; left &= left - 1)
            count[__builtin_ctz(left) + 1]++;
    }
}

static bool check_blue(const struct uwc_state *s, struct position_fault *f)
{
    int count[UWC_BLUE_TILES + 1] = {0};

    for (int i = 0; revealed_kind(s) == FRAME_TILES && i < 3; i++)
        if (s->reveal[i] > UWC_BLUE_TILES)
            return fault_reason(
                fault_place(f, "hidden/revealed/%d", i),
                "The blue metropolis tiles have the numbers 1 to %d.",
                UWC_BLUE_TILES);
    for (int i = 0; i < s->seats; i++)
        if (!s->seat[i].blue[0] || !s->seat[i].blue[1])
            return fault_reason(
                fault_place(f, "seats/%d/board/metropolises", i),
                "Each seat has two blue metropolis tiles.");
    count_blue(s, count);
    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++) {
        if (!count[tile])
            return fault_reason(
                fault_place(f, "hidden/metropolises"),
                "Blue metropolis tile %d is nowhere: each is on a board, "
                "beside one, revealed or in this pile.",
                tile);
        if (count[tile] > 1)
            return fault_reason(fault_place(f, "hidden/metropolises/=%d", tile),
                                "Blue metropolis tile %d is in several places.",
                                tile);
    }
    return true;
}

bool check_tiles(const struct uwc_state *s, struct position_fault *f)
{
    unsigned brown = 0, sides = 0;

    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        if (me->board / 4 != s->advanced)
            return fault_reason(
                fault_place(f, "seats/%d/board/number", i),
                "With the option \"boards\": \"%s\" the boards are %d to %d.",
                s->advanced ? "advanced" : "basic", 4 * s->advanced + 1,
                4 * s->advanced + 4);
        if (sides >> me->board % 4 & 1)
            return fault_reason(fault_place(f, "seats/%d/board/number", i),
                                "Each seat has another board.");
        if (brown >> me->brown & 1)
            return fault_reason(
                fault_place(f, "seats/%d/board/metropolises/0/tile", i),
                "Each seat has another brown metropolis tile.");
        brown |= 1u << me->brown;
        sides |= 1u << me->board % 4;
    }
    return check_blue(s, f);
}
