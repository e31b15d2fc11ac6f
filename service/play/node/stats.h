/* Counting what happens on this node, for metrics. */
#ifndef PLAY_STATS_H
#define PLAY_STATS_H

#include "play/play.h"

struct game;
struct play;
struct play_counts;
struct refusal;

struct stats *stats_new(void);
void stats_free(struct stats *stats);
/* The rules took so long to judge a move. */
void stats_judged(struct stats *stats, const struct game *game,
                  int64_t took_us);
void stats_moved(struct stats *stats, const struct game *game,
                 enum mover_kind mover);
/* What was asked of a match is refused; refusal: for PLAY_ILLEGAL_MOVE, which
 * rule does. */
void stats_refused(struct stats *stats, enum play_err err,
                   const struct game *game, const struct refusal *refusal);
void stats_committed(struct stats *stats, size_t effects, int64_t took_us);
/* The chore: ask the database what waits there, now and then. */
void backlog_look(struct play *play);
/* What of play_counts is the meter's. */
void stats_count(struct play *play, struct play_counts *out);

#endif
