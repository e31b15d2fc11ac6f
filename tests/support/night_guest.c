/* A night of ranked play: what one of the guests does.
 *
 * It does what a client does: listens to its events, and acts on what they
 * say.  What it is told is checked against what it may be told. */
#include "night.h"

#include "raw.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 256 };

static unsigned chance(struct guest *guest, unsigned n)
{
    guest->chance ^= guest->chance << 13;
    guest->chance ^= guest->chance >> 7;
    guest->chance ^= guest->chance << 17;
    return (unsigned)(guest->chance >> 33) % n;
}

/* ---- asking ---- */

/* Ask one of the nodes. */
static struct answer ask(struct guest *guest, const char *method,
                         const char *path, const char *body)
{
    guest->client.service = &guest->node[chance(guest, NIGHT_NODES)];
    return client_send(&guest->client, method, path, body);
}

/* The answer is one of these statuses, 0 behind the last; or there is none, in
 * a night in which nodes are killed. */
static void may_be(struct guest *guest, const char *what,
                   const struct answer *answer, const long *statuses)
{
    for (; *statuses; statuses++)
        if (answer->status == *statuses)
            return;
    if (guest->night->is_rough &&
        (answer->status == 0 || answer->status == 503))
        return;
    if (!guest->failure[0])
        snprintf(guest->failure, sizeof guest->failure, "%s: %ld %.400s", what,
                 answer->status, answer->body);
}

#define MAY_BE(guest, what, answer, ...)                                       \
    may_be((guest), (what), (answer), (const long[]){__VA_ARGS__, 0})

/* ---- the beginning ---- */

static void name_of(int number, char out[32])
{
    bool is_bot = number >= NIGHT_PEOPLE;

    snprintf(out, 32, "%s-%02d", is_bot ? "robot" : "person", number);
}

static void sign_up(struct guest *guest)
{
    struct client *client = &guest->client;
    char body[LINE];

    name_of(guest->number, client->name);
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"pass phrase of the night\","
             "\"kind\":\"%s\"}",
             client->name, guest->is_bot ? "bot" : "human");
    struct answer made = client_send(client, "POST", "/v1/accounts", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"pass phrase of the night\"}",
             client->name);
    struct answer session = client_send(client, "POST", "/v1/sessions", body);

    cr_assert_eq(session.status, 201, "%s", session.body);
    snprintf(client->token, sizeof client->token, "%s",
             answer_text(&session, "token"));
    answer_clear(&session);
}

static void declare(struct guest *guest)
{
    struct answer said = client_send(
        &guest->client, "PUT", "/v1/me/bot",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2,3,4]},"
        "{\"game\":\"underwater-cities\",\"seats\":[2]}],"
        "\"clocks\":[\"turn\",\"bank\"],\"rated\":[\"casual\",\"rated\"],"
        "\"at_once\":3}");

    cr_assert_eq(said.status, 200, "%s", said.body);
    answer_clear(&said);
}

void guest_begin(struct guest *guest, struct night *night, int number)
{
    *guest = (struct guest){.night = night,
                            .number = number,
                            .is_bot = number >= NIGHT_PEOPLE,
                            .chance = UINT64_C(0x9e3779b97f4a7c15) *
                                      (unsigned)(number + 1)};
    for (int i = 0; i < NIGHT_NODES; i++)
        guest->node[i] = night->node[i];
    guest->client = client_open(&guest->node[0]);
    sign_up(guest);
    if (guest->is_bot)
        declare(guest);
    guest->client.may_fail = true;
}

void guest_end(struct guest *guest)
{
    client_close(&guest->client);
}

/* ---- looking for a match ---- */

static const char fast[] = "{\"bank_seconds\":3,\"increment_seconds\":1}";
static const char slow[] = "{\"turn_seconds\":86400}";

/* What can be looked for; those who look for the same find each other. */
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

