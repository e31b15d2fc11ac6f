/* Leaderboards, ratings, statistics and seasons over HTTP. */
#include "depth.h"
#include "match_fixture.h"
#include "scene.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Two seasons, the second of which is current; both list players with two
 * matches. */
static const char two_seasons[] =
    "INSERT INTO seasons (number, began_at, ends_at, closed_at, list_matches,"
    "  list_opponents, list_queue_opponents, list_by)"
    " VALUES (1, now() - interval '100 days', now() - interval '9 days',"
    "  now() - interval '9 days', 2, 0, 0, 1),"
    " (2, now() - interval '9 days', now() + interval '82 days', NULL, 2, 0, 0,"
    "  2)"
    " ON CONFLICT (number) DO UPDATE SET began_at = excluded.began_at,"
    "  ends_at = excluded.ends_at, closed_at = excluded.closed_at,"
    "  list_matches = 2, list_opponents = 0, list_queue_opponents = 0,"
    "  list_by = excluded.list_by";

/* people('eve', 3): eve-1 to eve-3, without passwords. */
static const char make_people[] =
    "CREATE FUNCTION people(who text, many integer) RETURNS void"
    " LANGUAGE sql AS $$ INSERT INTO accounts (id, name, password, created_at,"
    "  kind) SELECT md5(who || '-' || n)::uuid, who || '-' || n,"
    "  '$scrypt$none', now(), CASE who WHEN 'bot' THEN 1 ELSE 0 END"
    "  FROM generate_series(1, many) n $$;"
    /* A rating on the board of template with two seats. */
    "CREATE FUNCTION rated(who text, rating integer, in_season integer,"
    "  at_rank integer) RETURNS void LANGUAGE sql AS $$"
    "  INSERT INTO ratings SELECT id, 'template', 2, 0, in_season,"
    "   25 + (rating - 1500) / 40.0, 1.5, rating, 12, 5, now(),"
    "   rating > 1000, at_rank FROM accounts WHERE name = who $$;"
    /* A settled match of two people. */
    "CREATE FUNCTION settled(of_game text, at bigint, a text, b text,"
    "  secretly boolean) RETURNS uuid LANGUAGE sql AS $$"
    "  INSERT INTO matches (id, created_at, started_at, finished_at, moved_at,"
    "   rules_version, deck_version, seq, status, seat_count, to_act,"
    "   bot_seats, is_private, game, deck, options, secret, reason, ranks,"
    "   totals, breakdown, outcome, goals, rated) SELECT md5('m' || at)::uuid,"
    "   now(), now(), now(), now(), 1, 1, 9, 2, 2, 0, 0, secretly, of_game,"
    "   'numbers', '', decode(repeat('00', 32), 'hex'), 0, '{1,2}', '{9,8}',"
    "   'points 9 8', 0, '', true;"
    "  INSERT INTO seats (match_id, seat, kind, account_id)"
    "   SELECT md5('m' || at)::uuid, CASE name WHEN a THEN 0 ELSE 1 END, 1, id"
    "   FROM accounts WHERE name IN (a, b);"
    "  INSERT INTO ladder_matches SELECT md5('m' || at)::uuid, of_game, 2,"
    "   true, now(), at, 2;"
    "  INSERT INTO rating_updates SELECT id, at, 2, of_game, 2,"
    "   CASE name WHEN a THEN 0 ELSE 1 END, CASE name WHEN a THEN 1 ELSE 2 END,"
    "   now(), 0, 25, 8, 25 + at, 7.5 FROM accounts WHERE name IN (a, b);"
    "  SELECT md5('m' || at)::uuid $$";

static void begin(struct service *service)
{
    service_begin(service, NULL);
    service_sql(service, two_seasons);
    service_sql(service, make_people);
}

/* A leaderboard as one line: "1 eve-1 1700, 2 eve-2 1600; 7". */
static void read_board(const struct answer *page, char *out, size_t size)
{
    json_t *row;
    size_t i, n = 0;

    cr_assert_eq(page->status, 200, "%s", page->body);
    out[0] = '\0';
    json_array_foreach(json_object_get(page->json, "data"), i, row)
    {
        json_t *number = json_object_get(row, "rating");

        if (!number)
            number = json_object_get(row, "score");
        n += (size_t)snprintf(
            out + n, size - n, "%s%d %s %d", i ? ", " : "",
            (int)json_integer_value(json_object_get(row, "rank")),
            json_string_value(
                json_object_get(json_object_get(row, "player"), "name")),
            (int)json_integer_value(number));
    }
    snprintf(out + n, size - n, "; %ld", answer_number(page, "total"));
}

