/* The rules texts of slots, tiles and contracts. */
#include "rules/underwater_cities/words/content_texts.h"

#include "rules/kit/once.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/limits.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/texts.h"

#include <assert.h>
#include <stdio.h>

/* ---- slots ---- */

static void put_slot(struct text *t, const struct slot *slot)
{
    const struct effect *list = slot->effects;

    effects_sentences(t, list, list + effect_list_length(list));
}

/* ---- tiles ---- */

/* "When connected: Gain 2 points." */
static void put_moment(struct text *t, const char *key,
                       const struct effect *list)
{
    char words[CARD_TEXT_MAX];
    struct members members;

    if (!list)
        return;
    effects_text(list, list + effect_list_length(list), t->language, words,
                 sizeof words);
    text_members(&members, t->language);
    sink_string(&members.sink, "effects", words);
    text_sentence(t, key, &members);
}

static void put_blue_tile(struct text *t, int tile)
{
    put_moment(t, "tile-text.connected", blue_tiles[tile].instant);
    put_moment(t, "tile-text.production", blue_tiles[tile].produce);
}

static void put_brown_tile(struct text *t, int tile)
{
    char key[24];

    snprintf(key, sizeof key, "brown-tile.%d", tile);
    text_plain(t, key);
}

/* ---- contracts ---- */

/* "2 connected farms". */
static void sink_criterion(struct sink *sink, const struct criterion *c)
{
    char words[PHRASE_TEXT_MAX];
    struct members members;

    text_members(&members, sink->language);
    sink_number(&members.sink, "n", c->count);
    sink_string(&members.sink, "count", countable_words[c->what]);
    phrases_fill_part(&uwc_texts, &members, "criterion", sink->language, words);
    sink_string(sink, NULL, words);
}

/* A structure that is built for free still costs the surcharge of its site (20,
 * 55). */
static bool builds_for_free(const struct effect *list)
{
    for (; list->op != OP_END; list++)
        if (list->op == OP_BUILD && list->price == PRICE_FREE)
            return true;
    return false;
}

static void put_contract(struct text *t, int contract)
{
    const struct criterion *c = contracts[contract].criteria;
    const struct effect *reward = contracts[contract].reward;
    struct members members;

    text_members(&members, t->language);
    sink_array(&members.sink, "criteria");
    for (int i = 0; i < CONTRACT_CRITERIA_MAX && c[i].count; i++)
        sink_criterion(&members.sink, &c[i]);
    sink_close(&members.sink);
    sink_effects(&members.sink, reward);
    text_sentence(t, "contract-text", &members);
    if (builds_for_free(reward))
        text_plain(t, "contract-text.free");
}

/* ---- all texts ---- */

enum { SIDES = 2, TEXTS_ROOM = 8 * 1024 };

struct content_texts {
    const char *slot[SIDES][UWC_SLOTS]; /* NULL: the side does not have it */
    const char *blue[UWC_BLUE_TILES + 1];
    const char *brown[UWC_BROWN_TILES + 1];
    const char *contract[UWC_CONTRACTS + 1];
    size_t used;
    char room[TEXTS_ROOM];
};

static struct content_texts all[LANGUAGES];
static struct once making;

/* The side of the board for this many seats. */
static int side_of(int seats)
{
    return seats > 2;
}

/* Begin the next text of a language. */
static const char *begin_text(struct text *t, enum language language)
{
    struct content_texts *texts = &all[language];
    char *at = texts->room + texts->used;

    text_begin(t, language, at, TEXTS_ROOM - texts->used);
    return at;
}

static void end_text(const struct text *t)
{
    all[t->language].used += t->length + 1;
    assert(all[t->language].used < TEXTS_ROOM);
}

static void make_slots(enum language language)
{
    struct text t;

    for (int seats = 2; seats <= 3; seats++)
        for (int i = 0; i < UWC_SLOTS; i++) {
            const struct slot *slot = slot_of(seats, i);

            if (!slot)
                continue;
            all[language].slot[side_of(seats)][i] = begin_text(&t, language);
            put_slot(&t, slot);
            end_text(&t);
        }
}

/* The texts of a list from 1 to count. */
static void make_texts(const char **texts, int count, enum language language,
                       void (*put)(struct text *t, int number))
{
    struct text t;

    for (int i = 1; i <= count; i++) {
        texts[i] = begin_text(&t, language);
        put(&t, i);
        end_text(&t);
    }
}

static void make_all(void)
{
    for (enum language l = 0; l < LANGUAGES; l++) {
        make_slots(l);
        make_texts(all[l].blue, UWC_BLUE_TILES, l, put_blue_tile);
        make_texts(all[l].brown, UWC_BROWN_TILES, l, put_brown_tile);
        make_texts(all[l].contract, UWC_CONTRACTS, l, put_contract);
    }
}

static const struct content_texts *texts_in(enum language language)
{
    if (once_begin(&making)) {
        make_all();
        once_end(&making);
    }
    return &all[language];
}

const char *slot_text(int seats, int slot, enum language language)
{
    return texts_in(language)->slot[side_of(seats)][slot];
}

const char *blue_tile_text(int tile, enum language language)
{
    return texts_in(language)->blue[tile];
}

const char *brown_tile_text(int tile, enum language language)
{
    return texts_in(language)->brown[tile];
}

const char *contract_text(int contract, enum language language)
{
    return texts_in(language)->contract[contract];
}
