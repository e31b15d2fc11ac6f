/* Sums over many matches, and what follows from them. */
#include "cli/balance/balance.h"

#include <math.h>
#include <string.h>

void sums_add(struct sums *sums, int points, bool won)
{
    sums->count++;
    sums->wins += won;
    sums->points += points;
    sums->squares += (int64_t)points * points;
}

void sums_merge(struct sums *to, const struct sums *from)
{
    to->count += from->count;
    to->wins += from->wins;
    to->points += from->points;
    to->squares += from->squares;
}

struct sums sums_minus(const struct sums *all, const struct sums *part)
{
    return (struct sums){all->count - part->count, all->wins - part->wins,
                         all->points - part->points,
                         all->squares - part->squares};
}

static void tally_add(struct tally *tally, const struct facts *facts,
                      enum subject subject, int seat, int item, int points,
                      bool won)
{
    const int times = facts->used[subject][seat][item];

    sums_add(&tally->had, points, won);
    if (!times)
        return;
    sums_add(&tally->used, points, won);
    tally->times += times;
    tally->when += facts->when[subject][seat][item];
}

void balance_add(struct balance *balance, const struct facts *facts,
                 const struct scores *scores)
{
    balance->matches++;
    for (int seat = 0; seat < scores->seats; seat++) {
        const int points = scores->total[seat];
        const bool won = scores->outcome == OUTCOME_RANKED
                             ? scores->rank[seat] == 1
                             : scores->outcome == OUTCOME_WON;

        sums_add(&balance->all, points, won);
        sums_add(&balance->seat[seat], points, won);
        for (int subject = 0; subject < SUBJECTS; subject++)
            for (int i = 0; i < facts->items->count[subject]; i++)
                if (facts->had[subject][seat][i])
                    tally_add(&balance->item[subject][i], facts,
                              (enum subject)subject, seat, i, points, won);
    }
}

void balance_merge(struct balance *to, const struct balance *from)
{
    to->matches += from->matches;
    to->broken += from->broken;
    to->decisions += from->decisions;
    sums_merge(&to->all, &from->all);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        sums_merge(&to->seat[seat], &from->seat[seat]);
    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int i = 0; i < ITEMS_MAX; i++) {
            struct tally *a = &to->item[subject][i];
            const struct tally *b = &from->item[subject][i];

            sums_merge(&a->had, &b->had);
            sums_merge(&a->used, &b->used);
            a->times += b->times;
            a->when += b->when;
        }
}

/* ---- figures ---- */

struct figure win_rate(const struct sums *sums)
{
    const double n = sums->count ? (double)sums->count : 1;
    /* One win and one loss more, so that few seats that all won or all lost
     * do not look certain. */
    const double near = (double)(sums->wins + 1) / (n + 2);

    return (struct figure){100 * (double)sums->wins / n,
                           100 * sqrt(near * (1 - near) / (n + 2))};
}

struct figure mean_points(const struct sums *sums)
{
    const double n = sums->count ? (double)sums->count : 1;
    const double mean = (double)sums->points / n;
    const double variance = (double)sums->squares / n - mean * mean;

    return (struct figure){mean, sqrt((variance > 0 ? variance : 0) / n)};
}

struct figure figure_minus(struct figure a, struct figure b)
{
    return (struct figure){a.value - b.value, hypot(a.error, b.error)};
}

/* A weighted mean being added up. */
struct mean {
    double weight, sum, variance;
};

static void mean_add(struct mean *mean, double weight, struct figure figure)
{
    mean->weight += weight;
    mean->sum += weight * figure.value;
    mean->variance += weight * weight * figure.error * figure.error;
}

static struct figure mean_of(const struct mean *mean)
{
    const double weight = mean->weight > 0 ? mean->weight : 1;

    return (struct figure){mean->sum / weight, sqrt(mean->variance) / weight};
}

static double parity(const struct balance *balance)
{
    return balance->seats > 1 ? 100.0 / balance->seats : 0;
}

struct sums sums_of_group(const struct balance *balance,
                          const struct items *items, enum subject subject,
                          int item)
{
    const char *group = items->item[subject][item].group;
    struct sums all = {0, 0, 0, 0};

    for (int i = 0; i < items->count[subject]; i++)
        if (!strcmp(items->item[subject][i].group, group))
            sums_merge(&all, &balance->item[subject][i].had);
    return all;
}

/* The win rate of these seats over parity, into a mean over seat counts. */
static void add_rate(struct mean *mean, const struct sums *sums, double level)
{
    const struct figure rate = win_rate(sums);

    mean_add(mean, (double)sums->count,
             (struct figure){rate.value - level, rate.error});
}

void lift_of(const struct balance *balances, int count,
             const struct items *items, enum subject subject, int item,
             struct lift *lift)
{
    struct mean drawn = {0}, played = {0}, unplayed = {0}, contrast = {0},
                points = {0}, effect = {0};

    *lift = (struct lift){.had = {0}};
    for (int i = 0; i < count; i++) {
        const struct balance *b = &balances[i];
        const struct tally *t = &b->item[subject][item];
        const struct sums idle = sums_minus(&t->had, &t->used);
        const struct sums group = sums_of_group(b, items, subject, item);
        const double both = t->had.count
                                ? (double)t->used.count * (double)idle.count /
                                      (double)t->had.count
                                : 0;

        sums_merge(&lift->had, &t->had);
        sums_merge(&lift->used, &t->used);
        sums_merge(&lift->idle, &idle);
        add_rate(&drawn, &t->had, parity(b));
        add_rate(&played, &t->used, parity(b));
        add_rate(&unplayed, &idle, parity(b));
        add_rate(&effect, &t->had, win_rate(&group).value);
        mean_add(&contrast, both,
                 figure_minus(win_rate(&t->used), win_rate(&idle)));
        mean_add(&points, both,
                 figure_minus(mean_points(&t->used), mean_points(&idle)));
    }
    lift->drawn = mean_of(&drawn);
    lift->played = mean_of(&played);
    lift->unplayed = mean_of(&unplayed);
    lift->contrast = mean_of(&contrast);
    lift->points = mean_of(&points);
    effect.weight = (double)lift->used.count;
    lift->effect = mean_of(&effect);
}
