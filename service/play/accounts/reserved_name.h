/* Names that nobody can choose, because they would pass for the service itself:
 * those of its operators, of its bots, and names that it generates.
 *
 * A name is compared as people see it.  0 counts as o, 1 and i as l, 3 as e, 4
 * as a, 5 as s, 7 as t, and rn as m; - and _ do not count, and a letter may be
 * repeated more often.  Refused are:
 *
 *   - admin, administrator, fathom, moderator, operator, root, support,
 * sysadmin and system, also several together, with a number at the end, or with
 * bot, help, official, service, staff or team: "adm1n", "fathom-team",
 * "root_2";
 *   - the names of the built-in bots, also after bot or house: "gr33dy",
 *     "bot-greedy";
 *   - names that begin as those that the service generates: "guest_abc".
 *
 * Names that contain such a word among others are free: "rooted", "systematic",
 * "random42", "greedy-bear". */
#ifndef PLAY_RESERVED_NAME_H
#define PLAY_RESERVED_NAME_H

#include <stdbool.h>

/* Return whether the name, in lower case, is or looks like a reserved one. */
bool name_is_reserved(const char *name);

#endif
