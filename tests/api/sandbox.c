/* Positions, and sandbox matches that begin in them. */
#include "sandbox.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE = 128 };

static struct answer get(struct client *client, const struct answer *match,
                         const char *what)
{
    return client_get(client, "/v1/matches/%s%s", answer_text(match, "id"),
                      what);
}

/* Post to a match, at any seq. */
static struct answer post(struct client *client, const struct answer *match,
                          const char *where, const char *body)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s%s", answer_text(match, "id"),
             where);
    client_with(client, "If-Match: *");
    return client_send(client, "POST", path, body);
}

/* ---- read and create ---- */

static void expect_round_trip(struct service *service, const char *name,
                              int seats, unsigned seed, int decisions)
{
    static const char *const me[] = {"[]", "[\"me\"]", "[\"me\",\"me\"]",
                                     "[\"me\",\"me\",\"me\"]",
                                     "[\"me\",\"me\",\"me\",\"me\"]"};
    const struct game *game = game_find(name);
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    static int number;
    char who[16];

    snprintf(who, sizeof who, "ada-%d", number++);
    struct client ada = client_account(service, who);

    sandbox_state(game, seats, seed, decisions, state);
    char *position = sandbox_position(game, state);
    struct answer made = sandbox_create(&ada, name, me[seats], position);

    cr_assert_eq(made.status, 201, "%s, %d seats, %d decisions: %s", name,
                 seats, decisions, made.body);
    cr_expect_str_eq(answer_text(&made, "status"), "running");
    cr_expect(json_is_true(json_object_get(made.json, "sandbox")));
    struct answer back = get(&ada, &made, "/position");

    cr_expect_eq(back.status, 200, "%s", back.body);
    back.body[strcspn(back.body, "\n")] = '\0';
    cr_expect_str_eq(back.body, position);
    answer_clear(&back);
    answer_clear(&made);
    free(position);
    client_close(&ada);
}

Test(sandbox, a_position_is_returned_as_it_was_sent, .init = service_setup,
     .fini = service_teardown)
{
    static const int decisions[] = {0, 3, 7, 25, 80, 200};

    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        for (int seats = 1; seats <= 4; seats++)
            expect_round_trip(&test_service, "underwater-cities", seats,
                              (unsigned)(10 * i) + (unsigned)seats,
                              decisions[i]);
    expect_round_trip(&test_service, "template", 2, 3, 4);
    expect_round_trip(&test_service, "template", 4, 4, 9);
}

Test(sandbox, a_position_is_much_smaller_than_a_body_may_be)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    size_t most = 0;

    for (int decisions = 0; decisions < 500; decisions += 50) {
        sandbox_state(game, 4, 9, decisions, state);
        char *position = sandbox_position(game, state);

        most = strlen(position) > most ? strlen(position) : most;
        free(position);
    }
    cr_log_info("the longest of them has %zu bytes", most);
    cr_expect_lt(most, 56 * 1024);
}

/* Remove the members that only explain others. */
static void strip(json_t *value)
{
    static const char *const explaining[] = {"text",   "name", "score",
                                             "counts", "next", "supplies"};
    const char *key;
    json_t *child;
    size_t i;

    for (i = 0; i < sizeof explaining / sizeof *explaining; i++)
        json_object_del(value, explaining[i]);
    json_object_foreach(value, key, child) strip(child);
    json_array_foreach(value, i, child) strip(child);
}

Test(sandbox, explanatory_members_of_a_position_are_optional,
     .init = service_setup, .fini = service_teardown)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    struct client ada = client_account(&test_service, "ada");

    sandbox_state(game, 3, 5, 70, state);
    char *position = sandbox_position(game, state);
    json_t *document = json_loads(position, 0, NULL);

    strip(document);
    char *facts = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    struct answer made = sandbox_create(&ada, "underwater-cities",
                                        "[\"me\",\"me\",\"me\"]", facts);

    cr_assert_eq(made.status, 201, "%s", made.body);
    struct answer back = get(&ada, &made, "/position");

    back.body[strcspn(back.body, "\n")] = '\0';
    cr_expect_str_eq(back.body, position);
    cr_expect_lt(strlen(facts), strlen(position));
    answer_clear(&made);
    answer_clear(&back);
    json_decref(document);
    free(facts);
    free(position);
    client_close(&ada);
}

/* ---- one account, all seats ---- */

/* A sandbox in the middle of a two-player match. */
static struct answer begin(struct client *ada, int decisions, const char *seats)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    sandbox_state(game, 2, 5, decisions, state);
    char *position = sandbox_position(game, state);
    struct answer made =
        sandbox_create(ada, "underwater-cities", seats, position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    free(position);
    return made;
}

