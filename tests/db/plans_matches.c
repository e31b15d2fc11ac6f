/* Statements of matches: lists, events and archives, and those that end idle
 * ones and delete ended ones. */
#include "plans.h"

#include <stdlib.h>

static void count_match(void *ctx, const struct store_match *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err list(struct asked *it, struct store_filter filter)
{
    struct store_list_stop stop;

    filter.limit = LIMIT;
    enum store_err err =
        it->store->matches->list(it->store, &filter, count_match, it, &stop);

    if (!err && stop.is_early)
        it->found++;
    return err;
}

static enum store_err all_matches(struct asked *it)
{
    return list(it, (struct store_filter){0});
}

static enum store_err deep_matches(struct asked *it)
{
    return list(it, (struct store_filter){.has_cursor = true,
                                          .cursor_us = it->long_ago_us});
}

static enum store_err open_matches(struct asked *it)
{
    return list(it, (struct store_filter){.statuses = 1U << MATCH_OPEN});
}

static enum store_err live_matches(struct asked *it)
{
    return list(it, (struct store_filter){.statuses = 1U << MATCH_OPEN |
                                                      1U << MATCH_RUNNING});
}

static enum store_err finished_and_aborted_matches_of_a_game(struct asked *it)
{
    return list(it, (struct store_filter){.game = game,
                                          .statuses = 1U << MATCH_FINISHED |
                                                      1U << MATCH_ABORTED});
}

static enum store_err recent_matches(struct asked *it)
{
    return list(it, (struct store_filter){.since_us = it->long_ago_us});
}

static enum store_err certain_matches(struct asked *it)
{
    const struct play_id ids[] = {it->busy.id, it->unpacked};

    return list(it, (struct store_filter){.ids = ids, .id_count = 2});
}

static enum store_err open_matches_of_a_game(struct asked *it)
{
    return list(
        it, (struct store_filter){.statuses = 1U << MATCH_OPEN, .game = game});
}

/* Asked by somebody who has private ones among them. */
static enum store_err open_matches_for_a_host(struct asked *it)
{
    return list(it, (struct store_filter){.statuses = 1U << MATCH_OPEN,
                                          .has_asker = true,
                                          .asker = it->host.id});
}

static enum store_err all_matches_for_a_busy_player(struct asked *it)
{
    return list(it,
                (struct store_filter){.has_asker = true, .asker = it->busy.id});
}

static enum store_err finished_matches_for_a_busy_player(struct asked *it)
{
    return list(it, (struct store_filter){.statuses = 1U << MATCH_FINISHED,
                                          .has_asker = true,
                                          .asker = it->busy.id});
}

static enum store_err matches_of_a_game(struct asked *it)
{
    return list(it, (struct store_filter){.game = "template"});
}

static enum store_err finished_matches_of_a_game(struct asked *it)
{
    return list(it, (struct store_filter){.game = "template",
                                          .statuses = 1U << MATCH_FINISHED});
}

static enum store_err matches_of_a_busy_player(struct asked *it)
{
    return list(it, (struct store_filter){.player = it->busy.name});
}

static enum store_err matches_of_a_rare_player(struct asked *it)
{
    return list(it, (struct store_filter){.player = it->rare.name});
}

static enum store_err running_matches_of_a_player(struct asked *it)
{
    return list(it, (struct store_filter){.player = it->busy.name,
                                          .statuses = 1U << MATCH_RUNNING});
}

static enum store_err matches_that_wait_for_a_player(struct asked *it)
{
    return list(it, (struct store_filter){.is_to_act = true,
                                          .has_asker = true,
                                          .asker = it->busy.id});
}

/* An account with a seat in very many open matches. */
static enum store_err running_matches_of_one_with_many(struct asked *it)
{
    return list(it, (struct store_filter){.player = it->many.name,
                                          .statuses = 1U << MATCH_RUNNING,
                                          .has_asker = true,
                                          .asker = it->many.id});
}

static enum store_err running_matches_for_one_with_many(struct asked *it)
{
    return list(it, (struct store_filter){.statuses = 1U << MATCH_RUNNING,
                                          .game = "seastead",
                                          .has_asker = true,
                                          .asker = it->many.id});
}

static enum store_err matches_that_wait_for_one_with_many(struct asked *it)
{
    return list(it, (struct store_filter){.is_to_act = true,
                                          .has_asker = true,
                                          .asker = it->many.id});
}

static enum store_err a_players_matches_of_a_game(struct asked *it)
{
    return list(
        it, (struct store_filter){.player = it->busy.name, .game = "template"});
}

/* An account with very many matches, all of them aborted. */
static enum store_err finished_matches_of_one_who_aborts(struct asked *it)
{
    return list(it, (struct store_filter){.player = it->vain.name,
                                          .statuses = 1U << MATCH_FINISHED});
}

/* Of a game that the account has never played. */
static enum store_err other_matches_of_one_who_aborts(struct asked *it)
{
    return list(
        it, (struct store_filter){.player = it->vain.name, .game = "template"});
}

static enum store_err finished_matches_for_one_who_aborts(struct asked *it)
{
    return list(it, (struct store_filter){.game = "seastead",
                                          .statuses = 1U << MATCH_FINISHED,
                                          .has_asker = true,
                                          .asker = it->vain.id});
}

static enum store_err running_matches_for_one_who_aborts(struct asked *it)
{
    return list(it, (struct store_filter){.statuses = 1U << MATCH_RUNNING,
                                          .has_asker = true,
                                          .asker = it->vain.id});
}

/* ---- events, and what is packed of them ---- */

static enum store_err events_of_a_match(struct asked *it)
{
    struct match_event *events;
    size_t count;
    enum store_err err = it->store->events->list(it->store, &it->packed.match,
                                                 20, LIMIT, &events, &count);

    it->found = (unsigned)count;
    free(events);
    return err;
}

/* One that is not packed: an early match has moves, and the latest have not. */
static enum store_err log_of_a_match(struct asked *it)
{
    const struct store_log_query query = {&it->unpacked, "this", 30, 40};
    struct store_log log;
    enum store_err err = it->store->events->find_log(it->store, &query, &log);

    it->found = log.snapshot.seq == 16 ? (unsigned)log.count : 0;
    free(log.snapshot.body);
    free(log.events);
    return err;
}

static enum store_err write_snapshots(struct asked *it)
{
    uint8_t body[] = {1, 2, 3};
    struct store_snapshot list[2];

    for (uint32_t i = 0; i < 2; i++)
        list[i] = (struct store_snapshot){.match = it->unpacked,
                                          .seq = 8 + 8 * i,
                                          .state_hash = 1,
                                          .body = body,
                                          .size = sizeof body};
    it->found = 1;
    return it->store->snapshots->write(it->store, "this", list, 2);
}

enum store_err plans_pack(struct asked *it)
{
    const struct store_archiving next = {.after = &it->packed,
                                         .before_us = it->long_ago_us,
                                         .now_us = it->long_ago_us,
                                         .at_once = true};

    it->found = 1;
    return it->store->archive->pack_next(it->store, &next);
}

static enum store_err unpack(struct asked *it)
{
    struct play_id place = {0};

    it->found = 1;
    return it->store->archive->unpack_next(it->store, &place);
}

/* ---- matches that are not over ---- */

static enum store_err idle(struct asked *it, enum idle_kind kind)
{
    struct store_idle_place place = {0};
    const struct store_idle_query query = {
        .kind = kind,
        .open_us = INT64_MAX / 2,
        .sandbox_us = INT64_MAX / 2,
        .idle_us = INT64_MAX / 2,
        .bots_us = INT64_MAX / 2,
        .after = &place,
        .limit = LIMIT,
    };
    struct store_idle out[LIMIT];
    size_t count = 0;
    enum store_err err =
        it->store->matches->list_idle(it->store, &query, out, &count);

    it->found = (unsigned)count;
    return err;
}

static enum store_err idle_open(struct asked *it)
{
    return idle(it, IDLE_OPEN);
}

static enum store_err idle_running(struct asked *it)
{
    return idle(it, IDLE_RUNNING);
}

static enum store_err idle_bots(struct asked *it)
{
    return idle(it, IDLE_BOTS);
}

/* One that is refused, after what there is was counted. */
static enum store_err one_more_match(struct asked *it)
{
    struct store_match_caps room = {.most = {[CAP_OPEN] = 1}};
    const struct store_match row = {
        .match = {.key = {{(uint8_t)it->made++, 1}},
                  .settings = {.seats = 2},
                  .rules_version = 1,
                  .deck = "fathom-1",
                  .created_us = it->host.created_us},
        .game_id = "template",
        .has_creator = true,
        .creator = it->host.id,
        .moved_us = it->host.created_us,
        .room = &room,
    };
    enum store_err err = it->store->matches->insert(it->store, &row, NULL, 0);

    it->found = room.has_oldest;
    return err == STORE_FULL ? STORE_OK : STORE_REFUSED;
}

static enum store_err empty_matches(struct asked *it)
{
    struct play_id out[LIMIT];
    size_t count = 0;
    enum store_err err = it->store->matches->list_empty(it->store, &it->host.id,
                                                        out, LIMIT, &count);

    it->found = (unsigned)count;
    return err;
}

static enum store_err delete_ended(struct asked *it)
{
    struct play_id out[LIMIT];
    size_t count = 0;
    enum store_err err = it->store->matches->delete_ended(
        it->store, INT64_MAX / 2, out, LIMIT, &count);

    it->found = (unsigned)count;
    return err;
}

const struct plan_statement match_statements[] = {
    {"all matches", all_matches},
    {"all matches, far down", deep_matches},
    {"open matches", open_matches},
    {"open matches of a game", open_matches_of_a_game},
    {"open and running matches", live_matches},
    {"finished and aborted matches of a game",
     finished_and_aborted_matches_of_a_game},
    {"matches since a time", recent_matches},
    {"certain matches", certain_matches},
    {"open matches for a player with private ones", open_matches_for_a_host},
    {"all matches for a busy player", all_matches_for_a_busy_player},
    {"finished matches for a busy player", finished_matches_for_a_busy_player},
    {"matches of a game", matches_of_a_game},
    {"finished matches of a game", finished_matches_of_a_game},
    {"matches of a busy player", matches_of_a_busy_player},
    {"matches of a player who plays little", matches_of_a_rare_player},
    {"a player's running matches", running_matches_of_a_player},
    {"finished matches of a player who aborts them",
     finished_matches_of_one_who_aborts},
    {"matches of another game of a player who aborts them",
     other_matches_of_one_who_aborts},
    {"finished matches for a player who aborts them",
     finished_matches_for_one_who_aborts},
    {"running matches for a player who aborts them",
     running_matches_for_one_who_aborts},
    {"matches that wait for a player", matches_that_wait_for_a_player},
    {"running matches of a player who has a seat in many open ones",
     running_matches_of_one_with_many},
    {"running matches for a player who has a seat in many open ones",
     running_matches_for_one_with_many},
    {"matches that wait for a player who has a seat in many",
     matches_that_wait_for_one_with_many},
    {"a player's matches of a game", a_players_matches_of_a_game},
    {"open matches in which nothing happens", idle_open},
    {"running matches in which nothing happens", idle_running},
    {"matches of bots in which nothing happens", idle_bots},
    {"ended matches are deleted", delete_ended},
    {"one match more", one_more_match},
    {"matches without players", empty_matches},
    {"snapshots are written", write_snapshots},
    {"what a replay needs", log_of_a_match},
    {"the next old match is packed", plans_pack},
    {"events of a packed match", events_of_a_match},
    {"a packed match is put back", unpack},
    {NULL, NULL},
};
