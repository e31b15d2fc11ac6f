/* Bad input to every endpoint: the right problem document, and nothing that
 * anyone can see has changed. */
#include "service.h"
#include "table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 160, ADA = 0, BEA = 1, CYD = 2, NONE = 3 };

/* A running match of ada and bea, cyd beside it, an open match of ada, and one
 * that ended by resignation. */
struct scene {
    struct service service;
    struct table table;
    struct client cyd, nobody;
    char open[64], finished[64];
    char to_act_move[LENGTH]; /* legal for the seat to_act */
    int to_act;
};

static void make_match(struct client *client, const char *body, char *id)
{
    struct answer made = client_send(client, "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

static void finish_a_match(struct scene *scene)
{
    char path[LENGTH];

    make_match(&scene->table.players[ADA],
               "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}",
               scene->finished);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", scene->finished);
    struct answer joined =
        client_send(&scene->table.players[BEA], "POST", path, "{\"seat\":1}");

    cr_assert_eq(joined.status, 201, "%s", joined.body);
    answer_clear(&joined);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation", scene->finished);
    struct answer resigned =
        client_send(&scene->table.players[BEA], "POST", path, NULL);

    cr_assert_eq(resigned.status, 201, "%s", resigned.body);
    cr_assert_str_eq(answer_text(&resigned, "status"), "finished");
    answer_clear(&resigned);
}

static void scene_begin(struct scene *scene)
{
    enum { OPENING = 12 };

    memset(scene, 0, sizeof *scene);
    service_begin(&scene->service, NULL);
    table_begin(&scene->table, &scene->service, "underwater-cities", 2);
    table_play(&scene->table, OPENING);
    scene->cyd = client_account(&scene->service, "cyd");
    scene->nobody = client_open(&scene->service);
    make_match(&scene->table.players[ADA],
               "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}",
               scene->open);
    finish_a_match(scene);
    scene->to_act =
        table_choose(&scene->table, 0, scene->to_act_move, LENGTH) ? 0 : 1;
    if (scene->to_act == 1)
        cr_assert(table_choose(&scene->table, 1, scene->to_act_move, LENGTH));
}

static void scene_end(struct scene *scene)
{
    client_close(&scene->cyd);
    client_close(&scene->nobody);
    table_end(&scene->table);
    service_end(&scene->service);
}

static struct client *person(struct scene *scene, int who)
{
    return who == CYD    ? &scene->cyd
           : who == NONE ? &scene->nobody
                         : &scene->table.players[who];
}

/* {M} running, {O} open, {F} finished match; {S} its seq in quotes. */
static void fill_in(const struct scene *scene, const char *template, char *out,
                    size_t size)
{
    char seq[32];
    size_t at = 0;

    snprintf(seq, sizeof seq, "\"%ld\"", scene->table.seq);
    for (; *template && at + 1 < size; template ++) {
        const char *with = NULL;

        if (template[0] == '{' && template[1] && template[2] == '}')
            with = template[1] == 'M'   ? scene->table.match
                   : template[1] == 'O' ? scene->open
                   : template[1] == 'F' ? scene->finished
                   : template[1] == 'S' ? seq
                   : template[1] == 'L' ? scene->to_act_move
                                        : NULL;
        if (with) {
            at += (size_t)snprintf(out + at, size - at, "%s", with);
            template += 2;
        } else {
            out[at++] = *template;
        }
    }
    out[at] = '\0';
}

/* Everything that bad input could have changed, in one text. */
static char *fingerprint(struct scene *scene)
{
    static const char *const paths[] = {"/v1/matches/{O}", "/v1/matches/{F}",
                                        "/v1/matches/{M}", "/v1/me",
                                        "/v1/matches?limit=100"};
    char *out = NULL, *states = table_fingerprint(&scene->table);
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[LENGTH];

        fill_in(scene, paths[i], path, sizeof path);
        struct answer answer =
            client_get(&scene->table.players[ADA], "%s", path);

        cr_assert_eq(answer.status, 200, "%s", answer.body);
        fprintf(to, "%s", answer.body);
        answer_clear(&answer);
    }
    fprintf(to, "%s", states);
    fclose(to);
    free(states);
    return out;
}

/* ---- one case ---- */

struct bad {
    const char *claim;
    int who;
    const char *method, *path, *body;
    const char *header, *header2;
    long status;
    const char *problem;
    const char *says; /* in the reply's body; NULL: whatever */
};

static void expect_refused(struct scene *scene, const struct bad *bad)
{
    char path[LENGTH * 2], body[LENGTH * 2], header[LENGTH], header2[LENGTH];
    struct client *client = person(scene, bad->who);
    char *before = fingerprint(scene);

    fill_in(scene, bad->path, path, sizeof path);
    fill_in(scene, bad->body ? bad->body : "", body, sizeof body);
    fill_in(scene, bad->header ? bad->header : "", header, sizeof header);
    fill_in(scene, bad->header2 ? bad->header2 : "", header2, sizeof header2);
    if (bad->header)
        client_with(client, header);
    if (bad->header2)
        client_with(client, header2);
    struct answer answer =
        client_send(client, bad->method, path, bad->body ? body : NULL);
    char *after = fingerprint(scene);

    cr_expect_eq(answer.status, bad->status, "%s: status %ld, %s", bad->claim,
                 answer.status, answer.body);
    cr_expect_str_eq(answer_problem(&answer), bad->problem, "%s: %s",
                     bad->claim, answer.body);
    cr_expect(!bad->says || strstr(answer.body, bad->says), "%s: no %s in %s",
              bad->claim, bad->says, answer.body);
    cr_expect_str_eq(before, after, "%s: something changed", bad->claim);
    answer_clear(&answer);
    free(before);
    free(after);
}

static void expect_all_refused(const struct bad *bad, size_t count)
{
    struct scene scene;

    scene_begin(&scene);
    for (size_t i = 0; i < count; i++)
        expect_refused(&scene, &bad[i]);
    scene_end(&scene);
}

#define EXPECT_ALL_REFUSED(table)                                              \
    expect_all_refused((table), sizeof(table) / sizeof *(table))

/* ---- bodies: the same battery for every endpoint that takes one ---- */

static const struct {
    int who;
    const char *path;
    bool needs_body;
} with_body[] = {
    {NONE, "/v1/accounts", true},
    {NONE, "/v1/sessions", true},
    {ADA, "/v1/matches", true},
    {CYD, "/v1/matches/{O}/seats", false},
    {ADA, "/v1/matches/{M}/moves", true},
    {ADA, "/v1/matches/{M}/moves/preview", true},
    {ADA, "/v1/matches/{M}/undo", true},
    {ADA, "/v1/matches/{M}/resignation", false},
};

/* 17 levels: one more than allowed. */
static const char deep[] = "{\"a\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}";

static const struct bad bodies[] = {
    {.claim = "half an object",
     .body = "{\"name\":",
     .status = 400,
     .problem = "malformed-request",
     .says = "line 1"},
    {.claim = "two objects",
     .body = "{} {}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "a member twice",
     .body = "{\"name\":1,\"name\":2}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "no UTF-8",
     .body = "{\"name\":\"\xff\xfe\"}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "a NUL in a text",
     .body = "{\"name\":\"a\\u0000b\"}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "deep JSON",
     .body = deep,
     .status = 400,
     .problem = "malformed-request",
     .says = "16 levels"},
    {.claim = "a huge number",
     .body = "{\"name\":1e999}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "an array",
     .body = "[]",
     .status = 400,
     .problem = "invalid-fields"},
    {.claim = "a string",
     .body = "\"x\"",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "an unknown member",
     .body = "{\"surprise\":1}",
     .status = 400,
     .problem = "invalid-fields",
     .says = "\"/surprise\""},
    {.claim = "a form",
     .body = "name=ada",
     .header = "Content-Type: application/x-www-form-urlencoded",
     .status = 415,
     .problem = "unsupported-media-type"},
    {.claim = "another charset",
     .body = "{}",
     .header = "Content-Type: application/json; charset=latin1",
     .status = 415,
     .problem = "unsupported-media-type"},
    {.claim = "a packed body",
     .body = "{}",
     .header = "Content-Encoding: gzip",
     .status = 415,
     .problem = "unsupported-media-type"},
    {.claim = "no type that we have",
     .body = "{}",
     .header = "Accept: text/html",
     .status = 406,
     .problem = "not-acceptable"},
    {.claim = "JSON unwanted",
     .body = "{}",
     .header = "Accept: application/json;q=0",
     .status = 406,
     .problem = "not-acceptable"},
};

Test(refusals, every_body_is_read_strictly)
{
    struct scene scene;

    scene_begin(&scene);
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++)
        for (size_t j = 0; j < sizeof bodies / sizeof *bodies; j++) {
            struct bad bad = bodies[j];

            bad.who = with_body[i].who;
            bad.method = "POST";
            bad.path = with_body[i].path;
            bad.header2 = "If-Match: {S}";
            expect_refused(&scene, &bad);
        }
    scene_end(&scene);
}

