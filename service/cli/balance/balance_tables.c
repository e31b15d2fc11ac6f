/* The tables of the balance report. */
#include "cli/balance/balance_tables.h"

#include <inttypes.h>

/* Whether any item of a subject was seen. */
static bool any_seen(const struct balance *b, enum subject subject)
{
    for (int i = 0; i < ITEMS_MAX; i++)
        if (b->item[subject][i].had.count)
            return true;
    return false;
}

static void put_figure(struct figure figure, bool is_signed, FILE *to)
{
    if (is_signed)
        fprintf(to, " %+.1f ± %.1f |", figure.value, figure.error);
    else
        fprintf(to, " %.1f ± %.1f |", figure.value, figure.error);
}

/* "| name | won | over parity | mean points |" */
static void put_standing(const struct balance *b, const char *name,
                         const struct sums *sums, FILE *to)
{
    struct figure rate = win_rate(sums);

    fprintf(to, "| %s |", name);
    put_figure(rate, false, to);
    rate.value -= 100.0 / b->seats;
    put_figure(rate, true, to);
    put_figure(mean_points(sums), false, to);
    fprintf(to, "\n");
}

void table_seats(const struct balance *b, const struct items *items, FILE *to)
{
    char name[96];

    if (b->seats == 1)
        return;
    fprintf(to, "\n| seat, place | won %% | over parity | points |\n"
                "|---|---|---|---|\n");
    for (int seat = 0; seat < b->seats; seat++) {
        snprintf(name, sizeof name, "seat %d", seat);
        put_standing(b, name, &b->seat[seat], to);
    }
    for (int i = 0; i < items->count[SUBJECT_PLACE]; i++) {
        snprintf(name, sizeof name, "%.70s in round 1",
                 items->item[SUBJECT_PLACE][i].name);
        put_standing(b, name, &b->item[SUBJECT_PLACE][i].had, to);
    }
}

void table_boards(const struct balance *b, const struct items *items, FILE *to)
{
    if (!any_seen(b, SUBJECT_BOARD))
        return;
    fprintf(to, "\n| board | side | seats | points | off the side's mean | "
                "won %% |\n|---|---|---|---|---|---|\n");
    for (int i = 0; i < items->count[SUBJECT_BOARD]; i++) {
        const struct item *board = &items->item[SUBJECT_BOARD][i];
        const struct sums *had = &b->item[SUBJECT_BOARD][i].had;
        const struct sums side = sums_of_group(b, items, SUBJECT_BOARD, i);
        const struct figure mean = mean_points(had);
        const double all = mean_points(&side).value;

        if (!had->count)
            continue;
        fprintf(to, "| %s | %s | %" PRId64 " |", board->word, board->group,
                had->count);
        put_figure(mean, false, to);
        fprintf(to, " %+.1f %% |", all > 0 ? 100 * (mean.value / all - 1) : 0);
        put_figure(win_rate(had), false, to);
        fprintf(to, "\n");
    }
}

void table_slots(const struct balance *b, const struct items *items, FILE *to)
{
    int64_t all = 0;

    for (int i = 0; i < items->count[SUBJECT_SLOT]; i++)
        all += b->item[SUBJECT_SLOT][i].times;
    if (!all)
        return;
    fprintf(to, "\n| slot | what it gives | chosen, a match | share |\n"
                "|---|---|---|---|\n");
    for (int i = 0; i < items->count[SUBJECT_SLOT]; i++) {
        const struct item *slot = &items->item[SUBJECT_SLOT][i];
        const int64_t times = b->item[SUBJECT_SLOT][i].times;

        fprintf(to, "| %s | %s | %.2f | %.1f %% |\n", slot->word, slot->name,
                (double)times / (double)b->matches,
                100 * (double)times / (double)all);
    }
}

