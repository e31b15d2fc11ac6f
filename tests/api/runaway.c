/* Rules that would take too long: a service whose step budget is so small that
 * play soon reaches it (tests/hasty) refuses the move, at once and with a
 * reason, and everybody else plays on. */
#include "raw.h"
#include "service.h"
#include "table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void begin_hasty(struct service *service)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char program[256];

    snprintf(program, sizeof program, "%s/fathomd-hasty",
             build ? build : "build/asan");
    setenv("FATHOM_PROGRAM", program, 1);
    service_begin(service, NULL);
}

/* Play by chance until a seat is to act of whose moves none was found in
 * time; the seat, or -1. */
static int play_until_spent(struct table *table)
{
    for (int i = 0; i < 200; i++) {
        char move[128];
        int seat = table_choose_any(table, move, sizeof move);

        if (seat < 0) {
            struct answer state = table_get(table, 0, "/state");
            json_t *due = json_object_get(state.json, "to_act");
            json_t *who = json_array_get(due, 0);
            int owes = who ? (int)json_integer_value(who) : -1;

            answer_clear(&state);
            return owes;
        }
        struct answer done = table_post(table, seat, move, table->seq, NULL);

        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        answer_clear(&done);
    }
    return -1;
}

/* Try to place with one card after the other: those in hand would do, had
 * anybody the time to find out. */
static bool post_is_too_long(struct table *table, int seat)
{
    enum { CARDS = 66 };
    bool is_too_long = false;

    for (int card = 1; card <= CARDS && !is_too_long; card++) {
        char move[64];
        long begun = raw_now_ms();

        snprintf(move, sizeof move, "place red1 %d", card);
        struct answer answer = table_post(table, seat, move, table->seq, NULL);

        cr_expect_eq(answer.status, 422, "%s: %s", move, answer.body);
        cr_expect_lt(raw_now_ms() - begun, 20000, "it hangs");
        is_too_long = strcmp(answer_text(&answer, "rule"), "too-long") == 0;
        answer_clear(&answer);
    }
    return is_too_long;
}

Test(runaway, a_move_that_takes_too_many_steps_is_refused_and_others_play_on)
{
    struct service service;
    struct table table;

    begin_hasty(&service);
    table_begin(&table, &service, "underwater-cities", 2);
    int seat = play_until_spent(&table);

    printf("seat %d at %ld\n", seat, table.seq);
    cr_assert_geq(seat, 0, "the budget was never spent");
    cr_expect(post_is_too_long(&table, seat));
    table_begin_again(&table, "template");
    table_play(&table, 100);
    cr_expect(table.is_over);
    table_end(&table);
    service_end(&service);
}
