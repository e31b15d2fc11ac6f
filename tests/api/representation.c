/* Responses to moves and undos with all that the next decision needs. */
#include "http.h"
#include "match_fixture.h"
#include "sandbox.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fixture fixture;

static void setup(void)
{
    shared_setup();
    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
}

static void teardown(void)
{
    fixture_end(&fixture);
    shared_teardown();
}

/* Play a move of a seat that is to act, with this header (NULL: none). */
static struct answer play(const char *header)
{
    char move[128], body[192], path[128];
    const int seat = fixture_choose_any(&fixture, move, sizeof move);

    cr_assert_geq(seat, 0);
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seq\":%ld}", move,
             fixture.seq);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    if (header)
        client_with(&fixture.players[seat], header);
    struct answer done =
        client_send(&fixture.players[seat], "POST", path, body);

    cr_assert_eq(done.status, 201, "%s", done.body);
    return done;
}

static void expect_same(const struct answer *done, const char *member,
                        const char *path)
{
    struct answer got = fixture_get(&fixture, 0, path);

    cr_expect(json_equal(json_object_get(done->json, member), got.json),
              "%s differs from GET %s", member, path);
    answer_clear(&got);
}

Test(representation, a_move_returns_what_its_client_would_read_next,
     .init = setup, .fini = teardown)
{
    char applied[64];
    struct answer done = play("Prefer: return=representation");

    answer_header(&done, "Preference-Applied", applied, sizeof applied);
    cr_expect_str_eq(applied, "return=representation");
    expect_same(&done, "state", "/state");
    expect_same(&done, "legal_moves", "/legal-moves");
    answer_clear(&done);
}

Test(representation, a_client_that_prefers_it_gets_a_compact_state,
     .init = setup, .fini = teardown)
{
    char applied[64];
    struct answer done = play("Prefer: return=representation; view=compact");

    answer_header(&done, "Preference-Applied", applied, sizeof applied);
    cr_expect_str_eq(applied, "return=representation; view=compact");
    cr_expect_null(json_object_get(done.json, "state"));
    expect_same(&done, "compact_state", "/state?view=compact");
    expect_same(&done, "legal_moves", "/legal-moves");
    answer_clear(&done);
}

Test(representation, a_state_has_the_legal_moves_for_clients_that_prefer_it,
     .init = setup, .fini = teardown)
{
    static const char *const views[] = {"full", "compact"};

    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        char path[64];
        struct answer plain;

        snprintf(path, sizeof path, "/state?view=%s", views[i]);
        client_with(&fixture.players[0], "Prefer: return=representation");
        struct answer got = fixture_get(&fixture, 0, path);

        expect_same(&got, "legal_moves", "/legal-moves");
        plain = fixture_get(&fixture, 0, path);
        cr_expect_null(json_object_get(plain.json, "legal_moves"));
        json_object_del(got.json, "legal_moves");
        cr_expect(json_equal(got.json, plain.json));
        answer_clear(&got);
        answer_clear(&plain);
    }
}

Test(representation, an_undo_returns_it_too, .init = setup, .fini = teardown)
{
    char body[64], path[128];
    struct answer first = play("Prefer: RESPOND-async, return=representation");

    snprintf(path, sizeof path, "/v1/matches/%s/undo", fixture.match);
    snprintf(body, sizeof body, "{\"to_seq\":%ld,\"seq\":%ld}",
             answer_number(&first, "seq") - 1, answer_number(&first, "seq"));
    client_with(&fixture.players[0], "Prefer: return=representation");
    struct answer done = client_send(&fixture.players[0], "POST", path, body);

    cr_assert_eq(done.status, 201, "%s", done.body);
    expect_same(&done, "state", "/state");
    expect_same(&done, "legal_moves", "/legal-moves");
    answer_clear(&first);
    answer_clear(&done);
}

Test(representation, only_clients_that_prefer_it_get_it, .init = setup,
     .fini = teardown)
{
    static const char *const others[] = {
        NULL,
        "Prefer: return=minimal",
        "Prefer: return=representations",
        "Prefer: xreturn=representation",
        "Prefer: ",
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct answer done = play(others[i]);

        cr_expect_null(json_object_get(done.json, "state"));
        cr_expect_null(json_object_get(done.json, "legal_moves"));
        cr_expect(json_is_object(json_object_get(done.json, "prompt")) ||
                  json_is_null(json_object_get(done.json, "prompt")));
        cr_expect_eq(json_array_size(json_object_get(done.json, "score")), 2);
        answer_clear(&done);
    }
}

/* The stored part of the response is the same; the state is the current one. */
Test(representation, a_repeated_request_returns_the_current_state,
     .init = setup, .fini = teardown)
{
    static const char prefer[] = "Prefer: return=representation";
    static const char key[] = "Idempotency-Key: one";
    char path[128], body[192], move[128];

    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seq\":%ld}", move,
             fixture.seq);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    client_with(&fixture.players[0], key);
    struct answer first = client_send(&fixture.players[0], "POST", path, body);

    cr_assert_eq(first.status, 201, "%s", first.body);
    fixture.seq = answer_number(&first, "seq");
    fixture_play(&fixture, 3);
    client_with(&fixture.players[0], key);
    client_with(&fixture.players[0], prefer);
    struct answer again = client_send(&fixture.players[0], "POST", path, body);

    cr_assert_eq(again.status, 201, "%s", again.body);
    expect_same(&again, "state", "/state");
    json_object_del(again.json, "state");
    json_object_del(again.json, "legal_moves");
    cr_expect(json_equal(first.json, again.json));
    answer_clear(&first);
    answer_clear(&again);
}

/* A position from outside may make the list costly. */
Test(representation, of_a_sandbox_lacks_the_legal_moves, .init = shared_setup,
     .fini = shared_teardown)
{
    static _Alignas(16) uint8_t state[RULES_STATE_MAX];
    const struct game *game = game_find("template");
    struct client ada = client_account(&test_service, "ada");
    char path[128], body[160];

    sandbox_state(game, 2, 1, 4, state);
    char *position = sandbox_position(game, state);
    struct answer made =
        sandbox_create(&ada, "template", "[\"me\",\"me\"]", position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    struct answer list = client_get(&ada, "/v1/matches/%s/legal-moves",
                                    answer_text(&made, "id"));
    const json_t *first =
        json_array_get(json_object_get(list.json, "moves"), 0);

    cr_assert_not_null(first, "%s", list.body);
    snprintf(path, sizeof path, "/v1/matches/%s/moves",
             answer_text(&made, "id"));
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seq\":%ld}",
             json_string_value(json_object_get(first, "move")),
             answer_number(&list, "seq"));
    client_with(&ada, "Prefer: return=representation");
    struct answer done = client_send(&ada, "POST", path, body);

    cr_assert_eq(done.status, 201, "%s", done.body);
    cr_expect(json_is_object(json_object_get(done.json, "state")));
    cr_expect_null(json_object_get(done.json, "legal_moves"));
    free(position);
    answer_clear(&made);
    answer_clear(&list);
    answer_clear(&done);
    client_close(&ada);
}
