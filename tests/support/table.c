/* People at a table. */
#include "table.h"

#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[TABLE_SEATS] = {"ada", "bea", "cyd", "dan"};

unsigned table_chance(struct table *table, unsigned n)
{
    /* xorshift: any stream will do */
    table->chance ^= table->chance << 13;
    table->chance ^= table->chance >> 7;
    table->chance ^= table->chance << 17;
    return (unsigned)(table->chance >> 33) % n;
}

static void create_match(struct table *table, const char *game)
{
    char body[256];
    int length =
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[\"me\"", game);

    for (int i = 1; i < table->people; i++)
        length +=
            snprintf(body + length, sizeof body - (size_t)length, ",\"open\"");
    snprintf(body + length, sizeof body - (size_t)length, "]}");
    struct answer made =
        client_send(&table->players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(table->match, sizeof table->match, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

void table_begin(struct table *table, struct service *service, const char *game,
                 int people)
{
    *table = (struct table){.service = service, .people = people};
    table->chance = 88172645463325252U + (unsigned)people;
    for (int i = 0; i < people; i++)
        table->players[i] = client_account(service, names[i]);
    table_begin_again(table, game);
}

void table_begin_again(struct table *table, const char *game)
{
    char path[128];

    table->is_over = false;
    create_match(table, game);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", table->match);
    for (int i = 1; i < table->people; i++) {
        struct answer joined =
            client_send(&table->players[i], "POST", path, NULL);

        cr_assert_eq(joined.status, 201, "%s", joined.body);
        table->seq = answer_number(&joined, "seq");
        answer_clear(&joined);
    }
}

void table_end(struct table *table)
{
    for (int i = 0; i < table->people; i++)
        client_close(&table->players[i]);
}

struct answer table_get(struct table *table, int seat, const char *what)
{
    return client_get(&table->players[seat], "/v1/matches/%s%s", table->match,
                      what);
}

bool table_choose(struct table *table, int seat, char *out, size_t size)
{
    struct answer list = table_get(table, seat, "/legal-moves");
    json_t *moves = json_object_get(list.json, "moves");
    size_t count = json_array_size(moves);

    cr_assert(list.status == 200, "%s", list.body);
    table->seq = answer_number(&list, "seq");
    if (count > 0) {
        json_t *move =
            json_array_get(moves, table_chance(table, (unsigned)count));

        snprintf(out, size, "%s",
                 json_string_value(json_object_get(move, "move")));
    }
    answer_clear(&list);
    return count > 0;
}

int table_choose_any(struct table *table, char *out, size_t size)
{
    for (int seat = 0; seat < table->people; seat++)
        if (table_choose(table, seat, out, size))
            return seat;
    return -1;
}

/* Post to the match with its guards. */
static struct answer post(struct table *table, int seat, const char *where,
                          const char *body, long seq, const char *key)
{
    char path[128], match[64], idempotency[160];

    snprintf(path, sizeof path, "/v1/matches/%s%s", table->match, where);
    snprintf(match, sizeof match, "If-Match: \"%ld\"", seq);
    client_with(&table->players[seat], match);
    if (key) {
        snprintf(idempotency, sizeof idempotency, "Idempotency-Key: %s", key);
        client_with(&table->players[seat], idempotency);
    }
    return client_send(&table->players[seat], "POST", path, body);
}

struct answer table_post(struct table *table, int seat, const char *move,
                         long seq, const char *key)
{
    char body[160];

    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return post(table, seat, "/moves", body, seq, key);
}

struct answer table_undo(struct table *table, int seat, long to_seq, long seq,
                         const char *key)
{
    char body[64];

    snprintf(body, sizeof body, "{\"to_seq\":%ld}", to_seq);
    return post(table, seat, "/undo", body, seq, key);
}

struct answer table_preview(struct table *table, int seat, const char *move)
{
    char path[128], body[160];

    snprintf(path, sizeof path, "/v1/matches/%s/moves/preview", table->match);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return client_send(&table->players[seat], "POST", path, body);
}

int table_play(struct table *table, int most)
{
    char move[128];
    int played = 0, idle = 0;

    for (int seat = 0; played < most && !table->is_over;
         seat = (seat + 1) % table->people) {
        if (!table_choose(table, seat, move, sizeof move)) {
            cr_assert(++idle <= table->people, "nobody may move");
            continue;
        }
        struct answer done = table_post(table, seat, move, table->seq, NULL);

        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        table->seq = answer_number(&done, "seq");
        table->is_over = strcmp(answer_text(&done, "status"), "finished") == 0;
        answer_clear(&done);
        idle = 0;
        played++;
        seat = (seat + table->people - 1) % table->people; /* goes on */
    }
    return played;
}

char *table_fingerprint(struct table *table)
{
    char *out = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);

    for (int seat = 0; seat < table->people; seat++) {
        struct answer state = table_get(table, seat, "/state");

        cr_assert_eq(state.status, 200);
        fprintf(to, "%s\n", state.body);
        answer_clear(&state);
    }
    fclose(to);
    return out;
}

void table_expect_whole_log(struct table *table, int seat)
{
    char what[64];
    long after = 0, next = 0;
    bool is_end = false;

    while (!is_end) {
        snprintf(what, sizeof what, "/events?after=%ld&limit=100", after);
        struct answer page = table_get(table, seat, what);
        json_t *event;
        size_t i;

        cr_assert_eq(page.status, 200, "%s", page.body);
        json_array_foreach(json_object_get(page.json, "events"), i, event)
        {
            next++;
            cr_assert_eq(json_integer_value(json_object_get(event, "seq")),
                         next);
        }
        after = answer_number(&page, "next_after");
        cr_assert_eq(after, next);
        is_end = i == 0;
        if (is_end)
            cr_expect_eq(answer_number(&page, "seq"), next);
        answer_clear(&page);
    }
    struct answer match = table_get(table, seat, "");

    cr_expect_eq(answer_number(&match, "seq"), next);
    answer_clear(&match);
}
