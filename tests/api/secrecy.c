/* Hidden information of one player is in no response to others. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The member of a state with a seat's hand as its owner sees it. */
static json_t *hand_of(const struct answer *state, int seat)
{
    json_t *seats =
        json_object_get(json_object_get(state->json, "view"), "seats");

    return json_object_get(json_array_get(seats, (size_t)seat), "hand");
}

/* Expect another's view of the hand: the number of cards, and none of them. */
static void expect_hidden(const struct answer *state, json_t *hand)
{
    json_t *seen = hand_of(state, 0);
    json_t *cards = json_object_get(hand, "cards");
    char *list = json_dumps(cards, JSON_COMPACT);

    cr_expect_null(json_object_get(seen, "cards"), "%s", state->body);
    cr_expect_eq(json_integer_value(json_object_get(seen, "count")),
                 (json_int_t)json_array_size(cards));
    cr_expect(!strstr(state->body, list), "%s", state->body);
    free(list);
}

TestSuite(secrecy, .init = shared_setup, .fini = shared_teardown);

Test(secrecy, only_its_seat_sees_the_first_hand)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct answer own = fixture_get(&fixture, 0, "/state");
    struct answer other = fixture_get(&fixture, 1, "/state");
    struct client nobody = client_open(&test_service);
    struct answer spectator =
        client_get(&nobody, "/v1/matches/%s/state", fixture.match);
    json_t *hand = hand_of(&own, 0);

    cr_assert_gt(json_array_size(json_object_get(hand, "cards")), 3, "%s",
                 own.body);
    cr_expect_eq(answer_number(&own, "viewer"), 0);
    cr_expect_eq(answer_number(&other, "viewer"), 1);
    cr_expect(json_is_null(json_object_get(spectator.json, "viewer")));
    expect_hidden(&other, hand);
    expect_hidden(&spectator, hand);
    answer_clear(&own);
    answer_clear(&other);
    answer_clear(&spectator);
    client_close(&nobody);
    fixture_end(&fixture);
}

/* The last event as a player or, for -1, a spectator sees it. */
static struct answer last_event(struct fixture *fixture, int seat, long after)
{
    struct client nobody = client_open(fixture->service);
    struct client *client = seat < 0 ? &nobody : &fixture->players[seat];
    struct answer page = client_get(client, "/v1/matches/%s/events?after=%ld",
                                    fixture->match, after);

    cr_assert_eq(page.status, 200);
    client_close(&nobody);
    return page;
}

static const json_t *member_of_first(const struct answer *page, const char *key)
{
    return json_object_get(
        json_array_get(json_object_get(page->json, "events"), 0), key);
}

Test(secrecy, only_its_seat_sees_a_hidden_choice)
{
    struct fixture fixture;
    char move[128];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    long before = fixture.seq;
    struct answer done = fixture_post(&fixture, 0, move, before, NULL);

    cr_assert_eq(done.status, 201);
    for (int seat = -1; seat < 2; seat++) {
        struct answer page = last_event(&fixture, seat, before);
        const char *words = json_string_value(member_of_first(&page, "move"));

        if (seat == 0) {
            cr_expect_str_eq(words, move);
        } else {
            cr_expect(json_is_null(member_of_first(&page, "move")));
            cr_expect(json_is_null(member_of_first(&page, "parts")));
            cr_expect(!strstr(page.body, move), "%s", page.body);
        }
        answer_clear(&page);
    }
    answer_clear(&done);
    fixture_end(&fixture);
}

Test(secrecy, a_viewer_who_may_not_move_gets_no_moves)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct client nobody = client_open(&test_service);
    struct answer list =
        client_get(&nobody, "/v1/matches/%s/legal-moves", fixture.match);

    cr_expect_eq(list.status, 200);
    cr_expect_eq(json_array_size(json_object_get(list.json, "moves")), 0);
    cr_expect_eq(json_array_size(json_object_get(list.json, "to_act")), 2);
    answer_clear(&list);
    client_close(&nobody);
    fixture_end(&fixture);
}

Test(secrecy, private_views_are_not_cached)
{
    static const char *const paths[] = {"/state", "/legal-moves", "/events"};
    struct fixture fixture;
    char control[64];

    fixture_begin(&fixture, &test_service, "template", 2);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct answer answer = fixture_get(&fixture, 0, paths[i]);

        answer_header(&answer, "Cache-Control", control, sizeof control);
        cr_expect_str_eq(control, "no-store", "%s", paths[i]);
        answer_clear(&answer);
    }
    fixture_end(&fixture);
}

Test(secrecy, tokens_and_passwords_are_never_logged)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    fixture_play(&fixture, 5);
    cr_expect(!service_logged(&test_service, fixture.players[0].token));
    cr_expect(!service_logged(&test_service, fixture.players[0].token + 8));
    cr_expect(!service_logged(&test_service, "pass phrase"));
    cr_expect(!service_logged(&test_service, test_service.database));
    fixture_end(&fixture);
}
