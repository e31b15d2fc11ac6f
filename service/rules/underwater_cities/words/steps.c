/* The steps of the journal as members of documents. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/causes.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/words/words.h"

/* The phrase of each type of step. */
static const char *const keys[JOURNAL_TYPES] = {
#define JOURNAL(NAME, word) [JOURNAL_##NAME] = "step." word,
#include "rules/underwater_cities/engine/journal.def"
#undef JOURNAL
};

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
    case JOURNAL_LEAVE: sink_number(sink, "left", step->n); break;
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
    case JOURNAL_TYPES: break;
    }
}

/* "pays 1 credit for the effect from ..." */
static bool pays_for_effect(int cause)
{
    return (cause >= CAUSE_SLOT && cause <= CAUSE_CONTRACT) ||
           cause == CAUSE_SWAP;
}

/* The templates of steps taken back whose texts say a place, for from and to
 * are exchanged. */
static const char *const undone_keys[JOURNAL_TYPES] = {
    [JOURNAL_TILE] = "undone.tile",
    [JOURNAL_NEUTRAL_TILE] = "undone.neutral-tile",
    [JOURNAL_BUILD] = "undone.build",
    [JOURNAL_UPGRADE] = "undone.upgrade",
    [JOURNAL_CONVERT] = "undone.convert",
    [JOURNAL_CONNECT] = "undone.connect",
    [JOURNAL_PRODUCTIVE] = "undone.productive",
};

static const char *key_of(const struct journal_step *step)
{
    if (step->is_undone)
        return undone_keys[step->type] ? undone_keys[step->type] : "undone";
    if (step->type == JOURNAL_EFFECT && !step->length)
        return "step.effect.ended";
    if (step->type == JOURNAL_NEUTRAL_TILE && step->n)
        return "step.neutral-tile.fourth";
    if (step->type == JOURNAL_PAY && pays_for_effect(step->because.kind))
        return "step.pay.effect";
    if (step->type == JOURNAL_LOSE && step->because.kind == CAUSE_FEEDING)
        return "step.lose.unfed";
    return keys[step->type];
}

void uwc_step(const struct journal *journal, size_t index, bool knows,
              struct sink *sink)
{
    const struct journal_step *step = &journal->step[index];
    struct members members;

    members_begin(&members, sink);
    sink = &members.sink;
    sink_string(sink, "type", journal_words[step->type]);
    if (step->is_undone)
        sink_truth(sink, "undone", true);
    if (step->seat >= 0)
        sink_number(sink, "seat", step->seat);
    sink_details(sink, journal, step, knows);
    sink_place(sink, "from", &step->from);
    sink_place(sink, "to", &step->to);
    sink_cause(sink, "because", step->because);
    phrases_write(&uwc_texts, &members, key_of(step));
}
