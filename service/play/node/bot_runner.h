/* The threads that play the service's own bots. */
#ifndef PLAY_BOT_RUNNER_H
#define PLAY_BOT_RUNNER_H

#include "rules/game.h"

#include <stdbool.h>

struct match;
struct play;
struct store_match;

/* Plays a move of a bot in a match whose state this is. */
typedef void bot_runner_submit(struct play *play, const struct match *match,
                               int seat, struct move move, const void *state);

/* New: release with bot_runner_free. */
struct bot_runner *bot_runner_new(struct play *play, bot_runner_submit *submit);
void bot_runner_stop(struct bot_runner *bot_runner);
void bot_runner_free(struct bot_runner *bot_runner);
/* The match has changed: a bot may be to act. */
void bot_runner_kick(struct bot_runner *bot_runner,
                     const struct store_match *row);
/* Has it been a match of bots alone from the start?  Then it is played while
 * somebody watches. */
bool match_is_for_watchers(const struct match *match);
/* Somebody reads the match: if it is such a one, it goes on for
 * play_config.bot_watch_ms. */
void bot_runner_watch(struct bot_runner *bot_runner,
                      const struct store_match *row);

#endif
