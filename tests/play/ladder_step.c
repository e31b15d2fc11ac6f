/* What one match changes, without a database. */
#include "play/ladder/settle.h"

#include "rules/random.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const int64_t day_us = INT64_C(86400) * 1000000;

/* ---- a book, and matches for it ---- */

static struct rating_batch book;

static void begin(void)
{
    rating_batch_init(&book);
}

static void end(void)
{
    rating_batch_clear(&book);
}

TestSuite(ladder_step, .init = begin, .fini = end);

/* Players by letters, people small and bots large; '.' is a bot of nobody.
 * Ranks by digits. */
static struct ladder_match match_of(const char *players, const char *ranks)
{
    static int64_t number;
    struct ladder_match match = {
        .game = "template",
        .seats = (uint8_t)strlen(players),
        .rated = true,
        .has_result = true,
        .is_played_out = true,
        .rules = LADDER_RULES,
        .number = ++number,
        .season = 1,
        .finished_us = 100 * day_us,
    };

    memcpy(match.match.bytes, &match.number, sizeof match.number);
    for (size_t i = 0; i < match.seats; i++) {
        struct ladder_seat *seat = &match.seat[i];

        seat->has_account = players[i] != '.';
        seat->is_bot = players[i] < 'a';
        seat->account.bytes[0] = (uint8_t)players[i];
        seat->rank = (uint8_t)(ranks[i] - '0');
        seat->points = (int16_t)(50 - 10 * seat->rank);
    }
    return match;
}

static void add(const struct ladder_match *match)
{
    cr_assert(ladder_step(&book, match));
}

static const struct ladder_rating *
rating_in(char player, uint8_t seats, enum rating_pool pool, int32_t season)
{
    struct ladder_key key = {.account.bytes = {(uint8_t)player},
                             .game = "template",
                             .seats = seats,
                             .pool = (uint8_t)pool,
                             .season = season};

    return ladder_row_find(&book.ratings, &key);
}

static const struct ladder_rating *rating_of(char player)
{
    return rating_in(player, 2, POOL_ALL, 1);
}

static const struct ladder_sum *sum_of(char player, uint8_t seats)
{
    struct ladder_key key = {
        .account.bytes = {(uint8_t)player}, .game = "template", .seats = seats};

    return ladder_row_find(&book.sums, &key);
}

/* ---- ratings ---- */

Test(ladder_step, a_win_raises_and_a_defeat_lowers)
{
    struct ladder_match match = match_of("ab", "12");

    add(&match);
    cr_expect_gt(rating_of('a')->rating.mu, RATING_MU);
    cr_expect_lt(rating_of('b')->rating.mu, RATING_MU);
    cr_expect_lt(rating_of('a')->rating.sigma, RATING_SIGMA);
    cr_expect_eq(rating_of('a')->wins, 1);
    cr_expect_eq(rating_of('b')->wins, 0);
    cr_expect_eq(rating_of('b')->matches, 1);
}

Test(ladder_step, pools_are_separate)
{
    const struct {
        const char *players;
        bool human, bot;
    } cases[] = {
        {"ab", true, false}, {"AB", false, true}, {"cC", false, false}};

    for (size_t i = 0; i < 3; i++) {
        struct ladder_match match = match_of(cases[i].players, "12");
        char who = cases[i].players[0];

        add(&match);
        cr_expect_eq(rating_in(who, 2, POOL_HUMAN, 1) != NULL, cases[i].human);
        cr_expect_eq(rating_in(who, 2, POOL_BOT, 1) != NULL, cases[i].bot);
        cr_expect_not_null(rating_in(who, 2, POOL_ALL, 1));
    }
}

Test(ladder_step, numbers_of_seats_are_separate)
{
    struct ladder_match two = match_of("ab", "12"),
                        three = match_of("abc", "321");

    add(&two);
    add(&three);
    cr_expect_eq(rating_in('a', 2, POOL_ALL, 1)->wins, 1);
    cr_expect_eq(rating_in('a', 3, POOL_ALL, 1)->wins, 0);
    cr_expect_eq(sum_of('a', 2)->matches, 1);
    cr_expect_eq(sum_of('a', 3)->matches, 1);
}

