/* Passwords that wait to be hashed: whose turn it is, and who has room. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { OPENINGS_MAX = 300 };

static const char phrase[] = "a fine long phrase";

/* Sign-ins in progress, and the order in which they were completed.  The first
 * one holds the only thread until the gate is opened. */
struct hall {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool is_held, is_open;
    size_t count, answered, left; /* left: their callbacks have ended */
    struct opening {
        struct hall *hall;
        char from[32];
        bool holds;
        enum play_err err;
        size_t place; /* from 1; 0: not answered yet */
    } openings[OPENINGS_MAX];
};

static void hall_init(struct hall *hall)
{
    memset(hall, 0, sizeof *hall);
    pthread_mutex_init(&hall->lock, NULL);
    pthread_cond_init(&hall->news, NULL);
}

static void hall_clear(struct hall *hall)
{
    pthread_cond_destroy(&hall->news);
    pthread_mutex_destroy(&hall->lock);
}

static void opened(void *ctx, enum play_err err, const struct session *session,
                   const struct sign_in_tried *tried, int retry_s)
{
    struct opening *opening = ctx;
    struct hall *hall = opening->hall;

    (void)session;
    (void)tried;
    (void)retry_s;
    pthread_mutex_lock(&hall->lock);
    opening->err = err;
    opening->place = ++hall->answered;
    hall->is_held = hall->is_held || opening->holds;
    pthread_cond_broadcast(&hall->news);
    while (opening->holds && !hall->is_open)
        pthread_cond_wait(&hall->news, &hall->lock);
    hall->left++;
    pthread_cond_broadcast(&hall->news);
    pthread_mutex_unlock(&hall->lock);
}

static struct opening *enter_with(struct hall *hall, struct play *play,
                                  const char *password, const char *from,
                                  bool holds)
{
    const struct sign_in who = {
        .name = "ada", .password = password, .from = from};
    struct opening *opening = &hall->openings[hall->count++];

    cr_assert_leq(hall->count, OPENINGS_MAX);
    *opening = (struct opening){.hall = hall, .holds = holds};
    snprintf(opening->from, sizeof opening->from, "%s", from);
    session_open(play, &who, opened, opening);
    return opening;
}

static struct opening *enter(struct hall *hall, struct play *play,
                             const char *from, bool holds)
{
    return enter_with(hall, play, phrase, from, holds);
}

/* From here on the thread does nothing until the gate is opened. */
static void hold(struct hall *hall, struct play *play)
{
    enter(hall, play, "192.0.2.1", true);
    pthread_mutex_lock(&hall->lock);
    while (!hall->is_held)
        pthread_cond_wait(&hall->news, &hall->lock);
    pthread_mutex_unlock(&hall->lock);
}

/* All have left afterwards, and the hall can be cleared. */
static void open_gate(struct hall *hall)
{
    pthread_mutex_lock(&hall->lock);
    hall->is_open = true;
    pthread_cond_broadcast(&hall->news);
    while (hall->left < hall->count)
        pthread_cond_wait(&hall->news, &hall->lock);
    pthread_mutex_unlock(&hall->lock);
}

static struct play *node_with_one_thread(struct world *world)
{
    struct play_config config;

    world_config(world, &config);
    config.password_threads = 1;
    return world_add_node(world, &config);
}

CASES(hashing);

CASE(two_flooding_networks_delay_a_third_only_by_their_share)
{
    static struct hall hall;

    struct play *play = node_with_one_thread(&test_world);

    world_player(play, "ada");
    hall_init(&hall);
    hold(&hall, play);
    for (int i = 0; i < 2 * 32; i++)
        enter(&hall, play, i % 2 ? "192.0.2.7" : "192.0.2.8", false);
    /* They have all the room that one network is given. */
    const struct opening *one_more = enter(&hall, play, "192.0.2.7", false);

    cr_expect_eq(one_more->err, PLAY_UNAVAILABLE);
    cr_expect_gt(one_more->place, 0, "at once");
    const struct opening *third = enter(&hall, play, "192.0.2.9", false);

    open_gate(&hall);
    cr_expect_eq(third->err, PLAY_OK);
    /* The one that held the thread, the one too many, one of each, and it. */
    cr_expect_leq(third->place, 5, "%zu", third->place);
    for (size_t i = 1; i < 65; i++)
        cr_expect_eq(hall.openings[i].err, PLAY_OK);
    hall_clear(&hall);
}

