/* The requests of attackers.  attack_count_reply judges the responses; a
 * refused attacker sends again. */
#include "attack.h"

#include <stdio.h>
#include <string.h>

static void request(struct line *line, const char *method, const char *path,
                    const char *headers, const char *body)
{
    struct reply reply;

    line_ask_node(line, 0, method, path, headers, body, &reply);
    reply_clear(&reply);
}

/* A request about the attacked match. */
static void request_match(struct run *run, struct line *line,
                          const char *method, const char *what,
                          const char *headers, const char *body)
{
    char path[SOAK_LINE];

    snprintf(path, sizeof path, "/v1/matches/%s%s", run->match, what);
    request(line, method, path, headers, body);
}

void send_past(struct run *run, struct line *line, unsigned number)
{
    char what[SOAK_LINE];

    *line->token = '\0'; /* a token is not needed */
    if (number % 2)
        snprintf(what, sizeof what, "/state?at_seq=%ld", run->seq - 1);
    else
        snprintf(what, sizeof what, "/events?after=%ld", run->seq - 10);
    request_match(run, line, "GET", what, "", NULL);
}

void send_refused_move(struct run *run, struct line *line, unsigned number)
{
    char body[SOAK_LINE];

    snprintf(body, sizeof body, "{\"move\":\"zzz\",\"seat\":%d}", run->seat);
    if (number % 2)
        request_match(run, line, "POST", "/moves", "If-Match: *\r\n", body);
    else
        request_match(run, line, "POST", "/moves/preview", "", body);
}

void send_preview(struct run *run, struct line *line, unsigned number)
{
    char body[SOAK_LINE];

    (void)number;
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seat\":%d}", run->move,
             run->seat);
    request_match(run, line, "POST", "/moves/preview", "", body);
}

void send_sandbox(struct run *run, struct line *line, unsigned number)
{
    struct reply made;
    char path[SOAK_LINE];

    (void)number;
    line_ask_node(line, 0, "POST", "/v1/matches", "", run->order, &made);
    snprintf(path, sizeof path, "/v1/matches/%s/legal-moves?seat=%d",
             reply_text(&made, "id"), run->seat);
    if (made.status == 201)
        request(line, "GET", path, "", NULL);
    reply_clear(&made);
}

void send_bots(struct run *run, struct line *line, unsigned number)
{
    (void)run;
    (void)number;
    request(line, "POST", "/v1/matches", "",
            "{\"game\":\"underwater-cities\",\"seats\":[\"bot:search\","
            "\"bot:search\",\"bot:search\",\"bot:search\"]}");
}

/* An account whose name is taken, or a name that no account has. */
void send_hash(struct run *run, struct line *line, unsigned number)
{
    char body[SOAK_LINE];

    *line->token = '\0';
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"fjord kettle %u\"}",
             run->attacker.name, number);
    if (number % 2) {
        request(line, "POST", "/v1/accounts", "", body);
        return;
    }
    snprintf(body, sizeof body,
             "{\"name\":\"nobody-%u\",\"password\":\"fjord kettle\"}", number);
    request(line, "POST", "/v1/sessions", "", body);
}

void send_wrong_password(struct run *run, struct line *line, unsigned number)
{
    char body[SOAK_LINE];

    *line->token = '\0';
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"fjord kettle %u\"}",
             run->player.people[0].name, number);
    request(line, "POST", "/v1/sessions", "", body);
}

void send_match(struct run *run, struct line *line, unsigned number)
{
    (void)run;
    (void)number;
    request(line, "POST", "/v1/matches", "",
            "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}");
}

void send_verify(struct run *run, struct line *line, unsigned number)
{
    (void)number;
    *line->token = '\0';
    request(line, "POST", "/v1/records/verify", "", run->record);
}

void send_lobby(struct run *run, struct line *line, unsigned number)
{
    (void)run;
    (void)number;
    *line->token = '\0';
    request(line, "GET", "/v1/matches?status=open", "", NULL);
}

void send_document(struct run *run, struct line *line, unsigned number)
{
    (void)run;
    *line->token = '\0';
    request(line, "GET",
            number % 2 ? "/openapi.yaml"
                       : "/v1/games/underwater-cities/components",
            "", NULL);
}

/* ---- many networks, many accounts ---- */

enum {
    NETWORKS = 256, /* a /56 */
    STAYS = 16,     /* requests from one of them */
};

/* Continue from another network of the /56. */
static void move_to(struct line *line, unsigned network)
{
    const unsigned from = FRONT_NETWORK | network % NETWORKS;

    if (line->from != from)
        line_close(line);
    line->from = from;
}

void send_network(struct run *run, struct line *line, unsigned number)
{
    const unsigned threads = (unsigned)run->attack->connections;

    move_to(line, number / threads / STAYS * threads + number % threads);
    send_document(run, line, number);
}

void send_guest(struct run *run, struct line *line, unsigned number)
{
    (void)run;
    move_to(line, number);
    *line->token = '\0';
    request(line, "POST", "/v1/guests", "", NULL);
}

void send_challenge(struct run *run, struct line *line, unsigned number)
{
    char body[SOAK_LINE];

    memcpy(line->token, run->tokens[number % (unsigned)run->token_count],
           SOAK_TOKEN);
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\"],\"game\":\"template\","
             "\"expires_in\":604800}",
             run->player.people[0].name);
    request(line, "POST", "/v1/challenges", "", body);
}

/* ---- what the database keeps, and lists ---- */

void send_kept(struct run *run, struct line *line, unsigned number)
{
    char path[SOAK_LINE], key[SOAK_LINE];
    struct reply made;

    snprintf(key, sizeof key, "Idempotency-Key: kept-%u\r\n", number);
    line_ask_node(line, 0, "POST", "/v1/matches", key, run->order, &made);
    snprintf(path, sizeof path, "/v1/matches/%s/abort",
             reply_text(&made, "id"));
    if (made.status == 201)
        request(line, "POST", path, "", NULL);
    reply_clear(&made);
}

/* Of another account's and of the own. */
const char *const list_paths[] = {
    "/v1/players/%s/matches?status=finished",
    "/v1/players/%s/matches?status=running&game=otys",
    "/v1/players/%s/matches?rated=true",
    "/v1/matches?status=finished&player=%s",
    "/v1/matches?status=finished&player=%s&seats=4",
    "/v1/matches?status=finished",
    "/v1/matches?status=open",
    "/v1/matches?to_act=me",
    "/v1/matches?status=finished&game=seastead",
    "/v1/players/%s",
    "/v1/players/%s/ratings",
    "/v1/players/%s/statistics?game=template",
    "/v1/me/events",
    "/v1/challenges",
};
const size_t list_count = sizeof list_paths / sizeof *list_paths;

void send_list(struct run *run, struct line *line, unsigned number)
{
    char path[SOAK_LINE];

/* The formats are those above. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(path, sizeof path, list_paths[number % list_count],
             run->attacker.name);
#pragma GCC diagnostic pop
    request(line, "GET", path, "", NULL);
}
