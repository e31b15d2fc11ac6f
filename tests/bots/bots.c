/* What bots promise, for every bot and every game.  Bots that think long are
 * held to the same in search.c, with smaller limits. */
#include "bots/bot.h"
#include "depth.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
    MATCHES = 3,        /* of each game, seat count and bot */
    WORLDS_EVERY = 7,   /* decisions between two looks at other worlds */
    SETTINGS_EVERY = 5, /* of the settings that a seat count allows */
    DUELS = 24,
};

/* The first bot from here on that chooses at once; its name is NULL at the
 * end. */
static const struct bot *quick(const struct bot *bot)
{
    while (bot->name && bot->thinks)
        bot++;
    return bot;
}

static struct random stream_of(uint64_t seed, uint64_t number)
{
    const uint8_t key[32] = "tests of bots";
    struct random random;

    random_init(&random, key, seed << 32 | number);
    return random;
}

static void start(struct test_match *m, const struct game *game, int seats,
                  uint64_t seed)
{
    struct settings settings;

    game_defaults(game, (uint8_t)seats, &settings);
    cr_assert_eq(test_match_start(m, game, &settings, seed), RULES_OK);
}

static bool is_listed(const struct test_match *m, int seat, struct move move)
{
    struct move list[RULES_MOVES_MAX];
    const size_t count = m->game->moves(m->state, seat, list, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++)
        if (list[i].bits == move.bits)
            return true;
    return false;
}

Test(bots, a_bot_is_found_by_its_name)
{
    for (const struct bot *bot = bots; bot->name; bot++)
        cr_expect_eq(bot_find(bot->name), bot);
    cr_expect_null(bot_find("nobody"));
    cr_expect_null(bot_find(""));
}

/* A whole match by one bot; every choice must be listed, and the position must
 * be as it was. */
static void choose_all(const struct bot *bot, struct test_match *m)
{
    struct random random = stream_of(m->seed, 1);
    uint8_t before[RULES_STATE_MAX];
    seat_set seats;

    while ((seats = m->game->to_act(m->state)) != 0) {
        const int seat = __builtin_ctz(seats);
        struct move move;

        memcpy(before, m->state, m->game->state_size);
        move = bot->choose(m->game, m->state, seat, &random);
        cr_assert_arr_eq(before, m->state, m->game->state_size,
                         "%s changed the position", bot->name);
        cr_assert(is_listed(m, seat, move), "%s chose what is not legal",
                  bot->name);
        cr_assert_eq(test_match_step(m, (struct entry){.kind = ENTRY_MOVE,
                                                       .seat = (uint8_t)seat,
                                                       .move = move}),
                     RULES_OK);
    }
}

Test(bots, every_choice_is_legal_and_leaves_the_position_alone)
{
    static struct test_match m;

    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++)
            for (const struct bot *bot = quick(bots); bot->name;
                 bot = quick(bot + 1))
                for (int i = 0; i < by_depth(1, MATCHES); i++) {
                    start(&m, games[g], seats, (uint64_t)i);
                    choose_all(bot, &m);
                }
}

/* Go to the next of the settings to test; together they have every value of
 * every option.  Return false after the last. */
static bool next_settings(const struct game *game, int seats, int *number,
                          struct settings *settings)
{
    for (int i = 0; i < SETTINGS_EVERY; i++)
        if (!test_settings_allowed(game, seats, number, settings))
            return false;
    return true;
}

Test(bots, every_choice_is_legal_whatever_the_match_is_played_with,
     .init = deep_only)
{
    static struct test_match m;

    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            struct settings settings;
            int number = -1;

            while (next_settings(games[g], seats, &number, &settings)) {
                cr_assert_eq(test_match_start(&m, games[g], &settings, 70),
                             RULES_OK);
                choose_all(bot_find("greedy"), &m);
            }
        }
}

Test(bots, the_same_stream_makes_the_same_choice)
{
    static struct test_match m;

    for (size_t g = 0; games[g]; g++) {
        seat_set seats;

        start(&m, games[g], games[g]->min_seats, 5);
        while ((seats = games[g]->to_act(m.state)) != 0) {
            const int seat = __builtin_ctz(seats);

            for (const struct bot *bot = quick(bots); bot->name;
                 bot = quick(bot + 1)) {
                struct random a = stream_of(5, m.record.count), b = a;

                cr_assert_eq(bot->choose(games[g], m.state, seat, &a).bits,
                             bot->choose(games[g], m.state, seat, &b).bits);
            }
            test_match_step_random(&m);
        }
    }
}

/* The choice of a bot in this world, and in another that looks the same. */
static void compare_worlds(const struct bot *bot, const struct test_match *m,
                           int seat, uint64_t n)
{
    struct random here = stream_of(n, 1), there = here;
    struct random dealer = stream_of(n, 2);
    alignas(max_align_t) uint8_t other[RULES_STATE_MAX];

    memcpy(other, m->state, m->game->state_size);
    m->game->resample(other, seat, &dealer);
    cr_assert_eq(bot->choose(m->game, m->state, seat, &here).bits,
                 bot->choose(m->game, other, seat, &there).bits,
                 "%s sees hidden things: %s, seed %llu, decision %zu",
                 bot->name, m->game->id, (unsigned long long)m->seed,
                 m->record.count);
}

