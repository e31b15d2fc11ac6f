/* Matches: setting them up, sitting down, reading them, playing moves, taking
 * them back.
 *
 * A match has `seq`, raised by one with every event; it is 0 when the match is
 * created.  Nothing is answered, shown or built upon before it is committed.
 * Moves that are taken are taken exactly once. */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "play/accounts/player.h"
#include "play/match/wait.h"
#include "play/play.h"
#include "rules/game.h"
#include "rules/replay.h"

enum match_status {
    MATCH_OPEN,    /* waits for players */
    MATCH_RUNNING, /* being played */
    MATCH_FINISHED,
    MATCH_ABORTED, /* ended without a result: match.abort_reason */
};

enum seat_kind { SEAT_OPEN, SEAT_HUMAN, SEAT_BOT };

struct match_seat {
    enum seat_kind kind; /* SEAT_HUMAN: an account, be it a bot's; SEAT_BOT:
                            played by the service */
    char name[PLAY_NAME_SIZE]; /* the player's or the bot's; "" when open */
    struct play_id account;    /* SEAT_HUMAN, or of_house */
    bool is_bot_account;       /* SEAT_HUMAN: the account is a bot's */
    bool of_house;             /* SEAT_BOT: it sits for an account of the house;
                                  else it was seated by the bot's name */
    char bot[PLAY_NAME_SIZE];  /* SEAT_BOT: which of the service's bots plays */
};

/* The account that sits there, borrowed; NULL: none. */
static inline const struct play_id *seat_account(const struct match_seat *seat)
{
    return seat->kind == SEAT_HUMAN || seat->of_house ? &seat->account : NULL;
}

enum match_reason { MATCH_PLAYED_OUT, MATCH_RESIGNED, MATCH_TIMED_OUT };

/* Why a match was aborted.  The numbers are stored. */
enum match_abort {
    ABORT_UNKNOWN,     /* it was not; or by a version that did not say */
    ABORT_EMPTY,       /* its last player left before the start */
    ABORT_VOTED,       /* its players agreed */
    ABORT_OPENING,     /* a rated match ended in its opening */
    ABORT_BY_CREATOR,  /* who set it up aborted it */
    ABORT_BY_OPERATOR, /* an operator of the service did */
    ABORT_EXPIRED,     /* nothing happened for too long */
};

/* How it ended.  The names of the score items and goals are kept with it. */
struct match_result {
    enum match_reason reason;
    enum outcome outcome; /* played alone: won or lost; else ranked */
    uint8_t items, goals;
    int16_t total[RULES_SEATS_MAX];
    uint8_t rank[RULES_SEATS_MAX]; /* from 1 */
    struct {
        char name[24];
        int16_t points[RULES_SEATS_MAX];
    } item[SCORES_ITEMS_MAX];
    struct {
        char name[24];
        int16_t reached, needed;
    } goal[SCORES_GOALS_MAX]; /* what had to be reached to win alone */
};

/* Who settles it when the time of a seat is up. */
enum clock_policy {
    CLOCK_CLAIM,     /* an opponent says so: MATCH_CLAIM */
    CLOCK_AUTOMATIC, /* the service by itself, soon after; or an opponent */
};

enum {
    MATCH_TURN_SECONDS_MAX = 31536000, /* a year */
    MATCH_BANK_SECONDS_MAX = 31536000,
    MATCH_INCREMENT_SECONDS_MAX = 86400,
    /* Vacations concern clocks that give at least so much for a turn. */
    MATCH_DAY_SECONDS = 86400,
};

/* How much time seats have: so much for each decision, or a bank for all of
 * them that gains an increment with each turn; with neither as long as they
 * like.  clock.h says how time moves. */
struct match_clock {
    uint32_t turn_seconds; /* 0, or 1 to MATCH_TURN_SECONDS_MAX */
    uint32_t bank_seconds; /* 0, or 1 to MATCH_BANK_SECONDS_MAX */
    uint32_t
        increment_seconds; /* 0 to MATCH_INCREMENT_SECONDS_MAX; of a bank */
    enum clock_policy policy;
};

static inline bool clock_is_set(const struct match_clock *clock)
{
    return clock->turn_seconds > 0 || clock->bank_seconds > 0;
}

/* Does it ask its players to stay at the table?  Then nobody can play two. */
static inline bool clock_is_realtime(const struct match_clock *clock)
{
    return clock->bank_seconds > 0 ||
           (clock->turn_seconds > 0 && clock->turn_seconds < MATCH_DAY_SECONDS);
}

