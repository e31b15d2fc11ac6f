/* Matches: creating and finding them, and finding those in which a bot must
 * act. */
#include "db/matches/matches.h"
#include "db/accounts/accounts.h"
#include "db/matchmaking/challenges.h"
#include "db/matchmaking/queue.h"
#include "db/node/notify.h"

#include <string.h>

struct insertion {
    const struct db_store *db;
    const struct store_match *row;
    const struct match_event *events;
    size_t event_count;
};

/* b may be NULL. */
static bool is_same(const struct play_id *a, const struct play_id *b)
{
    return b && memcmp(a, b, sizeof *a) == 0;
}

/* The account of a seat, unless the creator or an earlier seat has the same;
 * NULL: none. */
static const struct play_id *new_account(const struct store_match *row,
                                         int seat)
{
    const struct match_seat *seats = row->match.seats;
    const struct play_id *account = seat_account(&seats[seat]);
    bool is_new =
        account && !(row->has_creator && is_same(account, &row->creator));

    for (int i = 0; i < seat && is_new; i++)
        is_new = !is_same(account, seat_account(&seats[i]));
    return is_new ? account : NULL;
}

static int bot_seats(const struct match *match)
{
    int seats = 0;

    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_BOT)
            seats |= 1 << i;
    return seats;
}

/* clang-format off */
#define INSERT_NAMES PG_NAMES(MATCH_INSERT)

static const char insert_sql[] =
    "INSERT INTO matches (" INSERT_NAMES ", option_values, deadlines, banks)"
    " SELECT " INSERT_NAMES ","
    "  (SELECT coalesce(jsonb_object_agg(split_part(o, '=', 1),"
    "    split_part(o, '=', 2)::integer), '{}')"
    "   FROM string_to_table(options, E'\\n') o WHERE o > ''),"
    "  CASE WHEN turn_seconds IS NOT NULL OR bank_seconds IS NOT NULL THEN"
    "   (ARRAY[due0, due1, due2, due3])[:seat_count] END,"
    "  CASE WHEN bank_seconds IS NOT NULL THEN"
    "   (ARRAY[bank0, bank1, bank2, bank3])[:seat_count] END"
    " FROM (VALUES (" PG_PLACES_35 "))"
    " i (" INSERT_NAMES MATCH_INSERT_CLOCKS(PG_NAME_NEXT) ")";
/* clang-format on */

static enum store_err insert_row(struct pg *pg, const struct store_match *row)
{
    const struct match *m = &row->match;
    bool has_state = row->state_size > 0;
    bool has_bank = m->clock.bank_seconds > 0;
    const bool has_turn = m->clock.turn_seconds > 0;
    const struct pg_param in[] = {PG_VALUES(MATCH_INSERT)
                                      MATCH_INSERT_CLOCKS(PG_VALUE)};

    _Static_assert(PG_LENGTH(in) == 35, "insert_sql has a place for each");
    _Static_assert(RULES_SEATS_MAX == 4, "a deadline and a bank for each seat");
    return pg_run(pg, insert_sql, in, PG_LENGTH(in), NULL);
}

static enum store_err insert_seat(struct pg *pg, const struct match *match,
                                  int seat)
{
    const struct match_seat *who = &match->seats[seat];
    const struct pg_param in[] = {
        PG_UUID(&match->key),
        PG_INT2(seat),
        PG_INT2(who->kind),
        PG_UUID(seat_account(who)),
        PG_TEXT(who->kind == SEAT_BOT ? who->bot : NULL),
        PG_BOOL(match->sandbox),
        PG_BOOL(match->rated),
    };

    return pg_run(pg,
                  "INSERT INTO seats"
                  " (match_id, seat, kind, account_id, bot, sandbox, network)"
                  " VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN"
                  " (SELECT network FROM account_networks"
                  "  WHERE account_id = $4) END)",
                  in, PG_LENGTH(in), NULL);
}

