/* The steps of the journal, and the templates of all texts. */
#include "rules/kit/phrases.h"
#include "rules/kit/templates.h"
#include "rules/seastead/engine/journal.h"
#include "rules/seastead/engine/stack.h"
#include "rules/seastead/view/view.h"
#include "rules/seastead/words/words.h"

#include <stdio.h>

#define PHRASE(key, text) {key, text},
static const struct phrase_template english[] = {
#include "rules/seastead/words/phrases.def"
};
static const struct phrase_template german[] = {
#include "rules/seastead/words/phrases_de.def"
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
    [STEP_RESOURCE] = "resource", [STEP_CLEANUP] = "cleanup",
    [STEP_BUILDING] = "building", [STEP_SHIP] = "ship",
    [STEP_DOCK] = "dock",         [STEP_SPECIALIST] = "specialist",
    [STEP_DECREE] = "decree",     [STEP_DIVE] = "dive",
    [STEP_FACE] = "face",         [STEP_FLIP] = "flip",
    [STEP_SWAP] = "swap",         [STEP_LOCK] = "lock",
    [STEP_PROGRESS] = "progress", [STEP_LEAVE] = "leave",
    [STEP_OVER] = "over",
};

static const char *const place_words[PLACES] = {
    [PLACE_NONE] = "none",       [PLACE_SUPPLY] = "supply",
    [PLACE_STORAGE] = "storage", [PLACE_LOCATION] = "location",
    [PLACE_BOARD] = "board",     [PLACE_BOX] = "box",
    [PLACE_PILE] = "pile",       [PLACE_DISPLAY] = "display",
    [PLACE_FORCE] = "force",     [PLACE_COVERED] = "covered",
    [PLACE_DRAWN] = "drawn",     [PLACE_FLOTILLA] = "flotilla",
};

/* A step as a viewer sees it. */
struct shown {
    const struct journal_step *step;
    const uint8_t *list;
    bool knows;
};

/* By what moves where, the end of the template's key. */
static const char *way_of(const struct journal_step *step)
{
    const int from = step->from.kind, to = step->to.kind;

    switch ((enum journal_type)step->type) {
    case STEP_RESOURCE:
        return to == PLACE_STORAGE     ? "-take"
               : from == PLACE_STORAGE ? "-return"
               : to == PLACE_LOCATION  ? "-put"
                                       : "-clear";
    case STEP_BUILDING: return from == PLACE_BOARD ? "-build" : "-move";
    case STEP_SHIP:
        return to == PLACE_BOX       ? "-box"
               : from == PLACE_BOARD ? "-place"
                                     : "-move";
    case STEP_DOCK:
    case STEP_SPECIALIST:
        return from == PLACE_PILE ? "-show"
               : to == PLACE_BOX  ? "-box"
                                  : "-take";
    case STEP_DECREE:
        return to == PLACE_FORCE     ? "-force"
               : to == PLACE_COVERED ? "-cover"
               : to == PLACE_DRAWN   ? "-draw"
                                     : "-under";
    default: return "";
    }
}

/* The content of STEP_PROGRESS: the second part of the list, or when it was
 * taken back the first. */
static const uint8_t *progress_of(const struct shown *shown)
{
    return shown->list + (shown->step->is_undone ? 0 : shown->step->n);
}

static const char *progress_way(const struct shown *shown)
{
    return progress_of(shown)[PROGRESS_PHASE] == PHASE_OVER ? "-over" : "";
}

static int next_seat(const uint8_t *head)
{
    const int depth = head[PROGRESS_DEPTH];
    struct frame f = {.seat = head[PROGRESS_TURN]};

    if (depth)
        memcpy(&f, head + PROGRESS_HEAD + (size_t)(depth - 1) * sizeof f,
               sizeof f);
    return f.seat;
}

