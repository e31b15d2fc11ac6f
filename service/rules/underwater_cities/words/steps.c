/* The steps of the journal as members of documents. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/step_text.h"
#include "rules/underwater_cities/words/words.h"

/* A place: its kind and its number within the kind. */
static void sink_place(struct sink *sink, const char *key,
                       const struct journal_place *place)
{
    char site[16];

    if (place->kind == PLACE_NONE)
        return;
    sink_object(sink, key);
    sink_string(sink, "place", place_words[place->kind]);
    switch ((enum place_kind)place->kind) {
    case PLACE_HAND:
    case PLACE_IN_PLAY:
    case PLACE_CHOICE: sink_number(sink, "seat", place->seat); break;
    case PLACE_BOARD: sink_number(sink, "board", place->seat); break;
    case PLACE_DISPLAY: sink_number(sink, "index", place->id); break;
    case PLACE_SLOT: sink_slot(sink, "slot", place->id); break;
    case PLACE_SITE:
    case PLACE_CITY:
    case PLACE_TUNNEL:
    case PLACE_METROPOLIS:
        place_site_write(place, site, sizeof site);
        sink_number(sink, "board", place->seat);
        sink_string(sink, "site", site);
        break;
    case PLACE_SPACE:
        if (place->id == UWC_BELOW_TRACK)
            sink_null(sink, "space");
        else
            sink_number(sink, "space", place->id);
        break;
    case PLACE_NONE:
    case PLACE_SUPPLY:
    case PLACE_DECK:
    case PLACE_DISCARDS:
    case PLACE_SPECIALS:
    case PLACE_TURN:
    case PLACE_OUT:
    case PLACE_TILES:
    case PLACES: break;
    }
    sink_close(sink);
}

enum cause_id {
    CAUSE_ID_NONE,
    CAUSE_ID_SLOT,
    CAUSE_ID_CARD,
    CAUSE_ID_STRUCTURE,
    CAUSE_ID_CONTRACT,
    CAUSE_ID_PIECE,
    CAUSE_ID_SITE,
    CAUSE_ID_SPACE,
    CAUSE_ID_TILE,
};

static void sink_cause(struct sink *sink, const struct journal_step *step)
{
    static const uint8_t ids[CAUSES] = {
#define CAUSE(NAME, word, id) [CAUSE_##NAME] = CAUSE_ID_##id,
#include "rules/underwater_cities/engine/causes.def"
#undef CAUSE
    };
    const int id = step->because.id;
    const struct journal_place site = {.kind = (uint8_t)(id >> 8),
                                       .seat = (uint8_t)step->seat,
                                       .id = id & 255};
    char word[16];

    if (step->because.kind == CAUSE_NONE)
        return;
    sink_object(sink, "because");
    sink_string(sink, "cause", cause_words[step->because.kind]);
    switch ((enum cause_id)ids[step->because.kind]) {
    case CAUSE_ID_SLOT: sink_slot(sink, "slot", id); break;
    case CAUSE_ID_CARD: sink_number(sink, "card", id); break;
    case CAUSE_ID_CONTRACT: sink_number(sink, "contract", id); break;
    case CAUSE_ID_PIECE:
        sink_string(sink, "piece", piece_word((unsigned)id));
        break;
    case CAUSE_ID_SITE: sink_place(sink, "at", &site); break;
    case CAUSE_ID_SPACE: sink_number(sink, "space", id); break;
    case CAUSE_ID_TILE: sink_number(sink, "tile", id); break;
    case CAUSE_ID_STRUCTURE:
        structure_write(id, word, sizeof word);
        sink_string(sink, "structure", word);
        break;
    case CAUSE_ID_NONE: break;
    }
    sink_close(sink);
}

static void sink_order(struct sink *sink, const struct journal_step *step)
{
    sink_array(sink, "order");
    for (int i = 0; i < step->what; i++)
        sink_number(sink, NULL, step->n >> 3 * i & 7);
    sink_close(sink);
}

static void sink_secret(struct sink *sink, const char *key, int value,
                        bool knows)
{
    if (knows)
        sink_number(sink, key, value);
}

static void sink_list(struct sink *sink, const char *key,
                      const struct journal *journal,
                      const struct journal_step *step)
{
    sink_bytes(sink, key, journal->item + step->list, step->length);
}

/* An effect in progress as a view writes it. */
static void sink_effect(struct sink *sink, const struct journal *journal,
                        const struct journal_step *step)
{
    const struct uwc_state match = {.seats = journal->seats};
    struct frame frame;

    sink_number(sink, "level", step->n);
    if (!step->length) {
        sink_null(sink, "effect");
        return;
    }
    frame = journal_unpack_effect(journal->item + step->list);
    sink_object(sink, "effect");
    view_effect(&match, &frame, sink);
    sink_close(sink);
}

