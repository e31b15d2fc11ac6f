/* Notifications for other nodes: text that fits one NOTIFY. */
#ifndef DB_NOTIFY_H
#define DB_NOTIFY_H

#include "db/store.h"

/* The channel on which nodes notify each other. */
#define DB_CHANNEL "fathom"

/* The notifications of matches that fit in one message.  db_notify_add returns
 * false when there is no room: send this one and begin another. */
struct db_notifications {
    size_t length;
    char text[7900]; /* PostgreSQL accepts less than 8000 */
};
extern const char db_notify_sql[]; /* sends $1, the text */
void db_notify_begin(const struct db_store *db, struct db_notifications *news);
bool db_notify_add(struct db_notifications *news, const struct play_id *match,
                   uint32_t seq, const uint16_t *tags, size_t tag_count);
enum store_err db_notify_send(struct pg *pg,
                              const struct db_notifications *news);
/* Notify accounts alone, by their tags (store_update.tags), any number.
 * db NULL: this node is notified, too. */
enum store_err db_notify_accounts(const struct db_store *db, struct pg *pg,
                                  const uint16_t *tags, size_t count);

/* Notify nodes that have one of these matches in memory to read it again: a
 * name in it changed, or it was deleted. */
enum store_err db_notify_names(const char *node, struct pg *pg,
                               const struct play_id *matches, size_t count);

#endif
