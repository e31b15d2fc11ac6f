/* Ratings: against another implementation of the model, against themselves
 * with seats changed, and against a population whose strengths are known. */
#include "depth.h"
#include "play/ladder/settle.h"

#include "rules/random.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- random results ---- */

struct result {
    size_t count;
    struct rating ratings[RATING_SEATS_MAX];
    unsigned ranks[RATING_SEATS_MAX];
};

/* From 0 to 1. */
static double uniform(struct random *random)
{
    return random_u32(random) / 4294967296.0;
}

static void seed(struct random *random, uint64_t stream)
{
    static const uint8_t key[32] = "ratings in tests";

    random_init(random, key, stream);
}

/* Every third with seats that are alike; ties as often as not. */
static void draw_result(struct random *random, struct result *out)
{
    bool are_alike = random_below(random, 3) == 0;
    unsigned ranks = 1 + random_below(random, 4);

    out->count = 2 + random_below(random, 3);
    for (size_t i = 0; i < out->count; i++) {
        bool is_copy = are_alike && i > 0 && random_below(random, 2);

        out->ratings[i] = is_copy
                              ? out->ratings[i - 1]
                              : (struct rating){-10 + 70 * uniform(random),
                                                0.2 + 8.1 * uniform(random)};
        out->ranks[i] = 1 + random_below(random, ranks);
    }
}

/* ---- the same as npm's openskill ---- */

static void write_results(const char *path, size_t count)
{
    FILE *file = fopen(path, "w");
    struct random random;
    struct result result;

    cr_assert_not_null(file);
    seed(&random, 0);
    for (size_t n = 0; n < count; n++) {
        draw_result(&random, &result);
        for (size_t i = 0; i < result.count; i++)
            fprintf(file, "%s%.17g %.17g %u", i > 0 ? " " : "",
                    result.ratings[i].mu, result.ratings[i].sigma,
                    result.ranks[i]);
        fputc('\n', file);
    }
    fclose(file);
}

