/* Collusion: what five accounts of one person can make of a leaderboard with a
 * thousand matches, while others of the same strength play honestly.  Only the
 * ladder is real: results are drawn or chosen here. */
#include "depth.h"
#include "play/ladder/settle.h"

#include "rules/random.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum {
    HONEST = 60,
    HONEST_MATCHES = 120, /* of each, in the season */
    OWN = 5,              /* accounts of the attacker; the first is to rise */
    ATTACKS = 1000,       /* matches of the attacker */
    MAIN = HONEST,
    /* What a season asks for. */
    LIST_MATCHES = 10,
    LIST_OPPONENTS = 5,
    LIST_QUEUE_OPPONENTS = 3,
};

/* How the attacker goes about it. */
struct attack {
    const char *name;
    int honest_matches; /* of the account that is to rise, against others */
    enum { BEFORE, BETWEEN, AFTER } when; /* own matches, to the honest ones */
    bool is_queue;                        /* own matches come from the queue */
    bool is_short;                        /* the losers leave at once */
    bool is_one_network;
    bool is_pumped; /* the others first win against each other */
    bool is_even;   /* they win in turns: to seem certain, not strong */
};

struct season {
    struct rating_batch batch;
    struct random random;
    const struct attack *attack;
    int64_t number;
};

static void hold(struct season *season, int winner, int loser, bool is_own)
{
    const struct attack *attack = season->attack;
    struct ladder_match match = {
        .game = "template",
        .seats = 2,
        .rated = true,
        .has_result = true,
        .is_played_out = !is_own || !attack->is_short,
        .rules = LADDER_RULES,
        .is_short = is_own && attack->is_short,
        .is_from_queue = !is_own || attack->is_queue,
        .number = ++season->number,
        .season = 1,
        .finished_us = INT64_C(1000000000) + season->number,
    };
    const int who[] = {winner, loser};

    for (int i = 0; i < 2; i++)
        match.seat[i] = (struct ladder_seat){
            .has_account = true,
            .account.bytes = {(uint8_t)(who[i] + 1)},
            .has_left = i == 1 && match.is_short,
            .rank = (uint8_t)(i + 1),
        };
    if (is_own && attack->is_one_network)
        ladder_note_together(&match, 0, 1);
    cr_assert(ladder_step(&season->batch, &match));
    season->batch.update_count = 0;
}

/* Two of the same strength. */
static void hold_honest(struct season *season, int a, int b)
{
    const bool wins = random_below(&season->random, 2);

    hold(season, wins ? a : b, wins ? b : a, false);
}

static void hold_among_others(struct season *season)
{
    const int a = (int)random_below(&season->random, HONEST);
    const int b = (int)random_below(&season->random, HONEST - 1);

    hold_honest(season, a, b + (b >= a));
}

/* The n-th match of the attacker with another: half of them are won, so that
 * luck is not taken for an advantage. */
static void hold_met(struct season *season, int n)
{
    const int other = (int)random_below(&season->random, HONEST);

    hold(season, n % 2 ? MAIN : other, n % 2 ? other : MAIN, false);
}

/* The n-th of the attacker's own matches. */
static void hold_own(struct season *season, int n)
{
    const struct attack *attack = season->attack;
    const int helper = MAIN + 1 + n % (OWN - 1);

    if (attack->is_pumped && n % 2 == 1)
        hold(season, helper, MAIN + 1 + (n + 1) % (OWN - 1), true);
    else if (attack->is_even && n / (OWN - 1) % 2 == 1)
        hold(season, helper, MAIN, true);
    else
        hold(season, MAIN, helper, true);
}

/* Play the season: honest matches in any order, with those of the attacker
 * before, between or after them. */
static void play_season(struct season *season)
{
    const struct attack *attack = season->attack;
    const int others = HONEST * HONEST_MATCHES / 2;
    const int own = ATTACKS - attack->honest_matches;
    int done = 0, met = 0;

    for (int n = 0; n < own && attack->when == BEFORE; n++)
        hold_own(season, n);
    for (int n = 0; n < others; n++) {
        hold_among_others(season);
        while (met * others < attack->honest_matches * (n + 1)) {
            hold_met(season, met++);
        }
        while (attack->when == BETWEEN && done * others < own * (n + 1))
            hold_own(season, done++);
    }
    for (int n = 0; n < own && attack->when == AFTER; n++)
        hold_own(season, n);
}

/* ---- the list ---- */

static const struct ladder_rating *rating_of(const struct season *season,
                                             int who)
{
    struct ladder_key key = {.account.bytes = {(uint8_t)(who + 1)},
                             .game = "template",
                             .season = 1,
                             .seats = 2,
                             .pool = POOL_ALL};

    return ladder_row_find(&season->batch.ratings, &key);
}

/* The place on the list, as ladder_list_value has it: false without
 * one. */
