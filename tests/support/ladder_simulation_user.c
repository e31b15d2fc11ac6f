/* A simulation of ranked play: one user.
 *
 * A user does what a client does: it receives its events, and acts on them.
 * Every response is checked against those that are allowed. */
#include "ladder_simulation.h"

#include "raw.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 256 };

static unsigned chance(struct user *user, unsigned n)
{
    user->chance ^= user->chance << 13;
    user->chance ^= user->chance >> 7;
    user->chance ^= user->chance << 17;
    return (unsigned)(user->chance >> 33) % n;
}

/* ---- requests ---- */

/* Send a request to one of the nodes. */
static struct answer ask(struct user *user, const char *method,
                         const char *path, const char *body)
{
    user->client.service = &user->node[chance(user, SIMULATION_NODES)];
    return client_send(&user->client, method, path, body);
}

/* The response has one of these statuses, 0 after the last; or there was no
 * response, if nodes are killed. */
static void may_be(struct user *user, const char *what,
                   const struct answer *answer, const long *statuses)
{
    for (; *statuses; statuses++)
        if (answer->status == *statuses)
            return;
    if (user->simulation->may_fail &&
        (answer->status == 0 || answer->status == 503))
        return;
    if (!user->failure[0])
        snprintf(user->failure, sizeof user->failure, "%s: %ld %.400s", what,
                 answer->status, answer->body);
}

#define MAY_BE(user, what, answer, ...)                                        \
    may_be((user), (what), (answer), (const long[]){__VA_ARGS__, 0})

/* ---- start ---- */

static void name_of(int number, char out[32])
{
    bool is_bot = number >= SIMULATION_PEOPLE;

    snprintf(out, 32, "%s-%02d", is_bot ? "robot" : "person", number);
}

static void sign_up(struct user *user)
{
    struct client *client = &user->client;
    char body[LINE];

    name_of(user->number, client->name);
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"simulated pass phrase\","
             "\"kind\":\"%s\"}",
             client->name, user->is_bot ? "bot" : "human");
    struct answer made = client_send(client, "POST", "/v1/accounts", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"simulated pass phrase\"}",
             client->name);
    struct answer session = client_send(client, "POST", "/v1/sessions", body);

    cr_assert_eq(session.status, 201, "%s", session.body);
    snprintf(client->token, sizeof client->token, "%s",
             answer_text(&session, "token"));
    answer_clear(&session);
}

static void declare(struct user *user)
{
    struct answer said = client_send(
        &user->client, "PUT", "/v1/me/bot",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2,3,4]},"
        "{\"game\":\"underwater-cities\",\"seats\":[2]}],"
        "\"clocks\":[\"turn\",\"bank\"],\"rated\":[\"casual\",\"rated\"],"
        "\"at_once\":3}");

    cr_assert_eq(said.status, 200, "%s", said.body);
    answer_clear(&said);
}

void user_begin(struct user *user, struct simulation *simulation, int number)
{
    *user = (struct user){.simulation = simulation,
                          .number = number,
                          .is_bot = number >= SIMULATION_PEOPLE,
                          .chance = UINT64_C(0x9e3779b97f4a7c15) *
                                    (unsigned)(number + 1)};
    for (int i = 0; i < SIMULATION_NODES; i++)
        user->node[i] = simulation->node[i];
    user->client = client_open(&user->node[0]);
    sign_up(user);
    if (user->is_bot)
        declare(user);
    user->client.may_fail = true;
}

void user_end(struct user *user)
{
    client_close(&user->client);
}

/* ---- looking for a match ---- */

static const char fast[] = "{\"bank_seconds\":3,\"increment_seconds\":1}";
static const char slow[] = "{\"turn_seconds\":86400}";

/* The parameters for the queue; users with the same ones are paired. */
static const struct wish {
    const char *game, *seats, *options, *clock;
    unsigned weight;
} wishes[] = {
    {"template", "[2,3]", "{\"hand\":3}", fast, 10},
    {"template", "[2]", "{\"hand\":3}", fast, 4},
    {"template", "[4,2]", "{\"hand\":3}", slow, 4},
    {"underwater-cities", "[2]", "{\"draws\":\"immediate\"}", fast, 2},
};