Test(ladder_step, the_order_of_the_seats_changes_no_rating)
{
    struct ladder_match one = match_of("abcd", "1223");
    struct ladder_rating before[4];

    add(&one);
    for (int i = 0; i < 4; i++)
        before[i] = *rating_in("abcd"[i], 4, POOL_ALL, 1);
    end();
    begin();
    one = match_of("dbca", "3221");
    add(&one);
    for (int i = 0; i < 4; i++)
        cr_expect_arr_eq(&before[i].rating,
                         &rating_in("abcd"[i], 4, POOL_ALL, 1)->rating,
                         sizeof before[i].rating);
}

Test(ladder_step, a_casual_match_or_a_bot_without_account_changes_no_rating)
{
    struct ladder_match casual = match_of("ab", "12");
    struct ladder_match mixed = match_of("a.", "12");

    casual.rated = false;
    add(&casual);
    add(&mixed);
    cr_expect_eq(book.ratings.count, 0);
    cr_expect_eq(book.update_count, 0);
    cr_expect_eq(sum_of('a', 2)->matches, 2);
    cr_expect_eq(sum_of('a', 2)->wins, 2);
    cr_expect_eq(book.sums.count, 2);
}

/* ---- forfeits ---- */

static struct ladder_match aborted(const char *players, seat_set forfeits)
{
    struct ladder_match match = match_of(players, "0000");

    match.has_result = match.is_played_out = false;
    match.forfeits = forfeits;
    return match;
}

Test(ladder_step, a_forfeit_loses_rating_and_nobody_wins_it)
{
    struct ladder_match match = aborted("abc", 2);

    add(&match);
    cr_expect_lt(rating_in('b', 3, POOL_ALL, 1)->rating.mu, RATING_MU);
    cr_expect_eq(rating_in('b', 3, POOL_ALL, 1)->wins, 0);
    cr_expect_null(rating_in('a', 3, POOL_ALL, 1));
    cr_expect_null(sum_of('a', 3));
    cr_expect_eq(sum_of('b', 3)->abandoned, 1);
    cr_expect_eq(sum_of('b', 3)->matches, 0);
    cr_expect_eq(book.updates[0].rank, 3);
}

Test(ladder_step, forfeits_of_all_change_no_rating)
{
    struct ladder_match match = aborted("ab", 3);

    add(&match);
    cr_expect_eq(book.ratings.count, 0);
    cr_expect_eq(sum_of('a', 2)->abandoned, 1);
    cr_expect_eq(sum_of('b', 2)->abandoned, 1);
}

/* For any difference in strength, not a point can be gained. */
Test(ladder_step, nobody_gains_by_a_forfeit)
{
    static const uint8_t key[32] = "forfeits";
    struct random random;

    random_init(&random, key, 0);
    for (int n = 0; n < 300; n++) {
        size_t seats = 2 + random_below(&random, 3);
        seat_set all = (seat_set)((1U << seats) - 1);
        seat_set forfeits = (seat_set)(1 + random_below(&random, all - 1U));
        struct ladder_match match = aborted(&"abcd"[4 - seats], forfeits);

        for (size_t i = 0; i < seats; i++) {
            struct ladder_key row = ladder_key_of(&match, (int)i, POOL_ALL);
            struct ladder_rating *rating = ladder_row_make(&book.ratings, &row);

            rating->rating.mu = random_below(&random, 50);
            rating->rating.sigma = 0.5 + random_below(&random, 8);
            rating->played_us = match.finished_us;
        }
        book.update_count = 0;
        add(&match);
        for (size_t i = 0; i < book.update_count; i++)
            if (book.updates[i].key.pool == POOL_ALL)
                cr_expect_lt(book.updates[i].after.mu,
                             book.updates[i].before.mu);
    }
}

/* ---- evidence ---- */

/* What a match added to the rating of a player. */
static double gain_of(char player, const struct ladder_match *match)
{
    const struct ladder_rating *row = rating_of(player);
    const double before = row ? row->rating.mu : RATING_MU;

    add(match);
    row = rating_of(player);
    return (row ? row->rating.mu : RATING_MU) - before;
}

Test(ladder_step, repeated_matches_of_a_pair_weigh_less)
{
    double gain[6];

    for (int i = 0; i < 6; i++) {
        struct ladder_match match = match_of("ab", "12");

        gain[i] = gain_of('a', &match);
    }
    cr_expect_gt(gain[1], 0.6 * gain[0]);
    for (int i = 2; i < 6; i++)
        cr_expect_lt(gain[i], 0.6 * gain[i - 1], "%d", i);
    struct ladder_match other = match_of("ac", "12");

    cr_expect_gt(gain_of('a', &other), 4 * gain[5], "a new opponent");
    struct ladder_match later = match_of("ab", "12");

    later.season = 2;
    add(&later);
    cr_expect_gt(rating_in('a', 2, POOL_ALL, 2)->rating.mu -
                     rating_reset(rating_of('a')->rating).mu,
                 4 * gain[5], "a new season");
}

