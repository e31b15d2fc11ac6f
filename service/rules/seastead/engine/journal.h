/* The journal of Seastead: its steps, and how the engine writes them.  The
 * functions do nothing unless this state is recorded (rules/kit/recorder.h). */
#ifndef SEASTEAD_JOURNAL_H
#define SEASTEAD_JOURNAL_H

#include "rules/kit/recorder.h"
#include "rules/seastead/engine/state.h"

enum journal_type {
    STEP_RESOURCE,   /* n of `what`, between supply, storage and location */
    STEP_CLEANUP,    /* seat takes n cleanup tokens */
    STEP_BUILDING,   /* a `what` of seat, from its board or a location */
    STEP_SHIP,       /* a ship of seat */
    STEP_DOCK,       /* tile `what`; n: place in the display */
    STEP_SPECIALIST, /* specialist `what`; n: place in the display */
    STEP_DECREE,     /* decree `what` */
    STEP_DIVE,       /* dive card `what` is turned over */
    STEP_FACE,       /* half n now faces seat 0 */
    STEP_FLIP,       /* specialist `what` of seat is turned up or down: n */
    STEP_SWAP,       /* the demand tokens of two flotillas change places */
    STEP_LOCK,       /* the lock goes from one flotilla to another */
    STEP_PROGRESS,   /* whose turn it is and what is to be decided */
    STEP_LEAVE,      /* seat leaves the match */
    STEP_OVER,       /* the match is over */
    STEP_TYPES
};

enum place_kind {
    PLACE_NONE,
    PLACE_SUPPLY,
    PLACE_STORAGE,  /* of a seat */
    PLACE_LOCATION, /* id */
    PLACE_BOARD,    /* of a seat: buildings; ships beside it; specialists */
    PLACE_BOX,
    PLACE_PILE,
    PLACE_DISPLAY,
    PLACE_FORCE,   /* the decree in force */
    PLACE_COVERED, /* decrees that were in force */
    PLACE_DRAWN,   /* decrees that a seat chooses from */
    PLACE_FLOTILLA,
    PLACES
};

/* The content of STEP_PROGRESS, as bytes; the frames follow. */
enum {
    PROGRESS_PHASE,
    PROGRESS_TURN,
    PROGRESS_TURNS,
    PROGRESS_ENDING,
    PROGRESS_ACTION,
    PROGRESS_EXTRA,
    PROGRESS_SITE,
    PROGRESS_PIECE,
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

static inline struct journal_place place_location(int location)
{
    return place_at(PLACE_LOCATION, 0, location);
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
                             int seat, int what, int n,
                             struct journal_place from, struct journal_place to)
{
    if (recorder_is_on(s))
        note_step(type, seat, what, n, from, to, JOURNAL_PUBLIC);
}

/* The same; only this seat may know what it is. */
static inline void note_secret(const struct state *s, enum journal_type type,
                               int seat, int what, int n,
                               struct journal_place from,
                               struct journal_place to)
{
    if (recorder_is_on(s))
        note_step(type, seat, what, n, from, to, (seat_set)(1u << seat));
}

/* Write STEP_PROGRESS, if its content is not as before. */
void note_progress(const struct state *before, const struct state *s);

#endif
