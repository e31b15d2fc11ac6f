/* Refused moves, undos and previews. */
#include "depth.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

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
    {"a weak, stale If-Match",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: W/\"1.0\""), 412, "stale-state",
     "\"current_seq\""},
    {"a tag with more after its seq",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1xyz\""), 400, "malformed-request",
     0},
    {"a tag with more after its viewer",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1.0xyz\""), 400,
     "malformed-request", 0},
    {"a tag of a seat that no match has",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1.4\""), 400, "malformed-request",
     0},
    {"the tag of a past state",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1.0-past\""), 412, "stale-state",
     "\"current_seq\""},
    {"the tag of earlier legal moves",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1.0.8c52a1f0\""), 412,
     "stale-state", "\"current_seq\""},
    {"the tag of a match",
     MOVE(ADA, "{M}", NONSENSE, "If-Match: \"1.8c52a1f0\""), 400,
     "malformed-request", 0},
    {"a stale seq in the body",
     MOVE(ADA, "{M}", "{\"move\":\"resign\",\"seq\":1}", 0), 412, "stale-state",
     "\"current_seq\""},
    {"a seq that is a text",
     MOVE(ADA, "{M}", "{\"move\":\"resign\",\"seq\":\"1\"}", 0), 400,
     "invalid-fields", "\"/seq\""},
    {"a negative seq", MOVE(ADA, "{M}", "{\"move\":\"resign\",\"seq\":-1}", 0),
     400, "invalid-fields", "\"/seq\""},
    {"a seq and another one in If-Match",
     MOVE(ADA, "{M}", "{\"move\":\"resign\",\"seq\":1}", "If-Match: \"2\""),
     400, "malformed-request", 0},
    {"a seq and any state in If-Match",
     MOVE(ADA, "{M}", "{\"move\":\"resign\",\"seq\":1}", "If-Match: *"), 400,
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
    {"a match with an invalid id", MOVE(ADA, "x", NONSENSE, "If-Match: *"), 404,
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

Test(refusals, invalid_moves_are_refused, .init = deep_only)
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
    {"a move before the undo window", UNDO(ADA, "{M}", BACK, "If-Match: {S}"),
     409, "undo-blocked", "\"blocked_by\""},
    {"a key with blanks", ADA, "POST", "/v1/matches/{M}/undo", BACK,
     "If-Match: {S}", "Idempotency-Key: a b", 400, "malformed-request", 0},
    {"a resignation for another's seat", ADA, "POST",
     "/v1/matches/{M}/resignation", "{\"seat\":1}", 0, 0, 403, "not-seated", 0},
    {"a move for another's seat",
     MOVE(ADA, "{M}", "{\"move\":\"fly\",\"seat\":1}", "If-Match: {S}"), 403,
     "not-seated", 0},
};

Test(refusals, invalid_undos_are_refused, .init = deep_only)
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

Test(refusals, previews_are_for_seats_that_may_move)
{
    EXPECT_ALL_REFUSED(previews);
}

/* These depend on whose turn it is. */
Test(refusals, an_illegal_move_is_refused_with_its_rule)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    const int other = 1 - scene.to_act;
    const struct bad bad[] = {
        {"nonsense",
         MOVE(scene.to_act, "{M}", "{\"move\":\"fly\"}", "If-Match: {S}"), 422,
         "bad-notation", 0},
        {"a move of another time",
         MOVE(scene.to_act, "{M}", "{\"move\":\"advance 15\"}",
              "If-Match: {S}"),
         422, "illegal-move", "\"rule\""},
        {"out of turn",
         MOVE(other, "{M}", "{\"move\":\"{L}\"}", "If-Match: {S}"), 409,
         "not-your-turn", 0},
        {"nonsense previewed",
         PREVIEW(scene.to_act, "{M}", "{\"move\":\"fly\"}"), 422,
         "bad-notation", 0},
        {"a move of another time previewed",
         PREVIEW(scene.to_act, "{M}", "{\"move\":\"advance 15\"}"), 422,
         "illegal-move", "\"rule\""},
        {"out of turn previewed", PREVIEW(other, "{M}", "{\"move\":\"{L}\"}"),
         409, "not-your-turn", 0},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        expect_refused(&scene, &bad[i]);
    scene_end(&scene);
}

Test(refusals, a_key_repeats_its_response_and_nothing_else)
{
    struct scene scene;
    char replayed[16];

    scene_begin(&scene, NULL);
    struct fixture *fixture = &scene.fixture;
    const int seat = scene.to_act;
    long seq = fixture->seq;
    struct answer first =
        fixture_post(fixture, seat, scene.to_act_move, seq, "key-1");
    char *before = scene_fingerprint(&scene);
    struct answer again =
        fixture_post(fixture, seat, scene.to_act_move, seq, "key-1");
    struct answer other = fixture_post(fixture, seat, "fly", seq, "key-1");
    char *after = scene_fingerprint(&scene);

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
