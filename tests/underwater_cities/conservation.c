/* What no play may change: every card is in one place, nothing is negative,
 * no supply is overdrawn, every tunnel hangs on the start. */
#include "board.h"
#include "decide.h"
#include "random.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

enum { MATCHES = 60 };

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
        if (s->reveal[i] && s->stack[s->depth - 1].source == FRAME_SPECIALS)
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
                     uwc_claim_index(&s->seat[i], card) >= 0;
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

static void look(const struct uwc_state *s)
{
    cards_are_in_one_place(s);
    no_era_card_is_lost(s);
    supplies_hold(s);
    for (int i = 0; i < s->seats; i++)
        seat_is_sound(s, i);
}

struct setup {
    uint8_t seats;
    int16_t draws, boards;
};

/* One random match, looked at after every decision. */
static void play(const struct setup *setup, uint8_t seed)
{
    struct settings settings = {
        .seats = setup->seats,
        .values = {[UWC_DRAWS] = setup->draws, [UWC_BOARDS] = setup->boards}};
    struct random random;
    struct uwc_state s;

    uwc_start(&s, &settings, (const uint8_t[32]){seed, setup->seats});
    random_init(&random, (const uint8_t[32]){seed}, 1);
    for (seat_set act = uwc_to_act(&s); act; act = uwc_to_act(&s)) {
        struct move moves[RULES_MOVES_MAX];
        int seat = __builtin_ctz(act);
        size_t count = uwc_moves(&s, seat, moves, RULES_MOVES_MAX);

        cr_assert_gt(count, 0u, "a dead end");
        cr_assert_eq(
            uwc_apply(&s, seat, moves[random_below(&random, (uint32_t)count)]),
            RULES_OK);
        look(&s);
    }
}

ParameterizedTestParameters(conservation, nothing_is_lost_or_doubled)
{
    static struct setup setups[] = {{2, 0, 0}, {3, 0, 0}, {4, 0, 0},
                                    {2, 1, 0}, {3, 1, 0}, {4, 1, 0},
                                    {2, 0, 1}, {3, 1, 1}, {4, 0, 1}};

    return cr_make_param_array(struct setup, setups,
                               sizeof setups / sizeof *setups);
}

ParameterizedTest(struct setup *setup, conservation, nothing_is_lost_or_doubled)
{
    for (uint8_t seed = 0; seed < MATCHES; seed++)
        play(setup, seed);
}
