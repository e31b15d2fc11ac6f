/* Ratings by the Plackett-Luce model. */
#include "play/ladder/rating.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* Another precision of intermediate results would give other bits. */
_Static_assert(FLT_EVAL_METHOD == 0, "doubles are computed as doubles");

/* The standard deviation of a player's performance in one match around its
 * strength: the part of luck in a match. */
static const double beta = RATING_SIGMA / 2;
/* The least factor by which a match multiplies a variance: it stays
 * positive. */
static const double kappa = 1e-4;

struct rating rating_new(void)
{
    return (struct rating){RATING_MU, RATING_SIGMA};
}

/* ---- time ---- */

static double grown(double sigma, double variance)
{
    double out = sqrt(sigma * sigma + variance);

    return out < RATING_SIGMA ? out : RATING_SIGMA;
}

double rating_idle(double sigma, int64_t idle_seconds)
{
    const double per_year = RATING_SIGMA_YEAR * RATING_SIGMA_YEAR;

    assert(idle_seconds >= 0);
    if (idle_seconds == 0)
        return sigma; /* unchanged, to the last bit */
    return grown(
        sigma, per_year * ((double)idle_seconds / (double)RATING_YEAR_SECONDS));
}

struct rating rating_rest(struct rating rating, int64_t idle_seconds)
{
    return (struct rating){rating.mu, rating_idle(rating.sigma, idle_seconds)};
}

struct rating rating_reset(struct rating rating)
{
    const double step = RATING_SIGMA / 4;

    return (struct rating){
        RATING_MU + 0.75 * (rating.mu - RATING_MU),
        grown(rating.sigma, step * step),
    };
}

/* ---- a match ---- */

/* Return e to the x: the same bits on every machine, unlike exp() of the C
 * library.  With x = n ln 2 + r, the result is 2 to the n times e to the r.  ln
 * 2 is subtracted in two parts so that r is exact.  |r| < 0.35, for which
 * TERMS terms of the power series are enough. */
static double exponential(double x)
{
    const double ln2_high = 0x1.62e42fee00000p-1;
    const double ln2_low = 0x1.a39ef35793c76p-33;
    const double log2_e = 0x1.71547652b82fep+0;
    enum { TERMS = 16 };
    double scaled = x * log2_e;
    int n = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    double r = (x - n * ln2_high) - n * ln2_low;
    double sum = 1;

    for (int i = TERMS; i > 0; i--)
        sum = 1 + r * sum / i;
    return ldexp(sum, n);
}

/* A seat of a match; places are sorted by result. */
struct place {
    struct rating rating;
    unsigned rank;
    size_t seat;
    double power; /* e to the ((mu - RATING_MU) / c) */
    double below; /* sum of the powers of all places with this rank or a
                     worse one */
    double alike; /* the number of places with this rank */
};

static bool is_before(const struct place *a, const struct place *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    if (a->rating.mu != b->rating.mu)
        return a->rating.mu < b->rating.mu;
    return a->rating.sigma < b->rating.sigma;
}

/* Sort by rank and then by rating, so that sums have the same bits for any
 * order of the seats. */
static void sort(struct place *places, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && is_before(&places[k], &places[k - 1]);
             k--) {
            struct place other = places[k];

            places[k] = places[k - 1];
            places[k - 1] = other;
        }
}

/* Return the scale of the match, c: the square root of the sum of the variances
 * of all its players' performances. */
static double spread(const struct place *places, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += places[i].rating.sigma * places[i].rating.sigma + beta * beta;
    return sqrt(sum);
}

static void weigh(struct place *places, size_t count, double c)
{
    for (size_t i = 0; i < count; i++)
        places[i].power = exponential((places[i].rating.mu - RATING_MU) / c);
    for (size_t i = 0; i < count; i++) {
        places[i].below = places[i].alike = 0;
        for (size_t k = 0; k < count; k++) {
            if (places[k].rank >= places[i].rank)
                places[i].below += places[k].power;
            if (places[k].rank == places[i].rank)
                places[i].alike += 1;
        }
    }
}

/* Return the rating of one place after the match.  The model treats the ranking
 * as a series of choices of the best place among those that remain.  A place
 * takes part in the choices of all places down to its own rank.  Its own choice
 * is added first, then the others in order, so that two equal places get equal
 * results. */
static struct rating rating_after(const struct place *places, size_t count,
                                  size_t which, double c)
{
    const struct place *own = &places[which];
    double variance = own->rating.sigma * own->rating.sigma;
    double gamma = own->rating.sigma / c;
    double chance = own->power / own->below;
    double omega = (1 - chance) / own->alike;
    double delta = chance * (1 - chance) / own->alike;
    double shrink;

    for (size_t i = 0; i < count && places[i].rank <= own->rank; i++) {
        if (i == which)
            continue;
        chance = own->power / places[i].below;
        omega -= chance / places[i].alike;
        delta += chance * (1 - chance) / places[i].alike;
    }
    shrink = 1 - gamma * (variance / (c * c)) * delta;
    return (struct rating){
        own->rating.mu + variance / c * omega,
        own->rating.sigma * sqrt(shrink > kappa ? shrink : kappa),
    };
}

void rating_update(struct rating *ratings, const unsigned *ranks, size_t count)
{
    struct place places[RATING_SEATS_MAX];
    double c;

    assert(count >= 2 && count <= RATING_SEATS_MAX);
    for (size_t i = 0; i < count; i++)
        places[i] = (struct place){ratings[i], ranks[i], i, 0, 0, 0};
    sort(places, count);
    c = spread(places, count);
    weigh(places, count, c);
    for (size_t i = 0; i < count; i++)
        ratings[places[i].seat] = rating_after(places, count, i, c);
}

/* ---- weights ---- */

double rating_weight(int32_t met)
{
    enum { FULL = 2, MOST = 40 };
    double weight = 1;

    /* Sums of a few such powers are exact, in any order. */
    for (int32_t i = FULL; i <= met && i < MOST; i++)
        weight /= 2;
    return weight;
}

double rating_credit(double own_sigma, double opponent_sigma)
{
    if (opponent_sigma <= own_sigma)
        return 1;
    return own_sigma * own_sigma / (opponent_sigma * opponent_sigma);
}

struct rating rating_weighted(struct rating before, struct rating after,
                              double weight)
{
    const double variance = before.sigma * before.sigma;

    assert(weight >= 0 && weight <= 1);
    if (weight >= 1)
        return after; /* unchanged, to the last bit */
    return (struct rating){
        before.mu + weight * (after.mu - before.mu),
        sqrt(variance + weight * (after.sigma * after.sigma - variance)),
    };
}

/* ---- points for display ---- */

static int rounded(double x)
{
    return (int)(x < 0 ? x - 0.5 : x + 0.5);
}

int rating_shown(double mu)
{
    return rounded(1500 + 40 * (mu - RATING_MU));
}

int rating_uncertainty(double sigma)
{
    return rounded(2 * 40 * sigma);
}

int rating_lower_bound(struct rating rating)
{
    return rating_shown(rating.mu) - rating_uncertainty(rating.sigma);
}

bool rating_is_provisional(double sigma)
{
    return sigma > RATING_SIGMA_PROVISIONAL;
}
