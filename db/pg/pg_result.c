/* Columns of libpq's rows, in binary, as C values; arrays and records in
 * them. */
#include "db/pg/pg.h"

#include <libpq-fe.h>

#include <string.h>

/* Microseconds from 1970 to 2000, where PostgreSQL's times begin. */
static const int64_t epoch_us = INT64_C(946684800) * 1000000;

int pg_rows(const struct pg_result *result)
{
    return PQntuples(result);
}

bool pg_is_null(const struct pg_result *result, int row, int column)
{
    return PQgetisnull(result, row, column) != 0;
}

/* Numbers of 1, 2, 4 or 8 bytes, the highest byte first. */
static int64_t read_int(const char *bytes, int size)
{
    uint64_t bits;

    if (size <= 0)
        return 0;
    bits = (bytes[0] & 0x80) ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++)
        bits = bits << 8 | (uint8_t)bytes[i];
    return (int64_t)bits;
}

static struct pg_value value_of(const struct pg_result *result, int row,
                                int column)
{
    if (pg_is_null(result, row, column))
        return (struct pg_value){"", -1};
    return (struct pg_value){PQgetvalue(result, row, column),
                             PQgetlength(result, row, column)};
}

int64_t pg_value_int(struct pg_value value)
{
    return read_int(value.bytes, value.size);
}

int64_t pg_value_time(struct pg_value value)
{
    return value.size < 0 ? 0 : pg_value_int(value) + epoch_us;
}

void pg_value_text_into(struct pg_value value, char *out, size_t size)
{
    size_t length = value.size < 0 ? 0 : (size_t)value.size;

    if (length > size - 1)
        length = size - 1;
    memcpy(out, value.bytes, length);
    out[length] = '\0';
}

void pg_value_bytes(struct pg_value value, void *out, size_t size)
{
    size_t length = value.size < 0 ? 0 : (size_t)value.size;

    memcpy(out, value.bytes, length < size ? length : size);
}

int64_t pg_int(const struct pg_result *result, int row, int column)
{
    return pg_value_int(value_of(result, row, column));
}

bool pg_bool(const struct pg_result *result, int row, int column)
{
    return pg_int(result, row, column) != 0;
}

double pg_float(const struct pg_result *result, int row, int column)
{
    int64_t bits = pg_int(result, row, column);
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

int64_t pg_time(const struct pg_result *result, int row, int column)
{
    return pg_value_time(value_of(result, row, column));
}

const char *pg_text(const struct pg_result *result, int row, int column)
{
    return PQgetvalue(result, row, column);
}

void pg_text_into(const struct pg_result *result, int row, int column,
                  char *out, size_t size)
{
    pg_value_text_into(value_of(result, row, column), out, size);
}

size_t pg_bytes(const struct pg_result *result, int row, int column, void *out,
                size_t size)
{
    pg_value_bytes(value_of(result, row, column), out, size);
    return (size_t)PQgetlength(result, row, column);
}

/* ---- arrays and records ---- */

/* An array: dimensions, has nulls, element type; of each dimension, count and
 * lower bound; then each element as its size, -1 for null, and its bytes.  An
 * empty one has no dimension.  A record: the count; then each field as its
 * type, its size and its bytes. */
enum { NUMBER = 4, ARRAY_HEAD = 3 * NUMBER, DIMENSION = 2 * NUMBER };

struct pg_values pg_array(const struct pg_result *result, int row, int column)
{
    const struct pg_value value = value_of(result, row, column);
    const int64_t dimensions =
        value.size < ARRAY_HEAD ? 0 : read_int(value.bytes, NUMBER);
    const int64_t head = ARRAY_HEAD + dimensions * DIMENSION;
    struct pg_values values = {.left = 0};
    int64_t count = 1;

    if (dimensions < 1 || value.size < head)
        return values;
    for (int64_t i = 0; i < dimensions; i++)
        count *= read_int(value.bytes + ARRAY_HEAD + i * DIMENSION, NUMBER);
    values.next = value.bytes + head;
    values.end = value.bytes + value.size;
    values.left = (int)count;
    return values;
}

struct pg_values pg_record(const struct pg_value *value)
{
    if (value->size < NUMBER)
        return (struct pg_values){.left = 0};
    return (struct pg_values){
        .next = value->bytes + NUMBER,
        .end = value->bytes + value->size,
        .left = (int)read_int(value->bytes, NUMBER),
        .is_record = true,
    };
}

struct pg_value pg_next(struct pg_values *values)
{
    const int head = values->is_record ? 2 * NUMBER : NUMBER;
    struct pg_value value = {"", -1};
    int64_t size;

    if (values->left == 0 || values->end - values->next < head)
        return value;
    values->left--;
    size = read_int(values->next + head - NUMBER, NUMBER);
    values->next += head;
    if (size < 0 || size > values->end - values->next)
        return value;
    value = (struct pg_value){values->next, (int)size};
    values->next += size;
    return value;
}

void pg_clear(struct pg_result *result)
{
    PQclear(result);
}