Test(refusals, a_body_that_is_needed_must_be_there)
{
    struct scene scene;

    scene_begin(&scene);
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++) {
        const struct bad bad = {.claim = "no body",
                                .who = with_body[i].who,
                                .method = "POST",
                                .path = with_body[i].path,
                                .status = 400,
                                .problem = "malformed-request"};

        if (with_body[i].needs_body)
            expect_refused(&scene, &bad);
    }
    scene_end(&scene);
}

Test(refusals, no_body_above_64_kib_is_taken)
{
    static const size_t sizes[] = {64 * 1024 + 1, 900 * 1024};
    struct scene scene;
    char path[LENGTH];

    scene_begin(&scene);
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++) {
            char *body = malloc(sizes[j]);
            char *before = fingerprint(&scene);

            memset(body, ' ', sizes[j]);
            fill_in(&scene, with_body[i].path, path, sizeof path);
            struct answer answer = client_send_bytes(
                person(&scene, with_body[i].who), "POST", path, body, sizes[j]);
            char *after = fingerprint(&scene);

            cr_expect_eq(answer.status, 413, "%s: %ld", path, answer.status);
            cr_expect_str_eq(answer_problem(&answer), "content-too-large");
            cr_expect_str_eq(before, after);
            answer_clear(&answer);
            free(before);
            free(after);
            free(body);
        }
    scene_end(&scene);
}

/* ---- who asks ---- */

