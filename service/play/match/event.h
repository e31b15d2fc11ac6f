/* Events: the entries of a match's event log. */
#ifndef PLAY_EVENT_H
#define PLAY_EVENT_H

#include "play/play.h"
#include "rules/game.h"
#include "rules/record.h"

enum event_kind {
    EVENT_JOIN,           /* a player took the seat */
    EVENT_LEAVE,          /* a player left the seat before the start */
    EVENT_START,          /* every seat is taken: seat is -1 */
    EVENT_MOVE,           /* a decision of the seat */
    EVENT_RESIGN,         /* the seat left the match */
    EVENT_FINISH,         /* the match is over: seat is -1 */
    EVENT_ABORT,          /* the match ends without a result: seat is -1 */
    EVENT_UNDO,           /* the seat took back its moves since to_seq */
    EVENT_VOTE,           /* the seat wants the match aborted */
    EVENT_VOTE_WITHDRAWN, /* the seat no longer wants that */
    EVENT_TIMEOUT, /* the seat left the match because its time was up, after a
                      claim or by the service; together with that of the
                      event before, if to_seq is not 0 */
    EVENT_AWAY,    /* the seat's player is on vacation, or for longer */
    EVENT_BACK,    /* the seat's player is back earlier */
};

/* Return "join", "leave", "start", "move", "resign", "finish", "abort",
 * "undo", "vote" (for both), "timeout" or "away" (for both). */
const char *event_kind_word(enum event_kind kind);
bool event_is_vote(enum event_kind kind);
/* Return whether the event is a vote or a vacation.  These are not decisions:
 * the state does not change. */
bool event_is_aside(enum event_kind kind);

/* Return whether the event is a decision; *out is its kind in a record.  Other
 * events do not change the state, except for EVENT_START. */
bool event_is_decision(enum event_kind kind, enum entry_kind *out);

struct match_event {
    uint32_t seq;
    enum event_kind kind;
    int seat;                      /* -1: none */
    char move[RULES_NOTATION_MAX]; /* EVENT_MOVE: notation, else "" */
    struct move bits;              /* EVENT_MOVE; EVENT_UNDO: how many moves
                                      were taken back; EVENT_TIMEOUT: 1 if it
                                      left together with another */
    bool has_passes;               /* EVENT_MOVE: passes is known; not stored */
    uint8_t passes;                /* forced passes that followed the move */
    uint32_t to_seq;               /* EVENT_UNDO: the seat's moves after this
                                      seq are taken back.  EVENT_TIMEOUT: the
                                      seq of the event of the seat that it left
                                      together with; 0: it left alone, or
                                      first */
    char player[PLAY_NAME_SIZE];   /* EVENT_JOIN, EVENT_LEAVE: the player */
    int64_t at_us;
    uint64_t state_hash; /* of the state after it; 0 without a state.  Depends
                            on hidden parts: never shown to players of a running
                            match */
};

#endif
