/* The steps of the template's journal, in words. */
#include "rules/template/template.h"

#include <string.h>

/* The phrase of a step; its type comes after the point. */
static const char *const keys[TEMPLATE_STEPS] = {
    [TEMPLATE_STEP_CHOOSE] = "step.choose",
    [TEMPLATE_STEP_REVEAL] = "step.reveal",
    [TEMPLATE_STEP_WIN] = "step.win",
    [TEMPLATE_STEP_POINTS] = "step.points",
    [TEMPLATE_STEP_TRADE] = "step.trade",
    [TEMPLATE_STEP_SHUFFLE] = "step.shuffle",
    [TEMPLATE_STEP_DRAW] = "step.draw",
    [TEMPLATE_STEP_DISCARD] = "step.discard",
    [TEMPLATE_STEP_TAKE_BACK] = "step.take-back",
    [TEMPLATE_STEP_ROUND_END] = "step.round-end",
    [TEMPLATE_STEP_LEAVE] = "step.leave",
    [TEMPLATE_STEP_END] = "step.end",
};

void template_write_step(const struct journal *journal, size_t index,
                         bool knows, struct sink *sink)
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
    if (step->what && knows)
        sink_number(sink, "card", step->what);
    if (step->type == TEMPLATE_STEP_POINTS)
        sink_number(sink, "n", step->n);
    if (step->type == TEMPLATE_STEP_LEAVE)
        sink_number(sink, "left_as", step->n);
    phrases_write(&template_texts, &members,
                  step->is_undone ? "undone" : keys[step->type]);
}