static const struct {
    const char *method, *path;
    bool is_public; /* a token is not needed, but a bad one is refused */
} with_token[] = {
    {"GET", "/v1/me", false},
    {"DELETE", "/v1/sessions/current", false},
    {"POST", "/v1/matches", false},
    {"POST", "/v1/matches/{O}/seats", false},
    {"DELETE", "/v1/matches/{O}/seats/0", false},
    {"POST", "/v1/matches/{M}/moves", false},
    {"POST", "/v1/matches/{M}/moves/preview", false},
    {"POST", "/v1/matches/{M}/undo", false},
    {"POST", "/v1/matches/{M}/resignation", false},
    {"GET", "/v1/players/ada", true},
    {"GET", "/v1/matches", true},
    {"GET", "/v1/matches/{M}", true},
    {"GET", "/v1/matches/{M}/state", true},
    {"GET", "/v1/matches/{M}/legal-moves", true},
    {"GET", "/v1/matches/{M}/events", true},
    {"GET", "/v1/matches/{F}/position", true},
    {"GET", "/v1/matches/{F}/record", true},
};

static const char *const bad_tokens[] = {
    "Authorization: Bearer ",
    "Authorization: Bearer fth_",
    "Authorization: Bearer "
    "fth_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "Authorization: Bearer "
    "fth_"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "Authorization: Bearer ' OR 1=1 --",
    "Authorization: Basic YWRhOmFkYQ==",
    "Authorization: fth_x",
};

Test(refusals, without_a_good_token_nobody_acts_for_anybody)
{
    struct scene scene;

    scene_begin(&scene);
    for (size_t i = 0; i < sizeof with_token / sizeof *with_token; i++) {
        struct bad bad = {.claim = "no token",
                          .who = NONE,
                          .method = with_token[i].method,
                          .path = with_token[i].path,
                          .header2 = "If-Match: {S}",
                          .status = 401,
                          .problem = "unauthenticated"};

        if (!with_token[i].is_public)
            expect_refused(&scene, &bad);
        bad.problem = "invalid-token";
        for (size_t j = 0; j < sizeof bad_tokens / sizeof *bad_tokens; j++) {
            bad.claim = bad.header = bad_tokens[j];
            expect_refused(&scene, &bad);
        }
    }
    scene_end(&scene);
}

Test(refusals, a_revoked_token_is_good_for_nothing)
{
    struct service service;

    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");
    struct answer out =
        client_send(&ada, "DELETE", "/v1/sessions/current", NULL);
    struct answer me = client_get(&ada, "/v1/me");
    char asks[64];

    cr_expect_eq(out.status, 204);
    cr_expect_eq(me.status, 401);
    cr_expect_str_eq(answer_problem(&me), "invalid-token");
    answer_header(&me, "WWW-Authenticate", asks, sizeof asks);
    cr_expect(strncmp(asks, "Bearer", 6) == 0);
    answer_clear(&out);
    answer_clear(&me);
    client_close(&ada);
    service_end(&service);
}

/* ---- what is asked for ---- */

static const struct bad accounts[] = {
    {"no name", NONE, "POST", "/v1/accounts",
     "{\"password\":\"long enough 1\"}", 0, 0, 400, "invalid-fields",
     "\"/name\""},
    {"no password", NONE, "POST", "/v1/accounts", "{\"name\":\"eve\"}", 0, 0,
     400, "invalid-fields", "\"/password\""},
    {"a short name", NONE, "POST", "/v1/accounts",
     "{\"name\":\"ev\",\"password\":\"long enough 1\"}", 0, 0, 400,
     "invalid-fields", "\"/name\""},
    {"a name with blanks", NONE, "POST", "/v1/accounts",
     "{\"name\":\"e v e\",\"password\":\"long enough 1\"}", 0, 0, 400,
     "invalid-fields", "\"/name\""},
    {"a name beyond ASCII", NONE, "POST", "/v1/accounts",
     "{\"name\":\"\xc3\xa9v\xc3\xa9\",\"password\":\"long enough 1\"}", 0, 0,
     400, "invalid-fields", "\"/name\""},
    {"a number for a name", NONE, "POST", "/v1/accounts",
     "{\"name\":12345,\"password\":\"long enough 1\"}", 0, 0, 400,
     "invalid-fields", "\"type\""},
    {"a short password", NONE, "POST", "/v1/accounts",
     "{\"name\":\"eve\",\"password\":\"1234567\"}", 0, 0, 400, "invalid-fields",
     "\"/password\""},
    {"a common password", NONE, "POST", "/v1/accounts",
     "{\"name\":\"eve\",\"password\":\"password\"}", 0, 0, 422,
     "unacceptable-password", 0},
    {"a name that is taken", NONE, "POST", "/v1/accounts",
     "{\"name\":\"ada\",\"password\":\"long enough 1\"}", 0, 0, 409,
     "name-taken", 0},
    {"a name taken in other case", NONE, "POST", "/v1/accounts",
     "{\"name\":\"ADA\",\"password\":\"long enough 1\"}", 0, 0, 409,
     "name-taken", 0},
    {"a wrong password", NONE, "POST", "/v1/sessions",
     "{\"name\":\"ada\",\"password\":\"not the right one\"}", 0, 0, 401,
     "wrong-credentials", 0},
    {"an unknown name", NONE, "POST", "/v1/sessions",
     "{\"name\":\"nobody\",\"password\":\"not the right one\"}", 0, 0, 401,
     "wrong-credentials", 0},
    {"an unknown player", NONE, "GET", "/v1/players/nobody", 0, 0, 0, 404,
     "not-found", 0},
    {"a player of hostile name", NONE, "GET", "/v1/players/%27%20OR%201=1", 0,
     0, 0, 404, "not-found", 0},
};

