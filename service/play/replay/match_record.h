/* Records of stored matches: reading and verifying them. */
#ifndef PLAY_MATCH_RECORD_H
#define PLAY_MATCH_RECORD_H

#include "play/error.h"

#include <stdint.h>

struct play;
struct record;

/* Read the record of a match with its secret: for finished matches and for
 * tools.  Its moves were judged when they were played and are trusted.  *out is
 * new: release with match_record_clear.  PLAY_NOT_FOUND, PLAY_NOT_STARTED,
 * PLAY_DAMAGED, PLAY_REPLAY_TOO_LONG, PLAY_UNAVAILABLE.  The record of a
 * running match contains everything hidden: never show it to anybody. */
enum play_err match_record(struct play *play, const char *id,
                           struct record *out);
void match_record_clear(struct record *record);

/* Verify that the stored match agrees with its record: checks every decision
 * again, except of an older rules version, and compares the hash of every
 * event, the state, to_act and the result.  PLAY_OK and *bad_seq = 0 when all
 * agree, otherwise the first seq that does not.  Has no time bound: for tests
 * and tools, not for requests. */
enum play_err match_verify(struct play *play, const char *id,
                           uint32_t *bad_seq);

#endif
