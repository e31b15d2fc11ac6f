/* Matches with a long log, for the tests of what replays it. */
#ifndef SUPPORT_PLAY_LOG_H
#define SUPPORT_PLAY_LOG_H

#include "play_world.h"

#include "play/store.h"

/* A running match whose seats are held by an account each, in a world of its
 * own with one node. */
struct logged {
    struct world world;
    struct play *play; /* the node that acts: the first, unless changed */
    struct player players[RULES_SEATS_MAX];
    int seats;
    char id[PLAY_ID_SIZE];
    uint32_t seq;
    unsigned chooser; /* the state of the generator that chooses moves */
};

/* false: no database, the test is skipped. */
bool logged_open(struct logged *it, const char *game, int seats);

/* Moves, undos, votes, vacations, and one seat that resigns halfway, until the
 * log has this many events or the match is over. */
void logged_live(struct logged *it, uint32_t to_seq);

/* Move until something can be taken back; then take it back and move again,
 * until the log has this many events. */
void logged_undo_and_repeat(struct logged *it, uint32_t to_seq);

/* The committed row. */
struct store_match *logged_row(struct logged *it, struct play *play);

/* Wait until at least this many snapshots are stored. */
void logged_await_snapshots(struct logged *it, int64_t count);

/* How many events a node has replayed so far. */
uint64_t logged_replayed(struct play *play);

#endif
