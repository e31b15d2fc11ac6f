/* The player: two accounts play one match after the other, with a new
 * connection for each decision and a stream of the match's events.  Every
 * request must succeed. */
#include "attack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    FROM = 0x101, /* 127.0.1.1 */
    PATIENCE_S = 10,
    THINK_MS = 20,
    EXTRA_US = 1000000,
    BOT_WAIT_S = 5,
    BOT_US = 10000000,
    ERRORS_PRINTED = 10,
};

static void add_sample(struct run *run, int64_t us)
{
    struct player *player = &run->player;
    const enum phase phase = player->phase;

    if (player->count[phase] < SAMPLES_MAX)
        player->samples[phase][player->count[phase]++] = (uint32_t)us;
}

static void add_error(struct run *run, const char *what, int status,
                      const char *body)
{
    if (atomic_fetch_add(&run->player.errors, 1) < ERRORS_PRINTED)
        fprintf(stderr, "attack: the player's %s: %d %.200s\n", what, status,
                body ? body : "(no reply)");
}

static void judge(struct line *line, const char *path,
                  const struct reply *reply, int64_t us)
{
    struct run *run = line->soak->owner;

    if (reply->status == 0 || reply->status == 429 || reply->status >= 500)
        add_error(run, path, reply->status, reply->body);
    /* The duration of a long poll does not count. */
    if (!strstr(path, "wait="))
        add_sample(run, us);
}

/* ---- a match ---- */

static void open_tap(struct run *run)
{
    struct player *player = &run->player;
    char path[SOAK_LINE];
    long status;

    snprintf(path, sizeof path, "/v1/matches/%s/events", player->round.match);
    player->tap = tap_open(run, path, FROM, PATIENCE_S * 1000L, &status);
    if (status != 200)
        add_error(run, "stream", (int)status, "");
}

static void open_stream(struct run *run)
{
    struct player *player = &run->player;
    char request[SOAK_LINE], reply[1024];
    int size = snprintf(request, sizeof request,
                        "GET /v1/matches/%s/events HTTP/1.1\r\nHost: attack\r\n"
                        "Accept: text/event-stream\r\n\r\n",
                        player->round.match);

    if (run->front) {
        open_tap(run);
        return;
    }
    player->stream = line_connect(&run->player_http, 0, FROM, PATIENCE_S);
    ssize_t got = -1;

    if (player->stream >= 0 &&
        send(player->stream, request, (size_t)size, MSG_NOSIGNAL) == size)
        got = recv(player->stream, reply, sizeof reply - 1, 0);
    reply[got > 0 ? got : 0] = '\0';
    if (strncmp(reply, "HTTP/1.1 200", 12) != 0)
        add_error(run, "stream", 0, reply);
}

static void close_stream(struct player *player)
{
    if (player->stream >= 0)
        close(player->stream);
    player->stream = -1;
    tap_close(player->tap);
    player->tap = NULL;
}

/* It lasts as long as the match does. */
static void check_stream(struct run *run)
{
    struct player *player = &run->player;
    char bytes[4096];
    ssize_t got = 1;

    if (player->stream < 0 && !player->tap)
        return;
    while (player->stream >= 0 && got > 0)
        got = recv(player->stream, bytes, sizeof bytes, MSG_DONTWAIT);
    if (player->tap ? tap_is_open(player->tap) : got < 0 && errno == EAGAIN)
        return;
    if (!player->round.is_over)
        add_error(run, "stream", 0, "it has ended");
    close_stream(player);
}

static void begin_match(struct run *run)
{
    struct player *player = &run->player;
    struct reply reply;

    close_stream(player);
    round_clear(&player->round);
    line_ask(&player->people[0].line, "POST", "/v1/matches", "",
             "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}",
             &reply);
    round_begin(&player->round, reply_text(&reply, "id"));
    reply_clear(&reply);
    round_ask(&player->round, &player->people[1].line, "POST", "/seats", "",
              NULL, &reply);
    round_learn(&player->round, &player->people[1].line, &reply);
    reply_clear(&reply);
    if (player->round.is_running)
        open_stream(run);
}

/* ---- additional requests ---- */

