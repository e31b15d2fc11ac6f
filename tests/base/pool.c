/* The pool of threads: order within a client, fairness between clients, limits
 * and the end. */
#include "base/pool.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS_MAX = 512 };

/* What ran, in order, as letters.  A gate holds the pool's only thread until
 * the test has submitted all it wants to. */
struct scene {
    struct pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t opened;
    bool is_open;
    atomic_uint dropped, running, most_running;
    char ran[RUNS_MAX];
    size_t count;
};

struct task {
    struct scene *scene;
    char letter;
    long busy_ms;
};

static void run_gate(void *ctx)
{
    struct scene *scene = ctx;

    pthread_mutex_lock(&scene->lock);
    while (!scene->is_open)
        pthread_cond_wait(&scene->opened, &scene->lock);
    pthread_mutex_unlock(&scene->lock);
}

static void open_gate(struct scene *scene)
{
    pthread_mutex_lock(&scene->lock);
    scene->is_open = true;
    pthread_cond_broadcast(&scene->opened);
    pthread_mutex_unlock(&scene->lock);
}

static void run_task(void *ctx)
{
    struct task *task = ctx;
    struct scene *scene = task->scene;
    const struct timespec pause = {.tv_nsec = task->busy_ms * 1000000};
    unsigned running = atomic_fetch_add(&scene->running, 1) + 1;

    if (running > atomic_load(&scene->most_running))
        atomic_store(&scene->most_running, running);
    if (task->busy_ms > 0)
        nanosleep(&pause, NULL);
    pthread_mutex_lock(&scene->lock);
    scene->ran[scene->count++] = task->letter;
    pthread_mutex_unlock(&scene->lock);
    atomic_fetch_sub(&scene->running, 1);
    free(task);
}

static void drop_task(void *ctx)
{
    struct task *task = ctx;

    atomic_fetch_add(&task->scene->dropped, 1);
    free(task);
}

static void scene_begin(struct scene *scene, const struct pool_config *asked)
{
    struct pool_config config = *asked;
    const struct pool_job gate = {
        .key = UINT64_MAX, .run = run_gate, .ctx = scene};

    memset(scene, 0, sizeof *scene);
    pthread_mutex_init(&scene->lock, NULL);
    pthread_cond_init(&scene->opened, NULL);
    config.name = "scene";
    scene->pool = pool_new(&config);
    cr_assert(scene->pool);
    if (config.threads > 1)
        return;
    cr_assert(pool_submit(scene->pool, &gate));
    while (pool_waiting(scene->pool) > 0)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

/* The letter is the client and what is written down when the job runs. */
static bool submit(struct scene *scene, char letter, long busy_ms)
{
    struct task *task = malloc(sizeof *task);
    const struct pool_job job = {
        .key = (uint64_t)letter, run_task, drop_task, task};

    *task = (struct task){scene, letter, busy_ms};
    if (pool_submit(scene->pool, &job))
        return true;
    free(task);
    return false;
}

static void scene_end(struct scene *scene)
{
    open_gate(scene);
    pool_free(scene->pool);
    scene->ran[scene->count] = '\0';
}

Test(pool, a_client_with_many_jobs_does_not_delay_another)
{
    struct scene scene;
    size_t at;

    scene_begin(&scene,
                &(struct pool_config){.threads = 1, .waiting_max = 200});
    for (int i = 0; i < 100; i++)
        cr_assert(submit(&scene, 'a', 1));
    cr_assert(submit(&scene, 'b', 1));
    scene_end(&scene);
    cr_assert_eq(scene.count, 101);
    at = strcspn(scene.ran, "b");
    cr_expect_leq(at, 1, "b ran as number %zu", at);
}

Test(pool, a_client_with_long_jobs_gets_as_much_time_as_one_with_short_jobs)
{
    struct scene scene;
    size_t shorts = 0;

    scene_begin(&scene,
                &(struct pool_config){.threads = 1, .waiting_max = 200});
    for (int i = 0; i < 3; i++)
        cr_assert(submit(&scene, 'l', 40));
    for (int i = 0; i < 60; i++)
        cr_assert(submit(&scene, 's', 1));
    scene_end(&scene);
    /* Between the first and the second long job there is time for many short
     * ones. */
    for (const char *c = strchr(scene.ran, 'l') + 1; *c == 's'; c++)
        shorts++;
    cr_expect_gt(shorts, 10, "%s", scene.ran);
}

Test(pool, jobs_of_one_client_run_in_the_order_of_their_submission)
{
    struct scene scene;

    scene_begin(&scene,
                &(struct pool_config){.threads = 1, .waiting_max = 200});
    for (char c = 'a'; c <= 'z'; c++) {
        struct task *task = malloc(sizeof *task);
        const struct pool_job job = {.key = 7, run_task, NULL, task};

        *task = (struct task){&scene, c, 0};
        cr_assert(pool_submit(scene.pool, &job));
    }
    scene_end(&scene);
    cr_expect_str_eq(scene.ran, "abcdefghijklmnopqrstuvwxyz");
}

Test(pool, a_client_has_no_more_jobs_waiting_than_its_limit)
{
    struct scene scene;

    scene_begin(&scene, &(struct pool_config){.threads = 1,
                                              .waiting_max = 200,
                                              .waiting_per_key = 2});
    cr_expect(submit(&scene, 'a', 0));
    cr_expect(submit(&scene, 'a', 0));
    cr_expect_not(submit(&scene, 'a', 0));
    cr_expect(submit(&scene, 'b', 0));
    scene_end(&scene);
    cr_expect_eq(scene.count, 3);
}

Test(pool, a_full_pool_drops_the_newest_job_of_the_busiest_client)
{
    struct scene scene;

    scene_begin(&scene, &(struct pool_config){.threads = 1, .waiting_max = 4});
    for (int i = 0; i < 4; i++)
        cr_assert(submit(&scene, 'a', 0));
    cr_expect_not(submit(&scene, 'a', 0));
    cr_expect(submit(&scene, 'b', 0));
    cr_expect_eq(atomic_load(&scene.dropped), 1);
    scene_end(&scene);
    cr_expect_eq(strcspn(scene.ran, "b"), 1);
    cr_expect_eq(scene.count, 4);
}

Test(pool, a_client_runs_no_more_jobs_at_once_than_its_limit)
{
    struct scene scene;

    scene_begin(&scene, &(struct pool_config){.threads = 4,
                                              .waiting_max = 200,
                                              .running_per_key = 2});
    for (int i = 0; i < 20; i++)
        cr_assert(submit(&scene, 'a', 2));
    scene_end(&scene);
    cr_expect_eq(scene.count, 20);
    cr_expect_leq(atomic_load(&scene.most_running), 2);
}

Test(pool, what_waits_runs_before_the_pool_ends)
{
    struct scene scene;

    scene_begin(&scene, &(struct pool_config){.threads = 3,
                                              .waiting_max = 500,
                                              .running_per_key = 1});
    for (int i = 0; i < 300; i++)
        cr_assert(submit(&scene, (char)('a' + i % 20), 0));
    scene_end(&scene);
    cr_expect_eq(scene.count, 300);
}

Test(pool, a_stopped_pool_takes_no_jobs)
{
    struct scene scene;

    scene_begin(&scene, &(struct pool_config){.threads = 2, .waiting_max = 5});
    pool_stop(scene.pool);
    cr_expect_not(submit(&scene, 'a', 0));
    scene_end(&scene);
}
