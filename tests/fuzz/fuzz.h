/* Fuzz targets over every game of games[]: bytes in, abort() on a broken
 * promise.  libFuzzer drives them through entry.c (`make fuzz`), replay.c runs
 * them over the corpora that are kept.
 *
 * Every input is text.  Its first line says what it is about, so that a corpus
 * can be read, and mended, by people. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "rules/game.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The longest input that is looked at. */
enum { FUZZ_INPUT_MAX = 1 << 17 };

/* "GAME SEATS STEPS [VARIANT]", then notations, a line each, tried one after
 * the other in the position after so many steps of a random match.  Variant 0
 * has the usual options, 1 and on the combinations that the game allows.  A
 * line "#HEX" is a move by its bits.  Legal or not, each move is also played
 * without being judged, on a state of its own, as a damaged log would do. */
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

/* The game named at the beginning of a text, and what follows its name; NULL
 * when there is none. */
const struct game *fuzz_game(const char *text, const char **rest);

/* Change a line of a text of size bytes in one of the ways that a careless
 * writer would.  Returns the new size, at most cap. */
size_t fuzz_mutate_lines(char *text, size_t size, size_t cap, unsigned seed);

/* All that may be asked of a state without a move: each question returns. */
void fuzz_ask(const struct game *game, const void *state);

/* Everything that may be asked of a state that was accepted; then it is played
 * on by so many random moves, some of them taken back and made again. */
void fuzz_live(const struct game *game, void *state, unsigned seed, int moves);

#endif