Test(ladder_step, a_stranger_at_the_table_is_rated_in_full)
{
    struct ladder_match match = match_of("abc", "123");
    double c_alone, c_after;

    add(&match);
    c_alone = rating_in('c', 3, POOL_ALL, 1)->rating.mu;
    end();
    begin();
    for (int i = 0; i < 9; i++) {
        struct ladder_match pair = match_of("ab", "12");

        pair.seats = 2;
        add(&pair);
    }
    match = match_of("abc", "123");
    add(&match);
    c_after = rating_in('c', 3, POOL_ALL, 1)->rating.mu;
    cr_expect_eq(c_alone, c_after);
}

Test(ladder_step, opponents_are_counted_once)
{
    static const char *const players[] = {"ab", "ba", "ac", "ad", "ab"};

    for (int i = 0; i < 5; i++) {
        struct ladder_match match = match_of(players[i], "12");

        match.is_from_queue = i == 2 || i == 4;
        add(&match);
    }
    cr_expect_eq(rating_of('a')->matches, 5);
    cr_expect_eq(rating_of('a')->uncounted, 0);
    cr_expect_eq(rating_of('a')->opponents, 3);
    cr_expect_eq(rating_of('a')->queue_opponents, 2);
    cr_expect_eq(rating_of('b')->opponents, 1);
    cr_expect_eq(rating_of('b')->queue_opponents, 1);
}

Test(ladder_step, a_short_match_costs_the_leaver_and_gives_nothing)
{
    struct ladder_match match = match_of("ab", "12");

    match.is_played_out = false;
    match.is_short = true;
    match.seat[1].has_left = true;
    add(&match);
    cr_expect_null(rating_of('a'));
    cr_expect_lt(rating_of('b')->rating.mu, RATING_MU - 1);
    cr_expect_eq(rating_of('b')->matches, 1);
    cr_expect_eq(rating_of('b')->uncounted, 1);
    cr_expect_eq(rating_of('b')->opponents, 0);
    cr_expect_eq(sum_of('a', 2)->wins, 1, "statistics count it");
    /* As much as leaving later, at least. */
    struct ladder_match later = match_of("cd", "12");

    add(&later);
    cr_expect_leq(rating_of('b')->rating.mu, rating_of('d')->rating.mu);
}

Test(ladder_step, seats_of_one_network_do_not_rate_each_other)
{
    struct ladder_match match = match_of("ab", "12");

    ladder_note_together(&match, 1, 0);
    add(&match);
    cr_expect_null(rating_of('a'));
    cr_expect_null(rating_of('b'));
    cr_expect_eq(sum_of('a', 2)->wins, 1);
    match.is_played_out = false;
    match.seat[1].has_left = true;
    add(&match);
    cr_expect_null(rating_of('a'));
    cr_expect_lt(rating_of('b')->rating.mu, RATING_MU, "who leaves, pays");
    cr_expect_eq(rating_of('b')->uncounted, 1);
}

Test(ladder_step, a_household_is_rated_against_the_others)
{
    struct ladder_match match = match_of("abc", "123");
    const struct ladder_rating *a, *c;
    struct rating two[2] = {rating_new(), rating_new()};
    static const unsigned ranks[2] = {1, 2};

    ladder_note_together(&match, 0, 2);
    add(&match);
    a = rating_in('a', 3, POOL_ALL, 1);
    c = rating_in('c', 3, POOL_ALL, 1);
    rating_update(two, ranks, 2);
    cr_expect_eq(a->rating.mu, two[0].mu, "as if it had beaten b alone");
    cr_expect_eq(c->rating.mu, two[1].mu);
    cr_expect_eq(a->opponents, 1);
    cr_expect_eq(rating_in('b', 3, POOL_ALL, 1)->opponents, 2);
}

