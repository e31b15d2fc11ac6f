/* The steps of the template's journal, and the templates of all its texts. */
#include "rules/template/template.h"

#include <string.h>

#define PHRASE(key, text) {key, text},
static const struct phrase_template english[] = {
#include "rules/template/phrases.def"
};
static const struct phrase_template german[] = {
#include "rules/template/phrases_de.def"
};
#undef PHRASE
_Static_assert(sizeof english == sizeof german,
               "every phrase in every language");

const struct phrases template_texts = {
    .templates = {[LANGUAGE_EN] = english, [LANGUAGE_DE] = german},
    .count = sizeof english / sizeof *english,
};

/* The phrase of a step; its type comes after the point. */
static const char *const keys[TEMPLATE_STEPS] = {
    [TEMPLATE_STEP_CHOOSE] = "step.choose",
    [TEMPLATE_STEP_REVEAL] = "step.reveal",
    [TEMPLATE_STEP_WIN] = "step.win",
    [TEMPLATE_STEP_POINTS] = "step.points",
    [TEMPLATE_STEP_DRAW] = "step.draw",
    [TEMPLATE_STEP_DISCARD] = "step.discard",
    [TEMPLATE_STEP_TAKE_BACK] = "step.take-back",
    [TEMPLATE_STEP_ROUND_END] = "step.round-end",
    [TEMPLATE_STEP_LEAVE] = "step.leave",
    [TEMPLATE_STEP_END] = "step.end",
};

void template_write_step(const struct journal *journal, size_t index,
                         int viewer, struct sink *sink)
{
    const struct journal_step *step = &journal->step[index];
    struct members members;

    members_begin(&members, sink);
    sink = &members.sink;
    sink_string(sink, "type", keys[step->type] + strlen("step."));
    if (step->is_undone)
        sink_truth(sink, "undone", true);
    if (step->seat >= 0)
        sink_number(sink, "seat", step->seat);
    if (step->what && journal_viewer_knows(step, viewer))
        sink_number(sink, "card", step->what);
    if (step->type == TEMPLATE_STEP_POINTS)
        sink_number(sink, "n", step->n);
    phrases_write(&template_texts, &members,
                  step->is_undone ? "undone" : keys[step->type]);
}

void template_phrases(struct sink *sink)
{
    phrases_list(&template_texts, sink);
}
