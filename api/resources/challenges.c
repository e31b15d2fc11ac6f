/* Challenges: create, accept or decline, cancel and list them. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/challenge_json.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/match_params.h"
#include "api/json/members.h"
#include "api/resources/match_action.h"
#include "play/match/network.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIMIT_MAX = 100, LIMIT_USUAL = 25 };

/* ---- a challenge as JSON ---- */

static void json_player(struct sink *sink, const struct challenge_player *who)
{
    sink_object(sink, NULL);
    sink_string(sink, "name", who->name);
    json_display(sink, who->display);
    sink_string(sink, "kind", who->kind == ACCOUNT_HUMAN ? "human" : "bot");
    sink_string(sink, "answer", challenge_answer_word(who->answer));
    sink_close(sink);
}

void json_challenge(struct sink *sink, const struct challenge *challenge)
{
    const struct challenge *c = challenge;

    sink_string(sink, "id", c->id);
    sink_string(sink, "game", c->game->id);
    json_settings(sink, c->game, &c->settings);
    json_clock_terms(sink, &c->clock);
    sink_truth(sink, "rated", c->rated);
    sink_truth(sink, "private", c->is_private);
    sink_array(sink, "players");
    for (int i = 0; i < c->settings.seats; i++)
        json_player(sink, &c->players[i]);
    sink_close(sink);
    sink_string(sink, "status", challenge_status_word(c->status));
    sink_optional_string(sink, "match", c->has_match ? c->match_id : NULL);
    sink_timestamp(sink, "created_at", c->created_us);
    sink_timestamp(sink, "expires_at", c->expires_us);
    sink_timestamp(sink, "ended_at", c->ended_us);
}

