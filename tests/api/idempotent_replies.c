/* A request repeated with its key has the same response as the first time, to
 * the byte, also from a process that has not seen the first. */
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

struct story {
    struct fixture fixture;
    struct deed deeds[DEEDS_MAX];
    int count;
};

static struct answer ask(struct story *story, int number)
{
    const struct deed *deed = &story->deeds[number];
    char key[32];

    snprintf(key, sizeof key, "deed-%d", number);
    if (deed->move[0])
        return fixture_post(&story->fixture, deed->seat, deed->move, deed->seq,
                            key);
    return fixture_undo(&story->fixture, deed->seat, deed->to_seq, deed->seq,
                        key);
}

/* Execute the next request; false: it was refused. */
static bool act(struct story *story)
{
    struct deed *deed = &story->deeds[story->count];
    struct answer done = ask(story, story->count);
    bool is_done = done.status == 201;

    cr_assert(is_done || !deed->move[0], "%s: %s", deed->move, done.body);
    if (is_done) {
        story->fixture.seq = answer_number(&done, "seq");
        story->fixture.is_over =
            strcmp(answer_text(&done, "status"), "finished") == 0;
        answer_header(&done, "ETag", deed->tag, sizeof deed->tag);
        deed->body = strdup(done.body);
        story->count++;
    }
    answer_clear(&done);
    return is_done;
}

/* Play to the end, and sometimes undo the last choice, if possible; returns how
 * often that was. */
static int live(struct story *story)
{
    struct fixture *fixture = &story->fixture;
    int undone = 0;

    while (!fixture->is_over) {
        struct deed *deed = &story->deeds[story->count];

        cr_assert_lt(story->count + 1, DEEDS_MAX);
        deed->seat = fixture_choose_any(fixture, deed->move, sizeof deed->move);
        cr_assert_geq(deed->seat, 0);
        deed->seq = fixture->seq;
        act(story);
        if (fixture->is_over || fixture_random(fixture, UNDO_EVERY) > 0)
            continue;
        deed[1] = (struct deed){.seat = deed->seat,
                                .to_seq = fixture->seq - 1,
                                .seq = fixture->seq};
        undone += act(story);
    }
    return undone;
}

static void expect_the_same(struct story *story, int number)
{
    const struct deed *deed = &story->deeds[number];
    struct answer again = ask(story, number);
    char tag[sizeof deed->tag], replayed[16];

    answer_header(&again, "ETag", tag, sizeof tag);
    answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
    cr_expect_eq(again.status, 201, "%d: %s", number, again.body);
    cr_expect_str_eq(again.body, deed->body);
    cr_expect_str_eq(tag, deed->tag);
    cr_expect_str_eq(replayed, "true");
    answer_clear(&again);
}

static void tell(const char *game, int people, int least_undone)
{
    static struct story story;
    struct service service;

    service_begin(&service, NULL);
    fixture_begin(&story.fixture, &service, game, people);
    cr_expect_geq(live(&story), least_undone);
    service_signal(&service, SIGKILL);
    service_start(&service);
    for (int i = story.count - 1; i >= 0; i--)
        expect_the_same(&story, i);
    for (int i = 0; i < story.count; i++)
        free(story.deeds[i].body);
    fixture_expect_complete_log(&story.fixture, 0);
    fixture_end(&story.fixture);
    service_end(&service);
}

Test(idempotent_replies, every_move_and_undo_of_a_match)
{
    tell("underwater-cities", 2, 5);
}

Test(idempotent_replies, every_move_where_seats_choose_at_the_same_time)
{
    tell("template", 2, 0);
}
