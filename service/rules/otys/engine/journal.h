/* The journal of Otys: its steps, and how the engine writes them.  The
 * functions do nothing unless this state is recorded (rules/kit/recorder.h). */
#ifndef OTYS_JOURNAL_H
#define OTYS_JOURNAL_H

#include "rules/kit/recorder.h"
#include "rules/otys/engine/state.h"

enum journal_type {
    STEP_CUBE,     /* a resource of colour `what` */
    STEP_CREDITS,  /* seat gains n, or pays -n */
    STEP_BATTERY,  /* seat gains n, or pays -n */
    STEP_POINTS,   /* seat gains n points from `what` */
    STEP_KEY,      /* key `what` of seat */
    STEP_RETURN,   /* all keys of seat return from the track */
    STEP_ROTATE,   /* the sponsor of the last level goes to the first */
    STEP_SPONSOR,  /* seat uses sponsor `what` */
    STEP_DIVER,    /* diver `what` of seat goes to another slot */
    STEP_COPY,     /* seat copies diver `what` of seat n */
    STEP_UPGRADE,  /* diver `what` of seat is turned to its other side */
    STEP_IMPROVE,  /* technician `what` of seat */
    STEP_TOKEN,    /* reward token `what` */
    STEP_BAG,      /* the discarded tokens return to the bag */
    STEP_CONTRACT, /* contract `what` */
    STEP_PROGRESS, /* whose turn it is and what is to be decided */
    STEP_LEAVE,    /* seat leaves the match, as the n-th */
    STEP_OVER,     /* the match is over */
    STEP_TYPES
};

enum place_kind {
    PLACE_NONE,
    PLACE_SUPPLY,
    PLACE_LEVEL, /* of a seat; id from 0 */
    PLACE_STORE, /* row id */
    PLACE_BOARD, /* of a seat: keys */
    PLACE_USE,   /* the key in use, on level id */
    PLACE_TRACK, /* of the hacker of a seat */
    PLACE_SLOT,  /* of the column of a seat; id from 0 */
    PLACE_BAG,
    PLACE_DISPLAY,  /* tokens; id is their place */
    PLACE_TAKEN,    /* a token that a seat has taken, before it is placed */
    PLACE_REWARD,   /* the reward space of level id of a seat */
    PLACE_DISCARDS, /* of tokens */
    PLACE_DECK,
    PLACE_PUBLIC, /* contracts; id is their place */
    PLACE_DRAWN,
    PLACE_HAND, /* of a seat */
    PLACE_DONE, /* completed */
    PLACES
};

/* The content of STEP_PROGRESS, as bytes; the frames follow. */
enum {
    PROGRESS_PHASE,
    PROGRESS_TURN,
    PROGRESS_ROUND,
    PROGRESS_KEY,
    PROGRESS_LEVEL,
    PROGRESS_FREE,
    PROGRESS_DOUBLE,
    PROGRESS_STAYS,
    PROGRESS_COPIED,
    PROGRESS_DECLINED,
    PROGRESS_DEPTH,
    PROGRESS_HEAD,
};

static inline struct journal_place place_of(enum place_kind kind)
{
    return (struct journal_place){.kind = (uint8_t)kind};
}

static inline struct journal_place place_at(enum place_kind kind, int seat,
                                            int id)
{
    return (struct journal_place){(uint8_t)kind, (uint8_t)seat, (int16_t)id};
}

void note_step(enum journal_type type, int seat, int what, int n,
               struct journal_place from, struct journal_place to,
               seat_set seen_by) __attribute__((cold));

/* Write that something happened to a seat. */
static inline void note(const struct state *s, enum journal_type type, int seat,
                        int what, int n)
{
    if (recorder_is_on(s))
        note_step(type, seat, what, n, place_of(PLACE_NONE),
                  place_of(PLACE_NONE), JOURNAL_PUBLIC);
}

/* Write that something went from one place to another. */
static inline void note_move(const struct state *s, enum journal_type type,
                             int seat, int what, struct journal_place from,
                             struct journal_place to)
{
    if (recorder_is_on(s))
        note_step(type, seat, what, 1, from, to, JOURNAL_PUBLIC);
}

/* The same; only this seat may know what it is. */
static inline void note_secret(const struct state *s, enum journal_type type,
                               int seat, int what, struct journal_place from,
                               struct journal_place to)
{
    if (recorder_is_on(s))
        note_step(type, seat, what, 1, from, to, (seat_set)(1u << seat));
}

/* Write STEP_PROGRESS, if its content is not as before. */
void note_progress(const struct state *before, const struct state *s);

#endif
