/* Can this node serve? */
#include "api/operations/db_health.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

struct db_health {
    struct play *play;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* any of what follows */
    bool is_wanted, is_closed;
    unsigned rounds;         /* questions that were asked */
    enum play_health health; /* what the last one found */
};

static void *ask_always(void *arg)
{
    struct db_health *db_health = arg;

    pthread_mutex_lock(&db_health->lock);
    for (;;) {
        while (!db_health->is_wanted && !db_health->is_closed)
            pthread_cond_wait(&db_health->changed, &db_health->lock);
        if (db_health->is_closed)
            break;
        db_health->is_wanted = false;
        pthread_mutex_unlock(&db_health->lock);

        enum play_health health = play_check(db_health->play);

        pthread_mutex_lock(&db_health->lock);
        db_health->health = health;
        db_health->rounds++;
        pthread_cond_broadcast(&db_health->changed);
    }
    pthread_mutex_unlock(&db_health->lock);
    return NULL;
}

struct db_health *db_health_new(struct play *play)
{
    struct db_health *db_health = calloc(1, sizeof *db_health);
    pthread_condattr_t attributes;

    if (!db_health)
        return NULL;
    db_health->play = play;
    pthread_mutex_init(&db_health->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&db_health->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&db_health->thread, NULL, ask_always, db_health) == 0)
        return db_health;
    pthread_cond_destroy(&db_health->changed);
    pthread_mutex_destroy(&db_health->lock);
    free(db_health);
    return NULL;
}

void db_health_free(struct db_health *db_health)
{
    if (!db_health)
        return;
    pthread_mutex_lock(&db_health->lock);
    db_health->is_closed = true;
    pthread_cond_broadcast(&db_health->changed);
    pthread_mutex_unlock(&db_health->lock);
    pthread_join(db_health->thread, NULL);
    pthread_cond_destroy(&db_health->changed);
    pthread_mutex_destroy(&db_health->lock);
    free(db_health);
}

static struct timespec after_ms(unsigned wait_ms)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += wait_ms / 1000;
    until.tv_nsec += (long)(wait_ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return until;
}

/* The answer that comes next; PLAY_NO_DATABASE if it does not come in time. */
static enum play_health next_answer(struct db_health *db_health,
                                    unsigned wait_ms)
{
    const struct timespec until = after_ms(wait_ms);
    enum play_health health;

    pthread_mutex_lock(&db_health->lock);
    const unsigned round = db_health->rounds;

    db_health->is_wanted = true;
    pthread_cond_broadcast(&db_health->changed);
    while (db_health->rounds == round &&
           pthread_cond_timedwait(&db_health->changed, &db_health->lock,
                                  &until) == 0)
        ;
    health = db_health->rounds != round ? db_health->health : PLAY_NO_DATABASE;
    pthread_mutex_unlock(&db_health->lock);
    return health;
}

enum play_health db_health_ask(struct db_health *db_health, unsigned wait_ms)
{
    const uint64_t served = play_served(db_health->play);
    enum play_health health = next_answer(db_health, wait_ms);

    if (health == PLAY_NO_DATABASE && play_served(db_health->play) > served)
        health = play_health(db_health->play);
    return health;
}
