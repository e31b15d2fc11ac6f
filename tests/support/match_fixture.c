/* A match and its players. */
#include "match_fixture.h"

#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[FIXTURE_SEATS] = {"ada", "bea", "cyd", "dan"};

unsigned fixture_random(struct fixture *fixture, unsigned n)
{
    /* xorshift: the quality does not matter */
    fixture->chance ^= fixture->chance << 13;
    fixture->chance ^= fixture->chance >> 7;
    fixture->chance ^= fixture->chance << 17;
    return (unsigned)(fixture->chance >> 33) % n;
}

static void create_match(struct fixture *fixture, const char *game)
{
    char body[256];
    int length =
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[\"me\"", game);

    for (int i = 1; i < fixture->people; i++)
        length +=
            snprintf(body + length, sizeof body - (size_t)length, ",\"open\"");
    snprintf(body + length, sizeof body - (size_t)length, "]}");
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
}

void fixture_begin(struct fixture *fixture, struct service *service,
                   const char *game, int people)
{
    *fixture = (struct fixture){.service = service, .people = people};
    fixture->chance = 88172645463325252U + (unsigned)people;
    for (int i = 0; i < people; i++)
        fixture->players[i] = client_account(service, names[i]);
    fixture_begin_again(fixture, game);
}

void fixture_begin_again(struct fixture *fixture, const char *game)
{
    char path[128];

    fixture->is_over = false;
    create_match(fixture, game);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture->match);
    for (int i = 1; i < fixture->people; i++) {
        struct answer joined =
            client_send(&fixture->players[i], "POST", path, NULL);

        cr_assert_eq(joined.status, 201, "%s", joined.body);
        fixture->seq = answer_number(&joined, "seq");
        answer_clear(&joined);
    }
}

void fixture_end(struct fixture *fixture)
{
    for (int i = 0; i < fixture->people; i++)
        client_close(&fixture->players[i]);
}

struct answer fixture_get(struct fixture *fixture, int seat, const char *what)
{
    return client_get(&fixture->players[seat], "/v1/matches/%s%s",
                      fixture->match, what);
}

bool fixture_choose(struct fixture *fixture, int seat, char *out, size_t size)
{
    struct answer list = fixture_get(fixture, seat, "/legal-moves");
    json_t *moves = json_object_get(list.json, "moves");
    size_t count = json_array_size(moves);

    cr_assert(list.status == 200, "%s", list.body);
    fixture->seq = answer_number(&list, "seq");
    if (count > 0) {
        json_t *move =
            json_array_get(moves, fixture_random(fixture, (unsigned)count));

        snprintf(out, size, "%s",
                 json_string_value(json_object_get(move, "move")));
    }
    answer_clear(&list);
    return count > 0;
}

int fixture_choose_any(struct fixture *fixture, char *out, size_t size)
{
    for (int seat = 0; seat < fixture->people; seat++)
        if (fixture_choose(fixture, seat, out, size))
            return seat;
    return -1;
}

/* Post to the match with its guards. */
static struct answer post(struct fixture *fixture, int seat, const char *where,
                          const char *body, long seq, const char *key)
{
    char path[128], match[64], idempotency[160];

    snprintf(path, sizeof path, "/v1/matches/%s%s", fixture->match, where);
    snprintf(match, sizeof match, "If-Match: \"%ld\"", seq);
    client_with(&fixture->players[seat], match);
    if (key) {
        snprintf(idempotency, sizeof idempotency, "Idempotency-Key: %s", key);
        client_with(&fixture->players[seat], idempotency);
    }
    return client_send(&fixture->players[seat], "POST", path, body);
}

struct answer fixture_post(struct fixture *fixture, int seat, const char *move,
                           long seq, const char *key)
{
    char body[160];

    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return post(fixture, seat, "/moves", body, seq, key);
}

struct answer fixture_undo(struct fixture *fixture, int seat, long to_seq,
                           long seq, const char *key)
{
    char body[64];

    snprintf(body, sizeof body, "{\"to_seq\":%ld}", to_seq);
    return post(fixture, seat, "/undo", body, seq, key);
}

struct answer fixture_preview(struct fixture *fixture, int seat,
                              const char *move)
{
    char path[128], body[160];

    snprintf(path, sizeof path, "/v1/matches/%s/moves/preview", fixture->match);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    return client_send(&fixture->players[seat], "POST", path, body);
}

int fixture_play(struct fixture *fixture, int most)
{
    char move[128];
    int played = 0, idle = 0;

    for (int seat = 0; played < most && !fixture->is_over;
         seat = (seat + 1) % fixture->people) {
        if (!fixture_choose(fixture, seat, move, sizeof move)) {
            cr_assert(++idle <= fixture->people, "no seat may move");
            continue;
        }
        struct answer done =
            fixture_post(fixture, seat, move, fixture->seq, NULL);

        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        fixture->seq = answer_number(&done, "seq");
        fixture->is_over =
            strcmp(answer_text(&done, "status"), "finished") == 0;
        answer_clear(&done);
        idle = 0;
        played++;
        seat = (seat + fixture->people - 1) % fixture->people; /* the match
                                                                * continues */
    }
    return played;
}

char *fixture_fingerprint(struct fixture *fixture)
{
    char *out = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);

    for (int seat = 0; seat < fixture->people; seat++) {
        struct answer state = fixture_get(fixture, seat, "/state");

        cr_assert_eq(state.status, 200);
        fprintf(to, "%s\n", state.body);
        answer_clear(&state);
    }
    fclose(to);
    return out;
}

void fixture_expect_complete_log(struct fixture *fixture, int seat)
{
    char what[64];
    long after = 0, next = 0;
    bool is_end = false;

    while (!is_end) {
        snprintf(what, sizeof what, "/events?after=%ld&limit=100", after);
        struct answer page = fixture_get(fixture, seat, what);
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
    struct answer match = fixture_get(fixture, seat, "");

    cr_expect_eq(answer_number(&match, "seq"), next);
    answer_clear(&match);
}
