/* What a move costs and gives at once. */
#include "rules/underwater_cities/words/amounts.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/journal.h"

static bool is_draw(const struct journal_step *step)
{
    return step->from.kind == PLACE_DECK && step->to.kind == PLACE_HAND;
}

static void count(const struct journal_step *step, struct move_amounts *out)
{
    if (step->type == JOURNAL_PAY)
        out->pays[step->what] += step->n;
    else if (step->type == JOURNAL_GAIN)
        out->gives[step->what] += step->n;
    else if (step->type == JOURNAL_CARDS_DUE)
        out->gives[CARD] += step->n;
    else if (step->type == JOURNAL_CARD && is_draw(step))
        out->gives[CARD]++;
    else if (step->type == JOURNAL_MARKER)
        out->gives[AMOUNT_FEDERATION]++;
}

/* Counts the steps of a seat until the turn has ended. */
struct counter {
    struct step_listener listener;
    int seat;
    bool is_over;
    struct move_amounts *out;
};

static void hear(struct step_listener *listener,
                 const struct journal_step *step)
{
    struct counter *counter = (struct counter *)(void *)listener;

    if (step->type == JOURNAL_TURN || step->type == JOURNAL_TILES_BACK)
        counter->is_over = true;
    if (!counter->is_over && step->seat == counter->seat)
        count(step, counter->out);
}

void amounts_of_move(const struct uwc_state *s, int seat, struct move move,
                     struct move_amounts *out)
{
    struct counter counter = {{hear}, seat, false, out};
    struct uwc_state copy;

    *out = (struct move_amounts){.pays = {0}};
    if (s->phase != PHASE_TURN)
        return;
    copy = *s;
    recorder_listen(&copy, &counter.listener);
    if (!uwc_carry_out(&copy, seat, move))
        *out = (struct move_amounts){.pays = {0}};
    recorder_set(NULL, NULL);
}

static void sink_numbers(struct sink *sink, const char *key,
                         const int n[AMOUNTS])
{
    sink_object(sink, key);
    for (int i = 0; i < AMOUNTS; i++)
        if (n[i])
            sink_number(
                sink, i == AMOUNT_FEDERATION ? "federation" : resource_words[i],
                n[i]);
    sink_close(sink);
}

void sink_amounts(struct sink *sink, const struct move_amounts *amounts)
{
    sink_numbers(sink, "pays", amounts->pays);
    sink_numbers(sink, "gives", amounts->gives);
}