CASE(a_full_queue_drops_a_job_of_the_busiest_network)
{
    static struct hall hall;
    struct play_counts counts;
    char from[32];
    size_t refused = 0;

    struct play *play = node_with_one_thread(&test_world);

    world_player(play, "ada");
    hall_init(&hall);
    hold(&hall, play);
    for (int i = 0; i < 256; i++) {
        snprintf(from, sizeof from, "192.0.2.%d", 10 + i / 32);
        enter(&hall, play, from, false);
    }
    play_count(play, &counts);
    cr_expect_eq(counts.hashing_waiting, 256);
    cr_expect_eq(counts.hashing_refused, 0);
    const struct opening *newcomer = enter(&hall, play, "192.0.2.99", false);

    cr_expect_eq(newcomer->place, 0, "it waits");
    play_count(play, &counts);
    cr_expect_eq(counts.hashing_waiting, 256);
    cr_expect_eq(counts.hashing_refused, 1);
    open_gate(&hall);
    cr_expect_eq(newcomer->err, PLAY_OK);
    for (size_t i = 0; i < hall.count; i++)
        refused += hall.openings[i].err == PLAY_UNAVAILABLE;
    cr_expect_eq(refused, 1);
    hall_clear(&hall);
}

CASE(requests_that_can_be_refused_at_once_do_not_wait)
{
    static struct hall hall;
    struct player player;
    int retry_s;
    struct session session;

    struct play *play = node_with_one_thread(&test_world);

    world_player(play, "ada");
    for (int i = 0; i < 3; i++)
        world_sign_in_from(play, "ada", "not this phrase", "192.0.2.7",
                           &session, &retry_s);
    hall_init(&hall);
    hold(&hall, play);
    /* These would never return. */
    cr_expect_eq(world_sign_in_from(play, "ada", phrase, "192.0.2.7", &session,
                                    &retry_s),
                 PLAY_LOCKED);
    cr_expect_gt(retry_s, 200);
    cr_expect_eq(world_create_player(play, "ada", phrase, &player),
                 PLAY_NAME_TAKEN);
    open_gate(&hall);
    hall_clear(&hall);
}

CASE(a_failure_locks_the_requests_queued_behind_it)
{
    static struct hall hall;
    struct play_counts counts;
    uint64_t before;

    struct play *play = node_with_one_thread(&test_world);

    world_player(play, "ada");
    hall_init(&hall);
    hold(&hall, play);
    for (int i = 0; i < 6; i++)
        enter_with(&hall, play, "not this phrase", "192.0.2.7", false);
    enter(&hall, play, "192.0.2.7", false);
    play_count(play, &counts);
    before = counts.hashes;
    open_gate(&hall);
    for (size_t i = 1; i < 8; i++)
        cr_expect_eq(hall.openings[i].err,
                     i < 4 ? PLAY_BAD_CREDENTIALS : PLAY_LOCKED, "%zu", i);
    play_count(play, &counts);
    cr_expect_eq(counts.hashes, before + 3);
    hall_clear(&hall);
}

CASE(signed_in_clients_do_not_wait_for_strangers)
{
    static struct hall hall;
    struct token token;
    char text[PLAY_TOKEN_SIZE];

    struct play *play = node_with_one_thread(&test_world);

    world_player(play, "ada");
    world_player(play, "bob");
    struct session session = world_session(play, "bob");

    hall_init(&hall);
    hold(&hall, play);
    for (int i = 0; i < 16; i++)
        enter(&hall, play, "192.0.2.7", false);
    /* These would never return while the thread is held. */
    cr_expect_eq(world_token(play, &session.login, "bot", SCOPE_ACCOUNT_WRITE,
                             60, phrase, &token, text),
                 PLAY_OK);
    cr_expect_eq(
        world_change_password(play, &session.login, phrase, "another phrase"),
        PLAY_OK);
    cr_expect_eq(world_delete(play, &session.login, "another phrase"), PLAY_OK);
    cr_expect_eq(hall.answered, 1);
    open_gate(&hall);
    hall_clear(&hall);
}

CASE(requests_queued_at_shutdown_get_a_response)
{
    static struct hall hall;

    struct play *play = node_with_one_thread(&test_world);

    world_player(play, "ada");
    hall_init(&hall);
    for (int i = 0; i < 10; i++)
        enter(&hall, play, "192.0.2.7", false);
    play_drain(play);
    cr_expect_eq(hall.answered, 10);
    cr_expect_eq(enter(&hall, play, "192.0.2.7", false)->err, PLAY_UNAVAILABLE);
    hall_clear(&hall);
}
