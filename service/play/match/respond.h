/* Responses to commands, and their end. */
#ifndef PLAY_RESPOND_H
#define PLAY_RESPOND_H

#include "play/error.h"

struct command;
struct play;

/* The result of a step of a command that has the turn. */
enum command_step {
    COMMAND_PENDING,  /* the writer has it */
    COMMAND_FINISHED, /* it is finished, and the turn is free */
    COMMAND_SLOW,     /* it takes more than this thread may: apply it again on
                      another */
};

/* Call the function that waits for the response of the command. */
void command_respond(struct play *play, struct command *command,
                     enum play_err err);

/* Finish the command with the reply of its idempotency key, if the key is
 * known. COMMAND_PENDING: it is not. */
enum command_step command_respond_by_key(struct play *play,
                                         struct command *command);

/* Measure the processor time of the command from now on, on this thread. */
void command_start_clock(struct command *command);

/* End the measurement: the command leaves this thread, or is finished. */
void command_stop_clock(struct play *play, struct command *command);

/* New, all zero; release with command_free.  NULL when out of memory. */
struct command *command_new(void);

/* Release the command and its match. */
void command_free(struct play *play, struct command *command);

#endif
