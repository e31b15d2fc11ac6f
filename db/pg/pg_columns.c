/* Rows of parameters as arrays, one for each column, so that one statement
 * processes all rows. */
#include "db/pg/pg_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 20, LENGTH_SIZE = 4 };

static size_t put_int4(char *out, int64_t number)
{
    const uint32_t bits = (uint32_t)number;

    for (int i = 0; i < LENGTH_SIZE; i++)
        out[i] = (char)(uint8_t)(bits >> (24 - 8 * i));
    return LENGTH_SIZE;
}

/* The size of one parameter, -1 for null.  *bytes points into both. */
static int64_t element(const struct pg_param *in, struct pg_bound *bound,
                       const char **bytes)
{
    pg_bind(bound, in, 1);
    *bytes = bound->values[0];
    if (!*bytes)
        return -1;
    return in->type == PG_T_TEXT ? (int64_t)strlen(*bytes) : bound->lengths[0];
}

static size_t column_size(const struct pg_param *first, size_t rows,
                          size_t columns)
{
    struct pg_bound bound;
    const char *bytes;
    size_t size = HEAD;

    for (size_t i = 0; i < rows; i++) {
        int64_t length = element(&first[i * columns], &bound, &bytes);

        size += LENGTH_SIZE + (length > 0 ? (size_t)length : 0);
    }
    return size;
}

/* Write an array in the binary format: one dimension, possibly with nulls,
 * lower bound 1.  Returns its size. */
static size_t write_column(const struct pg_param *first, size_t rows,
                           size_t columns, char *out)
{
    struct pg_bound bound;
    const char *bytes;
    size_t n = put_int4(out, 1);

    n += put_int4(out + n, 1);
    n += put_int4(out + n, pg_type_number(first->type));
    n += put_int4(out + n, (int64_t)rows);
    n += put_int4(out + n, 1);
    for (size_t i = 0; i < rows; i++) {
        int64_t length = element(&first[i * columns], &bound, &bytes);

        n += put_int4(out + n, length);
        if (length > 0) {
            memcpy(out + n, bytes, (size_t)length);
            n += (size_t)length;
        }
    }
    return n;
}

bool pg_columns_begin(struct pg_columns *out, const struct pg_param *rows,
                      size_t row_count, size_t column_count)
{
    size_t size = 0, n = 0;

    for (size_t i = 0; i < column_count; i++)
        size += column_size(&rows[i], row_count, column_count);
    assert(size > 0);
    out->bytes = malloc(size);
    if (!out->bytes)
        return false;
    for (size_t i = 0; i < column_count; i++) {
        char *at = out->bytes + n;
        size_t length = write_column(&rows[i], row_count, column_count, at);

        out->in[i] = (struct pg_param){.type = PG_T_ARRAY,
                                       .number = rows[i].type,
                                       .data = at,
                                       .size = length};
        n += length;
    }
    return true;
}

void pg_columns_end(struct pg_columns *columns)
{
    free(columns->bytes);
    columns->bytes = NULL;
}
