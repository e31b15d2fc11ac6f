/* The tables of the balance report. */
#include "cli/balance/balance_tables.h"

#include <inttypes.h>

/* Whether some seat had or used an item of the group.  Items that seats are
 * given are compared with each other, so it takes two of them. */
static bool is_seen(const struct balance *b, const struct items *items,
                    int group)
{
    const struct item_group *g = &items->group[group];
    int count = 0;

    for (int i = 0; i < g->count; i++)
        count += b->item[group][i].had.count > 0;
    return count >= (group_use(g) == USE_GIVEN ? 2 : 1);
}

static void put_figure(struct figure figure, bool is_signed, FILE *to)
{
    if (is_signed)
        fprintf(to, " %+.1f ± %.1f |", figure.value, figure.error);
    else
        fprintf(to, " %.1f ± %.1f |", figure.value, figure.error);
}

static void put_over_parity(const struct balance *b, const struct sums *sums,
                            FILE *to)
{
    struct figure rate = win_rate(sums);

    rate.value -= 100.0 / b->seats;
    put_figure(rate, true, to);
}

void table_seats(const struct balance *b, FILE *to)
{
    if (b->seats == 1)
        return;
    fprintf(to, "\n| seat | won %% | over parity | points |\n"
                "|---|---|---|---|\n");
    for (int seat = 0; seat < b->seats; seat++) {
        fprintf(to, "| seat %d |", seat);
        put_figure(win_rate(&b->seat[seat]), false, to);
        put_over_parity(b, &b->seat[seat], to);
        put_figure(mean_points(&b->seat[seat]), false, to);
        fprintf(to, "\n");
    }
}

/* "| word | name | kind |": the begin of a row. */
static void put_item(const struct item *item, FILE *to)
{
    fprintf(to, "| %s | %s | %s |", item->word, item->name, item->kind);
}

/* ---- of one number of seats ---- */

/* Playing alone, nobody is above parity. */
static void table_given(const struct balance *b, const struct items *items,
                        int group, FILE *to)
{
    const bool is_ranked = b->seats > 1;

    fprintf(to,
            "| %s | | | seats | points | off the mean of its kind | won %% "
            "|%s\n|---|---|---|---|---|---|---|%s\n",
            items->group[group].word, is_ranked ? " over parity |" : "",
            is_ranked ? "---|" : "");
    for (int i = 0; i < items->group[group].count; i++) {
        const struct sums *had = &b->item[group][i].had;

        if (!had->count)
            continue;
        put_item(&items->item[group][i], to);
        fprintf(to, " %" PRId64 " |", had->count);
        put_figure(mean_points(had), false, to);
        fprintf(to, " %+.1f %% |", off_the_mean(b, items, group, i).value);
        put_figure(win_rate(had), false, to);
        if (is_ranked)
            put_over_parity(b, had, to);
        fprintf(to, "\n");
    }
}

static void table_chosen(const struct balance *b, const struct items *items,
                         int group, FILE *to)
{
    const struct item_group *g = &items->group[group];
    int64_t all = 0;

    for (int i = 0; i < g->count; i++)
        all += b->item[group][i].times;
    fprintf(to,
            "| %s | | | %s, a match | share |\n"
            "|---|---|---|---|---|\n",
            g->word, g->used);
    for (int i = 0; i < g->count; i++) {
        const int64_t times = b->item[group][i].times;

        put_item(&items->item[group][i], to);
        fprintf(to, " %.2f | %.1f %% |\n", (double)times / (double)b->matches,
                100 * (double)times / (double)all);
    }
}

