/* Cached responses equal rendered ones: of two nodes on one database, one has a
 * cache, the other has none. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "sandbox.h"
#include "service.h"

#include "rules/game.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOVE = 128, PATIENCE_MS = 30000 };

/* Both nodes, and the readers at each: two players and a stranger. */
struct pair {
    struct service keeps, renders;
    struct fixture fixture; /* at the node with the cache */
    struct client kept[3], fresh[3];
};

static void pair_begin(struct pair *pair, const char *game)
{
    service_begin(&pair->keeps, NULL);
    setenv("FATHOM_VIEWS_MEBIBYTES", "0", 1);
    service_join(&pair->renders, &pair->keeps);
    unsetenv("FATHOM_VIEWS_MEBIBYTES");
    fixture_begin(&pair->fixture, &pair->keeps, game, 2);
    for (int i = 0; i < 2; i++) {
        pair->kept[i] = client_again(&pair->keeps, &pair->fixture.players[i]);
        pair->fresh[i] =
            client_again(&pair->renders, &pair->fixture.players[i]);
    }
    pair->kept[2] = client_open(&pair->keeps);
    pair->fresh[2] = client_open(&pair->renders);
}

static void pair_end(struct pair *pair)
{
    for (int i = 0; i < 3; i++) {
        client_close(&pair->kept[i]);
        client_close(&pair->fresh[i]);
    }
    fixture_end(&pair->fixture);
    service_end(&pair->renders);
    service_end(&pair->keeps);
}

/* ---- comparing ---- */

/* The other node is notified in a moment: read until it has this seq. */
static struct answer read_at(struct client *client, const char *path, long seq)
{
    const long until = raw_now_ms() + PATIENCE_MS;
    struct answer answer = client_send(client, "GET", path, NULL);

    while (answer.status == 200 && answer_number(&answer, "seq") < seq &&
           raw_now_ms() < until) {
        answer_clear(&answer);
        answer = client_send(client, "GET", path, NULL);
    }
    cr_assert_eq(answer.status, 200, "%s: %s", path, answer.body);
    cr_assert_eq(answer_number(&answer, "seq"), seq, "%s", path);
    return answer;
}

static void expect_same(const struct answer *a, const struct answer *b,
                        const char *path)
{
    char tags[2][80];

    answer_header(a, "ETag", tags[0], sizeof tags[0]);
    answer_header(b, "ETag", tags[1], sizeof tags[1]);
    cr_expect_str_eq(tags[0], tags[1], "%s", path);
    cr_expect_str_eq(a->body, b->body, "%s", path);
}

/* Read twice at the node with the cache, once at the other; both send 304 to a
 * client that has it. */
static void compare_one(struct client *kept, struct client *fresh,
                        const char *path, long seq)
{
    char tag[80], header[128];
    struct answer first = read_at(kept, path, seq);
    struct answer again = read_at(kept, path, seq);
    struct answer anew = read_at(fresh, path, seq);

    expect_same(&first, &anew, path);
    expect_same(&again, &anew, path);
    answer_header(&anew, "ETag", tag, sizeof tag);
    snprintf(header, sizeof header, "If-None-Match: %s", tag);
    client_with(kept, header);
    struct answer known = client_send(kept, "GET", path, NULL);

    cr_expect_eq(known.status, 304, "%s", path);
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&anew);
    answer_clear(&known);
}

static void compare(struct pair *pair)
{
    static const char *const what[] = {"", "/state", "/legal-moves"};
    char path[128];

    for (int who = 0; who < 3; who++)
        for (size_t i = 0; i < 3; i++) {
            snprintf(path, sizeof path, "/v1/matches/%s%s", pair->fixture.match,
                     what[i]);
            compare_one(&pair->kept[who], &pair->fresh[who], path,
                        pair->fixture.seq);
        }
}

/* ---- playing ---- */

/* Act at one node or the other, once it has the seq of the fixture. */
static void act_at(struct pair *pair, struct service *service)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/state", pair->fixture.match);
    for (int i = 0; i < 2; i++) {
        pair->fixture.players[i].service = service;
        struct answer state =
            read_at(&pair->fixture.players[i], path, pair->fixture.seq);

        answer_clear(&state);
    }
}

