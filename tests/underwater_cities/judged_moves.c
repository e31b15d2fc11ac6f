/* The lists of legal moves against a judge without shortcuts (judge.h). */
#include "depth.h"
#include "judge.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/game.h"
#include "rules_match.h"
#include "turns.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

struct judged {
    uint64_t lists, moves, raw, passes;
    uint64_t unknown; /* moves that the judge could not judge */
};

static int budget(void)
{
    return is_deep() ? 50000 : 4000;
}

static bool is_in(const struct move_list *list, struct move move)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->move[i].bits == move.bits)
            return true;
    return false;
}

static void fail(const struct uwc_state *s, int seat, struct move move,
                 const char *what)
{
    char text[RULES_NOTATION_MAX];

    underwater_cities.format(s, seat, move, text);
    cr_expect_fail("round %d, turn %d: %s is %s", s->round, s->turn, text,
                   what);
}

/* The list holds the moves that the judge finds legal, and no others. */
static void judge_list(struct judged *judged, const struct uwc_state *s,
                       int seat)
{
    static struct move_list listed, raw;

    listed.count = uwc_moves(s, seat, listed.move, RULES_MOVES_MAX);
    judge_list_raw(s, seat, &raw);
    judged->lists++;
    judged->moves += listed.count;
    judged->raw += raw.count;
    for (size_t i = 0; i < raw.count; i++) {
        const bool is_listed = is_in(&listed, raw.move[i]);
        const enum judgement found = judge_move(s, seat, raw.move[i], budget());

        judged->unknown += found == JUDGED_UNKNOWN;
        if (found != JUDGED_UNKNOWN && is_listed != (found == JUDGED_LEGAL))
            fail(s, seat, raw.move[i], is_listed ? "listed" : "not listed");
    }
    for (size_t i = 0; i < listed.count; i++)
        if (!is_in(&raw, listed.move[i]))
            fail(s, seat, listed.move[i], "listed, but cannot be played");
}

/* Play a move.  A pass that the engine makes by itself is the only legal
 * move. */
static void play_judged(struct judged *judged, struct uwc_state *s, int seat,
                        struct move move)
{
    struct uwc_state after = *s;
    int passes;

    cr_assert_eq(uwc_apply(&after, seat, move), RULES_OK);
    passes = game_forced_passes(&underwater_cities, s, seat, move, &after);
    uwc_play(s, seat, move);
    for (; passes > 0; passes--) {
        static struct move_list raw;

        judged->passes++;
        judge_list_raw(s, seat, &raw);
        for (size_t i = 0; i < raw.count; i++)
            if (move_verb(raw.move[i]) != MOVE_PASS &&
                judge_move(s, seat, raw.move[i], budget()) == JUDGED_LEGAL)
                fail(s, seat, raw.move[i], "legal, but was passed");
        cr_assert(uwc_pass_forced(s));
    }
    cr_expect_eq(memcmp(s, &after, sizeof after), 0);
}

/* Play the turn of a state to its end at random, and judge each list. */
static void judge_turn(struct judged *judged, const struct uwc_state *from,
                       struct random *random)
{
    const int seat = uwc_active(from);
    struct uwc_state s = *from;

    while (s.phase == PHASE_TURN && s.turn == from->turn &&
           s.round == from->round) {
        static struct move list[RULES_MOVES_MAX];
        size_t count = uwc_moves(&s, seat, list, RULES_MOVES_MAX);

        cr_assert_gt(count, 0);
        judge_list(judged, &s, seat);
        play_judged(judged, &s, seat,
                    list[random_below(random, (uint32_t)count)]);
    }
}

/* Judge some turns of a match, as played and with more in play. */
static void judge_match(struct judged *judged, const struct settings *settings,
                        uint64_t seed, struct random *random)
{
    static struct test_match m;
    const uint32_t every = (uint32_t)by_depth(40, 28);

    cr_assert_eq(test_match_start(&m, &underwater_cities, settings, seed),
                 RULES_OK);
    do {
        struct uwc_state s;

        memcpy(&s, m.state, sizeof s);
        if (s.phase != PHASE_TURN || s.step != STEP_PLACE || s.depth ||
            random_below(random, every))
            continue;
        judge_turn(judged, &s, random);
        turn_tempt(&s, uwc_active(&s), random);
        judge_turn(judged, &s, random);
    } while (test_match_step_hungry(&m));
}

ParameterizedTestParameters(judge, legal_is_what_some_way_through_the_turn_says)
{
    static int seats[] = {1, 2, 3, 4};

    return cr_make_param_array(int, seats, 4);
}

ParameterizedTest(int *seats, judge,
                  legal_is_what_some_way_through_the_turn_says)
{
    const uint8_t key[32] = {'j', 'u', 'd', 'g', 'e', (uint8_t)*seats};
    struct judged judged = {0};
    struct settings settings;
    struct random random;
    int number = -1;

    random_init(&random, key, 0);
    while (
        test_settings_allowed(&underwater_cities, *seats, &number, &settings))
        if (number % by_depth(3, 1) == 0)
            judge_match(&judged, &settings, 7000 + (uint64_t)number, &random);
    cr_log_info(
        "%llu lists of %llu moves, %llu raw; %llu forced passes; "
        "%llu unknown",
        (unsigned long long)judged.lists, (unsigned long long)judged.moves,
        (unsigned long long)judged.raw, (unsigned long long)judged.passes,
        (unsigned long long)judged.unknown);
    cr_expect_gt(judged.lists, (uint64_t)by_depth(30, 60));
    cr_expect_lt(judged.unknown, 1 + judged.raw / 200);
}
