/* The networks from which players come to rated matches, as hashes. */
#include "db/matches/matches.h"

enum store_err db_networks_forget(struct pg *pg, const struct play_id *match)
{
    const struct pg_param in[] = {PG_UUID(match)};

    return pg_run(pg,
                  "UPDATE seats SET network = NULL"
                  " WHERE match_id = $1 AND network IS NOT NULL",
                  in, PG_LENGTH(in), NULL);
}

/* A row is written when the network has changed, or once in an hour. */
static const char note_sql[] =
    "INSERT INTO account_networks AS n (account_id, network, seen_at)"
    " SELECT $1, ('x' || encode(substr(sha256(limits_secret"
    "  || convert_to('network ' || $2, 'UTF8')), 1, 8), 'hex'))"
    "  ::bit(64)::bigint, $3 FROM shared"
    " ON CONFLICT (account_id) DO UPDATE SET network = excluded.network,"
    "  seen_at = excluded.seen_at WHERE n.network <> excluded.network"
    "  OR n.seen_at < excluded.seen_at - interval '1 hour'";

enum store_err db_networks_note(struct store *store,
                                const struct play_id *account,
                                const char *network, int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(network),
                                  PG_TIME(now_us)};

    if (network)
        return pg_query(db_pool(store), note_sql, in, PG_LENGTH(in), NULL);
    return pg_query(db_pool(store),
                    "DELETE FROM account_networks WHERE account_id = $1", in, 1,
                    NULL);
}
