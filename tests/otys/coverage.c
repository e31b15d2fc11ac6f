/* Everything in the box is used: in every variant of the options each key, each
 * side of a sponsor, each side of a diver, own and copied, each improvement of
 * a technician, each contract, each level, each reward token; over all variants
 * also the back of each token, each decision, each verb and each reason to
 * refuse a move.  Matches are played until nothing is missing; anything missing
 * is printed. */
#include "depth.h"
#include "rules/otys/engine/decide.h"
#include "rules/otys/engine/refusal.h"
#include "rules/otys/engine/stack.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

extern const struct game otys_game;

enum { MATCHES_MAX = 1500, VARIANTS_MAX = 200, POOL = 512, MISFITS = 8 };

/* The things that were seen. */
struct tour {
    struct random random;
    struct move pool[POOL]; /* moves that were legal somewhere */
    uint32_t pooled;
    bool key[KEY_NEUTRAL + 1];
    bool sponsor[SPONSORS + 1][2]; /* by side */
    bool diver[DIVERS][2][2];      /* by side; own or copied */
    bool improved[TECHNICIANS][IMPROVEMENTS + 1];
    bool contract[CONTRACTS + 1];
    bool level[LEVELS]; /* on which a contract was completed */
    bool explored[TOKENS + 1], fronted[TOKENS + 1], paid[TOKENS + 1];
    bool sheltered[2]; /* a copied diver resurfaced, or stayed */
    bool verb[MOVE_VERBS], frame[FRAMES], why[REFUSAL_REASONS];
};

static struct tour tour;
static struct test_match match;

static const struct state *now(void)
{
    return (const struct state *)(const void *)match.state;
}

/* ---- what there is to see ---- */

static void note_contract(const struct state *s, struct move m)
{
    const int level = move_b(m) - 1;

    tour.contract[move_a(m)] = true;
    tour.level[level] = true;
    tour.paid[s->seat[s->turn].reward[level]] = true;
}

/* A move, but neither a contract nor declining, in the decision of a frame. */
static void note_effect(const struct state *s, const struct frame *f,
                        struct move m)
{
    const int sponsor = s->sponsor[s->level];

    if (f->kind == FRAME_SPONSOR)
        tour.sponsor[sponsor][is_advanced(s, sponsor)] = true;
    if (f->kind == FRAME_DIVER || f->kind == FRAME_PART)
        tour.diver[f->a][frame_is_upgraded(s, f)][f->b != 0] = true;
    if (move_verb(m) == MOVE_TOKEN)
        tour.fronted[move_a(m)] = true;
    if (move_verb(m) == MOVE_EXPLORE)
        tour.explored[move_a(m)] = true;
}

static void note_move_of(const struct state *s, struct move m)
{
    const struct frame *f = s->depth ? &s->stack[s->depth - 1] : NULL;

    tour.verb[move_verb(m)] = true;
    if (f)
        tour.frame[f->kind] = true;
    if (f && f->kind == FRAME_SHELTER)
        tour.sheltered[move_verb(m) == MOVE_OXYGEN] = true;
    if (move_verb(m) == MOVE_COMPLETE)
        note_contract(s, m);
    else if (move_verb(m) == MOVE_KEY)
        tour.key[move_a(m)] = true;
    else if (f && move_verb(m) != MOVE_PASS)
        note_effect(s, f, m);
}

static void note_technicians(const struct state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int t = 0; t < TECHNICIANS; t++)
            tour.improved[t][s->seat[seat].improved[t]] = true;
}

/* ---- refusals ---- */

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

/* Moves that were legal somewhere, and legal ones with a field changed. */
static void try_others(const struct state *s, int seat)
{
    static struct move list[RULES_MOVES_MAX];
    const size_t count = state_moves(s, seat, list, RULES_MOVES_MAX);

    for (int i = 0; tour.pooled && i < MISFITS; i++) {
        struct move m = tour.pool[random_below(
            &tour.random, tour.pooled < POOL ? tour.pooled : POOL)];

        try_move(s, seat, m);
        m.bits ^= UINT32_C(1) << random_below(&tour.random, 24);
        try_move(s, seat, m);
        m = list[random_below(&tour.random, (uint32_t)count)];
        m.bits ^= UINT32_C(1) << random_below(&tour.random, 24);
        try_move(s, seat, m);
    }
}

static bool step(void)
{
    const struct state before = *now();
    const seat_set seats = state_to_act(&before);
    const struct entry *entry;

    if (seats)
        try_others(&before, __builtin_ctz(seats));
    if (!(match.seed % 3 ? test_match_step_random(&match)
                         : test_match_step_eager(&match)))
        return false;
    entry = &match.entries[match.record.count - 1];
    tour.pool[tour.pooled++ % POOL] = entry->move;
    note_move_of(&before, entry->move);
    note_technicians(now());
    return true;
}