/* Every quick bot, now and then in a random match with these settings. */
static void compare_match(const struct game *game,
                          const struct settings *settings)
{
    static struct test_match m;

    cr_assert_eq(test_match_start(&m, game, settings, 40u + settings->seats),
                 RULES_OK);
    do {
        const seat_set act = game->to_act(m.state);

        if (!act || m.record.count % WORLDS_EVERY)
            continue;
        for (const struct bot *bot = quick(bots); bot->name;
             bot = quick(bot + 1))
            compare_worlds(bot, &m, __builtin_ctz(act), m.record.count);
    } while (test_match_step_random(&m));
}

Test(bots, hidden_things_make_no_difference)
{
    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            struct settings settings;
            int number = -1;

            game_defaults(games[g], (uint8_t)seats, &settings);
            compare_match(games[g], &settings);
            while (next_settings(games[g], seats, &number, &settings))
                compare_match(games[g], &settings);
        }
}

Test(bots, random_plays_every_legal_move_sooner_or_later)
{
    static struct test_match m;
    struct random random = stream_of(0, 3);
    struct move list[RULES_MOVES_MAX];
    bool played[RULES_MOVES_MAX] = {false};
    size_t count, different = 0;
    int seat;

    start(&m, games[0], games[0]->max_seats, 1);
    seat = __builtin_ctz(games[0]->to_act(m.state));
    count = games[0]->moves(m.state, seat, list, RULES_MOVES_MAX);

    for (int i = 0; i < 2000; i++) {
        const struct move move =
            random_choose(games[0], m.state, seat, &random);

        for (size_t k = 0; k < count; k++)
            played[k] = played[k] || list[k].bits == move.bits;
    }

    for (size_t k = 0; k < count; k++)
        different += played[k];
    cr_expect_gt(count, 1);
    cr_expect_eq(different, count);
}

/* Points of greedy less those of random, over matches with changing seats;
 * *won counts those in which greedy came first. */
static int duel(const struct game *game, int *won)
{
    static struct test_match m;
    int ahead = 0;

    *won = 0;
    for (uint64_t n = 0; n < DUELS; n++) {
        struct random random[2] = {stream_of(n, 10), stream_of(n, 11)};
        const int greedy = (int)(n % 2);
        struct scores scores;
        seat_set seats;

        start(&m, game, 2, 100 + n / 2);
        while ((seats = game->to_act(m.state)) != 0) {
            const int seat = __builtin_ctz(seats);
            const struct bot *bot =
                bot_find(seat == greedy ? "greedy" : "random");
            const struct move move =
                bot->choose(game, m.state, seat, &random[seat]);

            cr_assert_eq(
                test_match_step(&m, (struct entry){.kind = ENTRY_MOVE,
                                                   .seat = (uint8_t)seat,
                                                   .move = move}),
                RULES_OK);
        }
        memset(&scores, 0, sizeof scores);
        game->score(m.state, &scores);
        ahead += scores.total[greedy] - scores.total[1 - greedy];
        *won += scores.rank[greedy] == 1;
    }
    return ahead;
}

Test(bots, greedy_makes_more_points_than_random, .init = deep_only)
{
    for (size_t g = 0; games[g]; g++) {
        int won;

        if (games[g]->min_seats <= 2 && games[g]->max_seats >= 2)
            cr_expect_gt(duel(games[g], &won), 0, "%s", games[g]->id);
    }
}

Test(bots, greedy_outplays_random_where_skill_decides)
{
    const struct game *game = game_find("underwater-cities");
    int won, ahead;

    cr_assert_not_null(game);
    ahead = duel(game, &won);

    cr_expect_geq(won, DUELS - 1);
    cr_expect_gt(ahead / DUELS, 40);
}

/* The mean total of greedy against itself. */
static double mean_total(const struct game *game, uint8_t seats, int matches)
{
    static struct test_match m;
    const struct bot *bot = bot_find("greedy");
    int sum = 0;

    for (uint64_t n = 0; n < (uint64_t)matches; n++) {
        struct random random = stream_of(n, 20 + seats);
        struct scores scores;
        seat_set act;

        start(&m, game, seats, 300 + n);
        while ((act = game->to_act(m.state)) != 0) {
            const int seat = __builtin_ctz(act);
            const struct entry entry = {
                .kind = ENTRY_MOVE,
                .seat = (uint8_t)seat,
                .move = bot->choose(game, m.state, seat, &random)};

            cr_assert_eq(test_match_step(&m, entry), RULES_OK);
        }
        game->score(m.state, &scores);
        for (int seat = 0; seat < seats; seat++)
            sum += scores.total[seat];
    }
    return (double)sum / (matches * seats);
}

/* Good players make 90 to 130 points.  A sample, far from the limits; `fathom
 * simulate underwater-cities --matches 200` is the whole. */
Test(bots, greedy_makes_as_many_points_as_people_do, .init = deep_only)
{
    const struct game *game = game_find("underwater-cities");

    cr_assert_not_null(game);
    for (uint8_t seats = 1; seats <= 4; seats++) {
        const double mean = mean_total(game, seats, 12 / seats);

        cr_expect(mean >= 80 && mean <= 135, "%d seats: %.1f", seats, mean);
    }
}
