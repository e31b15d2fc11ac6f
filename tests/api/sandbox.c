/* Positions of sandbox matches: what stories/sandbox.story cannot say. */
#include "sandbox.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static struct answer get(struct client *client, const struct answer *match,
                         const char *what)
{
    return client_get(client, "/v1/matches/%s%s", answer_text(match, "id"),
                      what);
}

Test(sandbox, a_position_is_much_smaller_than_a_body_may_be)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    size_t most = 0;

    for (int decisions = 0; decisions < 500; decisions += 50) {
        sandbox_state(game, 4, 9, decisions, state);
        char *position = sandbox_position(game, state);

        most = strlen(position) > most ? strlen(position) : most;
        free(position);
    }
    cr_log_info("the longest of them has %zu bytes", most);
    cr_expect_lt(most, 56 * 1024);
}

/* Remove the members that only explain others. */
static void strip(json_t *value)
{
    static const char *const explaining[] = {"text",   "name", "score",
                                             "counts", "next", "supplies"};
    const char *key;
    json_t *child;
    size_t i;

    for (i = 0; i < sizeof explaining / sizeof *explaining; i++)
        json_object_del(value, explaining[i]);
    json_object_foreach(value, key, child) strip(child);
    json_array_foreach(value, i, child) strip(child);
}

Test(sandbox, explanatory_members_of_a_position_are_optional,
     .init = shared_setup, .fini = shared_teardown)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    struct client ada = client_account(&test_service, "ada");

    sandbox_state(game, 3, 5, 70, state);
    char *position = sandbox_position(game, state);
    json_t *document = json_loads(position, 0, NULL);

    strip(document);
    char *facts = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    struct answer made = sandbox_create(&ada, "underwater-cities",
                                        "[\"me\",\"me\",\"me\"]", facts);

    cr_assert_eq(made.status, 201, "%s", made.body);
    struct answer back = get(&ada, &made, "/position");

    back.body[strcspn(back.body, "\n")] = '\0';
    cr_expect_str_eq(back.body, position);
    cr_expect_lt(strlen(facts), strlen(position));
    answer_clear(&made);
    answer_clear(&back);
    json_decref(document);
    free(facts);
    free(position);
    client_close(&ada);
}
