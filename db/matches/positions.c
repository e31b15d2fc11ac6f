/* The positions in which sandbox matches begin. */
#include "db/matches/matches.h"

#include <stdlib.h>
#include <string.h>

enum store_err db_matches_find_position(struct store *store,
                                        const struct play_id *id, char **out)
{
    const struct pg_param in[] = {PG_UUID(id)};
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store), "SELECT position FROM positions WHERE match_id = $1",
        in, PG_LENGTH(in), &rows);

    *out = NULL;
    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        *out = strdup(pg_text(rows, 0, 0));
        if (!*out)
            err = STORE_UNAVAILABLE;
    }
    pg_clear(rows);
    return err;
}

enum store_err db_position_insert(struct pg *pg, const struct play_id *match,
                                  const char *position)
{
    const struct pg_param in[] = {PG_UUID(match), PG_TEXT(position)};

    return pg_run(pg,
                  "INSERT INTO positions (match_id, position) VALUES ($1, $2)",
                  in, PG_LENGTH(in), NULL);
}
