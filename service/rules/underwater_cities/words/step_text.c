/* The texts of the journal's steps, filled in from the templates of
 * phrases.def. */
#include "rules/underwater_cities/words/step_text.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <ctype.h>
#include <stdio.h>

enum phrase_key {
#define PHRASE(KEY, key, english) PHRASE_##KEY,
#include "rules/underwater_cities/words/phrases.def"
#undef PHRASE
    PHRASES
};

static const char *const keys[PHRASES] = {
#define PHRASE(KEY, key, english) [PHRASE_##KEY] = key,
#include "rules/underwater_cities/words/phrases.def"
#undef PHRASE
};

static const char *const phrases[LANGUAGES][PHRASES] = {
    [LANGUAGE_EN] =
        {
#define PHRASE(KEY, key, english) [PHRASE_##KEY] = english,
#include "rules/underwater_cities/words/phrases.def"
#undef PHRASE
        },
    [LANGUAGE_DE] =
        {
#define PHRASE(KEY, german) [PHRASE_##KEY] = german,
#include "rules/underwater_cities/words/phrases_de.def"
#undef PHRASE
        },
};

enum {
#define PHRASE(KEY, german) +1
    GERMAN_PHRASES = 0
#include "rules/underwater_cities/words/phrases_de.def"
#undef PHRASE
};
_Static_assert((int)GERMAN_PHRASES == (int)PHRASES,
               "every phrase in every language");

const char *const journal_words[JOURNAL_TYPES] = {
#define JOURNAL(NAME, word) [JOURNAL_##NAME] = word,
#include "rules/underwater_cities/engine/journal.def"
#undef JOURNAL
};