static bool list_value(const struct season *season, int who, int *out)
{
    const struct ladder_rating *row = rating_of(season, who);

    if (!row || rating_is_provisional(row->rating.sigma) ||
        row->matches - row->uncounted < LIST_MATCHES ||
        row->opponents < LIST_OPPONENTS ||
        row->queue_opponents < LIST_QUEUE_OPPONENTS)
        return false;
    *out = rating_lower_bound(row->rating);
    return true;
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int median_of_others(const struct season *season)
{
    int values[HONEST], count = 0;

    for (int i = 0; i < HONEST; i++)
        count += list_value(season, i, &values[count]);
    cr_assert_gt(count, HONEST / 2, "honest players are listed");
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

/* By how much the best of the attacker's accounts is above the median of the
 * others; false: none is listed. */
static bool advantage(const struct attack *attack, unsigned seed, int *out)
{
    struct season season = {.attack = attack};
    uint8_t key[32] = "collusion";
    bool is_listed = false;
    int best = 0;

    key[31] = (uint8_t)seed;
    rating_batch_init(&season.batch);
    random_init(&season.random, key, 0);
    play_season(&season);
    for (int i = MAIN; i < MAIN + OWN; i++) {
        int value;

        if (!list_value(&season, i, &value))
            continue;
        best = is_listed && best > value ? best : value;
        is_listed = true;
    }
    if (is_listed)
        *out = best - median_of_others(&season);
    rating_batch_clear(&season.batch);
    return is_listed;
}

/* ---- the tests ---- */

/* Among themselves they meet four opponents each, whatever they do. */
Test(collusion, five_accounts_by_themselves_are_not_listed)
{
    for (unsigned kind = 0; kind < 32; kind++) {
        const struct attack attack = {
            .is_queue = kind & 1,
            .is_short = kind & 2,
            .is_one_network = kind & 4,
            .is_pumped = kind & 8,
            .is_even = kind & 16,
        };
        int above;

        cr_expect_not(advantage(&attack, kind, &above), "%u", kind);
    }
}

/* Short matches, and those of one network, add nothing to an honest player. */
Test(collusion, short_matches_and_those_of_one_network_add_nothing)
{
    struct season seasons[2];
    const struct attack attacks[] = {
        {.honest_matches = 100, .when = AFTER, .is_short = true},
        {.honest_matches = 100, .when = AFTER, .is_one_network = true},
    };
    struct rating before[2], after[2];

    for (int i = 0; i < 2; i++) {
        uint8_t key[32] = "alike";

        seasons[i] = (struct season){.attack = &attacks[i]};
        rating_batch_init(&seasons[i].batch);
        random_init(&seasons[i].random, key, 0);
        for (int n = 0; n < 100; n++)
            hold_met(&seasons[i], n);
        before[i] = rating_of(&seasons[i], MAIN)->rating;
        for (int n = 0; n < ATTACKS; n++)
            hold_own(&seasons[i], n);
        after[i] = rating_of(&seasons[i], MAIN)->rating;
        cr_expect_arr_eq(&before[i], &after[i], sizeof *before);
        rating_batch_clear(&seasons[i].batch);
    }
}

/* The best that they can do with some honest matches, which the list asks for:
 * the average of some seasons. */
Test(collusion, five_accounts_and_a_thousand_matches_do_not_reach_the_median,
     .init = deep_only)
{
    enum { SEASONS = 4 };

    for (unsigned kind = 0; kind < 24; kind++) {
        static const int honest[] = {30, 45};
        const struct attack attack = {
            .honest_matches = honest[kind % 2],
            .when = kind / 2 % 3,
            .is_queue = true,
            .is_pumped = kind / 6 % 2,
            .is_even = kind / 12 % 2,
        };
        int sum = 0, listed = 0;

        for (unsigned seed = 0; seed < SEASONS; seed++) {
            int above;

            if (!advantage(&attack, seed, &above))
                continue;
            sum += above;
            listed++;
        }
        cr_expect(listed == 0 || sum / listed <= 0,
                  "%d honest matches, when %d, pumped %d, even %d: %+d",
                  attack.honest_matches, (int)attack.when, attack.is_pumped,
                  attack.is_even, listed > 0 ? sum / listed : 0);
    }
}

/* As many honest matches as the others: what the rest of a thousand adds. */
Test(collusion, a_thousand_matches_add_little_to_an_honest_season)
{
    enum { SEASONS = 6, LITTLE = 40 };
    int sum = 0;

    for (unsigned seed = 0; seed < SEASONS; seed++) {
        const struct attack attack = {
            .honest_matches = HONEST_MATCHES, .when = AFTER, .is_queue = true};
        int above;

        cr_assert(advantage(&attack, seed, &above));
        sum += above;
    }
    cr_log_info("%+d", sum / SEASONS);
    cr_expect_leq(sum / SEASONS, LITTLE, "%+d", sum / SEASONS);
}
