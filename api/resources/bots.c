/* Bots: the rules of the own account, and the list of all bots. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/bot_json.h"
#include "api/json/match_json.h"
#include "play/node/offered_games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_MAX = 100, LIMIT_USUAL = 25 };

/* ---- reading rules ---- */

static void read_seats(struct input *in, const char *pointer,
                       const struct game *game, const json_t *seats,
                       struct bot_game *out)
{
    int least = game->min_seats > 2 ? game->min_seats : 2;
    const json_t *value;
    size_t i;

    if (!json_is_array(seats) || json_array_size(seats) == 0 ||
        json_array_size(seats) > RULES_SEATS_MAX) {
        input_fault(in, pointer, "type",
                    "This must be an array of numbers of seats.");
        return;
    }
    json_array_foreach(seats, i, value)
    {
        const json_int_t n = json_integer_value(value);

        if (!json_is_integer(value) || n < least || n > game->max_seats)
            input_fault(
                in, pointer, "range",
                "Matches of this game against others have %d to %d seats.",
                least, game->max_seats);
        else
            out->seats |= (uint8_t)(1U << (n - 1));
    }
}

static bool has_game(const struct bot_rules *rules, const char *id)
{
    for (size_t i = 0; i < rules->game_count; i++)
        if (strcmp(rules->games[i].id, id) == 0)
            return true;
    return false;
}

static void read_game(struct input *in, size_t index, json_t *value,
                      struct bot_rules *out)
{
    const char *id = json_string_value(json_object_get(value, "game"));
    const struct game *game = id ? play_game(in->request->play, id) : NULL;
    struct bot_game *into = &out->games[out->game_count];
    char pointer[POINTER_SIZE];
    const char *name;
    json_t *member;

    json_object_foreach(value, name, member)
    {
        snprintf(pointer, sizeof pointer, "/games/%zu/%.60s", index, name);
        if (strcmp(name, "game") != 0 && strcmp(name, "seats") != 0)
            input_fault(in, pointer, "unknown", "Unknown member.");
    }
    snprintf(pointer, sizeof pointer, "/games/%zu/game", index);
    if (!game || strlen(id) >= sizeof into->id) {
        input_fault(in, pointer, "range",
                    "This must be the id of a game: GET /v1/games lists them.");
        return;
    }
    if (has_game(out, id)) {
        input_fault(in, pointer, "duplicate", "Duplicate element.");
        return;
    }
    snprintf(into->id, sizeof into->id, "%s", id);
    snprintf(pointer, sizeof pointer, "/games/%zu/seats", index);
    read_seats(in, pointer, game, json_object_get(value, "seats"), into);
    out->game_count++;
}

static void read_games(struct input *in, struct bot_rules *out)
{
    json_t *list = body_member(in, "games", NEEDED, JSON_ARRAY), *value;
    size_t i;

    if (list &&
        (json_array_size(list) == 0 || json_array_size(list) > BOT_GAMES_MAX)) {
        input_fault(in, "/games", "range", "This must have 1 to %d elements.",
                    BOT_GAMES_MAX);
        return;
    }
    json_array_foreach(list, i, value) read_game(in, i, value, out);
}

/* A list of words, each once; their bits. */
static uint8_t read_words(struct input *in, const char *name,
                          uint8_t (*find)(const char *word), const char *detail)
{
    json_t *list = body_member(in, name, NEEDED, JSON_ARRAY), *value;
    uint8_t bits = 0;
    size_t i;

    if (list && json_array_size(list) == 0) {
        char pointer[32];

        snprintf(pointer, sizeof pointer, "/%s", name);
        input_fault(in, pointer, "length",
                    "This must have at least one element.");
    }
    json_array_foreach(list, i, value)
    {
        const char *word = json_string_value(value);
        uint8_t bit = word ? find(word) : 0;
        char pointer[32];

        snprintf(pointer, sizeof pointer, "/%s/%zu", name, i);
        if (!bit)
            input_fault(in, pointer, "range", "%s", detail);
        else if (bits & bit)
            input_fault(in, pointer, "duplicate", "Duplicate element.");
        bits |= bit;
    }
    return bits;
}

/* ---- the own rules ---- */

static void write_bot(struct sink *sink, const struct bot_entry *bot)
{
    sink_string(sink, "name", bot->player.name);
    sink_string(sink, "kind", "bot");
    sink_truth(sink, "house", bot->player.kind == ACCOUNT_BUILTIN);
    json_bot_rules(sink, bot);
}

static enum handled reply_rules(struct request *request)
{
    struct bot_entry bot;
    enum play_err err = bot_rules_read(request->play, request->player, &bot);

    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    write_bot(sink, &bot);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* An account of a person gets an explanation, not just "not found". */
static bool is_bot(struct request *request)
{
    if (request->player->kind == ACCOUNT_BOT)
        return true;
    problem_of_play(request, PLAY_NOT_A_BOT);
    return false;
}

enum handled my_bot_get(struct request *request)
{
    if (!query_is_empty(request) || !is_bot(request))
        return HANDLED;
    return reply_rules(request);
}

enum handled my_bot_put(struct request *request)
{
    struct bot_rules rules = {0};
    struct input in;
    int64_t at_once = 0;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    read_games(&in, &rules);
    rules.clocks = read_words(&in, "clocks", bot_clock_find,
                              "This must be none, turn or bank.");
    rules.rated = read_words(&in, "rated", bot_rated_find,
                             "This must be casual or rated.");
    body_integer(&in, "at_once", NEEDED, 0, BOT_AT_ONCE_MAX, &at_once);
    rules.at_once = (int)at_once;
    if (!input_end(&in))
        return HANDLED;
    enum play_err err = bot_rules_set(request->play, request->player, &rules);

    input_drop(&in);
    return err ? problem_of_play(request, err) : reply_rules(request);
}

enum handled my_bot_delete(struct request *request)
{
    if (!body_is_empty(request) || !is_bot(request))
        return HANDLED;
    enum play_err err = bot_rules_drop(request->play, request->player);

    if (err)
        return problem_of_play(request, err);
    reply_empty(request, 204);
    return HANDLED;
}

/* ---- all bots ---- */

enum handled bots_get(struct request *request)
{
    char next[PLAY_CURSOR_SIZE];
    struct input in;
    size_t count = 0;

    query_begin(&in, request);
    const char *game = query_text(&in, "game");
    const char *cursor = query_text(&in, "cursor");
    unsigned limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);

    if (!input_end(&in))
        return HANDLED;
    struct bot_entry *bots = calloc(limit, sizeof *bots);
    enum play_err err = PLAY_UNAVAILABLE;

    if (bots)
        err = bot_list(request->play, game, cursor, limit, bots, &count, next);
    if (err) {
        free(bots);
        return problem_of_play(request, err);
    }
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        write_bot(sink, &bots[i]);
        sink_close(sink);
    }
    sink_close(sink);
    free(bots);
    page_end(request, sink, next);
    reply_close(request);
    reply_etag_of_body(request);
    reply_revalidate(request);
    return HANDLED;
}
