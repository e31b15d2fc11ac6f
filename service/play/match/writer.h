/* The writer: the one thread that commits updates, many matches at once. */
#ifndef PLAY_WRITER_H
#define PLAY_WRITER_H

#include "play/error.h"

#include <stdbool.h>

struct command;
struct play;

/* Callbacks of the writer, on its own thread, for each command that it took. */
struct writer_hooks {
    /* The update is committed. */
    void (*committed)(struct play *play, struct command *command);
    /* The update is not committed, or the outcome is unknown:
     * PLAY_UNAVAILABLE. */
    void (*failed)(struct play *play, struct command *command,
                   enum play_err err);
    /* Another update of the match was committed first: apply it again. */
    void (*retry)(struct play *play, struct command *command);
};

/* New: release with writer_free.  Borrows the hooks. */
struct writer *writer_new(struct play *play, const struct writer_hooks *hooks);
/* Write the queued commands, then stop the thread. */
void writer_stop(struct writer *writer);
void writer_free(struct writer *writer);
/* Queue a command and take it.  false: the queue is full or closed, and the
 * caller keeps the command. */
bool writer_push(struct writer *writer, struct command *command);
/* Return the number of queued commands. */
unsigned writer_queued(struct writer *writer);

#endif