static void expect_board(struct client *client, const char *path,
                         const char *expected)
{
    struct answer page = client_get(client, "%s", path);
    char line[512];

    read_board(&page, line, sizeof line);
    cr_expect_str_eq(line, expected, "%s", path);
    answer_clear(&page);
}

#define BOARD "/v1/leaderboards/template?"
#define ALONE "/v1/leaderboards/underwater-cities?seats=1"

static const char five_people[] =
    "SELECT people('eve', 6);"
    "SELECT rated('eve-1', 1700, 2, NULL), rated('eve-2', 1600, 2, NULL),"
    " rated('eve-3', 1600, 2, NULL), rated('eve-4', 1500, 2, NULL),"
    " rated('eve-5', 1400, 2, NULL), rated('eve-6', 900, 2, NULL)";

Test(leaderboards, equal_ratings_share_a_rank_on_every_page)
{
    struct service service;
    struct client client;
    char next[96], path[160];

    begin(&service);
    service_sql(&service, five_people);
    client = client_open(&service);
    /* eve-3's id is below eve-2's; eve-6 has too few matches. */
    expect_board(&client, BOARD,
                 "1 eve-1 1700, 2 eve-3 1600, 2 eve-2 1600, 4 eve-4 1500,"
                 " 5 eve-5 1400; 5");
    struct answer page = client_get(&client, BOARD "limit=2");

    snprintf(next, sizeof next, "%s", answer_text(&page, "next_cursor"));
    answer_clear(&page);
    snprintf(path, sizeof path, BOARD "limit=2&cursor=%s", next);
    expect_board(&client, path, "2 eve-2 1600, 4 eve-4 1500; 5");
    expect_board(&client, BOARD "around=EVE-4&limit=3",
                 "2 eve-2 1600, 4 eve-4 1500, 5 eve-5 1400; 5");
    expect_board(&client, BOARD "around=eve-1&limit=2",
                 "1 eve-1 1700, 2 eve-3 1600; 5");
    expect_board(&client, BOARD "pool=bot", "; 0");
    expect_board(&client, BOARD "seats=3", "; 0");
    client_close(&client);
    service_end(&service);
}

Test(leaderboards, uncertain_players_are_below_certain_ones_or_not_listed,
     .init = deep_only)
{
    struct service service;
    struct client client;

    begin(&service);
    service_sql(&service, five_people);
    /* Rating less uncertainty: 1700 - 320, 1600 - 120, 1500 - 40; and a
     * provisional one. */
    service_sql(&service,
                "UPDATE ratings r SET sigma = CASE a.name WHEN 'eve-1' THEN 4"
                " WHEN 'eve-4' THEN 0.5 WHEN 'eve-5' THEN 4.2 ELSE r.sigma END"
                " FROM accounts a WHERE a.id = r.account_id");
    client = client_open(&service);
    expect_board(&client, BOARD,
                 "1 eve-3 1600, 1 eve-2 1600, 3 eve-4 1500, 4 eve-1 1700; 4");
    expect_board(&client, BOARD "around=eve-1&limit=3",
                 "3 eve-4 1500, 4 eve-1 1700; 4");
    struct answer page = client_get(&client, BOARD "around=eve-5");

    cr_expect_eq(page.status, 404, "%s", page.body);
    answer_clear(&page);
    page = client_get(&client, "/v1/players/eve-5/ratings");
    json_t *rating = json_array_get(json_object_get(page.json, "data"), 0);

    cr_expect(json_is_null(json_object_get(rating, "rank")));
    cr_expect_eq(json_integer_value(json_object_get(
                     json_object_get(rating, "missing"), "uncertainty")),
                 3, "%s", page.body);
    answer_clear(&page);
    client_close(&client);
    service_end(&service);
}

