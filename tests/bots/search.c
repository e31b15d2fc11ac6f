/* The search bot: the promises of every bot, with little thought, and what it
 * does with the limits it is given. */
#include "bots/bot.h"
#include "depth.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
    EVERY = 41, /* decisions between two that are looked at */
    SELDOM = 97,
    SETTINGS_EVERY = 7, /* of the settings that a seat count allows */
    DUELS = 4,
    LEAST_AHEAD = 50,
};

/* Stop the search after this number of calls. */
struct patience {
    int left, asked;
};

static bool is_over(void *context)
{
    struct patience *patience = context;

    patience->asked++;
    return patience->left-- <= 0;
}

static struct random stream_of(uint64_t number)
{
    const uint8_t key[32] = "tests of the search bot";
    struct random random;

    random_init(&random, key, number);
    return random;
}

static void start(struct test_match *m, const struct game *game, int seats,
                  uint64_t seed)
{
    struct settings settings;

    game_defaults(game, (uint8_t)seats, &settings);
    cr_assert_eq(test_match_start(m, game, &settings, seed), RULES_OK);
}

/* The choice of the search bot in this state after at most this number of
 * rollouts. */
static struct move think(const struct test_match *m, const void *state,
                         int seat, int rollouts)
{
    struct patience patience = {rollouts, 0};
    const struct thought thought = {
        .positions = 2000, .stop = is_over, .context = &patience};
    struct random random = stream_of(m->record.count);

    return search_within(m->game, state, seat, &random, &thought);
}

/* Legal, the same when asked again, the same in another world that the seat
 * cannot tell from this one; and the position stays as it was. */
static void check_choice(const struct test_match *m, int seat)
{
    struct random dealer = stream_of(1000000 + m->record.count);
    alignas(max_align_t) uint8_t other[RULES_STATE_MAX];
    struct move list[RULES_MOVES_MAX], move;
    size_t count, at = 0;

    memcpy(other, m->state, m->game->state_size);
    move = think(m, m->state, seat, 15);
    cr_assert_arr_eq(other, m->state, m->game->state_size);
    count = m->game->moves(m->state, seat, list, RULES_MOVES_MAX);
    while (at < count && list[at].bits != move.bits)
        at++;
    cr_expect_lt(at, count, "%s: not legal", test_match_text(m));
    cr_expect_eq(think(m, m->state, seat, 15).bits, move.bits);
    m->game->resample(other, seat, &dealer);
    cr_expect_eq(think(m, other, seat, 15).bits, move.bits,
                 "it sees hidden things: %s, %d seats, decision %zu",
                 m->game->id, m->settings.seats, m->record.count);
}

/* A match with these settings, looked at now and then. */
static void check_match(const struct game *game,
                        const struct settings *settings, size_t every)
{
    static struct test_match m;
    seat_set act;

    cr_assert_eq(test_match_start(&m, game, settings, 60u + settings->seats),
                 RULES_OK);
    while ((act = game->to_act(m.state)) != 0) {
        if (m.record.count % every == 0)
            check_choice(&m, __builtin_ctz(act));
        test_match_step_eager(&m);
    }
}

Test(search, it_keeps_what_every_bot_promises, .init = deep_only)
{
    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            struct settings settings;

            game_defaults(games[g], (uint8_t)seats, &settings);
            check_match(games[g], &settings, EVERY);
        }
}

Test(search, it_keeps_them_whatever_the_match_is_played_with)
{
    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            struct settings settings;
            int number = -1, looked_at = 0;

            while (test_settings_allowed(games[g], seats, &number, &settings))
                if (++looked_at %
                        by_depth(3 * SETTINGS_EVERY, SETTINGS_EVERY) ==
                    0)
                    check_match(games[g], &settings, SELDOM);
        }
}

/* The first position of a match in which a seat has one move, or several. */
static int come_to(struct test_match *m, bool single)
{
    struct move list[RULES_MOVES_MAX];

    do {
        const int seat = __builtin_ctz(m->game->to_act(m->state));

        if (single ==
            (m->game->moves(m->state, seat, list, RULES_MOVES_MAX) == 1))
            return seat;
    } while (test_match_step_random(m) && m->game->to_act(m->state));
    cr_assert(false, "no such position");
    return -1;
}

Test(search, a_single_legal_move_is_played_without_search)
{
    static struct test_match m;
    struct patience patience = {100, 0};
    const struct thought thought = {
        .positions = 2000, .stop = is_over, .context = &patience};
    struct random random = stream_of(1);
    struct move list[RULES_MOVES_MAX];
    int seat;

    start(&m, game_find("underwater-cities"), 2, 7);
    seat = come_to(&m, true);

    const struct move move =
        search_within(m.game, m.state, seat, &random, &thought);

    m.game->moves(m.state, seat, list, RULES_MOVES_MAX);
    cr_expect_eq(move.bits, list[0].bits);
    cr_expect_eq(patience.asked, 0);
}

