/* Challenges: invitations to a match, which is made when all have accepted. */
#include "store.h"

enum store_err db_challenge_accept(struct pg *pg, const struct store_match *row)
{
    const struct pg_param in[] = {PG_UUID(row->challenge),
                                  PG_TIME(row->moved_us),
                                  PG_UUID(&row->match.key)};
    struct pg_result *rows;
    enum store_err err = pg_run(
        pg,
        "WITH c AS (UPDATE challenges SET status = 1, ended_at = $2,"
        "  match_id = $3, changed_xid = pg_current_xact_id()"
        "  WHERE id = $1 AND status = 0 AND NOT EXISTS"
        "   (SELECT FROM challenge_players WHERE challenge_id = $1"
        "    AND answer <> 1)"
        "  RETURNING id),"
        " p AS (UPDATE challenge_players SET ended_xid = pg_current_xact_id()"
        "  FROM c WHERE challenge_id = c.id)"
        " SELECT id FROM c",
        in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) == 1 ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}
