/* The turns of the commands of a match: one command of a match is in progress
 * at a time (entry->acting), and others wait.
 *
 * Waiting commands take turns by account: the n-th waiting command of an
 * account belongs to the n-th round from now, and a round is served before the
 * next.  So an account that sends many requests delays the others in its match
 * by one command each time. */
#ifndef PLAY_TURNS_H
#define PLAY_TURNS_H

#include <stdbool.h>

struct cached_match;
struct command;

/* Take the match's turn for the command.  false: it waits, or (*full) too many
 * commands wait. */
bool turn_take(struct cached_match *entry, struct command *command, bool *full);

/* End the turn and return the next command of the match, which now has it, or
 * NULL. */
struct command *turn_pass(struct cached_match *entry);

#endif
