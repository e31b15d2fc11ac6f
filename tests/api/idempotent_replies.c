/* A request repeated with its key has the same response as the first time, to
 * the byte, also from a process that has not seen the first. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { DEEDS_MAX = 4000, MOVE = 128, UNDO_EVERY = 3 };

/* A request and its response. */
struct deed {
    int seat;
    char move[MOVE]; /* empty: an undo */
    long to_seq, seq;
    char *body;
    char tag[64];
};

struct script {
    struct fixture fixture;
    struct deed deeds[DEEDS_MAX];
    int count;
};

static struct answer ask(struct script *script, int number)
{
    const struct deed *deed = &script->deeds[number];
    char key[32];

    snprintf(key, sizeof key, "deed-%d", number);
    if (deed->move[0])
        return fixture_post(&script->fixture, deed->seat, deed->move, deed->seq,
                            key);
    return fixture_undo(&script->fixture, deed->seat, deed->to_seq, deed->seq,
                        key);
}

/* Execute the next request; false: it was refused. */
static bool act(struct script *script)
{
    struct deed *deed = &script->deeds[script->count];
    struct answer done = ask(script, script->count);
    bool is_done = done.status == 201;

    cr_assert(is_done || !deed->move[0], "%s: %s", deed->move, done.body);
    if (is_done) {
        script->fixture.seq = answer_number(&done, "seq");
        script->fixture.is_over =
            strcmp(answer_text(&done, "status"), "finished") == 0;
        answer_header(&done, "ETag", deed->tag, sizeof deed->tag);
        deed->body = strdup(done.body);
        script->count++;
    }
    answer_clear(&done);
    return is_done;
}

/* Play to the end, and sometimes undo the last choice, if possible; returns how
 * often that was. */
static int live(struct script *script)
{
    struct fixture *fixture = &script->fixture;
    int undone = 0;

    while (!fixture->is_over) {
        struct deed *deed = &script->deeds[script->count];

        cr_assert_lt(script->count + 1, DEEDS_MAX);
        deed->seat = fixture_choose_any(fixture, deed->move, sizeof deed->move);
        cr_assert_geq(deed->seat, 0);
        deed->seq = fixture->seq;
        act(script);
        if (fixture->is_over || fixture_random(fixture, UNDO_EVERY) > 0)
            continue;
        deed[1] = (struct deed){.seat = deed->seat,
                                .to_seq = fixture->seq - 1,
                                .seq = fixture->seq};
        undone += act(script);
    }
    return undone;
}

static void expect_the_same(struct script *script, int number)
{
    const struct deed *deed = &script->deeds[number];
    struct answer again = ask(script, number);
    char tag[sizeof deed->tag], replayed[16];

    answer_header(&again, "ETag", tag, sizeof tag);
    answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
    cr_expect_eq(again.status, 201, "%d: %s", number, again.body);
    cr_expect_str_eq(again.body, deed->body);
    cr_expect_str_eq(tag, deed->tag);
    cr_expect_str_eq(replayed, "true");
    answer_clear(&again);
}

static void repeat_all(const char *game, int people, int least_undone)
{
    static struct script script;
    struct service service;

    service_begin(&service, NULL);
    fixture_begin(&script.fixture, &service, game, people);
    cr_expect_geq(live(&script), least_undone);
    service_signal(&service, SIGKILL);
    service_start(&service);
    for (int i = script.count - 1; i >= 0; i--)
        expect_the_same(&script, i);
    for (int i = 0; i < script.count; i++)
        free(script.deeds[i].body);
    fixture_expect_complete_log(&script.fixture, 0);
    fixture_end(&script.fixture);
    service_end(&service);
}

Test(idempotent_replies, every_move_and_undo_of_a_match, .init = deep_only)
{
    repeat_all("underwater-cities", 2, 5);
}

Test(idempotent_replies, every_move_where_seats_choose_at_the_same_time,
     .init = deep_only)
{
    repeat_all("template", 2, 0);
}
