/* A match is settings + secret + what was decided: the record.  It is the
 * truth in the database, the replay, the golden file, the bug report and the
 * fuzz seed; a state is a cache of it. */
#ifndef RULES_RECORD_H
#define RULES_RECORD_H

#include "rules/game.h"

#include <stdbool.h>

enum entry_kind {
    ENTRY_MOVE,
    ENTRY_LEAVE, /* the seat left the match: game->leave */
    ENTRY_UNDO,  /* the seat takes back its last move.bits moves */
};

struct entry {
    uint8_t kind; /* enum entry_kind */
    uint8_t seat;
    struct move move;
    uint32_t tag; /* the caller's own, carried along: an event's number */
    /* ENTRY_MOVE: the move was judged when it was first played.  A replay then
     * plays it without judging it again, and makes as many forced passes as
     * followed it (game_play). */
    bool is_trusted;
    uint8_t passes;
};

/* The caller owns the entries; record_append never goes past cap. */
struct record {
    const struct game *game;
    struct settings settings;
    uint8_t secret[RULES_SECRET_SIZE];
    /* Where the match began when it was not game->start: the omniscient view
     * as sink_text writes it, position_length bytes, borrowed; NULL: it began
     * by settings and secret. */
    const char *position;
    size_t position_length;
    struct entry *entries;
    size_t count, cap;
};

/* Add an entry at the end; false, and nothing changed, when it is full. */
bool record_append(struct record *record, struct entry entry);

/* The state in which the record begins.  RULES_BAD_SETTINGS,
 * RULES_BAD_POSITION. */
enum rules_err record_begin(const struct record *record, void *state);

/* Apply one entry to a state.  RULES_OK for ENTRY_LEAVE and for moves that are
 * trusted always; ENTRY_UNDO needs a replay and is RULES_ILLEGAL_MOVE here. */
enum rules_err record_step(const struct game *game, void *state,
                           const struct entry *entry);

/* The record as text: a head of "name value" lines (game, ruleset, deck,
 * seats, every option, secret in hex), an empty line, then one line a decision:
 * "SEAT NOTATION", "SEAT leave", or "SEAT undo N".  A record that begins at a
 * position has it as the head's end: the line "position" and the position's
 * lines.  write is called with pieces of text.  Replays as it goes, for
 * notation needs the state.
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
 * that needs more entries is refused.  record->position points into the
 * text.
 *
 * "game" stands first; an option without a line keeps its default; another
 * ruleset or deck than this program's is refused, for the match would not be
 * the same.  An empty line or the text's end closes the decisions: what stands
 * after an empty line is for people.  error may be NULL. */
enum rules_err record_read(const char *text, struct record *record, void *state,
                           struct record_error *error);

/* The same for a text of strangers, who may have made it to take long: before
 * each decision go_on is asked; false ends the reading with
 * RULES_BAD_NOTATION. */
enum rules_err record_read_while(const char *text, struct record *record,
                                 void *state, struct record_error *error,
                                 bool (*go_on)(void *context), void *context);

/* 64 bits over the bytes of a state, the same on every machine of one byte
 * order.  Holds hidden things: never show it to players. */
uint64_t record_state_hash(const struct game *game, const void *state);

#endif