static void table_shared(const struct balance *b, const struct items *items,
                         int group, FILE *to)
{
    const struct item_group *g = &items->group[group];

    fprintf(to,
            "| %s | | | matches | %s in | mean round | those seats over parity "
            "| their points over the rest |\n|---|---|---|---|---|---|---|---|"
            "\n",
            g->word, g->used);
    for (int i = 0; i < g->count; i++) {
        const struct item_sums *t = &b->item[group][i];
        const struct sums idle = sums_minus(&t->had, &t->used);
        const int64_t matches = t->had.count / b->seats;

        if (!matches)
            continue;
        put_item(&items->item[group][i], to);
        fprintf(to, " %" PRId64 " | %.1f %% |", matches,
                100 * (double)t->used.count / (double)matches);
        if (!t->used.count) {
            fprintf(to, " | | |\n");
            continue;
        }
        fprintf(to, " %.1f |", (double)t->when / (double)t->used.count);
        put_over_parity(b, &t->used, to);
        put_figure(figure_minus(mean_points(&t->used), mean_points(&idle)),
                   true, to);
        fprintf(to, "\n");
    }
}

void table_group(const struct balance *b, const struct items *items, int group,
                 FILE *to)
{
    const struct item_group *g = &items->group[group];
    const enum item_use use = group_use(g);

    if (use == USE_OWNED || !is_seen(b, items, group))
        return;
    fprintf(to, "\n**%s.** %s\n\n", g->title, g->meaning);
    switch (use) {
    case USE_GIVEN: table_given(b, items, group, to); break;
    case USE_CHOSEN: table_chosen(b, items, group, to); break;
    case USE_SHARED: table_shared(b, items, group, to); break;
    case USE_OWNED: break;
    }
}

/* ---- owned items ---- */

/* "| word | name | kind | had | used % |". */
static void put_owned(const struct item *item, const struct lift *lift,
                      FILE *to)
{
    put_item(item, to);
    fprintf(to, " %" PRId64 " | %.0f |", lift->had.count,
            100 * (double)lift->used.count / (double)lift->had.count);
}

void table_owned(const struct balance *b, int count, const struct items *items,
                 int group, FILE *to)
{
    const struct item_group *g = &items->group[group];
    const char *had = g->had, *used = g->used;

    if (group_use(g) != USE_OWNED || !is_seen(b, items, group))
        return;
    fprintf(to,
            "\n## %s\n\n%s\n\nWin rates are in points over parity. The "
            "*effect* is that of having the item, compared with\nthe others of "
            "its kind, divided by the share that used it.\n\n",
            g->title, g->meaning);
    fprintf(to,
            "| %s | | | %s | %s %% | %s | %s | not %s | %s - not %s | effect | "
            "points, %s - not %s |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|\n",
            g->word, had, used, had, used, used, used, used, used, used);
    for (int i = 0; i < g->count; i++) {
        struct lift lift;

        lift_of(b, count, items, group, i, &lift);
        if (!lift.had.count)
            continue;
        put_owned(&items->item[group][i], &lift, to);
        put_figure(lift.drawn, true, to);
        put_figure(lift.played, true, to);
        put_figure(lift.unplayed, true, to);
        put_figure(lift.contrast, true, to);
        put_figure(lift.effect, true, to);
        put_figure(lift.points, true, to);
        fprintf(to, "\n");
    }
}

void table_owned_alone(const struct balance *b, const struct items *items,
                       int group, FILE *to)
{
    const struct item_group *g = &items->group[group];

    if (group_use(g) != USE_OWNED || !is_seen(b, items, group))
        return;
    fprintf(to,
            "\n## %s in solo play\n\n| %s | | | %s | %s %% | won, %s | won, %s "
            "| points, %s - not %s |\n|---|---|---|---|---|---|---|---|\n",
            g->title, g->word, g->had, g->used, g->had, g->used, g->used,
            g->used);
    for (int i = 0; i < g->count; i++) {
        struct lift lift;

        lift_of(b, 1, items, group, i, &lift);
        if (!lift.had.count)
            continue;
        put_owned(&items->item[group][i], &lift, to);
        put_figure(lift.drawn, false, to);
        put_figure(lift.played, false, to);
        put_figure(lift.points, true, to);
        fprintf(to, "\n");
    }
}
