/* Templates by key, and what is in them. */
#include "rules/kit/templates.h"

#include <stdatomic.h>
#include <string.h>

enum { KEY_SIZE = 64 };

/* ---- finding ---- */

/* Where keys were found last, by their hash.  An entry may be of another game.
 */
enum { MEMO = 1 << 13 };
static _Atomic uint16_t memo[MEMO];

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
    at = atomic_load_explicit(&memo[hash], memory_order_relaxed);
    if (at >= phrases->count || strcmp(key, all[at].key) != 0) {
        at = search(phrases, key);
        if (at == phrases->count || strcmp(key, all[at].key) != 0)
            return NO_TEMPLATE;
        atomic_store_explicit(&memo[hash], (uint16_t)at, memory_order_relaxed);
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

/* The segments that were read, which is once for each of most: those of all
 * games and languages fit.  An entry of `places` is the place in `segments`
 * plus one; 0: none.  It is set once, when the segment is complete. */
enum { SEGMENTS = 1 << 12, PLACES = 1 << 13 };
static struct segment segments[SEGMENTS];
static _Atomic unsigned taken;
static _Atomic uint16_t places[PLACES];

static size_t hash_of(const char *at)
{
    const uint32_t hash = (uint32_t)(uintptr_t)at * 2654435761U;

    return (hash ^ hash >> 16) % PLACES;
}

/* The segment at this entry; NULL: none. */
static const struct segment *known_at(size_t entry)
{
    const uint16_t place =
        atomic_load_explicit(&places[entry], memory_order_acquire);

    return place ? &segments[place - 1] : NULL;
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

/* Read a segment and keep it from this entry on; without room, until the next
 * call. */
static const struct segment *keep_segment(const struct phrases *phrases,
                                          const char *at, size_t entry)
{
    static _Thread_local struct segment last;
    const unsigned place = atomic_fetch_add(&taken, 1);
    struct segment *segment = place < SEGMENTS ? &segments[place] : &last;

    if (place >= SEGMENTS)
        atomic_store(&taken, SEGMENTS);
    read_segment(phrases, at, segment);
    for (size_t i = 0; place < SEGMENTS && i < PLACES; i++) {
        uint16_t none = 0;

        if (atomic_compare_exchange_strong(&places[(entry + i) % PLACES], &none,
                                           (uint16_t)(place + 1)))
            break;
    }
    return segment;
}

const struct segment *template_segment(const struct phrases *phrases,
                                       const char *at)
{
    size_t entry = hash_of(at);
    const struct segment *segment;

    for (; (segment = known_at(entry)); entry = (entry + 1) % PLACES)
        if (segment->at == at && segment->phrases == phrases)
            return segment;
    return keep_segment(phrases, at, entry);
}
