/* The balance report: what was played, the findings outside the limits, a
 * section for every number of seats, and the items that seats own, of all of
 * them together. */
#include "cli/balance/balance.h"
#include "cli/balance/balance_tables.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The limits of balance, besides those of the groups of items; docs/balance.md
 * explains the measurement. */
static const double seat_limit = 5;  /* points of win rate off parity */
static const double error_limit = 4; /* an item's figure that chance may move
                                        further says nothing about it */

static void write_head(const struct study *s, FILE *to)
{
    const struct game *game = s->game;
    bool any = false;

    fprintf(to,
            "# Balance of %s\n\nRules %u, deck %s version %u; the bot %s "
            "against itself; seed %" PRIu64 ".",
            game->title, game->rules_version, game->deck->id,
            game->deck->version, s->bot, s->seed);
    for (size_t i = 0; game->options[i].name; i++)
        if (s->varied >> i & 1) {
            fprintf(to, "%s `%s`",
                    any ? "," : " These options vary:", game->options[i].name);
            any = true;
        }
    fprintf(to,
            "%s\n\nThe figure after ± is one standard error. A third of all "
            "figures differ from their true\nvalue by more than one error, a "
            "twentieth by more than two.\n",
            any ? "." : "");
}

/* ---- findings outside the limits ---- */

/* Where the matches with ranks begin: playing alone has none. */
static int first_ranked(const struct study *s)
{
    return s->count && s->balance[0].seats == 1;
}

/* Lines of the list; how many there were. */
struct outside {
    FILE *to;
    int count;
};

static void outside_seats(const struct balance *b, struct outside *out)
{
    for (int seat = 0; b->seats > 1 && seat < b->seats; seat++) {
        const struct figure rate = win_rate(&b->seat[seat]);
        const double off = rate.value - 100.0 / b->seats;

        if (fabs(off) <= seat_limit)
            continue;
        fprintf(out->to,
                "- seat %d of %d: %+.1f ± %.1f points of win rate off "
                "parity\n",
                seat, b->seats, off, rate.error);
        out->count++;
    }
}

/* Items that are had only, by the mean points of their seats. */
static void outside_given(const struct balance *b, const struct items *items,
                          int group, struct outside *out)
{
    const struct item_group *g = &items->group[group];

    for (int i = 0; i < g->count; i++) {
        const struct item *item = &items->item[group][i];
        const struct figure off = off_the_mean(b, items, group, i);

        if (!b->item[group][i].had.count || fabs(off.value) <= g->limit)
            continue;
        fprintf(out->to,
                "- %s %s (%s), %d seat%s: %+.1f ± %.1f %% off the mean of its "
                "kind\n",
                g->word, item->word, item->kind, b->seats,
                b->seats > 1 ? "s" : "", off.value, off.error);
        out->count++;
    }
}

static struct figure effect_of(const struct lift *lift)
{
    return lift->effect;
}

static struct figure contrast_of(const struct lift *lift)
{
    return lift->contrast;
}

/* Whether a group has a limit that holds for items of this use. */
static bool is_judged(const struct item_group *g, enum item_use use)
{
    return g->limit && group_use(g) == use;
}

/* Items that a figure puts outside, as far as there were enough of them. */
static void outside_owned(const struct study *s, int group,
                          struct figure (*figure_of)(const struct lift *lift),
                          struct outside *out)
{
    const struct item_group *g = &s->items.group[group];
    const int first = first_ranked(s);

    for (int i = 0; first < s->count && i < g->count; i++) {
        const struct item *item = &s->items.item[group][i];
        struct figure figure;
        struct lift lift;

        lift_of(&s->balance[first], s->count - first, &s->items, group, i,
                &lift);
        figure = figure_of(&lift);
        if (!lift.used.count || figure.error > error_limit ||
            fabs(figure.value) <= g->limit)
            continue;
        fprintf(out->to, "- %s %s, %s (%s): %+.1f ± %.1f\n", g->word,
                item->word, item->name, item->kind, figure.value, figure.error);
        out->count++;
    }
}

