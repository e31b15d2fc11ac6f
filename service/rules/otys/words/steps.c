/* The steps of the journal, and the templates of all texts. */
#include "rules/kit/phrases.h"
#include "rules/kit/templates.h"
#include "rules/otys/engine/journal.h"
#include "rules/otys/engine/score.h"
#include "rules/otys/engine/stack.h"
#include "rules/otys/view/view.h"
#include "rules/otys/words/words.h"

#include <stdio.h>

#define PHRASE(key, text) {key, text},
static const struct phrase_template english[] = {
#include "rules/otys/words/phrases.def"
};
static const struct phrase_template german[] = {
#include "rules/otys/words/phrases_de.def"
};
#undef PHRASE
_Static_assert(sizeof english == sizeof german,
               "every phrase in every language");
static struct templates read_templates;

const struct phrases words_texts = {
    .templates = {[LANGUAGE_EN] = english, [LANGUAGE_DE] = german},
    .count = sizeof english / sizeof *english,
    .read = &read_templates,
};

static const char *const type_words[STEP_TYPES] = {
    [STEP_CUBE] = "resource",     [STEP_CREDITS] = "credits",
    [STEP_BATTERY] = "battery",   [STEP_POINTS] = "points",
    [STEP_KEY] = "key",           [STEP_RETURN] = "return",
    [STEP_ROTATE] = "rotate",     [STEP_SPONSOR] = "sponsor",
    [STEP_DIVER] = "diver",       [STEP_COPY] = "copy",
    [STEP_UPGRADE] = "upgrade",   [STEP_IMPROVE] = "improve",
    [STEP_TOKEN] = "token",       [STEP_BAG] = "bag",
    [STEP_CONTRACT] = "contract", [STEP_PROGRESS] = "progress",
    [STEP_LEAVE] = "leave",       [STEP_OVER] = "over",
};

static const char *const place_words[PLACES] = {
    [PLACE_NONE] = "none",         [PLACE_SUPPLY] = "supply",
    [PLACE_LEVEL] = "level",       [PLACE_STORE] = "store",
    [PLACE_BOARD] = "board",       [PLACE_USE] = "use",
    [PLACE_TRACK] = "track",       [PLACE_SLOT] = "slot",
    [PLACE_BAG] = "bag",           [PLACE_DISPLAY] = "display",
    [PLACE_TAKEN] = "taken",       [PLACE_REWARD] = "reward",
    [PLACE_DISCARDS] = "discards", [PLACE_DECK] = "deck",
    [PLACE_PUBLIC] = "public",     [PLACE_DRAWN] = "drawn",
    [PLACE_HAND] = "hand",         [PLACE_DONE] = "done",
};

/* By where something comes from or goes to, the end of the template's key. */
static const struct {
    uint8_t type, from, to; /* PLACE_NONE: any place */
    const char *way;
} ways[] = {
    {STEP_CUBE, PLACE_SUPPLY, PLACE_NONE, "-take"},
    {STEP_CUBE, PLACE_STORE, PLACE_NONE, "-buy"},
    {STEP_CUBE, PLACE_NONE, PLACE_STORE, "-sell"},
    {STEP_CUBE, PLACE_NONE, PLACE_SUPPLY, "-pay"},
    {STEP_CUBE, PLACE_NONE, PLACE_NONE, "-move"},
    {STEP_KEY, PLACE_NONE, PLACE_USE, "-use"},
    {STEP_KEY, PLACE_NONE, PLACE_TRACK, "-track"},
    {STEP_KEY, PLACE_TRACK, PLACE_BOARD, "-recall"},
    {STEP_KEY, PLACE_SUPPLY, PLACE_NONE, "-gain"},
    {STEP_KEY, PLACE_NONE, PLACE_SUPPLY, "-supply"},
    {STEP_TOKEN, PLACE_BAG, PLACE_NONE, "-show"},
    {STEP_TOKEN, PLACE_NONE, PLACE_TAKEN, "-take"},
    {STEP_TOKEN, PLACE_NONE, PLACE_REWARD, "-place"},
    {STEP_TOKEN, PLACE_NONE, PLACE_DISCARDS, "-discard"},
    {STEP_CONTRACT, PLACE_NONE, PLACE_PUBLIC, "-show"},
    {STEP_CONTRACT, PLACE_NONE, PLACE_DRAWN, "-draw"},
    {STEP_CONTRACT, PLACE_NONE, PLACE_HAND, "-keep"},
    {STEP_CONTRACT, PLACE_NONE, PLACE_DECK, "-under"},
    {STEP_CONTRACT, PLACE_NONE, PLACE_DONE, "-complete"},
};

static const char *way_of(const struct journal_step *step)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (ways[i].type == step->type &&
            (!ways[i].from || ways[i].from == step->from.kind) &&
            (!ways[i].to || ways[i].to == step->to.kind))
            return ways[i].way;
    if (step->type == STEP_CREDITS || step->type == STEP_BATTERY)
        return step->n < 0 ? "-pay" : "-gain";
    if (step->type == STEP_DIVER)
        return step->to.id ? "-move" : "-resurface";
    return "";
}

/* ---- progress ---- */

/* The content of STEP_PROGRESS as a state: the second part of the list, or when
 * it was taken back the first. */
