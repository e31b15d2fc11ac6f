/* Everything in the box is used: in every variant of the options each location
 * is built on, each specialist is taken and used, each decree in force, each
 * dock tile attached and each dive card turned over; over all variants each
 * decision is made, each verb played and each reason to refuse a move given.
 * Matches are played until nothing is missing; anything missing is printed. */
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/engine/refusal.h"
#include "rules/seastead/engine/setup.h"
#include "rules/seastead/engine/stack.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

extern const struct game seastead_game;

enum { MATCHES_MAX = 1500, VARIANTS_MAX = 200, POOL = 512, MISFITS = 8 };

/* The things that were seen. */
struct tour {
    struct random random;
    struct move pool[POOL]; /* moves that were legal somewhere */
    uint32_t pooled;
    bool location[2][LOCATIONS]; /* by side */
    bool taken[SPECIALISTS + 1], used[SPECIALISTS + 1];
    bool decree[DECREES + 1];
    bool dock[DOCKS + 1], card[DIVE_CARDS + 1];
    bool verb[MOVE_VERBS], frame[FRAMES], why[REFUSAL_REASONS];
};

static struct tour tour;
static struct test_match match;

static const struct state *now(void)
{
    return (const struct state *)(const void *)match.state;
}

/* ---- what there is to see ---- */

static void note_table(const struct state *s)
{
    for (int l = 0; l < LOCATIONS; l++) {
        if (s->building[l])
            tour.location[s->b_sides >> flotilla_of(l) & 1][l] = true;
        tour.dock[s->dock[l]] = true;
    }
    tour.decree[s->decree] = true;
    for (int i = 0; i < s->drawn; i++)
        tour.card[s->dive[i]] = true;
    for (int n = 1; n <= SPECIALISTS; n++)
        for (int seat = 0; seat < s->seats; seat++) {
            const bool has = has_specialist(s, seat, n);

            tour.taken[n] |= has;
            tour.used[n] |= has && !is_face_up(s, seat, n);
        }
    if (s->depth && state_to_act(s))
        tour.frame[s->stack[s->depth - 1].kind] = true;
}

/* A refused move changes nothing and has a reason. */
static void try_move(const struct state *s, int seat, struct move m)
{
    const enum refusal_reason why = state_judge(s, seat, m);
    struct state copy = *s;

    tour.why[why] = true;
    if (why == REFUSED_OK)
        return;
    cr_assert_eq(state_apply(&copy, seat, m), RULES_ILLEGAL_MOVE);
    cr_assert_eq(memcmp(&copy, s, sizeof copy), 0, "it changed something");
}

/* Moves that were legal somewhere, some with a bit changed, and legal ones with
 * other locations, tried here. */
static void try_others(const struct state *s, int seat)
{
    static struct move list[RULES_MOVES_MAX];
    const size_t count = state_moves(s, seat, list, RULES_MOVES_MAX);

    for (int i = 0; tour.pooled && i < MISFITS; i++) {
        const struct move legal =
            list[random_below(&tour.random, (uint32_t)count)];
        struct move m = tour.pool[random_below(
            &tour.random, tour.pooled < POOL ? tour.pooled : POOL)];

        if (random_below(&tour.random, 3) == 0)
            m.bits ^= UINT32_C(1) << random_below(&tour.random, 24);
        try_move(s, seat, m);
        m = move_make((enum verb)move_verb(legal),
                      (int)random_below(&tour.random, LOCATIONS),
                      (int)random_below(&tour.random, LOCATIONS),
                      move_c(legal));
        try_move(s, seat, m);
        try_move(s, seat,
                 move_make((enum verb)move_verb(legal), move_a(m), 0, 0));
    }
}

static bool step(void)
{
    const struct state before = *now();
    const seat_set seats = state_to_act(&before);
    const int seat = seats ? __builtin_ctz(seats) : 0;
    const struct entry *entry;

    if (seats)
        try_others(&before, seat);
    if (!(match.seed % 3 ? test_match_step_random(&match)
                         : test_match_step_eager(&match)))
        return false;
    entry = &match.entries[match.record.count - 1];
    tour.verb[move_verb(entry->move)] = true;
    tour.pool[tour.pooled++ % POOL] = entry->move;
    note_table(now());
    return true;
}

static void play(const struct settings *settings, uint64_t seed)
{
    const uint8_t key[32] = {'t', (uint8_t)seed};

    random_init(&tour.random, key, seed);
    test_match_start(&match, &seastead_game, settings, seed);
    note_table(now());
    while (step())
        continue;
}

/* ---- what is missing in a variant ---- */