/* The same, with one account on both seats. */
static struct answer begin_own(struct client *ada, int decisions)
{
    return begin(ada, decisions, "[\"me\",\"me\"]");
}

/* A move of this seat, or false. */
static bool choose(struct client *client, const struct answer *match, int seat,
                   char move[MOVE])
{
    char what[64];

    snprintf(what, sizeof what, "/legal-moves?seat=%d", seat);
    struct answer list = get(client, match, what);
    json_t *moves = json_object_get(list.json, "moves");
    const char *first =
        json_string_value(json_object_get(json_array_get(moves, 0), "move"));

    cr_assert_eq(list.status, 200, "%s", list.body);
    if (first)
        snprintf(move, MOVE, "%s", first);
    answer_clear(&list);
    return first != NULL;
}

Test(sandbox, the_creator_plays_every_seat_by_number, .init = service_setup,
     .fini = service_teardown)
{
    enum { MOVES = 60 };
    char move[MOVE], body[256], what[64], tag[64], want[64];
    int played[2] = {0};

    struct client ada = client_account(&test_service, "ada");
    struct answer match = begin_own(&ada, 6);

    for (int i = 0; i < MOVES; i++) {
        int seat = choose(&ada, &match, 0, move) ? 0 : 1;

        cr_assert(seat == 0 || choose(&ada, &match, 1, move));
        snprintf(what, sizeof what, "/state?seat=%d", seat);
        struct answer state = get(&ada, &match, what);

        cr_expect_eq(answer_number(&state, "viewer"), seat);
        answer_header(&state, "ETag", tag, sizeof tag);
        snprintf(want, sizeof want, "\"%ld.%d\"", answer_number(&state, "seq"),
                 seat);
        cr_expect_str_eq(tag, want);
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d}", move,
                 seat);
        struct answer preview = post(&ada, &match, "/moves/preview", body);
        struct answer done = post(&ada, &match, "/moves", body);

        cr_assert_eq(preview.status, 200, "%s", preview.body);
        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        cr_expect_eq(answer_number(&preview, "seat"), seat);
        played[seat]++;
        answer_clear(&state);
        answer_clear(&preview);
        answer_clear(&done);
    }
    cr_expect(played[0] > 5 && played[1] > 5);
    answer_clear(&match);
    client_close(&ada);
}

Test(sandbox, without_a_seat_number_the_seat_to_act_is_meant,
     .init = service_setup, .fini = service_teardown)
{
    char body[256];

    struct client ada = client_account(&test_service, "ada");
    struct answer match = begin_own(&ada, 30);

    for (int i = 0; i < 30; i++) {
        struct answer list = get(&ada, &match, "/legal-moves");
        json_t *move = json_array_get(json_object_get(list.json, "moves"), 0);

        cr_assert_not_null(move, "%s", list.body);
        snprintf(body, sizeof body, "{\"move\":\"%s\"}",
                 json_string_value(json_object_get(move, "move")));
        struct answer done = post(&ada, &match, "/moves", body);

        cr_assert_eq(done.status, 201, "%s: %s", body, done.body);
        answer_clear(&list);
        answer_clear(&done);
    }
    answer_clear(&match);
    client_close(&ada);
}

Test(sandbox, moves_are_undone_back_to_the_start_and_no_further,
     .init = service_setup, .fini = service_teardown)
{
    char move[MOVE], body[256];
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    struct client ada = client_account(&test_service, "ada");

    sandbox_state(game, 2, 8, 0, state);
    char *position = sandbox_position(game, state);
    struct answer match =
        sandbox_create(&ada, "underwater-cities", "[\"me\",\"me\"]", position);

    cr_assert_eq(match.status, 201, "%s", match.body);
    cr_assert(choose(&ada, &match, 1, move));
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":1}", move);
    struct answer done = post(&ada, &match, "/moves", body);
    struct answer blocked =
        post(&ada, &match, "/undo", "{\"to_seq\":1,\"seat\":0}");
    struct answer undone =
        post(&ada, &match, "/undo", "{\"to_seq\":1,\"seat\":1}");
    struct answer back = get(&ada, &match, "/position");

    cr_expect_eq(done.status, 201, "%s", done.body);
    cr_expect_eq(blocked.status, 409, "%s", blocked.body);
    cr_expect_eq(undone.status, 201, "%s", undone.body);
    back.body[strcspn(back.body, "\n")] = '\0';
    cr_expect_str_eq(back.body, position);
    answer_clear(&done);
    answer_clear(&blocked);
    answer_clear(&undone);
    answer_clear(&back);
    answer_clear(&match);
    free(position);
    client_close(&ada);
}

