/* SQL of the tests of play and db, beside what the store does. */
#ifndef SUPPORT_PLAY_SQL_H
#define SUPPORT_PLAY_SQL_H

#include <stdbool.h>
#include <stdint.h>

/* Run statements.  number (may be NULL) is the first column of the first row,
 * -1 without a row; then sql is one statement.  False: it failed, and the
 * reason was printed.
 *
 * A connection takes most of the time that a short test needs: two databases
 * keep theirs for the next statement. */
bool sql_kept(const char *conninfo, const char *sql, int64_t *number);
/* In a connection of its own. */
bool sql_once(const char *conninfo, const char *sql, int64_t *number);

/* Close what sql_kept keeps for a database. */
void sql_forget(const char *conninfo);

#endif
