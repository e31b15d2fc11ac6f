/* The steps of the template's journal: members, and a sentence filled in from a
 * template. */
#include "rules/kit/template_text.h"
#include "rules/sink.h"
#include "rules/template/template.h"

#include <string.h>

/* The templates of steps, and after them those of the names in braces. */
enum phrase_key {
    PHRASE_CARD = TEMPLATE_STEPS,
    PHRASE_A_CARD,
    PHRASE_POINT,
    PHRASE_POINTS,
    PHRASE_UNDONE,
    PHRASES
};

static const char *const keys[PHRASES] = {
#define PHRASE(INDEX, key, english) [INDEX] = key,
#include "rules/template/phrases.def"
#undef PHRASE
};

static const char *const phrases[LANGUAGES][PHRASES] = {
    [LANGUAGE_EN] =
        {
#define PHRASE(INDEX, key, english) [INDEX] = english,
#include "rules/template/phrases.def"
#undef PHRASE
        },
    [LANGUAGE_DE] =
        {
#define PHRASE(INDEX, german) [INDEX] = german,
#include "rules/template/phrases_de.def"
#undef PHRASE
        },
};

/* A step, and whether its card may be shown. */
struct shown {
    const struct journal_step *step;
    bool knows;
    int n; /* what {n} stands for */
};

static void put(struct template_text *out, const char *name,
                const void *context);

static void put_phrase(struct template_text *out, int key,
                       const struct shown *shown)
{
    template_expand(out, phrases[LANGUAGE_EN][key], put, shown);
}

static void put(struct template_text *out, const char *name,
                const void *context)
{
    const struct shown *shown = context;
    const struct journal_step *step = shown->step;
    const struct shown card = {step, shown->knows, step->what};
    const struct shown points = {step, shown->knows, step->n};

    if (strcmp(name, "seat") == 0)
        template_add(out, "%d", step->seat);
    else if (strcmp(name, "n") == 0)
        template_add(out, "%d", shown->n);
    else if (strcmp(name, "step") == 0)
        put_phrase(out, step->type, shown);
    else if (strcmp(name, "points") == 0)
        put_phrase(out, step->n == 1 ? PHRASE_POINT : PHRASE_POINTS, &points);
    else
        put_phrase(out, shown->knows ? PHRASE_CARD : PHRASE_A_CARD, &card);
}

void template_write_step(const struct journal *journal, size_t index,
                         int viewer, struct sink *sink)
{
    const struct journal_step *step = &journal->step[index];
    const struct shown shown = {step, journal_viewer_knows(step, viewer), 0};
    struct template_text text = {.length = 0};

    sink_string(sink, "type", keys[step->type] + strlen("step."));
    if (step->is_undone)
        sink_truth(sink, "undone", true);
    if (step->seat >= 0)
        sink_number(sink, "seat", step->seat);
    if (step->what && shown.knows)
        sink_number(sink, "card", step->what);
    if (step->type == TEMPLATE_STEP_POINTS)
        sink_number(sink, "n", step->n);
    put_phrase(&text, step->is_undone ? PHRASE_UNDONE : step->type, &shown);
    sink_string(sink, "text", text.text);
}

void template_phrases(const char *language, struct sink *sink)
{
    const enum language l =
        strcmp(language, "de") == 0 ? LANGUAGE_DE : LANGUAGE_EN;

    for (int i = 0; i < PHRASES; i++)
        sink_string(sink, keys[i], phrases[l][i]);
}
