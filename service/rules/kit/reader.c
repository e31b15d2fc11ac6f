/* Reading a document strictly. */
#include "rules/kit/reader.h"

#include "rules/kit/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- faults ---- */

/* Whether this is the first fault, and somebody wants to know of it. */
static bool is_first(struct reader *r)
{
    const bool first = !r->bad && r->fault;

    r->bad = true;
    return first;
}

__attribute__((format(printf, 4, 0))) static void
note(struct reader *r, source_node node, const char *key, const char *format,
     va_list args)
{
    if (!is_first(r))
        return;
    fault_point(r->fault, r->source, node);
    if (key)
        fault_add_key(r->fault, key, strlen(key));
    vsnprintf(r->fault->reason, sizeof r->fault->reason, format, args);
}

void reader_refuse(struct reader *r, source_node node, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    note(r, node, NULL, format, args);
    va_end(args);
}

void reader_refuse_member(struct reader *r, source_node object, const char *key,
                          const char *format, ...)
{
    va_list args;

    va_start(args, format);
    note(r, object, key, format, args);
    va_end(args);
}

/* ---- objects and arrays ---- */

static bool is_name(const struct source_place *place, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == place->key_length &&
            memcmp(*names, place->key, place->key_length) == 0)
            return true;
    return false;
}

void reader_know(struct reader *r, source_node object, const char *const *names)
{
    const struct source *source = r->source;
    source_node node = SOURCE_NONE;
    struct source_place place;

    if (object == SOURCE_NONE)
        return;
    if (!source->has_shape(source, object, SINK_OBJECT)) {
        reader_refuse(r, object, "This must be an object.");
        return;
    }
    while (!r->is_view &&
           (node = source->next(source, object, node)) != SOURCE_NONE)
        if (source->place(source, node, &place) && !is_name(&place, names))
            reader_refuse(r, node, "A position has no such member.");
}

source_node reader_member(struct reader *r, source_node object, const char *key)
{
    const source_node node = r->source->member(r->source, object, key);

    if (node == SOURCE_NONE)
        reader_refuse_member(r, object, key, "This member is required.");
    return node;
}

source_node reader_find(struct reader *r, source_node object, const char *key)
{
    return r->is_view ? reader_member(r, object, key)
                      : r->source->member(r->source, object, key);
}

size_t reader_length(struct reader *r, source_node array, size_t max)
{
    const size_t n =
        array == SOURCE_NONE ? 0 : r->source->length(r->source, array);

    if (array != SOURCE_NONE &&
        (n > max || !r->source->has_shape(r->source, array, SINK_ARRAY))) {
        reader_refuse(r, array, "This must be an array of at most %zu.", max);
        return 0;
    }
    return n;
}

source_node reader_element(struct reader *r, source_node array, size_t i)
{
    const source_node node = r->source->element(r->source, array, i);

    if (node == SOURCE_NONE)
        reader_refuse(r, array, "This must have %zu elements or more.", i + 1);
    return node;
}

/* ---- values ---- */

int64_t reader_number_at(struct reader *r, source_node node, int64_t min,
                         int64_t max)
{
    int64_t n;

    if (r->source->number(r->source, node, &n) && n >= min && n <= max)
        return n;
    if (min == max)
        reader_refuse(r, node, "This must be the number %lld.", (long long)min);
    else
        reader_refuse(r, node, "This must be a whole number from %lld to %lld.",
                      (long long)min, (long long)max);
    return 0;
}

int64_t reader_number(struct reader *r, source_node object, const char *key,
                      int64_t min, int64_t max)
{
    const source_node node = reader_member(r, object, key);

    return node == SOURCE_NONE ? 0 : reader_number_at(r, node, min, max);
}

int64_t reader_number_or(struct reader *r, source_node object, const char *key,
                         int64_t min, int64_t max, int64_t otherwise)
{
    const source_node node = reader_find(r, object, key);

    return node == SOURCE_NONE ? otherwise
                               : reader_number_at(r, node, min, max);
}

int reader_maybe_at(struct reader *r, source_node node, int max)
{
    int64_t n;

    if (r->source->is_null(r->source, node))
        return 0;
    if (r->source->number(r->source, node, &n) && n >= 1 && n <= max)
        return (int)n;
    reader_refuse(r, node, "This must be null or a whole number from 1 to %d.",
                  max);
    return 0;
}

int reader_maybe_or(struct reader *r, source_node object, const char *key,
                    int max, int otherwise)
{
    const source_node node = reader_find(r, object, key);

    return node == SOURCE_NONE ? otherwise : reader_maybe_at(r, node, max);
}

static bool truth_at(struct reader *r, source_node node)
{
    bool value = false;

    if (!r->source->truth(r->source, node, &value))
        reader_refuse(r, node, "This must be true or false.");
    return value;
}

bool reader_truth(struct reader *r, source_node object, const char *key)
{
    const source_node node = reader_member(r, object, key);

    return node != SOURCE_NONE && truth_at(r, node);
}

bool reader_truth_or(struct reader *r, source_node object, const char *key,
                     bool otherwise)
{
    const source_node node = reader_find(r, object, key);

    return node == SOURCE_NONE ? otherwise : truth_at(r, node);
}

/* The words as a list for people. */
static void refuse_word(struct reader *r, source_node node,
                        const char *const *words, size_t count)
{
    char list[160];
    size_t length = 0;

    list[0] = '\0';
    for (size_t i = 0; i < count && length < sizeof list; i++)
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s\"%s\"",
                             !i              ? ""
                             : i + 1 < count ? ", "
                                             : " or ",
                             words[i]);
    reader_refuse(r, node, "This must be %s.", list);
}

int reader_word_at(struct reader *r, source_node node, const char *const *words,
                   size_t count)
{
    const char *text;

    if (r->source->text(r->source, node, &text))
        for (size_t i = 0; i < count; i++)
            if (!strcmp(text, words[i]))
                return (int)i;
    refuse_word(r, node, words, count);
    return 0;
}

int reader_word(struct reader *r, source_node object, const char *key,
                const char *const *words, size_t count)
{
    const source_node node = reader_member(r, object, key);

    return node == SOURCE_NONE ? 0 : reader_word_at(r, node, words, count);
}

int reader_word_or(struct reader *r, source_node object, const char *key,
                   const char *const *words, size_t count, int otherwise)
{
    const source_node node = reader_find(r, object, key);

    return node == SOURCE_NONE ? otherwise
                               : reader_word_at(r, node, words, count);
}

uint8_t reader_bytes(struct reader *r, source_node array, uint8_t *out,
                     size_t cap, int64_t min, int64_t max)
{
    const size_t n = reader_length(r, array, cap);

    for (size_t i = 0; i < n; i++)
        out[i] =
            (uint8_t)reader_number_at(r, reader_element(r, array, i), min, max);
    return (uint8_t)n;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void reader_secret_at(struct reader *r, source_node node,
                      uint8_t out[RULES_SECRET_SIZE])
{
    const char *hex;
    bool ok = r->source->text(r->source, node, &hex) &&
              strlen(hex) == 2 * RULES_SECRET_SIZE;

    for (size_t i = 0; ok && i < RULES_SECRET_SIZE; i++) {
        const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);

        ok = high >= 0 && low >= 0;
        out[i] = (uint8_t)((unsigned)(high & 15) << 4 | (unsigned)(low & 15));
    }
    if (!ok)
        reader_refuse(r, node, "This must be %d hexadecimal digits.",
                      2 * RULES_SECRET_SIZE);
}
