/* Leaving a running match: resignations, claims, timeouts and votes.
 *
 * command_apply (apply.h) calls these functions; the match is running. */
#ifndef PLAY_LEAVE_H
#define PLAY_LEAVE_H

#include "play/error.h"

struct command;
struct play;
struct store_match;

enum play_err apply_resignation(struct play *play,
                                const struct store_match *row,
                                struct command *command);
enum play_err apply_claim(struct play *play, const struct store_match *row,
                          struct command *command);
/* Make all seats whose time is up leave, together.  PLAY_TIME_NOT_UP also when
 * the clock's policy is CLOCK_CLAIM. */
enum play_err apply_timeout(struct play *play, const struct store_match *row,
                            struct command *command);
enum play_err apply_vote(struct play *play, const struct store_match *row,
                         struct command *command);

#endif
