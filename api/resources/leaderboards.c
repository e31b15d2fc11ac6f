/* Leaderboards, and their seasons. */
#include "api/handlers.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/leaderboard_json.h"
#include "play/node/offered_games.h"

#include <stdlib.h>

static void write_row(struct sink *sink, const struct standing *row)
{
    sink_object(sink, NULL);
    json_player(sink, "player", row);
    json_numbers(sink, row);
    sink_close(sink);
}

static void write_board(struct request *request,
                        const struct leaderboard_query *query,
                        const struct board *board)
{
    struct sink *sink = reply_open(request, 200);

    sink_string(sink, "game", query->game);
    sink_number(sink, "seats", query->seats);
    sink_string(sink, "pool", pool_word(query->pool));
    json_season(sink, "season", board->has_season ? &board->season : NULL);
    sink_number(sink, "total", board->total);
    sink_array(sink, "data");
    for (size_t i = 0; i < board->count; i++)
        write_row(sink, &board->rows[i]);
    sink_close(sink);
    page_end(request, sink, board->next);
    reply_close(request);
    reply_etag_of_body(request);
    reply_private(request);
}

/* False, and the response is written, when a parameter is invalid. */
static bool read_query(struct request *request, const struct game *game,
                       struct leaderboard_query *query)
{
    struct input in;

    query_begin(&in, request);
    query->game = game->id;
    query->seats = query_seats(&in, game, 1);
    query->pool = query_pool(&in, POOL_HUMAN);
    query->season = query_season(&in);
    query->around = query_text(&in, "around");
    query->cursor = query_text(&in, "cursor");
    query->limit = (unsigned)query_integer(&in, "limit", 1, BOARD_ROWS_MAX,
                                           BOARD_LIMIT_USUAL);
    if (query->around && query->cursor)
        input_fault(&in, "around", "conflict",
                    "`around` and `cursor` cannot be combined.");
    return input_end(&in);
}

enum handled leaderboard_get(struct request *request)
{
    const struct game *game = play_game(request->play, request->path[0]);
    struct leaderboard_query query = {0};
    struct board *board;

    if (!game)
        return problem_reply(request, PROBLEM_NOT_FOUND,
                             "No game has this id. GET /v1/games "
                             "lists them.");
    if (!read_query(request, game, &query))
        return HANDLED;
    board = malloc(sizeof *board);
    if (!board)
        return problem_reply(request, PROBLEM_UNAVAILABLE, NULL);
    enum play_err err =
        leaderboard_read(request->play, request->player, &query, board);

    if (err == PLAY_NOT_FOUND)
        problem_reply(request, PROBLEM_NOT_FOUND,
                      query.around ? "The player is not on this leaderboard, "
                                     "or the season does not exist."
                                   : "The season does not exist.");
    else if (err)
        problem_of_play(request, err);
    else
        write_board(request, &query, board);
    free(board);
    return HANDLED;
}

/* ---- seasons ---- */

enum { SEASONS_MAX = 100 };

enum handled seasons_get(struct request *request)
{
    struct season seasons[SEASONS_MAX];
    char next[PLAY_CURSOR_SIZE];
    struct input in;
    size_t count;

    query_begin(&in, request);
    const char *cursor = query_text(&in, "cursor");
    unsigned limit = (unsigned)query_integer(&in, "limit", 1, SEASONS_MAX,
                                             BOARD_LIMIT_USUAL);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err =
        season_list(request->play, cursor, limit, seasons, &count, next);

    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++)
        json_season(sink, NULL, &seasons[i]);
    sink_close(sink);
    page_end(request, sink, next);
    reply_close(request);
    reply_etag_of_body(request);
    reply_revalidate(request);
    return HANDLED;
}
