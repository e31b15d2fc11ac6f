/* The writer: the one thread that commits updates, many matches at once. */
#ifndef PLAY_WRITER_H
#define PLAY_WRITER_H

#include <stdbool.h>

struct command;
struct play;

struct writer *writer_new(struct play *play);
/* Write what is queued, then end. */
void writer_stop(struct writer *writer);
void writer_free(struct writer *writer);
/* false: the queue is full or closed; the task is still the caller's. */
bool writer_push(struct writer *writer, struct command *command);
unsigned writer_queued(struct writer *writer);

#endif