static void play(const struct settings *settings, uint64_t seed)
{
    const uint8_t key[32] = {'t', (uint8_t)seed};

    random_init(&tour.random, key, seed);
    test_match_start(&match, &otys_game, settings, seed);
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

static int missing_tiles(const struct state *s, bool aloud)
{
    int missing = 0;

    for (int n = 1; n <= SPONSORS; n++) {
        missing += s->sides != SIDES_ADVANCED &&
                   lacks("sponsor, basic", n, tour.sponsor[n][0], aloud);
        missing += s->sides != SIDES_BASIC &&
                   lacks("sponsor, advanced", n, tour.sponsor[n][1], aloud);
    }
    for (int i = 0; i < DIVERS; i++) {
        missing += lacks("basic diver", i, tour.diver[i][0][0], aloud);
        missing += lacks("upgraded diver", i, tour.diver[i][1][0], aloud);
        missing += lacks("copied basic diver", i, tour.diver[i][0][1], aloud);
        missing +=
            lacks("copied upgraded diver", i, tour.diver[i][1][1], aloud);
    }
    return missing;
}

static int missing_boards(const struct state *s, bool aloud)
{
    int missing = 0;

    for (int key = 1; key <= KEY_NEUTRAL; key++)
        missing += lacks("key", key, tour.key[key], aloud);
    for (int level = 0; level < LEVELS; level++)
        missing += lacks("contract on level", level, tour.level[level], aloud);
    for (int i = 0; i <= IMPROVEMENTS; i++)
        for (int t = 0; t < TECHNICIANS; t++)
            missing +=
                lacks(technician_words[t], i, tour.improved[t][i], aloud);
    for (int stays = 0; s->spy_variant && stays < 2; stays++)
        missing += lacks("shelter", stays, tour.sheltered[stays], aloud);
    return missing;
}

static int missing_cards(const struct state *s, bool aloud)
{
    int missing = 0;

    for (int n = 1; n <= CONTRACTS; n++)
        missing += lacks("contract", n, tour.contract[n], aloud);
    for (int n = 1; n <= TOKENS; n++) {
        missing += lacks("token taken", n, tour.explored[n], aloud);
        missing += s->sides != SIDES_BASIC &&
                   lacks("token used", n, tour.fronted[n], aloud);
    }
    return missing;
}

static int missing_in_variant(bool aloud)
{
    return missing_tiles(now(), aloud) + missing_boards(now(), aloud) +
           missing_cards(now(), aloud);
}

/* How many options do not have their usual values. */
static int unusual(const struct settings *settings)
{
    struct settings usual;
    int count = 0;

    game_defaults(&otys_game, settings->seats, &usual);
    for (int i = 0; otys_game.options[i].name; i++)
        count += settings->values[i] != usual.values[i];
    return count;
}

/* Each option alone; with FATHOM_DEPTH=deep each two of them. */
static size_t list_variants(struct settings *variants)
{
    size_t count = 0;

    for (int seats = 2; seats <= SEATS; seats++)
        for (int n = -1;
             test_settings_allowed(&otys_game, seats, &n, &variants[count]);)
            count += unusual(&variants[count]) <= by_depth(1, 2);
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
                 test_settings_text(&otys_game, settings), (int)seed);
}

/* ---- what is missing in all variants ---- */

/* These are too rare to wait for: below. */
static bool is_rare(int why)
{
    return why == REFUSED_NO_NEUTRAL || why == REFUSED_DECK_EMPTY;
}

static int missing_words(bool aloud)
{
    int missing = 0;

    for (int n = 1; n <= TOKENS; n++)
        missing += lacks("bonus of token", n, tour.paid[n], aloud);
    for (int verb = 0; verb < MOVE_VERBS; verb++)
        missing += lacks("verb", verb, tour.verb[verb], aloud);
    for (int kind = 0; kind < FRAMES; kind++)
        missing += is_decision(kind) &&
                   lacks("decision", kind, tour.frame[kind], aloud);
    for (int why = 0; why < REFUSAL_REASONS; why++)
        missing += !is_rare(why) && lacks("refusal", why, tour.why[why], aloud);
    return missing;
}

Test(coverage, every_bonus_decision_verb_and_refusal_is_seen, .timeout = 600)
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

/* A two-seat match in its first turn, whose key is on level 1 with this diver
 * there; the propeller and the sponsor were declined. */
static struct state with_diver(int diver)
{
    struct settings settings;
    struct state s;

    game_defaults(&otys_game, 2, &settings);
    test_match_start(&match, &otys_game, &settings, 1);
    s = *now();
    for (int slot = 0; slot < SLOTS; slot++)
        if (s.seat[s.turn].column[slot] == diver)
            s.seat[s.turn].column[slot] = s.seat[s.turn].column[SURFACE];
    s.seat[s.turn].column[SURFACE] = (uint8_t)diver;
    s.seat[s.turn].upgraded = 255;
    cr_assert_eq(state_apply(&s, s.turn, move_make(MOVE_KEY, 1, 0, 0)), 0);
    while (s.depth && s.stack[s.depth - 1].kind != FRAME_DIVER)
        cr_assert_eq(state_apply(&s, s.turn, move_make(MOVE_PASS, 0, 0, 0)), 0);
    return s;
}

Test(coverage, a_spy_cannot_draw_from_an_empty_deck)
{
    struct state s = with_diver(SPY);

    s.deck_count = 0;
    cr_expect_eq(state_judge(&s, s.turn, move_make(MOVE_DRAW, 0, 0, 0)),
                 REFUSED_DECK_EMPTY);
}

Test(coverage, a_metal_expert_cannot_gain_a_thirteenth_neutral_key)
{
    struct state s = with_diver(METAL);

    s.seat[1 - s.turn].neutral = NEUTRAL_KEYS;
    cr_expect_eq(state_judge(&s, s.turn, move_make(MOVE_BONUS, 0, 0, 0)),
                 REFUSED_NO_NEUTRAL);
}
