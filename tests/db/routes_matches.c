/* The operations of one match: reading and writing it. */
#include "routes.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static enum store_err match_insert(struct route_rows *it)
{
    const struct store_creation_key creation = {
        .key = "make", .reply = "{}", .since_us = t0 - 1000};
    struct store_match row = rows_match(10);

    row.creation = &creation;
    return it->store->matches->insert(it->store, &row, NULL, 0);
}

static enum store_err match_find(struct route_rows *it)
{
    struct store_match out;

    return it->store->matches->find(it->store, &it->match, &out);
}

static enum store_err event_list(struct route_rows *it)
{
    struct match_event *out;
    size_t count;
    enum store_err err =
        it->store->events->list(it->store, &it->match, 0, 100, &out, &count);

    free(out);
    return err;
}

static enum store_err durable_list(struct route_rows *it)
{
    struct match_event *out;
    size_t count;
    enum store_err err = it->store->events->list_durable(it->store, &it->match,
                                                         0, 100, &out, &count);

    free(out);
    return err;
}

static enum store_err log_find(struct route_rows *it)
{
    const struct store_log_query query = {&it->match, "this", 64, 100};
    struct store_log out;
    enum store_err err = it->store->events->find_log(it->store, &query, &out);

    free(out.snapshot.body);
    free(out.events);
    return err;
}

static enum store_err snapshots_write(struct route_rows *it)
{
    uint8_t body[] = {1, 2, 3};
    const struct store_snapshot one = {
        .match = it->match, .seq = 64, .body = body, .size = sizeof body};

    return it->store->snapshots->write(it->store, "this", &one, 1);
}

static enum store_err position_find(struct route_rows *it)
{
    char *out;
    enum store_err err =
        it->store->matches->find_position(it->store, &it->match, &out);

    free(out);
    return err == STORE_NOT_FOUND ? STORE_OK : err;
}

static enum store_err key_find(struct route_rows *it)
{
    struct store_key out = {0};
    enum store_err err = it->store->idempotency_keys->find(
        it->store, &it->match, &it->ada, "play", t0 - 1000, &out);

    free(out.reply);
    return err == STORE_NOT_FOUND ? STORE_OK : err;
}

static enum store_err tag_list(struct route_rows *it)
{
    const struct store_tag_query query = {&it->match, 0, 4, t0 - 1000};
    uint32_t *out;
    size_t count;
    enum store_err err =
        it->store->idempotency_keys->list_tags(it->store, &query, &out, &count);

    free(out);
    return err;
}

static enum store_err creation_find(struct route_rows *it)
{
    struct store_created_match out = {0};
    enum store_err err = it->store->idempotency_keys->find_match(
        it->store, &it->ada, "make", t0 - 1000, &out);

    free(out.reply);
    return err;
}

static const uint8_t state[64] = {0};

void route_prepare_writes(struct route_rows *it)
{
    struct store_update late = rows_update(99, state);

    cr_assert_eq(rows_write(it->store, &late), STORE_STALE);
}

static enum store_err join(struct route_rows *it)
{
    struct store_update update = rows_update(0, state);

    update.events[0] = (struct match_event){
        .seq = 1, .kind = EVENT_JOIN, .seat = 1, .at_us = t0, .player = "bob"};
    update.seat_changed = 1;
    update.seat = (struct match_seat){
        .kind = SEAT_HUMAN, .name = "bob", .account = it->bob};
    return rows_write(it->store, &update);
}

static enum store_err move(struct route_rows *it)
{
    struct store_update update = rows_update(1, state);

    update.key = "play";
    update.account = it->ada;
    update.reply = "{}";
    return rows_write(it->store, &update);
}

static enum store_err undo(struct route_rows *it)
{
    struct store_update update = rows_update(2, state);

    update.events[0] = (struct match_event){
        .seq = 3, .kind = EVENT_UNDO, .at_us = t0 + 103, .to_seq = 1};
    return rows_write(it->store, &update);
}

static enum store_err end(struct route_rows *it)
{
    const struct match_result result = {.rank = {1, 2}, .total = {9, 4}};
    struct store_update update = rows_update(3, state);

    update.status = MATCH_FINISHED;
    update.to_act = 0;
    update.events[0] = (struct match_event){
        .seq = 4, .kind = EVENT_FINISH, .seat = -1, .at_us = t0 + 104};
    update.result = &result;
    update.seat_count = 2;
    update.counts = true;
    return rows_write(it->store, &update);
}
const struct route_operation match_operations[] = {
    {"read a match", match_find},
    {"read the events of a match", event_list},
    {"read the events that standbys have", durable_list},
    {"read the start position of a sandbox", position_find},
    {"read an earlier state of a match", log_find},
    {"write snapshots of matches", snapshots_write},
    {"look up an idempotency key in a match", key_find},
    {"read the idempotency keys of a match", tag_list},
    {"join a match", join},
    {"write a move", move},
    {"write an undo", undo},
    {"end a match", end},
    {"create a match", match_insert},
    {"look up the idempotency key of a new match", creation_find},
    {NULL, NULL},
};
