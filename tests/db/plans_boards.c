/* Statements of leaderboards, profiles, ratings and sign-ins. */
#include "plans.h"

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

static enum store_err free_name(struct asked *it)
{
    it->found = 1;
    return it->store->accounts->check_name(it->store, "nobody-at-all");
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

const struct plan_statement board_statements[] = {
    {"the first page of a leaderboard", first_page},
    {"a page far down", deep_page},
    {"a final table", final_page},
    {"around somebody in the middle", around_somebody},
    {"high scores, the first page", first_page_alone},
    {"high scores, a page far down", deep_page_alone},
    {"high scores, around somebody", around_somebody_alone},
    {"a profile", profile},
    {"whether a name is free", free_name},
    {"failures of a name", failures},
    {"a known device", known_device},
    {"a player's standings", standings},
    {"a rating's history", history},
    {"an old page of it", old_history},
    {"what a page of matches changed", match_ratings},
    {"statistics", figures},
    {"cards", cards},
    {"seasons", seasons},
    {"one season", season_now},
    {"an operator ends sessions", end_sessions},
    {NULL, NULL},
};
