/* The way of a command: wait for the match, apply, write, reply.
 *
 * match_submit (match.h) and the functions here begin it; the writer continues
 * it when the update is committed, or cannot be. */
#ifndef PLAY_SUBMIT_H
#define PLAY_SUBMIT_H

#include "play/match/match.h"
#include "play/play.h"
#include "rules/game.h"

struct command;
struct match;
struct match_answer;
struct play;
struct play_id;
struct player;
struct store_held_seat;

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

#endif
