/* Snapshots: stored states of matches, so that a replay need not start at the
 * first event.
 *
 * There is one for every SNAPSHOT_EVERY events, and one for the start of a
 * sandbox, whose position would have to be read and checked otherwise.  The
 * node that commits the event offers it, if no other event is committed after
 * it in the same transaction, and so does a replay that found none; a job
 * writes them, many at once.  Requests do not wait for that and do not depend
 * on it: a snapshot that is missing, damaged or from another build only costs
 * time. Snapshots that are offered faster than they can be written are dropped.
 *
 * Packed matches (archiver.c) have none. */
#ifndef PLAY_SNAPSHOT_H
#define PLAY_SNAPSHOT_H

#include "play/match/event.h"
#include "play/play.h"
#include "rules/game.h"

struct entry;
struct log_point;
struct play;
struct snapshots;
struct store_match;
struct store_snapshot;

/* Events between two snapshots. */
enum { SNAPSHOT_EVERY = 64 };

/* A match after one of its events, as struct log_point has it.  Everything is
 * borrowed. */
struct snapshot {
    const struct game *game;
    const struct play_id *match;
    uint32_t seq;        /* of the event */
    uint64_t state_hash; /* match_event.state_hash of the event */
    const void *state;
    /* The undo window (undo_window.h). */
    uint32_t from;
    unsigned seal;
    const struct entry *moves;
    size_t count;
    const void *base; /* with moves: the state before them */
};

/* Return whether there should be a snapshot after this event of the match. */
bool snapshot_is_due(const struct store_match *row,
                     const struct match_event *event);

/* Write the body of a snapshot for the store: *out is new.  Returns its size;
 * 0: no memory. */
size_t snapshot_write(const struct snapshot *snapshot, uint8_t **out);
/* Read a snapshot: out becomes the match after its event.  false: it is
 * damaged, and *out is undefined. */
bool snapshot_read(const struct store_snapshot *stored, const struct game *game,
                   struct log_point *out);

/* ---- writing ---- */

struct snapshots *snapshots_new(void);
void snapshots_free(struct snapshots *snapshots);
/* Offer a snapshot.  Copies what it needs.  Does not wait for the database. */
void snapshots_offer(struct play *play, const struct snapshot *snapshot);
/* The job: write the snapshots that were offered. */
void snapshots_run(struct play *play);

#endif
