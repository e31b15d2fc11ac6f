/* A thread that works in rounds: when they begin, and the end. */
#include "base/thread.h"
#include "base/clock.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>

/* Rounds of a thread.  The lock and the condition are for the test, which waits
 * for rounds to begin and may hold them. */
struct scene {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t next_ms;
    unsigned rounds;
    bool is_held, was_stopping;
    struct thread *thread;
};

static uint32_t run(void *ctx)
{
    struct scene *scene = ctx;

    pthread_mutex_lock(&scene->lock);
    scene->rounds++;
    pthread_cond_broadcast(&scene->changed);
    while (scene->is_held)
        pthread_cond_wait(&scene->changed, &scene->lock);
    pthread_mutex_unlock(&scene->lock);
    return scene->next_ms;
}

static void scene_begin(struct scene *scene, uint32_t first_ms,
                        uint32_t next_ms)
{
    pthread_mutex_init(&scene->lock, NULL);
    pthread_cond_init(&scene->changed, NULL);
    scene->next_ms = next_ms;
    scene->thread = thread_new(&(struct thread_config){
        .name = "rounds", .run = run, .ctx = scene, .first_ms = first_ms});
    cr_assert_not_null(scene->thread);
}

static void scene_end(struct scene *scene)
{
    thread_free(scene->thread);
    pthread_cond_destroy(&scene->changed);
    pthread_mutex_destroy(&scene->lock);
}

static void wait_for_rounds(struct scene *scene, unsigned rounds)
{
    pthread_mutex_lock(&scene->lock);
    while (scene->rounds < rounds)
        pthread_cond_wait(&scene->changed, &scene->lock);
    pthread_mutex_unlock(&scene->lock);
}

static void hold(struct scene *scene, bool is_held)
{
    pthread_mutex_lock(&scene->lock);
    scene->is_held = is_held;
    pthread_cond_broadcast(&scene->changed);
    pthread_mutex_unlock(&scene->lock);
}

Test(thread, rounds_follow_each_other_by_the_period, .timeout = 60)
{
    struct scene scene = {0};

    scene_begin(&scene, 0, 1);
    wait_for_rounds(&scene, 5);
    scene_end(&scene);
}

Test(thread, a_kick_begins_a_round_that_is_not_due, .timeout = 60)
{
    struct scene scene = {0};

    scene_begin(&scene, THREAD_FOREVER, 3600 * 1000);
    thread_kick(scene.thread);
    wait_for_rounds(&scene, 1);
    thread_kick(scene.thread);
    wait_for_rounds(&scene, 2);
    scene_end(&scene);
    cr_expect_eq(scene.rounds, 2);
}

Test(thread, a_kick_during_a_round_is_not_lost, .timeout = 60)
{
    struct scene scene = {.is_held = true};

    scene_begin(&scene, 0, THREAD_FOREVER);
    wait_for_rounds(&scene, 1);
    thread_kick(scene.thread);
    thread_kick(scene.thread);
    hold(&scene, false);
    wait_for_rounds(&scene, 2);
    scene_end(&scene);
    cr_expect_eq(scene.rounds, 2, "several kicks lead to one round");
}

Test(thread, one_that_waits_stops_without_a_round, .timeout = 60)
{
    struct scene scene = {0};

    scene_begin(&scene, THREAD_FOREVER, THREAD_FOREVER);
    thread_stop(scene.thread);
    thread_stop(scene.thread);
    thread_kick(scene.thread);
    scene_end(&scene);
    cr_expect_eq(scene.rounds, 0);
}

static uint32_t run_until_stopping(void *ctx)
{
    struct scene *scene = ctx;

    wait_for_rounds(scene, 1); /* the test has set scene->thread */
    while (!thread_is_stopping(scene->thread))
        ;
    scene->was_stopping = true;
    return 0;
}

Test(thread, a_long_round_can_see_that_it_should_end, .timeout = 60)
{
    struct scene scene = {0};

    pthread_mutex_init(&scene.lock, NULL);
    pthread_cond_init(&scene.changed, NULL);
    scene.thread = thread_new(&(struct thread_config){
        .name = "long", .run = run_until_stopping, .ctx = &scene});
    cr_assert_not_null(scene.thread);
    pthread_mutex_lock(&scene.lock);
    scene.rounds = 1;
    pthread_cond_broadcast(&scene.changed);
    pthread_mutex_unlock(&scene.lock);
    thread_stop(scene.thread);
    /* Stopped before the first round, or in it. */
    scene_end(&scene);
}

Test(thread, nothing_is_freed_without_effect)
{
    thread_stop(NULL);
    thread_free(NULL);
}
