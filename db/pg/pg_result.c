/* Columns of libpq's rows, in binary, as C values. */
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

/* Numbers of 1, 2, 4 or 8 bytes, the highest first. */
int64_t pg_int(const struct pg_result *result, int row, int column)
{
    const char *bytes = PQgetvalue(result, row, column);
    int size = PQgetlength(result, row, column);
    uint64_t bits;

    if (size == 0)
        return 0;
    bits = (bytes[0] & 0x80) ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++)
        bits = bits << 8 | (uint8_t)bytes[i];
    return (int64_t)bits;
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
    if (pg_is_null(result, row, column))
        return 0;
    return pg_int(result, row, column) + epoch_us;
}

const char *pg_text(const struct pg_result *result, int row, int column)
{
    return PQgetvalue(result, row, column);
}

void pg_text_into(const struct pg_result *result, int row, int column,
                  char *out, size_t size)
{
    size_t length = (size_t)PQgetlength(result, row, column);

    if (length > size - 1)
        length = size - 1;
    memcpy(out, PQgetvalue(result, row, column), length);
    out[length] = '\0';
}

size_t pg_bytes(const struct pg_result *result, int row, int column, void *out,
                size_t size)
{
    size_t length = (size_t)PQgetlength(result, row, column);

    memcpy(out, PQgetvalue(result, row, column), length < size ? length : size);
    return length;
}

void pg_clear(struct pg_result *result)
{
    PQclear(result);
}
