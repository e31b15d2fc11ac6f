/* Can this node serve?  Asked by probes, which want to know soon: a database
 * that hangs must not hold up the probe that asks, nor the next one.
 *
 * One thread asks the database (play_check), for all probes that wait at the
 * time; none of them waits longer than it says. */
#ifndef API_PULSE_H
#define API_PULSE_H

#include "play/play.h"

struct play;
struct pulse;

/* New: release with pulse_free.  NULL: no thread, no memory.  Borrows play. */
struct pulse *pulse_new(struct play *play);

/* Waits for the question that is under way.  No probe may be waiting. */
void pulse_free(struct pulse *pulse);

/* PLAY_NO_DATABASE unless the database has answered within wait_ms: this
 * question, or any other that was put to it meanwhile.  So a node whose
 * connections are all busy is well as long as they get on. */
enum play_health pulse_ask(struct pulse *pulse, unsigned wait_ms);

#endif