Test(leaderboards, a_list_asks_for_opponents_and_for_some_from_the_queue,
     .init = deep_only)
{
    static const struct {
        const char *change;
        const char *board;
        int opponents, queue_opponents;
    } cases[] = {
        {"opponents = 4, queue_opponents = 3", "; 0", 1, 0},
        {"opponents = 9, queue_opponents = 2", "; 0", 0, 1},
        {"opponents = 5, queue_opponents = 3", "1 eve-1 1700; 1", 0, 0},
        {"uncounted = 11", "; 0", 0, 0},
    };
    struct service service;
    struct client client;
    char sql[160];

    begin(&service);
    service_sql(&service, "SELECT people('eve', 1);"
                          "UPDATE seasons SET list_opponents = 5,"
                          " list_queue_opponents = 3 WHERE number = 2;"
                          "SELECT rated('eve-1', 1700, 2, NULL)");
    client = client_open(&service);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(sql, sizeof sql, "UPDATE ratings SET %s", cases[i].change);
        service_sql(&service, sql);
        expect_board(&client, BOARD, cases[i].board);
        struct answer page = client_get(&client, "/v1/players/eve-1/ratings");
        json_t *missing = json_object_get(
            json_array_get(json_object_get(page.json, "data"), 0), "missing");

        cr_expect_eq(json_integer_value(json_object_get(missing, "opponents")),
                     cases[i].opponents, "%s", page.body);
        cr_expect_eq(
            json_integer_value(json_object_get(missing, "queue_opponents")),
            cases[i].queue_opponents, "%s", page.body);
        answer_clear(&page);
    }
    client_close(&client);
    service_end(&service);
}

Test(leaderboards, later_pages_are_of_the_same_season, .init = deep_only)
{
    struct service service;
    struct client client;
    char path[160];

    begin(&service);
    service_sql(&service, five_people);
    client = client_open(&service);
    struct answer page = client_get(&client, BOARD "limit=4");

    snprintf(path, sizeof path, BOARD "limit=4&cursor=%s",
             answer_text(&page, "next_cursor"));
    answer_clear(&page);
    service_sql(&service, "UPDATE seasons SET ends_at = now() WHERE number = 2;"
                          "INSERT INTO seasons SELECT 3, ends_at,"
                          " ends_at + interval '9 days' FROM seasons"
                          " WHERE number = 2");
    expect_board(&client, path, "5 eve-5 1400; 5");
    expect_board(&client, BOARD, "; 0");
    client_close(&client);
    service_end(&service);
}

Test(leaderboards,
     a_final_leaderboard_keeps_its_ranks_when_an_account_is_deleted,
     .init = deep_only)
{
    struct service service;
    struct client client, ada;

    begin(&service);
    ada = client_account(&service, "ada");
    service_sql(&service, five_people);
    service_sql(&service,
                "SELECT rated('eve-1', 1700, 1, 1), rated('ada', 1650, 1, 2),"
                " rated('eve-2', 1600, 1, 3), rated('ada', 1800, 2, NULL);"
                "SELECT settled('underwater-cities', 1, 'ada', 'eve-1', false);"
                "INSERT INTO high_scores SELECT id, 'underwater-cities', 0, 2,"
                " 70, true, md5('m1')::uuid, now(), 1 FROM accounts"
                " WHERE name = 'ada'");
    client = client_open(&service);
    expect_board(&client, BOARD "season=1",
                 "1 eve-1 1700, 2 ada 1650, 3 eve-2 1600; 3");
    expect_board(&client, BOARD "limit=1", "1 ada 1800; 6");
    expect_board(&client, ALONE, "1 ada 70; 1");
    struct answer gone = client_send(&ada, "DELETE", "/v1/me",
                                     "{\"password\":\"pass phrase of ada\"}");

    cr_assert_eq(gone.status, 204, "%s", gone.body);
    answer_clear(&gone);
    expect_board(&client, BOARD "season=1", "1 eve-1 1700, 3 eve-2 1600; 2");
    expect_board(&client, BOARD "limit=1", "1 eve-1 1700; 5");
    expect_board(&client, ALONE, "; 0");
    client_close(&client);
    client_close(&ada);
    service_end(&service);
}

/* ---- solo ---- */

