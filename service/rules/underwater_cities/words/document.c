/* The words of the position document, and how its values are written. */
#include "rules/underwater_cities/words/document.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/place_words.h"

const char *const phase_words[PHASE_TILES + 1] = {
    [PHASE_TURN] = "turn",
    [PHASE_FIRST_HANDS] = "first-hands",
    [PHASE_PRODUCTION] = "production",
    [PHASE_ERA_HANDS] = "era-hands",
    [PHASE_OVER] = "over",
    [PHASE_TILES] = "metropolises",
};

const char *const step_words[STEP_RESOLVE + 1] = {
    [STEP_DISCARD] = "discard",
    [STEP_PLACE] = "place",
    [STEP_RESOLVE] = "resolve",
};

const char *const progress_words[FINISHED + 1] = {
    [NOTHING_THERE] = "none",
    [WAITING] = "waiting",
    [RUNNING] = "running",
    [FINISHED] = "finished",
};

const char *const frame_words[FRAME_CONTRACT + 1] = {
    [FRAME_SLOT] = "slot",          [FRAME_INSTANT] = "instant",
    [FRAME_ACTION] = "action",      [FRAME_ONCE] = "once",
    [FRAME_TRIGGER] = "trigger",    [FRAME_LAST_USE] = "last-use",
    [FRAME_UPGRADE] = "upgrade",    [FRAME_SPECIALS] = "specials",
    [FRAME_TILES] = "metropolises", [FRAME_CONTRACT] = "contract",
};

const char *const placement_words[2] = {"random", "chosen"};

const char *const bonus_words[BONUS_POINTS + 1] = {
    [BONUS_NONE] = "none",
    [BONUS_CREDIT] = "credit",
    [BONUS_KELP] = "kelp",
    [BONUS_STEELPLAST] = "steelplast",
    [BONUS_SCIENCE] = "science",
    [BONUS_BIOMATTER] = "biomatter",
    [BONUS_FEDERATION] = "federation-and-card",
    [BONUS_POINTS] = "points",
};

const char *const special_site_words[SITE_DOUBLE + 1] = {
    [SITE_PLAIN] = "plain",
    [SITE_RICH_CITY] = "rich-city",
    [SITE_TRIPLE] = "triple",
    [SITE_PAIR] = "pair",
    [SITE_METROPOLIS] = "rich-metropolis",
    [SITE_POINTS] = "points",
    [SITE_DOUBLE] = "double",
};

const char *const metropolis_words[METROPOLIS_PLACES] = {
    "upper-left", "upper-right", "lower-left"};

const struct era_deck era_decks[4] = {
    [1] = {ERA1_FIRST, ERA2_FIRST - ERA1_FIRST},
    [2] = {ERA2_FIRST, ERA3_FIRST - ERA2_FIRST},
    [3] = {ERA3_FIRST, SPECIAL3_FIRST - ERA3_FIRST},
};

int era_of_card(int card)
{
    if (card < ERA1_FIRST || card >= SPECIAL3_FIRST)
        return 0;
    return card < ERA2_FIRST ? 1 : card < ERA3_FIRST ? 2 : 3;
}

void sink_card(struct sink *sink, const char *key, int card)
{
    if (card)
        sink_number(sink, key, card);
    else
        sink_null(sink, key);
}

void sink_cards(struct sink *sink, const char *key, const struct card_set *set)
{
    sink_array(sink, key);
    for (int card = set_next(set, 0); card; card = set_next(set, card))
        sink_number(sink, NULL, card);
    sink_close(sink);
}

void sink_bytes(struct sink *sink, const char *key, const uint8_t *items,
                size_t count)
{
    sink_array(sink, key);
    for (size_t i = 0; i < count; i++)
        sink_number(sink, NULL, items[i]);
    sink_close(sink);
}

void sink_slot(struct sink *sink, const char *key, int slot)
{
    char word[12];

    if (slot >= UWC_SLOTS) {
        sink_null(sink, key);
        return;
    }
    slot_write(slot, word, sizeof word);
    sink_string(sink, key, word);
}
