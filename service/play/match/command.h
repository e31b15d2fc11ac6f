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

/* A request that is being served, and what has become of it. */
struct command {
    struct play *play;
    struct command *next;
    struct cached_match *entry; /* pinned */

    enum match_action action;
    bool is_bot;
    bool is_quick; /* its thread must not wait */
    struct play_id account;
    bool is_bot_account;
    bool is_guest;
    char name[PLAY_NAME_SIZE], display[PLAY_DISPLAY_SIZE];
    int asked_seat; /* match_request.seat; of a bot its seat */
    uint32_t to_seq;
    int64_t until_us; /* MATCH_VACATION */
    bool wants_abort;
    enum match_abort abort_reason; /* MATCH_ABORT */
    int64_t idle_since_us; /* ABORT_EXPIRED: if nothing has happened since */
    char moves[MATCH_MOVES_MAX][RULES_NOTATION_MAX]; /* "": no notation */
    size_t move_count;
    bool is_list;
    int64_t expected_seq;
    bool has_key;
    char key[PLAY_KEY_SIZE];
    uint8_t body_hash[32];
    uint32_t key_checked_at; /* the seq of the row; no event up to it ... */
    bool key_is_new;         /* ... has the tag of the key (used_keys.h), */
    bool key_is_free;        /* or the key itself: it was looked up */
    match_render *render;
    match_announce *announce;
    void (*done)(void *ctx, const struct match_response *answer);
    void *ctx;

    unsigned round; /* while it waits: see submit.c */
    /* Processor time on play's own threads: the sum, and when the current
     * measurement began (0: none). */
    int64_t cpu_us, cpu_begun_us;

    int tries;
    bool unsure;            /* the result of its commit is unknown */
    int seat;               /* that acts; set by command_apply */
    struct attempt attempt; /* MATCH_MOVE */
    enum match_stop stop;   /* likewise; see apply_moves */
    size_t at;
    struct match_undo undo;   /* PLAY_UNDO_BLOCKED */
    struct undo_moves undone; /* MATCH_UNDO: for the journal; borrowed */
    /* Of the row, while the command is applied. */
    const struct undo_window *undo_window;
    int64_t deadline_us; /* PLAY_TIME_NOT_UP */
    struct store_update update;
    struct store_match after; /* the row once the effect is committed */
    char *reply;
};

#endif