Test(refusals, accounts_are_made_of_good_names_and_passwords)
{
    EXPECT_ALL_REFUSED(accounts);
}

#define NEW(text) ADA, "POST", "/v1/matches", (text), 0, 0

static const struct bad new_matches[] = {
    {"no game", NEW("{\"seats\":[\"me\",\"open\"]}"), 400, "invalid-fields",
     "\"/game\""},
    {"an unknown game", NEW("{\"game\":\"go\",\"seats\":[\"me\",\"open\"]}"),
     422, "unknown-game", 0},
    {"no seats", NEW("{\"game\":\"template\"}"), 400, "invalid-fields",
     "\"/seats\""},
    {"an empty list of seats", NEW("{\"game\":\"template\",\"seats\":[]}"), 400,
     "invalid-fields", "\"/seats\""},
    {"five seats",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"open\","
         "\"open\",\"open\"]}"),
     400, "invalid-fields", "\"/seats\""},
    {"seats that are numbers", NEW("{\"game\":\"template\",\"seats\":[1,2]}"),
     400, "invalid-fields", "\"/seats/0\""},
    {"one seat", NEW("{\"game\":\"template\",\"seats\":[\"me\"]}"), 422,
     "invalid-settings", "\"/seats\""},
    {"contracts alone",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\"],"
         "\"options\":{\"contracts\":true}}"),
     422, "invalid-settings", "\"/options/contracts\""},
    {"basic boards alone",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"bot:greedy\"],"
         "\"options\":{\"boards\":\"basic\"}}"),
     422, "invalid-settings", "Playing alone takes an advanced board"},
    {"a start for one seat with two",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"solo_start\":2}}"),
     422, "invalid-settings", "\"/options/solo_start\""},
    {"a position that is a text",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":\"start\"}"),
     400, "invalid-fields", "\"/position\""},
    {"a position with options",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"options\":{\"hand\":4},\"position\":{}}"),
     400, "invalid-fields", "\"/options\""},
    {"a position with a fraction",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{\"players\":[{\"points\":1.5}]}}"),
     400, "invalid-fields", "\"/position/players/0/points\""},
    {"a position with an odd member",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{\"a b\":1}}"),
     400, "invalid-fields", "\"/position\""},
    {"an empty position",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{}}"),
     422, "invalid-position", "\"/position/players\""},
    {"a position without a phase",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{\"seats\":[{},{}]}}"),
     422, "invalid-position", "\"/position/"},
    {"a position of an unknown game",
     NEW("{\"game\":\"go\",\"seats\":[\"me\"],\"position\":{}}"), 422,
     "unknown-game", 0},
    {"me twice", NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"]}"), 422,
     "invalid-settings", 0},
    {"a seat of no kind",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"you\"]}"), 422,
     "invalid-settings", "\"/seats/1\""},
    {"an unknown bot",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"bot:deep\"]}"), 422,
     "invalid-settings", "\"/seats/1\""},
    {"an unknown option",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"moon\":true}}"),
     422, "invalid-settings", "\"/options/moon\""},
    {"a bad value",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"draws\":\"never\"}}"),
     422, "invalid-settings", "\"/options/draws\""},
    {"a number for a choice",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"draws\":7}}"),
     422, "invalid-settings", "\"/options/draws\""},
    {"an option that is a list",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"draws\":[]}}"),
     400, "invalid-fields", "\"/options/draws\""},
    {"options that are a list",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"options\":[]}"),
     400, "invalid-fields", "\"/options\""},
    {"a rated match",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"rated\":true}"),
     400, "invalid-fields", "\"/rated\""},
    {"a clock",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"clock\":{}}"),
     400, "invalid-fields", "\"/clock\""},
    {"private as a word",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"private\":\"yes\"}"),
     400, "invalid-fields", "\"/private\""},
};

Test(refusals, matches_are_made_of_what_the_game_allows)
{
    EXPECT_ALL_REFUSED(new_matches);
}

#define SEATS(who, match, body)                                                \
    (who), "POST", "/v1/matches/" match "/seats", (body), 0, 0
#define LEAVE(who, match, seat)                                                \
    (who), "DELETE", "/v1/matches/" match "/seats/" seat, 0, 0, 0

