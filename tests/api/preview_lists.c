/* Previews of several moves in one request, without views, and through
 * decisions that have only one legal move. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 8192, LIST_MAX = 32 };

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

static struct answer preview(int seat, const char *body)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/moves/preview", fixture.match);
    return client_send(&fixture.players[seat], "POST", path, body);
}

/* The seat's legal moves as JSON: a list of up to 32 notations. */
static void list_moves(int seat, char out[TEXT])
{
    struct answer list = fixture_get(&fixture, seat, "/legal-moves");
    const json_t *moves = json_object_get(list.json, "moves"), *move;
    size_t i, length = 0;

    json_array_foreach(moves, i, move)
    {
        if (i == LIST_MAX)
            break;
        length += (size_t)snprintf(
            out + length, TEXT - length, "%s\"%s\"", i ? "," : "",
            json_string_value(json_object_get(move, "move")));
    }
    answer_clear(&list);
}

TestSuite(preview_lists, .init = setup, .fini = teardown);

Test(preview_lists, alternatives_are_the_previews_of_each_move)
{
    char moves[TEXT], body[TEXT + 64], move[128];

    for (int round = 0; round < 6; round++) {
        const int seat = fixture_choose_any(&fixture, move, sizeof move);
        json_t *one;
        size_t i;

        list_moves(seat, moves);
        snprintf(body, sizeof body, "{\"alternatives\":[%s]}", moves);
        struct answer all = preview(seat, body);

        cr_assert_eq(all.status, 200, "%s", all.body);
        json_array_foreach(json_object_get(all.json, "previews"), i, one)
        {
            struct answer single = fixture_preview(
                &fixture, seat,
                json_string_value(json_object_get(one, "move")));

            cr_expect(json_equal(one, single.json), "%s", single.body);
            answer_clear(&single);
        }
        cr_expect_gt(i, 0);
        answer_clear(&all);
        fixture_play(&fixture, 5);
    }
}

Test(preview_lists, a_preview_without_its_view_is_otherwise_the_same)
{
    char body[192], move[128];

    fixture_play(&fixture, 9);
    for (int i = 0; i < 20; i++) {
        const int seat = fixture_choose_any(&fixture, move, sizeof move);

        snprintf(body, sizeof body, "{\"move\":\"%s\",\"view\":false}", move);
        struct answer with = fixture_preview(&fixture, seat, move);
        struct answer without = preview(seat, body);

        cr_assert_eq(without.status, 200, "%s", without.body);
        cr_expect_null(json_object_get(without.json, "view"));
        cr_expect_eq(json_object_del(with.json, "view"), 0);
        cr_expect(json_equal(with.json, without.json), "%s", without.body);
        answer_clear(&with);
        answer_clear(&without);
        fixture_play(&fixture, 1);
    }
}

/* Play the move and those that the preview played on with; compare the end. */
static void expect_played_on(int seat, const char *move, const json_t *preview)
{
    const json_t *forced = json_object_get(preview, "forced"), *next;
    json_t *steps = json_array();
    size_t i;
    struct answer done = fixture_post(&fixture, seat, move, fixture.seq, NULL);

    for (i = 0; i <= json_array_size(forced); i++) {
        cr_assert_eq(done.status, 201, "%s", done.body);
        json_array_extend(
            steps, json_object_get(
                       json_array_get(json_object_get(done.json, "events"), 0),
                       "steps"));
        fixture.seq = answer_number(&done, "seq");
        next = json_array_get(forced, i);
        if (!next)
            break;
        struct answer list = fixture_get(&fixture, seat, "/legal-moves");

        cr_expect_eq(json_array_size(json_object_get(list.json, "moves")), 1);
        cr_expect(json_equal(
            json_array_get(json_object_get(list.json, "moves"), 0), next));
        answer_clear(&list);
        answer_clear(&done);
        done = fixture_post(&fixture, seat,
                            json_string_value(json_object_get(next, "move")),
                            fixture.seq, NULL);
    }
    struct answer state = fixture_get(&fixture, seat, "/state");

    cr_expect(json_equal(json_object_get(preview, "view"),
                         json_object_get(state.json, "view")));
    cr_expect(json_equal(json_object_get(preview, "to_act"),
                         json_object_get(state.json, "to_act")));
    cr_expect(json_equal(json_object_get(preview, "steps"), steps));
    if (json_array_size(forced) > 0)
        cr_expect(json_is_true(
            json_object_get(json_object_get(state.json, "undo"), "allowed")));
    json_decref(steps);
    answer_clear(&state);
    answer_clear(&done);
}