void table_contracts(const struct balance *b, const struct items *items,
                     FILE *to)
{
    if (!any_seen(b, SUBJECT_CONTRACT))
        return;
    fprintf(to, "\n| contract | | matches | claimed in | mean round | "
                "claimers over parity | their points over the rest |\n"
                "|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < items->count[SUBJECT_CONTRACT]; i++) {
        const struct item *contract = &items->item[SUBJECT_CONTRACT][i];
        const struct tally *t = &b->item[SUBJECT_CONTRACT][i];
        const struct sums idle = sums_minus(&t->had, &t->used);
        const int64_t matches = t->had.count / b->seats;
        struct figure rate = win_rate(&t->used);

        if (!matches)
            continue;
        rate.value -= 100.0 / b->seats;
        fprintf(to, "| %s | %s | %" PRId64 " | %.1f %% |", contract->word,
                contract->name, matches,
                100 * (double)t->used.count / (double)matches);
        if (!t->used.count) {
            fprintf(to, " | | |\n");
            continue;
        }
        fprintf(to, " %.1f |", (double)t->when / (double)t->used.count);
        put_figure(rate, true, to);
        put_figure(figure_minus(mean_points(&t->used), mean_points(&idle)),
                   true, to);
        fprintf(to, "\n");
    }
}

/* "| word | name | group | had | used %": the begin of a row. */
static void put_item(const struct item *item, const struct sums *had,
                     const struct sums *used, FILE *to)
{
    fprintf(to, "| %s | %s | %s | %" PRId64 " | %.0f |", item->word, item->name,
            item->group, had->count,
            had->count ? 100 * (double)used->count / (double)had->count : 0.0);
}

void table_tiles(const struct balance *b, int count, const struct items *items,
                 FILE *to)
{
    if (!any_seen(b, SUBJECT_TILE))
        return;
    fprintf(to, "\n## Metropolis tiles\n\n"
                "| tile | | | seats | connected %% | had: over parity | "
                "connected: over parity | points, connected - unconnected |\n"
                "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < items->count[SUBJECT_TILE]; i++) {
        struct lift lift;

        lift_of(b, count, items, SUBJECT_TILE, i, &lift);
        if (!lift.had.count)
            continue;
        put_item(&items->item[SUBJECT_TILE][i], &lift.had, &lift.used, to);
        put_figure(lift.drawn, true, to);
        put_figure(lift.played, true, to);
        put_figure(lift.points, true, to);
        fprintf(to, "\n");
    }
}

void table_cards(const struct balance *b, int count, const struct items *items,
                 FILE *to)
{
    if (!any_seen(b, SUBJECT_CARD))
        return;
    fprintf(to,
            "\n## Cards\n\nWin rates are in points over parity, for seats that "
            "drew the card, played its effect, or\ndrew it without playing it. "
            "*Playing it* is the effect of drawing the card, compared with\n"
            "the other cards of its era, divided by the share that played it.\n"
            "\n"
            "| card | | | drawn | played %% | drawn | played | unplayed | "
            "played - unplayed | playing it | points, played - unplayed |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < items->count[SUBJECT_CARD]; i++) {
        struct lift lift;

        lift_of(b, count, items, SUBJECT_CARD, i, &lift);
        if (!lift.had.count)
            continue;
        put_item(&items->item[SUBJECT_CARD][i], &lift.had, &lift.used, to);
        put_figure(lift.drawn, true, to);
        put_figure(lift.played, true, to);
        put_figure(lift.unplayed, true, to);
        put_figure(lift.contrast, true, to);
        put_figure(lift.effect, true, to);
        put_figure(lift.points, true, to);
        fprintf(to, "\n");
    }
}

void table_cards_alone(const struct balance *b, const struct items *items,
                       FILE *to)
{
    if (!any_seen(b, SUBJECT_CARD))
        return;
    fprintf(to,
            "\n## Cards in solo play\n\n"
            "| card | | | drawn | played %% | won, drawn | won, played | "
            "points, played - unplayed |\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < items->count[SUBJECT_CARD]; i++) {
        struct lift lift;

        lift_of(b, 1, items, SUBJECT_CARD, i, &lift);
        if (!lift.had.count)
            continue;
        put_item(&items->item[SUBJECT_CARD][i], &lift.had, &lift.used, to);
        put_figure(lift.drawn, false, to);
        put_figure(lift.played, false, to);
        put_figure(lift.points, true, to);
        fprintf(to, "\n");
    }
}
