/* `given ...`: arranges the position in which a case begins. */
#include "case_story.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/rounds.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/solo.h"
#include "rules/underwater_cities/game.h"

#include <ctype.h>
#include <stdlib.h>

/* Remove a card from every pile of the match. */
static void take_out(struct uwc_state *s, int card)
{
    for (int i = 0; i < s->deck_count; i++)
        if (s->deck[i] == card) {
            s->deck_count--;
            memmove(s->deck + i, s->deck + i + 1, (size_t)(s->deck_count - i));
            s->deck[s->deck_count] = 0;
        }
    for (int i = 0; i < s->special_count; i++)
        if (s->specials[i] == card) {
            s->special_count--;
            memmove(s->specials + i, s->specials + i + 1,
                    (size_t)(s->special_count - i));
            s->specials[s->special_count] = 0;
        }
    for (int i = 0; i < 6; i++)
        if (s->display[i] == card)
            s->display[i] = 0;
    set_remove(&s->discards, card);
}

/* The options named by the words from `first` on. */
static struct settings options_of(const struct story *t, int first)
{
    struct settings settings;

    game_defaults(&underwater_cities, (uint8_t)story_number(t, t->words[2]),
                  &settings);
    for (int i = first; i < t->count; i++) {
        const char *word = t->words[i];

        if (!strcmp(word, "immediate"))
            settings.values[UWC_DRAWS] = 1;
        else if (!strcmp(word, "advanced"))
            settings.values[UWC_BOARDS] = 1;
        else if (!strcmp(word, "contracts"))
            settings.values[UWC_USE_CONTRACTS] = 1;
        else if (!strcmp(word, "chosen"))
            settings.values[UWC_BLUE_PLACEMENT] = 1;
        else if (!strcmp(word, "solo-start") && i + 1 < t->count)
            settings.values[UWC_SOLO_START] =
                (int16_t)story_number(t, t->words[++i]);
        else
            story_fail(t, "no option: %s", word);
    }
    return settings;
}

/* A match just as it is dealt. */
static void given_deal(struct story *t)
{
    const struct settings settings = options_of(t, 3);

    if (uwc_start(story_now(t), &settings, (const uint8_t[32]){1}))
        story_fail(t, "no such match");
}

/* The same whatever was dealt; where the blue tiles are laid by choice that
 * comes first, else it is the first turn. */
static void given_seats(struct story *t)
{
    struct uwc_state *s = story_now(t);

    given_deal(t);
    for (int i = 0; i < s->seats; i++) {
        struct seat *me = &s->seat[i];

        memset(&me->hand, 0, sizeof me->hand);
        me->is_choosing = s->chosen_tiles;
        me->board = (uint8_t)(4 * s->advanced + i);
        me->brown = (uint8_t)(i + 1);
        me->blue[0] = (uint8_t)(2 * i + 1);
        me->blue[1] = (uint8_t)(2 * i + 2);
        me->space = UWC_BELOW_TRACK;
        memset(me->stock, 0, sizeof me->stock);
        me->stock[KELP] = me->stock[STEELPLAST] = me->stock[SCIENCE] = 1;
        me->stock[CREDIT] = 2;
        s->order[i] = s->track[i] = (uint8_t)i;
    }
    s->tile_count = 0;
    memset(s->tiles, 0, sizeof s->tiles);
    for (int tile = UWC_BLUE_TILES; tile > 2 * s->seats; tile--)
        s->tiles[s->tile_count++] = (uint8_t)tile;
    if (s->chosen_tiles)
        return;
    pile_new_era(s);
    turn_begin(s);
}

/* The contracts laid out, by ascending number. */
static void given_contracts(struct story *t)
{
    struct uwc_state *s = story_now(t);

    s->contracts = 1;
    memset(s->contract, 0, sizeof s->contract);
    for (int i = 0; i < UWC_CONTRACTS_OPEN && i + 2 < t->count; i++)
        s->contract[i] = (uint8_t)story_number(t, t->words[i + 2]);
}

static void given_round(struct story *t)
{
    struct uwc_state *s = story_now(t);

    s->round = (uint8_t)story_number(t, t->words[2]);
    if (s->seats == 1) {
        memset(s->slots, 0, sizeof s->slots);
        solo_lay_tiles(s, s->round);
    }
    pile_new_era(s);
}

static void given_pile(struct story *t, uint8_t *pile, uint8_t *count,
                       size_t size)
{
    memset(pile, 0, size);
    *count = (uint8_t)(t->count - 2);
    for (int i = 0; i < *count; i++)
        pile[*count - 1 - i] = (uint8_t)story_number(t, t->words[2 + i]);
}

static void given_site(struct story *t, struct seat *me, const char *what,
                       const char *word)
{
    int n = story_number(t, word) - 1;
    bool up = strchr(word, '+') != NULL;

    if (!strcmp(what, "city")) {
        me->city |= (uint16_t)(1u << n);
        if (strchr(word, 's'))
            me->symbiotic |= (uint16_t)(1u << n);
    } else if (!strcmp(what, "tunnel")) {
        me->tunnel |= (uint16_t)(1u << n);
        if (up)
            me->tunnel_upgraded |= (uint16_t)(1u << n);
    } else {
        const char *letter = word + strspn(word, "0123456789");
        int site = n * UWC_SITES_PER_CITY +
                   (*letter == 'x' ? UWC_EXPANSION : *letter - 'a');
        int kind = !strcmp(what, "farm") ? 0 : !strcmp(what, "plant") ? 1 : 2;

        me->building[kind] |= UINT64_C(1) << site;
        if (up)
            me->upgraded |= UINT64_C(1) << site;
    }
}

