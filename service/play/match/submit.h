/* The way of a command: wait for the match, apply, write, reply.
 *
 * match_submit (match.h) and the functions here begin it; the writer continues
 * it when the update is committed, or cannot be. */
#ifndef PLAY_SUBMIT_H
#define PLAY_SUBMIT_H

#include "play/play.h"

struct command;
struct play;
struct play_id;
struct pool;

/* The threads that judge. */
struct pool *apply_pool_new(void);
/* Judge a task that holds entry->acting, then hand it to the writer or answer
 * it.  The next one that waits is judged by a thread of play->judging. */
void command_run(struct play *play, struct command *command);
/* The same on a thread of play->judging; NULL: nothing. */
void command_run_later(struct play *play, struct command *command);
/* Answer it, give it back, carry on the next one. */
void command_finish(struct play *play, struct command *command,
                    enum play_err err);
/* The writer has committed it. */
void command_committed(struct play *play, struct command *command);
/* Begin a command that was filled in for this match: it is owned by submit.c
 * from now on. */
void command_submit(struct play *play, struct command *command,
                    const struct play_id *match);

#endif
