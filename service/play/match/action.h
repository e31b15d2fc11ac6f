/* Acting in a match: joining, moves, undo, resignations, claims and votes.
 *
 * A request is applied exactly once, in the order of the match's event log; its
 * response follows the commit. */
#ifndef PLAY_ACTION_H
#define PLAY_ACTION_H

#include "play/error.h"
#include "play/match/match.h"
#include "play/replay/event_journal.h"
#include "rules/sink.h"

struct match_event;
struct play;
struct player;
struct refusal;

enum match_action {
    MATCH_JOIN,   /* take request.seat, or the first open one for -1 */
    MATCH_LEAVE,  /* give up request.seat before the start */
    MATCH_MOVE,   /* play request.move, or request.moves */
    MATCH_RESIGN, /* give up the running match; ruling 31.  If that ends a rated
                     match in its opening, the match is aborted and the seat
                     forfeits (match.forfeits) */
    MATCH_UNDO,   /* take back the seat's own moves with a seq above
                     request.to_seq; rulings 21, 22, 89 */
    MATCH_CLAIM,  /* claim that the time of request.seat, an opponent's, is up:
                     the seat leaves the match as by resignation.  With
                     CLOCK_AUTOMATIC, and without a clock (clock_absences), all
                     seats whose time is up leave */
    MATCH_TIMEOUT,  /* only by play: seats whose time is up leave */
    MATCH_VACATION, /* only by play: the seat's player is on vacation, or
                       back */
    MATCH_ABORT,    /* end the match without a result.  Only for its creator,
                       while it is open, or runs unrated and no other account
                       plays in it */
    MATCH_VOTE,     /* vote for aborting the running match
                       (request.wants_abort), or withdraw that, with all seats
                       of the account.  The match is aborted when all seats that
                       persons hold and have not left want it.  A rated match
                       only in its opening, while a seat has not decided, and
                       only when all seats want it: none has left, and none is a
                       built-in bot's.  Votes lapse with the end of the
                       opening */
};

enum { MATCH_MOVES_MAX = 16 }; /* of one request */

/* Why not all moves of a request were played. */
enum match_stop {
    MATCH_STOP_NONE,
    MATCH_STOP_REVEALED,   /* the last one revealed something hidden */
    MATCH_STOP_NOT_TO_ACT, /* the seat has no more decision to make */
    MATCH_STOP_OVER,       /* the match is over */
};

/* An update that is about to be committed, for the renderer of its reply. */
struct match_update {
    const struct match *match; /* as it will be */
    int seat;                  /* that acted */
    const struct match_event *events;
    size_t count;
    const void *before, *after;      /* states around the action; NULL: none */
    struct undo_moves undo;          /* of an undo, for event_journal */
    bool is_list;                    /* of match_request */
    enum match_stop stop;            /* of its moves */
    size_t at;                       /* the first that was not played */
    const struct match_undo *limits; /* what the seat can undo afterwards; NULL:
                                        not known */
};

/* Writes the reply to an update: new text from malloc, taken by play; NULL when
 * out of memory.  Called under the match's lock, on any thread, and again when
 * the update has to be computed again.  It must not call play.
 *
 * The same update must give the same text, byte for byte: for a single move or
 * undo that did not end the match the text is not stored with the idempotency
 * key, but written again.  For these it may use the match's game, settings,
 * seq, status and to_act only, because the other fields may have changed when
 * the request is repeated. */
typedef char *match_render(void *ctx, const struct match_update *update);

/* Takes the committed update of a match that clients follow on this node,
 * before they are woken: the match, with its stamp, and the rendered text, both
 * borrowed for the call.  Called on any thread, and not for a repeated
 * request.  It must not call play. */
typedef void match_announce(void *ctx, const struct match *match,
                            const char *reply);

enum { MATCH_ANY_SEQ = -1 };