enum { WISHES = sizeof wishes / sizeof *wishes };

static const struct wish *choose_wish(struct user *user)
{
    unsigned sum = 0;

    for (size_t i = 0; i < WISHES; i++)
        sum += wishes[i].weight;
    unsigned drawn = chance(user, sum);
    size_t at = 0;

    while (drawn >= wishes[at].weight)
        drawn -= wishes[at++].weight;
    return &wishes[at];
}

/* False: it is not known whether the request took effect. */
static bool leave_queue(struct user *user, const char *game)
{
    char path[LINE];

    snprintf(path, sizeof path, "/v1/queue/%s", game);
    struct answer left = ask(user, "DELETE", path, NULL);
    bool is_known = left.status == 204 || left.status == 409;

    MAY_BE(user, "leave the queue", &left, 204, 409);
    answer_clear(&left);
    return is_known;
}

static void queue(struct user *user)
{
    const struct wish *wish = choose_wish(user);
    char path[LINE], body[LINE];

    snprintf(path, sizeof path, "/v1/queue/%s", wish->game);
    snprintf(body, sizeof body,
             "{\"seats\":%s,\"clock\":%s,\"options\":%s,\"bots\":%s}",
             wish->seats, wish->clock, wish->options,
             user->is_bot || chance(user, 2) ? "true" : "false");
    struct answer ticket = ask(user, "PUT", path, body);

    MAY_BE(user, "queue", &ticket, 200, 409);
    user->is_queued = ticket.status == 200;
    user->entries += ticket.status == 200;
    answer_clear(&ticket);
    if (user->is_queued && chance(user, 12) == 0) /* changed its mind */
        leave_queue(user, wish->game);
}

/* Another user, or a built-in bot. */
static void name_other(struct user *user, char out[32])
{
    int other = (int)chance(user, SIMULATION_USERS + 24);

    if (other >= SIMULATION_USERS || other == user->number)
        snprintf(out, 32, "house-%s", other % 2 ? "random" : "greedy");
    else
        name_of(other, out);
}

static void challenge(struct user *user)
{
    char body[2 * LINE], other[32];

    name_other(user, other);
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\"],\"game\":\"template\","
             "\"options\":{\"hand\":3},\"clock\":%s,\"rated\":true,"
             "\"private\":%s,\"expires_in\":60}",
             other, chance(user, 2) ? fast : slow,
             chance(user, 4) ? "false" : "true");
    struct answer made = ask(user, "POST", "/v1/challenges", body);

    MAY_BE(user, "challenge", &made, 201, 409);
    user->challenges += made.status == 201;
    answer_clear(&made);
}

static void look_for_a_match(struct user *user)
{
    if (user->is_queued || user->match_count > 2 ||
        raw_now_ms() < user->next_wish_ms)
        return;
    user->next_wish_ms = raw_now_ms() + 200 + chance(user, 600);
    if (chance(user, 5) == 0)
        challenge(user);
    else
        queue(user);
}

/* ---- at the tables ---- */

static struct answer ask_match(struct user *user,
                               const struct user_match *user_match,
                               const char *method, const char *what,
                               const char *body)
{
    char path[LINE];

    snprintf(path, sizeof path, "/v1/matches/%s%s", user_match->match, what);
    return ask(user, method, path, body);
}

static void resign(struct user *user, struct user_match *user_match)
{
    struct answer done =
        ask_match(user, user_match, "POST", "/resignation", NULL);

    /* Not seated: its time was up a moment ago, or an earlier attempt took
     * effect without a response. */
    MAY_BE(user, "resign", &done, 201, 403, 409);
    user->resignations += done.status == 201;
    if (done.status == 201 || done.status == 403 || done.status == 409)
        user_match->intent = IS_CARRIED_OUT;
    answer_clear(&done);
}