static void act(struct pair *pair, const char *what, const char *body, int seat,
                const char *condition)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s%s", pair->fixture.match, what);
    if (condition)
        client_with(&pair->fixture.players[seat], condition);
    struct answer done =
        client_send(&pair->fixture.players[seat], "POST", path, body);

    cr_assert_eq(done.status, 201, "%s %s: %s", what, body, done.body);
    pair->fixture.seq = answer_number(&done, "seq");
    answer_clear(&done);
}

static bool decide(struct pair *pair)
{
    char move[MOVE], body[MOVE + 32], condition[64];
    int seat = fixture_choose_any(&pair->fixture, move, sizeof move);

    if (seat < 0)
        return false;
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    snprintf(condition, sizeof condition, "If-Match: \"%ld\"",
             pair->fixture.seq);
    act(pair, "/moves", body, seat, condition);
    return true;
}

/* Seat 0 undoes its last decision, if it may. */
static void take_back(struct pair *pair)
{
    char body[64];
    struct answer state = fixture_get(&pair->fixture, 0, "/state");
    const json_t *undo = json_object_get(state.json, "undo");
    const json_t *to = json_object_get(undo, "step_seq");

    if (json_is_integer(to)) {
        snprintf(body, sizeof body, "{\"to_seq\":%ld}",
                 (long)json_integer_value(to));
        act(pair, "/undo", body, 0, "If-Match: *");
    }
    answer_clear(&state);
}

static void play_and_compare(struct pair *pair, int most)
{
    compare(pair);
    for (int i = 0; i < most; i++) {
        /* Each node changes what the first has cached. */
        act_at(pair, i % 2 ? &pair->renders : &pair->keeps);
        if (!decide(pair))
            return;
        compare(pair);
        if (i % 4 == 1) {
            take_back(pair);
            compare(pair);
        }
    }
}

Test(reply_cache, cached_responses_equal_rendered_ones, .init = deep_only)
{
    static struct pair pair;

    pair_begin(&pair, "template");
    play_and_compare(&pair, 200);
    cr_expect_gt(raw_metric(&pair.keeps, "views_found_total"), 100);
    cr_expect_eq(raw_metric(&pair.renders, "views_found_total"), 0);
    pair_end(&pair);
}

Test(reply_cache, cached_responses_of_a_long_match_equal_rendered_ones,
     .init = deep_only)
{
    static struct pair pair;

    pair_begin(&pair, "underwater-cities");
    play_and_compare(&pair, 6);
    act_at(&pair, &pair.renders);
    act(&pair, "/votes", "{\"abort\":true}", 1, NULL);
    compare(&pair);
    act_at(&pair, &pair.keeps);
    act(&pair, "/votes", "{\"abort\":false}", 1, NULL);
    compare(&pair);
    act_at(&pair, &pair.renders);
    act(&pair, "/resignation", "{}", 0, NULL);
    compare(&pair);
    pair_end(&pair);
}

