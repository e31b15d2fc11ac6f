/* Whether a finished match is evidence of strength. */
#ifndef PLAY_EVIDENCE_H
#define PLAY_EVIDENCE_H

#include "play/store/error.h"

#include <stdbool.h>
#include <stddef.h>

struct game;
struct ladder_match;
struct match_event;
struct store;
struct store_settlement;

/* Return whether a match that was decided by leaving is short: at its end it
 * had fewer decisions than at the end of its opening and a tenth of the usual
 * number of decisions.  Decisions that were taken back do not count. */
bool match_is_short(const struct game *game, int seats,
                    const struct match_event *events, size_t count);

/* Set is_short of a match that is to be settled.  A match that is settled again
 * keeps what it has. */
enum store_err ladder_judge(struct store *store,
                            struct store_settlement *ladder,
                            struct ladder_match *match);

#endif