static void sink_progress(struct sink *sink, const struct journal *journal,
                          const struct journal_step *step)
{
    struct uwc_state match = {.seats = journal->seats};

    journal_unpack_progress(journal->item + step->list, &match);
    view_turn(&match, sink);
    if (journal->seats == 1)
        sink_truth(sink, "stepped", match.stepped);
}

/* The members that only steps of this type have. */
static void sink_details(struct sink *sink, const struct journal *journal,
                         const struct journal_step *step, bool knows)
{
    switch ((enum journal_type)step->type) {
    case JOURNAL_ROUND: sink_number(sink, "round", step->n); break;
    case JOURNAL_ERA: sink_number(sink, "era", step->n); break;
    case JOURNAL_PHASE:
        sink_string(sink, "phase", phase_words[step->what]);
        break;
    case JOURNAL_ORDER: sink_order(sink, step); break;
    case JOURNAL_CARDS_DUE:
    case JOURNAL_SPECIALS_PAID:
    case JOURNAL_FEED: sink_number(sink, "n", step->n); break;
    case JOURNAL_SHUFFLE:
    case JOURNAL_DECK:
        sink_number(sink, "n", step->n);
        if (knows)
            sink_list(sink, "cards", journal, step);
        break;
    case JOURNAL_TURN: sink_number(sink, "turn", step->n); break;
    case JOURNAL_NEUTRAL_TILE: sink_truth(sink, "fourth", step->n); break;
    case JOURNAL_MARKER: sink_number(sink, "ahead", step->n); break;
    case JOURNAL_EFFECT: sink_effect(sink, journal, step); break;
    case JOURNAL_PROGRESS: sink_progress(sink, journal, step); break;
    case JOURNAL_PAY:
    case JOURNAL_GAIN:
    case JOURNAL_LOSE:
        sink_string(sink, "what", resource_words[step->what]);
        sink_number(sink, "n", step->n);
        break;
    case JOURNAL_BUILD:
    case JOURNAL_UPGRADE:
        sink_string(sink, "piece", piece_word((unsigned)step->what));
        break;
    case JOURNAL_CARD:
    case JOURNAL_SET_ASIDE:
    case JOURNAL_USE:
    case JOURNAL_READY:
    case JOURNAL_TURN_UP: sink_secret(sink, "card", step->what, knows); break;
    case JOURNAL_METROPOLIS_TILE:
        sink_secret(sink, "tile", step->what, knows);
        break;
    case JOURNAL_ANSWER:
        sink_secret(sink, "card", step->what, knows);
        sink_secret(sink, "option", step->n, knows);
        break;
    case JOURNAL_ASK:
        if (knows)
            sink_list(sink, "cards", journal, step);
        break;
    case JOURNAL_CONTRACT: sink_number(sink, "contract", step->what); break;
    case JOURNAL_CHOOSE_TILES:
    case JOURNAL_ARRANGE:
        sink_secret(sink, "upper_right", step->what, knows);
        sink_secret(sink, "lower_left", step->n, knows);
        break;
    case JOURNAL_SCORE:
        sink_string(sink, "item", score_words[step->what]);
        sink_number(sink, "points", step->n);
        break;
    case JOURNAL_RANK:
        sink_number(sink, "points", step->what);
        sink_number(sink, "rank", step->n);
        break;
    case JOURNAL_OUTCOME:
        sink_string(sink, "outcome",
                    step->what == OUTCOME_WON ? "won" : "lost");
        break;
    case JOURNAL_TILE:
    case JOURNAL_CLONE:
    case JOURNAL_TILES_BACK:
    case JOURNAL_CONVERT:
    case JOURNAL_CONNECT:
    case JOURNAL_PRODUCTIVE:
    case JOURNAL_MARKERS_BACK:
    case JOURNAL_CHOOSING:
    case JOURNAL_CHOSEN:
    case JOURNAL_BEGIN:
    case JOURNAL_END:
    case JOURNAL_LEAVE:
    case JOURNAL_TYPES: break;
    }
}

void uwc_step(const struct journal *journal, size_t index, int viewer,
              struct sink *sink)
{
    const struct journal_step *step = &journal->step[index];
    const bool knows = journal_viewer_knows(step, viewer);
    struct template_text text = {.length = 0};

    sink_string(sink, "type", journal_words[step->type]);
    if (step->is_undone)
        sink_truth(sink, "undone", true);
    if (step->seat >= 0)
        sink_number(sink, "seat", step->seat);
    sink_details(sink, journal, step, knows);
    sink_place(sink, "from", &step->from);
    sink_place(sink, "to", &step->to);
    sink_cause(sink, step);
    step_text(&text, journal, index, knows, LANGUAGE_EN);
    sink_string(sink, "text", text.text);
}
