/* Choices of several things at once over HTTP. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { MOVE = 128 };

static const json_t *choice_of(const struct answer *legal)
{
    return json_object_get(legal->json, "choice");
}

static const char *word(const json_t *choice, size_t i)
{
    const json_t *item = json_array_get(json_object_get(choice, "from"), i);

    return json_string_value(json_object_get(item, "word"));
}

/* "discard 54 7 49" of three items, the words in this order. */
static void write_move(const json_t *choice, const size_t items[3],
                       char out[MOVE])
{
    snprintf(out, MOVE, "%s %s %s %s",
             json_string_value(json_object_get(choice, "verb")),
             word(choice, items[0]), word(choice, items[1]),
             word(choice, items[2]));
}

TestSuite(choices, .init = shared_setup, .fini = shared_teardown);

Test(choices, legal_moves_say_what_is_chosen_at_once)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct answer legal = fixture_get(&fixture, 0, "/legal-moves");
    const json_t *choice = choice_of(&legal);
    const json_t *from = json_object_get(choice, "from");

    cr_expect_str_eq(json_string_value(json_object_get(choice, "verb")),
                     "discard");
    cr_expect_eq(json_integer_value(json_object_get(choice, "count")), 3);
    cr_assert_eq(json_array_size(from), 6);
    for (size_t i = 0; i < 6; i++) {
        const char *text =
            json_string_value(json_object_get(json_array_get(from, i), "text"));
        char number[16];

        snprintf(number, sizeof number, "(%s)", word(choice, i));
        cr_expect(strstr(text, number), "%s", text);
    }
    cr_expect_eq(json_array_size(json_object_get(legal.json, "moves")), 20);
    answer_clear(&legal);

    fixture_begin_again(&fixture, "template");
    legal = fixture_get(&fixture, 0, "/legal-moves");
    cr_expect(json_is_null(choice_of(&legal)), "%s", legal.body);
    answer_clear(&legal);
    fixture_end(&fixture);
}

Test(choices, the_words_of_a_move_may_be_in_any_order)
{
    static const size_t order[3] = {5, 0, 3}, sorted[3] = {0, 3, 5};
    struct fixture fixture;
    char given[MOVE], kept[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct answer legal = fixture_get(&fixture, 0, "/legal-moves");

    write_move(choice_of(&legal), order, given);
    write_move(choice_of(&legal), sorted, kept);
    struct answer done = fixture_post(&fixture, 0, given, fixture.seq, NULL);
    const json_t *event =
        json_array_get(json_object_get(done.json, "events"), 0);
    const json_t *cards =
        json_object_get(json_object_get(event, "parts"), "cards");

    cr_assert_eq(done.status, 201, "%s", done.body);
    cr_expect_str_eq(json_string_value(json_object_get(event, "move")), kept);
    cr_assert_eq(json_array_size(cards), 3, "%s", done.body);
    for (size_t i = 0; i < 3; i++) {
        char number[16];

        snprintf(number, sizeof number, "%d",
                 (int)json_integer_value(json_array_get(cards, i)));
        cr_expect_str_eq(number, word(choice_of(&legal), sorted[i]));
    }
    answer_clear(&legal);

    legal = fixture_get(&fixture, 0, "/legal-moves");
    cr_expect(json_is_null(choice_of(&legal)), "the seat has chosen");
    answer_clear(&legal);
    answer_clear(&done);
    fixture_end(&fixture);
}

Test(choices, a_set_of_another_size_is_refused)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct answer legal = fixture_get(&fixture, 0, "/legal-moves");

    snprintf(move, sizeof move, "discard %s %s", word(choice_of(&legal), 0),
             word(choice_of(&legal), 1));
    struct answer few = fixture_post(&fixture, 0, move, fixture.seq, NULL);

    cr_expect_eq(few.status, 422);
    cr_expect_str_eq(answer_problem(&few), "illegal-move");
    cr_expect(strstr(few.body, "exactly 3 cards"), "%s", few.body);
    answer_clear(&few);
    snprintf(move, sizeof move, "discard %s %s %s", word(choice_of(&legal), 0),
             word(choice_of(&legal), 1), word(choice_of(&legal), 1));
    few = fixture_post(&fixture, 0, move, fixture.seq, NULL);
    cr_expect_eq(few.status, 422);
    cr_expect_str_eq(answer_problem(&few), "bad-notation");
    answer_clear(&few);
    answer_clear(&legal);
    fixture_end(&fixture);
}