Test(sandbox, bots_continue_from_a_position, .init = service_setup,
     .fini = service_teardown)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    long after = 0;
    bool is_over = false;

    struct client ada = client_account(&test_service, "ada");

    sandbox_state(game, 2, 8, 150, state);
    char *position = sandbox_position(game, state);
    struct answer match = sandbox_create(
        &ada, "underwater-cities", "[\"bot:random\",\"bot:greedy\"]", position);

    cr_assert_eq(match.status, 201, "%s", match.body);
    for (int i = 0; i < 2000 && !is_over; i++) {
        char what[64];

        snprintf(what, sizeof what, "/events?after=%ld&wait=20", after);
        struct answer news = get(&ada, &match, what);

        after = answer_number(&news, "next_after");
        is_over = strcmp(answer_text(&news, "status"), "finished") == 0;
        answer_clear(&news);
    }
    cr_assert(is_over);
    struct answer record = get(&ada, &match, "/record");

    cr_expect_eq(record.status, 200, "%s", record.body);
    cr_expect(strstr(record.body, "\nposition\n") != NULL);
    answer_clear(&record);
    answer_clear(&match);
    free(position);
    client_close(&ada);
}

Test(sandbox, moves_and_position_of_a_sandbox_survive_kill_9,
     .init = service_setup, .fini = service_teardown)
{
    char move[MOVE], body[256];

    struct client ada = client_account(&test_service, "ada");
    struct answer match = begin_own(&ada, 40);

    for (int i = 0; i < 5; i++) {
        int seat = choose(&ada, &match, 0, move) ? 0 : 1;

        cr_assert(seat == 0 || choose(&ada, &match, 1, move));
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d}", move,
                 seat);
        struct answer done = post(&ada, &match, "/moves", body);

        cr_assert_eq(done.status, 201, "%s", done.body);
        answer_clear(&done);
    }
    struct answer before = get(&ada, &match, "/position");
    struct answer first = get(&ada, &match, "/position?at_seq=1");

    service_signal(&test_service, 9);
    service_start(&test_service);
    struct answer after = get(&ada, &match, "/position");
    struct answer again = get(&ada, &match, "/position?at_seq=1");

    cr_expect_eq(before.status, 200, "%s", before.body);
    cr_expect_str_eq(before.body, after.body);
    cr_expect_str_eq(first.body, again.body);
    cr_expect_str_neq(first.body, before.body);
    answer_clear(&before);
    answer_clear(&after);
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&match);
    client_close(&ada);
}

/* ---- visibility of positions ---- */

static void expect_refused(struct client *client, const struct answer *match,
                           const char *what, long status, const char *problem)
{
    struct answer no = get(client, match, what);

    cr_expect_eq(no.status, status, "%s: %s", what, no.body);
    cr_expect_str_eq(answer_problem(&no), problem);
    answer_clear(&no);
}

Test(sandbox, only_the_creator_sees_a_position_of_a_running_sandbox,
     .init = service_setup, .fini = service_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client *ada = &fixture.players[0], *bea = &fixture.players[1];
    struct client nobody = client_open(&test_service);
    struct answer running = fixture_get(&fixture, 0, "");
    struct answer own = begin_own(ada, 12);
    struct answer waiting = begin(ada, 12, "[\"me\",\"open\"]");
    struct answer open =
        client_send(ada, "POST", "/v1/matches",
                    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}");

    expect_refused(ada, &running, "/position", 403, "position-hidden");
    expect_refused(ada, &running, "/position?at_seq=1", 403, "position-hidden");
    expect_refused(ada, &open, "/position", 403, "position-hidden");
    expect_refused(bea, &own, "/position", 403, "position-hidden");
    expect_refused(ada, &waiting, "/position", 409, "match-not-started");
    expect_refused(&nobody, &own, "/position", 403, "position-hidden");
    expect_refused(ada, &own, "/position?at_seq=99999", 404, "not-found");
    expect_refused(ada, &own, "/position?seat=1", 400, "invalid-fields");
    expect_refused(bea, &own, "/state?seat=0", 403, "not-seated");
    expect_refused(ada, &own, "/state?seat=3", 403, "not-seated");
    expect_refused(&nobody, &own, "/legal-moves?seat=0", 403, "not-seated");
    expect_refused(bea, &own, "/events?seat=1", 403, "not-seated");
    answer_clear(&running);
    answer_clear(&own);
    answer_clear(&waiting);
    answer_clear(&open);
    client_close(&nobody);
    fixture_end(&fixture);
}

