/* A match as everybody may see it: status, seats, clock and result.
 *
 * `seq` is the number of the last event; it is 0 when the match is created and
 * rises by one with every event.  Only what is committed is shown, or used by
 * the next request.
 *
 * match/create.h creates matches, read.h reads them, action.h and preview.h
 * play in them, event.h describes their event logs and clock.h their clocks. */
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "play/match/commitment.h"
#include "play/play.h"
#include "rules/game.h"

enum match_status {
    MATCH_OPEN,    /* waits for players */
    MATCH_RUNNING, /* being played */
    MATCH_FINISHED,
    MATCH_ABORTED, /* ended without a result: match.abort_reason */
};

enum seat_kind { SEAT_OPEN, SEAT_HUMAN, SEAT_BOT };

struct match_seat {
    enum seat_kind kind;       /* SEAT_HUMAN: an account, also that of a bot;
                                  SEAT_BOT: played by the service */
    char name[PLAY_NAME_SIZE]; /* of the player or bot; "" when open */
    char display[PLAY_DISPLAY_SIZE]; /* of the player; "": none */
    struct play_id account;          /* SEAT_HUMAN, or is_builtin */
    bool is_bot_account;             /* SEAT_HUMAN: the account is a bot's */
    bool is_builtin;          /* SEAT_BOT: the account of a built-in bot has
                                 the seat; otherwise a bot without account,
                                 chosen by its name */
    char bot[PLAY_NAME_SIZE]; /* SEAT_BOT: which built-in bot plays */
};

/* Return the account that has the seat, borrowed; NULL: none. */
static inline const struct play_id *seat_account(const struct match_seat *seat)
{
    return seat->kind == SEAT_HUMAN || seat->is_builtin ? &seat->account : NULL;
}

/* How a match came to be.  The numbers are stored. */
enum match_origin {
    MATCH_FROM_UNKNOWN, /* by a version that did not store it */
    MATCH_FROM_CREATOR, /* POST /v1/matches */
    MATCH_FROM_CHALLENGE,
    MATCH_FROM_QUEUE,
};

enum match_reason { MATCH_PLAYED_OUT, MATCH_RESIGNED, MATCH_TIMED_OUT };

/* Why a match was aborted.  The numbers are stored. */
enum match_abort {
    ABORT_UNKNOWN,     /* not aborted, or by a version that stored no reason */
    ABORT_EMPTY,       /* its last player left before the start */
    ABORT_VOTED,       /* its players agreed */
    ABORT_OPENING,     /* a rated match ended in its opening */
    ABORT_BY_CREATOR,  /* its creator aborted it */
    ABORT_BY_OPERATOR, /* an operator of the service did */
    ABORT_EXPIRED,     /* nothing happened for too long */
};

/* The result of a finished match, with the names of score items and goals. */
struct match_result {
    enum match_reason reason;
    enum outcome outcome; /* of one player alone: won or lost; else ranked */
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
    } goal[SCORES_GOALS_MAX]; /* required to win alone */
};

/* How a seat comes to leave when its time is up. */
enum clock_policy {
    CLOCK_CLAIM,     /* a claim of an opponent: MATCH_CLAIM */
    CLOCK_AUTOMATIC, /* the service, soon after; or a claim */
};

enum {
    MATCH_TURN_SECONDS_MAX = 31536000, /* a year */
    MATCH_BANK_SECONDS_MAX = 31536000,
    MATCH_INCREMENT_SECONDS_MAX = 86400,
    /* Vacations pause clocks with at least this time for a turn. */
    MATCH_DAY_SECONDS = 86400,
};

/* The time that seats have: for each decision, or a bank for all decisions that
 * gains an increment with each turn.  With neither, time is unlimited.  clock.h
 * defines how time runs. */
struct match_clock {
    uint32_t turn_seconds;      /* 0, or 1 to MATCH_TURN_SECONDS_MAX */
    uint32_t bank_seconds;      /* 0, or 1 to MATCH_BANK_SECONDS_MAX */
    uint32_t increment_seconds; /* 0 to MATCH_INCREMENT_SECONDS_MAX; of a
                                   bank */
    enum clock_policy policy;
};

