/* Places and causes as members of documents. */
#include "rules/underwater_cities/words/causes.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"

#include <stdio.h>

static const char *const cause_words[CAUSES] = {
#define CAUSE(NAME, word, id) [CAUSE_##NAME] = word,
#include "rules/underwater_cities/engine/causes.def"
#undef CAUSE
};

const char *const journal_words[JOURNAL_TYPES] = {
#define JOURNAL(NAME, word) [JOURNAL_##NAME] = word,
#include "rules/underwater_cities/engine/journal.def"
#undef JOURNAL
};

const char *const place_words[PLACES] = {
    [PLACE_SUPPLY] = "supply",
    [PLACE_DECK] = "deck",
    [PLACE_DISCARDS] = "discards",
    [PLACE_SPECIALS] = "specials",
    [PLACE_DISPLAY] = "display",
    [PLACE_HAND] = "hand",
    [PLACE_TURN] = "turn",
    [PLACE_IN_PLAY] = "in-play",
    [PLACE_CHOICE] = "choice",
    [PLACE_OUT] = "out",
    [PLACE_SLOT] = "slot",
    [PLACE_SITE] = "site",
    [PLACE_CITY] = "city",
    [PLACE_TUNNEL] = "tunnel",
    [PLACE_METROPOLIS] = "metropolis",
    [PLACE_BOARD] = "board",
    [PLACE_SPACE] = "space",
    [PLACE_TILES] = "tiles",
};

void place_site_write(const struct journal_place *place, char *out, size_t cap)
{
    if (place->kind == PLACE_SITE)
        building_site_write(place->id, out, cap);
    else if (place->kind == PLACE_METROPOLIS)
        snprintf(out, cap, "%s", metropolis_words[place->id]);
    else
        numbered_site_write(place->id, out);
}

void sink_place(struct sink *sink, const char *key,
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

void sink_cause(struct sink *sink, const char *key, struct journal_cause cause)
{
    static const uint8_t ids[CAUSES] = {
#define CAUSE(NAME, word, id) [CAUSE_##NAME] = CAUSE_ID_##id,
#include "rules/underwater_cities/engine/causes.def"
#undef CAUSE
    };
    const int id = cause.id;
    const struct journal_place site = site_of_cause_id(id);
    char word[16];

    if (cause.kind == CAUSE_NONE)
        return;
    sink_object(sink, key);
    sink_string(sink, "cause", cause_words[cause.kind]);
    switch ((enum cause_id)ids[cause.kind]) {
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

void sink_source(struct sink *sink, const char *key, const struct frame *frame)
{
    const struct journal_cause cause = {.kind = (uint8_t)CAUSE_OF_FRAME(frame),
                                        .id = frame->id};

    sink_cause(sink, key, cause);
}
