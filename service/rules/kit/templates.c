/* Templates by key, and what is in them. */
#include "rules/kit/templates.h"

#include <assert.h>
#include <string.h>

static struct word word_of(const char *text)
{
    return (struct word){text, strlen(text)};
}

/* ---- finding ---- */

/* The hash of a text that begins with one of this hash and ends with a word:
 * FNV-1a. */
static uint32_t hash_with(uint32_t hash, struct word word)
{
    for (size_t i = 0; i < word.length; i++)
        hash = (hash ^ (unsigned char)word.at[i]) * 16777619U;
    return hash;
}

static size_t slot_of(uint32_t hash)
{
    return (hash ^ hash >> 16) % TEMPLATE_SLOTS;
}

uint16_t template_of(const struct templates *t, const struct family *family,
                     struct word v)
{
    size_t slot;

    if (family->first == family->end)
        return NO_TEMPLATE;
    slot = slot_of(hash_with(family->hash, v));
    for (; t->slot[slot] != NO_TEMPLATE; slot = (slot + 1) % TEMPLATE_SLOTS) {
        const uint16_t i = t->slot[slot];

        if (i >= family->first && i < family->end &&
            is_word(t->all[i].key + family->prefix, v))
            return i;
    }
    return NO_TEMPLATE;
}

uint16_t template_find(const struct templates *t, const char *key)
{
    return template_of(t, &t->whole, word_of(key));
}

/* ---- reading ---- */

static void read_keys(struct templates *t, const struct phrases *phrases)
{
    assert(phrases->count <= TEMPLATES_MAX);
    t->all = phrases->templates[LANGUAGE_EN];
    t->whole =
        (struct family){.end = (uint16_t)phrases->count, .hash = 2166136261U};
    memset(t->slot, 0xff, sizeof t->slot); /* NO_TEMPLATE */
    for (uint16_t i = 0; i < t->whole.end; i++) {
        size_t slot = slot_of(hash_with(t->whole.hash, word_of(t->all[i].key)));

        while (t->slot[slot] != NO_TEMPLATE)
            slot = (slot + 1) % TEMPLATE_SLOTS;
        t->slot[slot] = i;
    }
}

/* The first template whose key is not before the family and this character. */
static uint16_t first_from(const struct templates *t, struct word family,
                           char after)
{
    unsigned low = 0, high = t->whole.end;

    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const char *key = t->all[middle].key;
        const int order = strncmp(key, family.at, family.length);

        if (order < 0 || (order == 0 && key[family.length] < after))
            low = middle + 1;
        else
            high = middle;
    }
    return (uint16_t)low;
}

static struct family family_of(const struct templates *t, struct word name)
{
    const struct word period = {".", 1};

    return (struct family){
        .first = first_from(t, name, '.'),
        .end = first_from(t, name, '.' + 1),
        .prefix = (uint16_t)(name.length + 1),
        .hash = hash_with(hash_with(t->whole.hash, name), period),
    };
}

/* Read the segment that begins here, and return its end. */
static const char *read_segment(const struct templates *t, const char *at,
                                struct segment *out)
{
    const size_t literal = strcspn(at, "{");
    const char *name = at + literal + 1;
    const char *end = at[literal] ? strchr(name, '}') : NULL;
    struct word family;

    *out = (struct segment){.at = at, .literal = (uint16_t)literal};
    out->plain = out->one = out->none = NO_TEMPLATE;
    if (!end) {
        out->literal = (uint16_t)strlen(at);
        return at + out->literal;
    }
    out->name = (uint16_t)strcspn(name, ":?}");
    out->mark = name[out->name];
    if (out->mark == '}')
        return end + 1;
    family.at = name + out->name + 1;
    family.length = (size_t)(end - family.at);
    out->family = family_of(t, family);
    out->is_player = is_word("player", family);
    out->plain = template_of(t, &t->whole, family);
    out->one = template_of(t, &out->family, word_of("one"));
    out->none = template_of(t, &out->family, word_of("none"));
    return end + 1;
}

static void read_texts(struct templates *t, const struct phrases *phrases)
{
    uint16_t *first = t->first, taken = 0;

    for (int language = 0; language < LANGUAGES; language++)
        for (size_t i = 0; i < phrases->count; i++) {
            const char *at = phrases->templates[language][i].text;

            *first++ = taken;
            while (*at) {
                assert(taken < SEGMENTS_MAX);
                at = read_segment(t, at, &t->segment[taken++]);
            }
        }
    *first = taken;
}

/* Only a template that has a text for several has one for 1. */
static void read_ones(struct templates *t)
{
    for (uint16_t i = 0; i < t->whole.end; i++) {
        const struct family family = family_of(t, word_of(t->all[i].key));

        t->one[i] = template_of(t, &family, word_of("one"));
    }
}

void templates_read(const struct phrases *phrases)
{
    struct templates *t = phrases->read;

    read_keys(t, phrases);
    read_texts(t, phrases);
    read_ones(t);
}
