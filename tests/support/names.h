/* A name server of a test's own, so that nodes can have names without the
 * machine's name server: every name has the address 127.0.0.1. */
#ifndef TESTS_NAMES_H
#define TESTS_NAMES_H

#include <pthread.h>
#include <stdatomic.h>

struct names {
    char address[32]; /* its address: "127.0.0.1:PORT", UDP */
    int socket;
    atomic_bool is_over;
    atomic_int delay_ms; /* of each response */
    pthread_t thread;
};

void names_begin(struct names *names);
void names_end(struct names *names);

#endif
