/* The operations of periodic jobs. */
#include "routes.h"

#include <criterion/criterion.h>

static enum store_err bots_due(struct route_rows *it)
{
    struct play_id out[4];
    size_t count;

    const struct store_bots_query query = {t0, t0 - 1, t0 - 1};

    return it->store->matches->bots_due(it->store, &query, out, 4, &count);
}

static enum store_err matches_idle(struct route_rows *it)
{
    for (int kind = 0; kind < IDLE_KINDS; kind++) {
        struct store_idle_place place = {0};
        const struct store_idle_query query = {
            .kind = (enum idle_kind)kind,
            .open_us = t0,
            .sandbox_us = t0,
            .idle_us = t0,
            .bots_us = t0,
            .after = &place,
            .limit = 4,
        };
        struct store_idle out[4];
        size_t count;
        enum store_err err =
            it->store->matches->list_idle(it->store, &query, out, &count);

        if (err)
            return err;
    }
    return STORE_OK;
}

static enum store_err matches_empty(struct route_rows *it)
{
    struct play_id out[4];
    size_t count;

    return it->store->matches->list_empty(it->store, &it->ada, out, 4, &count);
}

static enum store_err match_watched(struct route_rows *it)
{
    return it->store->matches->mark_watched(it->store, &it->match, t0);
}

static int64_t look(void *ctx, size_t index, const struct store_match *row)
{
    (void)ctx;
    (void)index;
    (void)row;
    return 0;
}

static enum store_err clocks_due(struct route_rows *it)
{
    size_t count;

    return it->store->matches->clocks_due(it->store, t0, 4, look, NULL, &count);
}

static enum store_err backlog(struct route_rows *it)
{
    struct store_backlog out;

    return it->store->health->backlog(it->store, t0, &out);
}

static enum store_err purges(struct route_rows *it)
{
    const int64_t before_us = t0 - INT64_C(86400000000);
    struct store *store = it->store;
    enum store_err err = store->tokens->purge(store, before_us);

    if (!err)
        err = store->idempotency_keys->purge(store, before_us);
    if (!err)
        err = store->issue_keys->purge(store, before_us);
    if (!err)
        err = store->stream_tickets->purge(store, before_us);
    if (!err)
        err = store->challenges->purge(store, before_us);
    if (!err)
        err = store->login_failures->purge(store, before_us);
    if (!err)
        err = store->devices->purge(store, before_us);
    return err ? err : store->queue->purge(store, before_us);
}

/* Of the match that has ended: it counts as settled then. */
static enum store_err pack(struct route_rows *it)
{
    struct store_archive_place place = {0};
    const struct store_archiving all = {&place, INT64_MAX / 2, t0, true};

    cr_assert(world_sql(it->world,
                        "INSERT INTO seasons (number, began_at, ends_at)"
                        " VALUES (1, now(), now() + interval '9 days')"
                        " ON CONFLICT DO NOTHING;"
                        "UPDATE ladder_matches SET number = 1, season = 1"));
    return it->store->archive->pack_next(it->store, &all);
}

static enum store_err unpack(struct route_rows *it)
{
    struct play_id after = {{0}};

    return it->store->archive->unpack_next(it->store, &after);
}

static enum store_err limits(struct route_rows *it)
{
    const struct rate_usage taken = {.key = 1, .count = 1};
    uint8_t secret[RATE_USAGE_SECRET_SIZE];
    enum store_err err = it->store->rate_usage->find_secret(it->store, secret);

    return err ? err : it->store->rate_usage->send(it->store, &taken, 1);
}

static enum store_err health(struct route_rows *it)
{
    int64_t now_us;
    uint64_t bytes, matches;
    enum store_err err = it->store->health->now(it->store, &now_us);

    if (!err)
        err = it->store->health->size(it->store, &bytes, &matches);
    return err ? err : it->store->health->try_write(it->store);
}

static enum store_err delete_ended(struct route_rows *it)
{
    struct play_id out[4];
    size_t count;

    return it->store->matches->delete_ended(it->store, t0, out, 4, &count);
}

const struct route_operation job_operations[] = {
    {"find bots that must move", bots_due},
    {"find idle matches", matches_idle},
    {"delete ended matches that count for nothing", delete_ended},
    {"record that a client watches a match of bots", match_watched},
    {"find overdue clocks", clocks_due},
    {"measure the backlog for metrics", backlog},
    {"purge expired rows", purges},
    {"archive a match", pack},
    {"unarchive a match", unpack},
    {"publish rate-limit usage", limits},
    {"find the matches of a deleted account", matches_empty},
    {"check the database and read its clock", health},
    {NULL, NULL},
};
