/* Reading matches: lists, positions and events. */
#ifndef PLAY_READ_H
#define PLAY_READ_H

#include "play/error.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/play.h"
#include "play/replay/event_journal.h"
#include "rules/game.h"

struct player;

/* Which matches to list; newest first. */
struct match_filter {
    /* Only running matches in which a seat of the asker owes a decision: the
     * one whose time is up first first, then those without a clock, the longest
     * without an event first.  Needs an asker. */
    bool is_to_act;
    unsigned statuses;       /* bits of enum match_status; 0: any */
    const char *game;        /* NULL: every game */
    const char *player;      /* the name of a player in the match; NULL: any */
    bool by_rated, is_rated; /* by_rated: only those, or only others */
    int seats;               /* only with this number of seats; 0: any */
    int64_t since_us;        /* only those created then or later; 0: all */
    /* Only these, private ones, too: who has the id of a match may read it.  No
     * other filter applies.  NULL: all; at most MATCH_IDS_MAX. */
    const struct play_id *ids;
    size_t id_count;
    const char *cursor; /* the end of the page before; NULL: the first */
    unsigned limit;     /* 1 to 100 */
};

enum { MATCH_IDS_MAX = 100, MATCHES_READ = 500 };

/* Read one page into out (room for filter->limit).  *count is the number of
 * matches; next is the cursor of the next page, "" after the last.  A page may
 * be short, or empty, although more follow: no more is read for it once
 * MATCHES_READ matches were.  Private matches are listed only for their own
 * players.  asker may be NULL.  PLAY_BAD_CURSOR, PLAY_UNAVAILABLE.  An unknown
 * player has no matches. */
enum play_err match_list(struct play *play, const struct player *asker,
                         const struct match_filter *filter, struct match *out,
                         size_t *count, char next[PLAY_CURSOR_SIZE]);

/* The match without its position.  PLAY_NOT_FOUND, PLAY_UNAVAILABLE. */
enum play_err match_get(struct play *play, const char *id, struct match *out);

/* A client has seen this seq of the match (0: none), perhaps on another node:
 * no later reading on this node returns an older one.  PLAY_NOT_FOUND,
 * PLAY_UNAVAILABLE. */
enum play_err match_catch_up(struct play *play, const char *id,
                             uint32_t min_seq);

/* A match and its position at one seq. */
struct match_position {
    struct match match; /* as it is now */
    uint32_t seq;    /* of the position: match.seq unless another was asked */
    seat_set to_act; /* in the position */
    bool has_state;  /* false before the start: no state, no view */
    int viewer;      /* the asker's seat, RULES_SPECTATOR, or (of
                        match_position_read) RULES_OMNISCIENT */
    struct match_undo undo; /* of the viewer's seat; nothing in an earlier
                               position, or one that is not running */
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

/* The asker sees a match as one of its seats: as_seat, or for MATCH_OWN_SEAT
 * its only one.  With several, in a sandbox, that is the lowest that is to act,
 * or else the lowest. */
enum { MATCH_OWN_SEAT = -1 };

/* The position now, for game->view, ->moves, ->prompt, ->score.  asker may be
 * NULL; out->viewer is the asker's seat.  min_seq (0: none) is a seq that the
 * asker has seen: this node must not show an older position.
 * PLAY_NOT_FOUND, PLAY_NOT_SEATED (as_seat is not the asker's),
 * PLAY_OTHER_RULES, PLAY_UNAVAILABLE; so for the next ones. */
enum play_err match_read(struct play *play, const struct player *asker,
                         const char *id, int as_seat, uint32_t min_seq,
                         struct match_position *out);

/* The same without waiting for the database or another thread.  false: not
 * possible now, or an error; use match_read. */
bool match_read_at_once(struct play *play, const struct player *asker,
                        const char *id, int as_seat, uint32_t min_seq,
                        struct match_position *out);

/* Which position match_read would read, and for which viewer. */
struct match_sight {
    struct play_id key;
    uint64_t stamp; /* match.stamp */
    uint32_t seq;
    enum match_status status;
    int viewer;
    uint32_t woken; /* for match_wait_at_once */
};

/* The same without waiting for the database or another thread.  false: not
 * possible now, use match_read. */
bool match_glance(struct play *play, const struct player *asker, const char *id,
                  int as_seat, struct match_sight *out);

/* The position as it was at seq, by replay; also if it was taken back later.
 * PLAY_NOT_FOUND also when the match has not reached seq.  As all replays:
 * PLAY_REPLAY_TOO_LONG, and PLAY_DAMAGED when the log does not lead to the
 * states that were played. */
enum play_err match_read_at(struct play *play, const struct player *asker,
                            const char *id, int as_seat, uint32_t seq,
                            struct match_position *out);

/* The position at seq (MATCH_NOW: now) for the omniscient viewer, as
 * match_spec.position requires it.  Of a sandbox only for its creator; of a
 * finished match for everybody.  Also PLAY_NOT_ALLOWED, PLAY_NOT_STARTED;
 * PLAY_NOT_FOUND also for a seq before the start. */
enum { MATCH_NOW = -1 };
enum play_err match_position_read(struct play *play, const struct player *asker,
                                  const char *id, int64_t seq,
                                  struct match_position *out);

/* An event that is visited, with the states before and after it (NULL before
 * the start), and the moves that an undo can take back. */
struct match_visit {
    const struct match_event *event;
    const void *before, *after;
    struct undo_moves undo;
};

/* The events after a seq, at most limit (1 to 100) of them, in order.  visit
 * gets each; game_step needs the viewer: position->viewer. *last
 * is the seq of the last event visited, or after.  The state in position is the
 * current one.  Also PLAY_BAD_CURSOR: the match has not reached `after`. */
enum play_err
match_events(struct play *play, const struct player *asker, const char *id,
             int as_seat, uint32_t after, unsigned limit,
             void (*visit)(void *ctx, const struct match_position *position,
                           const struct match_visit *visited),
             void *ctx, uint32_t *last);

/* All events after a seq, if they are at most limit, and the match in *now,
 * without waiting for the database or another thread: the latest events of a
 * running match that a client follows are in memory.  false: not possible now,
 * and visit was not called. */
bool match_events_at_once(struct play *play, const struct player *asker,
                          const char *id, int as_seat, uint32_t after,
                          unsigned limit,
                          void (*visit)(void *ctx,
                                        const struct match_position *position,
                                        const struct match_visit *visited),
                          void *ctx, uint32_t *last, struct match *now);

#endif
