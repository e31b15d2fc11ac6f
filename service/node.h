/* What the commands need of a node: the database, and the state of play. */
#ifndef SERVICE_NODE_H
#define SERVICE_NODE_H

#include "config.h"

#include "play/play.h"
#include "play/store.h"

#include <signal.h>

/* Migrate the database, or (may_change is false) check that it is migrated;
 * logs the result.  False when the schema is not current. */
bool node_migrate(const struct config *config, bool may_change);

/* New: release with store->free.  NULL: out of memory. */
struct store *node_open_store(const struct config *config);

/* The same for a command that reads a whole table or season: its statements may
 * take an hour, and no pooler cuts them off. */
struct store *node_open_patient_store(const struct config *config);

/* New: release with play_free, before the store.  NULL: out of memory or
 * threads. */
struct play *node_open_play(const struct config *config, struct store *store);

/* Wait until the time is known: no request is served before.  False when a
 * signal ended the wait. */
bool node_wait_for_time(const struct play *play, const sigset_t *ending);

#endif