static inline bool clock_is_set(const struct match_clock *clock)
{
    return clock->turn_seconds > 0 || clock->bank_seconds > 0;
}

/* Return whether players must stay present.  Nobody can play two such matches
 * at once. */
static inline bool clock_is_realtime(const struct match_clock *clock)
{
    return clock->bank_seconds > 0 ||
           (clock->turn_seconds > 0 && clock->turn_seconds < MATCH_DAY_SECONDS);
}

struct match {
    char id[PLAY_ID_SIZE]; /* "m_…" */
    struct play_id key;    /* the id as bytes; for play */
    /* match_commitment; "" in lists, where it is not loaded. */
    char commitment[MATCH_COMMITMENT_SIZE];
    const struct game *game;
    uint16_t rules_version; /* of the game when the match was created */
    char deck[32];          /* the deck's id: "fathom-1" */
    uint16_t deck_version;
    enum match_status status;
    bool is_private;   /* only in the lists of its own players */
    bool sandbox;      /* began at a position; an account may hold many seats */
    bool rated;        /* its result changes ratings */
    seat_set decided;  /* seats that have made a decision, taken back or not */
    seat_set forfeits; /* of a rated match that was aborted: seats that left it
                          before every seat had decided */
    struct settings settings;
    struct match_seat seats[RULES_SEATS_MAX]; /* settings.seats of them */
    uint32_t seq;
    seat_set to_act; /* empty unless running */
    struct match_clock clock;
    /* When the time of a seat is up.  Valid for seats that are to act: use
     * match_deadline.  Without a clock it follows from the last event, and is
     * not stored (clock_absences). */
    int64_t deadline_us[RULES_SEATS_MAX];
    /* The bank of a seat; while its time runs, as of the moment when it began
     * to run. */
    int64_t bank_us[RULES_SEATS_MAX];
    /* The end of the vacation of a seat's player; 0: never on vacation. */
    int64_t away_until_us[RULES_SEATS_MAX];
    seat_set took_back;   /* seats whose next decision brings no new time */
    seat_set abort_votes; /* seats that want the running match aborted */
    int64_t created_us, started_us, finished_us; /* 0: not yet */
    enum match_abort abort_reason;               /* MATCH_ABORTED: why */
    bool has_result;
    struct match_result result; /* when has_result */
    /* Copies of a match that a node has read with the same stamp are the same
     * in every byte that a client may see; later ones have a higher stamp.  For
     * caches of replies; 0: unknown. */
    uint64_t stamp;
};

/* Return whether the match is finished or aborted: nothing more happens. */
static inline bool match_is_over(const struct match *match)
{
    return match->status == MATCH_FINISHED || match->status == MATCH_ABORTED;
}

/* The names of the players by seat, as struct sink has them: borrowed from the
 * match. */
struct match_names {
    const char *of[RULES_SEATS_MAX]; /* NULL: the seat is open */
};

static inline struct match_names match_names(const struct match *match)
{
    struct match_names names = {{NULL}};

    for (int seat = 0; seat < match->settings.seats; seat++)
        if (match->seats[seat].kind != SEAT_OPEN)
            names.of[seat] = match->seats[seat].name;
    return names;
}

/* How far a seat can go back now.  It takes back only its own decisions; those
 * of others remain. */
struct match_undo {
    bool allowed;      /* there is something to take back */
    uint32_t to_seq;   /* the lowest to_seq that MATCH_UNDO accepts; the seq of
                          the position unless `allowed` */
    uint32_t step_seq; /* the to_seq that takes back only the last decision;
                          otherwise as to_seq */
    /* Why not further: bits of enum irreversible; 0: the match began there.
     * IRREVERSIBLE_FINAL also when the match has play_config.undo_log_max
     * events. */
    unsigned seal;
};

/* Return when the time of a seat is up; 0: it does not run.  Without a clock:
 * from when its player counts as absent. */
int64_t match_deadline(const struct match *match, int seat);

#endif
