/* Where each operation of the store would go if the tables were spread over
 * several databases: docs/operations/growth.md says so, and the plans of the
 * very statements show it.  Operations that clients wait for have the id of the
 * match or of the account, or the hash of the token; what does not is in the
 * page's table, too, and nowhere else.
 *
 * FATHOM_PLANS=1 prints the plans. */
#include "db_routes.h"
#include "pages.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_path[] = "docs/operations/growth.md";
static const int64_t t0 = INT64_C(1790000000) * 1000000 + 123456;
static const char game[] = "template";

/* All that operations are asked of. */
struct asked {
    struct world *world;
    struct store *store;
    struct play_id ada, bob, bot, match, challenge, ticket;
    uint8_t token[32], other[32];
    struct store_feed_cursor place;
};

static struct play_id id_of(uint8_t n)
{
    struct play_id id;

    memset(id.bytes, n, sizeof id.bytes);
    return id;
}

/* ---- tokens and accounts ---- */

static struct store_account account_of(uint8_t n, const char *name)
{
    struct store_account account = {
        .id = id_of(n), .password = "$scrypt$secret", .created_us = t0};

    snprintf(account.name, sizeof account.name, "%s", name);
    return account;
}

static enum store_err account_insert(struct asked *it)
{
    const struct store_account cyd = account_of(17, "cyd");

    return it->store->accounts->insert(it->store, &cyd);
}

static enum store_err account_find(struct asked *it)
{
    struct store_account out;

    return it->store->accounts->find(it->store, "ada", &out);
}

static enum store_err account_password(struct asked *it)
{
    const struct store_new_password change = {.account = it->bob,
                                              .before = "$scrypt$secret",
                                              .after = "$scrypt$other",
                                              .asker = it->other,
                                              .now_us = t0 + 9};

    return it->store->accounts->change_password(it->store, &change);
}

static enum store_err account_rehash(struct asked *it)
{
    return it->store->accounts->replace_hash(
        it->store, &it->ada, "$scrypt$secret", "$argon2id$secret");
}

static enum store_err argon2_since(struct asked *it)
{
    int64_t since_us;

    return it->store->accounts->argon2_since(it->store, &since_us);
}

static enum store_err account_holds(struct asked *it)
{
    struct store_held_seat out[4];
    size_t count;

    return it->store->accounts->list_seats(it->store, &it->ada, NULL, out, 4,
                                           &count);
}

static enum store_err account_erase(struct asked *it)
{
    const struct store_account_deletion erasure = {
        .account = it->bob, .name = "gone-1", .now_us = t0 + 99, .spared = 9};
    struct play_id *matches;
    size_t count;
    enum store_err err =
        it->store->accounts->erase(it->store, &erasure, &matches, &count);

    free(matches);
    return err;
}

static enum store_err operator_ban(struct asked *it)
{
    const struct store_operator_command deed = {
        .action = {.what = OPERATOR_BAN, .by = "", .why = ""},
        .name = "bob",
        .now_us = t0 + 99,
    };
    struct play_id id;

    return it->store->operators->act(it->store, &deed, &id);
}

static enum store_err token_insert(struct asked *it)
{
    const struct store_token token = {
        .id = id_of(40),
        .hash = {40},
        .created_us = t0,
        .expires_us = t0 + 1000000,
        .account = it->ada,
    };
    const struct store_token_terms terms = {
        .most = 20, .device = token.hash, .devices_most = 20};

    return it->store->tokens->insert(it->store, &token, &terms);
}

static enum store_err show_token(struct asked *it)
{
    struct store_token out;

    return it->store->tokens->find(it->store, it->token, &out);
}

