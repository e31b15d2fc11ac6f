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

static enum store_err bot_remove(struct route_rows *it)
{
    return it->store->bots->remove(it->store, &it->bot);
}

static enum store_err list_bots(struct route_rows *it)
{
    return it->store->bots->list(it->store, NULL, NULL, 10, see_bot, NULL);
}

static enum store_err insert_challenge(struct route_rows *it, struct play_id id,
                                       const char *key, unsigned from_strangers)
{
    const struct store_challenge row = {
        .challenge = {.key = id,
                      .settings = {.seats = 2},
                      .players = {{.account = it->ada,
                                   .answer = ANSWER_ACCEPTED},
                                  {.account = it->bob}},
                      .created_us = t0,
                      .expires_us = t0 + 1000000},
        .game_id = "template",
        .options = "",
        .key = key,
    };
    struct store_challenge_limits limits = {.waiting = 20,
                                            .from_strangers = from_strangers,
                                            .per_day = 100,
                                            .day_us = t0 - 1000};

    return it->store->challenges->insert(it->store, &row, &limits);
}

static enum store_err challenge(struct route_rows *it)
{
    struct store_challenge out;
    const struct play_id second = {{8, 9}};
    enum store_err err = insert_challenge(it, it->challenge, "ask", 1);

    if (!err)
        err = insert_challenge(it, second, NULL, 1);
    if (err == STORE_FULL) /* from a stranger */
        err = STORE_OK;
    if (!err)
        err = it->store->challenges->find(it->store, &it->challenge, &out);
    if (!err)
        err = it->store->challenges->find_by_key(it->store, &it->ada, "ask",
                                                 t0 - 1000, &out);
    return err ? err
               : it->store->challenges->answer(it->store, &it->challenge,
                                               &it->bob, false, t0 + 10);
}

static enum store_err cancel_challenge(struct route_rows *it)
{
    const struct play_id id = rows_id(40);
    enum store_err err = insert_challenge(it, id, NULL, 0);

    return err ? err : it->store->challenges->cancel(it->store, &id, t0 + 10);
}

static void see_challenge(void *ctx, const struct store_challenge *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list_challenges(struct route_rows *it)
{
    const struct store_challenge_query query = {
        .account = &it->ada, .statuses = ~0U, .now_us = t0, .limit = 10};

    return it->store->challenges->list(it->store, &query, see_challenge, NULL);
}

static enum store_err challenges_due(struct route_rows *it)
{
    struct store_builtin_challenge out[4];
    uint16_t tags[8];
    size_t count;
    enum store_err err =
        it->store->challenges->expire(it->store, t0, tags, 8, &count);

    return err ? err
               : it->store->challenges->list_for_builtin_bots(it->store, t0,
                                                              out, 4, &count);
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
    return err ? err : it->store->blocks->remove(it->store, &it->ada, "bob");
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
    struct store_builtin_bot bots[STORE_BUILTIN_BOTS_MAX];
    size_t count;
    enum store_err err =
        it->store->queue->list_waiting(it->store, t0, &out, &count);

    free(out);
    return err ? err
               : it->store->queue->list_builtin_bots(it->store, game, bots,
                                                     &count);
}

static enum store_err queue_renew(struct route_rows *it)
{
    uint16_t *tags;
    size_t count;
    enum store_err err =
        it->store->queue->renew(it->store, &it->ticket, 1, t0, t0 + 2000000);

    if (!err) {
        err = it->store->queue->sweep(it->store, t0, &tags, &count);
        free(tags);
    }
    return err;
}

static enum store_err queue_leave(struct route_rows *it)
{
    struct store_queue_entry out;

    return it->store->queue->leave(it->store, &it->bob, game, t0, &out);
}

const struct route_operation matchmaking_operations[] = {
    {"set the rules of a bot", bot_put},
    {"read a bot", bot_find},
    {"list bots", list_bots},
    {"remove the rules of a bot", bot_remove},
    {"create, read and accept challenges", challenge},
    {"cancel a challenge", cancel_challenge},
    {"list challenges", list_challenges},
    {"expire challenges, and find those of built-in bots", challenges_due},
    {"add, list and remove blocks", blocks},
    {"start, read and end a vacation", vacation},
    {"find the matches that a vacation affects", vacation_holds},
    {"join the queue", queue_put},
    {"read a queue entry", queue_find},
    {"pair players in the queue", queue_waiting},
    {"renew and expire queue entries", queue_renew},
    {"leave the queue", queue_leave},
    {NULL, NULL},
};