static const struct bad seats[] = {
    {"joining a running match", SEATS(CYD, "{M}", "{}"), 409, "match-not-open",
     0},
    {"joining a finished match", SEATS(CYD, "{F}", "{}"), 409, "match-not-open",
     0},
    {"joining twice", SEATS(ADA, "{O}", "{}"), 409, "already-seated", 0},
    {"a taken seat", SEATS(CYD, "{O}", "{\"seat\":0}"), 409, "seat-taken", 0},
    {"a seat that is not there", SEATS(CYD, "{O}", "{\"seat\":3}"), 404,
     "not-found", 0},
    {"a seat below 0", SEATS(CYD, "{O}", "{\"seat\":-1}"), 400,
     "invalid-fields", "\"/seat\""},
    {"a seat that is a text", SEATS(CYD, "{O}", "{\"seat\":\"1\"}"), 400,
     "invalid-fields", "\"/seat\""},
    {"a seat that is a fraction", SEATS(CYD, "{O}", "{\"seat\":0.5}"), 400,
     "invalid-fields", "\"/seat\""},
    {"leaving another's seat", LEAVE(BEA, "{O}", "0"), 403, "not-seated", 0},
    {"leaving a running match", LEAVE(ADA, "{M}", "0"), 409, "match-not-open",
     0},
    {"leaving a seat that is not there", LEAVE(ADA, "{O}", "9"), 404,
     "not-found", 0},
    {"leaving a seat of no number", LEAVE(ADA, "{O}", "x"), 404, "not-found",
     0},
};

Test(refusals, seats_are_taken_and_left_by_the_rules)
{
    EXPECT_ALL_REFUSED(seats);
}

#define MOVE(who, match, body, header)                                         \
    (who), "POST", "/v1/matches/" match "/moves", (body), (header), 0
#define NONSENSE "{\"move\":\"resign\"}"

static const struct bad moves[] = {
    {"no If-Match", MOVE(ADA, "{M}", NONSENSE, 0), 428, "precondition-required",
     0},
    {"If-Match without quotes", MOVE(ADA, "{M}", NONSENSE, "If-Match: 3"), 400,
     "malformed-request", 0},
    {"If-Match of words", MOVE(ADA, "{M}", NONSENSE, "If-Match: \"now\""), 400,
     "malformed-request", 0},
    {"a weak If-Match", MOVE(ADA, "{M}", NONSENSE, "If-Match: W/\"3\""), 400,
     "malformed-request", 0},
    {"a huge If-Match",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"99999999999999999999\""), 400,
     "malformed-request", 0},
    {"a stale If-Match", MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1\""), 412,
     "stale-state", "\"current_seq\""},
    {"an If-Match from the future",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"999999\""), 412, "stale-state",
     "\"current_seq\""},
    {"a foreign match", MOVE(CYD, "{M}", NONSENSE, "If-Match: {S}"), 403,
     "not-seated", 0},
    {"a finished match", MOVE(ADA, "{F}", NONSENSE, "If-Match: *"), 409,
     "match-finished", 0},
    {"a match that waits for players",
     MOVE(ADA, "{O}", NONSENSE, "If-Match: *"), 409, "match-not-started", 0},
    {"an unknown match",
     MOVE(ADA, "m_aaaaaaaaaaaaaaaaaaaaaaaaaa", NONSENSE, "If-Match: *"), 404,
     "not-found", 0},
    {"a match of no good id", MOVE(ADA, "x", NONSENSE, "If-Match: *"), 404,
     "not-found", 0},
    {"no move", MOVE(ADA, "{M}", "{}", "If-Match: {S}"), 400, "invalid-fields",
     "\"/move\""},
    {"an empty move", MOVE(ADA, "{M}", "{\"move\":\"\"}", "If-Match: {S}"), 400,
     "invalid-fields", "\"/move\""},
    {"a move that is a number",
     MOVE(ADA, "{M}", "{\"move\":7}", "If-Match: {S}"), 400, "invalid-fields",
     "\"/move\""},
    {"a move that is too long",
     MOVE(ADA, "{M}",
          "{\"move\":\"place place place place place place place place place "
          "place place place place place\"}",
          "If-Match: {S}"),
     400, "invalid-fields", "\"/move\""},
    {"a key with blanks", ADA, "POST", "/v1/matches/{M}/moves", NONSENSE,
     "If-Match: {S}", "Idempotency-Key: a b", 400, "malformed-request", 0},
    {"a stale resignation", ADA, "POST", "/v1/matches/{M}/resignation", 0,
     "If-Match: \"1\"", 0, 412, "stale-state", 0},
    {"a resignation for others", CYD, "POST", "/v1/matches/{M}/resignation", 0,
     0, 0, 403, "not-seated", 0},
    {"a resignation from a finished match", BEA, "POST",
     "/v1/matches/{F}/resignation", 0, 0, 0, 409, "match-finished", 0},
    {"a resignation before the start", ADA, "POST",
     "/v1/matches/{O}/resignation", 0, 0, 0, 409, "match-not-started", 0},
};

Test(refusals, moves_are_guarded)
{
    EXPECT_ALL_REFUSED(moves);
}

#define UNDO(who, match, body, header)                                         \
    (who), "POST", "/v1/matches/" match "/undo", (body), (header), 0
#define BACK "{\"to_seq\":1}"

