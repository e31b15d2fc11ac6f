/* The journal of Underwater Cities: its steps, and how the engine writes them.
 *
 * What the engine calls does nothing unless this state is recorded
 * (rules/kit/recorder.h): the check is inline, the rest is not. */
#ifndef UNDERWATER_CITIES_JOURNAL_H
#define UNDERWATER_CITIES_JOURNAL_H

#include "rules/kit/recorder.h"
#include "rules/underwater_cities/engine/state.h"

enum journal_type {
#define JOURNAL(NAME, word) JOURNAL_##NAME,
#include "rules/underwater_cities/engine/journal.def"
#undef JOURNAL
    JOURNAL_TYPES
};

/* CAUSE_NONE is the decision itself; 1 + enum source_kind is a frame. */
enum cause_kind {
    CAUSE_NONE,
#define CAUSE(NAME, word, id) CAUSE_##NAME,
#include "rules/underwater_cities/engine/causes.def"
#undef CAUSE
    CAUSES
};

_Static_assert(CAUSE_CONTRACT == 1 + (int)FRAME_CONTRACT,
               "causes begin with the frames");

#define CAUSE_OF_FRAME(frame) (1 + (frame)->source)

enum place_kind {
    PLACE_NONE,
    PLACE_SUPPLY, /* of action tiles */
    PLACE_DECK,   /* of the era */
    PLACE_DISCARDS,
    PLACE_SPECIALS,   /* the deck of special cards */
    PLACE_DISPLAY,    /* id: place of an open special */
    PLACE_HAND,       /* of a seat */
    PLACE_TURN,       /* the card of the turn under way */
    PLACE_IN_PLAY,    /* cards of a seat */
    PLACE_CHOICE,     /* what a seat chooses from */
    PLACE_OUT,        /* of the game */
    PLACE_SLOT,       /* id: slot */
    PLACE_SITE,       /* id: building site on the board of a seat */
    PLACE_CITY,       /* id: city site on the board of a seat */
    PLACE_TUNNEL,     /* id: tunnel site on the board of a seat */
    PLACE_METROPOLIS, /* id: 0 upper left, 1 upper right, 2 lower left */
    PLACE_BOARD,      /* beside the board of a seat */
    PLACE_SPACE,      /* id: Federation space, or UWC_BELOW_TRACK */
    PLACE_TILES,      /* the undealt metropolis tiles */
    PLACES
};

/* The number of a site as a cause: the seat whose board it is on, the kind of
 * place and the site. */
static inline int cause_id_of_site(const struct journal_place *place)
{
    _Static_assert(RULES_SEATS_MAX <= 4 && PLACES <= 32,
                   "an int16_t has room for them");

    return place->seat << 13 | place->kind << 8 | place->id;
}

static inline struct journal_place site_of_cause_id(int id)
{
    return (struct journal_place){.kind = (uint8_t)(id >> 8 & 31),
                                  .seat = (uint8_t)(id >> 13),
                                  .id = (int16_t)(id & 255)};
}

static inline struct journal_place place_of(enum place_kind kind)
{
    return (struct journal_place){.kind = (uint8_t)kind};
}

static inline struct journal_place place_at(enum place_kind kind, int seat,
                                            int id)
{
    return (struct journal_place){(uint8_t)kind, (uint8_t)seat, (int16_t)id};
}

/* The site of a piece on a seat's board. */
struct journal_place place_of_piece(int seat, enum piece piece, int site);

/* Append a step to the journal of the state that is recorded. */
void journal_write(enum journal_type type, int seat, int what, int n,
                   seat_set seen_by) __attribute__((cold));
void journal_write_move(enum journal_type type, int seat, int what,
                        struct journal_place from, struct journal_place to,
                        seat_set seen_by) __attribute__((cold));

/* Write a step of which only the seats of seen_by may know `what`. */
static inline void journal_secret(const struct uwc_state *s,
                                  enum journal_type type, int seat, int what,
                                  int n, seat_set seen_by)
{
    if (recorder_is_on(s))
        journal_write(type, seat, what, n, seen_by);
}

static inline void journal_move_secret(const struct uwc_state *s,
                                       enum journal_type type, int seat,
                                       int what, struct journal_place from,
                                       struct journal_place to,
                                       seat_set seen_by)
{
    if (recorder_is_on(s))
        journal_write_move(type, seat, what, from, to, seen_by);
}

/* Write a step that everybody may know. */
static inline void journal_seat(const struct uwc_state *s,
                                enum journal_type type, int seat, int what,
                                int n)
{
    journal_secret(s, type, seat, what, n, JOURNAL_PUBLIC);
}

static inline void journal_move(const struct uwc_state *s,
                                enum journal_type type, int seat, int what,
                                struct journal_place from,
                                struct journal_place to)
{
    journal_move_secret(s, type, seat, what, from, to, JOURNAL_PUBLIC);
}

/* The same with a list: a deck that nobody may know, cards that ask a seat. */
void journal_list(const struct uwc_state *s, enum journal_type type, int seat,
                  int n, const uint8_t *list, size_t length, seat_set seen_by)
    __attribute__((cold));

/* Begin a phase. */
static inline void phase_begin(struct uwc_state *s, enum phase phase)
{
    if (s->phase != phase)
        journal_seat(s, JOURNAL_PHASE, -1, (int)phase, 0);
    s->phase = (uint8_t)phase;
}

/* Whether a seat has simultaneous choices to make in the phase that begins. */
static inline void choosing_begin(struct uwc_state *s, int seat,
                                  bool is_choosing)
{
    s->seat[seat].is_choosing = is_choosing;
    if (is_choosing)
        journal_seat(s, JOURNAL_CHOOSING, seat, 0, 0);
}

/* Write which cities, metropolises and tunnels of a board the pieces built
 * since `before` have connected. */
void journal_connections(const struct uwc_state *s, int seat,
                         const struct seat *before);

/* Write what follows from a whole call that began in `before`: the special that
 * is now face up, the effects in progress, the progress of the turn, and the
 * final scores and ranks (journal_call.c).  Only if the state is recorded. */
void journal_call(const struct uwc_state *s, const struct uwc_state *before)
    __attribute__((cold));

/* The lists of JOURNAL_EFFECT and JOURNAL_PROGRESS, and the way back. */
enum { JOURNAL_EFFECT_LENGTH = 8, JOURNAL_PROGRESS_LENGTH = 11 };
void journal_pack_effect(const struct frame *f,
                         uint8_t out[JOURNAL_EFFECT_LENGTH]);
struct frame journal_unpack_effect(const uint8_t *list);
void journal_pack_progress(const struct uwc_state *s,
                           uint8_t out[JOURNAL_PROGRESS_LENGTH]);
void journal_unpack_progress(const uint8_t *list, struct uwc_state *s);

#endif