static const struct wish *choose_wish(struct guest *guest)
{
    unsigned sum = 0;

    for (size_t i = 0; i < WISHES; i++)
        sum += wishes[i].weight;
    unsigned drawn = chance(guest, sum);
    size_t at = 0;

    while (drawn >= wishes[at].weight)
        drawn -= wishes[at++].weight;
    return &wishes[at];
}

/* False: nobody knows whether it did. */
static bool leave_queue(struct guest *guest, const char *game)
{
    char path[LINE];

    snprintf(path, sizeof path, "/v1/queue/%s", game);
    struct answer left = ask(guest, "DELETE", path, NULL);
    bool is_known = left.status == 204 || left.status == 409;

    MAY_BE(guest, "leave the queue", &left, 204, 409);
    answer_clear(&left);
    return is_known;
}

static void queue(struct guest *guest)
{
    const struct wish *wish = choose_wish(guest);
    char path[LINE], body[LINE];

    snprintf(path, sizeof path, "/v1/queue/%s", wish->game);
    snprintf(body, sizeof body,
             "{\"seats\":%s,\"clock\":%s,\"options\":%s,\"bots\":%s}",
             wish->seats, wish->clock, wish->options,
             guest->is_bot || chance(guest, 2) ? "true" : "false");
    struct answer ticket = ask(guest, "PUT", path, body);

    MAY_BE(guest, "queue", &ticket, 200, 409);
    guest->is_queued = ticket.status == 200;
    guest->tickets += ticket.status == 200;
    answer_clear(&ticket);
    if (guest->is_queued && chance(guest, 12) == 0) /* thought better of it */
        leave_queue(guest, wish->game);
}

/* Somebody else, or a bot of the house. */
static void name_other(struct guest *guest, char out[32])
{
    int other = (int)chance(guest, NIGHT_GUESTS + 24);

    if (other >= NIGHT_GUESTS || other == guest->number)
        snprintf(out, 32, "house-%s", other % 2 ? "random" : "greedy");
    else
        name_of(other, out);
}

static void challenge(struct guest *guest)
{
    char body[2 * LINE], other[32];

    name_other(guest, other);
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\"],\"game\":\"template\","
             "\"options\":{\"hand\":3},\"clock\":%s,\"rated\":true,"
             "\"private\":%s,\"expires_in\":60}",
             other, chance(guest, 2) ? fast : slow,
             chance(guest, 4) ? "false" : "true");
    struct answer made = ask(guest, "POST", "/v1/challenges", body);

    MAY_BE(guest, "challenge", &made, 201, 409);
    guest->challenges += made.status == 201;
    answer_clear(&made);
}

static void look_for_a_match(struct guest *guest)
{
    if (guest->is_queued || guest->place_count > 2 ||
        raw_now_ms() < guest->next_wish_ms)
        return;
    guest->next_wish_ms = raw_now_ms() + 200 + chance(guest, 600);
    if (chance(guest, 5) == 0)
        challenge(guest);
    else
        queue(guest);
}

/* ---- at the tables ---- */

static struct answer ask_match(struct guest *guest, const struct place *place,
                               const char *method, const char *what,
                               const char *body)
{
    char path[LINE];

    snprintf(path, sizeof path, "/v1/matches/%s%s", place->match, what);
    return ask(guest, method, path, body);
}

static void resign(struct guest *guest, struct place *place)
{
    struct answer done = ask_match(guest, place, "POST", "/resignation", NULL);

    /* Not seated: its time was up a moment ago, or its first word was heard
     * and no answer came. */
    MAY_BE(guest, "resign", &done, 201, 403, 409);
    guest->resignations += done.status == 201;
    if (done.status == 201 || done.status == 403 || done.status == 409)
        place->mood = IS_DONE;
    answer_clear(&done);
}

/* The time for it has come: resign or walk off.  False: play on. */
static bool follow_mood(struct guest *guest, struct place *place)
{
    if (place->mood == PLAYS || place->moves > 0)
        return false;
    if (place->mood == RESIGNS)
        resign(guest, place);
    if (place->mood == WALKS_OFF) {
        guest->walks++;
        place->mood = IS_DONE;
    }
    return true;
}

