/* The commitment of a match: the hash that fixes its secret in advance. */
#ifndef PLAY_COMMITMENT_H
#define PLAY_COMMITMENT_H

#include "rules/game.h"

#include <stdint.h>

enum { MATCH_COMMITMENT_SIZE = 65 };

/* Write the hash of a match's secret and id, 64 lower-case hex digits and a
 * NUL: SHA-256 of the text "fathom-commitment-1 ID SECRET" without an end of
 * line, with the secret in lower-case hex as in the record. */
void match_commitment(const char *id, const uint8_t secret[RULES_SECRET_SIZE],
                      char out[MATCH_COMMITMENT_SIZE]);

#endif
