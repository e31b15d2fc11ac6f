/* The record of a match: settings, secret and decisions.  A state can always be
 * computed from it.  The database, replays, golden files, bug reports and fuzz
 * seeds hold records. */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include "rules/game.h"

#include <stdbool.h>

enum entry_kind {
    ENTRY_MOVE,
    ENTRY_LEAVE, /* the seat left the match: game->leave; together if move.bits
                    is not 0 */
    ENTRY_UNDO,  /* the seat undoes its last move.bits moves */
};

struct entry {
    uint8_t kind; /* enum entry_kind */
    uint8_t seat;
    struct move move;
    uint32_t tag; /* for the caller, as the number of an event */
    /* ENTRY_MOVE: the move was checked when it was first played.  A replay
     * plays it without checking it again. */
    bool is_trusted;
    /* Forced passes after a trusted move, and after an entry of another kind
     * those that only an older ruleset made. */
    uint8_t passes;
};

/* The caller owns the entries; record_append never goes past cap. */
struct record {
    const struct game *game;
    uint16_t ruleset; /* the rules version that the match began with; 0: of
                         the game */
    struct settings settings;
    uint8_t secret[RULES_SECRET_SIZE];
    /* The position in which the match began, if not with game->start: the
     * omniscient view as struct sink_text writes it, position_length bytes,
     * borrowed.  NULL: the match began with settings and secret. */
    const char *position;
    size_t position_length;
    struct entry *entries;
    size_t count, cap;
};

/* Add an entry at the end.  Returns false and changes nothing if the record is
 * full. */
bool record_append(struct record *record, struct entry entry);

/* The state in which the record begins.  RULES_BAD_SETTINGS,
 * RULES_BAD_POSITION. */
enum rules_err record_begin(const struct record *record, void *state);

/* The record as text: a head of "name value" lines (game, ruleset, deck,
 * seats, every option, secret in hex), an empty line, then one line a decision:
 * "SEAT NOTATION", "SEAT leave", "SEAT leave together" (with the seat that left
 * last), or "SEAT undo N".  If the record begins at a
 * position, the head ends with the line "position" and the position's lines.
 * write is called with pieces of text.  The record is replayed meanwhile, since
 * notation depends on the state.
 *
 * The text holds the secret and thereby everything hidden. */
enum rules_err record_write(const struct record *record,
                            void (*write)(void *to, const char *text,
                                          size_t length),
                            void *to);

/* Where and why a record's text is refused. */
struct record_error {
    size_t line; /* from 1 */
    char reason[400];
};

/* Read a record's text and replay it; state (RULES_STATE_MAX bytes) is then its
 * last state.  The caller sets entries and cap; a record that needs more
 * entries is refused.  record->position points into the text.
 *
 * "game" must be the first line.  An option without a line has its default.  An
 * empty line or the end of the text ends the decisions; text after an empty
 * line is for people.  error may be NULL.
 *
 * A record of an older ruleset is judged by that ruleset and those since then,
 * because a match continues under the rules of a newer program: each move must
 * be legal, and each forced pass be made, by one of them.  Its entries are then
 * trusted.
 *
 * RULES_NEWER: the game, its ruleset or its deck is not known to this program;
 * a newer one may know it.  Otherwise a deck other than this program's is
 * refused, and so is a ruleset that the game does not continue. */
enum rules_err record_read(const char *text, struct record *record, void *state,
                           struct record_error *error);

/* The same for a text of an untrusted source, which may be made to take long:
 * go_on is called before each decision, and false ends the reading with
 * RULES_BAD_NOTATION. */
enum rules_err record_read_while(const char *text, struct record *record,
                                 void *state, struct record_error *error,
                                 bool (*go_on)(void *context), void *context);

/* A 64-bit hash of a state's bytes, the same on all machines of one byte order.
 * It depends on hidden things: never show it to players. */
uint64_t record_state_hash(const struct game *game, const void *state);

/* Whether this is the hash of the state: by these rules, or by an older version
 * that they continue. */
bool record_hash_is(const struct game *game, const void *state, uint64_t hash);

#endif