Test(sandbox, a_finished_match_shows_all_its_positions_to_everybody,
     .init = service_setup, .fini = service_teardown)
{
    struct fixture fixture;
    char what[64];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    fixture_play(&fixture, 60);
    long middle = fixture.seq;

    client_with(&fixture.players[0], "If-Match: *");
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/resignation", fixture.match);
    struct answer over = client_send(&fixture.players[0], "POST", path, NULL);
    struct client nobody = client_open(&test_service);
    struct answer match = fixture_get(&fixture, 0, "");

    snprintf(what, sizeof what, "/position?at_seq=%ld", middle);
    struct answer then = get(&nobody, &match, what);
    struct answer now = get(&nobody, &match, "/position");

    cr_expect_eq(over.status, 201, "%s", over.body);
    cr_expect_eq(then.status, 200, "%s", then.body);
    cr_expect_eq(now.status, 200);
    expect_refused(&nobody, &match, "/position?at_seq=0", 404, "not-found");
    then.body[strcspn(then.body, "\n")] = '\0';
    struct answer again =
        sandbox_create(&fixture.players[1], "underwater-cities",
                       "[\"me\",\"bot:greedy\"]", then.body);

    cr_expect_eq(again.status, 201, "the match continues from there: %s",
                 again.body);
    now.body[strcspn(now.body, "\n")] = '\0';
    struct answer ended =
        sandbox_create(&fixture.players[1], "underwater-cities",
                       "[\"me\",\"bot:greedy\"]", now.body);

    cr_expect_eq(ended.status, 422, "%s", ended.body);
    cr_expect_str_eq(answer_problem(&ended), "invalid-position");
    answer_clear(&over);
    answer_clear(&then);
    answer_clear(&now);
    answer_clear(&again);
    answer_clear(&ended);
    answer_clear(&match);
    client_close(&nobody);
    fixture_end(&fixture);
}

/* ---- invalid positions ---- */

/* A valid position with one invalid place: the error points there and says
 * what is expected. */
static void expect_spoiled(struct client *ada, const char *position,
                           const char *object, const char *member,
                           json_t *value, const char *pointer,
                           const char *detail)
{
    json_t *document = json_loads(position, 0, NULL);
    json_t *at = *object ? json_object_get(document, object) : document;

    cr_assert_not_null(at);
    if (value)
        json_object_set_new(at, member, value);
    else
        json_object_del(at, member);
    char *text = json_dumps(document, JSON_COMPACT);
    struct answer no =
        sandbox_create(ada, "underwater-cities", "[\"me\",\"me\"]", text);
    json_t *error = json_array_get(json_object_get(no.json, "errors"), 0);
    const char *said = json_string_value(json_object_get(error, "pointer"));
    const char *why = json_string_value(json_object_get(error, "detail"));

    cr_expect_eq(no.status, 422, "%s: %s", pointer, no.body);
    cr_expect_str_eq(answer_problem(&no), "invalid-position");
    cr_expect_str_eq(said ? said : "", pointer, "%s", no.body);
    cr_expect(why && strstr(why, detail), "%s", no.body);
    answer_clear(&no);
    free(text);
    json_decref(document);
}

/* A card that is in the deck. */
static int card_of_deck(const char *position)
{
    json_t *document = json_loads(position, 0, NULL);
    const json_t *deck =
        json_object_get(json_object_get(document, "hidden"), "deck");
    const int card = (int)json_integer_value(json_array_get(deck, 0));

    json_decref(document);
    return card;
}

Test(sandbox, an_invalid_position_is_refused_with_its_place,
     .init = service_setup, .fini = service_teardown)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    struct client ada = client_account(&test_service, "ada");

    sandbox_state(game, 2, 5, 30, state);
    char *position = sandbox_position(game, state);

    expect_spoiled(&ada, position, "", "seats", NULL, "/position/seats",
                   "required");
    expect_spoiled(&ada, position, "", "round", json_string("two"),
                   "/position/round", "a whole number from 1 to 10");
    expect_spoiled(&ada, position, "", "round", json_real(1.5),
                   "/position/round", "whole number");
    expect_spoiled(&ada, position, "", "round", json_integer(99),
                   "/position/round", "from 1 to 10");
    expect_spoiled(&ada, position, "", "phase", json_string("lunch"),
                   "/position/phase", "\"turn\", \"first-hands\"");
    expect_spoiled(&ada, position, "current_turn", "stpe", json_string("place"),
                   "/position/current_turn/stpe", "no such member");
    expect_spoiled(&ada, position, "hidden", "deck",
                   json_pack("[i]", card_of_deck(position)),
                   "/position/hidden/deck", "nowhere");
    struct answer few =
        sandbox_create(&ada, "underwater-cities", "[\"me\"]", position);
    struct answer other =
        sandbox_create(&ada, "template", "[\"me\",\"me\"]", position);

    cr_expect_eq(few.status, 422, "%s", few.body);
    cr_expect_eq(other.status, 422, "%s", other.body);
    answer_clear(&few);
    answer_clear(&other);
    free(position);
    client_close(&ada);
}
