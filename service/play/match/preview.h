/* Previews: the effect of a move, without playing it. */
#ifndef PLAY_PREVIEW_H
#define PLAY_PREVIEW_H

#include "play/error.h"
#include "play/match/match.h"
#include "rules/game.h"

struct play;
struct player;

struct match_preview {
    struct match match;            /* as it is */
    int seat;                      /* the seat that would move */
    char move[RULES_NOTATION_MAX]; /* as the game writes it */
    struct move bits;
    unsigned seal; /* why it could not be taken back: bits of enum
                      irreversible */
    /* False when the move would reveal something hidden (IRREVERSIBLE_REVEAL):
     * then `after` is zeroes, and nothing that follows is set. */
    bool has_after;
    bool is_over;           /* has_after: the match would be over */
    seat_set to_act;        /* has_after: seats that would be to act */
    struct refusal refusal; /* PLAY_ILLEGAL_MOVE */
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    _Alignas(16) uint8_t after[RULES_STATE_MAX];
};

/* Judge a move as MATCH_MOVE would, on a copy of the state.  seat: see
 * match_request.  Errors are those of match_submit without PLAY_STALE and
 * PLAY_KEY_REUSED; and PLAY_SLOW. */
enum play_err match_preview(struct play *play, const struct player *player,
                            const char *id, int seat, const char *move,
                            struct match_preview *out);

#endif
