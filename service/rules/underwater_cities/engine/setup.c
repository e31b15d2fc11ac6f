/* Setting up a match (rules pp. 4-7, 18; rulings 29, 86, 88): boards, tiles,
 * play order and extras, specials, contracts, then the choice of tile corners
 * by option, and the first hands last. */
#include "rules/underwater_cities/engine/setup.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/solo.h"

static void deal_boards(struct uwc_state *s)
{
    uint8_t numbers[4], brown[UWC_BROWN_TILES];

    secret_stream_deal(&s->chance, numbers, s->advanced ? 4 : 0, 4);
    secret_stream_deal(&s->chance, brown, 1, UWC_BROWN_TILES);
    pile_fill(pile_tiles(s), 1, UWC_BLUE_TILES, &s->chance);
    for (int i = 0; i < s->seats; i++) {
        struct seat *me = &s->seat[i];

        me->board = numbers[i];
        /* Alone, brown tile 2 is left out. */
        me->brown = brown[s->seats == 1 && brown[0] == 2 ? 1 : i];
        me->blue[0] = pile_tile_top(s);
        me->blue[1] = pile_tile_top(s);
    }
}

void setup_seat(struct seat *me)
{
    me->stock[KELP] = me->stock[STEELPLAST] = me->stock[SCIENCE] = 1;
    me->stock[CREDIT] = 2;
    me->city = 1u << UWC_START_SITE;
    me->claims[me->claim_count++] = ASSISTANT;
}

/* Play order at random; later seats start ahead on the Federation track and
 * with extras (rules p. 6). */
static void deal_order(struct uwc_state *s)
{
    static const struct {
        uint8_t space, credit, steelplast;
    } extras[RULES_SEATS_MAX] = {
        {UWC_BELOW_TRACK, 0, 0}, {4, 0, 0}, {3, 1, 0}, {2, 1, 1}};

    secret_stream_deal(&s->chance, s->order, 0, s->seats);
    for (int i = 0; i < s->seats; i++) {
        struct seat *me = &s->seat[s->order[i]];

        me->space = extras[i].space;
        me->stock[CREDIT] = (int16_t)(me->stock[CREDIT] + extras[i].credit);
        me->stock[STEELPLAST] =
            (int16_t)(me->stock[STEELPLAST] + extras[i].steelplast);
        s->track[s->seats - 1 - i] = s->order[i];
    }
}

static void deal_specials(struct uwc_state *s)
{
    uint8_t three[SPECIAL_FIRST - SPECIAL3_FIRST];

    pile_fill(pile_specials(s), SPECIAL_FIRST, CARD_LAST - SPECIAL_FIRST + 1,
              &s->chance);
    secret_stream_deal(&s->chance, three, SPECIAL3_FIRST, sizeof three);
    memcpy(s->display, three, sizeof s->display);
}

static void deal_contracts(struct uwc_state *s)
{
    uint8_t numbers[UWC_CONTRACTS];

    if (!s->contracts)
        return;
    secret_stream_deal(&s->chance, numbers, 1, UWC_CONTRACTS);
    for (int number = 1, i = 0; number <= UWC_CONTRACTS; number++)
        for (int k = 0; k < UWC_CONTRACTS_OPEN; k++)
            if (numbers[k] == number)
                s->contract[i++] = (uint8_t)number;
}

void start_hands(struct uwc_state *s)
{
    pile_new_era(s);
    phase_begin(s, PHASE_FIRST_HANDS);
    for (int i = 0; i < s->seats; i++) {
        int seat = s->order[i];

        if (s->seat[seat].left)
            continue;
        for (int k = 0; k < 6; k++)
            pile_draw_card(s, seat);
        choosing_begin(s, seat, true);
    }
}

/* All seats choose at once in which corners their two blue tiles are laid. */
static void ask_for_tiles(struct uwc_state *s)
{
    s->phase = PHASE_TILES;
    for (int seat = 0; seat < s->seats; seat++)
        s->seat[seat].is_choosing = 1;
}

enum rules_err uwc_start(void *state, const struct settings *settings,
                         const uint8_t secret[RULES_SECRET_SIZE])
{
    struct uwc_state *s = state;

    if (!uwc_options_allow(settings))
        return RULES_BAD_SETTINGS;
    memset(s, 0, sizeof *s);
    s->seats = settings->seats;
    s->deferred = settings->values[UWC_DRAWS] == 0;
    s->advanced = settings->values[UWC_BOARDS] == 1;
    s->contracts = settings->values[UWC_USE_CONTRACTS] == 1;
    s->chosen_tiles = settings->values[UWC_BLUE_PLACEMENT] == 1;
    s->round = 1;
    s->slot = UWC_NO_SLOT;
    s->step = STEP_PLACE;
    secret_stream_begin(&s->chance, secret);
    for (int i = 0; i < s->seats; i++)
        setup_seat(&s->seat[i]);
    deal_boards(s);
    deal_order(s);
    deal_specials(s);
    deal_contracts(s);
    s->fourth = UWC_NO_SLOT;
    if (s->seats == 1) {
        s->solo_start = (uint8_t)settings->values[UWC_SOLO_START];
        solo_lay_tiles(s, 1);
    }
    if (s->chosen_tiles)
        ask_for_tiles(s);
    else
        start_hands(s);
    return RULES_OK;
}
