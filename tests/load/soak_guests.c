/* Guests: people and bots who look for rated matches by the queue and by
 * challenges, and do what /v1/me/events tells them. */
#include "soak.h"

#include <stdio.h>
#include <string.h>

enum {
    ROUNDS_MAX = 6,
    CURSOR = 640, /* bytes */
    LEVEL = 12,   /* decisions of one match before looking at another */
    GUESTS = 16,  /* numbers of guests go up to that */
};

struct guest {
    struct soak *soak;
    struct person person;
    bool is_bot;
    char cursor[CURSOR];
    struct round rounds[ROUNDS_MAX];
    int patience[ROUNDS_MAX]; /* decisions until it resigns */
    size_t count;
    bool is_queued;
    int64_t next_wish_us;
};

/* A message to all of them: who can be challenged.  Written before they live.
 */
static char names[GUESTS][SOAK_NAME];
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned chance(struct guest *guest, unsigned n)
{
    return soak_chance(&guest->person.line.chance, n);
}

/* ---- looking for a match ---- */

static const struct wish {
    const char *game, *wish;
    unsigned weight;
} wishes[] = {
    {"template", "\"seats\":[2,3],\"clock\":{\"turn_seconds\":86400}", 5},
    {"template",
     "\"seats\":[2],\"clock\":{\"bank_seconds\":60,\"increment_seconds\":5}",
     3},
    {"underwater-cities", "\"seats\":[2],\"clock\":{\"turn_seconds\":86400}",
     2},
};

static void queue(struct guest *guest)
{
    struct line *line = &guest->person.line;
    struct reply reply;
    char path[SOAK_LINE], body[SOAK_LINE];
    unsigned drawn = chance(guest, 10);
    size_t at = 0;

    while (drawn >= wishes[at].weight)
        drawn -= wishes[at++].weight;
    snprintf(path, sizeof path, "/v1/queue/%s", wishes[at].game);
    snprintf(body, sizeof body, "{%s,\"bots\":%s}", wishes[at].wish,
             chance(guest, 2) ? "true" : "false");
    line_ask(line, "PUT", path, "", body, &reply);
    if (MUST(line, &reply, "queue", 200, 409) && reply.status == 200) {
        soak_count(guest->soak, SOAK_TICKETS);
        guest->is_queued = true;
    }
    reply_clear(&reply);
    if (guest->is_queued && chance(guest, 8) == 0) {
        line_ask(line, "DELETE", path, "", NULL, &reply);
        MUST(line, &reply, "leave the queue", 204, 409);
        reply_clear(&reply);
    }
}

static void challenge(struct guest *guest)
{
    struct line *line = &guest->person.line;
    struct reply reply;
    char body[2 * SOAK_LINE], other[SOAK_NAME];

    pthread_mutex_lock(&names_lock);
    memcpy(other, names[chance(guest, GUESTS)], sizeof other);
    pthread_mutex_unlock(&names_lock);
    if (!*other || strcmp(other, guest->person.name) == 0)
        snprintf(other, sizeof other, "house-greedy");
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\"],\"game\":\"template\","
             "\"clock\":{\"turn_seconds\":86400},\"rated\":%s,"
             "\"expires_in\":60}",
             other, chance(guest, 2) ? "true" : "false");
    line_ask(line, "POST", "/v1/challenges", "", body, &reply);
    if (MUST(line, &reply, "challenge", 201, 409) && reply.status == 201)
        soak_count(guest->soak, SOAK_CHALLENGES);
    reply_clear(&reply);
}

static void look_for_a_match(struct guest *guest)
{
    if (guest->is_queued || guest->count > 2 ||
        soak_now_us() < guest->next_wish_us)
        return;
    guest->next_wish_us = soak_now_us() + 1000000 + chance(guest, 4000000);
    if (chance(guest, 3) == 0)
        challenge(guest);
    else
        queue(guest);
}

/* ---- what it is told ---- */

static void hear_of_match(struct guest *guest, const json_t *notice)
{
    const char *match = json_string_value(json_object_get(notice, "match"));
    const char *status = json_string_value(json_object_get(notice, "status"));
    bool is_mine = json_is_true(json_object_get(notice, "your_turn"));
    long seq = (long)json_integer_value(json_object_get(notice, "seq"));
    size_t at = 0;

    /* A sandbox that a reader made in this one's name. */
    if (json_array_size(json_object_get(notice, "seats")) > 1)
        return;
    while (at < guest->count && strcmp(guest->rounds[at].match, match) != 0)
        at++;
    if (at == ROUNDS_MAX ||
        (at == guest->count && strcmp(status, "running") != 0))
        return;
    struct round *round = &guest->rounds[at];

    if (at == guest->count) {
        guest->count++;
        round_begin(round, match);
        soak_tell_match(guest->soak, match);
        guest->patience[at] = (int)chance(guest, 120);
    }
    if (seq >= round->seq) {
        round->seq = seq;
        round->is_running = strcmp(status, "running") == 0;
        round->is_over = !round->is_running;
        round->to_act = is_mine;
    }
}

