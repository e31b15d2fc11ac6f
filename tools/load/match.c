/* A match played by the load. */
#include "match.h"

#include "api/json/sink_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- its position ---- */

void position_make(struct position *position, const char *game, int seats,
                   uint8_t seed)
{
    struct settings settings;
    uint8_t secret[RULES_SECRET_SIZE];
    struct text text = {0};
    struct sink_json json;
    size_t length;

    position->game = game_find(game);
    position->seats = seats;
    if (!position->game)
        http_fail(NULL, "no such game");
    game_defaults(position->game, (uint8_t)seats, &settings);
    memset(secret, seed, sizeof secret);
    memset(position->state, 0, sizeof position->state);
    if (position->game->start(position->state, &settings, secret))
        http_fail(NULL, "no such number of seats");
    text_printf(&text, "{\"game\":\"%s\",\"seats\":[\"me\"", game);
    for (int seat = 1; seat < seats; seat++)
        text_add_string(&text, ",\"me\"");
    text_add_string(&text, "],\"position\":");
    sink_json_init(&json, &text);
    sink_object(&json.sink, NULL);
    position->game->view(position->state, RULES_OMNISCIENT, &json.sink);
    sink_close(&json.sink);
    text_add_string(&text, "}");
    position->order = text_take(&text, &length);
}

void position_free(struct position *position)
{
    free(position->order);
}

void match_put_order(struct match *match, struct http *http)
{
    http_put(http, "POST", "/v1/matches", match->authorization,
             match->position->order);
}

static uint32_t read_seq(const struct http *http)
{
    const char *at = strstr(http->body, "\"seq\":");

    if (!at)
        http_fail(http, "no seq");
    return (uint32_t)strtoul(at + 6, NULL, 10);
}

void match_take_order(struct match *match, const struct http *http)
{
    if (http->status != 201)
        http_fail(http, "no match was made");
    http_member(http, "id", match->id, sizeof match->id);
    match->seq = read_seq(http);
    memcpy(match->state, match->position->state, sizeof match->state);
}

/* ---- its moves ---- */

int match_is_over(const struct match *match)
{
    return match->position->game->to_act(match->state) == 0;
}

static uint64_t next(uint64_t *chance)
{
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    return *chance;
}

void match_put_move(struct match *match, struct http *http)
{
    const struct game *game = match->position->game;
    seat_set to_act = game->to_act(match->state);
    struct move moves[RULES_MOVES_MAX];
    char notation[RULES_NOTATION_MAX], path[80], headers[320], body[160];
    size_t count;
    int seat = 0;

    while (!(to_act >> seat & 1))
        seat++;
    count = game->moves(match->state, seat, moves, RULES_MOVES_MAX);
    struct move move = moves[next(&match->chance) % count];

    game->format(match->state, seat, move, notation);
    if (game->apply(match->state, seat, move))
        http_fail(NULL, "a listed move is not legal");
    snprintf(path, sizeof path, "/v1/matches/%s/moves", match->id);
    snprintf(headers, sizeof headers,
             "%s%sIf-Match: \"%u.%d\"\r\nIdempotency-Key: %016llx\r\n",
             match->authorization,
             match->position->prefers_state
                 ? "Prefer: return=representation\r\n"
                 : "",
             match->seq, seat, (unsigned long long)next(&match->chance));
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d}", notation,
             seat);
    http_put(http, "POST", path, headers, body);
}

/* A move that reveals and ends nothing, so that it can be taken back, and the
 * state after it.  false: each does. */
static bool find_harmless(const struct match *match, int seat,
                          char notation[RULES_NOTATION_MAX],
                          uint8_t after[RULES_STATE_MAX])
{
    const struct game *game = match->position->game;
    struct move moves[RULES_MOVES_MAX];
    size_t count = game->moves(match->state, seat, moves, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++) {
        memcpy(after, match->state, RULES_STATE_MAX);
        if (game->apply(after, seat, moves[i]) || game->to_act(after) == 0 ||
            game->irreversible(match->state, after))
            continue;
        game->format(match->state, seat, moves[i], notation);
        return true;
    }
    return false;
}

/* false: it cannot be undone. */
static bool act(struct match *match, struct http *http, const char *what,
                const char *body)
{
    char path[80], headers[200];
    int status;

    snprintf(path, sizeof path, "/v1/matches/%s/%s", match->id, what);
    snprintf(headers, sizeof headers, "%sIf-Match: \"%u\"\r\n",
             match->authorization, match->seq);
    status = http_ask(http, "POST", path, headers, body);
    if (status == 409 && strcmp(what, "undo") == 0)
        return false;
    if (status != 201)
        http_fail(http, "a move or undo was not taken");
    match->seq = read_seq(http);
    return true;
}

bool match_go_and_return(struct match *match, struct http *http)
{
    const seat_set to_act = match->position->game->to_act(match->state);
    const uint32_t before = match->seq;
    char notation[RULES_NOTATION_MAX], body[160];
    _Alignas(16) uint8_t after[RULES_STATE_MAX];
    int seat = 0;

    while (!(to_act >> seat & 1))
        seat++;
    if (!find_harmless(match, seat, notation, after))
        return false;
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d}", notation,
             seat);
    act(match, http, "moves", body);
    snprintf(body, sizeof body, "{\"to_seq\":%u,\"seat\":%d}", before, seat);
    /* A pass that is forced after the move may have ended the turn. */
    if (!act(match, http, "undo", body))
        memcpy(match->state, after, sizeof after);
    return true;
}

void match_take_move(struct match *match, const struct http *http)
{
    const uint32_t expected = match->seq + 1 + (uint32_t)match_is_over(match);

    if (http->status != 201)
        http_fail(http, "a move was not taken");
    match->seq = read_seq(http);
    if (match->seq != expected)
        http_fail(http, "the match is not where it should be");
}