Test(leaderboards,
     solo_players_rank_by_points_and_private_matches_are_not_named,
     .init = deep_only)
{
    struct service service;
    struct client client, ada;

    begin(&service);
    ada = client_account(&service, "ada");
    client = client_open(&service);
    service_sql(
        &service,
        "SELECT people('eve', 3), people('bot', 1);"
        "SELECT settled('underwater-cities', n, 'ada', 'eve-1', n = 2)"
        " FROM generate_series(1, 2) n;"
        "INSERT INTO high_scores SELECT id, 'underwater-cities', 0, 2,"
        " CASE name WHEN 'eve-1' THEN 99 ELSE 80 END, name = 'eve-1',"
        " md5(CASE name WHEN 'ada' THEN 'm2' ELSE 'm1' END)::uuid,"
        " now() - CASE name WHEN 'ada' THEN interval '1 day' ELSE '0' END, 3"
        " FROM accounts WHERE name IN ('ada', 'eve-1', 'eve-2')");
    /* Of equal points the earlier ones rank first. */
    expect_board(&client, ALONE, "1 eve-1 99, 2 ada 80, 2 eve-2 80; 3");
    expect_board(&client, ALONE "&around=eve-2&limit=2", "2 eve-2 80; 3");
    for (int is_ada = 0; is_ada < 2; is_ada++) {
        struct answer page = client_get(is_ada ? &ada : &client, ALONE);
        json_t *rows = json_object_get(page.json, "data");

        cr_expect(
            json_is_string(json_object_get(json_array_get(rows, 0), "match")));
        cr_expect_eq(
            json_is_string(json_object_get(json_array_get(rows, 1), "match")),
            is_ada, "a private match is named for its players");
        answer_clear(&page);
    }
    client_close(&client);
    client_close(&ada);
    service_end(&service);
}

/* ---- one player ---- */

Test(leaderboards, a_history_does_not_reveal_private_matches_of_others)
{
    static const char path[] =
        "/v1/players/ada/ratings/history?game=template&limit=2";
    struct service service;
    struct client ada, bea, cyd;
    char next[160];

    begin(&service);
    ada = client_account(&service, "ada");
    bea = client_account(&service, "bea");
    cyd = client_account(&service, "cyd");
    service_sql(&service, "SELECT settled('template', n, 'ada', 'bea', n = 2)"
                          " FROM generate_series(1, 3) n");
    struct client *const readers[] = {&ada, &bea, &cyd};

    for (int i = 0; i < 3; i++) {
        struct answer page = client_get(readers[i], path);
        json_t *points = json_object_get(page.json, "data");
        json_t *secret = json_array_get(points, 1);

        cr_assert_eq(page.status, 200, "%s", page.body);
        cr_assert_eq(json_array_size(points), 2);
        cr_expect_eq(json_integer_value(
                         json_object_get(json_array_get(points, 0), "rating")),
                     1620, "the newest first");
        cr_expect_eq(json_integer_value(json_object_get(secret, "rating")),
                     1580);
        cr_expect_eq(json_integer_value(json_object_get(secret, "change")), 80);
        cr_expect_eq(json_is_string(json_object_get(secret, "match")), i < 2);
        cr_expect_eq(json_is_integer(json_object_get(secret, "rank")), i < 2);
        snprintf(next, sizeof next, "%s&cursor=%s", path,
                 answer_text(&page, "next_cursor"));
        answer_clear(&page);
    }
    struct answer last = client_get(&cyd, "%s", next);

    cr_expect_eq(json_array_size(json_object_get(last.json, "data")), 1);
    cr_expect_str_eq(answer_text(&last, "next_cursor"), "");
    answer_clear(&last);
    client_close(&ada);
    client_close(&bea);
    client_close(&cyd);
    service_end(&service);
}

Test(leaderboards, statistics_have_favourite_and_best_cards)
{
    struct service service;
    struct client client;

    begin(&service);
    service_sql(
        &service,
        "SELECT people('eve', 1);"
        "INSERT INTO player_statistics SELECT id, 'template', 2, 3, 2, 1, 1,"
        " 25, 12, '{2,1,0,0}', '{1,0,0,0}', '{19,6,0,0}' FROM accounts"
        " WHERE name = 'eve-1';"
        /* Card n was played n times, always in matches won except for the last
         * two. */
        "INSERT INTO card_statistics SELECT id, 'template', 'card-' || n, n,"
        " least(n, 6), n * 10 FROM accounts, generate_series(1, 8) n"
        " WHERE name = 'eve-1'");
    client = client_open(&service);
    struct answer all = client_get(&client, "/v1/players/eve-1/statistics");
    json_t *game = json_array_get(json_object_get(all.json, "data"), 0);
    json_t *two = json_array_get(json_object_get(game, "by_seats"), 0);
    json_t *favourite = json_object_get(game, "favourite_cards");
    json_t *best = json_object_get(game, "best_cards");

    cr_assert_eq(all.status, 200, "%s", all.body);
    cr_expect_eq(json_integer_value(json_object_get(two, "average")), 8);
    cr_expect_eq(json_array_size(json_object_get(two, "by_seat")), 2);
    cr_assert_eq(json_array_size(favourite), 5);
    cr_assert_eq(json_array_size(best), 4, "played five times at least");
    cr_expect_str_eq(json_string_value(
                         json_object_get(json_array_get(favourite, 0), "card")),
                     "card-8");
    cr_expect_str_eq(
        json_string_value(json_object_get(json_array_get(best, 0), "card")),
        "card-6", "%s", all.body);
    answer_clear(&all);
    all = client_get(&client, "/v1/players/eve-1/statistics?game=%s",
                     "underwater-cities");
    cr_expect_eq(json_array_size(json_object_get(all.json, "data")), 0);
    answer_clear(&all);
    client_close(&client);
    service_end(&service);
}

