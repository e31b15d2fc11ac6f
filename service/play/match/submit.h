/* The steps of a command: wait for the match, apply, write, reply.
 *
 * match_submit and command_submit begin a command; the writer continues it when
 * the update is committed or has failed. */
#ifndef PLAY_SUBMIT_H
#define PLAY_SUBMIT_H

#include "play/error.h"

struct command;
struct play;
struct play_id;
struct pool;

/* The threads that apply commands that had to wait.  New: release with
 * pool_free. */
struct pool *apply_pool_new(void);
/* Apply the command that is in entry->acting, then give it to the writer or
 * finish it.  The next one that waits is applied by a thread of
 * play->apply_pool. */
void command_run(struct play *play, struct command *command);
/* Like command_run, on a thread of play->apply_pool.  NULL does nothing. */
void command_run_later(struct play *play, struct command *command);
/* Reply to the command and free it, then run the next one of its match. */
void command_finish(struct play *play, struct command *command,
                    enum play_err err);
/* Continue a command that the writer has committed. */
void command_committed(struct play *play, struct command *command);
/* Begin a command for this match.  Takes the command. */
void command_submit(struct play *play, struct command *command,
                    const struct play_id *id);

#endif
