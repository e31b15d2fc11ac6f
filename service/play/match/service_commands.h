/* Commands that the service makes by itself. */
#ifndef PLAY_SERVICE_COMMANDS_H
#define PLAY_SERVICE_COMMANDS_H

#include "play/match/action.h"
#include "play/match/match.h"
#include "play/play.h"
#include "rules/game.h"

struct play;
struct store_held_seat;

/* Submit MATCH_VACATION for a seat of the player: it is away until until_us, or
 * back when that is not in the future.  done: see match_submit. */
void vacation_submit(struct play *play, const struct player *player,
                     const struct store_held_seat *hold, int64_t until_us,
                     void (*done)(void *ctx,
                                  const struct match_response *answer),
                     void *ctx);
/* Submit MATCH_ABORT.  ABORT_EXPIRED is refused if something has happened since
 * idle_since_us, ABORT_EMPTY if the match has a player.  done (may be NULL):
 * see match_submit. */
void abort_submit(struct play *play, const struct play_id *match,
                  enum match_abort reason, int64_t idle_since_us,
                  void (*done)(void *ctx, const struct match_response *answer),
                  void *ctx);
/* Submit MATCH_TIMEOUT: seats whose time is up leave. */
void timeout_submit(struct play *play, const struct play_id *match);
/* Submit a move of a built-in bot; state is that of the match. */
void bot_submit(struct play *play, const struct match *match, int seat,
                struct move move, const void *state);
/* Submit MATCH_ABORT for matches without players that this account, which is
 * being deleted, has created; at most 64. */
void abort_empty(struct play *play, const struct play_id *creator);

#endif
