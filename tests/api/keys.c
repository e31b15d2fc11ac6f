/* An idempotency key belongs to one request, whatever the request is. */
#include "depth.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define KEY    "Idempotency-Key: one"
#define REUSED 422, "idempotency-key-reused", 0

/* ada has voted and cyd has taken a seat, each with this key. */
static const struct bad others[] = {
    {"another vote", ADA, "POST", "/v1/matches/{C}/votes", "{\"abort\":false}",
     KEY, 0, REUSED},
    {"a claim", ADA, "POST", "/v1/matches/{C}/claims", "{\"seat\":1}", KEY, 0,
     REUSED},
    {"a resignation", ADA, "POST", "/v1/matches/{C}/resignation", NULL, KEY, 0,
     REUSED},
    {"a move", ADA, "POST", "/v1/matches/{C}/moves", "{\"move\":\"take\"}", KEY,
     "If-Match: *", REUSED},
    {"taking back", ADA, "POST", "/v1/matches/{C}/undo", "{\"to_seq\":1}", KEY,
     "If-Match: *", REUSED},
    {"another seat", CYD, "POST", "/v1/matches/{O}/seats", "{\"seat\":0}", KEY,
     0, REUSED},
    {"getting up", CYD, "DELETE", "/v1/matches/{O}/seats/1", NULL, KEY, 0,
     REUSED},
};

static void use_key(struct scene *scene, int who, const char *template,
                    const char *body)
{
    char path[SCENE_TEXT];

    scene_fill(scene, template, path, sizeof path);
    client_with(scene_person(scene, who), KEY);
    struct answer first =
        client_send(scene_person(scene, who), "POST", path, body);

    cr_assert_eq(first.status, 201, "%s", first.body);
    answer_clear(&first);
}

Test(keys, a_key_is_refused_for_every_other_request, .init = deep_only)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    use_key(&scene, ADA, "/v1/matches/{C}/votes", "{\"abort\":true}");
    use_key(&scene, CYD, "/v1/matches/{O}/seats", "{\"seat\":1}");
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        expect_refused(&scene, &others[i]);
        expect_unchanged(&scene, others[i].claim);
    }
    scene_end(&scene);
}