/* A legal move of the guest's, or false; *seq is where the match is. */
static bool choose_move(struct guest *guest, const struct place *place,
                        char out[LINE], long *seq)
{
    struct answer list = ask_match(guest, place, "GET", "/legal-moves", NULL);
    json_t *moves = json_object_get(list.json, "moves");
    size_t count = json_array_size(moves);

    MAY_BE(guest, "legal moves", &list, 200, 409);
    if (count > 0) {
        json_t *one = json_array_get(moves, chance(guest, (unsigned)count));

        snprintf(out, LINE, "{\"move\":\"%s\"}",
                 json_string_value(json_object_get(one, "move")));
        *seq = answer_number(&list, "seq");
    }
    answer_clear(&list);
    return count > 0;
}

/* Decide as long as there is something to decide. */
static void take_turn(struct guest *guest, struct place *place)
{
    char move[LINE], match[64];
    long seq = 0;

    place->is_mine_to_act = false;
    while (!guest->night->is_over && !follow_mood(guest, place) &&
           choose_move(guest, place, move, &seq)) {
        snprintf(match, sizeof match, "If-Match: \"%ld\"", seq);
        client_with(&guest->client, match);
        struct answer done = ask_match(guest, place, "POST", "/moves", move);

        MAY_BE(guest, "move", &done, 201, 409, 412);
        guest->moves += done.status == 201;
        place->moves -= done.status == 201;
        bool goes_on = done.status == 201 || done.status == 412;

        answer_clear(&done);
        if (!goes_on)
            return;
    }
}

static void play(struct guest *guest)
{
    for (size_t i = 0; i < guest->place_count; i++)
        if (guest->places[i].is_mine_to_act)
            take_turn(guest, &guest->places[i]);
}

/* ---- listening ---- */

static enum mood draw_mood(struct guest *guest, const struct place *place,
                           const char *game)
{
    bool is_long = strcmp(game, "template") != 0;

    switch (chance(guest, is_long ? 5 : 10)) {
    case 0:
    case 1: return RESIGNS;
    case 2:
    case 3: return place->has_fast_clock ? WALKS_OFF : PLAYS;
    default: return is_long ? RESIGNS : PLAYS;
    }
}

static struct place *sit_down(struct guest *guest, const char *match,
                              const char *game)
{
    struct place *place = &guest->places[guest->place_count];

    if (guest->place_count == NIGHT_TABLES)
        return NULL;
    *place = (struct place){0};
    snprintf(place->match, sizeof place->match, "%s", match);
    struct answer seen = ask_match(guest, place, "GET", "", NULL);
    json_t *clock = json_object_get(seen.json, "clock");

    MAY_BE(guest, "match", &seen, 200);
    if (seen.status == 200 &&
        !json_is_true(json_object_get(seen.json, "rated")))
        snprintf(guest->failure, sizeof guest->failure, "not rated: %.400s",
                 seen.body);
    place->has_fast_clock =
        json_is_integer(json_object_get(clock, "bank_seconds"));
    answer_clear(&seen);
    place->mood = draw_mood(guest, place, game);
    place->moves = (int)chance(guest, place->mood == WALKS_OFF ? 2 : 5);
    guest->place_count++;
    return place;
}

static void hear_of_match(struct guest *guest, const json_t *notice)
{
    const char *match = json_string_value(json_object_get(notice, "match"));
    const char *game = json_string_value(json_object_get(notice, "game"));
    bool runs = strcmp(json_string_value(json_object_get(notice, "status")),
                       "running") == 0;
    struct place *place = NULL;

    for (size_t i = 0; i < guest->place_count; i++)
        if (strcmp(guest->places[i].match, match) == 0)
            place = &guest->places[i];
    if (!place && runs)
        place = sit_down(guest, match, game);
    if (place && runs)
        place->is_mine_to_act =
            json_is_true(json_object_get(notice, "your_turn"));
    if (place && !runs)
        *place = guest->places[--guest->place_count];
}

