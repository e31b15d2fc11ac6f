/* The fields of moves as words: a table here says how each of move_fields.def
 * is written and read. */
#include "rules/underwater_cities/words/fields.h"

#include "rules/kit/notation.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/state.h"
#include "rules/underwater_cities/words/place_words.h"

#include <stdio.h>
#include <string.h>

/* How a field is written, and read (move_fields.def).  `write` returns false if
 * there is no such value; `read` may find one, which is then not written. */
struct field {
    uint8_t least, most;
    bool (*write)(struct notation *n, int value);
    bool (*read)(struct words *words, int *value);
};

static bool write_none(struct notation *n, int value)
{
    (void)n;
    return value == 0;
}

static bool read_none(struct words *words, int *value)
{
    (void)words;
    *value = 0;
    return true;
}

static bool write_slot(struct notation *n, int slot)
{
    char word[12];

    if (slot >= UWC_SLOTS)
        return false;
    slot_write(slot, word, sizeof word);
    notation_word(n, word);
    return true;
}

static bool read_slot(struct words *words, int *slot)
{
    char word[12];

    for (*slot = 0; *slot < UWC_SLOTS; ++*slot) {
        slot_write(*slot, word, sizeof word);
        if (words_take(words, word))
            return true;
    }
    return false;
}

static bool write_card(struct notation *n, int card)
{
    if (card == ASSISTANT)
        notation_word(n, "assistant");
    else
        notation_number(n, card);
    return card >= 1 && card <= ASSISTANT;
}

static bool read_card(struct words *words, int *card)
{
    *card = ASSISTANT;
    return words_take(words, "assistant") ||
           words_take_number(words, 1, CARD_LAST, card);
}

static bool write_hand_card(struct notation *n, int card)
{
    if (card)
        notation_number(n, card);
    return card <= CARD_LAST;
}

static bool read_hand_card(struct words *words, int *card)
{
    *card = CARD_NONE;
    (void)words_take_number(words, 1, CARD_LAST, card);
    return true;
}

static bool write_drop(struct notation *n, int card)
{
    if (!card)
        return true;
    notation_word(n, "drop");
    return write_card(n, card);
}

static bool read_drop(struct words *words, int *card)
{
    *card = CARD_NONE;
    return !words_take(words, "drop") || read_card(words, card);
}

static bool read_building_site(struct words *words, int *site)
{
    static const char letters[] = "abcdx";
    const char *word, *letter;

    if (words_next(words, &word) != 2 || word[0] < '1' ||
        word[0] > '0' + UWC_CITY_SITES)
        return false;
    letter = memchr(letters, word[1], sizeof letters - 1);
    if (!letter)
        return false;
    *site = (word[0] - '1') * UWC_SITES_PER_CITY + (int)(letter - letters);
    words_skip(words);
    return true;
}

static bool write_structure(struct notation *n, int structure)
{
    const int tunnel = structure - UWC_TUNNEL_BASE;
    char word[16];

    structure_write(structure, word, sizeof word);
    notation_word(n, word);
    return structure < UWC_CITY_SITES * UWC_SITES_PER_CITY ||
           (tunnel >= 0 && tunnel < UWC_TUNNEL_SITES);
}

static bool read_structure(struct words *words, int *structure)
{
    if (!words_take(words, "tunnel"))
        return read_building_site(words, structure);
    if (!words_take_number(words, 1, UWC_TUNNEL_SITES, structure))
        return false;
    *structure += UWC_TUNNEL_BASE - 1;
    return true;
}

/* A piece and a site of its kind: the piece in the bits above those of a. */
static bool write_place(struct notation *n, int place)
{
    const int site = place & 255, piece = place >> 8;

    notation_word(n, piece_word((unsigned)piece));
    if (piece & BUILDINGS)
        return write_structure(n, site) && site < UWC_TUNNEL_BASE &&
               *piece_word((unsigned)piece);
    notation_number(n, 1 + site);
    return piece == TUNNEL
               ? site < UWC_TUNNEL_SITES
               : (piece == CITY || piece == SYMBIOTIC) && site < UWC_CITY_SITES;
}

static bool read_place(struct words *words, int *place)
{
    const int kind = words_take_one(words, piece_words, PIECE_KINDS);
    int site;

    if (kind < 0)
        return false;
    if (1 << kind & BUILDINGS) {
        if (!read_building_site(words, &site))
            return false;
    } else {
        if (!words_take_number(words, 1, UWC_TUNNEL_SITES, &site))
            return false;
        site--;
    }
    *place = 1 << kind << 8 | site;
    return true;
}

