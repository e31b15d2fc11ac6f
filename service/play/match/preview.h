/* Previews: the effect of a move, without playing it. */
#ifndef PLAY_PREVIEW_H
#define PLAY_PREVIEW_H

#include "play/error.h"
#include "play/match/match.h"
#include "rules/game.h"
#include "rules/journal.h"
#include "rules/sink.h"

struct play;
struct player;

/* Decisions that a preview plays on through, and moves that one request
 * previews. */
enum { PREVIEW_FORCED_MAX = 8, PREVIEWS_MAX = 32 };

struct match_preview {
    struct match match;            /* as it is */
    int seat;                      /* the seat that would move */
    char move[RULES_NOTATION_MAX]; /* as the game writes it */
    struct move bits;
    unsigned seal; /* why it could not be taken back: bits of enum
                      irreversible */
    /* What it would do, step by step, up to what it would reveal to the seat.
     * Also of the moves that the preview plays on with, as the scores. */
    struct journal journal;
    bool is_whole;   /* the journal has every step */
    bool is_over;    /* is_whole: the match would be over */
    seat_set to_act; /* is_whole: seats that would be to act */
    bool has_score;  /* the seat may know the scores */
    int16_t score_change[RULES_SEATS_MAX]; /* has_score */
    /* False when the move would reveal something hidden (IRREVERSIBLE_REVEAL):
     * then `after` is zeroes. */
    bool has_after;
    /* What the preview plays on with: the moves after this one that are the
     * only legal ones of the seat and can be taken back. */
    struct move forced[PREVIEW_FORCED_MAX];
    size_t forced_count;
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    _Alignas(16) uint8_t after[RULES_STATE_MAX];
};

/* What to preview: each of the moves by itself. */
struct match_preview_request {
    const char *match;
    int seat; /* see match_request */
    const char *const *moves;
    size_t count;           /* 1 to PREVIEWS_MAX */
    bool is_forced;         /* play on through decisions with one legal move */
    enum language language; /* of a refusal */
    void (*visit)(void *ctx, const struct match_preview *preview);
    void *ctx;
};

/* Judge moves as MATCH_MOVE would, on copies of the same state, and visit the
 * preview of each, in order.  Errors are those of match_submit without
 * PLAY_STALE and PLAY_KEY_REUSED; and PLAY_SLOW.  *at is then the index of the
 * move, and *refusal is set for PLAY_ILLEGAL_MOVE. */
enum play_err match_preview(struct play *play, const struct player *player,
                            const struct match_preview_request *request,
                            size_t *at, struct refusal *refusal);

#endif
