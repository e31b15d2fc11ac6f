/* The batch of the ladder: rows indexed by their keys, in memory. */
#include "play/ladder/settle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct ladder_key) == 16 + LADDER_GAME_SIZE + 8,
               "every byte of a key is a member's");
_Static_assert(sizeof(struct ladder_card_key) ==
                   sizeof(struct ladder_key) + LADDER_CARD_SIZE,
               "every byte of a key is a member's");
_Static_assert(sizeof(struct ladder_pair_key) ==
                   sizeof(struct ladder_key) + sizeof(struct play_id),
               "every byte of a key is a member's");

/* FNV-1a, folded: keys hold random ids. */
static size_t hash(const void *key, size_t size)
{
    const unsigned char *bytes = key;
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return (size_t)(h ^ h >> 32);
}

void *ladder_row(const struct ladder_table *table, size_t n)
{
    return table->rows + n * table->row_size;
}

/* Return the index slot of the key, or the free slot where it would be
 * inserted. */
static size_t place_of(const struct ladder_table *table, const void *key)
{
    size_t mask = table->index_size - 1;
    size_t at = hash(key, table->key_size) & mask;

    while (table->index[at] != 0 &&
           memcmp(ladder_row(table, table->index[at] - 1), key,
                  table->key_size) != 0)
        at = (at + 1) & mask;
    return at;
}

void *ladder_row_find(const struct ladder_table *table, const void *key)
{
    size_t at;

    if (table->index_size == 0)
        return NULL;
    at = place_of(table, key);
    return table->index[at] != 0 ? ladder_row(table, table->index[at] - 1)
                                 : NULL;
}

/* Double the size of the index, and insert all rows again. */
static bool grow(struct ladder_table *table)
{
    enum { FIRST = 64 };
    size_t cap = table->cap > 0 ? table->cap * 2 : FIRST;
    unsigned char *rows = realloc(table->rows, cap * table->row_size);
    uint32_t *index;

    if (!rows)
        return false;
    table->rows = rows;
    index = calloc(cap * 2, sizeof *index);
    if (!index)
        return false;
    free(table->index);
    table->cap = cap;
    table->index = index;
    table->index_size = cap * 2;
    for (size_t i = 0; i < table->count; i++)
        index[place_of(table, ladder_row(table, i))] = (uint32_t)(i + 1);
    return true;
}

void *ladder_row_make(struct ladder_table *table, const void *key)
{
    void *row = ladder_row_find(table, key);

    if (row)
        return row;
    if (table->count == table->cap && !grow(table))
        return NULL;
    row = ladder_row(table, table->count);
    memset(row, 0, table->row_size);
    memcpy(row, key, table->key_size);
    table->index[place_of(table, key)] = (uint32_t)++table->count;
    return row;
}

static void clear_table(struct ladder_table *table)
{
    free(table->rows);
    free(table->index);
}

void rating_batch_init(struct rating_batch *batch)
{
    const size_t key = sizeof(struct ladder_key);

    *batch = (struct rating_batch){
        .ratings = {sizeof(struct ladder_rating), key, 0, 0, NULL, NULL, 0},
        .pairs = {sizeof(struct ladder_pair), sizeof(struct ladder_pair_key), 0,
                  0, NULL, NULL, 0},
        .highs = {sizeof(struct ladder_high), key, 0, 0, NULL, NULL, 0},
        .sums = {sizeof(struct ladder_sum), key, 0, 0, NULL, NULL, 0},
        .tallies = {sizeof(struct ladder_tally), sizeof(struct ladder_card_key),
                    0, 0, NULL, NULL, 0},
    };
}

void rating_batch_clear(struct rating_batch *batch)
{
    clear_table(&batch->ratings);
    clear_table(&batch->pairs);
    clear_table(&batch->highs);
    clear_table(&batch->sums);
    clear_table(&batch->tallies);
    free(batch->updates);
    rating_batch_init(batch);
}

void ladder_match_clear(struct ladder_match *match)
{
    free(match->cards);
    match->cards = NULL;
    match->card_count = 0;
}
