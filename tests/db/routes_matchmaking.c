/* The operations of bots, challenges, blocks, vacations and the queue. */
#include "routes.h"

#include <stdlib.h>

static enum store_err bot_put(struct route_rows *it)
{
    const struct bot_rules rules = {.games = {{"template", 3}},
                                    .game_count = 1,
                                    .clocks = BOT_CLOCK_NONE,
                                    .rated = BOT_CASUAL,
                                    .at_once = 3};

    return it->store->bots->put(it->store, &it->bot, &rules);
}

static enum store_err bot_find(struct route_rows *it)
{
    struct store_bot out;

    return it->store->bots->find(it->store, &it->bot, &out);
}

static void see_bot(void *ctx, const struct store_bot *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list_bots(struct route_rows *it)
{
    return it->store->bots->list(it->store, NULL, NULL, 10, see_bot, NULL);
}

static enum store_err challenge(struct route_rows *it)
{
    const struct store_challenge row = {
        .challenge = {.key = it->challenge,
                      .settings = {.seats = 2},
                      .players = {{.account = it->ada,
                                   .answer = ANSWER_ACCEPTED},
                                  {.account = it->bob}},
                      .created_us = t0,
                      .expires_us = t0 + 1000000},
        .game_id = "template",
        .options = "",
        .key = "ask",
    };
    struct store_challenge out;
    struct store_challenge_limits limits = {
        .waiting = 20, .per_day = 100, .day_us = t0 - 1000};
    enum store_err err =
        it->store->challenges->insert(it->store, &row, &limits);

    if (!err)
        err = it->store->challenges->find(it->store, &it->challenge, &out);
    if (!err)
        err = it->store->challenges->find_by_key(it->store, &it->ada, "ask",
                                                 t0 - 1000, &out);
    return err ? err
               : it->store->challenges->answer(it->store, &it->challenge,
                                               &it->bob, false, t0 + 10);
}

static void see_block(void *ctx, const struct block *block)
{
    (void)ctx;
    (void)block;
}

static enum store_err blocks(struct route_rows *it)
{
    enum store_err err =
        it->store->blocks->put(it->store, &it->ada, &it->bob, 1000, t0);

    if (!err)
        err = it->store->blocks->list(it->store, &it->ada, NULL, 10, see_block,
                                      NULL);
    return err ? err : it->store->blocks->remove(it->store, &it->ada, &it->bob);
}

static enum store_err vacation(struct route_rows *it)
{
    const struct vacation week = {t0, t0 + INT64_C(86400000000)};
    struct vacation out[4];
    size_t count;
    enum store_err err =
        it->store->vacations->write(it->store, &it->ada, NULL, &week);

    return err ? err
               : it->store->vacations->list(it->store, &it->ada, out, 4,
                                            &count);
}

static enum store_err vacation_holds(struct route_rows *it)
{
    struct store_held_seat out[4];
    size_t count;

    return it->store->vacations->list_seats(it->store, &it->ada, t0, false,
                                            NULL, out, 4, &count);
}

static enum store_err queue_put(struct route_rows *it)
{
    const struct store_queue_entry ticket = {
        .id = it->ticket,
        .account = it->bob,
        .game = "template",
        .seats = 2,
        .clock = {.turn_seconds = MATCH_DAY_SECONDS},
        .joined_us = t0,
        .expires_us = t0 + 1000000,
    };
    struct store_queue_refusal why;
    struct store_queue_entry out;

    return it->store->queue->put(it->store, &ticket, &out, &why);
}

static enum store_err queue_find(struct route_rows *it)
{
    struct store_queue_entry out;

    return it->store->queue->find(it->store, &it->bob, game, t0, &out);
}

static enum store_err queue_waiting(struct route_rows *it)
{
    struct store_waiting *out;
    size_t count;
    enum store_err err =
        it->store->queue->list_waiting(it->store, t0, &out, &count);

    free(out);
    return err;
}
const struct route_operation matchmaking_operations[] = {
    {"set the rules of a bot", bot_put},
    {"read a bot", bot_find},
    {"list bots", list_bots},
    {"create, read and accept challenges", challenge},
    {"add, list and remove blocks", blocks},
    {"start, read and end a vacation", vacation},
    {"find the matches that a vacation affects", vacation_holds},
    {"join the queue", queue_put},
    {"read a queue entry", queue_find},
    {"pair players in the queue", queue_waiting},
    {NULL, NULL},
};
