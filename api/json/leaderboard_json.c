/* JSON and query parameters of leaderboards. */
#include "api/json/leaderboard_json.h"

#include "api/json/members.h"

#include <string.h>

static const char *const pool_words[POOL_COUNT] = {
    [POOL_HUMAN] = "human",
    [POOL_BOT] = "bot",
    [POOL_ALL] = "all",
};

const char *pool_word(enum rating_pool pool)
{
    return pool_words[pool];
}

/* ---- parameters ---- */

enum rating_pool query_pool(struct input *fields, enum rating_pool fallback)
{
    const char *text = query_text(fields, "pool");

    if (!text)
        return fallback;
    for (size_t i = 0; i < POOL_COUNT; i++)
        if (strcmp(text, pool_words[i]) == 0)
            return (enum rating_pool)i;
    input_fault(fields, "pool", "range", "This must be human, bot or all.");
    return fallback;
}

int query_seats(struct input *fields, const struct game *game, int least)
{
    int min = game->min_seats > least ? game->min_seats : least;
    int max = game->max_seats > min ? game->max_seats : min;
    int usual = min > 1 || max == 1 ? min : 2;

    return (int)query_integer(fields, "seats", min, max, usual);
}

int32_t query_season(struct input *fields)
{
    return (int32_t)query_integer(fields, "season", 1, INT32_MAX, 0);
}

const struct game *query_game(struct input *fields, enum need need)
{
    const char *id = query_text(fields, "game");
    const struct game *game = id ? game_find(id) : NULL;

    if (!id && need == NEEDED)
        input_fault(fields, "game", "required",
                    "This must be the id of a game.");
    else if (id && !game)
        input_fault(fields, "game", "unknown-game",
                    "No game has this id. GET /v1/games lists "
                    "them.");
    return game;
}

/* ---- writing ---- */

void json_season(struct sink *sink, const char *key,
                 const struct season *season)
{
    if (!season) {
        sink_null(sink, key);
        return;
    }
    sink_object(sink, key);
    sink_number(sink, "number", season->number);
    sink_timestamp(sink, "began_at", season->began_us);
    sink_timestamp(sink, "ends_at", season->ends_us);
    sink_truth(sink, "final", season->is_final);
    sink_number(sink, "list_matches", season->list_matches);
    sink_number(sink, "list_opponents", season->list_opponents);
    sink_number(sink, "list_queue_opponents", season->list_queue_opponents);
    sink_string(sink, "list_order",
                season->is_by_lower_bound ? "lower-bound" : "rating");
    sink_close(sink);
}

void json_player(struct sink *sink, const char *key,
                 const struct standing *standing)
{
    sink_object(sink, key);
    sink_string(sink, "name", standing->name);
    json_display(sink, standing->display);
    sink_string(sink, "kind",
                standing->kind == ACCOUNT_HUMAN ? "human" : "bot");
    sink_close(sink);
}

static void json_points(struct sink *sink, const struct standing *standing)
{
    sink_number(sink, "score", standing->value);
    sink_truth(sink, "won", standing->won);
    sink_optional_string(sink, "match",
                         *standing->match ? standing->match : NULL);
    sink_timestamp(sink, "reached_at", standing->at_us);
    sink_number(sink, "matches", standing->matches);
}

static void json_rating(struct sink *sink, const struct standing *standing)
{
    sink_number(sink, "rating", standing->value);
    sink_number(sink, "uncertainty", standing->uncertainty);
    sink_truth(sink, "provisional", standing->is_provisional);
    sink_number(sink, "lower_bound", standing->lower_bound);
    sink_number(sink, "matches", standing->matches);
    sink_number(sink, "wins", standing->wins);
    sink_timestamp(sink, "last_played_at", standing->at_us);
}

void json_lack(struct sink *sink, const struct standing *standing)
{
    const struct standing_lack *lack = &standing->lack;

    sink_number(sink, "counted", standing->counted);
    sink_number(sink, "opponents", standing->opponents);
    sink_number(sink, "queue_opponents", standing->queue_opponents);
    if (standing->rank > 0) {
        sink_null(sink, "missing");
        return;
    }
    sink_object(sink, "missing");
    sink_number(sink, "matches", lack->matches);
    sink_number(sink, "opponents", lack->opponents);
    sink_number(sink, "queue_opponents", lack->queue_opponents);
    sink_number(sink, "uncertainty", lack->uncertainty);
    sink_close(sink);
}

void json_numbers(struct sink *sink, const struct standing *standing)
{
    if (standing->rank > 0)
        sink_number(sink, "rank", standing->rank);
    else
        sink_null(sink, "rank");
    if (standing->seats == 1)
        json_points(sink, standing);
    else
        json_rating(sink, standing);
}
