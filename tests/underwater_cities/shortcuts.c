/* The engine's shortcuts against an engine without them.  The state's `plain`
 * flag makes the engine try every candidate: it concludes nothing from stock
 * and sites, and skips no move as already tried.  Both must list the same moves
 * and lead to the same states. */
#include "depth.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/game.h"
#include "rules_match.h"
#include "turns.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

struct compared {
    uint64_t lists, moves;
    uint64_t unfinished; /* moves for which the plain search was too long */
};

static enum refusal_reason try_exhaustively(const struct uwc_state *s, int seat,
                                            struct move move,
                                            struct uwc_state *after)
{
    enum refusal_reason why;

    *after = *s;
    after->exhaustive = 1;
    why = uwc_try(after, seat, move);
    after->exhaustive = 0;
    return why;
}

static bool is_in(const struct move *list, size_t count, struct move move)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].bits == move.bits)
            return true;
    return false;
}

/* Every move of one list is in the other, but for those that the plain search
 * did not finish. */
static void expect_in(struct compared *compared, const struct uwc_state *s,
                      int seat, const struct move *list, size_t count,
                      const struct move *other, size_t other_count)
{
    struct uwc_state after;

    for (size_t i = 0; i < count; i++) {
        char text[RULES_NOTATION_MAX];

        if (is_in(other, other_count, list[i]))
            continue;
        if (try_exhaustively(s, seat, list[i], &after) == REFUSED_TOO_LONG) {
            compared->unfinished++;
            continue;
        }
        underwater_cities.format(s, seat, list[i], text);
        cr_expect_fail("one engine lists %s, the other does not", text);
    }
}

static void compare_lists(struct compared *compared, const struct uwc_state *s,
                          int seat)
{
    static struct move with[RULES_MOVES_MAX], without[RULES_MOVES_MAX];
    struct uwc_state exhaustive = *s;
    size_t count, plain_count;

    exhaustive.exhaustive = 1;
    count = uwc_moves(s, seat, with, RULES_MOVES_MAX);
    plain_count = uwc_moves(&exhaustive, seat, without, RULES_MOVES_MAX);
    compared->lists++;
    compared->moves += count;
    expect_in(compared, s, seat, with, count, without, plain_count);
    expect_in(compared, s, seat, without, plain_count, with, count);
}

static void compare_move(struct compared *compared, const struct uwc_state *s,
                         int seat, struct move move)
{
    struct uwc_state after = *s, exhaustive;
    const enum refusal_reason why =
        try_exhaustively(s, seat, move, &exhaustive);

    cr_expect_eq(uwc_try(&after, seat, move), REFUSED_OK);
    if (why == REFUSED_TOO_LONG)
        compared->unfinished++;
    else
        cr_expect(!why && !memcmp(&exhaustive, &after, sizeof after),
                  "a move leads to two states");
}

/* Compare one of the seats that are to act, and a random move of it, which is
 * played.  False when the match is over. */
static bool compare_step(struct compared *compared, struct uwc_state *s,
                         struct random *random)
{
    static struct move list[RULES_MOVES_MAX];
    const seat_set seats = uwc_to_act(s);
    size_t count;
    struct move move;
    int seat;

    if (!seats)
        return false;
    seat = __builtin_ctz(seats);
    compare_lists(compared, s, seat);
    count = uwc_moves(s, seat, list, RULES_MOVES_MAX);
    cr_assert_gt(count, 0);
    move = list[random_below(random, (uint32_t)count)];
    compare_move(compared, s, seat, move);
    cr_assert_eq(uwc_apply(s, seat, move), RULES_OK);
    return true;
}

static void expect_compared(const struct compared *compared, const char *what)
{
    cr_log_info("%s: %llu lists of %llu moves, %llu moves unfinished", what,
                (unsigned long long)compared->lists,
                (unsigned long long)compared->moves,
                (unsigned long long)compared->unfinished);
    cr_expect_gt(compared->lists, 100);
    cr_expect_lt(compared->unfinished, 1 + compared->moves / 1000);
}

static struct random chooser(uint8_t number)
{
    const uint8_t key[32] = {'p', 'l', 'a', 'i', 'n', number};
    struct random random;

    random_init(&random, key, 0);
    return random;
}

ParameterizedTestParameters(shortcuts,
                            matches_offer_what_trying_everything_does)
{
    static int seats[] = {1, 2, 3, 4};

    return cr_make_param_array(int, seats, 4);
}

ParameterizedTest(int *seats, shortcuts,
                  matches_offer_what_trying_everything_does)
{
    static struct test_match m;
    struct random random = chooser((uint8_t)*seats);
    struct compared compared = {0};
    struct settings settings;
    int number = -1;

    while (
        test_settings_allowed(&underwater_cities, *seats, &number, &settings)) {
        struct uwc_state s;

        cr_assert_eq(test_match_start(&m, &underwater_cities, &settings,
                                      500 + (uint64_t)number),
                     RULES_OK);
        do {
            memcpy(&s, m.state, sizeof s);
            for (int seat = 0; seat < *seats; seat++)
                if (uwc_to_act(&s) >> seat & 1)
                    compare_lists(&compared, &s, seat);
        } while (test_match_step_hungry(&m));
        cr_assert_eq(underwater_cities.start(&s, &settings, m.record.secret),
                     RULES_OK);
        while (compare_step(&compared, &s, &random))
            continue;
    }
    expect_compared(&compared, "matches");
}

/* ---- turns with more in play than ordinary play brings ---- */

enum { DECISIONS_AFTER = 16 };

static void compare_turn(struct compared *compared, const struct uwc_state *s,
                         struct random *random)
{
    struct uwc_state copy = *s;

    turn_enrich(&copy, uwc_active(s), random);
    for (int i = 0; i < DECISIONS_AFTER; i++)
        if (!compare_step(compared, &copy, random))
            break;
}

Test(shortcuts, rich_turns_offer_what_trying_everything_does, .init = deep_only)
{
    enum { MATCHES = 8 };
    static struct test_match m;
    struct random random = chooser(0);
    struct compared compared = {0};

    for (int n = 0; n < MATCHES; n++) {
        struct settings settings;
        struct uwc_state s;

        game_defaults(&underwater_cities, (uint8_t)(1 + n % RULES_SEATS_MAX),
                      &settings);
        settings.values[UWC_USE_CONTRACTS] = settings.seats > 1 && n >= 4;
        cr_assert_eq(test_match_start(&m, &underwater_cities, &settings,
                                      900 + (uint64_t)n),
                     RULES_OK);
        do {
            memcpy(&s, m.state, sizeof s);
            if (s.phase == PHASE_TURN && s.step == STEP_PLACE && !s.depth)
                compare_turn(&compared, &s, &random);
        } while (test_match_step_random(&m));
    }
    expect_compared(&compared, "rich turns");
}
