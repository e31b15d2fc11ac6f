/* A command: a copy of a request to act in a match, and its result. */
#ifndef PLAY_COMMAND_H
#define PLAY_COMMAND_H

#include "play/match/action.h"
#include "play/match/match.h"
#include "play/play.h"
#include "play/store/matches.h"
#include "play/store/updates.h"
#include "rules/game.h"
#include "rules/sink.h"

struct cached_match;
struct play;
struct undo_window;

/* A move that was tried. */
struct attempt {
    enum language language; /* of the refusal; set by the caller */
    struct move move;
    struct refusal refusal; /* PLAY_ILLEGAL_MOVE */
};

/* Where a command is; command_go_to changes it. */
enum command_stage {
    COMMAND_NEW,      /* its turn has not come yet */
    COMMAND_AT_ONCE,  /* the caller's thread applies it, and must not wait */
    COMMAND_APPLYING, /* a thread that may wait for the database applies it */
    COMMAND_WRITING,  /* the writer has its update */
    COMMAND_UNSURE,   /* likewise, and does not know whether it is committed */
    COMMAND_STAGES,
};

/* The account, bot or part of the service that acts. */
enum actor_kind {
    ACTOR_SERVICE, /* by itself: timeouts, expiry */
    ACTOR_BUILTIN, /* a built-in bot, without an account */
    ACTOR_PERSON,
    ACTOR_GUEST,
    ACTOR_BOT, /* an account of a bot */
};

struct actor {
    enum actor_kind kind;
    struct play_id account;
    char name[PLAY_NAME_SIZE], display[PLAY_DISPLAY_SIZE];
};

/* Whether an idempotency key was used before, as far as this node can tell. */
enum key_state {
    KEY_NONE,      /* the request has none */
    KEY_UNCHECKED, /* nothing */
    KEY_MAYBE,     /* an event up to checked_at may have it: look it up */
    KEY_NEW,       /* no event up to checked_at has its tag (used_keys.h) */
    KEY_FREE,      /* none has it: it was looked up */
};

/* A request that is being served, and what has become of it. */
struct command {
    struct play *play;
    struct command *next;       /* of the turns, or of the writer's queue */
    struct cached_match *entry; /* pinned */
    enum command_stage stage;

    enum match_action action;
    struct actor actor;
    int asked_seat; /* match_request.seat; of a bot its seat */
    int64_t expected_seq;
    /* What each action needs and finds. */
    struct { /* MATCH_MOVE: of apply_moves.c */
        char text[MATCH_MOVES_MAX][RULES_NOTATION_MAX]; /* "": no notation */
        size_t count;
        bool is_list;
        struct attempt attempt;
        enum match_stop stop;
        size_t at; /* the first that was not played */
    } moves;
    struct { /* MATCH_UNDO */
        uint32_t to_seq;
        struct match_undo limits; /* PLAY_UNDO_BLOCKED */
        struct undo_moves moves;  /* for the journal; borrowed */
    } undo;
    struct { /* MATCH_ABORT: of abort.c */
        enum match_abort reason;
        int64_t
            idle_since_us; /* ABORT_EXPIRED: if nothing has happened since */
    } abort;
    int64_t vacation_until_us; /* MATCH_VACATION */
    bool wants_abort;          /* MATCH_VOTE */
    int64_t deadline_us;       /* MATCH_CLAIM: PLAY_TIME_NOT_UP */

    struct {
        enum key_state state;
        uint32_t checked_at; /* the seq of the row then */
        char text[PLAY_KEY_SIZE];
        uint8_t body_hash[32];
    } key;

    match_render *render;
    match_announce *announce;
    void (*done)(void *ctx, const struct match_response *answer);
    void *ctx;

    unsigned round; /* while it waits: of turns.c */
    unsigned tries; /* at which another node was faster: of writer.c */
    /* Processor time on play's own threads: the sum, and when the current
     * measurement began (0: none).  Of respond.c. */
    struct {
        int64_t used_us, begun_us;
    } cpu;

    /* The update: of command_apply. */
    int seat;                              /* that acts */
    const struct undo_window *undo_window; /* of the row, during the call */
    struct store_update update;
    struct store_match after; /* the row once the effect is committed */
    char *reply;
};

/* The command is there from now on.  A step that the table of respond.c does
 * not have is a fault of the service, and is logged as an error. */
void command_go_to(struct command *command, enum command_stage stage);

#endif