static void hear_of_challenge(struct guest *guest, const json_t *notice)
{
    const char *id = json_string_value(json_object_get(notice, "challenge"));
    const char *status = json_string_value(json_object_get(notice, "status"));
    const char *answer = json_string_value(json_object_get(notice, "answer"));
    struct line *line = &guest->person.line;
    struct reply reply;
    char path[SOAK_LINE];

    if (strcmp(status, "waiting") != 0 || !answer ||
        strcmp(answer, "none") != 0)
        return;
    snprintf(path, sizeof path, "/v1/challenges/%s/answers", id);
    line_ask(line, "POST", path, "",
             chance(guest, 4) ? "{\"accept\":true}" : "{\"accept\":false}",
             &reply);
    MUST(line, &reply, "answer a challenge", 201, 409);
    reply_clear(&reply);
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

static bool has_work(const struct guest *guest)
{
    for (size_t i = 0; i < guest->count; i++)
        if (guest->rounds[i].to_act || guest->rounds[i].is_over)
            return true;
    return false;
}

static void listen_to_events(struct guest *guest)
{
    struct line *line = &guest->person.line;
    struct reply news;
    char path[CURSOR + SOAK_LINE];
    json_t *notice;
    size_t i;

    snprintf(path, sizeof path, "/v1/me/events?wait=%d%s%s",
             has_work(guest) ? 0 : 2, *guest->cursor ? "&after=" : "",
             guest->cursor);
    line_ask(line, "GET", path, "", NULL, &news);
    if (MUST(line, &news, "my events", 200)) {
        json_array_foreach(json_object_get(news.json, "data"), i, notice)
            hear(guest, notice);
        snprintf(guest->cursor, sizeof guest->cursor, "%s",
                 reply_text(&news, "next_after"));
    }
    reply_clear(&news);
    soak_count(guest->soak, SOAK_POLLS);
}

/* ---- at the tables ---- */

static void leave_round(struct guest *guest, size_t at)
{
    struct round *round = &guest->rounds[at];

    round_look(round, &guest->person.line);
    if (!round->is_over)
        return;
    round_check(round, &guest->person.line);
    round_clear(round);
    guest->count--;
    guest->rounds[at] = guest->rounds[guest->count];
    guest->patience[at] = guest->patience[guest->count];
}

static void play(struct guest *guest, size_t at)
{
    struct round *round = &guest->rounds[at];

    if (guest->patience[at] <= 0 || guest->soak->is_over) {
        if (round_resign(round, &guest->person))
            round->to_act = 0;
        round_look(round, &guest->person.line);
        return;
    }
    /* Whose turn it is then says the next event. */
    for (int i = 0; i < LEVEL && guest->patience[at] > 0; i++) {
        if (!round_decide(round, &guest->person))
            break;
        guest->patience[at]--;
    }
    if (guest->patience[at] > 0)
        round->to_act = 0;
}

static void play_all(struct guest *guest)
{
    for (size_t at = guest->count; at-- > 0;) {
        struct round *round = &guest->rounds[at];

        if (!round->is_over && (round->to_act || guest->soak->is_over))
            play(guest, at);
        if (round->is_over)
            leave_round(guest, at);
    }
}

static bool declare(struct guest *guest)
{
    struct reply reply;

    if (!guest->is_bot)
        return true;
    line_ask(&guest->person.line, "PUT", "/v1/me/bot", "",
             "{\"games\":[{\"game\":\"template\",\"seats\":[2,3,4]},"
             "{\"game\":\"underwater-cities\",\"seats\":[2]}],"
             "\"clocks\":[\"turn\",\"bank\"],\"rated\":[\"casual\",\"rated\"],"
             "\"at_once\":3}",
             &reply);
    bool is_done = MUST(&guest->person.line, &reply, "bot's rules", 200);

    reply_clear(&reply);
    return is_done;
}

/* Resign what runs.  Who is in more than it knows of leaves them by time. */
static void go_home(struct guest *guest)
{
    for (int tries = 0; tries < 20 && guest->count > 0; tries++)
        play_all(guest);
    for (size_t i = 0; i < guest->count; i++)
        round_clear(&guest->rounds[i]);
    person_end(&guest->person);
}

void *soak_guest(void *arg)
{
    const struct role *role = arg;
    struct guest guest = {.soak = role->soak, .is_bot = role->number % 4 == 3};

    if (!person_begin(&guest.person, role->soak, guest.is_bot ? "bot" : "human",
                      0x8000 + role->number) ||
        !declare(&guest)) {
        person_end(&guest.person);
        return NULL;
    }
    pthread_mutex_lock(&names_lock);
    memcpy(names[role->number % GUESTS], guest.person.name, SOAK_NAME);
    pthread_mutex_unlock(&names_lock);
    soak_tell_person(role->soak, guest.person.name, guest.person.line.token);
    while (!role->soak->is_over) {
        look_for_a_match(&guest);
        play_all(&guest);
        listen_to_events(&guest);
    }
    go_home(&guest);
    return NULL;
}
