/* The threads that hash passwords, and the queue in front of them. */
#ifndef PLAY_HASHING_H
#define PLAY_HASHING_H

#include <stdbool.h>

struct play;
struct play_id;

struct hashing_job {
    void (*run)(void *ctx);
    void (*drop)(void *ctx); /* instead of run: others need the room */
    void *ctx;
};

struct hashing *hashing_new(struct play *play);
/* Do what is queued, then end. */
void hashing_stop(struct hashing *hashing);
void hashing_free(struct hashing *hashing);
unsigned hashing_waiting(struct hashing *hashing);
/* Run a job for somebody from this network, or for the owner of an account who
 * is signed in.  false: there is no room, or play is draining; neither run nor
 * drop will be called. */
bool hashing_for_stranger(struct play *play, const char *network,
                          const struct hashing_job *job);
bool hashing_for_owner(struct play *play, const struct play_id *account,
                       const struct hashing_job *job);

/* A job was dropped: count it. */
void hashing_note_drop(struct play *play);

#endif
