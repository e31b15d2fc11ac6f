/* Invalid tokens, wherever a token may be sent. */
#include "depth.h"
#include "samples.h"

#include "api/routes.h"

#include <criterion/criterion.h>
#include <string.h>

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

Test(refusals, an_invalid_token_is_refused_by_every_operation,
     .init = deep_only)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < route_count; i++) {
        const struct sample *sample = sample_of(&routes[i]);
        struct bad bad = {.claim = "no token",
                          .who = NONE,
                          .method = sample->method,
                          .path = sample->path,
                          .header2 = "If-Match: {S}",
                          .status = 401,
                          .problem = "unauthenticated"};

        if (routes[i].who == PLAYER)
            expect_refused(&scene, &bad);
        bad.problem = "invalid-token";
        for (size_t j = 0; j < sizeof bad_tokens / sizeof *bad_tokens; j++) {
            bad.claim = bad.header = bad_tokens[j];
            if (routes[i].who != NOBODY)
                expect_refused(&scene, &bad);
        }
        expect_unchanged(&scene, sample->path);
    }
    scene_end(&scene);
}

Test(refusals, a_revoked_token_is_rejected)
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
