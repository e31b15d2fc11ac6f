/* Matches that were created with rules which this build does not have. */
#include "depth.h"
#include "scene.h"

#include <criterion/criterion.h>
#include <signal.h>

#define OTHER 409, "other-rules", 0

static const struct bad asked[] = {
    {"the state", ADA, "GET", "/v1/matches/{M}/state", NULL, 0, 0, OTHER},
    {"a state of then", ADA, "GET", "/v1/matches/{M}/state?at_seq=2", NULL, 0,
     0, OTHER},
    {"the moves", ADA, "GET", "/v1/matches/{M}/legal-moves", NULL, 0, 0, OTHER},
    {"the events", ADA, "GET", "/v1/matches/{M}/events", NULL, 0, 0, OTHER},
    {"the record", ADA, "GET", "/v1/matches/{F}/record", NULL, 0, 0, OTHER},
    {"the position", ADA, "GET", "/v1/matches/{F}/position", NULL, 0, 0, OTHER},
    {"a move", ADA, "POST", "/v1/matches/{M}/moves", "{\"move\":\"{L}\"}",
     "If-Match: *", 0, OTHER},
    {"a preview", ADA, "POST", "/v1/matches/{M}/moves/preview",
     "{\"move\":\"{L}\"}", 0, 0, OTHER},
    {"taking back", ADA, "POST", "/v1/matches/{M}/undo", "{\"to_seq\":1}",
     "If-Match: *", 0, OTHER},
};

Test(other_rules, a_match_with_unknown_rules_is_listed_but_not_shown_or_played,
     .init = deep_only)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    service_signal(&scene.service, SIGTERM);
    service_sql(&scene.service, "UPDATE matches SET rules_version = 999");
    service_start(&scene.service);
    struct answer match = fixture_get(&scene.fixture, ADA, "");

    cr_expect_eq(match.status, 200);
    cr_expect_str_eq(answer_text(&match, "ruleset"), "999");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        expect_refused(&scene, &asked[i]);
    answer_clear(&match);
    scene_end(&scene);
}
