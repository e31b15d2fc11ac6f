/* The threads that play the built-in bots. */
#ifndef PLAY_BOT_RUNNER_H
#define PLAY_BOT_RUNNER_H

#include "rules/game.h"

#include <stdbool.h>

struct match;
struct play;
struct store_match;

/* Submits a move of a bot; state is that of the match. */
typedef void bot_runner_submit(struct play *play, const struct match *match,
                               int seat, struct move move, const void *state);

/* New: release with bot_runner_free. */
struct bot_runner *bot_runner_new(struct play *play, bot_runner_submit *submit);
void bot_runner_stop(struct bot_runner *bot_runner);
void bot_runner_free(struct bot_runner *bot_runner);
/* Play the bots of this match that are to act.  Call it after each change. */
void bot_runner_kick(struct bot_runner *bot_runner,
                     const struct store_match *row);
/* Return whether only built-in bots have played the match since its start.
 * Then it is played while somebody watches it. */
bool match_is_for_watchers(const struct match *match);
/* Note that the match is read: if match_is_for_watchers, its bots play for
 * another play_config.bot_watch_ms. */
void bot_runner_watch(struct bot_runner *bot_runner,
                      const struct store_match *row);

#endif