static pid_t ask_openskill(const char *path, int *out)
{
    int ends[2], in = open(path, O_RDONLY | O_CLOEXEC);
    pid_t pid;

    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    pid = fork();
    if (pid == 0) {
        dup2(in, STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        execlp("node", "node", "tests/play/openskill.cjs", (char *)NULL);
        _exit(127);
    }
    close(in);
    close(ends[1]);
    *out = ends[0];
    return pid;
}

Test(rating, equals_the_package_openskill, .init = deep_only)
{
    enum { RESULTS = 10000 };
    char path[64];
    struct random random;
    double worst = 0;
    int out, status = -1;
    pid_t pid;
    FILE *theirs;

    snprintf(path, sizeof path, "/tmp/fathom-openskill-%d", (int)getpid());
    write_results(path, RESULTS);
    pid = ask_openskill(path, &out);
    theirs = fdopen(out, "r");
    seed(&random, 0);
    for (int n = 0; n < RESULTS; n++) {
        struct result result;

        draw_result(&random, &result);
        rating_update(result.ratings, result.ranks, result.count);
        for (size_t i = 0; i < result.count; i++) {
            double mu, sigma;

            cr_assert_eq(fscanf(theirs, "%lf %lf", &mu, &sigma), 2);
            worst = fmax(worst, fabs(mu - result.ratings[i].mu));
            worst = fmax(worst, fabs(sigma - result.ratings[i].sigma));
        }
    }
    cr_expect_eq(waitpid(pid, &status, 0), pid);
    cr_expect_eq(status, 0);
    fclose(theirs);
    unlink(path);
    printf("%d results: at most %.3g from openskill's\n", RESULTS, worst);
    cr_expect_lt(worst, 1e-9);
}

/* ---- the same to the bit ---- */

/* The n-th order of seats. */
static void permute(const struct result *from, unsigned n, struct result *out,
                    size_t place[RATING_SEATS_MAX])
{
    bool taken[RATING_SEATS_MAX] = {false};

    out->count = from->count;
    for (size_t i = 0; i < from->count; i++) {
        unsigned left = n % (unsigned)(from->count - i);
        size_t k = 0;

        n /= (unsigned)(from->count - i);
        while (taken[k] || left-- > 0)
            k++;
        taken[k] = true;
        place[k] = i;
        out->ratings[i] = from->ratings[k];
        out->ranks[i] = from->ranks[k];
    }
}

Test(rating, is_independent_of_the_order_of_seats)
{
    static const unsigned orders[] = {1, 1, 2, 6, 24};
    struct random random;

    seed(&random, 1);
    for (int n = 0; n < 2000; n++) {
        struct result first, after, other;
        size_t place[RATING_SEATS_MAX];

        draw_result(&random, &first);
        after = first;
        rating_update(after.ratings, after.ranks, after.count);
        for (unsigned order = 0; order < orders[first.count]; order++) {
            permute(&first, order, &other, place);
            rating_update(other.ratings, other.ranks, other.count);
            for (size_t i = 0; i < first.count; i++)
                cr_assert_arr_eq(&after.ratings[i], &other.ratings[place[i]],
                                 sizeof(struct rating));
        }
    }
}

/* Whatever the machine, the compiler and its options: ratings that were
 * computed elsewhere can be computed again. */
Test(rating, gives_the_same_bits_everywhere)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct random random;

    seed(&random, 2);
    for (int n = 0; n < 5000; n++) {
        struct result result;
        unsigned char bytes[sizeof result.ratings];

        draw_result(&random, &result);
        for (size_t i = 0; i < result.count; i++)
            result.ratings[i] = rating_reset(
                rating_rest(result.ratings[i], random_u32(&random) >> 7));
        rating_update(result.ratings, result.ranks, result.count);
        memcpy(bytes, result.ratings, sizeof bytes);
        for (size_t i = 0; i < result.count * sizeof(struct rating); i++)
            hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    cr_expect_eq(hash, UINT64_C(0xe77a635f22db0d3f), "0x%016llx",
                 (unsigned long long)hash);
}

/* ---- time, and what is shown ---- */

Test(rating, is_shown_as_a_familiar_number)
{
    struct rating rating = rating_new();

    cr_expect_eq(rating_shown(rating.mu), 1500);
    cr_expect_eq(rating_uncertainty(rating.sigma), 667);
    cr_expect(rating_is_provisional(rating.sigma));
    cr_expect_eq(rating_shown(30), 1700);
    cr_expect_eq(rating_shown(24.9875), 1500); /* 1499.5 */
    cr_expect_eq(rating_shown(-100), -3500);
    cr_expect(!rating_is_provisional(RATING_SIGMA / 2));
    cr_expect(rating_is_provisional(RATING_SIGMA / 2 + 1e-4));
}

Test(rating, is_provisional_again_after_some_years)
{
    const double well_known = 0.01;

    cr_expect_float_eq(rating_idle(well_known, RATING_YEAR_SECONDS),
                       RATING_SIGMA_YEAR, 1e-4);
    cr_expect(!rating_is_provisional(
        rating_idle(well_known, INT64_C(2) * RATING_YEAR_SECONDS)));
    cr_expect(rating_is_provisional(
        rating_idle(well_known, INT64_C(3) * RATING_YEAR_SECONDS)));
    cr_expect(rating_idle(2, 86400) > 2);
    cr_expect_eq(rating_idle(2, 0), 2);
    cr_expect_eq(rating_idle(2, INT64_C(100) * RATING_YEAR_SECONDS),
                 RATING_SIGMA);
    cr_expect_eq(rating_idle(RATING_SIGMA, 5), RATING_SIGMA);
}

Test(rating, is_drawn_to_the_middle_by_a_new_season)
{
    struct rating after = rating_reset((struct rating){33, 2});

    cr_expect_eq(after.mu, 31);
    cr_expect_float_eq(after.sigma, sqrt(4 + RATING_SIGMA * RATING_SIGMA / 16),
                       1e-12);
    cr_expect_eq(rating_reset(rating_new()).mu, RATING_MU);
    cr_expect_eq(rating_reset(rating_new()).sigma, RATING_SIGMA);
}

/* ---- a population ---- */

enum { PLAYERS = 2000, MATCHES = 100000 };

/* Near enough to normal: twelve uniforms. */
static double normal(struct random *random)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += uniform(random);
    return sum;
}

