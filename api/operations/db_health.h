/* Can this node serve?  Asked by probes, which want to know soon: a database
 * that hangs must not hold up the probe that asks, nor the next one.
 *
 * One thread asks the database (play_check), for all probes that wait at the
 * time; none of them waits longer than it says. */
#ifndef API_PULSE_H
#define API_PULSE_H

#include "play/play.h"

struct play;
struct db_health;

/* New: release with db_health_free.  NULL: no thread, no memory.  Borrows play.
 */
struct db_health *db_health_new(struct play *play);

/* Waits for the question that is under way.  No probe may be waiting. */
void db_health_free(struct db_health *db_health);

/* PLAY_NO_DATABASE unless the database has answered within wait_ms: this
 * question, or any other that was put to it meanwhile.  So a node whose
 * connections are all busy is well as long as they get on. */
enum play_health db_health_ask(struct db_health *db_health, unsigned wait_ms);

#endif
