/* Previews: what a seat may know of a legal move before it plays it.
 *
 * All of it, unless the move reveals something that is hidden from the seat:
 * then the steps before the first one that depends on that.  Two states that
 * look the same to the seat have the same previews. */
#ifndef RULES_PREVIEW_H
#define RULES_PREVIEW_H

#include "rules/game.h"

struct preview {
    unsigned seal;  /* why the move could not be taken back: bits of enum
                       irreversible */
    bool is_whole;  /* no step is left out: the seat may know who is to act
                       afterwards and whether the match is over */
    bool has_score; /* it may know the points afterwards */
};

/* Preview a move that leads from one state to the other, as apply does.  Append
 * the steps that the seat may know to the journal (call journal_begin first).
 * What the seat sees afterwards (game->view) it may know beforehand only if the
 * move reveals nothing. */
struct preview game_preview(const struct game *game, const void *before,
                            int seat, struct move move, const void *after,
                            struct journal *journal);

#endif
