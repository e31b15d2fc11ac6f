/* How the database goes about what leaderboards, profiles and lists ask: the
 * plans of the very statements that the store runs, on a ladder that was played
 * for two years.  They are in this test's output. */
#include "db_explain.h"
#include "db_ladder.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIMES = 7,        /* after five the planner may make one plan for all */
    WASTED_MAX = 250, /* rows of a node that are read and thrown away */
    PAGES_MAX = 700,  /* pages that are looked at: 8 KiB each */
};

/* All that a statement is given. */
struct asked {
    struct store *store;
    struct store_account busy; /* plays much */
    struct store_account rare; /* plays little */
    struct store_account host; /* waits for friends in private matches */
    struct store_account many; /* has a seat in very many of them */
    struct play_id last;       /* of the page before */
    int made;                  /* ids */
    struct store_leaderboard_place deep, deep_alone;
    struct play_id ended[25]; /* matches of a page */
    size_t ended_count;
    int64_t long_ago_us;
    char middle[PLAY_NAME_SIZE], middle_alone[PLAY_NAME_SIZE];
    struct store_archive_place packed; /* the last match that was */
    struct play_id unpacked;           /* with moves, and not packed */
    unsigned found;                    /* rows that the last statement gave */
};

static const char game[] = "underwater-cities";

enum { SEASON = 8, SEASON_OVER = 7, LIMIT = 25 };

/* ---- the statements ---- */