/* One account has both seats: `seat` selects the view. */
Test(reply_cache, each_seat_of_one_account_has_responses_of_its_own,
     .init = deep_only)
{
    static struct pair pair;
    static _Alignas(16) uint8_t state[RULES_STATE_MAX];
    static const char *const seats[] = {"?seat=0", "?seat=1", ""};
    const struct game *game = game_find("underwater-cities");
    char path[160], move[MOVE], body[MOVE + 32], *position;

    pair_begin(&pair, "template");
    sandbox_state(game, 2, 3, 30, state);
    position = sandbox_position(game, state);
    struct answer made = sandbox_create(&pair.fixture.players[0], game->id,
                                        "[\"me\",\"me\"]", position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(pair.fixture.match, sizeof pair.fixture.match, "%s",
             answer_text(&made, "id"));
    pair.fixture.seq = answer_number(&made, "seq");
    answer_clear(&made);
    free(position);
    for (int i = 0; i < 8; i++) {
        for (int n = 0; n < 6; n++) {
            snprintf(path, sizeof path, "/v1/matches/%s/%s%s",
                     pair.fixture.match, n % 2 ? "state" : "legal-moves",
                     seats[n / 2]);
            compare_one(&pair.kept[0], &pair.fresh[0], path, pair.fixture.seq);
        }
        cr_assert(fixture_choose(&pair.fixture, 0, move, sizeof move));
        snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
        act(&pair, "/moves", body, 0, "If-Match: *");
    }
    pair_end(&pair);
}

/* The name of a deleted account disappears without an event. */
Test(reply_cache, cached_responses_lose_the_name_of_a_deleted_account,
     .init = deep_only)
{
    static struct pair pair;
    char path[128], before[80], now[80];
    bool is_gone = false;

    pair_begin(&pair, "template");
    snprintf(path, sizeof path, "/v1/matches/%s", pair.fixture.match);
    act(&pair, "/resignation", "{}", 1, NULL);
    compare(&pair);
    struct answer old = read_at(&pair.kept[0], path, pair.fixture.seq);

    answer_header(&old, "ETag", before, sizeof before);
    cr_assert_not_null(strstr(old.body, "\"bea\""), "%s", old.body);
    struct answer gone = client_send(&pair.fresh[1], "DELETE", "/v1/me",
                                     "{\"password\":\"pass phrase of bea\"}");

    cr_assert_eq(gone.status, 204, "%s", gone.body);
    const long until = raw_now_ms() + PATIENCE_MS;

    while (!is_gone && raw_now_ms() < until) {
        struct answer match = read_at(&pair.kept[0], path, pair.fixture.seq);

        is_gone = !strstr(match.body, "\"bea\"");
        answer_header(&match, "ETag", now, sizeof now);
        answer_clear(&match);
    }
    cr_expect(is_gone);
    cr_expect_str_neq(now, before);
    snprintf(path, sizeof path, "/v1/matches/%s", pair.fixture.match);
    compare_one(&pair.kept[0], &pair.fresh[0], path, pair.fixture.seq);
    answer_clear(&old);
    answer_clear(&gone);
    pair_end(&pair);
}

/* ---- delayed notifications ---- */

/* The processes through which nodes are notified. */
struct ears {
    pid_t pids[8];
    int count;
};

/* Add those that have begun to listen and done nothing since. */
static void find_ears(struct ears *ears, const struct service *service)
{
    PGconn *pg = PQconnectdb(service->database);
    PGresult *rows = PQexec(pg, "SELECT pid FROM pg_stat_activity"
                                " WHERE datname = current_database()"
                                " AND query LIKE 'LISTEN%'");

    for (int i = 0; i < PQntuples(rows) && ears->count < 8; i++) {
        pid_t pid = (pid_t)strtol(PQgetvalue(rows, i, 0), NULL, 10);
        bool is_new = true;

        for (int k = 0; k < ears->count; k++)
            is_new = is_new && ears->pids[k] != pid;
        if (is_new)
            ears->pids[ears->count++] = pid;
    }
    PQclear(rows);
    PQfinish(pg);
}

/* Suspend them, or resume them.  For some seconds a node does not notice. */
static void signal_ears(const struct ears *ears, int signal_number)
{
    for (int i = 0; i < ears->count; i++)
        cr_expect_eq(kill(ears->pids[i], signal_number), 0);
}

static void expect_at_least(struct client *client, const char *path, long seq)
{
    struct answer answer = client_send(client, "GET", path, NULL);

    cr_expect_eq(answer.status, 200, "%s", answer.body);
    cr_expect_geq(answer_number(&answer, "seq"), seq, "%s", path);
    answer_clear(&answer);
}

Test(reply_cache, a_cached_response_is_never_older_than_min_seq,
     .init = deep_only)
{
    static const char *const what[] = {"state", "legal-moves"};
    static struct pair pair;
    struct ears ears = {0};
    char path[128];

    pair_begin(&pair, "template");
    /* Both listen again: "LISTEN" is their last statement. */
    service_sql(&pair.keeps, "SELECT pg_terminate_backend(pid) FROM"
                             " pg_stat_activity WHERE query = 'SELECT 1' AND"
                             " datname = current_database()");
    for (int tries = 0; tries < 6000 && ears.count < 2; tries++) {
        usleep(tries > 0 ? 10000 : 0);
        find_ears(&ears, &pair.keeps);
    }
    cr_assert_geq(ears.count, 2);
    compare(&pair);
    act_at(&pair, &pair.renders);
    signal_ears(&ears, SIGSTOP);
    bool has_moved = decide(&pair);

    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/v1/matches/%s/%s?min_seq=%ld",
                 pair.fixture.match, what[i], pair.fixture.seq);
        expect_at_least(&pair.kept[0], path, pair.fixture.seq);
        /* A seq that does not exist is not waited for. */
        snprintf(path, sizeof path, "/v1/matches/%s/%s?min_seq=4294967295",
                 pair.fixture.match, what[i]);
        expect_at_least(&pair.kept[0], path, pair.fixture.seq);
    }
    signal_ears(&ears, SIGCONT);
    cr_expect(has_moved);
    pair_end(&pair);
}