static int lacks(const char *what, int number, bool is_seen, bool aloud)
{
    if (!is_seen && aloud)
        fprintf(stderr, "not seen: %s %d\n", what, number);
    return !is_seen;
}

static int missing_locations(const struct state *s, bool aloud)
{
    int missing = 0;

    for (int side = 0; side < 2; side++)
        for (int l = 0; l < LOCATIONS; l++)
            if (s->sides == SIDES_MIXED || s->sides == side)
                missing += lacks(side ? "location b" : "location a", l,
                                 tour.location[side][l], aloud);
    return missing;
}

static int missing_cards(const struct state *s, bool aloud)
{
    const int last = is_solo(s) ? DIVE_CARDS - DEPTH_CARDS : DIVE_CARDS;
    int missing = 0;

    /* Depth cards beyond the third are for matches with additional turns. */
    for (int n = 1; n <= last; n++)
        missing += lacks("dive card", n, tour.card[n], aloud);
    for (int n = 1; n <= DOCKS; n++)
        missing += lacks("dock tile", n, tour.dock[n], aloud);
    for (int n = 1; n <= DECREES; n++)
        missing += has_decrees(s) && lacks("decree", n, tour.decree[n], aloud);
    for (int n = 1; n <= SPECIALISTS; n++) {
        if (!setup_has_specialist(s, n))
            continue;
        missing += lacks("specialist taken", n, tour.taken[n], aloud);
        missing += lacks("specialist used", n, tour.used[n], aloud);
    }
    return missing;
}

static int missing_in_variant(bool aloud)
{
    return missing_locations(now(), aloud) + missing_cards(now(), aloud);
}

/* The first decree is one of many values: here it is drawn. */
static size_t list_variants(struct settings *variants)
{
    size_t count = 0;
    int n;

    for (int seats = 1; seats <= OWNERS; seats++)
        for (n = -1; test_settings_allowed(&seastead_game, seats, &n,
                                           &variants[count]);)
            count += variants[count].values[OPTION_DECREE] == 0;
    return count;
}

ParameterizedTestParameters(coverage, everything_is_used_in_every_variant)
{
    static struct settings variants[VARIANTS_MAX];

    return cr_make_param_array(struct settings, variants,
                               list_variants(variants));
}

ParameterizedTest(struct settings *settings, coverage,
                  everything_is_used_in_every_variant, .timeout = 300)
{
    uint64_t seed = 0;

    do
        play(settings, seed++);
    while (missing_in_variant(false) && seed < MATCHES_MAX);
    cr_expect_eq(missing_in_variant(true), 0, "%s, %d matches",
                 test_settings_text(&seastead_game, settings), (int)seed);
}

/* ---- what is missing in all variants ---- */

/* These need a state that no match of the rules leads to: forged below. */
static bool is_forged(int why)
{
    return why == REFUSED_OK || why == REFUSED_DECK_EMPTY;
}

static int missing_words(bool aloud)
{
    int missing = 0;

    for (int verb = 0; verb < MOVE_VERBS; verb++)
        missing += lacks("verb", verb, tour.verb[verb], aloud);
    for (int kind = 0; kind < FRAMES; kind++)
        missing += is_decision(kind) &&
                   lacks("decision", kind, tour.frame[kind], aloud);
    for (int why = 0; why < REFUSAL_REASONS; why++)
        missing +=
            !is_forged(why) && lacks("refusal", why, tour.why[why], aloud);
    return missing;
}

Test(coverage, every_decision_verb_and_refusal_is_seen, .timeout = 600)
{
    static struct settings variants[VARIANTS_MAX];
    const size_t count = list_variants(variants);
    uint64_t seed = 0;

    do
        for (size_t i = 0; i < count; i++)
            play(&variants[i], seed++);
    while (missing_words(false) && seed < MATCHES_MAX);
    cr_expect_eq(missing_words(true), 0, "%d matches", (int)seed);
}

/* The deck lasts longer than the match (S15). */
Test(coverage, an_empty_deck_refuses_a_dive)
{
    struct settings settings;
    struct state s;

    game_defaults(&seastead_game, 2, &settings);
    test_match_start(&match, &seastead_game, &settings, 1);
    s = *now();
    s.drawn = s.dive_count;
    cr_expect_eq(state_judge(&s, s.turn, move_make(MOVE_DIVE, 0, 0, 0)),
                 REFUSED_DECK_EMPTY);
    cr_expect_eq(state_apply(&s, s.turn, move_make(MOVE_DIVE, 0, 0, 0)),
                 RULES_ILLEGAL_MOVE);
}
