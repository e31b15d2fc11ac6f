/* A player's ratings and their history. */
#include "api/handlers.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/leaderboard_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"

/* ---- standings ---- */

static void write_standing(void *ctx, const struct standing *standing)
{
    struct sink *sink = ctx;

    sink_object(sink, NULL);
    sink_string(sink, "game", standing->game);
    sink_number(sink, "seats", standing->seats);
    sink_string(sink, "pool", pool_word(standing->pool));
    json_numbers(sink, standing);
    if (standing->seats > 1)
        json_lack(sink, standing);
    sink_close(sink);
}

enum play_err json_standings(struct request *request, struct sink *sink,
                             const struct player *player, int32_t number)
{
    struct standings_season season;
    enum play_err err;

    sink_array(sink, "data");
    err = player_standings(request->play, request->player, player, number,
                           &season, write_standing, sink);
    sink_close(sink);
    if (!err)
        json_season(sink, "season", season.has_season ? &season.season : NULL);
    return err;
}

enum handled player_ratings_get(struct request *request)
{
    struct player player;
    struct input in;

    query_begin(&in, request);
    int32_t season = query_season(&in);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    err = json_standings(request, reply_open(request, 200), &player, season);
    if (err == PLAY_NOT_FOUND)
        return problem_reply(request, PROBLEM_NOT_FOUND,
                             "The season does not exist.");
    if (err)
        return problem_of_play(request, err);
    reply_close(request);
    reply_etag_of_body(request);
    reply_private(request);
    return HANDLED;
}

/* ---- history ---- */

static void write_point(struct sink *sink, const struct rating_point *point)
{
    sink_object(sink, NULL);
    sink_timestamp(sink, "at", point->at_us);
    sink_number(sink, "season", point->season);
    sink_number(sink, "rating", point->rating);
    sink_number(sink, "uncertainty", point->uncertainty);
    sink_number(sink, "change", point->change);
    if (point->is_told) {
        sink_string(sink, "match", point->match);
        sink_number(sink, "seat", point->seat);
        sink_number(sink, "rank", point->rank);
    } else {
        sink_null(sink, "match");
        sink_null(sink, "seat");
        sink_null(sink, "rank");
    }
    sink_close(sink);
}

static void write_history(struct request *request,
                          const struct history_query *query,
                          const struct rating_point *points, size_t count,
                          const char *next)
{
    struct sink *sink = reply_open(request, 200);

    sink_string(sink, "game", query->game);
    sink_number(sink, "seats", query->seats);
    sink_string(sink, "pool", pool_word(query->pool));
    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++)
        write_point(sink, &points[i]);
    sink_close(sink);
    page_end(request, sink, next);
    reply_close(request);
    reply_etag_of_body(request);
    reply_private(request);
}

/* False, and the response is written, when a parameter is invalid. */
static bool read_history(struct request *request, struct history_query *query)
{
    const struct game *game;
    struct input in;

    query_begin(&in, request);
    game = query_game(&in, NEEDED);
    query->game = game ? game->id : NULL;
    query->seats = query_seats(&in, game ? game : games[0], 2);
    query->pool = query_pool(&in, POOL_ALL);
    query->cursor = query_text(&in, "cursor");
    query->limit = (unsigned)query_integer(&in, "limit", 1, BOARD_ROWS_MAX,
                                           BOARD_LIMIT_USUAL);
    return input_end(&in) && game; /* without a game there is a fault */
}

enum handled rating_history_get(struct request *request)
{
    struct rating_point points[BOARD_ROWS_MAX];
    char next[PLAY_CURSOR_SIZE];
    struct history_query query = {0};
    struct player player;
    size_t count;

    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    if (!read_history(request, &query))
        return HANDLED;
    err = rating_history(request->play, request->player, &player, &query,
                         points, &count, next);
    if (err)
        return problem_of_play(request, err);
    write_history(request, &query, points, count, next);
    return HANDLED;
}