/* Add the match to the feeds of its creator and its players. */
static enum store_err tell_accounts(struct pg *pg, const struct insertion *it)
{
    const struct match *m = &it->row->match;
    const struct play_id *who[RULES_SEATS_MAX + 1];
    uint16_t tags[RULES_SEATS_MAX + 1];
    enum store_err err = STORE_OK;
    struct db_notifications news;
    size_t n = 0;

    if (it->row->has_creator)
        who[n++] = &it->row->creator;
    for (int i = 0; i < m->settings.seats; i++)
        if (new_account(it->row, i))
            who[n++] = new_account(it->row, i);
    for (size_t i = 0; i < n && !err; i++) {
        tags[i] = (uint16_t)(who[i]->bytes[0] << 8 | who[i]->bytes[1]);
        err = db_feed_begin(pg, &m->key, who[i]);
    }
    if (err)
        return err;
    db_notify_begin(it->db, &news);
    db_notify_add(&news, &m->key, m->seq, tags, n);
    return db_notify_send(pg, &news);
}

/* Is the match made from queue entries or a challenge? */
static bool is_made_of(const struct store_match *row)
{
    return row->queue_entry_count > 0 || row->challenge;
}

/* Hold the accounts of the creator and the players: a deleted one can neither
 * create a match nor be seated. */
static enum store_err hold_accounts(struct pg *pg,
                                    const struct store_match *row)
{
    enum store_err err = STORE_OK;

    /* Creators with a limit are locked, so that their transactions wait for
     * each other. */
    if (row->has_creator)
        err = row->room ? db_account_lock(pg, &row->creator)
                        : db_account_hold(pg, &row->creator);
    for (int i = 0; i < row->match.settings.seats && !err; i++)
        if (row->match.seats[i].kind == SEAT_HUMAN && new_account(row, i))
            err = db_account_hold(pg, &row->match.seats[i].account);
    if (err == STORE_NOT_FOUND)
        err = is_made_of(row) ? STORE_STALE : STORE_UNAVAILABLE;
    return err;
}

/* Consume the queue entries or the challenge that the match is made from. */
static enum store_err take_origin(struct pg *pg, const struct store_match *row)
{
    enum store_err err = STORE_OK;

    if (row->queue_entry_count > 0)
        err = db_queue_match(pg, row);
    if (row->challenge && !err)
        err = db_challenge_accept(pg, row);
    return err ? err : db_bots_have_room(pg, &row->match);
}

static enum store_err insert_parts(struct pg *pg, const struct insertion *it)
{
    const struct match *m = &it->row->match;
    enum store_err err = STORE_OK;

    if (it->row->position)
        err = db_position_insert(pg, &m->key, it->row->position);
    for (int i = 0; i < m->settings.seats && !err; i++)
        err = insert_seat(pg, m, i);
    for (size_t i = 0; i < it->event_count && !err; i++)
        err = db_event_insert(pg, &m->key, &it->events[i]);
    return err;
}

static enum store_err tell(struct pg *pg, const struct insertion *it)
{
    enum store_err err = db_queue_give_up(pg, it->row);

    return err ? err : tell_accounts(pg, it);
}

static enum store_err insert_parts_and_tell(struct pg *pg,
                                            const struct insertion *it)
{
    enum store_err err = insert_parts(pg, it);

    return err ? err : tell(pg, it);
}

/* Run statements that read nothing. */
static enum store_err in_one_round_trip(
    struct pg *pg,
    enum store_err (*work)(struct pg *pg, const struct insertion *it),
    const struct insertion *it)
{
    enum store_err err, result;

    if (!pg_gather_begin(pg))
        return STORE_UNAVAILABLE;
    err = work(pg, it);
    result = pg_gather_end(pg, NULL, NULL);
    return err ? err : result;
}

static enum store_err insert_all(struct pg *pg, void *ctx)
{
    const struct insertion *it = ctx;
    const struct store_match *row = it->row;
    enum store_err err = hold_accounts(pg, row);

