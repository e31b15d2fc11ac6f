/* Which names an account may have, and the names of deleted accounts.
 *
 * Of a deleted account's name only a hash is kept, keyed by a secret of this
 * database (shared.names_secret): who has no copy of it can tell nothing from
 * the hash. */
#include "db/accounts/accounts.h"

/* An arbitrary number that no other advisory lock with two numbers uses. */
#define NAMES_LOCK "1180791913"

/* The text of a name in which letters that look alike are the same.  There is
 * an index of accounts by this expression. */
#define LOOKS(name) "translate(" name ", '01_', 'ol-')"

/* Whether $1 is the name, or looks like it, of an account other than $2 (NULL:
 * of any), or of a deleted one. */
static const char taken_sql[] =
    "SELECT EXISTS (SELECT FROM accounts"
    "  WHERE " LOOKS("name") " = " LOOKS(
        "$1::text") "  AND id IS DISTINCT FROM $2)"
                    " OR EXISTS (SELECT FROM former_names"
                    "  WHERE hash = " DB_NAME_HASH(LOOKS("$1::text")) ")";

static enum store_err read_taken(struct pg_result *rows)
{
    const enum store_err err = pg_bool(rows, 0, 0) ? STORE_CONFLICT : STORE_OK;

    pg_clear(rows);
    return err;
}

enum store_err db_names_check(struct store *store, const char *name)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_UUID(NULL)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), taken_sql, in, PG_LENGTH(in), &rows);

    return err ? err : read_taken(rows);
}

/* Other transactions that give an account a name that looks the same wait until
 * this one ends.  The unique names make one wait for a deletion that is under
 * way, too; therefore the hashes are looked at after the name was given. */
enum store_err db_names_hold(struct pg *pg, const char *name)
{
    const struct pg_param in[] = {PG_TEXT(name)};

    return pg_run(pg,
                  "SELECT pg_advisory_xact_lock(" NAMES_LOCK
                  ", hashtext(" LOOKS("$1::text") "))",
                  in, PG_LENGTH(in), NULL);
}

enum store_err db_names_check_given(struct pg *pg,
                                    const struct play_id *account,
                                    const char *name)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_UUID(account)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg, taken_sql, in, PG_LENGTH(in), &rows);

    return err ? err : read_taken(rows);
}

enum store_err db_names_retire(struct pg *pg, const struct play_id *account,
                               const char *name)
{
    const struct pg_param kept[] = {PG_TEXT(name)};
    const struct pg_param blocks[] = {PG_UUID(account), PG_TEXT(name)};
    enum store_err err = pg_run(
        pg,
        "INSERT INTO former_names (hash)"
        " SELECT " DB_NAME_HASH(LOOKS("$1::text")) " ON CONFLICT DO NOTHING",
        kept, PG_LENGTH(kept), NULL);

    return err ? err
               : pg_run(pg,
                        "UPDATE blocks SET former_name = " DB_NAME_HASH(
                            "$2::text") " WHERE blocked_id = $1",
                        blocks, PG_LENGTH(blocks), NULL);
}
