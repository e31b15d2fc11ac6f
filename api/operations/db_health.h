/* Checks whether this node can serve, for health probes.
 *
 * A database that hangs must delay neither the probe nor the next one: one
 * thread queries the database (play_check) for all probes that wait at the
 * time, and no probe waits longer than its limit. */
#ifndef API_DB_HEALTH_H
#define API_DB_HEALTH_H

#include "play/play.h"

struct play;
struct db_health;

/* New: release with db_health_free.  NULL when memory or threads are short.
 * Borrows play. */
struct db_health *db_health_new(struct play *play);

/* Waits for the check that runs.  No probe may be waiting. */
void db_health_free(struct db_health *db_health);

/* PLAY_NO_DATABASE unless the database responds within wait_ms, to this check
 * or to any other statement.  So a node whose connections are all busy is
 * healthy as long as they make progress. */
enum play_health db_health_ask(struct db_health *db_health, unsigned wait_ms);

#endif