Test(preview_lists, a_preview_plays_on_through_forced_decisions,
     .init = deep_only)
{
    char body[192], move[128];
    size_t seen = 0;

    for (int i = 0; i < 1000 && (i < 100 || seen < 3); i++) {
        const int seat = fixture_choose_any(&fixture, move, sizeof move);

        if (seat < 0) {
            fixture_begin_again(&fixture, "underwater-cities");
            continue;
        }
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"forced\":true}", move);
        struct answer asked = preview(seat, body);
        const size_t count =
            json_array_size(json_object_get(asked.json, "forced"));

        cr_assert_eq(asked.status, 200, "%s", asked.body);
        if (json_is_true(json_object_get(asked.json, "reveals"))) {
            cr_expect_eq(count, 0);
            fixture_play(&fixture, 1);
        } else {
            expect_played_on(seat, move, asked.json);
        }
        seen += count > 0;
        answer_clear(&asked);
    }
    cr_expect_geq(seen, 3);
}

/* ---- refusals ---- */

static void expect_refused(int seat, const char *body, long status,
                           const char *problem, long index)
{
    struct answer asked = preview(seat, body);

    cr_expect_eq(asked.status, status, "%s: %s", body, asked.body);
    cr_expect_str_eq(answer_problem(&asked), problem);
    cr_expect_eq(answer_number(&asked, "index"), index, "%s", asked.body);
    answer_clear(&asked);
}

Test(preview_lists, one_refused_alternative_refuses_all)
{
    char moves[TEXT], body[TEXT + 64], move[128];

    fixture_play(&fixture, 7);
    const int seat = fixture_choose_any(&fixture, move, sizeof move);

    snprintf(moves, sizeof moves, "\"%s\"", move);
    snprintf(body, sizeof body, "{\"alternatives\":[%s,\"fly\"]}", moves);
    expect_refused(seat, body, 422, "bad-notation", 1);
    snprintf(body, sizeof body, "{\"alternatives\":[%s,%s,\"advance 15\"]}",
             moves, moves);
    expect_refused(seat, body, 422, "illegal-move", 2);
    snprintf(body, sizeof body, "{\"alternatives\":[%s]}", moves);
    expect_refused(1 - seat, body, 409, "not-your-turn", 0);
}

Test(preview_lists, malformed_requests_are_refused)
{
    static const char *const bodies[] = {
        "{}",
        "{\"alternatives\":[]}",
        "{\"alternatives\":{}}",
        "{\"alternatives\":[1]}",
        "{\"alternatives\":[\"\"]}",
        "{\"alternatives\":[\"end\"],\"move\":\"end\"}",
        "{\"move\":\"end\",\"view\":1}",
        "{\"move\":\"end\",\"forced\":\"yes\"}",
        "{\"moves\":[\"end\"]}",
    };
    char many[TEXT] = "{\"alternatives\":[\"1\"";
    size_t length = strlen(many);

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        expect_refused(0, bodies[i], 400, "invalid-fields", -1);
    for (int i = 0; i < LIST_MAX; i++)
        length +=
            (size_t)snprintf(many + length, sizeof many - length, ",\"1\"");
    snprintf(many + length, sizeof many - length, "]}");
    expect_refused(0, many, 400, "invalid-fields", -1);
}
