/* Limits on the unfinished matches that an account has created. */
#include "db/matches/matches.h"

/* Which of its matches each cap counts. */
/* clang-format off */
#define LIVE       "true"
#define OPEN       "status = 0"
#define SANDBOX    "sandbox"
#define BOTS       "bot_seats <> 0"
#define BOTS_ALONE "bot_seats = (1 << seat_count) - 1"

#define MADE " FROM matches WHERE creator_id = $1 AND status < 2"
#define OLDEST(which)                                                          \
    "SELECT id" MADE " AND " which " AND id <> $2 ORDER BY moved_at LIMIT 1"

/* In the order of enum match_cap. */
static const char count_sql[] =
    "SELECT count(*) FILTER (WHERE " LIVE "), count(*) FILTER (WHERE " OPEN "),"
    " count(*) FILTER (WHERE " SANDBOX "), count(*) FILTER (WHERE " BOTS "),"
    " count(*) FILTER (WHERE " BOTS_ALONE ")" MADE;

static const char *const oldest_sql[CAP_COUNT] = {
    [CAP_LIVE] = OLDEST(LIVE),
    [CAP_OPEN] = OLDEST(OPEN),
    [CAP_SANDBOX] = OLDEST(SANDBOX),
    [CAP_BOTS] = OLDEST(BOTS),
    [CAP_BOTS_ALONE] = OLDEST(BOTS_ALONE),
};

/* Open challenges count, too: each may become a match. */
static const char promised_sql[] =
    "SELECT count(*), count(*) FILTER (WHERE EXISTS"
    "  (SELECT FROM challenge_players o JOIN accounts a ON a.id = o.account_id"
    "   WHERE o.challenge_id = c.id AND a.house_bot IS NOT NULL))"
    " FROM challenge_players p JOIN challenges c ON c.id = p.challenge_id"
    " WHERE p.account_id = $1 AND p.ended_xid IS NULL AND c.creator_id = $1"
    " AND c.expires_at > $2";
/* clang-format on */

static enum store_err count_made(struct pg *pg, const struct play_id *account,
                                 int64_t counts[CAP_COUNT])
{
    const struct pg_param in[] = {PG_UUID(account)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg, count_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int cap = 0; cap < CAP_COUNT; cap++)
        counts[cap] = pg_int(rows, 0, cap);
    pg_clear(rows);
    return STORE_OK;
}

/* `but` is the match that is being created. */
static enum store_err find_oldest(struct pg *pg, const struct play_id *account,
                                  const struct play_id *but,
                                  struct store_match_caps *room)
{
    const struct pg_param in[] = {PG_UUID(account), PG_UUID(but)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg, oldest_sql[room->full], in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    room->has_oldest = pg_rows(rows) > 0;
    if (room->has_oldest)
        pg_bytes(rows, 0, 0, &room->oldest, sizeof room->oldest);
    pg_clear(rows);
    return STORE_OK;
}

/* `is_one`: which caps count the match that is being created. */
static enum store_err check(struct pg *pg, struct store_match_caps *room,
                            const bool is_one[CAP_COUNT],
                            const int64_t counts[CAP_COUNT],
                            const struct play_id *account,
                            const struct play_id *but)
{
    enum store_err err;

    room->is_full = false;
    for (int cap = 0; cap < CAP_COUNT; cap++)
        if (is_one[cap] && room->most[cap] > 0 &&
            counts[cap] > room->most[cap]) {
            room->is_full = true;
            room->full = (enum match_cap)cap;
        }
    if (!room->is_full)
        return STORE_OK;
    err = find_oldest(pg, account, but, room);
    return err ? err : STORE_FULL;
}

enum store_err db_match_room(struct pg *pg, const struct store_match *row)
{
    const struct match *match = &row->match;
    int64_t counts[CAP_COUNT];
    size_t bots = 0;
    enum store_err err = count_made(pg, &row->creator, counts);

    for (size_t seat = 0; seat < match->settings.seats; seat++)
        bots += match->seats[seat].kind == SEAT_BOT;
    const bool is_one[CAP_COUNT] = {
        [CAP_LIVE] = true,
        [CAP_OPEN] = match->status == MATCH_OPEN,
        [CAP_SANDBOX] = match->sandbox,
        [CAP_BOTS] = bots > 0,
        [CAP_BOTS_ALONE] = bots == match->settings.seats,
    };

    return err ? err
               : check(pg, row->room, is_one, counts, &row->creator,
                       &match->key);
}

enum store_err db_challenge_room(struct pg *pg,
                                 const struct store_challenge *row)
{
    const struct challenge *c = &row->challenge;
    const struct play_id *account = &c->players[0].account;
    const struct pg_param in[] = {PG_UUID(account), PG_TIME(c->created_us)};
    bool is_one[CAP_COUNT] = {[CAP_LIVE] = true};
    int64_t counts[CAP_COUNT];
    struct pg_result *rows;
    enum store_err err = count_made(pg, account, counts);

    if (!err)
        err = pg_run(pg, promised_sql, in, PG_LENGTH(in), &rows);
    if (err)
        return err;
    for (int i = 0; i < c->settings.seats; i++)
        is_one[CAP_BOTS] =
            is_one[CAP_BOTS] || c->players[i].kind == ACCOUNT_BUILTIN;
    counts[CAP_LIVE] += pg_int(rows, 0, 0) + 1;
    counts[CAP_BOTS] += pg_int(rows, 0, 1) + is_one[CAP_BOTS];
    pg_clear(rows);
    return check(pg, row->room, is_one, counts, account, &c->key);
}