static void count_standing(void *ctx, const struct store_standing *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err board(struct asked *it, int seats, int32_t season,
                            const struct store_leaderboard_place *from)
{
    const struct store_leaderboard_query query = {
        game, seats, POOL_HUMAN, season, &it->busy.id, from, LIMIT};
    int64_t total;

    return it->store->leaderboards->read(it->store, &query, &total,
                                         count_standing, it);
}

static enum store_err around(struct asked *it, int seats, const char *name)
{
    const struct store_leaderboard_query query = {
        .game = game, .seats = seats, .pool = POOL_HUMAN, .season = SEASON};
    struct store_leaderboard_place place;

    it->found = 1;
    return it->store->leaderboards->find_player(it->store, &query, name,
                                                LIMIT / 2, &place);
}

static enum store_err first_page(struct asked *it)
{
    return board(it, 2, SEASON, NULL);
}

static enum store_err deep_page(struct asked *it)
{
    return board(it, 2, SEASON, &it->deep);
}

static enum store_err final_page(struct asked *it)
{
    return board(it, 2, SEASON_OVER, NULL);
}

static enum store_err around_somebody(struct asked *it)
{
    return around(it, 2, it->middle);
}

static enum store_err first_page_alone(struct asked *it)
{
    return board(it, 1, SEASON, NULL);
}

static enum store_err deep_page_alone(struct asked *it)
{
    return board(it, 1, SEASON, &it->deep_alone);
}

static enum store_err around_somebody_alone(struct asked *it)
{
    return around(it, 1, it->middle_alone);
}

static enum store_err profile(struct asked *it)
{
    struct store_account account;

    it->found = 1;
    return it->store->accounts->find(it->store, it->busy.name, &account);
}

static enum store_err failures(struct asked *it)
{
    struct store_failure_record record;
    enum store_err err = it->store->login_failures->find(
        it->store, it->busy.name, "10.0.0.5", &record);

    it->found = record.pair.count;
    return err;
}

static enum store_err known_device(struct asked *it)
{
    uint8_t hash[32] = {0};

    it->found = 1;
    return it->store->devices->find(it->store, it->busy.name, hash,
                                    it->long_ago_us);
}

static enum store_err end_sessions(struct asked *it)
{
    const struct store_operator_command deed = {
        .action = {.what = OPERATOR_END_SESSIONS, .by = "", .why = ""},
        .name = it->host.name,
        .now_us = it->host.created_us,
    };
    struct play_id id;

    it->found = 1;
    return it->store->operators->act(it->store, &deed, &id);
}

static enum store_err standings(struct asked *it)
{
    return it->store->leaderboards->list_standings(
        it->store, &it->busy.id, SEASON, NULL, count_standing, it);
}

static void count_point(void *ctx, const struct store_rating_point *row)
{
    struct asked *it = ctx;

    if (it->ended_count < LIMIT)
        it->ended[it->ended_count++] = row->match;
    it->found++;
}

static enum store_err history_from(struct asked *it, int64_t below)
{
    const struct store_history_query query = {
        &it->busy.id, &it->rare.id, game, 2, POOL_ALL, below, LIMIT};

    it->ended_count = 0;
    return it->store->statistics->read_history(it->store, &query, count_point,
                                               it);
}

static enum store_err history(struct asked *it)
{
    return history_from(it, INT64_MAX);
}

static enum store_err old_history(struct asked *it)
{
    return history_from(it, 3000);
}

static void count_change(void *ctx, const struct store_match_rating *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err match_ratings(struct asked *it)
{
    return it->store->statistics->read_match_ratings(
        it->store, it->ended, it->ended_count, count_change, it);
}

static void count_figures(void *ctx, const struct figures *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err figures(struct asked *it)
{
    return it->store->statistics->read_figures(it->store, &it->busy.id, NULL,
                                               count_figures, it);
}

static void count_card(void *ctx, const char *of, bool is_best,
                       const struct card_figures *row)
{
    (void)of;
    (void)is_best;
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err cards(struct asked *it)
{
    return it->store->statistics->read_cards(it->store, &it->busy.id, NULL,
                                             count_card, it);
}

static void count_match(void *ctx, const struct store_match *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err list(struct asked *it, struct store_filter filter)
{
    filter.limit = LIMIT;
    return it->store->matches->list(it->store, &filter, count_match, it);
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
    return list(it,
                (struct store_filter){.by_status = true, .status = MATCH_OPEN});
}

static enum store_err open_matches_of_a_game(struct asked *it)
{
    return list(it, (struct store_filter){
                        .by_status = true, .status = MATCH_OPEN, .game = game});
}

/* Asked by somebody who has private ones among them. */
static enum store_err open_matches_for_a_host(struct asked *it)
{
    return list(it, (struct store_filter){.by_status = true,
                                          .status = MATCH_OPEN,
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
    return list(it, (struct store_filter){.by_status = true,
                                          .status = MATCH_FINISHED,
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
                                          .by_status = true,
                                          .status = MATCH_FINISHED});
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
                                          .by_status = true,
                                          .status = MATCH_RUNNING});
}

static enum store_err a_players_matches_of_a_game(struct asked *it)
{
    return list(
        it, (struct store_filter){.player = it->busy.name, .game = "template"});
}

static enum store_err seasons(struct asked *it)
{
    struct season out[LIMIT];
    size_t count = 0;
    enum store_err err = it->store->leaderboards->list_seasons(
        it->store, INT32_MAX, LIMIT, out, &count);

    it->found = (unsigned)count;
    return err;
}

static enum store_err season_now(struct asked *it)
{
    struct season season;

    it->found = 1;
    return it->store->leaderboards->find_season(it->store, SEASON, 0, &season);
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

static enum store_err pack(struct asked *it)
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

/* ---- the feed of an account ---- */

static enum store_err feed(struct asked *it, const struct play_id *after)
{
    const struct store_feed_query query = {
        .account = &it->many.id, .after_id = after, .limit = LIMIT};
    struct store_feed_entry notices[LIMIT];
    struct store_feed_cursor now;
    size_t count = 0;
    enum store_err err =
        it->store->feed->read(it->store, &query, notices, &count, &now);

    it->found = (unsigned)count;
    if (count > 0)
        it->last = notices[count - 1].id;
    return err;
}

static enum store_err my_events(struct asked *it)
{
    return feed(it, NULL);
}

static void count_challenge(void *ctx, const struct store_challenge *row)
{
    (void)row;
    ((struct asked *)ctx)->found++;
}

static enum store_err challenges(struct asked *it)
{
    const struct store_challenge_query query = {
        .account = &it->host.id, .statuses = CHALLENGES_ALL, .limit = LIMIT};

    return it->store->challenges->list(it->store, &query, count_challenge, it);
}

static enum store_err my_events_further(struct asked *it)
{
    return feed(it, &it->last);
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

static enum store_err one_more_challenge(struct asked *it)
{
    const struct store_challenge row = {
        .challenge = {.key = {{(uint8_t)it->made++, 2}},
                      .settings = {.seats = 2},
                      .players = {{.account = it->host.id,
                                   .answer = ANSWER_ACCEPTED},
                                  {.account = it->busy.id}},
                      .created_us = 1,
                      .expires_us = 2},
        .game_id = "template",
        .options = "",
    };
    struct store_challenge_limits limits = {.waiting = 1000, .per_day = 1000};

    it->found = 1;
    return it->store->challenges->insert(it->store, &row, &limits);
}

static void count_block(void *ctx, const struct block *block)
{
    (void)block;
    ((struct asked *)ctx)->found++;
}

static enum store_err blocks(struct asked *it)
{
    return it->store->blocks->list(it->store, &it->host.id, NULL, LIMIT,
                                   count_block, it);
}

static const struct {
    const char *name;
    enum store_err (*ask)(struct asked *it);
} statements[] = {
    {"the first page of a leaderboard", first_page},
    {"a page far down", deep_page},
    {"a final table", final_page},
    {"around somebody in the middle", around_somebody},
    {"high scores, the first page", first_page_alone},
    {"high scores, a page far down", deep_page_alone},
    {"high scores, around somebody", around_somebody_alone},
    {"a profile", profile},
    {"failures of a name", failures},
    {"a known device", known_device},
    {"a player's standings", standings},
    {"a rating's history", history},
    {"an old page of it", old_history},
    {"what a page of matches changed", match_ratings},
    {"statistics", figures},
    {"cards", cards},
    {"all matches", all_matches},
    {"all matches, far down", deep_matches},
    {"open matches", open_matches},
    {"open matches of a game", open_matches_of_a_game},
    {"open matches for a player with private ones", open_matches_for_a_host},
    {"all matches for a busy player", all_matches_for_a_busy_player},
    {"finished matches for a busy player", finished_matches_for_a_busy_player},
    {"matches of a game", matches_of_a_game},
    {"finished matches of a game", finished_matches_of_a_game},
    {"matches of a busy player", matches_of_a_busy_player},
    {"matches of a player who plays little", matches_of_a_rare_player},
    {"a player's running matches", running_matches_of_a_player},
    {"a player's matches of a game", a_players_matches_of_a_game},
    {"my events, from the first", my_events},
    {"my events, a page further", my_events_further},
    {"challenges", challenges},
    {"one challenge more", one_more_challenge},
    {"blocks", blocks},
    {"open matches in which nothing happens", idle_open},
    {"running matches in which nothing happens", idle_running},
    {"matches of bots in which nothing happens", idle_bots},
    {"one match more", one_more_match},
    {"matches without players", empty_matches},
    {"seasons", seasons},
    {"one season", season_now},
    {"snapshots are written", write_snapshots},
    {"what a replay needs", log_of_a_match},
    {"the next old match is packed", pack},
    {"events of a packed match", events_of_a_match},
    {"a packed match is put back", unpack},
    {"an operator ends sessions", end_sessions},
};

/* ---- plans ---- */

/* The number behind a word of a line, or 0. */
static long number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    return at ? strtol(at + strlen(word), NULL, 10) : 0;
}

/* One line of a plan of a statement. */
static void judge_line(const char *name, const char *line)
{
    static const char scan[] = "Seq Scan on ";
    long wasted = number_behind(line, "Rows Removed by Filter: ") +
                  number_behind(line, "Rows Removed by Join Filter: ");

    /* Of these there are few. */
    if (strstr(line, scan) && !strstr(line, "Seq Scan on seasons") &&
        !strstr(line, "Seq Scan on pg_database") &&
        !strstr(line, "Seq Scan on migrations"))
        cr_expect_fail("%s: %s", name, line);
    cr_expect_leq(wasted, WASTED_MAX, "%s: %s", name, line);
    cr_expect_leq(number_behind(line, "Buffers: shared hit="), PAGES_MAX,
                  "%s: %s", name, line);
}

/* What plans are asked for. */
struct telling {
    const char *name;
    bool is_told;
};

static void look_at(void *ctx, const char *line, bool is_first)
{
    const struct telling *telling = ctx;

    judge_line(telling->name, line);
    if (telling->is_told && !is_first)
        fputs(line, stdout);
}

static void explain(struct explain *plans, struct asked *it, size_t n)
{
    const char *name = statements[n].name;

    for (int i = 1; i <= TIMES; i++) {
        struct telling telling = {name, i == TIMES};

        it->found = 0;
        cr_assert_eq(statements[n].ask(it), STORE_OK, "%s", name);
        if (i == TIMES)
            printf("\n-- %s: %u rows\n", name, it->found);
        cr_expect_gt(it->found, 0, "%s", name);
        cr_expect_gt(explain_plans(plans, look_at, &telling), 0, "%s", name);
    }
}

/* ---- the ladder ---- */

/* The account on the middle of a board, in its order. */
#define MIDDLE(table, value)                                                   \
    "SELECT substr(a.name, 6)::integer FROM " table                            \
    " JOIN accounts a ON a.id = account_id"                                    \
    " WHERE game = 'underwater-cities' AND pool = 0 AND season = 8"            \
    " AND " value " <= (SELECT percentile_disc(0.5) WITHIN GROUP"              \
    "  (ORDER BY " value ") FROM " table " WHERE game = 'underwater-cities'"   \
    "  AND pool = 0 AND season = 8)"

static void choose(struct world *world, struct asked *it)
{
    int64_t middle = world_number(
        world, MIDDLE("ratings", "shown") " AND is_listed AND seat_count = 2"
                                          " ORDER BY shown DESC LIMIT 1");
    int64_t alone = world_number(
        world, MIDDLE("high_scores", "points") " ORDER BY points DESC LIMIT 1");

    cr_assert(middle >= 0 && alone >= 0);
    snprintf(it->middle, sizeof it->middle, "fill-%d", (int)middle);
    snprintf(it->middle_alone, sizeof it->middle_alone, "fill-%d", (int)alone);
    cr_assert_eq(it->store->accounts->find(it->store, "fill-2", &it->busy),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "fill-79", &it->rare),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "look-1", &it->host),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "look-2", &it->many),
                 STORE_OK);
    it->long_ago_us =
        world_number(world, "SELECT (extract(epoch FROM now() -"
                            " interval '300 days') * 1000000)::bigint");
    it->deep.value = 1500;
    it->deep_alone.value = 75;
    it->deep_alone.at_us = it->busy.created_us;
}

/* Attacks on all names, and devices and sessions of everybody. */
static void fill_sign_in(struct world *world)
{
    cr_assert(world_sql(
        world,
        "INSERT INTO password_failures SELECT name, '10.0.' || n || '.5', 1,"
        " now(), NULL FROM accounts, generate_series(0, 9) n;"
        "INSERT INTO devices SELECT id, CASE n WHEN 0"
        " THEN decode(repeat('00', 32), 'hex') ELSE sha256(n::text::bytea) END,"
        " now() - interval '9 days', now() FROM accounts,"
        " generate_series(0, 9) n WHERE kind <> 2;"
        "INSERT INTO tokens (id, account_id, hash, scopes, created_at,"
        " expires_at) SELECT gen_random_uuid(), id,"
        " sha256((name || n)::bytea), 1, now(), now() + interval '9 days'"
        " FROM accounts, generate_series(0, 9) n WHERE kind <> 2;"
        "ANALYZE password_failures, devices, tokens"));
}

/* Snapshots, many of them, of the matches that are not packed, one of which is
 * what is asked for. */
static void add_snapshots(struct world *world, struct asked *it)
{
    cr_assert(world_sql(world,
                        "INSERT INTO snapshots (match_id, seq, build,"
                        " state_hash, body) SELECT match_id, seq, 'that', 1,"
                        " '\\x00' FROM events WHERE kind = 3 AND seq % 2 = 0;"
                        " ANALYZE snapshots"));
    for (int half = 0; half < 2; half++) {
        char sql[256];

        snprintf(sql, sizeof sql,
                 "SELECT ('x' || substr(replace(match_id::text, '-', ''), %d,"
                 " 16))::bit(64)::bigint FROM snapshots ORDER BY match_id"
                 " LIMIT 1",
                 1 + 16 * half);
        const uint64_t bits = (uint64_t)world_number(world, sql);

        for (int i = 0; i < 8; i++)
            it->unpacked.bytes[8 * half + i] = (uint8_t)(bits >> (56 - 8 * i));
    }
}

Test(plans, no_statement_scans_a_big_table, .init = deep_only, .timeout = 600)
{
    struct world world;
    struct asked it = {0};
    static struct explain plans;

    if (!world_open(&world))
        return;
    if (!explain_begin(&plans, &world, "")) {
        world_close(&world);
        return;
    }
    world_remove_node(&world, 0); /* it would look after its matches */
    ladder_fill(&world, 6000);
    cr_assert(world_sql(
        &world,
        "INSERT INTO events (match_id, seq, kind, seat, created_at, state_hash,"
        " move) SELECT id, s, 3, s % 2, finished_at, 1, 'choose ' || s"
        " FROM (SELECT id, finished_at FROM matches WHERE status = 2"
        "  ORDER BY finished_at LIMIT 1000) m, generate_series(1, 40) s;"
        " ANALYZE events"));
    cr_assert(world_sql(
        &world,
        /* One account has a seat in very many running matches. */
        "INSERT INTO account_matches (match_id, account_id)"
        " SELECT id, md5('look 2')::uuid FROM matches WHERE is_private"
        " AND status = 0 ORDER BY created_at LIMIT 15000"
        " ON CONFLICT DO NOTHING;"
        /* And bots play alone. */
        "INSERT INTO matches (id, created_at, started_at, moved_at, creator_id,"
        " rules_version, deck_version, seq, status, seat_count, to_act,"
        " bot_seats, is_private, game, deck, options, secret)"
        " SELECT md5('bots ' || n)::uuid, now(), now(), now(),"
        " md5('look ' || n)::uuid, 1, 1, 1, 1, 2, 1, 3, false,"
        " 'underwater-cities', 'fathom-1', '', decode(repeat('5a', 32), 'hex')"
        " FROM generate_series(1, 500) n;"
        " ANALYZE account_matches; ANALYZE matches"));
    cr_assert(world_sql(
        &world,
        "INSERT INTO challenges (id, creator_id, game, options, rated,"
        " is_private, clock_policy, status, created_at, expires_at, ended_at)"
        " SELECT md5('challenge ' || n)::uuid, md5('look ' || 1 + n % "
        "4000)::uuid,"
        " 'template', '', false, false, 0, 2 + n % 3,"
        " now() - n * interval '1 s', now() + interval '1 day', now()"
        " FROM generate_series(1, 20000) n;"
        "INSERT INTO challenge_players (challenge_id, account_id, place,"
        " answer, ended_xid) SELECT md5('challenge ' || n)::uuid,"
        " md5('look ' || 1 + (n + p) % 4000)::uuid, p, 1 - p,"
        " pg_current_xact_id() FROM generate_series(1, 20000) n,"
        " generate_series(0, 1) p WHERE EXISTS (SELECT FROM accounts"
        "  WHERE id = md5('look ' || 1 + (n + p) % 4000)::uuid);"
        "INSERT INTO blocks SELECT a.id, b.id, now() FROM accounts a"
        " JOIN (SELECT id FROM accounts ORDER BY id LIMIT 10) b"
        " ON b.id <> a.id;"
        "INSERT INTO queue_tickets (account_id, game, id, seats, options,"
        " takes_bots, status, joined_at, expires_at)"
        " SELECT id, 'template', id, 2, '', false, 0, now(), now()"
        " FROM accounts WHERE name LIKE 'look-%';"
        " ANALYZE challenges; ANALYZE challenge_players; ANALYZE blocks;"
        " ANALYZE queue_tickets"));
    it.store = plans.store;
    choose(&world, &it);
    fill_sign_in(&world);
    /* Enough of them that a full scan would not be best. */
    for (int i = 0; i < 600; i++)
        cr_assert_eq(pack(&it), STORE_OK);
    cr_assert(world_sql(&world, "ANALYZE archives"));
    add_snapshots(&world, &it);
    explain_skip(&plans);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        explain(&plans, &it, i);
    explain_end(&plans);
    world_close(&world);
}
