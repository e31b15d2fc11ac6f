/* Bringing players together: which of the tickets that wait make a match.
 *
 * Two tickets suit each other at a table of so many seats when
 *
 *   - their terms are the same, and both want such a table;
 *   - each has the other's rating within its window, which widens with the
 *     time that the ticket has waited and in the end takes everybody;
 *   - neither belongs to a bot that the other does not want to meet.
 *
 * A match is made of tickets that suit each other, each of them all others.
 * The ticket that has waited longest chooses first: the fullest table that it
 * can have at once, with those whose ratings are nearest to its own.  Then the
 * next longest of those left, and so on; so whoever could be in a match is in
 * one, unless an older ticket takes away those whom it would need.  At last,
 * who takes bots and has waited for PAIRING_HOUSE_S gets the smallest table
 * that it wants, with bots of the house where nobody else suits.
 *
 * Nothing here depends on anything else, nor on the order of the tickets. */
#ifndef PLAY_PAIRING_H
#define PLAY_PAIRING_H

#include "play/play.h"
#include "rules/game.h"

enum {
    PAIRING_WINDOW = 100,     /* points of rating, for a new ticket */
    PAIRING_WIDENS = 10,      /* points for each second that it has waited */
    PAIRING_PATIENCE_S = 120, /* then its window takes everybody */
    PAIRING_HOUSE_S = 10,     /* then bots of the house help out */
    PAIRING_EVERYBODY = INT32_MAX,
};

struct pairing_entry {
    struct play_id id; /* no two have the same */
    uint32_t terms;    /* the same number: the same options and clock */
    uint8_t seats;     /* bit n: it wants tables of n + 1 seats */
    bool is_bot;       /* a bot's ticket */
    bool takes_bots;
    int32_t rating[RULES_SEATS_MAX]; /* at tables of n + 1 seats */
    int64_t joined_us;
};

struct pairing_group {
    uint8_t seats; /* of the table: 2 to RULES_SEATS_MAX */
    uint8_t count; /* tickets; bots of the house get the other seats */
    size_t tickets[RULES_SEATS_MAX]; /* where they stand in the input */
};

/* How far from its own may a rating be for a ticket?  In points, or
 * PAIRING_EVERYBODY. */
int32_t pairing_window(int64_t joined_us, int64_t now_us);

/* The matches that can be made now, into out (room for count); how many.  No
 * ticket is in two of them.  house: how many bots of the house there are. */
size_t pairing_find(const struct pairing_entry *tickets, size_t count,
                    int64_t now_us, unsigned house, struct pairing_group *out);

#endif
