/* People and bots who find rated matches by the queue and by challenges, and
 * act on the events of /v1/me/events. */
#include "soak.h"

#include <stdio.h>
#include <string.h>

enum {
    ROUNDS_MAX = 6,
    CURSOR = 640,        /* bytes */
    LEVEL = 12,          /* decisions in one match before the next one */
    RANKED_PLAYERS = 16, /* numbers of these clients are below this */
};

struct ranked_player {
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

/* Shared by all of them: accounts that can be challenged.  Written before they
 * start. */
static char names[RANKED_PLAYERS][SOAK_NAME];
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned chance(struct ranked_player *ranked_player, unsigned n)
{
    return soak_chance(&ranked_player->person.line.chance, n);
}

/* ---- finding a match ---- */

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

static void queue(struct ranked_player *ranked_player)
{
    struct line *line = &ranked_player->person.line;
    struct reply reply;
    char path[SOAK_LINE], body[SOAK_LINE];
    unsigned drawn = chance(ranked_player, 10);
    size_t at = 0;

    while (drawn >= wishes[at].weight)
        drawn -= wishes[at++].weight;
    snprintf(path, sizeof path, "/v1/queue/%s", wishes[at].game);
    snprintf(body, sizeof body, "{%s,\"bots\":%s}", wishes[at].wish,
             chance(ranked_player, 2) ? "true" : "false");
    line_ask(line, "PUT", path, "", body, &reply);
    if (MUST(line, &reply, "queue", 200, 409) && reply.status == 200) {
        soak_count(ranked_player->soak, SOAK_TICKETS);
        ranked_player->is_queued = true;
    }
    reply_clear(&reply);
    if (ranked_player->is_queued && chance(ranked_player, 8) == 0) {
        line_ask(line, "DELETE", path, "", NULL, &reply);
        MUST(line, &reply, "leave the queue", 204, 409);
        reply_clear(&reply);
    }
}

static void challenge(struct ranked_player *ranked_player)
{
    struct line *line = &ranked_player->person.line;
    struct reply reply;
    char body[2 * SOAK_LINE], other[SOAK_NAME];

    pthread_mutex_lock(&names_lock);
    memcpy(other, names[chance(ranked_player, RANKED_PLAYERS)], sizeof other);
    pthread_mutex_unlock(&names_lock);
    if (!*other || strcmp(other, ranked_player->person.name) == 0)
        snprintf(other, sizeof other, "house-greedy");
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\"],\"game\":\"template\","
             "\"clock\":{\"turn_seconds\":86400},\"rated\":%s,"
             "\"expires_in\":60}",
             other, chance(ranked_player, 2) ? "true" : "false");
    line_ask(line, "POST", "/v1/challenges", "", body, &reply);
    if (MUST(line, &reply, "challenge", 201, 409) && reply.status == 201)
        soak_count(ranked_player->soak, SOAK_CHALLENGES);
    reply_clear(&reply);
}

static void look_for_a_match(struct ranked_player *ranked_player)
{
    if (ranked_player->is_queued || ranked_player->count > 2 ||
        soak_now_us() < ranked_player->next_wish_us)
        return;
    ranked_player->next_wish_us =
        soak_now_us() + 1000000 + chance(ranked_player, 4000000);
    if (chance(ranked_player, 3) == 0)
        challenge(ranked_player);
    else
        queue(ranked_player);
}

/* ---- events ---- */

static void take_match_event(struct ranked_player *ranked_player,
                             const json_t *notice)
{
    const char *match = json_string_value(json_object_get(notice, "match"));
    const char *status = json_string_value(json_object_get(notice, "status"));
    bool is_mine = json_is_true(json_object_get(notice, "your_turn"));
    long seq = (long)json_integer_value(json_object_get(notice, "seq"));
    size_t at = 0;

    /* A sandbox that a reader created with this account. */
    if (json_array_size(json_object_get(notice, "seats")) > 1)
        return;
    while (at < ranked_player->count &&
           strcmp(ranked_player->rounds[at].match, match) != 0)
        at++;
    if (at == ROUNDS_MAX ||
        (at == ranked_player->count && strcmp(status, "running") != 0))
        return;
    struct round *round = &ranked_player->rounds[at];

    if (at == ranked_player->count) {
        ranked_player->count++;
        round_begin(round, match);
        soak_publish_match(ranked_player->soak, match);
        ranked_player->patience[at] = (int)chance(ranked_player, 120);
    }
    if (seq >= round->seq) {
        round->seq = seq;
        round->is_running = strcmp(status, "running") == 0;
        round->is_over = !round->is_running;
        round->to_act = is_mine;
    }
}

static void take_challenge_event(struct ranked_player *ranked_player,
                                 const json_t *notice)
{
    const char *id = json_string_value(json_object_get(notice, "challenge"));
    const char *status = json_string_value(json_object_get(notice, "status"));
    const char *answer = json_string_value(json_object_get(notice, "answer"));
    struct line *line = &ranked_player->person.line;
    struct reply reply;
    char path[SOAK_LINE];

    if (strcmp(status, "waiting") != 0 || !answer ||
        strcmp(answer, "none") != 0)
        return;
    snprintf(path, sizeof path, "/v1/challenges/%s/answers", id);
    line_ask(line, "POST", path, "",
             chance(ranked_player, 4) ? "{\"accept\":true}"
                                      : "{\"accept\":false}",
             &reply);
    MUST(line, &reply, "answer a challenge", 201, 409);
    reply_clear(&reply);
}

