/* The store: putting the operations together. */
#include "db/store.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

void db_config_defaults(struct db_config *config)
{
    *config = (struct db_config){
        .conninfo = "",
        .pool_max = 8,
        .pool_wait_ms = 2000,
        .connect_s = 3,
        .statement_ms = 5000,
    };
}

static void store_free(struct store *store)
{
    struct db_store *db = db_store(store);

    db_listen_stop(store);
    pg_close(db->writer);
    pg_pool_free(db->pool);
    free(db->conninfo);
    free(db->pooler);
    free(db);
}

static void store_count(struct store *store, struct store_counts *out)
{
    pg_pool_count(db_pool(store), out);
    out->failures = atomic_load(&db_store(store)->failures);
}

static const struct store operations = {
    .free = store_free,
    .ping = db_ping,
    .now = db_now,
    .try_write = db_try_write,
    .count = store_count,
    .backlog = db_backlog,
    .account_insert = db_account_insert,
    .account_find = db_account_find,
    .failures_find = db_failures_find,
    .failures_add = db_failures_add,
    .failures_clear = db_failures_clear,
    .failures_purge = db_failures_purge,
    .device_find = db_device_find,
    .device_list = db_device_list,
    .devices_purge = db_devices_purge,
    .account_password = db_account_password,
    .account_rehash = db_account_rehash,
    .argon2_since = db_argon2_since,
    .operator_act = db_operator_act,
    .account_holds = db_account_holds,
    .account_erase = db_account_erase,
    .token_insert = db_token_insert,
    .token_find = db_token_find,
    .token_revoke = db_token_revoke,
    .token_end = db_token_end,
    .tokens_end_others = db_tokens_end_others,
    .token_list = db_token_list,
    .tokens_touch = db_tokens_touch,
    .tokens_purge = db_tokens_purge,
    .match_insert = db_match_insert,
    .match_find = db_match_find,
    .matches_idle = db_matches_idle,
    .matches_empty = db_matches_empty,
    .match_list = db_match_list,
    .event_list = db_event_list,
    .event_list_assured = db_event_list_assured,
    .log_find = db_log_find,
    .snapshots_write = db_snapshots_write,
    .position_find = db_position_find,
    .archive_next = db_archive_next,
    .archive_undo = db_archive_undo,
    .key_find = db_key_find,
    .creation_find = db_creation_find,
    .keys_purge = db_keys_purge,
    .write = db_write,
    .challenge_insert = db_challenge_insert,
    .challenge_find = db_challenge_find,
    .challenge_find_key = db_challenge_find_key,
    .challenge_answer = db_challenge_answer,
    .challenge_cancel = db_challenge_cancel,
    .challenges_expire = db_challenges_expire,
    .challenge_list = db_challenge_list,
    .challenges_of_house = db_challenges_of_house,
    .challenges_purge = db_challenges_purge,
    .block_put = db_block_put,
    .block_drop = db_block_drop,
    .block_list = db_block_list,
    .bot_find = db_bot_find,
    .bot_put = db_bot_put,
    .bot_drop = db_bot_drop,
    .bot_list = db_bot_list,
    .bots_due = db_bots_due,
    .match_watched = db_match_watched,
    .clocks_due = db_clocks_due,
    .vacation_list = db_vacation_list,
    .vacation_write = db_vacation_write,
    .vacation_holds = db_vacation_holds,
    .feed_read = db_feed_read,
    .stream_ticket_insert = db_stream_ticket_insert,
    .stream_ticket_redeem = db_stream_ticket_redeem,
    .stream_tickets_purge = db_stream_tickets_purge,
    .queue_put = db_queue_put,
    .queue_find = db_queue_find,
    .queue_leave = db_queue_leave,
    .queue_renew = db_queue_renew,
    .queue_waiting = db_queue_waiting,
    .queue_sweep = db_queue_sweep,
    .queue_house = db_queue_house,
    .queue_purge = db_queue_purge,
    .ladder_begin = db_ladder_begin,
    .ladder_end = db_ladder_end,
    .ladder_seasons = db_ladder_seasons,
    .ladder_season_open = db_ladder_season_open,
    .ladder_season_close = db_ladder_season_close,
    .ladder_matches = db_ladder_matches,
    .ladder_record = db_ladder_record,
    .ladder_ratings = db_ladder_ratings,
    .ladder_settled = db_ladder_settled,
    .ladder_updates = db_ladder_updates,
    .ladder_write = db_ladder_write,
    .ladder_quarantine = db_ladder_quarantine,
    .ladder_compare = db_ladder_compare,
    .ladder_replace = db_ladder_replace,
    .season_find = db_season_find,
    .season_list = db_season_list,
    .leaderboard_read = db_leaderboard_read,
    .leaderboard_find = db_leaderboard_find,
    .standing_list = db_standing_list,
    .history_read = db_history_read,
    .match_ratings_read = db_match_ratings_read,
    .figures_read = db_figures_read,
    .cards_read = db_cards_read,
    .rate_usage_secret = db_rate_usage_secret,
    .rate_usage_send = db_rate_usage_send,
    .listen_start = db_listen_start,
    .listen_stop = db_listen_stop,
};

/* A name for this node among those that share the database. */
static bool name_node(char out[17])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[8];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[16] = '\0';
    return true;
}

/* Where the pool connects to, and where all that needs a session of its own
 * does. */
static bool name_servers(struct db_store *db, const struct db_config *config)
{
    db->conninfo = strdup(config->conninfo);
    db->pooler = config->pooler ? strdup(config->pooler) : NULL;
    if (!db->conninfo || (config->pooler && !db->pooler))
        return false;
    db->config.conninfo = db->conninfo;
    db->config.pooler = db->pooler;
    pg_server_init(&db->direct, &db->config, db->conninfo, &db->past);
    pg_server_init(&db->shared, &db->config,
                   db->pooler ? db->pooler : db->conninfo, &db->past);
    db->shared.is_pooled = db->pooler != NULL;
    return true;
}

struct store *db_store_new(const struct db_config *config)
{
    struct db_store *db = calloc(1, sizeof *db);

    if (!db)
        return NULL;
    db->store = operations;
    db->config = *config;
    db->config.failures = &db->failures;
    if (name_servers(db, config))
        db->pool = pg_pool_new(&db->shared);
    if (!db->pool || !name_node(db->node)) {
        store_free(&db->store);
        return NULL;
    }
    return &db->store;
}
