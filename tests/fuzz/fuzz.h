/* Fuzz targets over every game of games[]: they read bytes and call abort() on
 * a broken promise.  libFuzzer runs them through entry.c (`make fuzz`);
 * replay.c runs them over the stored corpora.
 *
 * Every input is text.  Its first line names the game and the parameters, so
 * that people can read and edit a corpus. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "rules/game.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The longest input that is looked at. */
enum { FUZZ_INPUT_MAX = 1 << 17 };

/* "GAME SEATS STEPS [VARIANT]", then one notation a line, each tried in turn in
 * the position after STEPS steps of a random match.  Variant 0 has the default
 * options, 1 and higher the combinations that the game allows.  A line "#HEX"
 * is a move by its bits.  Each move, legal or not, is also played without a
 * check, on a copy of the state, as a damaged log would do. */
void fuzz_notation(const char *text);

/* A record's text. */
void fuzz_records(const char *text);

/* "GAME", then the document of a position; or "GAME VIEWER", then what that
 * viewer sees of one. */
void fuzz_positions(const char *text);

struct fuzz_target {
    const char *name;
    void (*run)(const char *text);
};

/* Ended by a name of NULL. */
extern const struct fuzz_target fuzz_targets[];

/* Run a target on bytes: as text, up to the first NUL. */
void fuzz_bytes(const struct fuzz_target *target, const uint8_t *data,
                size_t size);

/* A promise that must hold, in every build. */
#define FUZZ_CLAIM(claim)                                                      \
    ((claim) ? (void)0 : fuzz_broken(#claim, __FILE__, __LINE__))

_Noreturn void fuzz_broken(const char *claim, const char *file, int line);

/* The game named at the beginning of a text, and the text after its name; or
 * NULL. */
const struct game *fuzz_game(const char *text, const char **rest);

/* Change a line of a text of size bytes in one of the ways that a careless
 * writer would.  Returns the new size, at most cap. */
size_t fuzz_mutate_lines(char *text, size_t size, size_t cap, unsigned seed);

/* All that may be asked of a state without a move: each question returns. */
void fuzz_ask(const struct game *game, const void *state);

/* Call every function on a state that was accepted; then play on from it with
 * this number of random moves, and undo and repeat some of them. */
void fuzz_live(const struct game *game, void *state, unsigned seed, int moves);

#endif
