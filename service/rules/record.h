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

enum { REPLAY_SPAN_MAX = 128 };

/* A match under replay: its state, and what may still be taken back.
 *
 * The span is what was decided since the last decision that is sealed
 * (game->seals).  A seat that leaves while another has its turn closes no span;
 * otherwise leaving does, and so does a span that is full.  A seat
 * takes back its own last moves of the span: they are struck from it, and the
 * rest is played again from the span's beginning.  With one seat's turn under
 * way that is the way back step by step; where several seats choose at once,
 * nobody else's choice is touched. */
struct replay {
    const struct game *game;
    unsigned seal; /* bits of enum irreversible: what closed the span before
                      this one; 0 at the match's beginning */
    size_t count;  /* moves in the span */
    struct entry undo_window[REPLAY_SPAN_MAX];   /* all of them trusted */
    _Alignas(16) uint8_t base[RULES_STATE_MAX];  /* where the span begins */
    _Alignas(16) uint8_t state[RULES_STATE_MAX]; /* now */
};

/* Begin at a state; it is copied. */
void replay_begin(struct replay *replay, const struct game *game,
                  const void *state);

/* Apply the next entry.  RULES_OK for ENTRY_LEAVE and for moves that are
 * trusted always.  A seat that no game has: RULES_NOT_TO_ACT.  ENTRY_UNDO of no
 * move, or of more than replay_undoable says: RULES_ILLEGAL_MOVE.  On an error
 * nothing changes.  Only a move that is not trusted is judged, once: taking
 * back judges nothing. */
enum rules_err replay_step(struct replay *replay, const struct entry *entry);

/* Apply the next entry of a log of which it is known where each entry led:
 * `hash` is record_state_hash of the state after it.  Nothing is judged; how
 * many forced passes followed a move is found out by the hash.
 * RULES_ILLEGAL_MOVE, and nothing changes, when the entry does not lead to that
 * state: the log is damaged, or other rules wrote it. */
enum rules_err replay_step_known(struct replay *replay,
                                 const struct entry *entry, uint64_t hash);

/* The same for a single move: play it in the state, with the number of forced
 * passes that leads to the state with this hash; *passes is that number.
 * RULES_ILLEGAL_MOVE, and nothing changes, if there is none. */
enum rules_err record_play_known(const struct game *game, void *state, int seat,
                                 struct move move, uint64_t hash,
                                 uint8_t *passes);

/* How many of its last moves the seat may take back now. */
size_t replay_undoable(const struct replay *replay, int seat);

/* Begin the state and replay the first n entries.  *failed (may be NULL) is the
 * index of the entry that does not apply. */
enum rules_err record_replay(const struct record *record, size_t n, void *state,
                             size_t *failed);

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
