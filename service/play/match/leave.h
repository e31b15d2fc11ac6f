/* Leaving a running match: resignations, claims, timeouts and votes. */
#ifndef PLAY_LEAVE_H
#define PLAY_LEAVE_H

#include "play/play.h"
#include "rules/game.h"

struct command;
struct play;
struct store_match;

enum play_err apply_resignation(struct play *play,
                                const struct store_match *row,
                                struct command *command);
enum play_err apply_claim(struct play *play, const struct store_match *row,
                          struct command *command);
/* Whoever's time is up leaves, all of them at once.  PLAY_TIME_NOT_UP also
 * when it is not for the service to settle. */
enum play_err apply_timeout(struct play *play, const struct store_match *row,
                            struct command *command);
enum play_err apply_vote(struct play *play, const struct store_match *row,
                         struct command *command);

#endif
