/* Condition variables on the steady clock. */
#ifndef PLAY_STEADY_COND_H
#define PLAY_STEADY_COND_H

#include <pthread.h>

/* A condition variable on the steady clock, and a wait on it. */
void steady_cond_init(pthread_cond_t *cond);
void steady_cond_wait_ms(pthread_cond_t *cond, pthread_mutex_t *lock,
                         unsigned wait_ms);

#endif