Test(ladder_step, an_annulled_match_changes_nothing)
{
    struct ladder_match match = match_of("ab", "12");
    struct ladder_card cards[] = {{0, "7"}};

    match.is_annulled = true;
    match.cards = cards;
    match.card_count = 1;
    add(&match);
    cr_expect_eq(book.ratings.count + book.pairs.count + book.sums.count +
                     book.tallies.count + book.update_count,
                 0);
}

Test(ladder_step, a_match_that_the_first_rules_settled_counts_in_full)
{
    for (int i = 0; i < 9; i++) {
        struct ladder_match match = match_of("ab", "12");
        struct rating before[2] = {rating_new(), rating_new()};
        static const unsigned ranks[2] = {1, 2};

        match.rules = LADDER_RULES_FIRST;
        match.is_short = true; /* they did not know it */
        if (i > 0) {
            before[0] = rating_of('a')->rating;
            before[1] = rating_of('b')->rating;
        }
        add(&match);
        rating_update(before, ranks, 2);
        cr_expect_arr_eq(&rating_of('a')->rating, &before[0], sizeof *before);
    }
    cr_expect_eq(rating_of('a')->uncounted, 0);
    cr_expect_eq(book.pairs.count, 0);
}

/* ---- time ---- */

Test(ladder_step, uncertainty_grows_before_a_match_by_the_time_between)
{
    struct ladder_match first = match_of("ab", "12");
    struct ladder_match later = match_of("ab", "12");
    struct rating after;

    add(&first);
    after = rating_of('a')->rating;
    later.finished_us += 30 * day_us + 999999;
    book.update_count = 0;
    add(&later);
    cr_expect_eq(book.updates[0].idle_seconds, 30 * 86400);
    cr_expect_eq(book.updates[0].before.mu, after.mu);
    cr_expect_eq(book.updates[0].before.sigma,
                 rating_idle(after.sigma, INT64_C(30) * 86400));
}

Test(ladder_step, a_clock_set_back_gives_no_negative_idle_time)
{
    struct ladder_match first = match_of("ab", "12");
    struct ladder_match earlier = match_of("ab", "12");

    add(&first);
    earlier.finished_us -= day_us;
    book.update_count = 0;
    add(&earlier);
    cr_expect_eq(book.updates[0].idle_seconds, 0);
    cr_expect_eq(rating_of('a')->played_us, first.finished_us);
    cr_expect_eq(rating_of('a')->matches, 2);
}

Test(ladder_step, a_season_begins_where_the_last_one_ended)
{
    struct ladder_match last = match_of("ab", "12");
    struct ladder_match next = match_of("ab", "12");
    struct rating begun;

    add(&last);
    begun = rating_reset(rating_rest(rating_of('a')->rating, 86400));
    next.season = 4; /* not there for two of them */
    next.finished_us += day_us;
    book.update_count = 0;
    add(&next);
    cr_expect_arr_eq(&book.updates[0].before, &begun, sizeof begun);
    cr_expect_eq(rating_in('a', 2, POOL_ALL, 4)->matches, 1);
    cr_expect_eq(rating_of('a')->matches, 1);
}

Test(ladder_step, a_late_match_counts_for_its_own_season)
{
    struct ladder_match first = match_of("ab", "12");
    struct ladder_match next = match_of("ab", "12");
    struct ladder_match late = match_of("ab", "21");
    struct rating before;

    add(&first);
    next.season = 2;
    add(&next);
    before = rating_in('a', 2, POOL_ALL, 2)->rating;
    add(&late);
    cr_expect_eq(rating_of('a')->matches, 2);
    cr_expect_arr_eq(&before, &rating_in('a', 2, POOL_ALL, 2)->rating,
                     sizeof before);
}

/* ---- alone ---- */

static struct ladder_match alone(int16_t points, bool won)
{
    struct ladder_match match = match_of("a", "1");

    match.is_won = won;
    match.seat[0].points = points;
    return match;
}

static const struct ladder_high *high_of(enum rating_pool pool)
{
    struct ladder_key key = {.account.bytes = {'a'},
                             .game = "template",
                             .season = 1,
                             .pool = (uint8_t)pool};

    return ladder_row_find(&book.highs, &key);
}

