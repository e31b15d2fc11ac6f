/* Checks whether this node can serve. */
#include "api/operations/db_health.h"

#include "base/clock.h"
#include "base/thread.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct db_health {
    struct play *play;
    struct thread *thread; /* each kick is a check */
    pthread_mutex_t lock;
    pthread_cond_t checked;  /* the members below have changed */
    unsigned checks;         /* that have ended */
    enum play_health health; /* the result of the last one */
};

static uint32_t check(void *ctx)
{
    struct db_health *db_health = ctx;
    enum play_health health = play_check(db_health->play);

    pthread_mutex_lock(&db_health->lock);
    db_health->health = health;
    db_health->checks++;
    pthread_cond_broadcast(&db_health->checked);
    pthread_mutex_unlock(&db_health->lock);
    return THREAD_FOREVER;
}

struct db_health *db_health_new(struct play *play)
{
    struct db_health *db_health = calloc(1, sizeof *db_health);

    if (!db_health)
        return NULL;
    db_health->play = play;
    pthread_mutex_init(&db_health->lock, NULL);
    clock_cond_init(&db_health->checked);
    db_health->thread =
        thread_new(&(struct thread_config){.name = "db-health",
                                           .run = check,
                                           .ctx = db_health,
                                           .first_ms = THREAD_FOREVER});
    if (db_health->thread)
        return db_health;
    db_health_free(db_health);
    return NULL;
}

void db_health_free(struct db_health *db_health)
{
    if (!db_health)
        return;
    thread_free(db_health->thread);
    pthread_cond_destroy(&db_health->checked);
    pthread_mutex_destroy(&db_health->lock);
    free(db_health);
}

/* The result of the next check that ends; PLAY_NO_DATABASE if none ends in
 * time. */
static enum play_health next_result(struct db_health *db_health,
                                    unsigned wait_ms)
{
    const int64_t until_us = clock_steady_us() + wait_ms * INT64_C(1000);
    enum play_health health;

    pthread_mutex_lock(&db_health->lock);
    const unsigned checks = db_health->checks;

    thread_kick(db_health->thread);
    while (db_health->checks == checks &&
           clock_wait_until(&db_health->checked, &db_health->lock, until_us))
        ;
    health = db_health->checks != checks ? db_health->health : PLAY_NO_DATABASE;
    pthread_mutex_unlock(&db_health->lock);
    return health;
}

enum play_health db_health_ask(struct db_health *db_health, unsigned wait_ms)
{
    const uint64_t served = play_served(db_health->play);
    enum play_health health = next_result(db_health, wait_ms);

    if (health == PLAY_NO_DATABASE && play_served(db_health->play) > served)
        health = play_health(db_health->play);
    return health;
}
