/* The vocabulary of the effect language as tables: verbs, resources, pieces,
 * countables and events by their words. */
#include "rules/underwater_cities/content/vocabulary.h"

const char *const countable_words[COUNTABLES] = {
#define COUNTABLE(NAME, word) [COUNT_##NAME] = word,
#include "rules/underwater_cities/content/countables.def"
#undef COUNTABLE
};

const char *const event_words[EVENTS] = {
    [EVENT_NONE] = "none",
#define EVENT(NAME, word, operand) [EVENT_##NAME] = word,
#include "rules/underwater_cities/content/events.def"
#undef EVENT
};

const char *const resource_words[GAINS] = {
    [CREDIT] = "credit",
    [KELP] = "kelp",
    [STEELPLAST] = "steelplast",
    [SCIENCE] = "science",
    [BIOMATTER] = "biomatter",
    [POINT] = "points",
    [CARD] = "card",
};

const char *const colour_words[YELLOW + 1] = {
    [COLOURLESS] = "colourless",
    [GREEN] = "green",
    [RED] = "red",
    [YELLOW] = "yellow",
};

const char *const card_type_words[END_SCORING + 1] = {
    [TYPE_NONE] = "none",        [INSTANT] = "instant",
    [PERMANENT] = "permanent",   [ACTION] = "action",
    [PRODUCTION] = "production", [END_SCORING] = "end-scoring",
};

const char *const origin_words[RULEBOOK + 1] = {
    [OURS] = "ours",
    [RULEBOOK] = "rulebook",
};

const char *const reach_words[REACH_ANY_COLOURED + 1] = {
    [REACH_AVAILABLE] = "available",
    [REACH_AVAILABLE_COLOURED] = "available-coloured",
    [REACH_OCCUPIED] = "occupied",
    [REACH_ANY_COLOURED] = "any-coloured",
};

const char *const piece_words[PIECE_KINDS] = {
    "farm", "plant", "laboratory", "tunnel", "city", "symbiotic",
};

/* The number of the only bit set, or -1. */
static int piece_number(unsigned piece)
{
    for (int i = 0; i < PIECE_KINDS; i++)
        if (piece == 1U << i)
            return i;
    return -1;
}

const char *piece_word(unsigned piece)
{
    const int i = piece_number(piece);

    return i < 0 ? "" : piece_words[i];
}

const char *pieces_word(unsigned pieces)
{
    static const struct {
        unsigned pieces;
        const char *word;
    } sets[] = {
        {BUILDINGS, "building"},
        {STRUCTURES, "structure"},
        {CITIES, "any-city"},
        {FARM | PLANT, "farm-or-plant"},
        {PLANT | LABORATORY, "plant-or-laboratory"},
    };

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (sets[i].pieces == pieces)
            return sets[i].word;
    return piece_word(pieces);
}
