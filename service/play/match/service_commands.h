/* Commands that the service makes by itself. */
#ifndef PLAY_SERVICE_COMMANDS_H
#define PLAY_SERVICE_COMMANDS_H

#include "play/match/match.h"
#include "rules/game.h"

struct match;
struct match_answer;
struct play;
struct play_id;
struct player;
struct store_held_seat;

/* The player of a seat is on vacation until then, or back since then.  done as
 * of match_submit. */
void vacation_submit(struct play *play, const struct player *player,
                     const struct store_held_seat *hold, int64_t until_us,
                     void (*done)(void *ctx, const struct match_answer *answer),
                     void *ctx);
/* End the match without a result.  ABORT_EXPIRED: unless something has happened
 * since idle_since_us; ABORT_EMPTY: unless it has a player.  done (may be NULL)
 * as of match_submit. */
void abort_submit(struct play *play, const struct play_id *match,
                  enum match_abort reason, int64_t idle_since_us,
                  void (*done)(void *ctx, const struct match_answer *answer),
                  void *ctx);
/* Make leave whose time is up; nothing happens when nobody's is. */
void timeout_submit(struct play *play, const struct play_id *match);
/* Play a bot's move. */
void bot_submit(struct play *play, const struct match *match, int seat,
                struct move move, const void *state);
/* End the matches without players that this account has set up: it is being
 * deleted. */
void abort_empty(struct play *play, const struct play_id *creator);

#endif
