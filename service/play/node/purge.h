/* Purging: deletes rows that nobody needs after their time.
 *
 * It has a thread of its own, because deleting the idempotency keys of a busy
 * period can take seconds, and clocks must not wait for that. */
#ifndef PLAY_PURGE_H
#define PLAY_PURGE_H

struct play;
struct thread;

/* Start to delete, every ten minutes, expired idempotency keys, tokens, stream
 * tickets, login failures, known devices, queue entries and challenges.
 * Release with thread_free.  NULL: no memory or threads. */
struct thread *purge_start(struct play *play);

#endif
