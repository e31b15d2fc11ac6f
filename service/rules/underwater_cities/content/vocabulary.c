/* The vocabulary of the effect language as tables: verbs, resources, pieces,
 * countables and events by their words. */
#include "rules/underwater_cities/content/vocabulary.h"

const char *const countable_words[COUNTABLES] = {
#define COUNTABLE(NAME, word, singular, plural) [COUNT_##NAME] = word,
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

static const char *const piece_nouns[PIECE_KINDS] = {
    "farm",   "desalination plant", "laboratory",
    "tunnel", "nonsymbiotic city",  "symbiotic city",
};

const char *const slot_kind_phrases[SLOT_KINDS] = {
    [SLOT_PLANTS] = "the slot for 2 desalination plants",
    [SLOT_FEDERATION] = "the slot for 2 Federation steps",
    [SLOT_CITY] = "the slot for 1 city",
    [SLOT_CARDS] = "the slot for 2 cards",
    [SLOT_TUNNEL_OR_TRACK] = "the slot for 1 tunnel or a Federation step",
    [SLOT_ACTION_STEEL] = "the slot for an action card and 1 steelplast",
    [SLOT_STEEL_KELP] = "the slot for 2 steelplast and 1 kelp",
    [SLOT_SPECIAL] = "the slot for a special card",
    [SLOT_TUNNEL_ACTION] = "the slot for 1 tunnel and an action card",
    [SLOT_FARMS_OR_LABORATORIES] = "the slot for 2 farms or 2 laboratories",
    [SLOT_LABORATORIES] = "the slot for 2 laboratories",
    [SLOT_TUNNEL_CITY] = "the slot for 1 tunnel and 1 city",
    [SLOT_FARMS] = "the slot for 2 farms",
    [SLOT_ACTION_BUILD] = "the slot for an action card and a build",
    [SLOT_CITY_BUILDING] = "the slot for 1 city and 1 building",
    [SLOT_SCIENCE] = "the slot for 2 science or upgrades",
    [SLOT_TUNNELS] = "the slot for 2 tunnels",
    [SLOT_ACTION_RESOURCES] = "the slot for an action card and 2 resources",
    [SLOT_ACTION_SPECIAL] = "the slot for an action card and a special card",
    [SLOT_RESOURCES] = "the slot for science, steelplast and kelp",
    [SLOT_ALWAYS] = "the always-available slot",
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

const char *piece_noun(unsigned piece)
{
    const int i = piece_number(piece);

    return i < 0 ? "" : piece_nouns[i];
}

const char *resource_noun(enum resource resource, int count)
{
    if (count != 1 && resource == CREDIT)
        return "credits";
    if (resource == POINT)
        return count == 1 ? "point" : "points";
    if (count != 1 && resource == CARD)
        return "cards";
    return resource_words[resource];
}

const char *countable_noun(enum countable countable, int count)
{
    static const char *const nouns[COUNTABLES][2] = {
#define COUNTABLE(NAME, word, singular, plural)                                \
    [COUNT_##NAME] = {singular, plural},
#include "rules/underwater_cities/content/countables.def"
#undef COUNTABLE
    };

    return nouns[countable][count != 1];
}