/* What everybody may know of a match. */
/* The hash of a match's secret and id, 64 lower-case hex digits and a NUL:
 * SHA-256 of the text "fathom-commitment-1 ID SECRET" without a line's end,
 * with the secret in lower-case hex as in the record. */
enum { MATCH_COMMITMENT_SIZE = 65 };
void match_commitment(const char *id, const uint8_t secret[RULES_SECRET_SIZE],
                      char out[MATCH_COMMITMENT_SIZE]);

struct match {
    char id[PLAY_ID_SIZE]; /* "m_…" */
    struct play_id key;    /* the id as bytes; for play */
    /* match_commitment; "": not known, as of matches in lists. */
    char commitment[MATCH_COMMITMENT_SIZE];
    const struct game *game;
    uint16_t rules_version; /* of the game when the match was created */
    char deck[32];          /* the deck's id: "fathom-1" */
    uint16_t deck_version;
    enum match_status status;
    bool is_private;   /* in no list but its own players' */
    bool sandbox;      /* began at a position; an account may hold many seats */
    bool rated;        /* its result changes ratings */
    seat_set decided;  /* seats that have made a decision, taken back or not */
    seat_set forfeits; /* of a rated match that was aborted: who left it before
                          every seat had decided */
    struct settings settings;
    struct match_seat seats[RULES_SEATS_MAX]; /* settings.seats of them */
    uint32_t seq;
    seat_set to_act; /* empty unless running */
    struct match_clock clock;
    /* When the time of a seat is up; of seats that are not to act what stood
     * there last: ask match_deadline.  clock.h says how they move. */
    int64_t deadline_us[RULES_SEATS_MAX];
    /* What is in the bank of a seat; while its time runs, what was in it when
     * it began to run. */
    int64_t bank_us[RULES_SEATS_MAX];
    /* Until when the player of a seat is on vacation; 0: nobody was. */
    int64_t away_until_us[RULES_SEATS_MAX];
    seat_set took_back;   /* seats whose next decision brings no new time */
    seat_set abort_votes; /* seats that want the running match aborted */
    int64_t created_us, started_us, finished_us; /* 0: not yet */
    enum match_abort abort_reason;               /* MATCH_ABORTED: why */
    bool has_result;
    struct match_result result; /* when has_result */
    /* Two matches of one id that a node has read with one stamp are the same,
     * every byte that anyone can be shown; a later one has a higher stamp.
     * For caches of replies; 0: not known. */
    uint64_t stamp;
};

/* How far a seat may go back now.  It takes back its own decisions only; what
 * others chose meanwhile stands. */
struct match_undo {
    bool allowed;      /* there is something to take back */
    uint32_t to_seq;   /* the lowest to_seq that MATCH_UNDO takes; without
                          `allowed` the seq of the position */
    uint32_t step_seq; /* the to_seq that takes back the last decision alone;
                          likewise */
    /* Why not further, as bits of enum irreversible; 0: the match began there.
     * IRREVERSIBLE_FINAL also when it has had as many events as
     * play_config.undo_log_max. */
    unsigned seal;
};

