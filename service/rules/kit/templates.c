/* Templates by key, and what is in them. */
#include "rules/kit/templates.h"

#include <string.h>

enum { KEY_SIZE = 64 };

/* ---- finding ---- */

/* Where keys were found last, by their hash. */
enum { MEMO = 1 << 13 };
static _Thread_local uint16_t memo[MEMO];

static size_t search(const struct phrases *phrases, const char *key)
{
    const struct phrase_template *all = phrases->templates[LANGUAGE_EN];
    size_t low = 0, high = phrases->count;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (strcmp(key, all[middle].key) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint16_t template_find(const struct phrases *phrases, const char *key)
{
    const struct phrase_template *all = phrases->templates[LANGUAGE_EN];
    uint32_t hash = 2166136261U; /* FNV-1a */
    size_t at;

    for (const char *c = key; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    hash = (hash ^ hash >> 16) % MEMO;
    at = memo[hash];
    if (at >= phrases->count || strcmp(key, all[at].key) != 0) {
        at = search(phrases, key);
        if (at == phrases->count || strcmp(key, all[at].key) != 0)
            return NO_TEMPLATE;
        memo[hash] = (uint16_t)at;
    }
    return (uint16_t)at;
}

uint16_t template_find_of(const struct phrases *phrases, struct word family,
                          const char *v, const char *end)
{
    const size_t length = strlen(v), rest = strlen(end);
    char key[KEY_SIZE];

    if (!family.length || family.length + length + rest >= sizeof key)
        return NO_TEMPLATE;
    memcpy(key, family.at, family.length);
    memcpy(key + family.length, v, length);
    memcpy(key + family.length + length, end, rest + 1);
    return template_find(phrases, key);
}

/* ---- reading ---- */

/* Segments that were read last, by their address. */
enum { SEGMENTS = 1 << 12 };
static _Thread_local struct segment segments[SEGMENTS];

static struct segment *memo_of(const char *at)
{
    const uint32_t hash = (uint32_t)(uintptr_t)at * 2654435761U;

    return &segments[(hash ^ hash >> 16) % SEGMENTS];
}

static void read_segment(const struct phrases *phrases, const char *at,
                         struct segment *out)
{
    const size_t literal = strcspn(at, "{");
    const char *name = at + literal + 1;
    const char *end = at[literal] ? strchr(name, '}') : NULL;
    struct word family;

    *out = (struct segment){.phrases = phrases, .at = at};
    if (!end) {
        out->length = out->literal = (uint16_t)strlen(at);
        return;
    }
    out->literal = (uint16_t)literal;
    out->name = (uint16_t)strcspn(name, ":?}");
    out->mark = name[out->name];
    if (out->mark != '}')
        out->family = (uint16_t)(end - name - out->name - 1);
    out->length = (uint16_t)(end + 1 - at);
    family = segment_family(out);
    out->plain = template_find_of(phrases, family, "", "");
    out->one = template_find_of(phrases, family, ".one", "");
    out->none = template_find_of(phrases, family, ".none", "");
}

const struct segment *template_segment(const struct phrases *phrases,
                                       const char *at)
{
    struct segment *segment = memo_of(at);

    if (segment->at != at || segment->phrases != phrases)
        read_segment(phrases, at, segment);
    return segment;
}