void extra_sign_in(struct run *run)
{
    struct player *player = &run->player;
    const struct person *person = &player->people[0];
    struct line line;
    struct reply reply;
    char body[2 * SOAK_LINE];
    int n = snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"",
                     person->name, person->password);

    if (*player->device)
        n += snprintf(body + n, sizeof body - (size_t)n, ",\"device\":\"%s\"",
                      player->device);
    snprintf(body + n, sizeof body - (size_t)n, "}");
    line_open(&line, &run->player_http, FROM);
    line_ask(&line, "POST", "/v1/sessions", "", body, &reply);
    MUST(&line, &reply, "sign in", 201);
    snprintf(line.token, sizeof line.token, "%s", reply_text(&reply, "token"));
    if (*reply_text(&reply, "device"))
        snprintf(player->device, sizeof player->device, "%s",
                 reply_text(&reply, "device"));
    reply_clear(&reply);
    if (*line.token) {
        line_ask(&line, "DELETE", "/v1/sessions/current", "", NULL, &reply);
        reply_clear(&reply);
    }
    line_close(&line);
}

/* How long a quick bot takes to respond to a move. */
void extra_bot(struct run *run)
{
    struct player *player = &run->player;
    struct person *person = &player->people[0];
    struct round *round = &player->bot_round;
    struct reply reply;

    if (!round->is_running) {
        round_clear(round);
        line_ask(&person->line, "POST", "/v1/matches", "",
                 "{\"game\":\"underwater-cities\","
                 "\"seats\":[\"me\",\"bot:random\"]}",
                 &reply);
        round_begin(round, reply_text(&reply, "id"));
        round_learn(round, &person->line, &reply);
        reply_clear(&reply);
    }
    round_decide(round, person);
    const int64_t begun_us = soak_now_us();

    /* It may have several decisions to make. */
    while (round->is_running && !(round->to_act & 1) &&
           soak_now_us() - begun_us < BOT_US) {
        round_wait(round, &person->line, BOT_WAIT_S);
        round_look(round, &person->line);
    }
    add_sample(run, soak_now_us() - begun_us);
    if (round->is_running && !(round->to_act & 1))
        add_error(run, "bot", 0, "has not answered");
}

void extra_poll(struct run *run)
{
    if (run->player.round.is_running)
        round_wait(&run->player.round, &run->player.people[1].line, 1);
}

/* ---- the thread ---- */

static void *play(void *arg)
{
    struct run *run = arg;
    struct player *player = &run->player;

    while (!run->player_http.is_over) {
        player->phase = run->phase;
        for (int i = 0; i < 2; i++)
            line_close(&player->people[i].line);
        if (!player->round.is_running)
            begin_match(run);
        struct person *person =
            &player->people[player->round.to_act & 1 ? 0 : 1];

        if (!round_decide(&player->round, person))
            round_look(&player->round, &person->line);
        check_stream(run);
        if (run->attack->extra && soak_now_us() - player->extra_us > EXTRA_US) {
            run->attack->extra(run);
            player->extra_us = soak_now_us();
        }
        soak_pause_ms(THINK_MS);
    }
    return NULL;
}

void player_begin(struct run *run)
{
    struct player *player = &run->player;

    run->player_http.judge = judge;
    run->player_http.owner = run;
    run->player_http.patience_s = PATIENCE_S;
    player->stream = -1;
    for (int i = 0; i < PHASES; i++) {
        player->samples[i] = calloc(SAMPLES_MAX, sizeof **player->samples);
        if (!player->samples[i])
            abort();
    }
    for (int i = 0; i < 2; i++)
        if (!person_begin(&player->people[i], &run->player_http, "human", FROM))
            attack_die("the player's accounts cannot be made");
    if (pthread_create(&player->thread, NULL, play, run))
        attack_die("there is no thread for the player");
}

void player_end(struct run *run)
{
    struct player *player = &run->player;

    run->player_http.is_over = true;
    pthread_join(player->thread, NULL);
    close_stream(player);
    round_clear(&player->round);
    round_clear(&player->bot_round);
    for (int i = 0; i < 2; i++)
        person_end(&player->people[i]);
}
