/* Player ratings by Weng and Lin's Plackett-Luce model, for matches of two
 * seats or more (R. C. Weng, C.-J. Lin, "A Bayesian Approximation Method for
 * Online Ranking", JMLR 12, 2011).
 *
 * A rating is a normal distribution: the estimated strength of a player (mu)
 * and its standard deviation (sigma).  A match changes both, by its ranks.
 *
 * This is the only code with floating point.  It uses nothing but + - * / and
 * square roots, which every machine rounds alike: the same results give the
 * same bits, on any machine, in any order of the seats. */
#ifndef PLAY_RATING_H
#define PLAY_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pools: which matches a rating counts. */
enum rating_pool {
    POOL_HUMAN, /* all seats are people */
    POOL_BOT,   /* all seats are bot accounts */
    POOL_ALL,   /* all rated matches */
    POOL_COUNT,
};

struct rating {
    double mu, sigma;
};

/* The initial rating.  Sigma never grows above RATING_SIGMA. */
#define RATING_MU    25.0
#define RATING_SIGMA (25.0 / 3.0)

/* A rating is provisional above this sigma: half of the initial one, shown as
 * an uncertainty of 333. */
#define RATING_SIGMA_PROVISIONAL (25.0 / 6.0)
/* Without a match the variance of a rating grows steadily, by
 * RATING_SIGMA_YEAR squared in a year. */
#define RATING_SIGMA_YEAR 2.75
enum { RATING_YEAR_SECONDS = 365 * 86400 };

/* Return the initial rating. */
struct rating rating_new(void);

/* Return the rating after idle_seconds (0 or more) without a match: mu stays,
 * and sigma grows as rating_idle returns. */
struct rating rating_rest(struct rating rating, int64_t idle_seconds);
double rating_idle(double sigma, int64_t idle_seconds);

/* Return the rating at the beginning of a new season: drawn a quarter of the
 * way to the middle, and less certain. */
struct rating rating_reset(struct rating rating);

/* Return the weight of a match of two accounts that have met this often before
 * in the season, 0 or more: 1 for the first two, and half as much each time
 * after that.  A power of two. */
double rating_weight(int32_t met);
/* Return how much a result against an opponent counts: 1 if the opponent's
 * rating is as certain as one's own, and else the ratio of the variances.  The
 * result of a newcomer says little about others. */
double rating_credit(double own_sigma, double opponent_sigma);
/* Return the rating after a match of this weight (0 to 1), from that after a
 * full one: mu moves this part of the way, and so does the variance. */
struct rating rating_weighted(struct rating before, struct rating after,
                              double weight);

enum { RATING_SEATS_MAX = 4 };

/* Update the ratings after a match of `count` seats, 2 to RATING_SEATS_MAX, by
 * their ranks (1 is the best; equal ranks are a draw). */
void rating_update(struct rating *ratings, const unsigned *ranks, size_t count);

/* ---- points for display ---- */

/* Convert mu to the points that are shown: 1500 is the middle, 40 points are
 * one of mu. */
int rating_shown(double mu);
/* Convert sigma to the uncertainty that is shown: two standard deviations in
 * points, 667 at first. */
int rating_uncertainty(double sigma);
/* The points by which leaderboards are ordered: the rating less its
 * uncertainty.  The true strength is above it in 39 of 40 cases.  The database
 * computes the same (ladder_list_value). */
int rating_lower_bound(struct rating rating);
bool rating_is_provisional(double sigma);

#endif