static void take_event(struct ranked_player *ranked_player,
                       const json_t *notice)
{
    const char *type = json_string_value(json_object_get(notice, "type"));
    const char *status = json_string_value(json_object_get(notice, "status"));

    if (strcmp(type, "match") == 0)
        take_match_event(ranked_player, notice);
    else if (strcmp(type, "challenge") == 0)
        take_challenge_event(ranked_player, notice);
    else if (strcmp(type, "queue") == 0)
        ranked_player->is_queued = strcmp(status, "waiting") == 0;
}

static bool has_work(const struct ranked_player *ranked_player)
{
    for (size_t i = 0; i < ranked_player->count; i++)
        if (ranked_player->rounds[i].to_act || ranked_player->rounds[i].is_over)
            return true;
    return false;
}

static void listen_to_events(struct ranked_player *ranked_player)
{
    struct line *line = &ranked_player->person.line;
    struct reply news;
    char path[CURSOR + SOAK_LINE];
    json_t *notice;
    size_t i;

    snprintf(path, sizeof path, "/v1/me/events?wait=%d%s%s",
             has_work(ranked_player) ? 0 : 2,
             *ranked_player->cursor ? "&after=" : "", ranked_player->cursor);
    line_ask(line, "GET", path, "", NULL, &news);
    if (MUST(line, &news, "my events", 200)) {
        json_array_foreach(json_object_get(news.json, "data"), i, notice)
            take_event(ranked_player, notice);
        snprintf(ranked_player->cursor, sizeof ranked_player->cursor, "%s",
                 reply_text(&news, "next_after"));
    }
    reply_clear(&news);
    soak_count(ranked_player->soak, SOAK_POLLS);
}

/* ---- matches ---- */

static void leave_round(struct ranked_player *ranked_player, size_t at)
{
    struct round *round = &ranked_player->rounds[at];

    round_look(round, &ranked_player->person.line);
    if (!round->is_over)
        return;
    round_check(round, &ranked_player->person.line);
    round_clear(round);
    ranked_player->count--;
    ranked_player->rounds[at] = ranked_player->rounds[ranked_player->count];
    ranked_player->patience[at] = ranked_player->patience[ranked_player->count];
}

static void play(struct ranked_player *ranked_player, size_t at)
{
    struct round *round = &ranked_player->rounds[at];

    if (ranked_player->patience[at] <= 0 || ranked_player->soak->is_over) {
        if (round_resign(round, &ranked_player->person))
            round->to_act = 0;
        round_look(round, &ranked_player->person.line);
        return;
    }
    /* The next event has the turn then. */
    for (int i = 0; i < LEVEL && ranked_player->patience[at] > 0; i++) {
        if (!round_decide(round, &ranked_player->person))
            break;
        ranked_player->patience[at]--;
    }
    if (ranked_player->patience[at] > 0)
        round->to_act = 0;
}

static void play_all(struct ranked_player *ranked_player)
{
    for (size_t at = ranked_player->count; at-- > 0;) {
        struct round *round = &ranked_player->rounds[at];

        if (!round->is_over && (round->to_act || ranked_player->soak->is_over))
            play(ranked_player, at);
        if (round->is_over)
            leave_round(ranked_player, at);
    }
}

static bool declare(struct ranked_player *ranked_player)
{
    struct reply reply;

    if (!ranked_player->is_bot)
        return true;
    line_ask(&ranked_player->person.line, "PUT", "/v1/me/bot", "",
             "{\"games\":[{\"game\":\"template\",\"seats\":[2,3,4]},"
             "{\"game\":\"underwater-cities\",\"seats\":[2]}],"
             "\"clocks\":[\"turn\",\"bank\"],\"rated\":[\"casual\",\"rated\"],"
             "\"at_once\":3}",
             &reply);
    bool is_done =
        MUST(&ranked_player->person.line, &reply, "bot's rules", 200);

    reply_clear(&reply);
    return is_done;
}

/* Resign running matches.  Matches that it does not know of end by time. */
static void go_home(struct ranked_player *ranked_player)
{
    for (int tries = 0; tries < 20 && ranked_player->count > 0; tries++)
        play_all(ranked_player);
    for (size_t i = 0; i < ranked_player->count; i++)
        round_clear(&ranked_player->rounds[i]);
    person_end(&ranked_player->person);
}

void *soak_ranked_player(void *arg)
{
    const struct role *role = arg;
    struct ranked_player ranked_player = {.soak = role->soak,
                                          .is_bot = role->number % 4 == 3};

    if (!person_begin(&ranked_player.person, role->soak,
                      ranked_player.is_bot ? "bot" : "human",
                      0x8000 + role->number) ||
        !declare(&ranked_player)) {
        person_end(&ranked_player.person);
        return NULL;
    }
    pthread_mutex_lock(&names_lock);
    memcpy(names[role->number % RANKED_PLAYERS], ranked_player.person.name,
           SOAK_NAME);
    pthread_mutex_unlock(&names_lock);
    soak_publish_person(role->soak, ranked_player.person.name,
                        ranked_player.person.line.token);
    while (!role->soak->is_over) {
        look_for_a_match(&ranked_player);
        play_all(&ranked_player);
        listen_to_events(&ranked_player);
    }
    go_home(&ranked_player);
    return NULL;
}