/* A match and its position at one seq. */
struct match_position {
    struct match match; /* as it is now */
    uint32_t seq;       /* of the position: match.seq unless asked otherwise */
    seat_set to_act;    /* in the position */
    bool has_state;     /* false before the start: no state, no view */
    int viewer;         /* the asker's seat, RULES_SPECTATOR, or (of
                           match_position_read) RULES_OMNISCIENT */
    struct match_undo undo; /* of the viewer's seat; nothing in an earlier
                               position, or one that is not running */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

enum event_kind {
    EVENT_JOIN,           /* a player took the seat */
    EVENT_LEAVE,          /* a player left the seat before the start */
    EVENT_START,          /* every seat is taken: seat is -1 */
    EVENT_MOVE,           /* a decision of the seat */
    EVENT_RESIGN,         /* the seat left the match for good */
    EVENT_FINISH,         /* the match is over: seat is -1 */
    EVENT_ABORT,          /* the match ends without a result: seat is -1 */
    EVENT_UNDO,           /* the seat took back its moves since to_seq */
    EVENT_VOTE,           /* the seat wants the match aborted */
    EVENT_VOTE_WITHDRAWN, /* it does not any more */
    EVENT_TIMEOUT, /* the seat's time was up, and an opponent said so or the
                      service found out: it left the match for good */
    EVENT_AWAY,    /* the seat's player is on vacation, or longer than before */
    EVENT_BACK,    /* it is back earlier */
};

/* "join", "leave", "start", "move", "resign", "finish", "abort", "undo",
 * "vote" (for both), "timeout", "away" (for both). */
const char *event_kind_word(enum event_kind kind);
bool event_is_vote(enum event_kind kind);
/* Votes and vacations are no decisions: nothing on the table changes. */
bool event_is_aside(enum event_kind kind);

struct match_event {
    uint32_t seq;
    enum event_kind kind;
    int seat;                      /* -1: nobody's */
    char move[RULES_NOTATION_MAX]; /* EVENT_MOVE: notation, else "" */
    struct move bits;              /* EVENT_MOVE; EVENT_UNDO: how many moves
                                      were taken back */
    uint32_t to_seq;               /* EVENT_UNDO: the seat's moves after this
                                      seq are taken back */
    char player[PLAY_NAME_SIZE];   /* EVENT_JOIN, EVENT_LEAVE: who */
    int64_t at_us;
    uint64_t state_hash; /* of the state after it; 0 without a state.  Holds
                            hidden things: not for players of a running match */
};

/* When the time of a seat is up; 0: it does not run. */
int64_t match_deadline(const struct match *match, int seat);

/* ---- setting up, finding, reading ---- */

struct match_option {
    const char *name;
    bool is_text;     /* the value came as text: a choice's name */
    const char *text; /* is_text */
    int64_t number;   /* else: a number, or a truth as 0 or 1 */
};

/* What a new match shall be.  Borrowed for the call. */
struct match_spec {
    const char *game;
    const char *const *seats; /* "me" (at most once), "open", "bot:NAME" */
    size_t seat_count;
    const struct match_option *options;
    size_t option_count;
    bool is_private;
    struct match_clock clock;
    /* Where a sandbox match begins: the omniscient view of a state that is not
     * the end of a match.  NULL: at the game's start.  With a position no
     * options are given (it says them itself), the seats are as many as it
     * has, and "me" may stand several times. */
    const struct source *position;
    bool rated;
    /* Instead of `seats`, for who brings players together: who sits where,
     * seat_count of them, none open and no account twice.  The match starts at
     * once.  The player may be NULL then: nobody set it up. */
    const struct match_seat *given;
    /* Instead of `options`: what the game is played with, checked before. */
    const struct settings *settings;
    /* What the match is made of, in the same transaction: tickets of the queue
     * that wait become matched, a challenge that waits becomes accepted.
     * PLAY_STALE, and nothing has happened: one of them waits no more (or is
     * not accepted by all its players), or an account is gone. */
    const struct play_id *tickets;
    size_t ticket_count;             /* at most RULES_SEATS_MAX */
    const struct play_id *challenge; /* or NULL */
    const struct play_id *accepts; /* with it: the account that accepts it now,
                                      after all others */
};

/* What a rated match must not have. */
enum match_unfair {
    UNFAIR_NOTHING,
    UNFAIR_POSITION,
    UNFAIR_BOT_BY_NAME,  /* match_fault.index: the seat; so for the next one */
    UNFAIR_SAME_ACCOUNT, /* on two seats */
    UNFAIR_NO_CLOCK,     /* with more than one seat */
    UNFAIR_CLAIM,        /* the clock's policy is not CLOCK_AUTOMATIC */
};

/* What is wrong with a spec. */
struct match_fault {
    size_t index;       /* of the seat or option in the spec; SIZE_MAX: of
                           none alone */
    const char *option; /* PLAY_BAD_OPTION: the name of the option to change,
                           constant; NULL: index says it */
    const char *why;    /* one sentence for people, constant; NULL: none */
    enum match_unfair unfair; /* PLAY_UNFAIR: what is */
    /* PLAY_TOO_MANY_MATCHES: of what there are too many, how many there may be,
     * and the one of them in which nothing has happened for the longest time;
     * "": none can be named. */
    enum match_cap cap;
    unsigned most;
    char oldest[PLAY_ID_SIZE];
};

/* Create a match, and start it when no seat is open.  On PLAY_BAD_SEATS,
 * PLAY_UNKNOWN_BOT, PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION (also for options that
 * the game refuses together), PLAY_BAD_POSITION, PLAY_UNFAIR and
 * PLAY_TOO_MANY_MATCHES *fault (may be NULL) says more.  Also
 * PLAY_UNKNOWN_GAME, PLAY_UNAVAILABLE. */
enum play_err match_create(struct play *play, const struct player *player,
                           const struct match_spec *spec, struct match *out,
                           struct match_fault *fault);

struct match_update;
typedef char *match_render(void *ctx, const struct match_update *update);

/* A request that makes one match, however often it is repeated. */
struct match_once {
    const char *key;       /* idempotency key; NULL: none */
    uint8_t body_hash[32]; /* with a key: SHA-256 of the request's body */
    match_render *render;  /* of the match as it will be, without events */
    void *ctx;
};

struct match_created {
    char id[PLAY_ID_SIZE];
    char *reply;   /* what was rendered, now or then; new: free it */
    bool replayed; /* answered from the key: nothing new */
};

/* Create a match and render the reply; the key is stored with the match, for
 * 24 hours.  A key of this player that is known is answered before all else:
 * the same body with the stored reply, another with PLAY_KEY_REUSED.  Refusals
 * are judged anew. */
enum play_err match_create_once(struct play *play, const struct player *player,
                                const struct match_spec *spec,
                                const struct match_once *once,
                                struct match_created *out,
                                struct match_fault *fault);

/* Which matches to list; newest first. */
struct match_filter {
    bool by_status;
    enum match_status status;
    const char *game;   /* NULL: every game */
    const char *player; /* the name of someone seated; NULL: everyone */
    const char *cursor; /* where the last page ended; NULL: from the newest */
    unsigned limit;     /* 1 to 100 */
};

/* One page into out (room for filter->limit).  *count is how many there are;
 * next is the cursor of the next page, "" after the last.  Private matches are
 * listed only to those who sit in them.  asker may be NULL.
 * PLAY_BAD_CURSOR, PLAY_UNAVAILABLE.  An unknown player has no matches. */
enum play_err match_list(struct play *play, const struct player *asker,
                         const struct match_filter *filter, struct match *out,
                         size_t *count, char next[PLAY_CURSOR_SIZE]);

/* What everybody may know.  PLAY_NOT_FOUND, PLAY_UNAVAILABLE. */
enum play_err match_get(struct play *play, const char *id, struct match *out);

/* The asker sees a match as one of its seats: as_seat, or for MATCH_OWN_SEAT
 * the only one; who holds several (of a sandbox) the lowest that owes a
 * decision now, or else the lowest. */
enum { MATCH_OWN_SEAT = -1 };

/* The position now, for game->view, ->moves, ->prompt, ->score.  asker may be
 * NULL; out->viewer is the asker's seat.  min_seq (0: none) is a seq that the
 * asker has seen, so that this node must not show less.
 * PLAY_NOT_FOUND, PLAY_NOT_SEATED (as_seat is not the asker's),
 * PLAY_OTHER_RULES, PLAY_UNAVAILABLE; so for the next ones, too. */
enum play_err match_read(struct play *play, const struct player *asker,
                         const char *id, int as_seat, uint32_t min_seq,
                         struct match_position *out);

/* Which position match_read would read, and as whom. */
struct match_sight {
    struct play_id key;
    uint64_t stamp; /* match.stamp */
    uint32_t seq;
    int viewer;
};

/* The same without ever waiting, neither for the database nor for another
 * thread: false when that cannot be said at once, then ask match_read. */
bool match_glance(struct play *play, const struct player *asker, const char *id,
                  int as_seat, struct match_sight *out);

/* The position as it was at seq, by replay: also what was taken back later.
 * PLAY_NOT_FOUND also when seq is not yet there.  As everything that replays:
 * PLAY_REPLAY_TOO_LONG, and PLAY_DAMAGED when the log does not lead to what was
 * played. */
enum play_err match_read_at(struct play *play, const struct player *asker,
                            const char *id, int as_seat, uint32_t seq,
                            struct match_position *out);

/* The position at seq (MATCH_NOW: now) for the omniscient viewer, which is
 * what a spec's position takes.  Of a sandbox match for who set it up; of a
 * finished match for everybody.  Also PLAY_NOT_ALLOWED, PLAY_NOT_STARTED;
 * PLAY_NOT_FOUND also for a seq before the start. */
enum { MATCH_NOW = -1 };
enum play_err match_position_read(struct play *play, const struct player *asker,
                                  const char *id, int64_t seq,
                                  struct match_position *out);

/* The events after a seq, at most limit (1 to 100) of them, in order.  visit
 * is given each with the states before and after it (NULL where there is no
 * state: before the start) for game->describe and ->changes, which need the
 * viewer: position->viewer.  *last is the seq of the last one visited, or
 * after.  The position's own state is the one now. */
enum play_err
match_events(struct play *play, const struct player *asker, const char *id,
             int as_seat, uint32_t after, unsigned limit,
             void (*visit)(void *ctx, const struct match_position *position,
                           const struct match_event *event, const void *before,
                           const void *after_state),
             void *ctx, uint32_t *last);

/* ---- trying out ---- */

/* What a move would do.  Nothing is played and nothing is kept. */
struct match_preview {
    struct match match;            /* as it is */
    int seat;                      /* who would move */
    char move[RULES_NOTATION_MAX]; /* as the game writes it */
    struct move bits;
    unsigned
        seal; /* bits of enum irreversible: why it could not be taken back */
    /* False when something hidden would come to light (IRREVERSIBLE_REVEAL):
     * then nothing is said of what follows, and `after` is zeroes. */
    bool has_after;
    bool is_over;           /* has_after: the match would be over */
    seat_set to_act;        /* has_after: who would owe a decision */
    struct refusal refusal; /* PLAY_ILLEGAL_MOVE */
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    _Alignas(16) uint8_t after[RULES_STATE_MAX];
};

/* Judge a move as MATCH_MOVE would, on a copy.  seat as in match_request.
 * Refusals are those of match_submit, but PLAY_STALE and PLAY_KEY_REUSED; and
 * PLAY_SLOW. */
enum play_err match_preview(struct play *play, const struct player *player,
                            const char *id, int seat, const char *move,
                            struct match_preview *out);

/* ---- acting ---- */

enum match_action {
    MATCH_JOIN,   /* sit down on request.seat, or the first open one for -1 */
    MATCH_LEAVE,  /* get up from request.seat before the start */
    MATCH_MOVE,   /* play request.move */
    MATCH_RESIGN, /* leave the running match for good; ruling 31.  If that
                     ends a rated match in its opening, it is aborted and who
                     left forfeits (match.forfeits) */
    MATCH_UNDO,   /* take back the seat's own moves with a seq above
                     request.to_seq; rulings 21, 22, 89 */
    MATCH_CLAIM,  /* say that the time of request.seat, an opponent's, is up: it
                     leaves the match as by resignation.  Where the service
                     settles it all whose time is up leave together */
    MATCH_TIMEOUT,  /* play's own: seats out of time leave */
    MATCH_VACATION, /* play's own: the seat's player is on vacation, or back */
    MATCH_ABORT,    /* end the match without a result.  Only who set it up may,
                       while it is open, or runs unrated and no other account
                       plays in it */
    MATCH_VOTE,     /* want the running match aborted (request.wants_abort), or
                       want it no more, with all seats of the account.  It is
                       aborted when every seat wants it that is held by a person
                       and has not left.  A rated match only in its opening,
                       while a seat has not decided, and only when all seats
                       want it: nobody has left, and no bot of the house sits
                       there.  With the opening its votes lapse */
};

/* An effect that is about to be committed, for the renderer of its reply. */
struct match_update {
    const struct match *match; /* as it will be */
    int seat;                  /* who acted */
    const struct match_event *events;
    size_t count;
    const void *before, *after; /* states around the action; NULL: none */
};

/* Writes the reply to an effect: new text from malloc, taken by play; NULL when
 * out of memory.  Called under the match's lock, on any thread, perhaps again
 * when the effect has to be tried again: it must call nothing of play.
 *
 * The same effect gives the same text, byte for byte: of moves and undos that
 * did not end the match it is not kept with the idempotency key, but written
 * again.  Of the match those may use the game, the settings, seq, status and
 * to_act, for the rest is as it is when the request is repeated. */
typedef char *match_render(void *ctx, const struct match_update *update);

enum { MATCH_ANY_SEQ = -1 };

/* Borrowed for the call; the ctx of done is the renderer's too. */
struct match_request {
    enum match_action action;
    const char *match;
    const struct player *player;
    /* MATCH_JOIN, MATCH_LEAVE, MATCH_CLAIM: above.  MATCH_VOTE: not looked
     * at.  Else which of the player's seats acts;
     * -1: its only one; who holds several (of a sandbox) the lowest that owes
     * a decision, for MATCH_UNDO the one that decided last. */
    int seat;
    const char *move;      /* MATCH_MOVE: the notation */
    uint32_t to_seq;       /* MATCH_UNDO */
    bool wants_abort;      /* MATCH_VOTE */
    int64_t expected_seq;  /* or MATCH_ANY_SEQ */
    const char *key;       /* idempotency key; NULL: none */
    uint8_t body_hash[32]; /* with a key: SHA-256 of the request's body */
    match_render *render;  /* NULL: no reply text */
};

struct match_answer {
    enum play_err err;
    uint32_t seq;      /* PLAY_OK: after the effect; PLAY_STALE: the current */
    const char *reply; /* PLAY_OK: the rendered text; or NULL */
    bool replayed;     /* answered from the idempotency key: nothing new */
    int seat;          /* PLAY_OK: the seat that acted */
    const struct match *match;     /* PLAY_OK and not replayed, else NULL */
    const struct refusal *refusal; /* PLAY_ILLEGAL_MOVE */
    const struct match_undo *undo; /* PLAY_UNDO_BLOCKED: what could be */
    int64_t cpu_us;      /* processor time that it took on play's own threads */
    int64_t deadline_us; /* PLAY_TIME_NOT_UP: when it will be; 0: it does
                            not run */
};

/* Act in a match.  done is called when the effect is committed, or refused.
 *
 * A key that is known is answered before anything else is looked at: the same
 * body with the same reply, another body with PLAY_KEY_REUSED.  A key is
 * kept only with an effect, for 24 hours; refusals are judged anew.
 * An expected seq that is not the current one is PLAY_STALE, unless it is known
 * that what this seat may do is still the same (seats that choose at the same
 * time do not make each other stale).  It is always stale after more than 16
 * decisions of others, or 1024 events.
 * An undo is an event like a move: what it takes back stays in the log.
 * A vote makes no expected seq stale, and closes nothing to be taken back.
 * PLAY_NOT_FOUND, PLAY_NOT_SEATED, PLAY_NOT_OPEN, PLAY_SEAT_TAKEN,
 * PLAY_ALREADY_SEATED, PLAY_NOT_STARTED, PLAY_FINISHED, PLAY_NOT_YOUR_TURN,
 * PLAY_BAD_MOVE, PLAY_ILLEGAL_MOVE, PLAY_STALE, PLAY_KEY_REUSED,
 * PLAY_UNDO_BLOCKED, PLAY_OWN_SEAT, PLAY_TIME_NOT_UP, PLAY_VOTE_UNCHANGED,
 * PLAY_ABORT_BLOCKED, PLAY_NOT_CREATOR, PLAY_OTHER_RULES, PLAY_DAMAGED,
 * PLAY_REPLAY_TOO_LONG, PLAY_UNAVAILABLE (the effect may have happened when the
 * database went away in the middle of the commit and stayed away: repeat with
 * the key). */
void match_submit(struct play *play, const struct match_request *request,
                  void (*done)(void *ctx, const struct match_answer *answer),
                  void *ctx);

/* End a match without a result, whether or not people play in it: for
 * operators.  A rated match changes no ratings then.  The players are told as
 * of all events, and match.abort_reason says why; what moved the operator is
 * for the caller to log.  done as of match_submit: PLAY_NOT_FOUND,
 * PLAY_FINISHED, PLAY_UNAVAILABLE. */
void match_abort_by_operator(struct play *play, const char *match,
                             void (*done)(void *ctx,
                                          const struct match_answer *answer),
                             void *ctx);

/* ---- waiting ---- */

/* Call waiter->done once, when the match has an event after this seq or wait_ms
 * have passed (within a tenth of a second).  PLAY_OK: done will be called, or
 * has been.  Otherwise it never will: PLAY_NOT_FOUND, PLAY_UNAVAILABLE. */
enum play_err match_wait(struct play *play, const char *id, uint32_t after,
                         unsigned wait_ms, struct play_subscription *waiter);

/* ---- the record ---- */

/* The record of a match with its secret: for finished matches, for the tools.
 * Its moves were judged when they were played and are trusted.  *out is new:
 * release with match_record_clear.  PLAY_NOT_FOUND, PLAY_NOT_STARTED,
 * PLAY_DAMAGED, PLAY_REPLAY_TOO_LONG, PLAY_UNAVAILABLE.  Never give a running
 * match's to anyone: it holds everything hidden. */
enum play_err match_record(struct play *play, const char *id,
                           struct record *out);
void match_record_clear(struct record *record);

/* Is the stored match what its record says?  Judges every decision again, from
 * the first on, and compares the hash of every event, the state, to_act and the
 * result.  PLAY_OK and *bad_seq = 0 when all agree, otherwise the first seq
 * that does not.  Has no time bound: for tests and tools, not for requests. */
enum play_err match_verify(struct play *play, const char *id,
                           uint32_t *bad_seq);

#endif
