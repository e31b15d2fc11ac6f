/* What no play may change, with whatever options: every card, tile and contract
 * is in one place, nothing is negative, no supply is overdrawn, every tunnel
 * hangs on the start. */
#include "depth.h"
#include "rules/random.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/game.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

enum { MATCHES = 12, SETUPS_MAX = 100 };

/* Whether something of this kind is under way, at whatever depth. */
static bool under_way(const struct uwc_state *s, enum source_kind source)
{
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].source == source)
            return true;
    return false;
}

static void put(struct card_set *seen, int card, const char *where)
{
    cr_assert_not(set_has(seen, card), "card %d is elsewhere and in %s", card,
                  where);
    set_add(seen, card);
}

static void put_set(struct card_set *seen, const struct card_set *set,
                    const char *where)
{
    for (int card = set_next(set, 0); card; card = set_next(set, card))
        put(seen, card, where);
}

static void cards_are_in_one_place(const struct uwc_state *s)
{
    struct card_set seen = {0};

    for (int i = 0; i < s->deck_count; i++)
        put(&seen, s->deck[i], "the deck");
    for (int i = 0; i < s->special_count; i++)
        put(&seen, s->specials[i], "the special deck");
    for (int i = 0; i < 6; i++)
        if (s->display[i])
            put(&seen, s->display[i], "the display");
    for (int i = 0; i < 3; i++)
        if (s->reveal[i] && under_way(s, FRAME_SPECIALS))
            put(&seen, s->reveal[i], "the revealed ones");
    if (s->card)
        put(&seen, s->card, "play");
    put_set(&seen, &s->discards, "the discards");
    for (int i = 0; i < s->seats; i++) {
        const struct seat *seat = &s->seat[i];

        put_set(&seen, &seat->hand, "a hand");
        for (int k = 0; k < seat->claim_count; k++)
            if (seat->claims[k] != ASSISTANT)
                put(&seen, seat->claims[k], "the claims");
    }
}

/* Of the current era no card is lost: instants go to the discards, claims
 * stay, only the sets above hold them. */
static void no_era_card_is_lost(const struct uwc_state *s)
{
    static const int first[] = {0, ERA1_FIRST, ERA2_FIRST, ERA3_FIRST,
                                SPECIAL3_FIRST};
    int era = uwc_era(s), count = s->deck_count;

    for (int card = first[era]; card < first[era + 1]; card++) {
        count += set_has(&s->discards, card) || s->card == card;
        for (int i = 0; i < s->seats; i++)
            count += set_has(&s->seat[i].hand, card) ||
                     claim_index(&s->seat[i], card) >= 0;
    }
    cr_assert_eq(count, first[era + 1] - first[era]);
}

static void seat_is_sound(const struct uwc_state *s, int i)
{
    const struct seat *seat = &s->seat[i];
    uint64_t all = seat->building[0] | seat->building[1] | seat->building[2];

    for (int r = 0; r < RESOURCES; r++)
        cr_assert_geq(seat->stock[r], 0);
    cr_assert_geq(seat->points, 0);
    cr_assert_eq(seat->symbiotic & ~seat->city, 0);
    cr_assert(seat->city >> UWC_START_SITE & 1);
    cr_assert_eq(seat->tunnel_upgraded & ~seat->tunnel, 0);
    cr_assert_eq(seat->upgraded & ~all, 0u);
    cr_assert_eq(all & ~(boards[seat->board].ordinary | expansion_sites), 0u);
    cr_assert_eq(__builtin_popcountll(all),
                 __builtin_popcountll(seat->building[0]) +
                     __builtin_popcountll(seat->building[1]) +
                     __builtin_popcountll(seat->building[2]),
                 "one building a site");
}

static void supplies_hold(const struct uwc_state *s)
{
    cr_assert_geq(supply_left(s, TUNNEL), 0);
    cr_assert_geq(supply_left(s, CITY), 0);
    cr_assert_geq(supply_left(s, SYMBIOTIC), 0);
}

static void tile_at(unsigned *seen, int tile, const char *where)
{
    cr_assert(tile >= 1 && tile <= UWC_BLUE_TILES, "tile %d in %s", tile,
              where);
    cr_assert_not(*seen >> tile & 1, "tile %d is elsewhere and in %s", tile,
                  where);
    *seen |= 1u << tile;
}