/* Borrowed for the call; the ctx of done is also the renderer's. */
struct match_request {
    enum match_action action;
    const char *match;
    const struct player *player;
    /* MATCH_JOIN, MATCH_LEAVE, MATCH_CLAIM: see above.  MATCH_VOTE: ignored.
     * Otherwise the player's seat that acts; -1: its only one.  With several,
     * in a sandbox, that is the lowest that is to act; for MATCH_UNDO the one
     * that decided last. */
    int seat;
    const char *move; /* MATCH_MOVE: the notation */
    /* Or several, up to MATCH_MOVES_MAX, in one update: if one is refused, none
     * is played (match_response.at).  They stop early where the seat learns
     * something or has no more decision, and the others are not looked at
     * (match_update.stop). */
    const char *const *moves;
    size_t move_count;
    uint32_t to_seq;          /* MATCH_UNDO */
    bool wants_abort;         /* MATCH_VOTE */
    int64_t expected_seq;     /* or MATCH_ANY_SEQ */
    const char *key;          /* idempotency key; NULL: none */
    uint8_t body_hash[32];    /* with a key: SHA-256 of the request's body */
    match_render *render;     /* NULL: no reply text */
    match_announce *announce; /* with render; or NULL */
    enum language language;   /* of a refusal */
    bool is_quick; /* MATCH_MOVE: the thread must not wait.  If the move can be
                      judged with what is in memory (match_glance), this thread
                      does so, else one of play's */
};

struct match_response {
    enum play_err err;
    uint32_t seq;      /* PLAY_OK: after the update; PLAY_STALE: the current */
    const char *reply; /* PLAY_OK: the rendered text; or NULL */
    bool replayed;     /* the reply to an earlier request with the key: nothing
                          new has happened */
    int seat;          /* PLAY_OK: the seat that acted */
    const struct match *match;     /* PLAY_OK: after the update; of a replayed
                                      reply as it is now */
    const struct refusal *refusal; /* PLAY_ILLEGAL_MOVE */
    bool is_list; /* PLAY_ILLEGAL_MOVE, PLAY_BAD_MOVE: one of several moves */
    size_t at;    /* its index */
    const struct match_undo *undo; /* PLAY_UNDO_BLOCKED: what is possible */
    int64_t cpu_us;      /* processor time that it took on play's own threads */
    int64_t deadline_us; /* PLAY_TIME_NOT_UP: the deadline; 0: time does not
                            run.  PLAY_IN_GRACE: the end of the grace period */
};

/* Act in a match.  done is called when the update is committed, or the request
 * is refused.
 *
 * A known key is checked before everything else: with the same body the reply
 * is the same, with another body PLAY_KEY_REUSED.  A key is stored only with an
 * update, for 24 hours; refusals are not stored.
 *
 * An expected seq that is not the current one is PLAY_STALE, unless play can
 * tell that the seat may still do the same (seats that choose at the same time
 * do not make each other stale).  It is always stale after more than 16
 * decisions of others, or 1024 events.
 *
 * An undo is an event like a move: the moves that it takes back stay in the
 * log. A vote makes no expected seq stale and does not end the undo window.
 *
 * PLAY_NOT_FOUND, PLAY_NOT_SEATED, PLAY_NOT_OPEN, PLAY_SEAT_TAKEN,
 * PLAY_ALREADY_SEATED, PLAY_NOT_STARTED, PLAY_FINISHED, PLAY_NOT_YOUR_TURN,
 * PLAY_BAD_MOVE, PLAY_ILLEGAL_MOVE, PLAY_STALE, PLAY_KEY_REUSED,
 * PLAY_UNDO_BLOCKED, PLAY_OWN_SEAT, PLAY_TIME_NOT_UP, PLAY_IN_GRACE,
 * PLAY_OWN_DECISION, PLAY_VOTE_UNCHANGED,
 * PLAY_ABORT_BLOCKED, PLAY_NOT_CREATOR, PLAY_OTHER_RULES, PLAY_DAMAGED,
 * PLAY_REPLAY_TOO_LONG, PLAY_UNAVAILABLE (the update may have been committed if
 * the database was lost during the commit: repeat the request with the key). */
void match_submit(struct play *play, const struct match_request *request,
                  void (*done)(void *ctx, const struct match_response *answer),
                  void *ctx);

/* End a match without a result for an operator, whether or not people play in
 * it.  A rated match changes no ratings then.  The players are notified as of
 * all events, with match.abort_reason; the caller logs the operator's reason.
 * done: see match_submit.  PLAY_NOT_FOUND, PLAY_FINISHED, PLAY_UNAVAILABLE. */
void match_abort_by_operator(struct play *play, const char *match,
                             void (*done)(void *ctx,
                                          const struct match_response *answer),
                             void *ctx);

#endif