static void write_place(struct sink *sink, const char *key,
                        struct journal_place place)
{
    if (place.kind == PLACE_NONE)
        return;
    sink_object(sink, key);
    sink_string(sink, "place", place_words[place.kind]);
    if (place.kind == PLACE_STORAGE || place.kind == PLACE_BOARD ||
        place.kind == PLACE_DRAWN)
        sink_number(sink, "seat", place.seat);
    if (place.kind == PLACE_LOCATION)
        sink_string(sink, "location", location_word(place.id).text);
    if (place.kind == PLACE_DISPLAY)
        sink_number(sink, "index", place.id);
    if (place.kind == PLACE_FLOTILLA)
        sink_number(sink, "flotilla", place.id + 1);
    sink_close(sink);
}

static void write_progress(struct sink *sink, const uint8_t *head)
{
    sink_number(sink, "next", next_seat(head));
    sink_number(sink, "turn", head[PROGRESS_TURN]);
    sink_number(sink, "turns", head[PROGRESS_TURNS]);
    sink_number(sink, "ending", head[PROGRESS_ENDING]);
    sink_string(sink, "action", action_words[head[PROGRESS_ACTION]]);
    sink_truth(sink, "extra_turn", head[PROGRESS_EXTRA]);
    view_site(sink, head[PROGRESS_SITE]);
    sink_string(sink, "piece", piece_words[head[PROGRESS_PIECE]]);
    sink_array(sink, "pending");
    for (int i = 0; i < head[PROGRESS_DEPTH]; i++) {
        struct frame f;

        memcpy(&f, head + PROGRESS_HEAD + (size_t)i * sizeof f, sizeof f);
        view_frame(sink, &f);
    }
    sink_close(sink);
}

static void write_what(struct sink *sink, const struct shown *shown)
{
    const struct journal_step *step = shown->step;

    switch ((enum journal_type)step->type) {
    case STEP_RESOURCE:
        sink_string(sink, "resource", resource_words[step->what]);
        sink_number(sink, "n", step->n);
        break;
    case STEP_CLEANUP: sink_number(sink, "n", step->n); break;
    case STEP_BUILDING:
        sink_string(sink, "piece", piece_words[step->what]);
        break;
    case STEP_DOCK: sink_number(sink, "dock", step->what); break;
    case STEP_DIVE: sink_number(sink, "card", step->what); break;
    case STEP_FACE: sink_number(sink, "facing", step->n); break;
    case STEP_FLIP:
        sink_number(sink, "specialist", step->what);
        sink_truth(sink, "face_up", step->n != step->is_undone);
        break;
    case STEP_SPECIALIST: sink_number(sink, "specialist", step->what); break;
    case STEP_DECREE:
        if (shown->knows)
            sink_number(sink, "decree", step->what);
        break;
    case STEP_PROGRESS: write_progress(sink, progress_of(shown)); break;
    case STEP_SHIP:
    case STEP_SWAP:
    case STEP_LOCK:
    case STEP_LEAVE:
    case STEP_OVER:
    case STEP_TYPES: break;
    }
}

static const char *type_word(const struct journal_step *step)
{
    return step->type < STEP_TYPES ? type_words[step->type] : "";
}

static void write_members(struct sink *sink, const struct shown *shown,
                          int seats)
{
    const struct journal_step *step = shown->step;

    sink_string(sink, "type", type_word(step));
    if (step->is_undone)
        sink_truth(sink, "undone", true);
    if (step->seat >= 0)
        sink_number(sink, "seat", step->seat);
    if (step->seat >= seats)
        sink_truth(sink, "boss", true);
    write_what(sink, shown);
    write_place(sink, "from", step->from);
    write_place(sink, "to", step->to);
}

void words_step(const struct journal *journal, size_t index, bool knows,
                struct sink *sink)
{
    const struct journal_step *step = &journal->step[index];
    const struct shown shown = {
        .step = step,
        .list = journal->item + step->list,
        .knows = knows,
    };
    struct members members;
    char key[40] = "undone";

    members_begin(&members, sink);
    write_members(&members.sink, &shown, journal->seats);
    if (!step->is_undone)
        snprintf(key, sizeof key, "step.%s%s", type_word(step),
                 step->type == STEP_PROGRESS ? progress_way(&shown)
                                             : way_of(step));
    phrases_write(&words_texts, &members, key);
}

void words_phrases(struct sink *sink)
{
    phrases_list(&words_texts, sink);
}
