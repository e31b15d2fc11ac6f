/* Reading documents: members, numbers, words, cards, each within its range. */
#include "rules/underwater_cities/view/reader.h"

#include "rules/underwater_cities/words/notation.h"

source_node reader_member(struct reader *r, source_node object, const char *key)
{
    source_node node = r->source->member(r->source, object, key);

    r->bad |= node == SOURCE_NONE;
    return node;
}

source_node reader_element(struct reader *r, source_node array, size_t i)
{
    source_node node = r->source->element(r->source, array, i);

    r->bad |= node == SOURCE_NONE;
    return node;
}

/* The length of an array, refused beyond max. */
size_t reader_length(struct reader *r, source_node array, size_t max)
{
    size_t n = array == SOURCE_NONE ? 0 : r->source->length(r->source, array);

    if (n <= max)
        return n;
    r->bad = true;
    return 0;
}

int64_t reader_number_at(struct reader *r, source_node node, int64_t min,
                         int64_t max)
{
    int64_t n;

    if (r->source->number(r->source, node, &n) && n >= min && n <= max)
        return n;
    r->bad = true;
    return 0;
}

int64_t reader_number(struct reader *r, source_node object, const char *key,
                      int64_t min, int64_t max)
{
    return reader_number_at(r, reader_member(r, object, key), min, max);
}

/* A number from 1, or null for 0. */
int reader_maybe(struct reader *r, source_node node, int max)
{
    if (r->source->is_null(r->source, node))
        return 0;
    return (int)reader_number_at(r, node, 1, max);
}

bool reader_truth(struct reader *r, source_node object, const char *key)
{
    bool value = false;

    if (!r->source->truth(r->source, reader_member(r, object, key), &value))
        r->bad = true;
    return value;
}

/* A text that must be one of some words: its index. */
int reader_word_at(struct reader *r, source_node node, const char *const *words,
                   size_t count)
{
    const char *text;

    if (r->source->text(r->source, node, &text))
        for (size_t i = 0; i < count; i++)
            if (!strcmp(text, words[i]))
                return (int)i;
    r->bad = true;
    return 0;
}

/* An array of small numbers into count bytes; returns how many there are. */
uint8_t reader_bytes(struct reader *r, source_node array, uint8_t *out,
                     size_t cap, int64_t min, int64_t max)
{
    size_t n = reader_length(r, array, cap);

    for (size_t i = 0; i < n; i++)
        out[i] =
            (uint8_t)reader_number_at(r, reader_element(r, array, i), min, max);
    return (uint8_t)n;
}

void reader_cards(struct reader *r, source_node array, struct card_set *set)
{
    size_t n = reader_length(r, array, CARD_LAST);

    for (size_t i = 0; i < n; i++)
        set_add(set, (int)reader_number_at(r, reader_element(r, array, i), 1,
                                           CARD_LAST));
    r->bad |= (size_t)set_count(set) != n;
}

uint8_t reader_slot(struct reader *r, source_node node)
{
    const char *text;
    char word[12];

    if (r->source->is_null(r->source, node))
        return UWC_NO_SLOT;
    if (r->source->text(r->source, node, &text))
        for (int i = 0; i < UWC_SLOTS; i++) {
            slot_write(i, word, sizeof word);
            if (!strcmp(text, word))
                return (uint8_t)i;
        }
    r->bad = true;
    return UWC_NO_SLOT;
}
