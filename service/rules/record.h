/* A match is settings + secret + what was decided: the record.  It is the
 * truth in the database, the replay, the golden file, the bug report and the
 * fuzz seed; a state is a cache of it. */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include "game.h"

#include <stdbool.h>

enum entry_kind {
    ENTRY_MOVE,
    ENTRY_LEAVE, /* the seat left the match: game->leave */
};

struct entry {
    uint8_t kind; /* enum entry_kind */
    uint8_t seat;
    struct move move;
};

/* The caller owns the entries; record_append never goes past cap. */
struct record {
    const struct game *game;
    struct settings settings;
    uint8_t secret[RULES_SECRET_SIZE];
    struct entry *entries;
    size_t count, cap;
};

/* Add an entry at the end; false, and nothing changed, when it is full. */
bool record_append(struct record *record, struct entry entry);

/* Apply one entry to a state.  RULES_OK for ENTRY_LEAVE always. */
enum rules_err record_step(const struct game *game, void *state,
                           const struct entry *entry);

/* Begin the state and apply the first n entries.  *failed (may be NULL) is the
 * index of the entry that does not apply. */
enum rules_err record_replay(const struct record *record, size_t n, void *state,
                             size_t *failed);

/* The record as text: a head of "name value" lines (game, ruleset, deck,
 * seats, every option, secret in hex), an empty line, then one line a decision:
 * "SEAT NOTATION", or "SEAT leave".  write is called with pieces of text.
 * Replays as it goes, for notation needs the state.
 *
 * The text holds the secret: who reads it knows every hidden thing. */
enum rules_err record_write(const struct record *record,
                            void (*write)(void *to, const char *text,
                                          size_t length),
                            void *to);

/* Where and why a record's text is refused. */
struct record_error {
    size_t line; /* from 1 */
    char reason[160];
};

/* Read a record's text, replaying as it goes; state (RULES_STATE_MAX bytes) is
 * left at its end.  The caller sets entries and cap, the rest is read; a record
 * that needs more entries is refused.
 *
 * "game" stands first; an option without a line keeps its default; another
 * ruleset or deck than this program's is refused, for the match would not be
 * the same.  An empty line or the text's end closes the decisions: what stands
 * after an empty line is for people.  error may be NULL. */
enum rules_err record_read(const char *text, struct record *record, void *state,
                           struct record_error *error);

/* 64 bits over the bytes of a state, the same on every machine of one byte
 * order.  Holds hidden things: never show it to players. */
uint64_t record_state_hash(const struct game *game, const void *state);

#endif
