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

static void item_add(struct item_sums *item, int times, int when, int points,
                     bool won)
{
    sums_add(&item->had, points, won);
    if (!times)
        return;
    sums_add(&item->used, points, won);
    item->times += times;
    item->when += when;
}

void balance_add(struct balance *balance, const struct items *items,
                 const struct tally *tally, const struct scores *scores)
{
    balance->matches++;
    for (int seat = 0; seat < scores->seats; seat++) {
        const int points = scores->total[seat];
        const bool won = scores->outcome == OUTCOME_RANKED
                             ? scores->rank[seat] == 1
                             : scores->outcome == OUTCOME_WON;

        sums_add(&balance->all, points, won);
        sums_add(&balance->seat[seat], points, won);
        for (int g = 0; g < items->groups; g++)
            for (int i = 0; i < items->group[g].count; i++)
                if (tally->had[g][seat][i])
                    item_add(&balance->item[g][i], tally->used[g][seat][i],
                             tally->when[g][seat][i], points, won);
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
    for (int g = 0; g < TALLY_GROUPS_MAX; g++)
        for (int i = 0; i < TALLY_ITEMS_MAX; i++) {
            struct item_sums *a = &to->item[g][i];
            const struct item_sums *b = &from->item[g][i];

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

struct sums sums_of_kind(const struct balance *balance,
                         const struct items *items, int group, int item)
{
    const char *kind = items->item[group][item].kind;
    struct sums all = {0, 0, 0, 0};

    for (int i = 0; i < items->group[group].count; i++)
        if (!strcmp(items->item[group][i].kind, kind))
            sums_merge(&all, &balance->item[group][i].had);
    return all;
}

struct figure off_the_mean(const struct balance *balance,
                           const struct items *items, int group, int item)
{
    const struct sums kind = sums_of_kind(balance, items, group, item);
    const struct figure mean = mean_points(&balance->item[group][item].had);
    const double all = mean_points(&kind).value;

    return all > 0 ? (struct figure){100 * (mean.value / all - 1),
                                     100 * mean.error / all}
                   : (struct figure){0, 0};
}

/* The win rate of these seats over parity, into a mean over seat counts. */
static void add_rate(struct mean *mean, const struct sums *sums, double level)
{
    const struct figure rate = win_rate(sums);

    mean_add(mean, (double)sums->count,
             (struct figure){rate.value - level, rate.error});
}

void lift_of(const struct balance *balances, int count,
             const struct items *items, int group, int item, struct lift *lift)
{
    struct mean drawn = {0}, played = {0}, unplayed = {0}, contrast = {0},
                points = {0}, effect = {0};

    *lift = (struct lift){.had = {0}};
    for (int i = 0; i < count; i++) {
        const struct balance *b = &balances[i];
        const struct item_sums *t = &b->item[group][item];
        const struct sums idle = sums_minus(&t->had, &t->used);
        const struct sums kind = sums_of_kind(b, items, group, item);
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
        add_rate(&effect, &t->had, win_rate(&kind).value);
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
