/* Creating matches. */
#ifndef PLAY_CREATE_H
#define PLAY_CREATE_H

#include "play/error.h"
#include "play/match/action.h"
#include "play/match/match.h"
#include "play/play.h"

struct player;
struct source;

struct match_option {
    const char *name;
    bool is_text;     /* the value is text: the name of a choice */
    const char *text; /* is_text */
    int64_t number;   /* otherwise: a number, or a boolean as 0 or 1 */
};

/* The match to create.  Borrowed for the call. */
struct match_spec {
    const char *game;
    const char *const *seats; /* "me" (at most once), "open", "bot:NAME" */
    size_t seat_count;
    const struct match_option *options;
    size_t option_count;
    bool is_private;
    struct match_clock clock;
    /* The start of a sandbox: the omniscient view of a state that is not the
     * end of a match.  NULL: the start of the game.  With a position there must
     * be no options, because it contains them, and as many seats as it has;
     * "me" may occur several times. */
    const struct source *position;
    bool rated;
    /* For the queue and challenges, instead of `seats`: seat_count taken seats
     * of different accounts.  The match starts at once.  The player may be NULL
     * then: the match has no creator. */
    const struct match_seat *given;
    /* Instead of `options`: settings that were checked before. */
    const struct settings *settings;
    /* The sources of the match, in the same transaction: waiting queue entries
     * become matched, a waiting challenge becomes accepted.  PLAY_STALE,
     * without any effect: one of them no longer waits, a player of the
     * challenge has not accepted, or an account is deleted. */
    const struct play_id *queue_entries;
    size_t queue_entry_count;        /* at most RULES_SEATS_MAX */
    const struct play_id *challenge; /* or NULL */
    const struct play_id *accepts;   /* with a challenge: the last account that
                                        accepts it, with this call */
};

/* The properties that exclude a match from being rated. */
enum match_unfair {
    UNFAIR_NOTHING,
    UNFAIR_POSITION,
    UNFAIR_BOT_BY_NAME,  /* match_fault.index: the seat; also for the next */
    UNFAIR_SAME_ACCOUNT, /* on two seats */
    UNFAIR_NO_CLOCK,     /* with more than one seat */
    UNFAIR_CLAIM,        /* the clock's policy is not CLOCK_AUTOMATIC */
};

/* Details of an error in a spec. */
struct match_fault {
    size_t index;       /* of the seat or option in the spec; SIZE_MAX: not one
                           of them */
    const char *option; /* PLAY_BAD_OPTION: the name of the option to change,
                           constant; NULL: see index */
    const char *why;    /* one sentence for people, constant; NULL: none */
    /* PLAY_BAD_POSITION: why the game refuses the document; an empty reason: it
     * does not, see why. */
    struct position_fault position;
    enum match_unfair unfair; /* PLAY_UNFAIR: the property */
    /* PLAY_TOO_MANY_MATCHES: the limit that was reached, its value, and the
     * counted match in which nothing has happened for the longest time; "":
     * none can be named. */
    enum match_cap cap;
    unsigned most;
    char oldest[PLAY_ID_SIZE];
};

/* Create a match, and start it when no seat is open.  On PLAY_BAD_SEATS,
 * PLAY_UNKNOWN_BOT, PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION (also for options that
 * the game refuses together), PLAY_BAD_POSITION, PLAY_UNFAIR and
 * PLAY_TOO_MANY_MATCHES *fault (may be NULL) gives details.  Also
 * PLAY_UNKNOWN_GAME, PLAY_UNAVAILABLE. */
enum play_err match_create(struct play *play, const struct player *player,
                           const struct match_spec *spec, struct match *out,
                           struct match_fault *fault);

/* A request that creates one match, however often it is repeated. */
struct match_once {
    const char *key;       /* idempotency key; NULL: none */
    uint8_t body_hash[32]; /* with a key: SHA-256 of the request's body */
    match_render *render;  /* of the created match, without events */
    void *ctx;
};

struct match_created {
    char id[PLAY_ID_SIZE];
    char *reply;   /* the rendered text, perhaps of an earlier call; new: free
                      it */
    bool replayed; /* the match was created by an earlier call with the key */
};

/* Create a match and render the reply; the key is stored with the match, for
 * 24 hours.  A key that this player has used is checked first: with the same
 * body the stored reply is returned, with another PLAY_KEY_REUSED.  Refusals
 * are not stored. */
enum play_err match_create_once(struct play *play, const struct player *player,
                                const struct match_spec *spec,
                                const struct match_once *once,
                                struct match_created *out,
                                struct match_fault *fault);

#endif
