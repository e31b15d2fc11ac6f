/* Rows of matches: reading columns into C, and writing results as
 * parameters. */
#include "db/matches/matches.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines of text in columns ---- */

/* Read the word at text, up to a space or the end of the line; returns the text
 * after it. */
static const char *read_word(const char *text, char *out, size_t size)
{
    size_t length = strcspn(text, " \n");

    snprintf(out, size, "%.*s", (int)length, text);
    return text + length + (text[length] != '\0');
}

/* Read at most cap numbers ("12 9 0"); returns the text after them. */
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

/* Read a line "name number number ..."; returns the text after it. */
static const char *read_line(const char *text, char *name, size_t size,
                             int16_t *numbers, size_t cap)
{
    text = read_numbers(read_word(text, name, size), numbers, cap);
    return text + strspn(text, "\n ");
}

/* Read lines "item points points ...". */
static void read_breakdown(const char *text, struct match_result *out)
{
    out->items = 0;
    while (*text && out->items < SCORES_ITEMS_MAX) {
        size_t i = out->items++;

        text = read_line(text, out->item[i].name, sizeof out->item[i].name,
                         out->item[i].points, RULES_SEATS_MAX);
    }
}

/* Read lines "goal reached needed". */
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

/* Write a number into a member of `size` bytes, an integer or an enum. */
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

/* Read an array into an array of `cap` members; missing ones become 0. */
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
    pg_value_text_into(field[SEAT_ROW_DISPLAY], out->display,
                       sizeof out->display);
    pg_value_text_into(field[SEAT_ROW_BOT], out->bot, sizeof out->bot);
    out->is_builtin =
        out->kind == SEAT_BOT && field[SEAT_ROW_ACCOUNT].size >= 0;
    out->is_bot_account = out->kind == SEAT_HUMAN &&
                          pg_value_int(field[SEAT_ROW_ACCOUNT_KIND]) != 0;
    pg_value_bytes(field[SEAT_ROW_ACCOUNT], &out->account, sizeof out->account);
}

static void read_seats(struct pg_values seats, struct match_seat *out)
{
    for (int i = 0; i < RULES_SEATS_MAX && seats.left > 0; i++)
        read_seat(pg_next(&seats), &out[i]);
}

/* ---- results as arrays ---- */

/* Arrays are null in rows of older versions, which have lines of text. */
static void read_item_names(struct pg_values names, struct match_result *out)
{
    if (names.left > 0)
        out->items = 0;
    while (names.left > 0 && out->items < SCORES_ITEMS_MAX)
        pg_value_text_into(pg_next(&names), out->item[out->items++].name,
                           sizeof out->item[0].name);
}

static void read_item_points(struct pg_values points, struct match_result *out)
{
    const int seats = out->items ? points.left / out->items : 0;

    for (int i = 0; i < out->items; i++)
        for (int seat = 0; seat < seats && seat < RULES_SEATS_MAX; seat++)
            out->item[i].points[seat] = (int16_t)pg_value_int(pg_next(&points));
}

static void read_goal_names(struct pg_values names, struct match_result *out)
{
    if (names.left > 0)
        out->goals = 0;
    while (names.left > 0 && out->goals < SCORES_GOALS_MAX)
        pg_value_text_into(pg_next(&names), out->goal[out->goals++].name,
                           sizeof out->goal[0].name);
}

static void read_goal_points(struct pg_values points, struct match_result *out)
{
    for (int i = 0; i < out->goals && points.left > 0; i++) {
        out->goal[i].reached = (int16_t)pg_value_int(pg_next(&points));
        out->goal[i].needed = (int16_t)pg_value_int(pg_next(&points));
    }
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
#define READ_SEATS(c, m)       read_seats(pg_array(rows, row, c), m)
#define READ_BREAKDOWN(c, m)   read_breakdown(pg_text(rows, row, c), &(m))
#define READ_GOALS(c, m)       read_goals(pg_text(rows, row, c), &(m))
#define READ_ITEM_NAMES(c, m)  read_item_names(pg_array(rows, row, c), &(m))
#define READ_ITEM_POINTS(c, m) read_item_points(pg_array(rows, row, c), &(m))
#define READ_GOAL_NAMES(c, m)  read_goal_names(pg_array(rows, row, c), &(m))
#define READ_GOAL_POINTS(c, m) read_goal_points(pg_array(rows, row, c), &(m))

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

/* ---- results as parameters ---- */

/* Text that is appended to an array of `size` bytes that holds it. */
struct text {
    char *out;
    size_t size, n;
};

__attribute__((format(printf, 2, 3))) static void add(struct text *text,
                                                      const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text->out + text->n, text->size - text->n, format, args);
    va_end(args);
    assert(n >= 0 && (size_t)n < text->size - text->n);
    text->n += (size_t)n;
}

#define TEXT_OF(array)                                                         \
    {                                                                          \
        .out = (array), .size = sizeof(array)                                  \
    }

static void add_numbers(struct text *text, const int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(text, "%s%d", i ? "," : "{", numbers[i]);
    add(text, "%s", count ? "}" : "{}");
}

static void write_items(const struct match_result *result, size_t seats,
                        struct match_result_texts *out)
{
    struct text names = TEXT_OF(out->item_names);
    struct text points = TEXT_OF(out->item_points);
    struct text lines = TEXT_OF(out->breakdown);

    add(&names, "{");
    add(&points, "{");
    out->breakdown[0] = '\0';
    for (size_t i = 0; i < result->items; i++) {
        add(&names, "%s\"%s\"", i ? "," : "", result->item[i].name);
        add(&points, "%s", i ? "," : "");
        add_numbers(&points, result->item[i].points, seats);
        add(&lines, "%s", result->item[i].name);
        for (size_t seat = 0; seat < seats; seat++)
            add(&lines, " %d", result->item[i].points[seat]);
        add(&lines, "\n");
    }
    add(&names, "}");
    add(&points, "}");
}

static void write_goals(const struct match_result *result,
                        struct match_result_texts *out)
{
    struct text names = TEXT_OF(out->goal_names);
    struct text points = TEXT_OF(out->goal_points);
    struct text lines = TEXT_OF(out->goals);

    add(&names, "{");
    add(&points, "{");
    out->goals[0] = '\0';
    for (size_t i = 0; i < result->goals; i++) {
        const int16_t numbers[] = {result->goal[i].reached,
                                   result->goal[i].needed};

        add(&names, "%s\"%s\"", i ? "," : "", result->goal[i].name);
        add(&points, "%s", i ? "," : "");
        add_numbers(&points, numbers, PG_LENGTH(numbers));
        add(&lines, "%s %d %d\n", result->goal[i].name, numbers[0], numbers[1]);
    }
    add(&names, "}");
    add(&points, "}");
}

void match_result_write(const struct match_result *result, size_t seats,
                        struct match_result_texts *out)
{
    struct text ranks = TEXT_OF(out->ranks), totals = TEXT_OF(out->totals);
    int16_t rank[RULES_SEATS_MAX];

    for (size_t i = 0; i < seats; i++)
        rank[i] = result->rank[i];
    add_numbers(&ranks, rank, seats);
    add_numbers(&totals, result->total, seats);
    write_items(result, seats, out);
    write_goals(result, out);
}