/* Resign or abandon the match if it is time to.  False: play on. */
static bool follow_intent(struct user *user, struct user_match *user_match)
{
    if (user_match->intent == PLAYS || user_match->moves > 0)
        return false;
    if (user_match->intent == RESIGNS)
        resign(user, user_match);
    if (user_match->intent == ABANDONS) {
        user->abandoned++;
        user_match->intent = IS_CARRIED_OUT;
    }
    return true;
}

/* A random legal move of the user, or false; *seq is that of the match. */
static bool choose_move(struct user *user, const struct user_match *user_match,
                        char out[LINE], long *seq)
{
    struct answer list =
        ask_match(user, user_match, "GET", "/legal-moves", NULL);
    json_t *moves = json_object_get(list.json, "moves");
    size_t count = json_array_size(moves);

    MAY_BE(user, "legal moves", &list, 200, 409);
    if (count > 0) {
        json_t *one = json_array_get(moves, chance(user, (unsigned)count));

        snprintf(out, LINE, "{\"move\":\"%s\"}",
                 json_string_value(json_object_get(one, "move")));
        *seq = answer_number(&list, "seq");
    }
    answer_clear(&list);
    return count > 0;
}

/* Decide until there is no decision left. */
static void take_turn(struct user *user, struct user_match *user_match)
{
    char move[LINE], match[64];
    long seq = 0;

    user_match->is_mine_to_act = false;
    while (!user->simulation->is_over && !follow_intent(user, user_match) &&
           choose_move(user, user_match, move, &seq)) {
        snprintf(match, sizeof match, "If-Match: \"%ld\"", seq);
        client_with(&user->client, match);
        struct answer done =
            ask_match(user, user_match, "POST", "/moves", move);

        MAY_BE(user, "move", &done, 201, 409, 412);
        user->moves += done.status == 201;
        user_match->moves -= done.status == 201;
        bool goes_on = done.status == 201 || done.status == 412;

        answer_clear(&done);
        if (!goes_on)
            return;
    }
}

static void play(struct user *user)
{
    for (size_t i = 0; i < user->match_count; i++)
        if (user->matches[i].is_mine_to_act)
            take_turn(user, &user->matches[i]);
}

/* ---- events ---- */

static enum intent draw_intent(struct user *user,
                               const struct user_match *user_match,
                               const char *game)
{
    bool is_long = strcmp(game, "template") != 0;

    switch (chance(user, is_long ? 5 : 10)) {
    case 0:
    case 1: return RESIGNS;
    case 2:
    case 3: return user_match->has_fast_clock ? ABANDONS : PLAYS;
    default: return is_long ? RESIGNS : PLAYS;
    }
}

static struct user_match *sit_down(struct user *user, const char *match,
                                   const char *game)
{
    struct user_match *user_match = &user->matches[user->match_count];

    if (user->match_count == SIMULATION_MATCHES)
        return NULL;
    *user_match = (struct user_match){0};
    snprintf(user_match->match, sizeof user_match->match, "%s", match);
    struct answer seen = ask_match(user, user_match, "GET", "", NULL);
    json_t *clock = json_object_get(seen.json, "clock");

    MAY_BE(user, "match", &seen, 200);
    if (seen.status == 200 &&
        !json_is_true(json_object_get(seen.json, "rated")))
        snprintf(user->failure, sizeof user->failure, "not rated: %.400s",
                 seen.body);
    user_match->has_fast_clock =
        json_is_integer(json_object_get(clock, "bank_seconds"));
    answer_clear(&seen);
    user_match->intent = draw_intent(user, user_match, game);
    user_match->moves =
        (int)chance(user, user_match->intent == ABANDONS ? 2 : 5);
    user->match_count++;
    return user_match;
}

static void hear_of_match(struct user *user, const json_t *notice)
{
    const char *match = json_string_value(json_object_get(notice, "match"));
    const char *game = json_string_value(json_object_get(notice, "game"));
    bool runs = strcmp(json_string_value(json_object_get(notice, "status")),
                       "running") == 0;
    struct user_match *user_match = NULL;

    for (size_t i = 0; i < user->match_count; i++)
        if (strcmp(user->matches[i].match, match) == 0)
            user_match = &user->matches[i];
    if (!user_match && runs)
        user_match = sit_down(user, match, game);
    if (user_match && runs)
        user_match->is_mine_to_act =
            json_is_true(json_object_get(notice, "your_turn"));
    if (user_match && !runs)
        *user_match = user->matches[--user->match_count];
}