static void see_token(void *ctx, const struct store_token *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list_tokens(struct asked *it)
{
    return it->store->tokens->list(it->store, &it->ada, t0, see_token, NULL);
}

static enum store_err tokens_touch(struct asked *it)
{
    const uint8_t hashes[2][32] = {{1}, {2}};

    return it->store->tokens->touch(it->store, hashes, 2, t0 + 5, t0 + 4);
}

static enum store_err token_revoke(struct asked *it)
{
    return it->store->tokens->revoke(it->store, it->other, t0 + 5);
}

static enum store_err end_token(struct asked *it)
{
    const struct play_id token = id_of(40);

    return it->store->tokens->revoke_by_id(it->store, &it->ada, &token, t0 + 5);
}

static enum store_err device_find(struct asked *it)
{
    const uint8_t hash[32] = {40};

    return it->store->devices->find(it->store, "ada", hash, t0);
}

static void see_device(void *ctx, const struct store_device *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list_devices(struct asked *it)
{
    return it->store->devices->list(it->store, &it->ada, t0, see_device, NULL);
}

static enum store_err tokens_end_others(struct asked *it)
{
    return it->store->tokens->revoke_others(it->store, &it->ada, it->token,
                                            t0 + 5);
}

static enum store_err failures(struct asked *it)
{
    const struct store_failure failure = {"ada", "192.0.2.7", t0, 3, t0 + 500};
    struct store_failure_record out;
    enum store_err err = it->store->login_failures->add(it->store, &failure);

    if (!err)
        err = it->store->login_failures->find(it->store, "ada", "192.0.2.7",
                                              &out);
    return err ? err
               : it->store->login_failures->clear(it->store, "ada",
                                                  "192.0.2.7");
}

/* ---- matches ---- */

/* An open match of two seats; ada has the first. */
static struct store_match match_of(uint8_t n)
{
    return (struct store_match){
        .match =
            {.key = id_of(n),
             .rules_version = 3,
             .deck = "numbers",
             .deck_version = 2,
             .status = MATCH_OPEN,
             .settings = {.seats = 2},
             .seats = {{.kind = SEAT_HUMAN, .name = "ada", .account = id_of(1)},
                       {.kind = SEAT_OPEN}},
             .created_us = t0 + n},
        .game_id = "template",
        .options = "hand=4\nwinner=0\n",
        .has_creator = true,
        .creator = id_of(1),
        .secret = {7, 7, 7},
        .moved_us = t0 + n,
    };
}

static enum store_err match_insert(struct asked *it)
{
    const struct store_creation_key creation = {
        .key = "make", .reply = "{}", .since_us = t0 - 1000};
    struct store_match row = match_of(10);

    row.creation = &creation;
    return it->store->matches->insert(it->store, &row, NULL, 0);
}

static enum store_err match_find(struct asked *it)
{
    struct store_match out;

    return it->store->matches->find(it->store, &it->match, &out);
}

static enum store_err event_list(struct asked *it)
{
    struct match_event *out;
    size_t count;
    enum store_err err =
        it->store->events->list(it->store, &it->match, 0, 100, &out, &count);

    free(out);
    return err;
}

static enum store_err log_find(struct asked *it)
{
    const struct store_log_query query = {&it->match, "this", 64, 100};
    struct store_log out;
    enum store_err err = it->store->events->find_log(it->store, &query, &out);

    free(out.snapshot.body);
    free(out.events);
    return err;
}

static enum store_err snapshots_write(struct asked *it)
{
    uint8_t body[] = {1, 2, 3};
    const struct store_snapshot one = {
        .match = it->match, .seq = 64, .body = body, .size = sizeof body};

    return it->store->snapshots->write(it->store, "this", &one, 1);
}

static enum store_err position_find(struct asked *it)
{
    char *out;
    enum store_err err =
        it->store->matches->find_position(it->store, &it->match, &out);

    free(out);
    return err == STORE_NOT_FOUND ? STORE_OK : err;
}

static enum store_err key_find(struct asked *it)
{
    struct store_key out = {0};
    enum store_err err = it->store->idempotency_keys->find(
        it->store, &it->match, &it->ada, "play", t0 - 1000, &out);

    free(out.reply);
    return err == STORE_NOT_FOUND ? STORE_OK : err;
}

static enum store_err creation_find(struct asked *it)
{
    struct store_created_match out = {0};
    enum store_err err = it->store->idempotency_keys->find_match(
        it->store, &it->ada, "make", t0 - 1000, &out);

    free(out.reply);
    return err;
}

/* A plain effect: it runs, and seat 0 has moved. */
static struct store_update effect_of(const struct asked *it, uint32_t seq)
{
    static const uint8_t state[64] = {0};

    return (struct store_update){
        .match = it->match,
        .seq = seq,
        .status = MATCH_RUNNING,
        .to_act = 2,
        .at_us = t0 + 100 + seq,
        .build = "this",
        .state = state,
        .state_size = sizeof state,
        .events = {{.seq = seq + 1,
                    .kind = EVENT_MOVE,
                    .move = "choose 5",
                    .at_us = t0 + 100 + seq,
                    .state_hash = 7}},
        .event_count = 1,
        .seat_changed = -1,
    };
}

static enum store_err write_one(struct asked *it, struct store_update *effect)
{
    struct store_update *effects[] = {effect};
    enum store_err err =
        it->store->updates->write(it->store, effects, 1, t0 - 1000);

    return err ? err : effect->outcome;
}

/* The first write of a node asks what the database is used to. */
static void write_nothing(struct asked *it)
{
    struct store_update late = effect_of(it, 99);

    cr_assert_eq(write_one(it, &late), STORE_STALE);
}

static enum store_err join(struct asked *it)
{
    struct store_update effect = effect_of(it, 0);

    effect.events[0] = (struct match_event){
        .seq = 1, .kind = EVENT_JOIN, .seat = 1, .at_us = t0, .player = "bob"};
    effect.seat_changed = 1;
    effect.seat = (struct match_seat){
        .kind = SEAT_HUMAN, .name = "bob", .account = it->bob};
    return write_one(it, &effect);
}

static enum store_err move(struct asked *it)
{
    struct store_update effect = effect_of(it, 1);

    effect.key = "play";
    effect.account = it->ada;
    effect.reply = "{}";
    return write_one(it, &effect);
}

static enum store_err undo(struct asked *it)
{
    struct store_update effect = effect_of(it, 2);

    effect.events[0] = (struct match_event){
        .seq = 3, .kind = EVENT_UNDO, .at_us = t0 + 103, .to_seq = 1};
    return write_one(it, &effect);
}

static enum store_err end(struct asked *it)
{
    const struct match_result result = {.rank = {1, 2}, .total = {9, 4}};
    struct store_update effect = effect_of(it, 3);

    effect.status = MATCH_FINISHED;
    effect.to_act = 0;
    effect.events[0] = (struct match_event){
        .seq = 4, .kind = EVENT_FINISH, .seat = -1, .at_us = t0 + 104};
    effect.result = &result;
    effect.seat_count = 2;
    effect.counts = true;
    return write_one(it, &effect);
}

/* ---- the feed of an account ---- */

static enum store_err read_feed(struct asked *it,
                                const struct store_feed_cursor *after)
{
    const struct store_feed_query query = {
        .account = &it->ada, .after = after, .limit = 10};
    struct store_feed_entry out[10];
    size_t count;

    return it->store->feed->read(it->store, &query, out, &count, &it->place);
}

static enum store_err feed(struct asked *it)
{
    return read_feed(it, NULL);
}

static enum store_err feed_on(struct asked *it)
{
    const struct store_feed_cursor after = it->place;

    return read_feed(it, &after);
}

static enum store_err stream_ticket(struct asked *it)
{
    const uint8_t hash[32] = {3};
    uint8_t token[32];
    enum store_err err = it->store->stream_tickets->insert(
        it->store, hash, it->token, t0 + 1000);

    return err ? err
               : it->store->stream_tickets->redeem(it->store, hash, t0, token);
}

/* ---- lists ---- */

static void see_match(void *ctx, const struct store_match *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list(struct asked *it, struct store_filter filter)
{
    filter.limit = 25;
    return it->store->matches->list(it->store, &filter, see_match, NULL);
}

static enum store_err matches(struct asked *it)
{
    enum store_err err = list(it, (struct store_filter){0});

    if (!err)
        err = list(it, (struct store_filter){.by_status = true});
    if (!err)
        err = list(it, (struct store_filter){.game = game});
    return err ? err
               : list(it,
                      (struct store_filter){.game = game, .by_status = true});
}

static enum store_err matches_of_player(struct asked *it)
{
    return list(it, (struct store_filter){.player = "ada"});
}

static enum store_err live_matches_of_player(struct asked *it)
{
    return list(it, (struct store_filter){.player = "ada",
                                          .by_status = true,
                                          .status = MATCH_RUNNING});
}

static void see_standing(void *ctx, const struct store_standing *row)
{
    (void)ctx;
    (void)row;
}

static struct store_leaderboard_query board_of(int seats)
{
    return (struct store_leaderboard_query){
        .game = game, .seats = seats, .season = 1, .limit = 25};
}

static enum store_err boards(struct asked *it)
{
    enum store_err err = STORE_OK;

    for (int seats = 1; seats <= 2 && !err; seats++) {
        const struct store_leaderboard_query query = board_of(seats);
        int64_t total;

        err = it->store->leaderboards->read(it->store, &query, &total,
                                            see_standing, NULL);
    }
    return err;
}

static enum store_err leaderboard_find(struct asked *it)
{
    enum store_err err = STORE_NOT_FOUND;

    for (int seats = 1; seats <= 2 && err == STORE_NOT_FOUND; seats++) {
        const struct store_leaderboard_query query = board_of(seats);
        struct store_leaderboard_place place;

        err = it->store->leaderboards->find_player(it->store, &query, "ada", 5,
                                                   &place);
    }
    return err == STORE_NOT_FOUND ? STORE_OK : err;
}

static enum store_err standings(struct asked *it)
{
    return it->store->leaderboards->list_standings(it->store, &it->ada, 1, NULL,
                                                   see_standing, NULL);
}

static void see_point(void *ctx, const struct store_rating_point *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err history(struct asked *it)
{
    const struct store_history_query query = {
        .account = &it->ada, .game = game, .seats = 2, .below = 9, .limit = 9};

    return it->store->statistics->read_history(it->store, &query, see_point,
                                               NULL);
}

static void see_change(void *ctx, const struct store_match_rating *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err match_ratings(struct asked *it)
{
    return it->store->statistics->read_match_ratings(it->store, &it->match, 1,
                                                     see_change, NULL);
}

static void see_figures(void *ctx, const struct figures *row)
{
    (void)ctx;
    (void)row;
}

static void see_card(void *ctx, const char *of, bool is_best,
                     const struct card_figures *row)
{
    (void)ctx;
    (void)of;
    (void)is_best;
    (void)row;
}

static enum store_err statistics(struct asked *it)
{
    enum store_err err = it->store->statistics->read_figures(
        it->store, &it->ada, NULL, see_figures, NULL);

    return err ? err
               : it->store->statistics->read_cards(it->store, &it->ada, NULL,
                                                   see_card, NULL);
}

static enum store_err seasons(struct asked *it)
{
    struct season out[4];
    size_t count;
    enum store_err err =
        it->store->leaderboards->list_seasons(it->store, 9, 4, out, &count);

    if (!err)
        it->store->leaderboards->find_season(it->store, 0, t0,
                                             out); /* there may be none */
    return err;
}

/* ---- bots, challenges, vacations, the queue ---- */

static enum store_err bot_put(struct asked *it)
{
    const struct bot_rules rules = {.games = {{"template", 3}},
                                    .game_count = 1,
                                    .clocks = BOT_CLOCK_NONE,
                                    .rated = BOT_CASUAL,
                                    .at_once = 3};

    return it->store->bots->put(it->store, &it->bot, &rules);
}

static enum store_err bot_find(struct asked *it)
{
    struct store_bot out;

    return it->store->bots->find(it->store, &it->bot, &out);
}

static void see_bot(void *ctx, const struct store_bot *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list_bots(struct asked *it)
{
    return it->store->bots->list(it->store, NULL, NULL, 10, see_bot, NULL);
}

static enum store_err challenge(struct asked *it)
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

static enum store_err blocks(struct asked *it)
{
    enum store_err err =
        it->store->blocks->put(it->store, &it->ada, &it->bob, 1000, t0);

    if (!err)
        err = it->store->blocks->list(it->store, &it->ada, NULL, 10, see_block,
                                      NULL);
    return err ? err : it->store->blocks->remove(it->store, &it->ada, &it->bob);
}

static enum store_err vacation(struct asked *it)
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

static enum store_err vacation_holds(struct asked *it)
{
    struct store_held_seat out[4];
    size_t count;

    return it->store->vacations->list_seats(it->store, &it->ada, t0, false,
                                            NULL, out, 4, &count);
}

static enum store_err queue_put(struct asked *it)
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

static enum store_err queue_find(struct asked *it)
{
    struct store_queue_entry out;

    return it->store->queue->find(it->store, &it->bob, game, t0, &out);
}

static enum store_err queue_waiting(struct asked *it)
{
    struct store_waiting *out;
    size_t count;
    enum store_err err =
        it->store->queue->list_waiting(it->store, t0, &out, &count);

    free(out);
    return err;
}

/* ---- chores ---- */

static enum store_err bots_due(struct asked *it)
{
    struct play_id out[4];
    size_t count;

    const struct store_bots_query query = {t0, t0 - 1, t0 - 1};

    return it->store->matches->bots_due(it->store, &query, out, 4, &count);
}

static enum store_err matches_idle(struct asked *it)
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

static enum store_err matches_empty(struct asked *it)
{
    struct play_id out[4];
    size_t count;

    return it->store->matches->list_empty(it->store, &it->ada, out, 4, &count);
}

static enum store_err match_watched(struct asked *it)
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

static enum store_err clocks_due(struct asked *it)
{
    size_t count;

    return it->store->matches->clocks_due(it->store, t0, 4, look, NULL, &count);
}

static enum store_err backlog(struct asked *it)
{
    struct store_backlog out;

    return it->store->health->backlog(it->store, t0, &out);
}

static enum store_err purges(struct asked *it)
{
    const int64_t before_us = t0 - INT64_C(86400000000);
    struct store *store = it->store;
    enum store_err err = store->tokens->purge(store, before_us);

    if (!err)
        err = store->idempotency_keys->purge(store, before_us);
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
static enum store_err pack(struct asked *it)
{
    struct store_archive_place place = {0};
    const struct store_archiving all = {&place, INT64_MAX / 2, t0, true};

    cr_assert(world_sql(it->world,
                        "UPDATE ladder_matches SET number = 1,"
                        " season = (SELECT min(number) FROM seasons)"));
    return it->store->archive->pack_next(it->store, &all);
}

static enum store_err unpack(struct asked *it)
{
    struct play_id after = {{0}};

    return it->store->archive->unpack_next(it->store, &after);
}

static enum store_err limits(struct asked *it)
{
    const struct rate_usage taken = {.key = 1, .count = 1};
    uint8_t secret[RATE_USAGE_SECRET_SIZE];
    enum store_err err = it->store->rate_usage->find_secret(it->store, secret);

    return err ? err : it->store->rate_usage->send(it->store, &taken, 1);
}

static enum store_err health(struct asked *it)
{
    int64_t now_us;
    enum store_err err = it->store->health->now(it->store, &now_us);

    return err ? err : it->store->health->try_write(it->store);
}

/* In this order: some need what those before have done. */
static const struct {
    const char *name; /* as the page has it */
    enum store_err (*ask)(struct asked *it);
} operations[] = {
    {"check a token", show_token},
    {"record the last use of tokens", tokens_touch},
    {"read a match", match_find},
    {"read the events of a match", event_list},
    {"read the start position of a sandbox", position_find},
    {"read an earlier state of a match", log_find},
    {"write snapshots of matches", snapshots_write},
    {"look up an idempotency key in a match", key_find},
    {"join a match", join},
    {"write a move", move},
    {"write an undo", undo},
    {"end a match", end},
    {"create a match", match_insert},
    {"look up the idempotency key of a new match", creation_find},
    {"first page of my events", feed},
    {"next page of my events", feed_on},
    {"create and use a stream ticket", stream_ticket},
    {"find an account by name", account_find},
    {"create an account", account_insert},
    {"sign in, or create a token", token_insert},
    {"count failed sign-ins", failures},
    {"find a known device", device_find},
    {"list the devices of an account", list_devices},
    {"replace the hash of a password", account_rehash},
    {"find the password hash that all nodes support", argon2_since},
    {"list the tokens of an account", list_tokens},
    {"revoke a token", end_token},
    {"sign out", token_revoke},
    {"sign out all other sessions", tokens_end_others},
    {"change the password", account_password},
    {"list matches", matches},
    {"list the matches of a player", matches_of_player},
    {"list the running matches of a player", live_matches_of_player},
    {"find the seats of an account", account_holds},
    {"read a leaderboard", boards},
    {"read a leaderboard around a player", leaderboard_find},
    {"read the ranks of a player", standings},
    {"read the history of a rating", history},
    {"read the rating changes of matches", match_ratings},
    {"read statistics and cards of a player", statistics},
    {"list seasons", seasons},
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
    {"find bots that must move", bots_due},
    {"find idle matches", matches_idle},
    {"record that a client watches a match of bots", match_watched},
    {"find overdue clocks", clocks_due},
    {"measure the backlog for metrics", backlog},
    {"purge expired rows", purges},
    {"archive a match", pack},
    {"unarchive a match", unpack},
    {"publish rate-limit usage", limits},
    {"find the matches of a deleted account", matches_empty},
    {"check the database and read its clock", health},
    {"ban an account", operator_ban},
    {"delete an account", account_erase},
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- what the page says ---- */

struct page_routes {
    char words[OPERATIONS][ROUTES_WORDS]; /* "": nothing */
};

static void add_table(void *ctx, const struct page_row *row)
{
    routes_add(ctx, row->cell[0], row->cell[1]);
}

static void add_operation(void *ctx, const struct page_row *row)
{
    struct page_routes *said = ctx;
    size_t n = 0;

    while (n < OPERATIONS && strcmp(operations[n].name, row->cell[0]) != 0)
        n++;
    cr_expect_lt(n, OPERATIONS,
                 "%s lists \"%s\", which this test does not call", page_path,
                 row->cell[0]);
    if (n < OPERATIONS)
        page_plain(row->cell[1], said->words[n], ROUTES_WORDS);
}

/* Clients do not wait for all databases. */
static void add_waited(void *ctx, const struct page_row *row)
{
    cr_expect_null(strstr(row->cell[1], "every "), "%s: %s", row->cell[0],
                   row->cell[1]);
    add_operation(ctx, row);
}

static void read_page(struct routes *routes, struct page_routes *said)
{
    char *page = page_read(page_path);

    page_table(page, "| table | where |", add_table, routes);
    page_table(page, "| operation | routed to |", add_waited, said);
    page_table(page, "| exception | routed to |", add_operation, said);
    free(page);
}

/* ---- asking ---- */

static void fill(struct asked *it)
{
    const struct store_account ada = account_of(1, "ada");
    const struct store_account bob = account_of(2, "bob");
    struct store_account bot = account_of(3, "robot");
    const struct store_match row = match_of(9);
    struct store *store = it->store;

    bot.kind = ACCOUNT_BOT;
    cr_assert_eq(store->accounts->insert(store, &ada), STORE_OK);
    cr_assert_eq(store->accounts->insert(store, &bob), STORE_OK);
    cr_assert_eq(store->accounts->insert(store, &bot), STORE_OK);
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    for (uint8_t n = 1; n <= 2; n++) {
        const struct store_token token = {.id = id_of(n),
                                          .hash = {n},
                                          .created_us = t0,
                                          .expires_us = t0 + 1000000,
                                          .account = it->ada};
        const struct store_token_terms terms = {.most = 20};

        cr_assert_eq(store->tokens->insert(store, &token, &terms), STORE_OK);
    }
}

/* The parameters stay parameters, and rows are found by their keys,
 * however few there are. */
static const char settings[] = " -c plan_cache_mode=force_generic_plan"
                               " -c auto_explain.log_verbose=on"
                               " -c enable_seqscan=off"
                               " -c enable_bitmapscan=off"
                               " -c enable_hashjoin=off"
                               " -c enable_mergejoin=off"
                               " -c enable_memoize=off";

Test(routing, every_operation_uses_its_declared_database, .timeout = 600)
{
    static struct explain plans;
    static struct routes routes;
    static struct page_routes said;
    struct asked it = {.ada = id_of(1),
                       .bob = id_of(2),
                       .bot = id_of(3),
                       .match = id_of(9),
                       .challenge = id_of(30),
                       .ticket = id_of(31),
                       .token = {1},
                       .other = {2}};
    struct world world;

    read_page(&routes, &said);
    if (!world_open(&world))
        return;
    play_drain(world.node[0]);
    if (explain_begin(&plans, &world, settings)) {
        it.world = &world;
        it.store = plans.store;
        fill(&it);
        write_nothing(&it);
        explain_skip(&plans);
        for (size_t i = 0; i < OPERATIONS; i++) {
            char words[ROUTES_WORDS];

            cr_assert_eq(operations[i].ask(&it), STORE_OK, "%s",
                         operations[i].name);
            routes_judge(&routes, &plans, words);
            printf("| %s | %s |\n", operations[i].name, words);
            cr_expect(routes_agree(words, said.words[i]), "%s: %s, not %s",
                      operations[i].name, words, said.words[i]);
        }
        explain_end(&plans);
    }
    world_close(&world);
}