const char *const cause_words[CAUSES] = {
#define CAUSE(NAME, word, id) [CAUSE_##NAME] = word,
#include "rules/underwater_cities/engine/causes.def"
#undef CAUSE
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

/* The templates of steps, causes, places and phases stand in the order of their
 * enums. */
_Static_assert(PHRASE_STEP_OUTCOME - PHRASE_STEP_ROUND + 1 == JOURNAL_TYPES,
               "a template for each step");
_Static_assert(PHRASE_BECAUSE_END_OF_TURN - PHRASE_BECAUSE_SLOT + 2 == CAUSES,
               "a template for each cause");
_Static_assert(PHRASE_PLACE_TILES - PHRASE_PLACE_SUPPLY + 2 == PLACES,
               "a template for each place");
_Static_assert(PHRASE_PHASE_TILES - PHRASE_PHASE_TURN == PHASE_TILES,
               "a template for each phase");
_Static_assert(PHRASE_CARD - PHRASE_CREDIT + 1 == GAINS &&
                   PHRASE_CARD_ONE - PHRASE_CREDIT_ONE + 1 == GAINS,
               "a template for each resource");
_Static_assert(PHRASE_A_SYMBIOTIC - PHRASE_A_FARM + 1 == PIECE_KINDS &&
                   PHRASE_THE_SYMBIOTIC - PHRASE_THE_FARM + 1 == PIECE_KINDS,
               "a template for each piece");
_Static_assert(PHRASE_LOWER_LEFT - PHRASE_UPPER_LEFT + 1 == METROPOLIS_PLACES,
               "a template for each metropolis");

/* How cards and tiles come from a place and go to it. */
static const struct {
    uint8_t from, to;
} ways[PLACES] = {
#define WAY(PLACE) [PLACE_##PLACE] = {PHRASE_FROM_##PLACE, PHRASE_TO_##PLACE}
    WAY(DECK), WAY(DISCARDS), WAY(SPECIALS), WAY(DISPLAY),
    WAY(HAND), WAY(TURN),     WAY(IN_PLAY),  WAY(CHOICE),
    WAY(OUT),  WAY(BOARD),    WAY(TILES),
#undef WAY
};
_Static_assert(PHRASES <= UINT8_MAX, "a template has a byte");

/* The names that templates may have in braces. */
enum name {
    NAME_SEAT,
    NAME_N,
    NAME_AMOUNT,
    NAME_CARDS,
    NAME_POINTS,
    NAME_CITIES,
    NAME_FROM,
    NAME_TO,
    NAME_BECAUSE,
    NAME_CARD,
    NAME_CONTRACT,
    NAME_TILE,
    NAME_A_PIECE,
    NAME_THE_PIECE,
    NAME_METROPOLIS,
    NAME_SLOT,
    NAME_SITE,
    NAME_SPACE,
    NAME_ORDER,
    NAME_PHASE,
    NAME_ITEM,
    NAME_OUTCOME,
    NAME_STEP,
    NAME_LEVEL,
    NAME_LIST,
    NAME_SPECIALS,
    NAMES
};

static enum name name_of(const char *word)
{
    static const char *const words[NAMES] = {
        "seat",    "n",         "amount",     "cards",   "points",   "cities",
        "from",    "to",        "because",    "card",    "contract", "tile",
        "a_piece", "the_piece", "metropolis", "slot",    "site",     "space",
        "order",   "phase",     "item",       "outcome", "step",     "level",
        "list",    "specials",
    };
    int i = 0;

    while (i < NAMES && strcmp(words[i], word) != 0)
        i++;
    return (enum name)i;
}

/* What a text is made from. */
struct filling {
    const struct journal_step *step;
    const uint8_t *list;               /* of the step */
    const struct journal_place *place; /* of the place being written */
    bool knows;
    bool of_cause; /* names are those of the cause, not of the step */
    enum language language;
};

static void put_name(struct template_text *out, const char *name,
                     const void *context);

static void put_phrase(struct template_text *out, int key,
                       const struct filling *f)
{
    template_expand(out, phrases[f->language][key], put_name, f);
}

static void put_count(struct template_text *out, int many, int one, int n,
                      const struct filling *f)
{
    const struct journal_step counted = {.n = (int16_t)n};
    struct filling count = *f;

    count.step = &counted;
    put_phrase(out, n == 1 ? one : many, &count);
}

static void put_resource(struct template_text *out, int resource, int n,
                         const struct filling *f)
{
    put_count(out, PHRASE_CREDIT + resource, PHRASE_CREDIT_ONE + resource, n,
              f);
}

static void put_place(struct template_text *out,
                      const struct journal_place *place,
                      const struct filling *f)
{
    struct filling at = *f;

    at.place = place;
    if (place->kind != PLACE_NONE)
        put_phrase(out, PHRASE_PLACE_SUPPLY + place->kind - 1, &at);
}

/* Where a card or tile comes from or goes to, or the place of another step. */
static void put_way(struct template_text *out,
                    const struct journal_place *place, bool is_to,
                    const struct filling *f)
{
    const bool moves = f->step->type == JOURNAL_CARD ||
                       f->step->type == JOURNAL_METROPOLIS_TILE;
    const int way = is_to ? ways[place->kind].to : ways[place->kind].from;
    struct filling at = *f;

    at.place = place;
    if (moves && way)
        put_phrase(out, way, &at);
    else
        put_place(out, place, f);
}

static void put_space(struct template_text *out, int space,
                      const struct filling *f)
{
    if (space == UWC_BELOW_TRACK)
        put_phrase(out, PHRASE_BELOW_TRACK, f);
    else
        put_count(out, PHRASE_SPACE, PHRASE_SPACE, space, f);
}

static void put_card(struct template_text *out, int card,
                     const struct filling *f)
{
    if (!f->knows && !f->of_cause)
        put_phrase(out, PHRASE_A_CARD, f);
    else if (card >= 1 && card <= ASSISTANT)
        template_add(out, card == ASSISTANT ? "%s" : "%s (%d)",
                     cards[card]->name, card);
}

/* "Title (12), Other Title (40)". */
static void put_list(struct template_text *out, const struct filling *f)
{
    if (!f->knows)
        put_phrase(out, PHRASE_A_LIST, f);
    for (int i = 0; f->knows && i < f->step->length; i++) {
        template_add(out, "%s", i ? ", " : "");
        put_card(out, f->list[i], f);
    }
}

static void put_tile(struct template_text *out, const struct filling *f)
{
    if (!f->knows && !f->of_cause)
        put_phrase(out, PHRASE_A_TILE, f);
    else
        put_count(out, PHRASE_TILE, PHRASE_TILE,
                  f->of_cause ? f->step->because.id : f->step->what, f);
}

static void put_order(struct template_text *out,
                      const struct journal_step *step)
{
    for (int i = 0; i < step->what; i++)
        template_add(out, "%s%d", i ? ", " : "", step->n >> 3 * i & 7);
}

/* `first` is the template of a farm. */
static void put_piece(struct template_text *out, int first, int piece,
                      const struct filling *f)
{
    for (int i = 0; i < PIECE_KINDS; i++)
        if (piece == 1 << i)
            put_phrase(out, first + i, f);
}

void place_site_write(const struct journal_place *place, char *out, size_t cap)
{
    if (place->kind == PLACE_SITE)
        building_site_write(place->id, out, cap);
    else if (place->kind == PLACE_METROPOLIS)
        snprintf(out, cap, "%s", metropolis_words[place->id]);
    else
        snprintf(out, cap, "%d", 1 + place->id);
}

/* The site of a place, or where the bonus of the cause was printed. */
static void put_site(struct template_text *out, const struct filling *f)
{
    char site[16];

    if (f->place) {
        place_site_write(f->place, site, sizeof site);
        template_add(out, "%s", site);
    } else if (f->of_cause) {
        const struct journal_place place = {
            .kind = (uint8_t)(f->step->because.id >> 8),
            .id = f->step->because.id & 255};

        put_place(out, &place, f);
    }
}

/* Slots are numbered from 1 in each colour. */
static void put_slot(struct template_text *out, const struct filling *f)
{
    const int slot = f->of_cause ? f->step->because.id
                     : f->place  ? f->place->id
                                 : 0;
    const int key = slot == UWC_SLOT_ALWAYS ? PHRASE_SLOT_ALWAYS
                                            : PHRASE_SLOT_GREEN + slot / 5;

    put_count(out, key, key, 1 + slot % 5, f);
}

/* "pays 1 credit for the effect from ..." */
static bool pays_for_effect(int cause)
{
    return (cause >= CAUSE_SLOT && cause <= CAUSE_CONTRACT) ||
           cause == CAUSE_SWAP;
}

static void put_because(struct template_text *out, const struct filling *f)
{
    struct filling cause = *f;

    cause.of_cause = true;
    if (f->step->type == JOURNAL_LOSE &&
        f->step->because.kind == CAUSE_FEEDING) {
        put_phrase(out, PHRASE_UNFED, f);
        return;
    }
    if (f->step->type == JOURNAL_PAY && pays_for_effect(f->step->because.kind))
        put_phrase(out, PHRASE_PAY_EFFECT, f);
    if (f->step->because.kind != CAUSE_NONE)
        put_phrase(out, PHRASE_BECAUSE_SLOT + f->step->because.kind - 1,
                   &cause);
}

/* The template of a step. */
static int phrase_of(const struct journal_step *step)
{
    if (step->type == JOURNAL_EFFECT && !step->length)
        return PHRASE_EFFECT_ENDED;
    if (step->type == JOURNAL_NEUTRAL_TILE && step->n)
        return PHRASE_FOURTH_TILE;
    return PHRASE_STEP_ROUND + step->type;
}

static void put_name(struct template_text *out, const char *name,
                     const void *context)
{
    const struct filling *f = context;
    const struct journal_step *step = f->step;
    const int id = f->of_cause ? step->because.id : step->what;

    switch (name_of(name)) {
    case NAME_SEAT:
        template_add(out, "%d", f->place ? f->place->seat : step->seat);
        break;
    case NAME_N: template_add(out, "%d", step->n); break;
    case NAME_AMOUNT: put_resource(out, step->what, step->n, f); break;
    case NAME_CARDS: put_resource(out, CARD, step->n, f); break;
    case NAME_POINTS:
        put_resource(out, POINT,
                     step->type == JOURNAL_RANK ? step->what : step->n, f);
        break;
    case NAME_CITIES:
        put_count(out, PHRASE_CITIES, PHRASE_CITIES_ONE, step->n, f);
        break;
    case NAME_FROM: put_way(out, &step->from, false, f); break;
    case NAME_TO: put_way(out, &step->to, true, f); break;
    case NAME_BECAUSE: put_because(out, f); break;
    case NAME_CARD: put_card(out, id, f); break;
    case NAME_CONTRACT:
        template_add(out, "%s (%d)", contracts[id].title, id);
        break;
    case NAME_TILE: put_tile(out, f); break;
    case NAME_A_PIECE: put_piece(out, PHRASE_A_FARM, id, f); break;
    case NAME_THE_PIECE: put_piece(out, PHRASE_THE_FARM, id, f); break;
    case NAME_METROPOLIS:
        put_phrase(out, PHRASE_UPPER_LEFT + (f->place ? f->place->id : 0), f);
        break;
    case NAME_SLOT: put_slot(out, f); break;
    case NAME_SITE: put_site(out, f); break;
    case NAME_SPACE: put_space(out, f->place ? f->place->id : id, f); break;
    case NAME_ORDER: put_order(out, step); break;
    case NAME_PHASE: put_phrase(out, PHRASE_PHASE_TURN + step->what, f); break;
    case NAME_ITEM: put_phrase(out, PHRASE_ITEM_POINTS + step->what, f); break;
    case NAME_OUTCOME:
        put_phrase(out, PHRASE_OUTCOME_RANKED + step->what, f);
        break;
    case NAME_STEP: put_phrase(out, phrase_of(step), f); break;
    case NAME_LEVEL: template_add(out, "%d", 1 + step->n); break;
    case NAME_LIST: put_list(out, f); break;
    case NAME_SPECIALS:
        put_count(out, PHRASE_SPECIALS_COUNT, PHRASE_SPECIALS_ONE, step->n, f);
        break;
    case NAMES: break;
    }
}

void step_text(struct template_text *out, const struct journal *journal,
               size_t index, bool knows, enum language language)
{
    const struct journal_step *step = &journal->step[index];
    struct journal_step forward = *step;
    const struct filling f = {.step = &forward,
                              .list = journal->item + step->list,
                              .knows = knows,
                              .language = language};

    if (step->is_undone) {
        forward.from = step->to;
        forward.to = step->from;
    }
    put_phrase(out, step->is_undone ? PHRASE_UNDONE : phrase_of(&forward), &f);
    out->text[0] = (char)toupper((unsigned char)out->text[0]);
}

void uwc_phrases(const char *language, struct sink *sink)
{
    const enum language l =
        strcmp(language, "de") == 0 ? LANGUAGE_DE : LANGUAGE_EN;

    for (int i = 0; i < PHRASES; i++)
        sink_string(sink, keys[i], phrases[l][i]);
}
