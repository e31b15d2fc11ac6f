/* What leaving costs: nobody who leaves a rated match is rated better than by
 * staying in it, however it would have ended. */
#include "play/ladder/settle.h"

#include "rules/random.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { TABLES = 200 };

/* Players of any strength, known well or not, who meet once. */
struct meeting {
    struct ladder_match match;
    struct rating ratings[RULES_SEATS_MAX];
};

static double any_of(struct random *random, double low, double high)
{
    return low + (high - low) * random_below(random, 10001) / 10000;
}

static void meet(struct meeting *meeting, struct random *random, int seats)
{
    *meeting = (struct meeting){.match = {.game = "chess",
                                          .seats = (uint8_t)seats,
                                          .rated = true,
                                          .number = 1,
                                          .season = 1}};
    for (int i = 0; i < seats; i++) {
        struct ladder_seat *seat = &meeting->match.seat[i];

        seat->has_account = true;
        seat->account.bytes[0] = (uint8_t)(i + 1);
        meeting->ratings[i] = (struct rating){
            any_of(random, 5, 45), any_of(random, 0.8, RATING_SIGMA)};
    }
}

/* Return the estimated strength of a seat after the match. */
static double strength_after(const struct meeting *meeting, int seat)
{
    const struct ladder_match *match = &meeting->match;
    struct rating_batch book;
    double mu;

    rating_batch_init(&book);
    for (int i = 0; i < match->seats; i++) {
        struct ladder_key key = ladder_key_of(match, i, POOL_ALL);
        struct ladder_rating *row = ladder_row_make(&book.ratings, &key);

        cr_assert_not_null(row);
        row->rating = meeting->ratings[i];
    }
    cr_assert(ladder_step(&book, match));
    struct ladder_key key = ladder_key_of(match, seat, POOL_ALL);
    const struct ladder_rating *row = ladder_row_find(&book.ratings, &key);

    cr_assert_not_null(row);
    mu = row->rating.mu;
    rating_batch_clear(&book);
    return mu;
}

/* The seat leaves in the opening as the last that does: those above it have
 * left before, those below stay. */
static double by_forfeit(struct meeting *meeting, int seat)
{
    struct ladder_match *match = &meeting->match;

    match->has_result = false;
    match->forfeits = (seat_set)((1U << match->seats) - (1U << seat));
    return strength_after(meeting, seat);
}

/* It stays, and has this rank among those who do. */
static double by_result(struct meeting *meeting, int seat, int rank)
{
    struct ladder_match *match = &meeting->match;

    match->has_result = true;
    match->forfeits = 0;
    for (int i = 0; i < match->seats; i++)
        match->seat[i].rank = (uint8_t)(i > seat       ? i + 1
                                        : i < rank - 1 ? i + 1
                                                       : i + 2);
    match->seat[seat].rank = (uint8_t)rank;
    return strength_after(meeting, seat);
}

Test(forfeits, cost_no_less_than_staying)
{
    struct random random;
    const uint8_t key[32] = "What leaving costs";
    struct meeting meeting;

    random_init(&random, key, 0);
    for (int n = 0; n < TABLES; n++) {
        const int seats = 2 + n % 3;

        meet(&meeting, &random, seats);
        /* One that stays ends the match: it is aborted. */
        double left = by_forfeit(&meeting, 1);

        for (int rank = 1; rank <= 2; rank++) {
            double stayed = by_result(&meeting, 1, rank);

            cr_assert_leq(left, stayed + 1e-9,
                          "table %d of %d, rank %d: %f by leaving, %f", n,
                          seats, rank, left, stayed);
        }
        cr_assert_lt(left, meeting.ratings[1].mu);
    }
}

/* After the opening who leaves has the last rank of those who were there. */
Test(forfeits, a_rank_further_behind_is_never_better)
{
    struct random random;
    const uint8_t key[32] = "What a rank costs";
    struct meeting meeting;

    random_init(&random, key, 0);
    for (int n = 0; n < TABLES; n++) {
        const int seats = 2 + n % 3;

        meet(&meeting, &random, seats);
        for (int rank = 2; rank <= seats; rank++)
            cr_assert_leq(by_result(&meeting, seats - 1, rank),
                          by_result(&meeting, seats - 1, rank - 1) + 1e-9,
                          "table %d of %d, rank %d", n, seats, rank);
    }
}