Test(leaderboards, seasons_are_listed_the_newest_first)
{
    struct service service;
    struct client client;
    char path[160];

    begin(&service);
    client = client_open(&service);
    struct answer page = client_get(&client, "/v1/seasons?limit=1");
    json_t *season = json_array_get(json_object_get(page.json, "data"), 0);

    cr_expect_eq(json_integer_value(json_object_get(season, "number")), 2);
    cr_expect(json_is_false(json_object_get(season, "final")));
    snprintf(path, sizeof path, "/v1/seasons?limit=1&cursor=%s",
             answer_text(&page, "next_cursor"));
    answer_clear(&page);
    page = client_get(&client, "%s", path);
    season = json_array_get(json_object_get(page.json, "data"), 0);
    cr_expect_eq(json_integer_value(json_object_get(season, "number")), 1);
    cr_expect(json_is_true(json_object_get(season, "final")));
    cr_expect_str_eq(answer_text(&page, "next_cursor"), "");
    answer_clear(&page);
    client_close(&client);
    service_end(&service);
}

/* ---- rating changes of a match ---- */

static void begin_rated(struct fixture *fixture, struct service *service)
{
    *fixture = (struct fixture){.people = 2, .chance = 5, .service = service};
    fixture->players[0] = client_account(service, "ada");
    fixture->players[1] = client_account(service, "bea");
    struct answer made = client_send(
        &fixture->players[0], "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    cr_expect(json_is_null(json_object_get(made.json, "ratings")));
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture->match);
    made = client_send(&fixture->players[1], "POST", path, NULL);
    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
}

/* The match once it is settled. */
static struct answer await_ratings(struct fixture *fixture)
{
    struct answer match = fixture_get(fixture, 0, "");

    for (int i = 0;
         i < 6000 && !json_is_array(json_object_get(match.json, "ratings"));
         i++) {
        answer_clear(&match);
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        match = fixture_get(fixture, 0, "");
    }
    cr_assert(json_is_array(json_object_get(match.json, "ratings")), "%s",
              match.body);
    return match;
}