static const struct bad undos[] = {
    {"no If-Match", UNDO(ADA, "{M}", BACK, 0), 428, "precondition-required", 0},
    {"If-Match of words", UNDO(ADA, "{M}", BACK, "If-Match: \"now\""), 400,
     "malformed-request", 0},
    {"a stale If-Match", UNDO(ADA, "{M}", BACK, "If-Match: \"1\""), 412,
     "stale-state", "\"current_seq\""},
    {"an If-Match from the future",
     UNDO(ADA, "{M}", BACK, "If-Match: \"999999\""), 412, "stale-state", 0},
    {"a foreign match", UNDO(CYD, "{M}", BACK, "If-Match: {S}"), 403,
     "not-seated", 0},
    {"another's seat",
     UNDO(ADA, "{M}", "{\"to_seq\":1,\"seat\":1}", "If-Match: {S}"), 403,
     "not-seated", 0},
    {"a seat that is not there",
     UNDO(ADA, "{M}", "{\"to_seq\":1,\"seat\":3}", "If-Match: {S}"), 403,
     "not-seated", 0},
    {"a seat beyond all",
     UNDO(ADA, "{M}", "{\"to_seq\":1,\"seat\":4}", "If-Match: {S}"), 400,
     "invalid-fields", "\"/seat\""},
    {"a finished match", UNDO(ADA, "{F}", BACK, "If-Match: *"), 409,
     "match-finished", 0},
    {"a match that waits for players", UNDO(ADA, "{O}", BACK, "If-Match: *"),
     409, "match-not-started", 0},
    {"an unknown match",
     UNDO(ADA, "m_aaaaaaaaaaaaaaaaaaaaaaaaaa", BACK, "If-Match: *"), 404,
     "not-found", 0},
    {"no to_seq", UNDO(ADA, "{M}", "{}", "If-Match: {S}"), 400,
     "invalid-fields", "\"/to_seq\""},
    {"a to_seq of words",
     UNDO(ADA, "{M}", "{\"to_seq\":\"1\"}", "If-Match: {S}"), 400,
     "invalid-fields", "\"/to_seq\""},
    {"a negative to_seq", UNDO(ADA, "{M}", "{\"to_seq\":-1}", "If-Match: {S}"),
     400, "invalid-fields", "\"/to_seq\""},
    {"a huge to_seq",
     UNDO(ADA, "{M}", "{\"to_seq\":4294967296}", "If-Match: {S}"), 400,
     "invalid-fields", "\"/to_seq\""},
    {"what was sealed long ago", UNDO(ADA, "{M}", BACK, "If-Match: {S}"), 409,
     "undo-blocked", "\"blocked_by\""},
    {"a key with blanks", ADA, "POST", "/v1/matches/{M}/undo", BACK,
     "If-Match: {S}", "Idempotency-Key: a b", 400, "malformed-request", 0},
    {"a resignation for another's seat", ADA, "POST",
     "/v1/matches/{M}/resignation", "{\"seat\":1}", 0, 0, 403, "not-seated", 0},
    {"a move for another's seat",
     MOVE(ADA, "{M}", "{\"move\":\"fly\",\"seat\":1}", "If-Match: {S}"), 403,
     "not-seated", 0},
};

Test(refusals, taking_back_is_guarded)
{
    EXPECT_ALL_REFUSED(undos);
}

#define PREVIEW(who, match, body)                                              \
    (who), "POST", "/v1/matches/" match "/moves/preview", (body), 0, 0

static const struct bad previews[] = {
    {"a foreign match", PREVIEW(CYD, "{M}", NONSENSE), 403, "not-seated", 0},
    {"another's seat", PREVIEW(ADA, "{M}", "{\"move\":\"x\",\"seat\":1}"), 403,
     "not-seated", 0},
    {"a finished match", PREVIEW(ADA, "{F}", NONSENSE), 409, "match-finished",
     0},
    {"a match that waits for players", PREVIEW(ADA, "{O}", NONSENSE), 409,
     "match-not-started", 0},
    {"an unknown match", PREVIEW(ADA, "m_aaaaaaaaaaaaaaaaaaaaaaaaaa", NONSENSE),
     404, "not-found", 0},
    {"no move", PREVIEW(ADA, "{M}", "{}"), 400, "invalid-fields", "\"/move\""},
    {"a move that is too long",
     PREVIEW(
         ADA, "{M}",
         "{\"move\":\"place place place place place place place place place "
         "place place place place place\"}"),
     400, "invalid-fields", "\"/move\""},
};

Test(refusals, previews_are_for_who_may_move)
{
    EXPECT_ALL_REFUSED(previews);
}

/* These depend on whose turn it is. */
Test(refusals, an_unlisted_move_is_refused_with_its_rule)
{
    struct scene scene;

    scene_begin(&scene);
    const int other = 1 - scene.to_act;
    const struct bad bad[] = {
        {"nonsense",
         MOVE(scene.to_act, "{M}", "{\"move\":\"fly\"}", "If-Match: {S}"), 422,
         "bad-notation", "\"legal_count\""},
        {"a move of another time",
         MOVE(scene.to_act, "{M}", "{\"move\":\"advance 15\"}",
              "If-Match: {S}"),
         422, "illegal-move", "\"rule\""},
        {"out of turn",
         MOVE(other, "{M}", "{\"move\":\"{L}\"}", "If-Match: {S}"), 409,
         "not-your-turn", 0},
        {"nonsense foreseen",
         PREVIEW(scene.to_act, "{M}", "{\"move\":\"fly\"}"), 422,
         "bad-notation", "\"legal_count\""},
        {"a move of another time foreseen",
         PREVIEW(scene.to_act, "{M}", "{\"move\":\"advance 15\"}"), 422,
         "illegal-move", "\"rule\""},
        {"out of turn foreseen", PREVIEW(other, "{M}", "{\"move\":\"{L}\"}"),
         409, "not-your-turn", 0},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_refused(&scene, &bad[i]);
    scene_end(&scene);
}

Test(refusals, a_key_repeats_its_reply_and_nothing_else)
{
    struct scene scene;
    char replayed[16];

    scene_begin(&scene);
    struct table *table = &scene.table;
    const int seat = scene.to_act;
    long seq = table->seq;
    struct answer first =
        table_post(table, seat, scene.to_act_move, seq, "key-1");
    char *before = fingerprint(&scene);
    struct answer again =
        table_post(table, seat, scene.to_act_move, seq, "key-1");
    struct answer other = table_post(table, seat, "fly", seq, "key-1");
    char *after = fingerprint(&scene);

    cr_expect_eq(first.status, 201, "%s", first.body);
    cr_expect_eq(again.status, 201, "%s", again.body);
    cr_expect_str_eq(first.body, again.body);
    answer_header(&first, "Idempotent-Replayed", replayed, sizeof replayed);
    cr_expect_str_eq(replayed, "");
    answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
    cr_expect_str_eq(replayed, "true");
    cr_expect_eq(other.status, 422);
    cr_expect_str_eq(answer_problem(&other), "idempotency-key-reused");
    cr_expect_str_eq(before, after);
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&other);
    free(before);
    free(after);
    scene_end(&scene);
}

