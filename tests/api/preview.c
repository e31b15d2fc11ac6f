/* Previews over HTTP: the effect of a move, without playing it. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE = 128 };

static const json_t *member(const struct answer *answer, const char *key)
{
    return json_object_get(answer->json, key);
}

static void expect_score_change(const struct answer *preview,
                                const struct answer *before,
                                const struct answer *after)
{
    const json_t *change = member(preview, "score_change");
    const json_t *then = member(before, "score"), *now = member(after, "score");

    cr_expect_eq(json_array_size(change), json_array_size(now));
    for (size_t i = 0; i < json_array_size(now); i++)
        cr_expect_eq(json_integer_value(json_array_get(change, i)),
                     json_integer_value(json_array_get(now, i)) -
                         json_integer_value(json_array_get(then, i)));
}

/* The move had the effect of the preview. */
static void expect_as_said(const struct answer *preview,
                           const struct answer *before,
                           const struct answer *done,
                           const struct answer *after)
{
    const json_t *event =
        json_array_get(json_object_get(done->json, "events"), 0);

    cr_expect(json_equal(member(preview, "view"), member(after, "view")), "%s",
              preview->body);
    cr_expect(json_equal(member(preview, "to_act"), member(after, "to_act")));
    cr_expect(
        json_equal(member(preview, "steps"), json_object_get(event, "steps")),
        "%s", preview->body);
    expect_score_change(preview, before, after);
    if (json_is_false(member(preview, "ends_match")))
        cr_expect(
            json_equal(member(preview, "undoable"),
                       json_object_get(member(after, "undo"), "allowed")));
}

static bool begins_with(const json_t *list, const json_t *first)
{
    const size_t count = json_array_size(first);
    size_t i = 0;

    while (i < count &&
           json_equal(json_array_get(list, i), json_array_get(first, i)))
        i++;
    return i == count && json_array_size(list) >= count;
}

/* The move reveals something: what the preview says is so, and what depends on
 * that is not said. */
static void expect_beginning(const struct answer *preview,
                             const struct answer *before,
                             const struct answer *done,
                             const struct answer *after)
{
    const json_t *steps = member(preview, "steps");
    const json_t *all = json_object_get(
        json_array_get(json_object_get(done->json, "events"), 0), "steps");
    const bool is_whole = json_array_size(steps) == json_array_size(all);

    cr_expect(json_is_false(member(preview, "undoable")));
    cr_expect(json_is_null(member(preview, "view")), "%s", preview->body);
    cr_expect(begins_with(all, steps), "%s", preview->body);
    cr_expect_eq(json_is_null(member(preview, "ends_match")), !is_whole, "%s",
                 preview->body);
    if (is_whole)
        cr_expect(
            json_equal(member(preview, "to_act"), member(after, "to_act")));
    else
        cr_expect(json_is_null(member(preview, "to_act")), "%s", preview->body);
    if (!json_is_null(member(preview, "score_change")))
        expect_score_change(preview, before, after);
}

/* Moves that reveal nothing, those that reveal something, and those of them
 * whose preview shows steps. */
struct seen {
    int open, revealing, begun;
};

static bool has_seen_all(const struct seen *seen)
{
    return seen->open && seen->revealing && seen->begun;
}