/* Items that were had or used too rarely to judge. */
static void write_unjudged(const struct study *s, int group, FILE *to)
{
    const struct item_group *g = &s->items.group[group];
    const int first = first_ranked(s);
    int count = 0;

    for (int i = 0; first < s->count && i < g->count; i++) {
        struct lift lift;

        lift_of(&s->balance[first], s->count - first, &s->items, group, i,
                &lift);
        if (!lift.had.count ||
            (lift.used.count && lift.effect.error <= error_limit))
            continue;
        if (!count++)
            fprintf(to, "\n%s that were %s too rarely to judge: ", g->title,
                    g->used);
        fprintf(to, "%s%s", count > 1 ? ", " : "",
                s->items.item[group][i].word);
    }
    fprintf(to, "%s", count ? ".\n" : "");
}

/* State the limits. */
static void write_limits(const struct study *s, FILE *to)
{
    fprintf(to,
            "\n## Outside the limits\n\nThe limits:\n\n"
            "- seats: within %.0f points of win rate of parity\n",
            seat_limit);
    for (int g = 0; g < s->items.groups; g++) {
        const struct item_group *group = &s->items.group[g];

        if (is_judged(group, USE_GIVEN))
            fprintf(to,
                    "- %ss: within %d %% of the mean points of their kind\n",
                    group->word, group->limit);
        if (is_judged(group, USE_OWNED))
            fprintf(to,
                    "- %ss: within %d points of win rate by being %s, the "
                    "effect\n",
                    group->word, group->limit, group->used);
    }
    fprintf(to, "\nOutside are:\n\n");
}

/* The items of a group that are outside its limit when seats that used them
 * are compared with those that had and did not use them. */
static void write_contrasts(const struct study *s, int group, FILE *to)
{
    const struct item_group *g = &s->items.group[group];
    struct outside out = {to, 0};

    fprintf(to,
            "\n%s outside this limit when seats that had them %s are compared "
            "with seats that\ndid not:\n\n",
            g->title, g->used);
    outside_owned(s, group, contrast_of, &out);
    if (!out.count)
        fprintf(to, "- none\n");
}

static void write_outside(const struct study *s, FILE *to)
{
    const struct items *items = &s->items;
    struct outside out = {to, 0};

    write_limits(s, to);
    for (int i = 0; i < s->count; i++) {
        outside_seats(&s->balance[i], &out);
        for (int g = 0; g < items->groups; g++)
            if (is_judged(&items->group[g], USE_GIVEN))
                outside_given(&s->balance[i], items, g, &out);
    }
    for (int g = 0; g < items->groups; g++)
        if (is_judged(&items->group[g], USE_OWNED))
            outside_owned(s, g, effect_of, &out);
    if (!out.count)
        fprintf(to, "- nothing\n");
    for (int g = 0; g < items->groups; g++)
        if (is_judged(&items->group[g], USE_OWNED)) {
            write_unjudged(s, g, to);
            write_contrasts(s, g, to);
        }
}

/* ---- the whole ---- */

static void write_field(const struct balance *b, const struct items *items,
                        FILE *to)
{
    const struct figure mean = mean_points(&b->all);
    const double matches = b->matches ? (double)b->matches : 1;

    fprintf(to,
            "\n## %d seat%s\n\n%" PRId64 " matches, %.1f decisions each; %.1f "
            "± %.1f points a seat",
            b->seats, b->seats > 1 ? "s" : "", b->matches,
            (double)b->decisions / matches, mean.value, mean.error);
    if (b->seats == 1)
        fprintf(to, "; won: %.1f ± %.1f %%", win_rate(&b->all).value,
                win_rate(&b->all).error);
    fprintf(to, ".\n");
    table_seats(b, to);
    for (int g = 0; g < items->groups; g++)
        table_group(b, items, g, to);
}

void balance_report(const struct study *s, FILE *to)
{
    const int first = first_ranked(s);

    write_head(s, to);
    write_outside(s, to);
    for (int i = 0; i < s->count; i++)
        write_field(&s->balance[i], &s->items, to);
    for (int g = 0; first < s->count && g < s->items.groups; g++)
        table_owned(&s->balance[first], s->count - first, &s->items, g, to);
    for (int g = 0; first && g < s->items.groups; g++)
        table_owned_alone(&s->balance[0], &s->items, g, to);
}
