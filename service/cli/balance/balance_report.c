/* The balance report: what was played, a section for every number of seats,
 * the cards of all of them together, and the findings outside the limits. */
#include "cli/balance/balance.h"
#include "cli/balance/balance_tables.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The limits of balance; docs/balance.md explains the measurement. */
static const double seat_limit = 5;  /* points of win rate off parity */
static const double board_limit = 5; /* per cent off its side's mean */
static const double card_limit = 12; /* points of win rate by playing it */
static const double error_limit = 4; /* a card's figure that chance may move
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

static void outside_boards(const struct balance *b, const struct items *items,
                           struct outside *out)
{
    for (int i = 0; i < items->count[SUBJECT_BOARD]; i++) {
        const struct item *board = &items->item[SUBJECT_BOARD][i];
        const struct sums *had = &b->item[SUBJECT_BOARD][i].had;
        const struct sums side = sums_of_group(b, items, SUBJECT_BOARD, i);
        const struct figure mean = mean_points(had);
        const double all = mean_points(&side).value;
        const double off = all > 0 ? 100 * (mean.value / all - 1) : 0;

        if (!had->count || fabs(off) <= board_limit)
            continue;
        fprintf(out->to,
                "- board %s (%s), %d seat%s: %+.1f ± %.1f %% off its side's "
                "mean\n",
                board->word, board->group, b->seats, b->seats > 1 ? "s" : "",
                off, 100 * mean.error / all);
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

/* Cards that a figure puts outside, as far as there were enough of them. */
static void outside_cards(const struct study *s,
                          struct figure (*figure_of)(const struct lift *lift),
                          struct outside *out)
{
    const int first = first_ranked(s);
    const struct items *items = &s->items[first];

    for (int i = 0; first < s->count && i < items->count[SUBJECT_CARD]; i++) {
        const struct item *card = &items->item[SUBJECT_CARD][i];
        struct figure figure;
        struct lift lift;

        lift_of(&s->balance[first], s->count - first, items, SUBJECT_CARD, i,
                &lift);
        figure = figure_of(&lift);
        if (!lift.used.count || figure.error > error_limit ||
            fabs(figure.value) <= card_limit)
            continue;
        fprintf(out->to, "- card %s, %s (%s): %+.1f ± %.1f\n", card->word,
                card->name, card->group, figure.value, figure.error);
        out->count++;
    }
}

/* Cards that were drawn or played too rarely to judge. */
static void unjudged_cards(const struct study *s, FILE *to)
{
    const int first = first_ranked(s);
    const struct items *items = &s->items[first];
    int count = 0;

    for (int i = 0; first < s->count && i < items->count[SUBJECT_CARD]; i++) {
        struct lift lift;

        lift_of(&s->balance[first], s->count - first, items, SUBJECT_CARD, i,
                &lift);
        if (!lift.had.count ||
            (lift.used.count && lift.effect.error <= error_limit))
            continue;
        fprintf(to, "%s%s", count++ ? ", " : "\nPlayed too rarely to judge: ",
                items->item[SUBJECT_CARD][i].word);
    }
    fprintf(to, "%s", count ? ".\n" : "");
}

static void write_outside(const struct study *s, FILE *to)
{
    struct outside out = {to, 0}, contrasts = {to, 0};

    fprintf(to,
            "\n## Outside the limits\n\n"
            "Seats within %.0f points of win rate of parity, boards within "
            "%.0f %% of the mean score of\ntheir side, cards within %.0f "
            "points of win rate by playing them:\n\n",
            seat_limit, board_limit, card_limit);
    for (int i = 0; i < s->count; i++) {
        outside_seats(&s->balance[i], &out);
        outside_boards(&s->balance[i], &s->items[i], &out);
    }
    outside_cards(s, effect_of, &out);
    if (!out.count)
        fprintf(to, "- nothing\n");
    unjudged_cards(s, to);
    fprintf(to,
            "\nCards outside this limit when players are compared with those "
            "who drew the card but did\nnot play it:\n\n");
    outside_cards(s, contrast_of, &contrasts);
    if (!contrasts.count)
        fprintf(to, "- none\n");
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
    table_seats(b, items, to);
    table_boards(b, items, to);
    table_slots(b, items, to);
    table_contracts(b, items, to);
}

void balance_report(const struct study *s, FILE *to)
{
    const int first = first_ranked(s);

    write_head(s, to);
    write_outside(s, to);
    for (int i = 0; i < s->count; i++)
        write_field(&s->balance[i], &s->items[i], to);
    if (first < s->count) {
        table_tiles(&s->balance[first], s->count - first, &s->items[first], to);
        table_cards(&s->balance[first], s->count - first, &s->items[first], to);
    }
    if (first)
        table_cards_alone(&s->balance[0], &s->items[0], to);
}
