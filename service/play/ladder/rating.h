/* How strong players are: ratings by Weng and Lin's Plackett-Luce model, for
 * matches of two seats or more (R. C. Weng, C.-J. Lin, "A Bayesian
 * Approximation Method for Online Ranking", JMLR 12, 2011).
 *
 * A strength is a normal distribution: what is believed of a player (mu), and
 * how much it may be wrong (sigma).  A match moves both, by what its ranks say.
 *
 * The one place of floating point.  Nothing but + - * / and square roots, which
 * every machine rounds alike: the same results give the same bits, wherever
 * they are computed again; and who sat on which seat changes none of them. */
#ifndef PLAY_RATING_H
#define PLAY_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whose matches a rating is made of. */
enum rating_pool {
    POOL_HUMAN, /* only people sat there */
    POOL_BOT,   /* only bots' accounts */
    POOL_ALL,   /* whoever sat there */
    POOL_COUNT,
};

struct rating {
    double mu, sigma;
};

/* Where everybody begins, and how uncertain that is; no sigma grows above. */
#define RATING_MU    25.0
#define RATING_SIGMA (25.0 / 3.0)

/* A rating is provisional from this sigma on (110 of the points shown). */
#define RATING_SIGMA_PROVISIONAL 2.75
/* Who did not play for so long is provisional again, however well known: its
 * variance grows steadily, by RATING_SIGMA_PROVISIONAL squared in a year. */
enum { RATING_YEAR_SECONDS = 365 * 86400 };

/* What everybody begins with. */
struct rating rating_new(void);

/* The rating after so many seconds (0 or more) without a match: mu stays, and
 * sigma is what rating_idle says. */
struct rating rating_rest(struct rating rating, int64_t idle_seconds);
double rating_idle(double sigma, int64_t idle_seconds);

/* What a rating of the last season begins a new one with: drawn a quarter of
 * the way to the middle, and less certain. */
struct rating rating_reset(struct rating rating);

enum { RATING_SEATS_MAX = 4 };

/* Ratings after a match of `count` seats, 2 to RATING_SEATS_MAX, by their ranks
 * (1 is the best; who shares a rank drew). */
void rating_update(struct rating *ratings, const unsigned *ranks, size_t count);

/* ---- what people are shown ---- */

/* 1500 is the middle; 40 points are one of mu. */
int rating_shown(double mu);
/* Two standard deviations in the same points: 667 at first. */
int rating_uncertainty(double sigma);
bool rating_is_provisional(double sigma);

#endif
