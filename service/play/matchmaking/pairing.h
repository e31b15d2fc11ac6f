/* Pairing: which waiting queue entries make a match.
 *
 * Two queue entries fit a match with a given number of seats when
 *
 *   - their terms are the same, and both accept this number of seats;
 *   - each has the other's rating within its window, which widens with the
 *     time that the entry has waited and in the end includes everybody;
 *   - neither belongs to a bot that the other does not accept.
 *
 * The entries of a match all fit each other.  The oldest entry chooses first:
 * the largest number of seats that can be filled now, with the ratings nearest
 * to its own.  Then the next oldest of the remaining entries, and so on.  So
 * an entry that could be in a match is in one, unless an older entry takes the
 * opponents that it needs.  Finally, an entry that accepts bots and has waited
 * for PAIRING_BUILTIN_S gets the smallest match that it accepts, with built-in
 * bots in the seats that no other entry can fill.
 *
 * A pure function: the result does not depend on the order of the entries. */
#ifndef PLAY_PAIRING_H
#define PLAY_PAIRING_H

#include "play/play.h"
#include "rules/game.h"

enum {
    PAIRING_WINDOW = 100,     /* points of rating, for a new entry */
    PAIRING_WIDENS = 10,      /* points for each second of waiting */
    PAIRING_PATIENCE_S = 120, /* after this time the window includes
                                 everybody */
    PAIRING_BUILTIN_S = 10,   /* after this time built-in bots fill seats */
    PAIRING_EVERYBODY = INT32_MAX,
};

struct pairing_entry {
    struct play_id id; /* unique */
    uint32_t terms;    /* entries with the same options and clock have the same
                          number */
    uint8_t seats;     /* bit n: it accepts matches of n + 1 seats */
    bool is_bot;       /* the entry of a bot account */
    bool takes_bots;
    int32_t rating[RULES_SEATS_MAX]; /* in matches of n + 1 seats */
    int64_t joined_us;
};

struct pairing_group {
    uint8_t seats; /* of the match: 2 to RULES_SEATS_MAX */
    uint8_t count; /* entries; built-in bots get the other seats */
    size_t entries[RULES_SEATS_MAX]; /* their indexes in the input */
};

/* Return how far a rating may be from the entry's own: in points, or
 * PAIRING_EVERYBODY. */
int32_t pairing_window(int64_t joined_us, int64_t now_us);

/* Find the matches that can be created now.  Writes them to out (room for
 * count) and returns their number.  No entry is in two of them.  builtin: the
 * number of built-in bots. */
size_t pairing_find(const struct pairing_entry *entries, size_t count,
                    int64_t now_us, unsigned builtin,
                    struct pairing_group *out);

#endif
