/* Moves that do the same at interchangeable places are marked in lists of legal
 * moves. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MOVES = 400 /* to find a list with such moves */ };

static const json_t *find_move(json_t *moves, const char *notation)
{
    json_t *move;
    size_t i;

    json_array_foreach(
        moves, i,
        move) if (!strcmp(json_string_value(json_object_get(move, "move")),
                          notation)) return move;
    return NULL;
}

/* The piece and the payment are the same, the site is of the same city. */
static void expect_interchangeable(const json_t *one, const json_t *other)
{
    const json_t *parts[] = {json_object_get(one, "parts"),
                             json_object_get(other, "parts")};
    const char *sites[2];

    for (int i = 0; i < 2; i++) {
        const json_t *site = json_object_get(parts[i], "site");

        if (!site)
            site = json_object_get(parts[i], "structure");
        sites[i] = json_string_value(site);
    }
    cr_assert(sites[0] && sites[1], "%s", json_dumps(one, 0));
    cr_expect_eq(sites[0][0], sites[1][0], "%s and %s", sites[0], sites[1]);
    cr_expect_neq(sites[0][1], sites[1][1]);
    cr_expect(json_equal(json_object_get(parts[0], "pays"),
                         json_object_get(parts[1], "pays")));
    cr_expect(json_equal(json_object_get(parts[0], "piece"),
                         json_object_get(parts[1], "piece")));
}

/* Returns how many moves are marked. */
static int check_list(struct fixture *fixture)
{
    struct answer answer = fixture_get(fixture, 0, "/legal-moves");
    json_t *moves = json_object_get(answer.json, "moves"), *move;
    int marked = 0;
    size_t i;

    json_array_foreach(moves, i, move)
    {
        const char *same = json_string_value(json_object_get(move, "same"));
        const json_t *first = same ? find_move(moves, same) : NULL;

        if (!same)
            continue;
        marked++;
        cr_assert(first && first != move, "%s", same);
        cr_expect_null(json_object_get(first, "same"));
        expect_interchangeable(move, first);
    }
    answer_clear(&answer);
    return marked;
}

TestSuite(same_moves, .init = shared_setup, .fini = shared_teardown);

Test(same_moves, interchangeable_sites_are_marked, .timeout = 600)
{
    struct fixture fixture;
    int marked = 0;

    fixture_begin(&fixture, &test_service, "underwater-cities", 1);
    for (int i = 0; i < MOVES && marked == 0; i++) {
        marked = check_list(&fixture);
        fixture_play(&fixture, 1);
    }
    cr_expect_gt(marked, 0, "no move is marked");
    fixture_end(&fixture);
}
