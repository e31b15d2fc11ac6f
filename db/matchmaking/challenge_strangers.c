/* The limit on open challenges that a player has from strangers: accounts that
 * have not finished a match with it. */
#include "db/accounts/accounts.h"
#include "db/matches/matches.h"
#include "db/matchmaking/challenges.h"

#include <stdlib.h>
#include <string.h>

static int by_id(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct play_id));
}

enum store_err db_challenge_lock(struct pg *pg,
                                 const struct challenge *challenge)
{
    struct play_id sorted[RULES_SEATS_MAX] = {0};
    enum store_err err = STORE_OK;
    size_t count = 0;

    for (int i = 0; i < challenge->settings.seats; i++)
        if (i == 0 || challenge->players[i].kind == ACCOUNT_HUMAN)
            sorted[count++] = challenge->players[i].account;
    /* Accounts are locked in the order of their ids, which prevents
     * deadlocks. */
    qsort(sorted, count, sizeof *sorted, by_id);
    for (size_t i = 0; i < count && !err; i++)
        err = db_account_lock(pg, &sorted[i]);
    return err;
}

/* clang-format off */
#define NEWEST(account)                                                        \
    "SELECT match_id FROM (SELECT s.match_id FROM seats s WHERE"               \
    " s.account_id = " account " ORDER BY s.created_at DESC, s.match_id DESC"  \
    " LIMIT 500) newest"
/* The accounts have finished a match that is among the newest of both, however
 * many they have.  INTERSECT compares each match once; OFFSET 0 makes the
 * planner look up the few that remain. */
#define KNOWN(one, other)                                                      \
    "EXISTS (SELECT FROM (" NEWEST(one) " INTERSECT " NEWEST(other) ") common" \
    " CROSS JOIN LATERAL (SELECT m.status FROM matches m WHERE m.id ="         \
    "  common.match_id OFFSET 0) m WHERE m.status = 2)"

/* What $1 has not answered at $2. */
#define UNANSWERED                                                             \
    " FROM challenge_players p JOIN challenges c ON c.id = p.challenge_id"     \
    " WHERE p.account_id = $1 AND p.ended_xid IS NULL AND p.answer = 0"        \
    " AND c.expires_at > $2"

static const char unanswered_sql[] = "SELECT count(*)" UNANSWERED;
static const char strangers_sql[] =
    "SELECT count(*) FROM (SELECT" UNANSWERED
    " AND NOT " KNOWN("$1", "$3") " AND NOT "
    KNOWN("$1", "c.creator_id") " LIMIT $4) from_strangers";
/* clang-format on */

static enum store_err count(struct pg *pg, const char *sql,
                            const struct pg_param *in, size_t in_count,
                            unsigned most)
{
    struct pg_result *rows;
    enum store_err err = pg_run(pg, sql, in, in_count, &rows);

    if (err)
        return err;
    err = pg_int(rows, 0, 0) < most ? STORE_OK : STORE_FULL;
    pg_clear(rows);
    return err;
}

enum store_err db_challenge_strangers(struct pg *pg,
                                      const struct challenge *challenge,
                                      unsigned most)
{
    enum store_err err = STORE_OK;

    for (int i = 1; i < challenge->settings.seats && !err; i++) {
        const struct challenge_player *who = &challenge->players[i];
        const struct pg_param in[] = {
            PG_UUID(&who->account), PG_TIME(challenge->created_us),
            PG_UUID(&challenge->players[0].account), PG_INT8(most)};

        if (most == 0 || who->kind != ACCOUNT_HUMAN)
            continue;
        err = count(pg, unanswered_sql, in, 2, most);
        if (err == STORE_FULL)
            err = count(pg, strangers_sql, in, PG_LENGTH(in), most);
    }
    return err;
}