    if (!err)
        err = insert_row(pg, row);
    if (row->creation && !err)
        err = db_creation_insert(pg, row);
    if (row->room && !err)
        err = db_match_room(pg, row);
    if (err)
        return err;
    if (!is_made_of(row))
        return in_one_round_trip(pg, insert_parts_and_tell, it);
    err = in_one_round_trip(pg, insert_parts, it);
    if (!err)
        err = take_origin(pg, row);
    return err ? err : in_one_round_trip(pg, tell, it);
}

static enum store_err matches_insert(struct store *store,
                                     const struct store_match *row,
                                     const struct match_event *events,
                                     size_t event_count)
{
    struct insertion it = {db_store(store), row, events, event_count};

    return pg_transaction(db_pool(store), insert_all, &it);
}

static enum store_err matches_find(struct store *store,
                                   const struct play_id *id,
                                   struct store_match *out)
{
    const struct pg_param in[] = {PG_UUID(id)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "SELECT " MATCH_COLUMNS MATCH_STATE_COLUMNS
                                  " FROM matches m WHERE m.id = $1",
                                  in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        match_row_read_all(rows, 0, out);
    }
    pg_clear(rows);
    return err;
}

/* Ids of the rows, at most cap. */
static size_t read_ids(const struct pg_result *rows, struct play_id *out,
                       size_t cap)
{
    size_t count = 0;

    for (int i = 0; i < pg_rows(rows) && count < cap; i++)
        pg_bytes(rows, i, 0, &out[count++], sizeof *out);
    return count;
}

static enum store_err matches_list_empty(struct store *store,
                                         const struct play_id *creator,
                                         struct play_id *out, size_t cap,
                                         size_t *count)
{
    const struct pg_param in[] = {PG_UUID(creator), PG_INT8((int64_t)cap)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT m.id FROM matches m WHERE m.creator_id = $1"
                 " AND m.status < 2 AND NOT EXISTS (SELECT FROM seats s"
                 "  WHERE s.match_id = m.id AND s.kind = 1) LIMIT $2",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    *count = read_ids(rows, out, cap);
    pg_clear(rows);
    return STORE_OK;
}

/* A match of bots alone must have been watched since $4. */
#define BOTS_GO_ON                                                             \
    "(bot_seats <> (1 << seat_count) - 1 OR rated OR watched_at > $4)"

/* The longest unclaimed first, so that many matches in which this node cannot
 * act (of other rules) do not delay others. */
static enum store_err matches_bots_due(struct store *store,
                                       const struct store_bots_query *query,
                                       struct play_id *out, size_t cap,
                                       size_t *count)
{
    const struct pg_param in[] = {
        PG_TIME(query->now_us), PG_TIME(query->before_us),
        PG_INT8((int64_t)cap), PG_TIME(query->watched_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "UPDATE matches SET bot_claimed_at = $1 WHERE id IN"
                 " (SELECT id FROM matches WHERE status = 1 AND bot_seats <> 0"
                 "  AND to_act & bot_seats <> 0 AND " BOTS_GO_ON
                 "  AND greatest(moved_at, bot_claimed_at) < $2"
                 "  ORDER BY bot_claimed_at NULLS FIRST"
                 "  LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    *count = read_ids(rows, out, cap);
    pg_clear(rows);
    return STORE_OK;
}

static enum store_err matches_mark_watched(struct store *store,
                                           const struct play_id *match,
                                           int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(match), PG_TIME(now_us)};

    return pg_query(db_pool(store),
                    "UPDATE matches SET watched_at = $2"
                    " WHERE id = $1 AND status = 1",
                    in, PG_LENGTH(in), NULL);
}

const struct store_matches db_matches = {
    .note_network = db_networks_note,
    .insert = matches_insert,
    .find = matches_find,
    .find_position = db_matches_find_position,
    .list = db_matches_list,
    .list_idle = db_matches_list_idle,
    .delete_ended = db_matches_delete_ended,
    .list_empty = matches_list_empty,
    .bots_due = matches_bots_due,
    .mark_watched = matches_mark_watched,
    .clocks_due = db_matches_clocks_due,
};