Test(leaderboards, a_settled_match_has_its_rating_changes, .init = deep_only)
{
    static const char *const settings[] = {"--ladder-matches=1", NULL};
    struct service service;
    struct fixture fixture;

    service_begin(&service, settings);
    begin_rated(&fixture, &service);
    fixture_play(&fixture, 10000);
    struct answer match = await_ratings(&fixture);
    json_t *first = json_array_get(json_object_get(match.json, "ratings"), 0);

    cr_expect_eq(json_integer_value(
                     json_object_get(json_object_get(first, "before"), "all")),
                 1500);
    cr_expect(
        json_is_null(json_object_get(json_object_get(first, "after"), "bot")));
    long after = (long)json_integer_value(
        json_object_get(json_object_get(first, "after"), "human"));

    answer_clear(&match);
    /* A list has the same. */
    match = client_get(&fixture.players[1], "/v1/players/ada/matches");
    cr_expect_eq(
        json_array_size(json_object_get(
            json_array_get(json_object_get(match.json, "data"), 0), "ratings")),
        2);
    answer_clear(&match);
    match = client_get(&fixture.players[1], "/v1/players/ada/ratings");
    json_t *rating = json_array_get(json_object_get(match.json, "data"), 0);

    cr_expect_eq(json_array_size(json_object_get(match.json, "data")), 2);
    cr_expect_eq(json_integer_value(json_object_get(rating, "rating")), after);
    cr_expect(json_is_null(json_object_get(rating, "rank")), "%s", match.body);
    json_t *missing = json_object_get(rating, "missing");

    cr_expect_eq(json_integer_value(json_object_get(missing, "matches")), 0);
    cr_expect_eq(json_integer_value(json_object_get(missing, "opponents")), 4);
    cr_expect_eq(
        json_integer_value(json_object_get(missing, "queue_opponents")), 3);
    cr_expect_gt(json_integer_value(json_object_get(missing, "uncertainty")),
                 100, "one match is little");
    answer_clear(&match);
    match = client_get(&fixture.players[0], "/v1/me/export");
    cr_expect_eq(
        json_array_size(json_object_get(
            json_array_get(json_object_get(match.json, "ratings"), 0), "data")),
        2);
    cr_expect_eq(json_array_size(json_object_get(match.json, "statistics")), 1);
    answer_clear(&match);
    match = client_get(&fixture.players[0], BOARD "around=bea");
    cr_expect_eq(match.status, 404, "a provisional rating is not listed");
    answer_clear(&match);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- refused ---- */

static const struct bad questions[] = {
    {.claim = "no such game",
     .who = NONE,
     .method = "GET",
     .path = "/v1/leaderboards/chess",
     .status = 404,
     .problem = "not-found"},
    {.claim = "no such pool",
     .who = NONE,
     .method = "GET",
     .path = BOARD "pool=cats",
     .status = 400,
     .problem = "invalid-fields",
     .says = "human, bot or all"},
    {.claim = "seats that the game does not have",
     .who = NONE,
     .method = "GET",
     .path = BOARD "seats=1",
     .status = 400,
     .problem = "invalid-fields"},
    {.claim = "no such season",
     .who = NONE,
     .method = "GET",
     .path = BOARD "season=77",
     .status = 404,
     .problem = "not-found",
     .says = "season does not exist"},
    {.claim = "season nothing",
     .who = NONE,
     .method = "GET",
     .path = BOARD "season=0",
     .status = 400,
     .problem = "invalid-fields"},
    {.claim = "around an unknown player",
     .who = NONE,
     .method = "GET",
     .path = BOARD "around=ada",
     .status = 404,
     .problem = "not-found",
     .says = "not on this leaderboard"},
    {.claim = "around no name",
     .who = NONE,
     .method = "GET",
     .path = BOARD "around=%21",
     .status = 404,
     .problem = "not-found"},
    {.claim = "around and behind",
     .who = NONE,
     .method = "GET",
     .path = BOARD "around=ada&cursor=aaaa",
     .status = 400,
     .problem = "invalid-fields",
     .says = "cannot be combined"},
    {.claim = "no cursor",
     .who = NONE,
     .method = "GET",
     .path = BOARD "cursor=aaaa",
     .status = 400,
     .problem = "invalid-cursor"},
    {.claim = "a cursor of no season",
     .who = NONE,
     .method = "GET",
     .path =
         BOARD "cursor=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     .status = 400,
     .problem = "invalid-cursor"},
    {.claim = "seasons behind nothing",
     .who = NONE,
     .method = "GET",
     .path = "/v1/seasons?cursor=aaaaaaaaaaaaa",
     .status = 400,
     .problem = "invalid-cursor"},
    {.claim = "too many seasons",
     .who = NONE,
     .method = "GET",
     .path = "/v1/seasons?limit=101",
     .status = 400,
     .problem = "invalid-fields"},
    {.claim = "ratings of an unknown player",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/nobody/ratings",
     .status = 404,
     .problem = "not-found"},
    {.claim = "ratings of no season",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/ada/ratings?season=77",
     .status = 404,
     .problem = "not-found",
     .says = "season does not exist"},
    {.claim = "history of an unknown player",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/nobody/ratings/history?game=template",
     .status = 404,
     .problem = "not-found"},
    {.claim = "history of no game",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/ada/ratings/history",
     .status = 400,
     .problem = "invalid-fields",
     .says = "required"},
    {.claim = "history of an unknown game",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/ada/ratings/history?game=chess",
     .status = 400,
     .problem = "invalid-fields",
     .says = "unknown-game"},
    {.claim = "history of matches alone",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/ada/ratings/history?game=underwater-cities&seats=1",
     .status = 400,
     .problem = "invalid-fields"},
    {.claim = "history behind nothing",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/ada/ratings/history?game=template&cursor=a",
     .status = 400,
     .problem = "invalid-cursor"},
    {.claim = "statistics of an unknown player",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/nobody/statistics",
     .status = 404,
     .problem = "not-found"},
    {.claim = "statistics of an unknown game",
     .who = NONE,
     .method = "GET",
     .path = "/v1/players/ada/statistics?game=chess",
     .status = 400,
     .problem = "invalid-fields"},
};

Test(leaderboards, invalid_queries_are_refused, .init = deep_only)
{
    EXPECT_ALL_REFUSED(questions);
}
