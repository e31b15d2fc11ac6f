/* Invalid bodies: the same requests for every resource that has one. */
#include "depth.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int who;
    const char *method, *path;
    bool needs_body;
} with_body[] = {
    {NONE, "POST", "/v1/accounts", true},
    {NONE, "POST", "/v1/sessions", true},
    {ADA, "PATCH", "/v1/me", true},
    {ADA, "DELETE", "/v1/me", true},
    {ADA, "POST", "/v1/tokens", true},
    {ADA, "POST", "/v1/matches", true},
    {CYD, "POST", "/v1/matches/{O}/seats", false},
    {ADA, "POST", "/v1/matches/{M}/moves", true},
    {ADA, "POST", "/v1/matches/{M}/moves/preview", true},
    {ADA, "POST", "/v1/matches/{M}/undo", true},
    {ADA, "POST", "/v1/matches/{M}/resignation", false},
    {ADA, "POST", "/v1/matches/{C}/claims", true},
    {ADA, "POST", "/v1/matches/{M}/votes", true},
    {NONE, "POST", "/v1/records/verify", true},
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
    {.claim = "a whole number beyond 64 bits",
     .body = "{\"name\":99999999999999999999999999}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "half a pair of surrogates",
     .body = "{\"name\":\"a\\ud800b\"}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "a pair of surrogates the wrong way round",
     .body = "{\"name\":\"\\udc00\\ud800\"}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "a surrogate in UTF-8",
     .body = "{\"name\":\"\xed\xa0\x80\"}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "a letter in UTF-8 longer than it need be",
     .body = "{\"name\":\"\xc0\xaf\"}",
     .status = 400,
     .problem = "malformed-request"},
    {.claim = "a NUL in a name",
     .body = "{\"na\\u0000me\":1}",
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

Test(refusals, every_body_is_read_strictly, .init = deep_only)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++) {
        for (size_t j = 0; j < sizeof bodies / sizeof *bodies; j++) {
            struct bad bad = bodies[j];

            bad.who = with_body[i].who;
            bad.method = with_body[i].method;
            bad.path = with_body[i].path;
            bad.header2 = "If-Match: {S}";
            expect_refused(&scene, &bad);
        }
        expect_unchanged(&scene, with_body[i].path);
    }
    scene_end(&scene);
}

Test(refusals, a_required_body_must_be_sent)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++) {
        const struct bad bad = {.claim = "no body",
                                .who = with_body[i].who,
                                .method = with_body[i].method,
                                .path = with_body[i].path,
                                .header = "If-Match: {S}",
                                .status = 400,
                                .problem = "malformed-request"};

        if (with_body[i].needs_body)
            expect_refused(&scene, &bad);
    }
    expect_unchanged(&scene, "requests without a body");
    scene_end(&scene);
}

/* Spaces are valid JSON around an object. */
static void send_much(struct scene *scene, size_t i, size_t size)
{
    char path[SCENE_TEXT], *body = malloc(size);

    memset(body, ' ', size);
    scene_fill(scene, with_body[i].path, path, sizeof path);
    struct answer answer =
        client_send_bytes(scene_person(scene, with_body[i].who),
                          with_body[i].method, path, body, size);

    cr_expect_eq(answer.status, 413, "%s: %ld", path, answer.status);
    cr_expect_str_eq(answer_problem(&answer), "content-too-large");
    answer_clear(&answer);
    free(body);
}

Test(refusals, a_body_above_64_kib_is_refused, .init = deep_only)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < sizeof with_body / sizeof *with_body; i++) {
        send_much(&scene, i, 64 * 1024 + 1);
        send_much(&scene, i, 900 * 1024);
    }
    expect_unchanged(&scene, "much");
    scene_end(&scene);
}