Test(search, it_stops_when_cancelled)
{
    static struct test_match m;
    const struct game *game = game_find("underwater-cities");
    int seat;

    start(&m, game, 2, 8);
    seat = come_to(&m, false);
    for (int left = 0; left < 40; left += 13) {
        struct patience patience = {left, 0};
        const struct thought thought = {
            .positions = UINT32_MAX, .stop = is_over, .context = &patience};
        struct random random = stream_of(2);

        search_within(game, m.state, seat, &random, &thought);

        cr_expect_eq(patience.left, -1, "asked on after the answer");
        cr_expect_eq(patience.asked, left + 1);
    }
}

/* A clock that goes on by itself, a quarter of a millisecond each time it is
 * looked at. */
static uint64_t tick(void *context)
{
    uint64_t *looks = context;

    return 250 * ++*looks;
}

Test(search, it_keeps_to_its_time)
{
    static struct test_match m;
    const struct game *game = game_find("underwater-cities");
    int seat;

    start(&m, game, 2, 8);
    seat = come_to(&m, false);
    for (uint32_t ms = 1; ms <= 16; ms *= 4) {
        uint64_t looks = 0;
        const struct thought thought = {.positions = UINT32_MAX,
                                        .context = &looks,
                                        .ms = ms,
                                        .clock = tick};
        struct random random = stream_of(2);

        search_within(game, m.state, seat, &random, &thought);

        cr_expect_leq(looks, 4 * ms + 1, "it looked on after its time");
        cr_expect_geq(looks, 2, "it never looked at the clock");
    }
}

/* The number of rollouts for the choice in this position, up to a limit. */
static int rollouts(const struct test_match *m, int seat, int most)
{
    struct patience patience = {most, 0};
    const struct thought thought = {
        .positions = UINT32_MAX, .stop = is_over, .context = &patience};
    struct random random = stream_of(5);

    search_within(m->game, m->state, seat, &random, &thought);
    return patience.asked;
}

Test(search, a_clear_choice_ends_the_search_early)
{
    enum { MOST = 200, LOOKED_AT = 20 };
    static struct test_match m;
    int clear = 0, open = 0;

    start(&m, game_find("underwater-cities"), 2, 9);
    for (int i = 0; i < LOOKED_AT && (clear == 0 || open == 0); i++) {
        const int seat = come_to(&m, false);

        if (rollouts(&m, seat, MOST) <= MOST)
            clear++;
        else
            open++;
        for (int skip = 0; skip < 5; skip++)
            test_match_step_eager(&m);
    }

    cr_expect_gt(clear, 0, "it never knows when to stop");
    cr_expect_gt(open, 0, "it never thinks");
}

/* Points of search with so little thought less those of this bot, a match. */
static double points_ahead_of(const char *name, uint32_t positions, int matches)
{
    static struct test_match m;
    const struct bot *other = bot_find(name);
    const struct thought thought = {.positions = positions};
    int ahead = 0;

    for (int n = 0; n < matches; n++) {
        struct random random = stream_of(300 + (uint64_t)n);
        struct scores scores;
        seat_set act;

        start(&m, game_find("underwater-cities"), 2, 300 + (uint64_t)n / 2);
        while ((act = m.game->to_act(m.state)) != 0) {
            const int seat = __builtin_ctz(act);
            const struct move move =
                seat == n % 2
                    ? search_within(m.game, m.state, seat, &random, &thought)
                    : other->choose(m.game, m.state, seat, &random);

            cr_assert_eq(
                test_match_step(&m, (struct entry){.kind = ENTRY_MOVE,
                                                   .seat = (uint8_t)seat,
                                                   .move = move}),
                RULES_OK);
        }
        memset(&scores, 0, sizeof scores);
        m.game->score(m.state, &scores);
        ahead += scores.total[n % 2] - scores.total[1 - n % 2];
    }
    return (double)ahead / matches;
}

Test(search, it_clearly_beats_random_with_little_time, .init = deep_only)
{
    cr_expect_gt(points_ahead_of("random", 0, 2), LEAST_AHEAD);
}

/* How well it plays with its usual thought takes more matches than a test may
 * play: fathom simulate underwater-cities --bots search:100ms,greedy */
Test(search, little_time_does_not_make_it_play_badly, .init = deep_only)
{
    cr_expect_gt(points_ahead_of("greedy", 3000, DUELS), -12);
}

/* ---- alone ---- */

/* Rollouts for a dozen choices of a match alone, with so much thought. */
static int rollouts_alone(uint32_t positions)
{
    enum { LOOKED_AT = 12 };
    static struct test_match m;
    int asked = 0;

    start(&m, game_find("underwater-cities"), 1, 11);
    for (int i = 0; i < LOOKED_AT; i++) {
        struct patience patience = {1 << 20, 0};
        const struct thought thought = {
            .positions = positions, .stop = is_over, .context = &patience};
        struct random random = stream_of(6);

        search_within(m.game, m.state, come_to(&m, false), &random, &thought);
        asked += patience.asked;
        for (int skip = 0; skip < 7; skip++)
            test_match_step_eager(&m);
    }
    return asked;
}

Test(search, in_solo_play_more_time_means_more_rollouts)
{
    const int few = rollouts_alone(2000), many = rollouts_alone(32000);

    cr_log_info("%d rollouts, %d with sixteen times the thought", few, many);
    cr_expect_gt(many, 2 * few);
}
