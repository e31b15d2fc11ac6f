/* Lists of an account with very many matches, hardly any of which fit the
 * filter: a page ends before it is full, and the next one goes on. */
#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

TestSuite(short_pages, .init = service_setup, .fini = service_teardown);

enum { FITTING = 3, LIMIT = 10 };

/* The account's matches: 2,000 private ones of one game that were aborted, one
 * for each of the last 2,000 seconds, and between them open ones of another. */
struct stage {
    struct client ada, nobody;
    char ids[FITTING][64]; /* the newest first; the second is public */
};

static void make(struct stage *stage, const char *body, char id[64])
{
    struct answer made = client_send(&stage->ada, "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

static const char spread[] =
    "UPDATE matches SET created_at = now() - 600.5 * place * interval '1 s'"
    " FROM (SELECT id AS open, row_number() OVER (ORDER BY created_at DESC)"
    "  AS place FROM matches WHERE game = 'otys') p WHERE id = open;"
    "UPDATE seats SET created_at = m.created_at FROM matches m"
    " WHERE m.id = match_id;"
    "INSERT INTO matches (id, created_at, moved_at, finished_at, creator_id,"
    " rules_version, deck_version, seq, status, seat_count, to_act, bot_seats,"
    " is_private, game, deck, options, secret)"
    " SELECT md5(n::text)::uuid, now() - n * interval '1 s', now(), now(),"
    " creator_id, rules_version, deck_version, 2, 3, seat_count, 0, 0,"
    " is_private, game, deck, options, secret"
    " FROM matches, generate_series(1, 2000) n WHERE game = 'template';"
    "INSERT INTO seats (match_id, seat, kind, account_id)"
    " SELECT m.id, 0, 1, m.creator_id FROM matches m WHERE m.status = 3;"
    "ANALYZE matches; ANALYZE seats";

static void stage_begin(struct stage *stage)
{
    char path[128], example[64];

    stage->ada = client_account(&test_service, "ada");
    stage->nobody = client_open(&test_service);
    for (int i = FITTING - 1; i >= 0; i--)
        make(stage,
             i == 1 ? "{\"game\":\"otys\",\"seats\":[\"me\",\"open\"]}"
                    : "{\"game\":\"otys\",\"seats\":[\"me\",\"open\"],"
                      "\"private\":true}",
             stage->ids[i]);
    make(stage,
         "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"private\":true}",
         example);
    service_sql(&test_service, spread);
    snprintf(path, sizeof path, "/v1/matches/%s/abort", example);
    struct answer aborted = client_send(&stage->ada, "POST", path, NULL);

    cr_assert_lt(aborted.status, 300, "%s", aborted.body);
    answer_clear(&aborted);
}

static void stage_end(struct stage *stage)
{
    client_close(&stage->ada);
    client_close(&stage->nobody);
}

static char number_of(const struct stage *stage, const char *id)
{
    for (int i = 0; i < FITTING; i++)
        if (strcmp(stage->ids[i], id) == 0)
            return (char)('0' + i);
    return '?';
}

/* The page of this path: append the numbers of its matches to found, and write
 * its next cursor.  Returns how many there are. */
static size_t read_page(const struct stage *stage, struct client *who,
                        const char *path, char found[64], char next[128])
{
    struct answer list = client_send(who, "GET", path, NULL);
    const json_t *data = json_object_get(list.json, "data");
    const size_t count = json_array_size(data);
    size_t length = strlen(found);

    cr_assert_eq(list.status, 200, "%s: %s", path, list.body);
    cr_assert_leq(count, LIMIT, "%s", path);
    for (size_t i = 0; i < count && length < 63; i++)
        found[length++] = number_of(stage, json_string_value(json_object_get(
                                               json_array_get(data, i), "id")));
    found[length] = '\0';
    snprintf(next, 128, "%s", answer_text(&list, "next_cursor"));
    answer_clear(&list);
    return count;
}

/* Follow the cursors from the first page, which is short, to the last. */
static void expect_pages(const struct stage *stage, struct client *who,
                         const char *list, const char *wanted)
{
    char path[512], found[64] = "", next[128];
    int pages = 1;

    snprintf(path, sizeof path, "%s&limit=%d", list, LIMIT);
    cr_expect_lt(read_page(stage, who, path, found, next), LIMIT, "%s", list);
    cr_expect(*next, "%s: the first page read everything", list);
    for (; *next && pages < 50; pages++) {
        snprintf(path, sizeof path, "%s&limit=%d&cursor=%s", list, LIMIT, next);
        read_page(stage, who, path, found, next);
    }
    cr_expect_str_empty(next, "%s: no end after %d pages", list, pages);
    cr_expect_str_eq(found, wanted, "%s", list);
}

Test(short_pages, follow_each_other_to_the_last_match_that_fits)
{
    static const struct {
        const char *list, *of_ada, *of_nobody;
    } lists[] = {
        {"/v1/players/ada/matches?status=finished", "", ""},
        {"/v1/players/ada/matches?status=open,finished", "012", "1"},
        {"/v1/players/ada/matches?game=otys", "012", "1"},
        {"/v1/players/ada/matches?game=seastead", "", ""},
        {"/v1/players/ada/matches?rated=true", "", ""},
        {"/v1/players/ada/matches?since=2001-01-01T00:00:00Z", NULL, "1"},
        {"/v1/matches?player=ada&status=finished,open&seats=2", "012", "1"},
        {"/v1/matches?status=finished", "", NULL},
        {"/v1/matches?status=open,finished", "012", NULL},
        {"/v1/matches?game=otys&status=open,finished", "012", NULL},
    };
    struct stage stage;

    stage_begin(&stage);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (lists[i].of_ada)
            expect_pages(&stage, &stage.ada, lists[i].list, lists[i].of_ada);
        if (lists[i].of_nobody)
            expect_pages(&stage, &stage.nobody, lists[i].list,
                         lists[i].of_nobody);
    }
    stage_end(&stage);
}

Test(short_pages, are_none_where_everything_fits)
{
    char found[64] = "", next[128];
    struct stage stage;

    stage_begin(&stage);
    cr_expect_eq(read_page(&stage, &stage.ada,
                           "/v1/players/ada/matches?limit=10", found, next),
                 LIMIT);
    cr_expect_str_eq(found, "??????????");
    cr_expect(*next);
    stage_end(&stage);
}

/* ---- very many unfinished matches ---- */

/* Others have given the account a seat in 1,200 private matches, which wait for
 * players. */
static const char seated[] =
    "INSERT INTO matches (id, created_at, moved_at, rules_version,"
    " deck_version, seq, status, seat_count, to_act, bot_seats, is_private,"
    " game, deck, options, secret)"
    " SELECT md5('live' || n)::uuid, now() - n * interval '1 s', now(),"
    " rules_version, deck_version, 2, 0, seat_count, 0, 0, true, game, deck,"
    " options, secret FROM (SELECT * FROM matches WHERE game = 'template'"
    "  LIMIT 1) m, generate_series(1, 1200) n;"
    "INSERT INTO seats (match_id, seat, kind, account_id)"
    " SELECT md5('live' || n)::uuid, 0, 1, a.id FROM accounts a,"
    " generate_series(1, 1200) n WHERE a.name = 'ada';"
    "INSERT INTO account_matches (match_id, account_id)"
    " SELECT md5('live' || n)::uuid, a.id FROM accounts a,"
    " generate_series(1, 1200) n WHERE a.name = 'ada';"
    "UPDATE matches SET status = 1, to_act = 1, started_at = created_at"
    " WHERE game = 'otys';"
    "ANALYZE matches; ANALYZE seats; ANALYZE account_matches";

Test(short_pages, of_unfinished_matches_follow_each_other, .timeout = 120)
{
    struct stage stage;
    char path[512], found[64] = "", next[128] = "";
    int pages = 0;

    stage_begin(&stage);
    service_sql(&test_service, seated);
    expect_pages(&stage, &stage.ada, "/v1/matches?status=running", "012");
    expect_pages(&stage, &stage.ada,
                 "/v1/matches?status=running,open&game=otys", "012");
    expect_pages(&stage, &stage.ada, "/v1/players/ada/matches?status=running",
                 "012");
    expect_pages(&stage, &stage.nobody,
                 "/v1/players/ada/matches?status=running", "1");
    /* These are in no order then. */
    do {
        snprintf(path, sizeof path, "/v1/matches?to_act=me&limit=2%s%s",
                 *next ? "&cursor=" : "", next);
        read_page(&stage, &stage.ada, path, found, next);
    } while (*next && ++pages < 50);
    cr_expect_str_empty(next);
    cr_expect_eq(strlen(found), FITTING, "%s", found);
    for (char i = '0'; i < '0' + FITTING; i++)
        cr_expect_not_null(strchr(found, i), "%s", found);
    stage_end(&stage);
}