/* ---- paths, methods, queries ---- */

#define ID "m_aaaaaaaaaaaaaaaaaaaaaaaaaa"

static const struct bad paths[] = {
    {"no such path", ADA, "GET", "/v2/games", 0, 0, 0, 404, "not-found", 0},
    {"a slash too many", ADA, "GET", "/v1/games/", 0, 0, 0, 404, "not-found",
     0},
    {"a longer path", ADA, "GET", "/v1/a/b/c/d/e/f/g/h/i/j", 0, 0, 0, 404,
     "not-found", 0},
    {"an unknown game", ADA, "GET", "/v1/games/go", 0, 0, 0, 404, "not-found",
     0},
    {"components of an unknown game", ADA, "GET", "/v1/games/go/components", 0,
     0, 0, 404, "not-found", 0},
    {"an unknown problem", ADA, "GET", "/problems/none", 0, 0, 0, 404,
     "not-found", 0},
    {"an unknown match", ADA, "GET", "/v1/matches/" ID, 0, 0, 0, 404,
     "not-found", 0},
    {"a state of none", ADA, "GET", "/v1/matches/" ID "/state", 0, 0, 0, 404,
     "not-found", 0},
    {"moves of none", ADA, "GET", "/v1/matches/" ID "/legal-moves", 0, 0, 0,
     404, "not-found", 0},
    {"events of none", ADA, "GET", "/v1/matches/" ID "/events?wait=2", 0, 0, 0,
     404, "not-found", 0},
    {"a position of none", ADA, "GET", "/v1/matches/" ID "/position", 0, 0, 0,
     404, "not-found", 0},
    {"a position of a running match", ADA, "GET", "/v1/matches/{M}/position", 0,
     0, 0, 403, "position-hidden", 0},
    {"a position that is no number", ADA, "GET",
     "/v1/matches/{F}/position?at_seq=x", 0, 0, 0, 400, "invalid-fields",
     "\"at_seq\""},
    {"a position to come", ADA, "GET", "/v1/matches/{F}/position?at_seq=99999",
     0, 0, 0, 404, "not-found", 0},
    {"another's seat", ADA, "GET", "/v1/matches/{M}/state?seat=1", 0, 0, 0, 403,
     "not-seated", 0},
    {"a seat beyond all", ADA, "GET", "/v1/matches/{M}/legal-moves?seat=4", 0,
     0, 0, 400, "invalid-fields", "\"seat\""},
    {"events as another", ADA, "GET", "/v1/matches/{M}/events?seat=1", 0, 0, 0,
     403, "not-seated", 0},
    {"a record of none", ADA, "GET", "/v1/matches/" ID "/record", 0, 0, 0, 404,
     "not-found", 0},
    {"a seat of none", ADA, "POST", "/v1/matches/" ID "/seats", "{}", 0, 0, 404,
     "not-found", 0},
    {"a resignation from none", ADA, "POST", "/v1/matches/" ID "/resignation",
     0, 0, 0, 404, "not-found", 0},
    {"a NUL in a path", ADA, "GET", "/v1/matches/{M}%00", 0, 0, 0, 400,
     "malformed-request", 0},
    {"half an escape", ADA, "GET", "/v1/games/a%2", 0, 0, 0, 400,
     "malformed-request", 0},
    {"an escaped slash", ADA, "GET", "/v1%2Fgames", 0, 0, 0, 404, "not-found",
     0},
    {"a record before the end", ADA, "GET", "/v1/matches/{M}/record", 0, 0, 0,
     409, "match-not-finished", 0},
    {"a state to come", ADA, "GET", "/v1/matches/{M}/state?at_seq=99999", 0, 0,
     0, 404, "not-found", 0},
    {"an unknown parameter", ADA, "GET", "/v1/matches/{M}/state?x=1", 0, 0, 0,
     400, "invalid-fields", "\"parameter\""},
    {"a query where none belongs", ADA, "GET", "/v1/me?x=1", 0, 0, 0, 400,
     "invalid-fields", 0},
    {"a limit of 0", ADA, "GET", "/v1/matches?limit=0", 0, 0, 0, 400,
     "invalid-fields", "\"limit\""},
    {"a limit of 101", ADA, "GET", "/v1/matches?limit=101", 0, 0, 0, 400,
     "invalid-fields", "\"limit\""},
    {"an unknown status", ADA, "GET", "/v1/matches?status=done", 0, 0, 0, 400,
     "invalid-fields", "\"status\""},
    {"a made-up cursor", ADA, "GET", "/v1/matches?cursor=abc", 0, 0, 0, 400,
     "invalid-cursor", 0},
    {"a long wait", ADA, "GET", "/v1/matches/{M}/events?wait=26", 0, 0, 0, 400,
     "invalid-fields", "\"wait\""},
    {"a wait of words", ADA, "GET", "/v1/matches/{M}/events?wait=long", 0, 0, 0,
     400, "invalid-fields", "\"wait\""},
    {"a negative seq", ADA, "GET", "/v1/matches/{M}/events?after=-1", 0, 0, 0,
     400, "invalid-fields", "\"after\""},
    {"a parameter twice", ADA, "GET", "/v1/matches?limit=1&limit=2", 0, 0, 0,
     400, "invalid-fields", "\"limit\""},
};

