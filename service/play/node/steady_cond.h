/* Condition variables whose timeouts use the steady clock. */
#ifndef PLAY_STEADY_COND_H
#define PLAY_STEADY_COND_H

#include <pthread.h>

void steady_cond_init(pthread_cond_t *cond);
/* Wait for a signal, at most wait_ms.  May return early, as all such waits. */
void steady_cond_wait_ms(pthread_cond_t *cond, pthread_mutex_t *lock,
                         unsigned wait_ms);

#endif