static void hear_of_challenge(struct user *user, const json_t *notice)
{
    const char *text = json_string_value(json_object_get(notice, "challenge"));
    bool is_asked = strcmp(json_string_value(json_object_get(notice, "status")),
                           "waiting") == 0 &&
                    strcmp(json_string_value(json_object_get(notice, "answer")),
                           "none") == 0;
    bool accepts = !user->simulation->is_ending && chance(user, 6) > 0;
    char path[LINE];

    if (!is_asked)
        return;
    snprintf(path, sizeof path, "/v1/challenges/%s/answers", text);
    struct answer said =
        ask(user, "POST", path,
            accepts ? "{\"accept\":true}" : "{\"accept\":false}");

    MAY_BE(user, "answer", &said, 201, 409);
    user->accepted += said.status == 201 && accepts;
    user->declined += said.status == 201 && !accepts;
    answer_clear(&said);
}

static void hear(struct user *user, const json_t *notice)
{
    const char *type = json_string_value(json_object_get(notice, "type"));
    const char *status = json_string_value(json_object_get(notice, "status"));

    if (strcmp(type, "match") == 0)
        hear_of_match(user, notice);
    else if (strcmp(type, "challenge") == 0)
        hear_of_challenge(user, notice);
    else if (strcmp(type, "queue") == 0)
        user->is_queued = strcmp(status, "waiting") == 0;
}

static void listen_to_events(struct user *user)
{
    char path[1024];
    json_t *notice;
    size_t i;

    snprintf(path, sizeof path, "/v1/me/events?wait=1%s%s",
             user->cursor[0] ? "&after=" : "", user->cursor);
    struct answer news = ask(user, "GET", path, NULL);

    MAY_BE(user, "events", &news, 200);
    json_array_foreach(json_object_get(news.json, "data"), i, notice)
        hear(user, notice);
    if (news.status == 200)
        snprintf(user->cursor, sizeof user->cursor, "%s",
                 answer_text(&news, "next_after"));
    answer_clear(&news);
}

/* ---- the end ---- */

/* Cancel its open challenges.  False: it is not known which were. */
static bool cancel_challenges(struct user *user)
{
    struct answer list = ask(user, "GET", "/v1/challenges", NULL);
    bool is_known = list.status == 200;
    json_t *one;
    size_t i;

    MAY_BE(user, "challenges", &list, 200);
    json_array_foreach(json_object_get(list.json, "data"), i, one)
    {
        char path[LINE];

        if (strcmp(json_string_value(json_object_get(one, "status")),
                   "waiting") != 0)
            continue;
        snprintf(path, sizeof path, "/v1/challenges/%s",
                 json_string_value(json_object_get(one, "id")));
        struct answer gone = ask(user, "DELETE", path, NULL);

        MAY_BE(user, "cancel", &gone, 204, 403, 409);
        is_known = is_known && gone.status >= 200 && gone.status < 500;
        answer_clear(&gone);
    }
    answer_clear(&list);
    return is_known;
}

static void leave(struct user *user)
{
    bool is_known = cancel_challenges(user);

    for (size_t i = 0; i < WISHES; i++)
        if (i == 0 || strcmp(wishes[i].game, wishes[i - 1].game) != 0)
            is_known = leave_queue(user, wishes[i].game) && is_known;
    user->has_left = is_known;
}

/* Enter no further queue, and resign, until all is over. */
static void go_home(struct user *user)
{
    if (!user->has_left)
        leave(user);
    for (size_t i = 0; i < user->match_count; i++)
        if (user->matches[i].intent != IS_CARRIED_OUT)
            resign(user, &user->matches[i]);
}

void *user_run(void *arg)
{
    struct user *user = arg;

    while (!user->simulation->is_over && !user->failure[0]) {
        if (user->simulation->is_ending)
            go_home(user);
        else
            look_for_a_match(user);
        play(user);
        listen_to_events(user);
    }
    return NULL;
}