static struct state progress_of(const struct journal *journal,
                                const struct journal_step *step)
{
    const uint8_t *head =
        journal->item + step->list + (step->is_undone ? 0 : step->n);
    struct state s = {
        .phase = head[PROGRESS_PHASE],
        .turn = head[PROGRESS_TURN],
        .round = head[PROGRESS_ROUND],
        .key = head[PROGRESS_KEY],
        .level = head[PROGRESS_LEVEL],
        .is_free = head[PROGRESS_FREE],
        .is_double = head[PROGRESS_DOUBLE],
        .stays = head[PROGRESS_STAYS],
        .copied = head[PROGRESS_COPIED],
        .declined = head[PROGRESS_DECLINED],
        .depth = head[PROGRESS_DEPTH],
    };

    memcpy(s.stack, head + PROGRESS_HEAD, s.depth * sizeof *s.stack);
    return s;
}

static void write_progress(struct sink *sink, const struct journal *journal,
                           const struct journal_step *step)
{
    const struct state s = progress_of(journal, step);

    sink_string(sink, "phase", phase_words[s.phase]);
    sink_number(sink, "next", acting_seat(&s));
    view_turn(&s, sink);
}

/* ---- members ---- */

static void write_place(struct sink *sink, const char *key,
                        struct journal_place place)
{
    static const uint8_t first[PLACES] = {[PLACE_LEVEL] = 1,
                                          [PLACE_STORE] = 1,
                                          [PLACE_USE] = 1,
                                          [PLACE_SLOT] = 1,
                                          [PLACE_REWARD] = 1};
    static const bool is_public[PLACES] = {
        [PLACE_SUPPLY] = true,  [PLACE_STORE] = true,    [PLACE_BAG] = true,
        [PLACE_DISPLAY] = true, [PLACE_DISCARDS] = true, [PLACE_DECK] = true,
        [PLACE_PUBLIC] = true,  [PLACE_DONE] = true};

    if (place.kind == PLACE_NONE)
        return;
    sink_object(sink, key);
    sink_string(sink, "place", place_words[place.kind]);
    if (!is_public[place.kind])
        sink_number(sink, "seat", place.seat);
    if (first[place.kind])
        sink_number(sink, "number", place.id + first[place.kind]);
    if (place.kind == PLACE_DISPLAY || place.kind == PLACE_PUBLIC)
        sink_number(sink, "index", place.id);
    sink_close(sink);
}

static void write_what(struct sink *sink, const struct journal *journal,
                       const struct journal_step *step, bool knows)
{
    switch ((enum journal_type)step->type) {
    case STEP_CUBE:
        sink_string(sink, "resource", colour_words[step->what]);
        break;
    case STEP_CREDITS:
    case STEP_BATTERY:
        sink_number(sink, step->n < 0 ? "paid" : "n",
                    step->n < 0 ? -step->n : step->n);
        break;
    case STEP_POINTS:
        sink_string(sink, "source", score_words[step->what]);
        sink_number(sink, "n", step->n);
        break;
    case STEP_KEY: sink_string(sink, "key", key_words[step->what - 1]); break;
    case STEP_SPONSOR: sink_number(sink, "sponsor", step->what); break;
    case STEP_COPY:
        sink_string(sink, "diver", diver_words[step->what]);
        sink_number(sink, "of", step->n);
        break;
    case STEP_DIVER:
    case STEP_UPGRADE:
        sink_string(sink, "diver", diver_words[step->what]);
        break;
    case STEP_IMPROVE:
        sink_string(sink, "technician", technician_words[step->what]);
        break;
    case STEP_TOKEN: sink_number(sink, "token", step->what); break;
    case STEP_BAG: sink_number(sink, "n", step->n); break;
    case STEP_CONTRACT:
        if (knows)
            sink_number(sink, "contract", step->what);
        break;
    case STEP_PROGRESS: write_progress(sink, journal, step); break;
    case STEP_LEAVE: sink_number(sink, "left_as", step->n); break;
    case STEP_RETURN:
    case STEP_ROTATE:
    case STEP_OVER:
    case STEP_TYPES: break;
    }
}

static const char *type_word(const struct journal_step *step)
{
    return step->type < STEP_TYPES ? type_words[step->type] : "";
}

void words_step(const struct journal *journal, size_t index, bool knows,
                struct sink *sink)
{
    const struct journal_step *step = &journal->step[index];
    struct members members;
    char key[40] = "undone";

    members_begin(&members, sink);
    sink = &members.sink;
    sink_string(sink, "type", type_word(step));
    if (step->is_undone)
        sink_truth(sink, "undone", true);
    if (step->seat >= 0)
        sink_number(sink, "seat", step->seat);
    write_what(sink, journal, step, knows);
    write_place(sink, "from", step->from);
    write_place(sink, "to", step->to);
    if (!step->is_undone)
        snprintf(key, sizeof key, "step.%s%s", type_word(step),
                 step->type == STEP_PROGRESS &&
                         progress_of(journal, step).phase == PHASE_OVER
                     ? "-over"
                     : way_of(step));
    phrases_write(&words_texts, &members, key);
}

void words_phrases(struct sink *sink)
{
    phrases_list(&words_texts, sink);
}