static bool write_city(struct notation *n, int city)
{
    notation_number(n, 1 + city);
    return city < UWC_CITY_SITES;
}

static bool read_city(struct words *words, int *city)
{
    if (!words_take_number(words, 1, UWC_CITY_SITES, city))
        return false;
    --*city;
    return true;
}

static bool write_paying(struct notation *n, int value)
{
    if (!value)
        return true;
    if (value != 1 + CREDIT && value != 1 + SCIENCE)
        return false;
    notation_word(n, "paying");
    notation_word(n, resource_words[value - 1]);
    return true;
}

static bool read_paying(struct words *words, int *value)
{
    *value = 0;
    if (words_take(words, "paying"))
        *value = 1 + words_take_one(words, resource_words, RESOURCES);
    return true;
}

static bool write_special(struct notation *n, int card)
{
    if (card)
        notation_number(n, card);
    else
        notation_word(n, "top");
    return !card || (card >= SPECIAL3_FIRST && card < SPECIAL_FIRST);
}

static bool read_special(struct words *words, int *card)
{
    *card = CARD_NONE;
    return words_take(words, "top") ||
           words_take_number(words, SPECIAL3_FIRST, SPECIAL_FIRST - 1, card);
}

static bool write_revealed(struct notation *n, int value)
{
    if (value <= UWC_BLUE_TILES)
        notation_word(n, "tile");
    notation_number(n, value);
    return (value >= 1 && value <= UWC_BLUE_TILES) ||
           (value >= SPECIAL_FIRST && value <= CARD_LAST);
}

static bool read_revealed(struct words *words, int *value)
{
    if (words_take(words, "tile"))
        return words_take_number(words, 1, UWC_BLUE_TILES, value);
    return words_take_number(words, SPECIAL_FIRST, CARD_LAST, value);
}

static bool write_resource(struct notation *n, int resource)
{
    if (resource >= RESOURCES)
        return false;
    notation_word(n, resource_words[resource]);
    return true;
}

static bool read_resource(struct words *words, int *resource)
{
    *resource = words_take_one(words, resource_words, RESOURCES);
    return *resource >= 0;
}

static bool write_resources(struct notation *n, int mask)
{
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            notation_word(n, resource_words[r]);
    return mask >= 1 && mask < 1 << RESOURCES;
}

static bool read_resources(struct words *words, int *mask)
{
    int resource;

    for (*mask = 0; read_resource(words, &resource);)
        *mask |= 1 << resource;
    return true;
}

static bool write_clone(struct notation *n, int clone)
{
    if (clone)
        notation_word(n, "clone");
    return clone <= 1;
}

static bool read_clone(struct words *words, int *clone)
{
    *clone = words_take(words, "clone");
    return true;
}

static void write_replaced(struct notation *n, int count,
                           enum resource resource)
{
    if (!count)
        return;
    notation_number(n, count);
    notation_word(n, resource_words[resource]);
}

static bool write_payment(struct notation *n, int payment)
{
    if (payment)
        notation_word(n, "biomatter");
    write_replaced(n, payment_kelp(payment), KELP);
    write_replaced(n, payment_steelplast(payment), STEELPLAST);
    return true;
}

static int read_replaced(struct words *words, enum resource resource)
{
    const struct words before = *words;
    int count;

    if (words_take_number(words, 1, 7, &count) &&
        words_take(words, resource_words[resource]))
        return count;
    *words = before;
    return 0;
}

static bool read_payment(struct words *words, int *payment)
{
    *payment = 0;
    if (words_take(words, "biomatter")) {
        const int kelp = read_replaced(words, KELP);

        *payment = payment_make(kelp, read_replaced(words, STEELPLAST));
    }
    return true;
}

static const struct field fields[] = {
#define FIELD_NUMBER(NAME, member, least, most)                                \
    [FIELD_##NAME] = {least, most, NULL, NULL},
#define FIELD_TEXT(NAME, name)                                                 \
    [FIELD_##NAME] = {0, 0, write_##name, read_##name},
#include "rules/underwater_cities/engine/move_fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER
};

bool field_write(struct notation *n, enum move_field field, int value)
{
    const struct field *f = &fields[field];

    if (f->write)
        return f->write(n, value);
    notation_number(n, value);
    return value >= f->least && value <= f->most;
}

bool field_read(struct words *words, enum move_field field, int *value)
{
    const struct field *f = &fields[field];

    if (f->read)
        return f->read(words, value);
    if (!words_take_number(words, f->least, f->most, value))
        return false;
    return true;
}
