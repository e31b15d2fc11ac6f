/* Statistics of a player's matches. */
#include "api/handlers.h"
#include "api/http/responses/problem.h"
#include "api/json/leaderboard_json.h"

/* Rounded to a whole number, halves away from zero; null without matches. */
static void write_average(struct sink *sink, int64_t sum, int32_t count)
{
    if (count == 0)
        sink_null(sink, "average");
    else
        sink_number(sink, "average",
                    (2 * sum + (sum < 0 ? -count : count)) / (2 * count));
}

static void write_seats(struct sink *sink, const struct figures *figures)
{
    sink_array(sink, "by_seat");
    for (int i = 0; i < figures->seats; i++) {
        const struct seat_figures *seat = &figures->seat[i];

        sink_object(sink, NULL);
        sink_number(sink, "seat", i);
        sink_number(sink, "matches", seat->matches);
        sink_number(sink, "wins", seat->wins);
        sink_number(sink, "points", seat->points);
        write_average(sink, seat->points, seat->matches);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_figures(struct sink *sink, const struct figures *figures)
{
    sink_object(sink, NULL);
    sink_number(sink, "seats", figures->seats);
    sink_number(sink, "matches", figures->matches);
    sink_number(sink, "rated", figures->rated);
    sink_number(sink, "wins", figures->wins);
    sink_number(sink, "abandoned", figures->abandoned);
    sink_number(sink, "points", figures->points);
    write_average(sink, figures->points, figures->matches);
    if (figures->has_best)
        sink_number(sink, "best", figures->best);
    else
        sink_null(sink, "best");
    write_seats(sink, figures);
    sink_close(sink);
}

static void write_cards(struct sink *sink, const char *key,
                        const struct card_figures *cards, size_t count)
{
    sink_array(sink, key);
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "card", cards[i].card);
        sink_number(sink, "played", cards[i].played);
        sink_number(sink, "wins", cards[i].wins);
        sink_number(sink, "points", cards[i].points);
        write_average(sink, cards[i].points, cards[i].played);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_game(void *ctx, const struct game_figures *game)
{
    struct sink *sink = ctx;

    sink_object(sink, NULL);
    sink_string(sink, "game", game->game);
    sink_array(sink, "by_seats");
    for (size_t i = 0; i < game->count; i++)
        write_figures(sink, &game->by_seats[i]);
    sink_close(sink);
    write_cards(sink, "favourite_cards", game->favourite,
                game->favourite_count);
    write_cards(sink, "best_cards", game->best, game->best_count);
    sink_close(sink);
}

enum play_err json_statistics(struct request *request, struct sink *sink,
                              const struct player *player, const char *game)
{
    return player_statistics(request->play, player, game, write_game, sink);
}

enum handled player_statistics_get(struct request *request)
{
    const struct game *game;
    struct player player;
    struct input in;

    query_begin(&in, request);
    game = query_game(&in, OPTIONAL);
    if (!input_end(&in))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    err = json_statistics(request, sink, &player, game ? game->id : NULL);
    if (err)
        return problem_of_play(request, err);
    sink_close(sink);
    reply_close(request);
    reply_etag_of_body(request);
    reply_revalidate(request);
    return HANDLED;
}