Test(ladder_step, only_the_first_of_equal_high_scores_is_kept)
{
    struct ladder_match matches[] = {alone(-5, false), alone(90, false),
                                     alone(120, true), alone(120, false),
                                     alone(80, true)};

    for (size_t i = 0; i < 5; i++)
        add(&matches[i]);
    cr_expect_eq(high_of(POOL_ALL)->points, 120);
    cr_expect(high_of(POOL_ALL)->won);
    cr_expect_arr_eq(&high_of(POOL_HUMAN)->match, &matches[2].match,
                     sizeof(struct play_id));
    cr_expect_eq(high_of(POOL_ALL)->matches, 5);
    cr_expect_null(high_of(POOL_BOT));
    cr_expect_eq(sum_of('a', 1)->wins, 2);
    cr_expect_eq(book.ratings.count, 0);
}

Test(ladder_step, a_resignation_gives_no_high_score)
{
    struct ladder_match match = alone(200, false);

    match.is_played_out = false;
    match.seat[0].has_left = true;
    add(&match);
    match = alone(150, false);
    match.rated = false;
    add(&match);
    cr_expect_null(high_of(POOL_ALL));
    cr_expect_eq(sum_of('a', 1)->abandoned, 1);
    cr_expect_eq(sum_of('a', 1)->matches, 2);
}

/* ---- statistics ---- */

Test(ladder_step, statistics_add_up)
{
    struct ladder_match first = match_of("abc", "123");
    struct ladder_match second = match_of("cab", "211");
    const struct ladder_sum *a;

    second.rated = false;
    second.seat[0].has_left = true;
    add(&first);
    add(&second);
    a = sum_of('a', 3);
    cr_expect_eq(a->matches, 2);
    cr_expect_eq(a->rated, 1);
    cr_expect_eq(a->wins, 2);
    cr_expect_eq(a->points, 80);
    cr_expect_eq(a->best, 40);
    cr_expect_eq(a->seat_matches[0], 1);
    cr_expect_eq(a->seat_matches[1], 1);
    cr_expect_eq(a->seat_wins[1], 1);
    cr_expect_eq(a->seat_points[1], 40);
    cr_expect_eq(sum_of('c', 3)->abandoned, 1);
    cr_expect_eq(sum_of('c', 3)->best, 30);
    cr_expect_eq(sum_of('c', 3)->wins, 0);
}

Test(ladder_step, a_card_counts_for_its_player)
{
    struct ladder_match match = match_of("a.b", "132");
    struct ladder_card cards[] = {{0, "7"}, {1, "8"}, {2, "7"}, {2, "9"}};
    struct ladder_card_key key = {
        .key = {.account.bytes = {'b'}, .game = "template"}, .card = "7"};
    const struct ladder_tally *tally;

    match.cards = cards;
    match.card_count = 4;
    match.has_cards = true;
    add(&match);
    cr_expect_eq(book.tallies.count, 3);
    tally = ladder_row_find(&book.tallies, &key);
    cr_expect_eq(tally->played, 1);
    cr_expect_eq(tally->wins, 0);
    cr_expect_eq(tally->points, 30);
}

/* ---- seasons ---- */

Test(ladder_seasons, follow_each_other_without_a_gap)
{
    const struct ladder_policy policy = {91, 10, 5, 3};
    struct ladder_season first, second, none;
    int64_t now_us = 200 * day_us + 5;

    cr_assert(ladder_season_due(NULL, &policy, now_us, &first));
    cr_expect_eq(first.number, 1);
    cr_expect_eq(first.began_us, 200 * day_us);
    cr_expect_eq(first.ends_us, 291 * day_us);
    cr_expect(!ladder_season_due(&first, &policy, first.ends_us - 1, &none));
    cr_assert(ladder_season_due(&first, &policy, first.ends_us, &second));
    cr_expect_eq(second.number, 2);
    cr_expect_eq(second.began_us, first.ends_us);
}

Test(ladder_seasons, have_the_matches_that_ended_in_them_until_they_are_closed)
{
    struct ladder_season seasons[] = {
        {.number = 1, .ends_us = 100, .closed_us = 130},
        {.number = 2, .began_us = 100, .ends_us = 200},
        {.number = 3, .began_us = 200, .ends_us = 300},
    };

    cr_expect_eq(ladder_season_of(seasons, 3, 199), 2);
    cr_expect_eq(ladder_season_of(seasons, 3, 200), 3);
    cr_expect_eq(ladder_season_of(seasons, 3, 400), 3, "a clock ahead");
    cr_expect_eq(ladder_season_of(seasons, 3, 50), 2, "late");
    seasons[1].closed_us = 230;
    cr_expect_eq(ladder_season_of(seasons, 3, 150), 3, "later still");
}
