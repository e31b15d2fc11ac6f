/* The only part of this program that uses the database. */
#ifndef CLI_REBUILD_H
#define CLI_REBUILD_H

#include <stdbool.h>

/* Compute the ladder of this database again (a libpq connection string), tell
 * what differs, and replace it if asked to.  false after a complaint, or when
 * something differs and stays. */
bool rebuild_ladder(const char *database, bool replace);

#endif
