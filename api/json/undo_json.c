/* JSON of what can be undone. */
#include "api/json/undo_json.h"

#include "api/json/members.h"

#include <stddef.h>

const char *undo_reason(const struct match_undo *undo)
{
    if (undo->seal & IRREVERSIBLE_REVEAL)
        return "revealed";
    return undo->seal & IRREVERSIBLE_FINAL ? "final" : NULL;
}

const char *undo_words(const struct match_undo *undo, enum language language)
{
    enum { NONE, REVEALED, REVEALED_EARLIER, FINAL, FINAL_EARLIER };
    static const char *const words[LANGUAGES][FINAL_EARLIER + 1] = {
        [LANGUAGE_EN] =
            {"You have no decision to undo.",
             "Hidden information was revealed after your last decision.",
             "Earlier moves revealed hidden information.",
             "A turn ended or your last decision became final.",
             "Before that a turn ended or a choice became final."},
        [LANGUAGE_DE] =
            {"Du hast keine Entscheidung zurückzunehmen.",
             "Nach deiner letzten Entscheidung wurde Verdecktes aufgedeckt.",
             "Frühere Spielzüge haben Verdecktes aufgedeckt.",
             "Nach deiner letzten Entscheidung endete ein Zug.",
             "Davor endete ein Zug."},
    };

    if (undo->seal & IRREVERSIBLE_REVEAL)
        return words[language][undo->allowed ? REVEALED_EARLIER : REVEALED];
    if (undo->seal & IRREVERSIBLE_FINAL)
        return words[language][undo->allowed ? FINAL_EARLIER : FINAL];
    return undo->allowed ? NULL : words[language][NONE];
}

void json_undo(struct sink *sink, const struct match_undo *undo)
{
    sink_object(sink, "undo");
    sink_truth(sink, "allowed", undo->allowed);
    if (undo->allowed) {
        sink_number(sink, "to_seq", undo->to_seq);
        sink_number(sink, "step_seq", undo->step_seq);
    } else {
        sink_null(sink, "to_seq");
        sink_null(sink, "step_seq");
    }
    sink_optional_string(sink, "reason", undo_reason(undo));
    sink_optional_string(sink, "text", undo_words(undo, sink->language));
    sink_close(sink);
}
