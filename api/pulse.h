/* Does the database answer?  Asked by probes, which want to know soon: a
 * database that hangs must not hold up whoever asks, nor the next one.
 *
 * One thread asks, for all who want to know at the time; nobody waits for it
 * longer than it may. */
#ifndef API_PULSE_H
#define API_PULSE_H

#include <stdbool.h>

struct play;
struct pulse;

/* New: release with pulse_free.  NULL: no thread, no memory.  Borrows play. */
struct pulse *pulse_new(struct play *play);

/* Waits for the question that is under way, and for nobody else: who asks must
 * have gone. */
void pulse_free(struct pulse *pulse);

/* True when the database has answered by then: this question, or any other that
 * was put to it meanwhile.  So a node whose connections are all busy is still
 * well, as long as they get on. */
bool pulse_beats(struct pulse *pulse, unsigned wait_ms);

#endif
