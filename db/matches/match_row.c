/* The columns of a match, to and from C. */
#include "db/matches/matches.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines of text in columns ---- */

/* The word at text, up to a space or the end of the line; behind it. */
static const char *read_word(const char *text, char *out, size_t size)
{
    size_t length = strcspn(text, " \n");

    snprintf(out, size, "%.*s", (int)length, text);
    return text + length + (text[length] != '\0');
}

/* "12 9 0" into at most cap numbers; the end of what was read. */
static const char *read_numbers(const char *text, int16_t *out, size_t cap)
{
    for (size_t i = 0; i < cap; i++) {
        char *end;
        long n = strtol(text, &end, 10);

        if (end == text)
            break;
        out[i] = (int16_t)n;
        text = end;
    }
    return text;
}

/* A line "name number number ..."; behind it. */
static const char *read_line(const char *text, char *name, size_t size,
                             int16_t *numbers, size_t cap)
{
    text = read_numbers(read_word(text, name, size), numbers, cap);
    return text + strspn(text, "\n ");
}

/* Lines "item points points ...". */
static void read_breakdown(const char *text, struct match_result *out)
{
    out->items = 0;
    while (*text && out->items < SCORES_ITEMS_MAX) {
        size_t i = out->items++;

        text = read_line(text, out->item[i].name, sizeof out->item[i].name,
                         out->item[i].points, RULES_SEATS_MAX);
    }
}

/* Lines "goal reached needed". */
static void read_goals(const char *text, struct match_result *out)
{
    out->goals = 0;
    while (*text && out->goals < SCORES_GOALS_MAX) {
        size_t i = out->goals++;
        int16_t numbers[2] = {0};

        text = read_line(text, out->goal[i].name, sizeof out->goal[i].name,
                         numbers, 2);
        out->goal[i].reached = numbers[0];
        out->goal[i].needed = numbers[1];
    }
}

/* ---- numbers ---- */

/* A number into a member of `size` bytes: an integer or an enum. */
static void write_member(int64_t number, void *out, size_t size)
{
    const uint8_t n8 = (uint8_t)number;
    const uint16_t n16 = (uint16_t)number;
    const uint32_t n32 = (uint32_t)number;

    switch (size) {
    case sizeof n8: memcpy(out, &n8, size); return;
    case sizeof n16: memcpy(out, &n16, size); return;
    case sizeof n32: memcpy(out, &n32, size); return;
    default: assert(size == sizeof number); memcpy(out, &number, size);
    }
}

/* An array into an array of `cap` members: what is missing becomes 0. */
static void read_numbers_into(struct pg_values values, bool are_times,
                              void *out, size_t size, size_t cap)
{
    for (size_t i = 0; i < cap; i++) {
        const struct pg_value value = pg_next(&values);

        write_member(are_times ? pg_value_time(value) : pg_value_int(value),
                     (char *)out + i * size, size);
    }
}

/* ---- seats ---- */

enum { MATCH_SEAT(PG_NUMBER, PG_NUMBER) SEAT_FIELDS };

static void read_seat(struct pg_value record, struct match_seat *out)
{
    struct pg_values fields = pg_record(&record);
    struct pg_value field[SEAT_FIELDS];

    for (int i = 0; i < SEAT_FIELDS; i++)
        field[i] = pg_next(&fields);
    *out = (struct match_seat){
        .kind = (enum seat_kind)pg_value_int(field[SEAT_ROW_KIND]),
    };
    pg_value_text_into(field[SEAT_ROW_NAME], out->name, sizeof out->name);
    pg_value_text_into(field[SEAT_ROW_BOT], out->bot, sizeof out->bot);
    out->of_house = out->kind == SEAT_BOT && field[SEAT_ROW_ACCOUNT].size >= 0;
    out->is_bot_account = out->kind == SEAT_HUMAN &&
                          pg_value_int(field[SEAT_ROW_ACCOUNT_KIND]) != 0;
    pg_value_bytes(field[SEAT_ROW_ACCOUNT], &out->account, sizeof out->account);
}

static void read_seats(struct pg_values seats, struct match_seat *out)
{
    for (int i = 0; i < RULES_SEATS_MAX && seats.left > 0; i++)
        read_seat(pg_next(&seats), &out[i]);
}

/* ---- rows ---- */

/* How each kind of match_columns.def is read: column c into member m of
 * *out. */
#define READ_UUID(c, m)  pg_bytes(rows, row, c, &(m), sizeof(m))
#define READ_BYTES(c, m) pg_bytes(rows, row, c, m, sizeof(m))
#define READ_TIME(c, m)  ((m) = pg_time(rows, row, c))
#define READ_INT(c, m)   write_member(pg_int(rows, row, c), &(m), sizeof(m))
#define READ_BOOL(c, m)  ((m) = pg_bool(rows, row, c))
#define READ_TEXT(c, m)  pg_text_into(rows, row, c, m, sizeof(m))
#define READ_INTS(c, m)                                                        \
    read_numbers_into(pg_array(rows, row, c), false, m, sizeof *(m),           \
                      PG_LENGTH(m))
#define READ_TIMES(c, m)                                                       \
    read_numbers_into(pg_array(rows, row, c), true, m, sizeof *(m),            \
                      PG_LENGTH(m))
#define READ_SEATS(c, m)     read_seats(pg_array(rows, row, c), m)
#define READ_BREAKDOWN(c, m) read_breakdown(pg_text(rows, row, c), &(m))
#define READ_GOALS(c, m)     read_goals(pg_text(rows, row, c), &(m))

#define READ(kind, name, sql, member) READ_##kind(MATCH_##name, out->member);

void match_row_read(const struct pg_result *rows, int row,
                    struct store_match *out)
{
    out->match.result = (struct match_result){0};
    MATCH_ROW(READ, READ)
    out->has_creator = !pg_is_null(rows, row, MATCH_creator_id);
    out->match.has_result = !pg_is_null(rows, row, MATCH_reason);
}

void match_row_read_all(const struct pg_result *rows, int row,
                        struct store_match *out)
{
    match_row_read(rows, row, out);
    MATCH_STATE_ROW(READ)
    out->state_size = pg_bytes(rows, row, MATCH_state, out->state, 0);
}

/* ---- parameters ---- */

void match_numbers_text(const int16_t *numbers, size_t count, char *out,
                        size_t size)
{
    size_t n = 0;

    for (size_t i = 0; i < count && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%d", i ? "," : "{",
                              numbers[i]);
    if (n < size)
        snprintf(out + n, size - n, "}");
}

void match_breakdown_text(const struct match_result *result, size_t seats,
                          char *out, size_t size)
{
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < result->items && n < size; i++) {
        n += (size_t)snprintf(out + n, size - n, "%s", result->item[i].name);
        for (size_t seat = 0; seat < seats && n < size; seat++)
            n += (size_t)snprintf(out + n, size - n, " %d",
                                  result->item[i].points[seat]);
        if (n < size)
            n += (size_t)snprintf(out + n, size - n, "\n");
    }
}

void match_goals_text(const struct match_result *result, char *out, size_t size)
{
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < result->goals && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s %d %d\n",
                              result->goal[i].name, result->goal[i].reached,
                              result->goal[i].needed);
}