Test(refusals, what_is_not_there_is_not_found)
{
    EXPECT_ALL_REFUSED(paths);
}

static const char *const everywhere[] = {
    "/",
    "/openapi.yaml",
    "/problems",
    "/problems/not-found",
    "/v1/config",
    "/v1/accounts",
    "/v1/me",
    "/v1/sessions",
    "/v1/sessions/current",
    "/v1/players/ada",
    "/v1/games",
    "/v1/games/template",
    "/v1/games/template/components",
    "/v1/matches",
    "/v1/matches/{M}",
    "/v1/matches/{M}/seats",
    "/v1/matches/{M}/seats/0",
    "/v1/matches/{M}/state",
    "/v1/matches/{M}/legal-moves",
    "/v1/matches/{M}/moves",
    "/v1/matches/{M}/moves/preview",
    "/v1/matches/{M}/undo",
    "/v1/matches/{M}/resignation",
    "/v1/matches/{M}/events",
    "/v1/matches/{F}/position",
    "/v1/matches/{F}/record",
};

Test(refusals, wrong_methods_are_told_the_right_ones)
{
    static const char *const methods[] = {"PUT", "PATCH", "TRACE", "BREW"};
    struct scene scene;
    char path[LENGTH], allow[64], asked[64];

    scene_begin(&scene);
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++) {
        fill_in(&scene, everywhere[i], path, sizeof path);
        for (size_t j = 0; j < sizeof methods / sizeof *methods; j++) {
            struct answer no =
                client_send(&scene.table.players[ADA], methods[j], path, NULL);

            cr_expect_eq(no.status, 405, "%s %s: %ld", methods[j], path,
                         no.status);
            cr_expect_str_eq(answer_problem(&no), "method-not-allowed");
            answer_header(&no, "Allow", allow, sizeof allow);
            cr_expect(strstr(allow, "OPTIONS") != NULL, "%s", allow);
            answer_clear(&no);
        }
        struct answer options =
            client_send(&scene.table.players[ADA], "OPTIONS", path, NULL);

        answer_header(&options, "Allow", asked, sizeof asked);
        cr_expect_eq(options.status, 204);
        cr_expect_str_eq(asked, allow);
        answer_clear(&options);
    }
    scene_end(&scene);
}

Test(refusals, urls_and_headers_have_their_limits)
{
    struct service service;
    char *path = calloc(1, 6000), *header = calloc(1, 18000);

    service_begin(&service, NULL);
    struct client nobody = client_open(&service);

    snprintf(path, 6000, "/v1/games?x=%04500d", 0);
    struct answer long_url = client_send(&nobody, "GET", path, NULL);

    snprintf(header, 18000, "X-Much: %017000d", 0);
    client_with(&nobody, header);
    struct answer long_header = client_get(&nobody, "/v1/games");

    cr_expect_eq(long_url.status, 414);
    cr_expect_str_eq(answer_problem(&long_url), "uri-too-long");
    cr_expect_eq(long_header.status, 431);
    cr_expect_str_eq(answer_problem(&long_header), "headers-too-large");
    answer_clear(&long_url);
    answer_clear(&long_header);
    client_close(&nobody);
    service_end(&service);
    free(path);
    free(header);
}

Test(refusals, many_wrong_passwords_lock_the_name_for_a_while)
{
    enum { FAILURES = 10 };
    static const char wrong[] =
        "{\"name\":\"ada\",\"password\":\"not the right one\"}";
    struct service service;
    char retry[16];

    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");

    for (int i = 0; i < FAILURES; i++) {
        struct answer no = client_send(&ada, "POST", "/v1/sessions", wrong);

        cr_expect_eq(no.status, 401, "%d: %s", i, no.body);
        answer_clear(&no);
    }
    struct answer locked = client_send(&ada, "POST", "/v1/sessions", wrong);

    cr_expect_eq(locked.status, 429, "%s", locked.body);
    cr_expect_str_eq(answer_problem(&locked), "too-many-attempts");
    answer_header(&locked, "Retry-After", retry, sizeof retry);
    cr_expect_str_neq(retry, "");
    answer_clear(&locked);
    client_close(&ada);
    service_end(&service);
}
