/* The operations of feeds, lists, leaderboards and statistics. */
#include "routes.h"

/* ---- the feed of an account ---- */

static enum store_err read_feed(struct route_rows *it,
                                const struct store_feed_cursor *after)
{
    const struct store_feed_query query = {
        .account = &it->ada, .after = after, .limit = 10};
    struct store_feed_entry out[10];
    size_t count;

    return it->store->feed->read(it->store, &query, out, &count, &it->place);
}

static enum store_err feed(struct route_rows *it)
{
    return read_feed(it, NULL);
}

static enum store_err feed_on(struct route_rows *it)
{
    const struct store_feed_cursor after = it->place;

    return read_feed(it, &after);
}

static enum store_err stream_ticket(struct route_rows *it)
{
    const uint8_t hash[32] = {3};
    uint8_t token[32];
    enum store_err err = it->store->stream_tickets->insert(
        it->store, hash, it->token, t0 + 1000);

    return err ? err
               : it->store->stream_tickets->redeem(it->store, hash, "/", t0,
                                                   token);
}
/* ---- lists ---- */

static void see_match(void *ctx, const struct store_match *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list(struct route_rows *it, struct store_filter filter)
{
    struct store_list_stop stop;

    filter.limit = 25;
    return it->store->matches->list(it->store, &filter, see_match, NULL, &stop);
}

static enum store_err matches(struct route_rows *it)
{
    enum store_err err = list(it, (struct store_filter){0});

    if (!err)
        err = list(it, (struct store_filter){.statuses = 1U << MATCH_OPEN});
    if (!err)
        err = list(it, (struct store_filter){.game = game});
    return err ? err
               : list(it, (struct store_filter){.game = game,
                                                .statuses = 1U << MATCH_OPEN});
}

static enum store_err matches_of_player(struct route_rows *it)
{
    return list(it, (struct store_filter){.player = "ada"});
}

static enum store_err live_matches_of_player(struct route_rows *it)
{
    return list(it, (struct store_filter){.player = "ada",
                                          .statuses = 1U << MATCH_RUNNING});
}

static enum store_err matches_to_act(struct route_rows *it)
{
    return list(it, (struct store_filter){.is_to_act = true,
                                          .has_asker = true,
                                          .asker = it->ada});
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

static enum store_err boards(struct route_rows *it)
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

static enum store_err leaderboard_find(struct route_rows *it)
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

static enum store_err standings(struct route_rows *it)
{
    return it->store->leaderboards->list_standings(it->store, &it->ada, 1, NULL,
                                                   see_standing, NULL);
}

static void see_point(void *ctx, const struct store_rating_point *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err history(struct route_rows *it)
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

static enum store_err match_ratings(struct route_rows *it)
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

static enum store_err statistics(struct route_rows *it)
{
    enum store_err err = it->store->statistics->read_figures(
        it->store, &it->ada, NULL, see_figures, NULL);

    return err ? err
               : it->store->statistics->read_cards(it->store, &it->ada, NULL,
                                                   see_card, NULL);
}

static enum store_err seasons(struct route_rows *it)
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
const struct route_operation feed_operations[] = {
    {"first page of my events", feed},
    {"next page of my events", feed_on},
    {"create and use a stream ticket", stream_ticket},
    {NULL, NULL},
};

const struct route_operation list_operations[] = {
    {"list matches", matches},
    {"list the matches of a player", matches_of_player},
    {"list the running matches of a player", live_matches_of_player},
    {"list the matches that wait for a player", matches_to_act},
    {"read a leaderboard", boards},
    {"read a leaderboard around a player", leaderboard_find},
    {"read the ranks of a player", standings},
    {"read the history of a rating", history},
    {"read the rating changes of matches", match_ratings},
    {"read statistics and cards of a player", statistics},
    {"list seasons", seasons},
    {NULL, NULL},
};
