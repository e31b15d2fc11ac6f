/* Undo over HTTP: what stories/undo.story cannot say. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { MOVE = 128 };

/* ---- what the tests read ---- */

static json_t *undo_of(const struct answer *state)
{
    return json_object_get(state->json, "undo");
}

static bool may_undo(const struct answer *state)
{
    return json_is_true(json_object_get(undo_of(state), "allowed"));
}

static long undo_number(const struct answer *state, const char *key)
{
    const json_t *value = json_object_get(undo_of(state), key);

    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

/* A seat makes a decision. */
static void decide(struct fixture *fixture, int seat, char move[MOVE])
{
    cr_assert(fixture_choose(fixture, seat, move, MOVE), "seat %d may not",
              seat);
    struct answer done = fixture_post(fixture, seat, move, fixture->seq, NULL);

    cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
    fixture->seq = answer_number(&done, "seq");
    answer_clear(&done);
}

static json_t *first_event(const struct answer *answer)
{
    return json_array_get(json_object_get(answer->json, "events"), 0);
}

/* ---- undo ---- */

TestSuite(undo, .init = shared_setup, .fini = shared_teardown);

/* Whether two steps have equal members of these names, or both have none. */
static bool same_member(const json_t *a, const char *key_a, const json_t *b,
                        const char *key_b)
{
    const json_t *one = json_object_get(a, key_a);
    const json_t *other = json_object_get(b, key_b);

    return one || other ? json_equal(one, other) : true;
}

/* The steps of the undo are those of the move, each undone, from the last to
 * the first; from and to are exchanged. */
static void expect_inverse(const json_t *undone, const json_t *done)
{
    const size_t count = json_array_size(done);

    cr_assert_gt(count, 0);
    cr_assert_eq(json_array_size(undone), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *a = json_array_get(undone, i);
        const json_t *b = json_array_get(done, count - 1 - i);

        cr_expect(json_is_true(json_object_get(a, "undone")));
        cr_expect_null(json_object_get(b, "undone"));
        cr_expect(same_member(a, "type", b, "type"));
        cr_expect(same_member(a, "card", b, "card"));
        cr_expect(same_member(a, "from", b, "to"));
        cr_expect(same_member(a, "to", b, "from"));
    }
}

Test(undo, its_event_has_the_steps_of_the_move_in_reverse_order)
{
    struct fixture fixture;
    char move[MOVE], path[64];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    const long to_seq = fixture.seq;

    decide(&fixture, 0, move);
    struct answer undone = fixture_undo(&fixture, 0, to_seq, fixture.seq, NULL);

    snprintf(path, sizeof path, "/events?after=%ld", to_seq);
    struct answer listed = fixture_get(&fixture, 0, path);
    const json_t *data = json_object_get(listed.json, "events");
    const json_t *steps = json_object_get(json_array_get(data, 1), "steps");

    cr_assert_eq(json_array_size(data), 2, "%s", listed.body);
    expect_inverse(steps, json_object_get(json_array_get(data, 0), "steps"));
    cr_expect(json_equal(steps, json_object_get(first_event(&undone), "steps")),
              "%s", undone.body);
    answer_clear(&listed);
    answer_clear(&undone);
    fixture_end(&fixture);
}

/* ---- to the end ---- */

/* A seat that can undo does so sometimes, by one step or completely. */
static void perhaps_undo(struct fixture *fixture, int seat, int *undone)
{
    struct answer state = fixture_get(fixture, seat, "/state");

    if (may_undo(&state) && fixture_random(fixture, 6) == 0) {
        const char *how = fixture_random(fixture, 2) ? "to_seq" : "step_seq";
        struct answer done = fixture_undo(
            fixture, seat, undo_number(&state, how), fixture->seq, NULL);

        cr_assert_eq(done.status, 201, "%s", done.body);
        fixture->seq = answer_number(&done, "seq");
        answer_clear(&done);
        ++*undone;
    }
    answer_clear(&state);
}

Test(undo, a_match_with_many_undos_is_played_to_its_end_and_recorded,
     .init = deep_only)
{
    enum { ENDLESS = 4000 };
    struct fixture fixture;
    char move[MOVE];
    int undone = 0;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    for (int i = 0; i < ENDLESS && !fixture.is_over; i++) {
        int seat = fixture_choose_any(&fixture, move, sizeof move);

        cr_assert_geq(seat, 0);
        struct answer done =
            fixture_post(&fixture, seat, move, fixture.seq, NULL);

        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        fixture.seq = answer_number(&done, "seq");
        fixture.is_over = strcmp(answer_text(&done, "status"), "finished") == 0;
        answer_clear(&done);
        if (!fixture.is_over)
            perhaps_undo(&fixture, seat, &undone);
    }
    cr_assert(fixture.is_over);
    cr_expect_gt(undone, 5);
    fprintf(stderr, "%d undos in %ld events\n", undone, fixture.seq);
    fixture_expect_complete_log(&fixture, 0);
    struct answer record = fixture_get(&fixture, 1, "/record");
    struct answer late = fixture_undo(&fixture, 0, 1, fixture.seq, NULL);

    cr_expect_eq(record.status, 200);
    cr_expect(strstr(record.body, " undo ") != NULL);
    cr_expect_eq(late.status, 409);
    cr_expect_str_eq(answer_problem(&late), "match-finished");
    answer_clear(&record);
    answer_clear(&late);
    fixture_end(&fixture);
}
