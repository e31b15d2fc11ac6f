/* Compact views: what a client that has the components needs of a state. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static bool is_part(json_t *part, const json_t *whole);

/* The elements of `part` are elements of `whole` or parts of them, in order. */
static bool are_elements(const json_t *part, const json_t *whole)
{
    size_t at = 0;

    for (size_t i = 0; i < json_array_size(part); i++, at++) {
        json_t *wanted = json_array_get(part, i);

        while (at < json_array_size(whole) &&
               !is_part(wanted, json_array_get(whole, at)))
            at++;
        if (at == json_array_size(whole))
            return false;
    }
    return true;
}

/* The document `part` says nothing that `whole` does not. */
static bool is_part(json_t *part, const json_t *whole)
{
    const char *key;
    json_t *value;

    if (json_is_array(part))
        return json_is_array(whole) && are_elements(part, whole);
    if (!json_is_object(part))
        return json_equal(part, whole);
    json_object_foreach(part, key, value)
    {
        const json_t *found = json_object_get(whole, key);

        if (!found || !is_part(value, found))
            return false;
    }
    return true;
}

/* Compare both views of a match for a viewer, and add up their lengths. */
static void compare(struct client *viewer, const char *match, size_t bytes[2])
{
    struct answer whole = client_get(viewer, "/v1/matches/%s/state", match);
    struct answer compact =
        client_get(viewer, "/v1/matches/%s/state?view=compact", match);

    cr_assert_eq(whole.status, 200, "%s", whole.body);
    cr_assert_eq(compact.status, 200, "%s", compact.body);
    cr_expect(is_part(compact.json, whole.json), "%s", compact.body);
    json_object_del(whole.json, "view");
    json_object_del(compact.json, "view");
    cr_expect(json_equal(compact.json, whole.json));
    bytes[0] += whole.length;
    bytes[1] += compact.length;
    answer_clear(&whole);
    answer_clear(&compact);
}

static void compare_in_play(const char *game, int people, size_t bytes[2])
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, game, people);
    struct client nobody = client_open(&test_service);

    for (int i = 0; i < 25 && !fixture.is_over; i++) {
        for (int seat = 0; seat < people; seat++)
            compare(&fixture.players[seat], fixture.match, bytes);
        compare(&nobody, fixture.match, bytes);
        fixture_play(&fixture, 8);
    }
    client_close(&nobody);
    fixture_end(&fixture);
}

TestSuite(compact, .init = shared_setup, .fini = shared_teardown);

Test(compact, a_compact_state_is_a_part_of_the_state, .init = deep_only)
{
    size_t bytes[2] = {0};

    compare_in_play("underwater-cities", 2, bytes);
    cr_expect_lt(bytes[1] * 2, bytes[0], "%zu of %zu", bytes[1], bytes[0]);
}

Test(compact, a_compact_state_of_the_template_is_a_part_of_the_state)
{
    size_t bytes[2] = {0};

    compare_in_play("template", 3, bytes);
    cr_expect_lt(bytes[1], bytes[0]);
}

Test(compact, a_compact_state_of_seastead_is_a_part_of_the_state,
     .init = deep_only)
{
    size_t bytes[2] = {0};

    compare_in_play("seastead", 2, bytes);
    cr_expect_lt(bytes[1], bytes[0]);
}

Test(compact, other_views_are_refused)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct answer bad = fixture_get(&fixture, 0, "/state?view=small");
    struct answer full = fixture_get(&fixture, 0, "/state?view=full");
    struct answer past =
        fixture_get(&fixture, 0, "/state?at_seq=3&view=compact");

    cr_expect_eq(bad.status, 400, "%s", bad.body);
    cr_expect_str_eq(answer_problem(&bad), "invalid-fields");
    cr_expect(json_object_get(json_object_get(full.json, "view"), "winner"));
    cr_expect_null(
        json_object_get(json_object_get(past.json, "view"), "winner"));
    answer_clear(&bad);
    answer_clear(&full);
    answer_clear(&past);
    fixture_end(&fixture);
}
