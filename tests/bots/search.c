/* The search bot: the promises of every bot, with little thought, and what it
 * does with the limits it is given. */
#include "bots/bot.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

enum {
    EVERY = 41, /* decisions between two that are looked at */
    LEAST_AHEAD = 50,
};

/* Says stop after so many questions. */
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

/* What it chooses in this state after so many rollouts at most. */
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
    m->game->redeal(other, seat, &dealer);
    cr_expect_eq(think(m, other, seat, 15).bits, move.bits,
                 "it sees hidden things: %s, %d seats, decision %zu",
                 m->game->id, m->settings.seats, m->record.count);
}

Test(search, it_keeps_what_every_bot_promises)
{
    static struct test_match m;

    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            seat_set act;

            start(&m, games[g], seats, 60 + (uint64_t)seats);
            while ((act = games[g]->to_act(m.state)) != 0) {
                if (m.record.count % EVERY == 0)
                    check_choice(&m, __builtin_ctz(act));
                test_match_step_eager(&m);
            }
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

Test(search, a_single_move_is_played_without_a_thought)
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

Test(search, it_stops_as_soon_as_it_is_told)
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

/* How well it plays against greedy takes more matches than a test may play:
 * fathom simulate underwater-cities --seats 2 --bots search,greedy */
Test(search, it_leaves_random_far_behind_with_hardly_a_thought)
{
    static struct test_match m;
    const struct thought thought = {.positions = 0};
    struct random random = stream_of(3);
    struct scores scores;
    seat_set act;

    start(&m, game_find("underwater-cities"), 2, 300);
    while ((act = m.game->to_act(m.state)) != 0) {
        const int seat = __builtin_ctz(act);
        struct move move;

        if (seat == 0) {
            test_match_step_random(&m);
            continue;
        }
        move = search_within(m.game, m.state, seat, &random, &thought);
        cr_assert_eq(
            test_match_step(&m,
                            (struct entry){ENTRY_MOVE, (uint8_t)seat, move, 0}),
            RULES_OK);
    }
    memset(&scores, 0, sizeof scores);
    m.game->score(m.state, &scores);

    cr_expect_gt(scores.total[1] - scores.total[0], LEAST_AHEAD);
}
