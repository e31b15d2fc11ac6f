/* Whole matches over HTTP, from the first hand to final scoring. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { ENDLESS = 20000 };

/* Expect totals that are the sums of their parts, and ranks that fit the
 * totals. */
static void expect_a_result(struct fixture *fixture)
{
    struct answer match = fixture_get(fixture, 0, "");
    json_t *result = json_object_get(match.json, "result");
    json_t *scores = json_object_get(result, "scores");
    json_t *parts = json_object_get(result, "breakdown");

    cr_assert_str_eq(answer_text(&match, "status"), "finished");
    cr_assert_eq(json_array_size(scores), (size_t)fixture->people);
    for (size_t seat = 0; seat < json_array_size(scores); seat++) {
        json_t *part, *total = json_array_get(scores, seat);
        const char *name;
        json_int_t sum = 0;

        json_object_foreach(json_array_get(parts, seat), name, part) sum +=
            json_integer_value(part);
        cr_expect_eq(sum, json_integer_value(total));
    }
    cr_expect_eq(json_array_size(json_object_get(match.json, "to_act")), 0);
    cr_expect(!json_is_null(json_object_get(match.json, "finished_at")));
    answer_clear(&match);
}

static void play_whole_match(const char *game, int people)
{
    struct service service;
    struct fixture fixture;

    service_begin(&service, NULL);
    fixture_begin(&fixture, &service, game, people);
    int played = fixture_play(&fixture, ENDLESS);

    cr_assert(fixture.is_over, "%d moves and no end", played);
    expect_a_result(&fixture);
    for (int seat = 0; seat < people; seat++)
        fixture_expect_complete_log(&fixture, seat);
    struct answer record = fixture_get(&fixture, 0, "/record");

    cr_expect_eq(record.status, 200);
    cr_expect(strstr(record.body, game) != NULL);
    answer_clear(&record);
    fixture_end(&fixture);
    service_end(&service);
}

Test(whole_matches, two_accounts_play_underwater_cities_to_the_end,
     .init = deep_only)
{
    play_whole_match("underwater-cities", 2);
}

Test(whole_matches, three_accounts_play_underwater_cities_to_the_end,
     .init = deep_only)
{
    play_whole_match("underwater-cities", 3);
}

Test(whole_matches, four_accounts_play_underwater_cities_to_the_end,
     .init = deep_only)
{
    play_whole_match("underwater-cities", 4);
}

Test(whole_matches, the_template_is_played_by_the_same_routes)
{
    play_whole_match("template", 2);
}

/* One person against bots, who take their turns without a request. */
static void play_against(const char *seats)
{
    struct service service;
    struct fixture fixture = {.people = 1, .chance = 42};
    char body[128], move[128];

    service_begin(&service, NULL);
    fixture.service = &service;
    fixture.players[0] = client_account(&service, "ada");
    snprintf(body, sizeof body,
             "{\"game\":\"underwater-cities\",\"seats\":[%s]}", seats);
    struct answer made =
        client_send(&fixture.players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    cr_assert_str_eq(answer_text(&made, "status"), "running");
    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    for (int waits = 0; !fixture.is_over && waits < ENDLESS; waits++) {
        char what[64];

        if (fixture_choose(&fixture, 0, move, sizeof move)) {
            struct answer done =
                fixture_post(&fixture, 0, move, fixture.seq, NULL);

            cr_assert(done.status == 201 || done.status == 412, "%s: %s", move,
                      done.body);
            answer_clear(&done);
            continue;
        }
        snprintf(what, sizeof what, "/events?after=%ld&wait=20", fixture.seq);
        struct answer news = fixture_get(&fixture, 0, what);

        cr_assert_eq(news.status, 200, "%s", news.body);
        fixture.is_over = strcmp(answer_text(&news, "status"), "finished") == 0;
        answer_clear(&news);
    }
    cr_assert(fixture.is_over);
    client_close(&fixture.players[0]);
    service_end(&service);
}

Test(whole_matches, bots_play_their_seats_without_requests)
{
    play_against("\"me\",\"bot:random\",\"bot:greedy\"");
}

Test(whole_matches, the_creator_may_have_any_seat, .init = deep_only)
{
    play_against("\"bot:random\",\"me\"");
}