static enum handled reply_challenge(struct request *request, unsigned status,
                                    const struct challenge *challenge)
{
    json_challenge(reply_open(request, status), challenge);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* ---- creating ---- */

/* A new challenge as it was read; its strings are borrowed from the body. */
struct invitation {
    struct input in;
    struct challenge_spec spec;
    const char *names[RULES_SEATS_MAX - 1];
    struct match_option options[RULES_OPTIONS_MAX];
};

static void read_players(struct input *in, struct invitation *it)
{
    json_t *players = body_member(in, "players", NEEDED, JSON_ARRAY), *value;
    size_t i;

    it->spec.names = it->names;
    if (players && (json_array_size(players) == 0 ||
                    json_array_size(players) >= RULES_SEATS_MAX)) {
        input_fault(in, "/players", "range",
                    "This must have 1 to %d elements, not counting yourself.",
                    RULES_SEATS_MAX - 1);
        return;
    }
    json_array_foreach(players, i, value)
    {
        char pointer[POINTER_SIZE];

        snprintf(pointer, sizeof pointer, "/players/%zu", i);
        if (!json_is_string(value))
            input_fault(in, pointer, "type",
                        "This must be the name of a player.");
        else
            it->names[it->spec.name_count++] = json_string_value(value);
    }
}

/* False, and the response is written, when the body is not a valid
 * challenge. */
static bool invitation_begin(struct invitation *it, struct request *request)
{
    struct input *in = &it->in;
    struct match_spec *match = &it->spec.match;

    if (!body_begin(in, request, BODY_REQUIRED))
        return false;
    match->game = body_text(in, "game", NEEDED, 1, 64);
    match->rated = body_truth(in, "rated", false);
    match->is_private = body_truth(in, "private", false);
    read_players(in, it);
    match_params_read_options(in, match, it->options);
    match_params_read_clock(in, match, it->spec.name_count + 1);
    it->spec.seconds = CHALLENGE_SECONDS_DEFAULT;
    body_integer(in, "expires_in", OPTIONAL, CHALLENGE_SECONDS_MIN,
                 CHALLENGE_SECONDS_MAX, &it->spec.seconds);
    return input_end(in);
}

static enum handled refuse_player(struct request *request, enum play_err err,
                                  size_t index)
{
    char pointer[POINTER_SIZE];

    snprintf(pointer, sizeof pointer, "/players/%zu", index);
    return err == PLAY_UNKNOWN_PLAYER
               ? problem_at(request, PROBLEM_UNKNOWN_PLAYER, pointer,
                            play_err_word(err), "No account has this name.")
               : problem_at(request, PROBLEM_INVALID_SETTINGS, pointer,
                            play_err_word(err),
                            "Name other players, each of them once.");
}

/* Reply with the bot that refuses it, and the rule by which it does. */
static enum handled refuse_rule(struct request *request,
                                const struct challenge_fault *fault)
{
    struct sink *sink =
        problem_open(request, PROBLEM_CHALLENGE_NOT_TAKEN, NULL);

    sink_string(sink, "player", fault->bot);
    sink_string(sink, "rule", bot_rule_word(fault->rule));
    reply_close(request);
    return HANDLED;
}

static enum handled refuse_count(struct request *request, enum play_err err,
                                 unsigned most)
{
    struct sink *sink =
        problem_open(request, PROBLEM_TOO_MANY_CHALLENGES, NULL);

    sink_string(sink, "limit",
                err == PLAY_STRANGERS_WAIT     ? "strangers"
                : err == PLAY_CHALLENGES_SPENT ? "day"
                                               : "waiting");
    sink_number(sink, "most", most);
    reply_close(request);
    return HANDLED;
}

static enum handled refuse_invitation(struct request *request,
                                      const struct invitation *it,
                                      enum play_err err,
                                      const struct challenge_fault *fault)
{
    if (err == PLAY_UNKNOWN_PLAYER || err == PLAY_BAD_PLAYERS)
        return refuse_player(request, err, fault->name);
    if (err == PLAY_BOT_DECLINES)
        return refuse_rule(request, fault);
    if (err == PLAY_TOO_MANY_CHALLENGES || err == PLAY_CHALLENGES_SPENT ||
        err == PLAY_STRANGERS_WAIT)
        return refuse_count(request, err, fault->match.most);
    if (err == PLAY_BAD_SEATS)
        return problem_at(request, PROBLEM_INVALID_SETTINGS, "/players",
                          play_err_word(err),
                          "The game does not allow this number of players.");
    return match_params_refuse(request, &it->spec.match, err, &fault->match);
}

enum handled challenges_post(struct request *request)
{
    struct invitation it = {0};
    struct challenge challenge;
    struct challenge_fault fault;
    bool replayed;

    if (!invitation_begin(&it, request))
        return HANDLED;
    if (!match_action_key(request, &it.spec.key, it.spec.body_hash)) {
        input_drop(&it.in);
        return HANDLED;
    }
    network_note(request->play, request->player, request_network(request));
    enum play_err err =
        challenge_create(request->play, request->player, &it.spec, &challenge,
                         &replayed, &fault);

    if (err) {
        refuse_invitation(request, &it, err, &fault);
    } else {
        reply_challenge(request, 201, &challenge);
        reply_header(request, "Location", "/v1/challenges/%s", challenge.id);
        if (replayed)
            reply_header(request, "Idempotent-Replayed", "true");
    }
    input_drop(&it.in);
    return HANDLED;
}

/* ---- one ---- */

enum handled challenge_get(struct request *request)
{
    struct challenge challenge;

    if (!query_is_empty(request))
        return HANDLED;
    enum play_err err = challenge_read(request->play, request->player,
                                       request->path[0], &challenge);

    return err ? problem_of_play(request, err)
               : reply_challenge(request, 200, &challenge);
}

enum handled challenge_delete(struct request *request)
{
    if (!body_is_empty(request))
        return HANDLED;
    enum play_err err =
        challenge_cancel(request->play, request->player, request->path[0]);

    if (err)
        return problem_of_play(request, err);
    reply_empty(request, 204);
    return HANDLED;
}

enum handled challenge_answers_post(struct request *request)
{
    struct challenge challenge;
    struct challenge_fault fault;
    struct input in;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    bool accepts = body_choice(&in, "accept");

    if (!input_end(&in))
        return HANDLED;
    input_drop(&in);
    network_note(request->play, request->player, request_network(request));
    enum play_err err =
        challenge_answer(request->play, request->player, request->path[0],
                         accepts, &challenge, &fault);

    if (err == PLAY_BOT_DECLINES)
        return refuse_rule(request, &fault);
    return err ? problem_of_play(request, err)
               : reply_challenge(request, 201, &challenge);
}

/* ---- all ---- */

/* Without the parameter: those that are open, and those that became matches. */
static unsigned read_status(struct input *in)
{
    const char *text = query_text(in, "status");
    enum challenge_status status;

    if (!text)
        return CHALLENGES_CURRENT;
    if (challenge_status_find(text, &status))
        return 1U << status;
    input_fault(in, "status", "range",
                "This must be waiting, accepted, declined, cancelled or "
                "expired.");
    return 0;
}

enum handled challenges_get(struct request *request)
{
    char next[PLAY_CURSOR_SIZE];
    struct input in;
    size_t count = 0;

    query_begin(&in, request);
    unsigned statuses = read_status(&in);
    const char *cursor = query_text(&in, "cursor");
    unsigned limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);

    if (!input_end(&in))
        return HANDLED;
    struct challenge *challenges = calloc(limit, sizeof *challenges);
    enum play_err err = PLAY_UNAVAILABLE;

    if (challenges)
        err = challenge_list(request->play, request->player, statuses, cursor,
                             limit, challenges, &count, next);
    if (err) {
        free(challenges);
        return problem_of_play(request, err);
    }
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        json_challenge(sink, &challenges[i]);
        sink_close(sink);
    }
    sink_close(sink);
    free(challenges);
    page_end(request, sink, next);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}