static void given_cards(struct story *t, struct seat *me, bool hand)
{
    for (int i = 3; i < t->count; i++) {
        int card = story_number(t, t->words[i]);

        take_out(story_now(t), card);
        if (hand) {
            set_add(&me->hand, card);
            continue;
        }
        if (strchr(t->words[i], '*'))
            me->used |= UINT32_C(1) << me->claim_count;
        me->claims[me->claim_count++] = (uint8_t)card;
        if (card_is_special(card))
            me->specials_paid++;
    }
}

static void given_of_seat(struct story *t, int seat)
{
    struct seat *me = &story_now(t)->seat[seat];
    const char *what = t->words[2];

    if (!strcmp(what, "hand") || !strcmp(what, "claims")) {
        given_cards(t, me, *what == 'h');
    } else if (!strcmp(what, "no-assistant")) {
        me->claim_count = 0;
        me->claims[0] = 0;
    } else if (!strcmp(what, "stock")) {
        memset(me->stock, 0, sizeof me->stock);
        for (int i = 3; i + 1 < t->count; i += 2)
            me->stock[story_resource(t, t->words[i + 1])] =
                (int16_t)story_number(t, t->words[i]);
    } else if (!strcmp(what, "points")) {
        me->points = (int16_t)story_number(t, t->words[3]);
    } else if (!strcmp(what, "space")) {
        me->space = (uint8_t)story_number(t, t->words[3]);
    } else if (!strcmp(what, "board")) {
        me->board = (uint8_t)(story_number(t, t->words[3]) - 1);
    } else if (!strcmp(what, "brown")) {
        me->brown = (uint8_t)story_number(t, t->words[3]);
    } else if (!strcmp(what, "blue")) {
        me->blue[0] = (uint8_t)story_number(t, t->words[3]);
        me->blue[1] = (uint8_t)story_number(t, t->words[4]);
    } else if (!strcmp(what, "paid")) {
        me->specials_paid = (uint8_t)story_number(t, t->words[3]);
    } else if (!strcmp(what, "city") || !strcmp(what, "tunnel") ||
               !strcmp(what, "farm") || !strcmp(what, "plant") ||
               !strcmp(what, "laboratory")) {
        for (int i = 3; i < t->count; i++)
            given_site(t, me, what, t->words[i]);
    } else {
        story_fail(t, "unknown: given seat %s", what);
    }
}

static void given_order(struct story *t, uint8_t *order)
{
    for (int i = 0; i < story_now(t)->seats; i++)
        order[i] = (uint8_t)story_number(t, t->words[2 + i]);
}

void uwc_given(struct story *t)
{
    struct uwc_state *s = story_now(t);
    const char *what = t->words[1];

    if (isdigit((unsigned char)*what)) {
        given_of_seat(t, story_number(t, what));
    } else if (!strcmp(what, "seats")) {
        given_seats(t);
    } else if (!strcmp(what, "deal")) {
        given_deal(t);
    } else if (!strcmp(what, "contracts")) {
        given_contracts(t);
    } else if (!strcmp(what, "round")) {
        given_round(t);
    } else if (!strcmp(what, "turn")) {
        s->turn = (uint8_t)story_number(t, t->words[2]);
    } else if (!strcmp(what, "order")) {
        given_order(t, s->order);
    } else if (!strcmp(what, "track")) {
        given_order(t, s->track);
    } else if (!strcmp(what, "deck")) {
        given_pile(t, s->deck, &s->deck_count, sizeof s->deck);
    } else if (!strcmp(what, "specials")) {
        given_pile(t, s->specials, &s->special_count, sizeof s->specials);
    } else if (!strcmp(what, "tiles")) {
        given_pile(t, s->tiles, &s->tile_count, sizeof s->tiles);
    } else if (!strcmp(what, "display")) {
        memset(s->display, 0, sizeof s->display);
        for (int i = 2; i < t->count; i++)
            s->display[i - 2] = (uint8_t)story_number(t, t->words[i]);
    } else if (!strcmp(what, "discards")) {
        memset(&s->discards, 0, sizeof s->discards);
        for (int i = 2; i < t->count; i++) {
            take_out(s, story_number(t, t->words[i]));
            set_add(&s->discards, story_number(t, t->words[i]));
        }
    } else if (!strcmp(what, "slot")) {
        for (int i = 3; i < t->count; i++)
            s->slots[story_slot(t, t->words[2])] |=
                strcmp(t->words[i], "neutral") != 0
                    ? (uint8_t)(1u << story_number(t, t->words[i]))
                    : UWC_NEUTRAL;
    } else {
        story_fail(t, "unknown: given %s", what);
    }
    if (s->phase == PHASE_TURN && s->step != STEP_RESOLVE)
        s->step = hand_surplus(&s->seat[uwc_active(s)]) > 0 ? STEP_DISCARD
                                                            : STEP_PLACE;
}
