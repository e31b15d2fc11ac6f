/* The threads that hash passwords, and the queue in front of them. */
#ifndef PLAY_HASHING_H
#define PLAY_HASHING_H

#include <stdbool.h>

struct play;
struct play_id;

struct hashing_job {
    void (*run)(void *ctx);
    void (*drop)(void *ctx); /* called instead of run, to make room for other
                                jobs */
    void *ctx;
};

/* Start the threads.  New: release with hashing_free.  NULL: no memory or no
 * threads. */
struct hashing *hashing_new(struct play *play);
/* Run the queued jobs, then stop the threads. */
void hashing_stop(struct hashing *hashing);
void hashing_free(struct hashing *hashing);
/* Return the number of queued jobs. */
unsigned hashing_waiting(struct hashing *hashing);
/* Queue a job for a client of this network, or for an account that is signed
 * in.  false: the queue is full, or play is draining; neither run nor drop will
 * be called. */
bool hashing_for_stranger(struct play *play, const char *network,
                          const struct hashing_job *job);
bool hashing_for_owner(struct play *play, const struct play_id *account,
                       const struct hashing_job *job);

/* Count a job that was dropped. */
void hashing_note_drop(struct play *play);

#endif
