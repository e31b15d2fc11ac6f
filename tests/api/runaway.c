/* Rules that would take too long: a service whose step budget is so small that
 * play soon reaches it (tests/low_budget) refuses the move, at once and with a
 * reason, and everybody else plays on. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "sandbox.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* States of two-player matches, after a number of decisions. */
enum { POSITIONS = 40, LATE = 200 };

static void begin_low_budget(struct service *service)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char program[256];

    snprintf(program, sizeof program, "%s/fathomd-low-budget",
             build ? build : "build/asan");
    setenv("FATHOM_PROGRAM", program, 1);
    service_begin(service, NULL);
}

/* Play by chance until a move is refused; false when none is.  A budget as
 * small as this one does not even suffice to carry out all moves that are known
 * to be legal without trying, and so are listed. */
static bool play_until_too_long(struct fixture *fixture)
{
    for (int i = 0; i < 200; i++) {
        char move[128];
        int seat = fixture_choose_any(fixture, move, sizeof move);

        cr_assert_geq(seat, 0, "nothing is listed");
        long begun = raw_now_ms();
        struct answer done =
            fixture_post(fixture, seat, move, fixture->seq, NULL);
        bool is_refused = done.status != 201;

        cr_expect_lt(raw_now_ms() - begun, 20000, "it hangs");
        if (is_refused) {
            cr_expect_eq(done.status, 422, "%s: %s", move, done.body);
            cr_expect_str_eq(answer_text(&done, "rule"), "too-long");
        }
        answer_clear(&done);
        if (is_refused)
            return true;
    }
    return false;
}

Test(runaway, a_move_that_takes_too_many_steps_is_refused_and_others_play_on)
{
    struct service service;
    struct fixture fixture;

    begin_low_budget(&service);
    fixture_begin(&fixture, &service, "underwater-cities", 2);

    cr_expect(play_until_too_long(&fixture), "the budget was never spent");
    fixture_begin_again(&fixture, "template");
    fixture_play(&fixture, 100);
    cr_expect(fixture.is_over);
    fixture_end(&fixture);
    service_end(&service);
}

Test(runaway, a_position_whose_moves_take_too_many_steps_is_refused,
     .init = deep_only)
{
    const struct game *game = game_find("underwater-cities");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    struct service service;
    int made = 0, refused = 0;

    begin_low_budget(&service);
    struct client ada = client_account(&service, "ada");

    for (unsigned seed = 0; seed < POSITIONS; seed++) {
        sandbox_state(game, 2, seed, LATE, state);
        char *position = sandbox_position(game, state);
        struct answer answer = sandbox_create(&ada, "underwater-cities",
                                              "[\"me\",\"me\"]", position);

        if (answer.status == 201) {
            made++;
        } else {
            cr_expect_eq(answer.status, 422, "%s", answer.body);
            cr_expect_not_null(strstr(answer.body, "invalid-position"));
            cr_expect_not_null(strstr(answer.body, "takes too long"), "%s",
                               answer.body);
            refused++;
        }
        answer_clear(&answer);
        free(position);
    }
    cr_log_info("%d made, %d refused", made, refused);
    cr_expect(made > 0 && refused > 0);
    client_close(&ada);
    service_end(&service);
}