static void hear_of_challenge(struct guest *guest, const json_t *notice)
{
    const char *text = json_string_value(json_object_get(notice, "challenge"));
    bool is_asked = strcmp(json_string_value(json_object_get(notice, "status")),
                           "waiting") == 0 &&
                    strcmp(json_string_value(json_object_get(notice, "answer")),
                           "none") == 0;
    bool accepts = !guest->night->is_late && chance(guest, 6) > 0;
    char path[LINE];

    if (!is_asked)
        return;
    snprintf(path, sizeof path, "/v1/challenges/%s/answers", text);
    struct answer said =
        ask(guest, "POST", path,
            accepts ? "{\"accept\":true}" : "{\"accept\":false}");

    MAY_BE(guest, "answer", &said, 201, 409);
    guest->accepted += said.status == 201 && accepts;
    guest->declined += said.status == 201 && !accepts;
    answer_clear(&said);
}

static void hear(struct guest *guest, const json_t *notice)
{
    const char *type = json_string_value(json_object_get(notice, "type"));
    const char *status = json_string_value(json_object_get(notice, "status"));

    if (strcmp(type, "match") == 0)
        hear_of_match(guest, notice);
    else if (strcmp(type, "challenge") == 0)
        hear_of_challenge(guest, notice);
    else if (strcmp(type, "queue") == 0)
        guest->is_queued = strcmp(status, "waiting") == 0;
}

static void listen_to_events(struct guest *guest)
{
    char path[1024];
    json_t *notice;
    size_t i;

    snprintf(path, sizeof path, "/v1/me/events?wait=1%s%s",
             guest->cursor[0] ? "&after=" : "", guest->cursor);
    struct answer news = ask(guest, "GET", path, NULL);

    MAY_BE(guest, "events", &news, 200);
    json_array_foreach(json_object_get(news.json, "data"), i, notice)
        hear(guest, notice);
    if (news.status == 200)
        snprintf(guest->cursor, sizeof guest->cursor, "%s",
                 answer_text(&news, "next_after"));
    answer_clear(&news);
}

/* ---- the end ---- */

/* Take back what still waits of its own.  False: nobody knows what did. */
static bool cancel_challenges(struct guest *guest)
{
    struct answer list = ask(guest, "GET", "/v1/challenges", NULL);
    bool is_known = list.status == 200;
    json_t *one;
    size_t i;

    MAY_BE(guest, "challenges", &list, 200);
    json_array_foreach(json_object_get(list.json, "data"), i, one)
    {
        char path[LINE];

        if (strcmp(json_string_value(json_object_get(one, "status")),
                   "waiting") != 0)
            continue;
        snprintf(path, sizeof path, "/v1/challenges/%s",
                 json_string_value(json_object_get(one, "id")));
        struct answer gone = ask(guest, "DELETE", path, NULL);

        MAY_BE(guest, "cancel", &gone, 204, 403, 409);
        is_known = is_known && gone.status >= 200 && gone.status < 500;
        answer_clear(&gone);
    }
    answer_clear(&list);
    return is_known;
}

static void leave(struct guest *guest)
{
    bool is_known = cancel_challenges(guest);

    for (size_t i = 0; i < WISHES; i++)
        if (i == 0 || strcmp(wishes[i].game, wishes[i - 1].game) != 0)
            is_known = leave_queue(guest, wishes[i].game) && is_known;
    guest->has_left = is_known;
}

/* Look for nothing more, and resign, until all is over. */
static void go_home(struct guest *guest)
{
    if (!guest->has_left)
        leave(guest);
    for (size_t i = 0; i < guest->place_count; i++)
        if (guest->places[i].mood != IS_DONE)
            resign(guest, &guest->places[i]);
}

void *guest_live(void *arg)
{
    struct guest *guest = arg;

    while (!guest->night->is_over && !guest->failure[0]) {
        if (guest->night->is_late)
            go_home(guest);
        else
            look_for_a_match(guest);
        play(guest);
        listen_to_events(guest);
    }
    return NULL;
}