/* Preview a move, then play it.  False if the match is over. */
static bool preview_and_play(struct fixture *fixture, struct seen *seen)
{
    char move[MOVE];
    int seat = fixture_choose_any(fixture, move, sizeof move);

    if (seat < 0)
        return false;
    struct answer before = fixture_get(fixture, seat, "/state");
    struct answer preview = fixture_preview(fixture, seat, move);
    struct answer done = fixture_post(fixture, seat, move, fixture->seq, NULL);
    struct answer after = fixture_get(fixture, seat, "/state");
    bool reveals = json_is_true(member(&preview, "reveals"));

    cr_assert_eq(preview.status, 200, "%s: %s", move, preview.body);
    cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
    cr_expect_str_eq(answer_text(&preview, "move"), move);
    cr_expect_eq(answer_number(&preview, "seq"), fixture->seq);
    cr_expect_eq(answer_number(&preview, "seat"), seat);
    cr_expect(json_is_object(member(&preview, "parts")));
    cr_expect_str_neq(answer_text(&preview, "text"), "");
    if (reveals)
        expect_beginning(&preview, &before, &done, &after);
    else
        expect_as_said(&preview, &before, &done, &after);
    seen->open += !reveals;
    seen->revealing += reveals;
    seen->begun += reveals && json_array_size(member(&preview, "steps")) > 0;
    answer_clear(&before);
    answer_clear(&preview);
    answer_clear(&done);
    answer_clear(&after);
    return true;
}

TestSuite(preview, .init = shared_setup, .fini = shared_teardown);

Test(preview, a_preview_has_the_effect_as_far_as_the_seat_may_know_it,
     .init = deep_only)
{
    static const char *const names[] = {"underwater-cities", "seastead",
                                        "otys"};
    const int moves = 60;

    struct fixture fixture;

    fixture_begin(&fixture, &test_service, names[0], 2);
    for (size_t game = 0; game < sizeof names / sizeof *names; game++) {
        struct seen seen = {0};

        fixture_begin_again(&fixture, names[game]);
        for (int i = 0; i < moves || (i < 1000 && !has_seen_all(&seen)); i++)
            if (!preview_and_play(&fixture, &seen))
                fixture_begin_again(&fixture, names[game]);
        cr_expect(has_seen_all(&seen), "%s: %d, %d, %d", names[game], seen.open,
                  seen.revealing, seen.begun);
    }
    fixture_end(&fixture);
}

Test(preview, a_preview_changes_nothing)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    fixture_play(&fixture, 20);
    int seat = fixture_choose_any(&fixture, move, sizeof move);
    char *before = fixture_fingerprint(&fixture);
    struct answer first = fixture_preview(&fixture, seat, move);

    for (int i = 0; i < 20; i++) {
        struct answer again = fixture_preview(&fixture, seat, move);

        cr_expect_eq(again.status, 200);
        cr_expect_str_eq(again.body, first.body);
        answer_clear(&again);
    }
    char *after = fixture_fingerprint(&fixture);

    cr_expect_str_eq(before, after);
    answer_clear(&first);
    free(before);
    free(after);
    fixture_end(&fixture);
}

/* The problem without the id of the request. */
static char *problem_of(struct answer *answer)
{
    json_object_del(answer->json, "request_id");
    json_object_del(answer->json, "instance");
    char *text = json_dumps(answer->json, JSON_COMPACT | JSON_SORT_KEYS);

    answer_clear(answer);
    return text;
}

Test(preview, an_illegal_move_is_refused_like_a_played_one)
{
    static const char *const moves[] = {
        "fly", "advance 15", "place red3 28", "discard 1", "pass", "claim 1"};
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    fixture_play(&fixture, 12);
    int seat = fixture_choose_any(&fixture, move, sizeof move);

    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct answer asked = fixture_preview(&fixture, seat, moves[i]);
        long status = asked.status;

        if (status == 200) { /* legal by chance */
            answer_clear(&asked);
            continue;
        }
        struct answer played =
            fixture_post(&fixture, seat, moves[i], fixture.seq, NULL);

        cr_expect_eq(status, played.status, "%s", moves[i]);
        char *a = problem_of(&asked), *b = problem_of(&played);

        cr_expect_str_eq(a, b);
        free(a);
        free(b);
    }
    struct answer early = fixture_preview(&fixture, 1 - seat, move);

    cr_expect_eq(early.status, 409);
    cr_expect_str_eq(answer_problem(&early), "not-your-turn");
    answer_clear(&early);
    fixture_end(&fixture);
}
