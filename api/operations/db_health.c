/* Can this node serve? */
#include "api/operations/db_health.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

struct pulse {
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
    struct pulse *pulse = arg;

    pthread_mutex_lock(&pulse->lock);
    for (;;) {
        while (!pulse->is_wanted && !pulse->is_closed)
            pthread_cond_wait(&pulse->changed, &pulse->lock);
        if (pulse->is_closed)
            break;
        pulse->is_wanted = false;
        pthread_mutex_unlock(&pulse->lock);

        enum play_health health = play_check(pulse->play);

        pthread_mutex_lock(&pulse->lock);
        pulse->health = health;
        pulse->rounds++;
        pthread_cond_broadcast(&pulse->changed);
    }
    pthread_mutex_unlock(&pulse->lock);
    return NULL;
}

struct pulse *pulse_new(struct play *play)
{
    struct pulse *pulse = calloc(1, sizeof *pulse);
    pthread_condattr_t attributes;

    if (!pulse)
        return NULL;
    pulse->play = play;
    pthread_mutex_init(&pulse->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&pulse->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&pulse->thread, NULL, ask_always, pulse) == 0)
        return pulse;
    pthread_cond_destroy(&pulse->changed);
    pthread_mutex_destroy(&pulse->lock);
    free(pulse);
    return NULL;
}

void pulse_free(struct pulse *pulse)
{
    if (!pulse)
        return;
    pthread_mutex_lock(&pulse->lock);
    pulse->is_closed = true;
    pthread_cond_broadcast(&pulse->changed);
    pthread_mutex_unlock(&pulse->lock);
    pthread_join(pulse->thread, NULL);
    pthread_cond_destroy(&pulse->changed);
    pthread_mutex_destroy(&pulse->lock);
    free(pulse);
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
static enum play_health next_answer(struct pulse *pulse, unsigned wait_ms)
{
    const struct timespec until = after_ms(wait_ms);
    enum play_health health;

    pthread_mutex_lock(&pulse->lock);
    const unsigned round = pulse->rounds;

    pulse->is_wanted = true;
    pthread_cond_broadcast(&pulse->changed);
    while (pulse->rounds == round &&
           pthread_cond_timedwait(&pulse->changed, &pulse->lock, &until) == 0)
        ;
    health = pulse->rounds != round ? pulse->health : PLAY_NO_DATABASE;
    pthread_mutex_unlock(&pulse->lock);
    return health;
}

enum play_health pulse_ask(struct pulse *pulse, unsigned wait_ms)
{
    const uint64_t served = play_served(pulse->play);
    enum play_health health = next_answer(pulse, wait_ms);

    if (health == PLAY_NO_DATABASE && play_served(pulse->play) > served)
        health = play_health(pulse->play);
    return health;
}
