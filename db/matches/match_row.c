/* The columns of a match, to and from C. */
#include "db/matches/matches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void db_uuid_read(const char *text, struct play_id *out)
{
    size_t n = 0;

    for (; *text && n < 32; text++) {
        int digit;

        if (*text == '-')
            continue;
        digit = *text <= '9' ? *text - '0' : *text - 'a' + 10;
        out->bytes[n / 2] = (uint8_t)(out->bytes[n / 2] << 4 | digit);
        n++;
    }
}

void db_uuid_write(const struct play_id *id, char out[DB_UUID_SIZE])
{
    for (size_t i = 0; i < sizeof id->bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", id->bytes[i]);
}

const char *db_word_read(const char *text, char *out, size_t size)
{
    size_t length = strcspn(text, " \n");

    snprintf(out, size, "%.*s", (int)length, text);
    return text + length + (text[length] != '\0');
}

/* Lines "kind name account bot account-kind", as MATCH_COLUMNS makes them. */
static void read_seats(const char *text, struct match *out)
{
    for (size_t seat = 0; seat < out->settings.seats && *text; seat++) {
        struct match_seat *s = &out->seats[seat];
        char kind[4], account[40], account_kind[4];

        *s = (struct match_seat){0};
        text = db_word_read(text, kind, sizeof kind);
        text = db_word_read(text, s->name, sizeof s->name);
        text = db_word_read(text, account, sizeof account);
        text = db_word_read(text, s->bot, sizeof s->bot);
        text = db_word_read(text, account_kind, sizeof account_kind);
        s->kind = (enum seat_kind)strtol(kind, NULL, 10);
        if (s->kind == SEAT_OPEN)
            s->name[0] = '\0';
        if (s->kind != SEAT_BOT)
            s->bot[0] = '\0';
        s->of_house = s->kind == SEAT_BOT && account[0] != '-';
        s->is_bot_account = s->kind == SEAT_HUMAN && account_kind[0] != '0';
        if (seat_account(s))
            db_uuid_read(account, &s->account);
    }
}

/* A line "name number number ..."; behind it. */
static const char *read_line(const char *text, char *name, size_t size,
                             int16_t *numbers, size_t cap)
{
    text = read_numbers(db_word_read(text, name, size), numbers, cap);
    return text + strspn(text, "\n ");
}

/* Lines "item points points ...". */
static void read_breakdown(const char *text, size_t seats,
                           struct match_result *out)
{
    out->items = 0;
    while (*text && out->items < SCORES_ITEMS_MAX) {
        size_t i = out->items++;

        text = read_line(text, out->item[i].name, sizeof out->item[i].name,
                         out->item[i].points, seats);
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

static void read_result(const struct pg_result *rows, int row,
                        struct match *out)
{
    int16_t ranks[RULES_SEATS_MAX] = {0};

    out->has_result = !pg_is_null(rows, row, 16);
    out->result = (struct match_result){0};
    if (!out->has_result)
        return;
    out->result.reason = (enum match_reason)pg_int(rows, row, 16);
    read_numbers(pg_text(rows, row, 17), ranks, out->settings.seats);
    for (size_t i = 0; i < out->settings.seats; i++)
        out->result.rank[i] = (uint8_t)ranks[i];
    read_numbers(pg_text(rows, row, 18), out->result.total,
                 out->settings.seats);
    read_breakdown(pg_text(rows, row, 19), out->settings.seats, &out->result);
    out->result.outcome = (enum outcome)pg_int(rows, row, 20);
    read_goals(pg_text(rows, row, 21), &out->result);
}

void match_row_read(const struct pg_result *rows, int row,
                    struct store_match *out)
{
    struct match *m = &out->match;

    pg_bytes(rows, row, 0, &m->key, sizeof m->key);
    m->created_us = pg_time(rows, row, 1);
    m->started_us = pg_time(rows, row, 2);
    m->finished_us = pg_time(rows, row, 3);
    out->moved_us = pg_time(rows, row, 4);
    out->has_creator = !pg_is_null(rows, row, 5);
    pg_bytes(rows, row, 5, &out->creator, sizeof out->creator);
    m->rules_version = (uint16_t)pg_int(rows, row, 6);
    m->deck_version = (uint16_t)pg_int(rows, row, 7);
    m->seq = (uint32_t)pg_int(rows, row, 8);
    m->status = (enum match_status)pg_int(rows, row, 9);
    m->settings.seats = (uint8_t)pg_int(rows, row, 10);
    m->to_act = (seat_set)pg_int(rows, row, 11);
    m->is_private = pg_bool(rows, row, 12);
    pg_text_into(rows, row, 13, out->game_id, sizeof out->game_id);
    pg_text_into(rows, row, 14, m->deck, sizeof m->deck);
    pg_text_into(rows, row, 15, out->options, sizeof out->options);
    read_result(rows, row, m);
    m->sandbox = pg_bool(rows, row, 22);
    m->clock.turn_seconds = (uint32_t)pg_int(rows, row, 23);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        m->deadline_us[seat] = pg_time(rows, row, 24 + seat);
    m->took_back = (seat_set)pg_int(rows, row, 28);
    m->abort_votes = (seat_set)pg_int(rows, row, 29);
    m->rated = pg_bool(rows, row, 30);
    m->decided = (seat_set)pg_int(rows, row, 31);
    m->forfeits = (seat_set)pg_int(rows, row, 32);
    read_seats(pg_text(rows, row, 33), m);
    m->clock.bank_seconds = (uint32_t)pg_int(rows, row, 34);
    m->clock.increment_seconds = (uint32_t)pg_int(rows, row, 35);
    m->clock.policy = (enum clock_policy)pg_int(rows, row, 36);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        m->bank_us[seat] = pg_int(rows, row, 37 + seat);
        m->away_until_us[seat] = pg_time(rows, row, 41 + seat);
    }
    m->abort_reason = (enum match_abort)pg_int(rows, row, 45);
}

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
