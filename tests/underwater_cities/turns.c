/* Turns with more in play than ordinary play brings. */
#include "turns.h"

#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/words/document.h"

enum { CARDS_TRIED = 10, RESOURCES_UP_TO = 4 };

/* Take a card from the deck or the discards.  Return false if a seat has it or
 * may still receive it: a card must not be in the match twice, because the
 * engine identifies action cards by their number. */
static bool take_card(struct uwc_state *s, int card)
{
    int kept = 0;

    if (era_of_card(card) > uwc_era(s))
        return false;
    for (int i = 0; i < s->seats; i++)
        if (set_has(&s->seat[i].hand, card) ||
            claim_index(&s->seat[i], card) >= 0)
            return false;
    for (int i = 0; i < s->deck_count; i++)
        if (s->deck[i] != card)
            s->deck[kept++] = s->deck[i];
    s->deck_count = (uint8_t)kept;
    kept = 0;
    for (int i = 0; i < s->special_count; i++)
        if (s->specials[i] != card)
            s->specials[kept++] = s->specials[i];
    memset(s->specials + kept, 0, (size_t)(s->special_count - kept));
    s->special_count = (uint8_t)kept;
    set_remove(&s->discards, card);
    return true;
}

/* Put a card in play, if it can be. */
static void claim(struct uwc_state *s, struct seat *me, int card)
{
    if ((cards[card]->type == ACTION && claims_action_cards(me) >= 4) ||
        me->claim_count >= UWC_CLAIMS_MAX / 2 || !take_card(s, card))
        return;
    me->claims[me->claim_count++] = (uint8_t)card;
}

void turn_enrich(struct uwc_state *s, int seat, struct random *random)
{
    struct seat *me = &s->seat[seat];

    for (int i = 0; i < CARDS_TRIED; i++) {
        const int card = 1 + (int)random_below(random, SPECIAL3_FIRST - 1);

        if (cards[card]->type == ACTION || cards[card]->type == PERMANENT)
            claim(s, me, card);
    }
    for (int r = 0; r < RESOURCES; r++)
        me->stock[r] = (int16_t)random_below(random, RESOURCES_UP_TO + 1);
}

/* Permanents usable once per turn, action cards and instants that open lists,
 * the one of all eras that builds and upgrades first. */
static const uint8_t tempting[] = {67,  30,  103, 196, 83,  94,  106,
                                   16,  17,  69,  71,  72,  124, 130,
                                   151, 153, 67,  192, 193, 103, 30};

static void tempt_with(struct uwc_state *s, struct seat *me, int card)
{
    if (cards[card]->type != INSTANT)
        claim(s, me, card);
    else if (take_card(s, card))
        set_add(&me->hand, card);
}

void turn_tempt(struct uwc_state *s, int seat, struct random *random)
{
    enum { CARDS = 6, POOR = 3 };
    struct seat *me = &s->seat[seat];
    uint64_t buildings = 0;

    for (int i = 0; i < CARDS; i++)
        tempt_with(s, me, tempting[random_below(random, sizeof tempting)]);
    for (int r = 0; r < RESOURCES; r++)
        me->stock[r] = (int16_t)random_below(random, POOR);
    if (random_below(random, 3))
        me->stock[SCIENCE] = 0;
    for (int i = 0; i < 3; i++)
        buildings |= me->building[i];
    for (uint64_t left = buildings; left; left &= left - 1)
        if (!random_below(random, 3))
            me->upgraded |= left & -left;
}
