/* Counting what happens on this node, for metrics. */
#ifndef PLAY_STATS_H
#define PLAY_STATS_H

#include "play/counts.h"
#include "play/error.h"

#include <stddef.h>
#include <stdint.h>

struct game;
struct play;
struct refusal;

struct stats *stats_new(void);
void stats_free(struct stats *stats);
/* Count a move that the rules have checked, and how long that took. */
void stats_judged(struct stats *stats, const struct game *game,
                  int64_t took_us);
/* Count a move that was committed. */
void stats_moved(struct stats *stats, const struct game *game,
                 enum mover_kind mover);
/* Count a command that was refused.  refusal: for PLAY_ILLEGAL_MOVE, with the
 * rule; otherwise NULL. */
void stats_refused(struct stats *stats, enum play_err err,
                   const struct game *game, const struct refusal *refusal);
/* Count a commit of the writer with this number of updates. */
void stats_committed(struct stats *stats, size_t effects, int64_t took_us);
/* The job: ask the database for the backlog when that is due. */
void backlog_look(struct play *play);
/* Set those fields of play_counts that are counted here. */
void stats_count(struct play *play, struct play_counts *out);

#endif