static void tiles_are_in_one_place(const struct uwc_state *s)
{
    unsigned blue = 0, brown = 0;

    for (int i = 0; i < s->tile_count; i++)
        tile_at(&blue, s->tiles[i], "the pile");
    for (int i = 0; i < 3; i++)
        if (s->reveal[i] && under_way(s, FRAME_TILES))
            tile_at(&blue, s->reveal[i], "the revealed ones");
    for (int i = 0; i < s->seats; i++) {
        tile_at(&blue, s->seat[i].blue[0], "a corner at the right");
        tile_at(&blue, s->seat[i].blue[1], "a corner below");
        for (int tile = 1; tile <= 16; tile++)
            if (s->seat[i].gained_tiles >> (tile - 1) & 1)
                tile_at(&blue, tile, "what was gained");
        brown |= 1u << s->seat[i].brown;
    }
    cr_assert_eq(blue, 0xffeu, "tiles 1 to 11, each once");
    cr_assert_eq(__builtin_popcount(brown & 0x3e), s->seats);
}

/* Three, each laid out or claimed by one seat; without the option none. */
static void contracts_are_in_one_place(const struct uwc_state *s)
{
    unsigned seen = 0;
    int count = 0;

    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++) {
        seen |= s->contract[i] ? 1u << (s->contract[i] - 1) : 0;
        count += s->contract[i] != 0;
    }
    for (int i = 0; i < s->seats; i++) {
        cr_assert_eq(seen & s->seat[i].contracts, 0u, "a contract twice");
        seen |= s->seat[i].contracts;
        count += __builtin_popcount(s->seat[i].contracts);
    }
    cr_assert_eq(count, s->contracts ? UWC_CONTRACTS_OPEN : 0);
}

/* How many tiles a seat has placed in this round. */
static int placed(const struct uwc_state *s, int seat)
{
    int turns = 0;

    for (int turn = 0; turn < s->turn; turn++)
        turns += s->order[turn % s->seats] == seat;
    return turns + (uwc_active(s) == seat && s->step == STEP_RESOLVE);
}

static void slots_are_sound(const struct uwc_state *s)
{
    int neutral = 0;

    for (int slot = 0; slot < UWC_SLOTS; slot++) {
        neutral += (s->slots[slot] & UWC_NEUTRAL) != 0;
        if (s->seats == 1)
            cr_assert(!s->slots[slot] || s->slots[slot] == UWC_NEUTRAL ||
                      s->slots[slot] == 1);
        cr_assert(slot_of(s->seats, slot) || !s->slots[slot]);
    }
    if (s->seats > 1 || (s->phase != PHASE_TURN && s->round == UWC_ROUNDS))
        cr_assert_eq(neutral, 0);
    else
        cr_assert_eq(neutral, s->fourth == UWC_NO_SLOT ? 3 : 4);
    for (int seat = 0; s->phase == PHASE_TURN && seat < s->seats; seat++) {
        int tiles = s->seat[seat].always_tiles;

        for (int slot = 0; slot < UWC_SLOTS; slot++)
            tiles += s->slots[slot] >> seat & 1;
        if (!s->seat[seat].left)
            cr_assert_eq(tiles, placed(s, seat));
    }
}

static void look(const struct uwc_state *s)
{
    cards_are_in_one_place(s);
    no_era_card_is_lost(s);
    supplies_hold(s);
    tiles_are_in_one_place(s);
    contracts_are_in_one_place(s);
    slots_are_sound(s);
    for (int i = 0; i < s->seats; i++)
        seat_is_sound(s, i);
}

/* One random match, looked at after every decision. */
static void play(const struct settings *settings, uint8_t seed)
{
    struct random random;
    struct uwc_state s;

    cr_assert_eq(
        uwc_start(&s, settings, (const uint8_t[32]){seed, settings->seats}),
        RULES_OK);
    random_init(&random, (const uint8_t[32]){seed}, 1);
    for (seat_set act = uwc_to_act(&s); act; act = uwc_to_act(&s)) {
        static struct move moves[RULES_MOVES_MAX];
        int seat = __builtin_ctz(act);
        size_t count = uwc_moves(&s, seat, moves, RULES_MOVES_MAX);

        if (s.phase != PHASE_TILES && s.phase != PHASE_OVER)
            look(&s);
        cr_assert_gt(count, 0u, "a dead end");
        cr_assert_eq(
            uwc_apply(&s, seat, moves[random_below(&random, (uint32_t)count)]),
            RULES_OK);
    }
    look(&s);
}

ParameterizedTestParameters(conservation, nothing_is_lost_or_doubled)
{
    static struct settings setups[SETUPS_MAX];
    size_t count = 0;

    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++)
        for (int n = -1; count < SETUPS_MAX &&
                         test_settings_allowed(&underwater_cities, seats, &n,
                                               &setups[count]);)
            count++;
    return cr_make_param_array(struct settings, setups, count);
}

ParameterizedTest(struct settings *settings, conservation,
                  nothing_is_lost_or_doubled)
{
    const uint8_t matches = (uint8_t)by_depth(3, MATCHES);

    for (uint8_t seed = 0; seed < matches; seed++)
        play(settings, seed);
}