static void draw_players(struct random *random, struct ladder_match *match,
                         unsigned who[RULES_SEATS_MAX])
{
    for (size_t i = 0; i < match->seats; i++) {
        struct ladder_seat *seat = &match->seat[i];
        size_t k = 0;

        who[i] = random_below(random, PLAYERS);
        while (who[k] != who[i])
            k++;
        if (k < i) {
            i--; /* has a seat already */
            continue;
        }
        memset(seat, 0, sizeof *seat);
        memcpy(seat->account.bytes, &who[i], sizeof who[i]);
        seat->has_account = true;
    }
}

/* Everybody plays about as strong as they are; the strength a match shows
 * varies as the model has it. */
static void play_match(struct random *random, const double *strengths,
                       struct ladder_match *match)
{
    double shown[RULES_SEATS_MAX];
    unsigned who[RULES_SEATS_MAX];

    draw_players(random, match, who);
    for (size_t i = 0; i < match->seats; i++)
        shown[i] = strengths[who[i]] + RATING_SIGMA / 2 * normal(random);
    for (size_t i = 0; i < match->seats; i++) {
        match->seat[i].rank = 1;
        for (size_t k = 0; k < match->seats; k++)
            if (shown[k] > shown[i])
                match->seat[i].rank++;
    }
}

static double strength_of(const struct rating_batch *book,
                          struct ladder_match *match, unsigned player)
{
    const struct ladder_rating *row;
    struct ladder_key key;

    memset(&match->seat[0].account, 0, sizeof match->seat[0].account);
    memcpy(match->seat[0].account.bytes, &player, sizeof player);
    key = ladder_key_of(match, 0, POOL_HUMAN);
    row = ladder_row_find(&book->ratings, &key);
    return row ? row->rating.mu : RATING_MU;
}

/* How well two orders agree: pairs in the same order less those in the other,
 * as a share of all. */
static double kendall(const double *a, const double *b, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            double both = (a[i] - a[k]) * (b[i] - b[k]);

            sum += both > 0 ? 1 : both < 0 ? -1 : 0;
        }
    return sum / ((double)count * (double)(count - 1) / 2);
}

static double agreement(uint8_t seats)
{
    static double strengths[PLAYERS], found[PLAYERS];
    struct ladder_match match = {
        .game = "chess",
        .seats = seats,
        .rated = true,
        .has_result = true,
        .season = 1,
    };
    struct rating_batch book;
    struct random random;

    seed(&random, seats);
    rating_batch_init(&book);
    for (int i = 0; i < PLAYERS; i++)
        strengths[i] = RATING_MU + RATING_SIGMA * normal(&random);
    for (int n = 0; n < MATCHES; n++) {
        match.number = n + 1;
        match.finished_us = n * INT64_C(60000000);
        play_match(&random, strengths, &match);
        cr_assert(ladder_step(&book, &match));
        book.update_count = 0; /* enough of them */
    }
    for (unsigned i = 0; i < PLAYERS; i++)
        found[i] = strength_of(&book, &match, i);
    rating_batch_clear(&book);
    return kendall(strengths, found, PLAYERS);
}

Test(rating, ranks_a_population_of_known_strengths, .init = deep_only)
{
    /* Matches of two say least. */
    double tau = agreement(2);

    printf("%d players, %d matches: Kendall's tau %.3f\n", PLAYERS, MATCHES,
           tau);
    cr_expect_gt(tau, 0.85);
}

/* ---- weights ---- */

Test(rating, a_match_weighs_half_as_much_each_time_after_the_second)
{
    cr_expect_eq(rating_weight(0), 1);
    cr_expect_eq(rating_weight(1), 1);
    cr_expect_eq(rating_weight(2), 0.5);
    cr_expect_eq(rating_weight(3), 0.25);
    cr_expect_gt(rating_weight(1000000), 0);
    cr_expect_lt(rating_weight(1000000), 1e-9);
}

Test(rating, a_weight_moves_a_rating_a_part_of_the_way)
{
    const struct rating before = {25, 5}, full = {29, 3};
    struct rating half = rating_weighted(before, full, 0.5);

    cr_expect_eq(half.mu, 27);
    cr_expect_float_eq(half.sigma, sqrt(17), 1e-12);
    half = rating_weighted(before, full, 1);
    cr_expect_arr_eq(&half, &full, sizeof full);
    half = rating_weighted(before, full, 0);
    cr_expect_arr_eq(&half, &before, sizeof before);
}
