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

/* Whether the turn has ended with the step before this one. */
static bool ends_turn(const struct journal_step *step)
{
    return step->type == JOURNAL_TURN || step->type == JOURNAL_TILES_BACK;
}

void amounts_of_move(const struct uwc_state *s, int seat, struct move move,
                     struct move_amounts *out)
{
    struct uwc_state copy;
    struct journal journal;

    *out = (struct move_amounts){.pays = {0}};
    if (s->phase != PHASE_TURN)
        return;
    copy = *s;
    journal_begin(&journal, s->seats);
    recorder_set(&copy, &journal);
    uwc_play(&copy, seat, move);
    recorder_set(NULL, NULL);
    for (size_t i = 0; i < journal.count && !ends_turn(&journal.step[i]); i++)
        if (journal.step[i].seat == seat)
            count(&journal.step[i], out);
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
