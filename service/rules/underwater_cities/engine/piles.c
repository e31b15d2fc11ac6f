/* The deck, the discards, the special cards and the metropolis tiles. */
#include "rules/underwater_cities/engine/piles.h"

#include "rules/random.h"

void pile_shuffle(struct uwc_state *s, uint8_t *items, size_t count)
{
    struct random random;

    random_init(&random, s->secret, s->stream++);
    random_shuffle(&random, items, count);
}

/* First card number and size of each era's deck. */
static const struct {
    uint8_t first, size;
} era_cards[] = {
    [1] = {ERA1_FIRST, ERA2_FIRST - ERA1_FIRST},
    [2] = {ERA2_FIRST, ERA3_FIRST - ERA2_FIRST},
    [3] = {ERA3_FIRST, SPECIAL3_FIRST - ERA3_FIRST},
};

void pile_new_era(struct uwc_state *s)
{
    int era = uwc_era(s);

    memset(&s->discards, 0, sizeof s->discards);
    memset(s->deck, 0, sizeof s->deck);
    s->deck_count = era_cards[era].size;
    for (int i = 0; i < s->deck_count; i++)
        s->deck[i] = (uint8_t)(era_cards[era].first + i);
    pile_shuffle(s, s->deck, s->deck_count);
}

/* The discards become the deck.  They are sorted by number before the shuffle,
 * so that the order of discarding has no influence. */
static void reshuffle(struct uwc_state *s)
{
    int count = 0;

    for (int card = set_next(&s->discards, 0); card;
         card = set_next(&s->discards, card))
        s->deck[count++] = (uint8_t)card;
    memset(&s->discards, 0, sizeof s->discards);
    s->deck_count = (uint8_t)count;
    if (count)
        pile_shuffle(s, s->deck, (size_t)count);
}

/* Take the top card of the era deck; CARD_NONE if no card is left. */
static int take_top(struct uwc_state *s)
{
    int card;

    if (!s->deck_count)
        reshuffle(s);
    if (!s->deck_count)
        return CARD_NONE;
    card = s->deck[--s->deck_count];
    s->deck[s->deck_count] = 0;
    return card;
}

void pile_draw(struct uwc_state *s, int seat)
{
    int card = take_top(s);

    if (card)
        set_add(&s->seat[seat].hand, card);
    /* Drawn while discarding surplus: any card may be discarded again. */
    if (s->phase == PHASE_TURN && s->step == STEP_DISCARD)
        s->last_discard = 0;
}

int pile_turn_up(struct uwc_state *s)
{
    int card = take_top(s);

    if (card)
        set_add(&s->discards, card);
    return card;
}

int pile_drawable(const struct uwc_state *s)
{
    return s->deck_count + set_count(&s->discards) - s->draws;
}

void pile_special_under(struct uwc_state *s, int card)
{
    memmove(s->specials + 1, s->specials, s->special_count);
    s->specials[0] = (uint8_t)card;
    s->special_count++;
}

uint8_t pile_special_top(struct uwc_state *s)
{
    uint8_t card = s->specials[--s->special_count];

    s->specials[s->special_count] = 0;
    return card;
}

void pile_discard(struct uwc_state *s, int card)
{
    if (card >= SPECIAL_FIRST && card <= CARD_LAST)
        pile_special_under(s, card);
    else if (cards[card]->era == uwc_era(s))
        set_add(&s->discards, card);
    /* three-credit specials and cards of older eras leave the game */
}

uint8_t pile_tile_top(struct uwc_state *s)
{
    uint8_t tile = 0;

    if (s->tile_count) {
        tile = s->tiles[--s->tile_count];
        s->tiles[s->tile_count] = 0;
    }
    return tile;
}

static void pile_tile_under(struct uwc_state *s, int tile)
{
    memmove(s->tiles + 1, s->tiles, s->tile_count);
    s->tiles[0] = (uint8_t)tile;
    s->tile_count++;
}

void pile_return_reveal(struct uwc_state *s, enum source_kind source)
{
    for (;;) {
        int lowest = -1;

        for (int i = 0; i < 3; i++)
            if (s->reveal[i] &&
                (lowest < 0 || s->reveal[i] < s->reveal[lowest]))
                lowest = i;
        if (lowest < 0)
            break;
        if (source == FRAME_TILES)
            pile_tile_under(s, s->reveal[lowest]);
        else
            pile_special_under(s, s->reveal[lowest]);
        s->reveal[lowest] = 0;
    }
}
