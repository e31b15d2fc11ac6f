/* The kits' bots that wait for challenges: they accept, and play to the end. */
#include "depth.h"
#include "http.h"
#include "kits.h"
#include "service.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[KITS] = {"pia", "jan", "cid"};

static const char rules[] =
    "{\"games\":[{\"game\":\"template\",\"seats\":[4]}],"
    "\"clocks\":[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}";

/* The account of a bot that accepts a match of the template for four. */
static void make_bot(struct service *service, const char *name)
{
    struct client bot = client_open(service);
    json_t *who = json_pack("{s:s,s:s,s:s}", "name", name, "password",
                            BOT_PASSWORD, "kind", "bot");
    char *body = json_dumps(who, 0);
    struct answer made = client_send(&bot, "POST", "/v1/accounts", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    free(body);
    json_object_del(who, "kind");
    body = json_dumps(who, 0);
    struct answer session = client_send(&bot, "POST", "/v1/sessions", body);

    snprintf(bot.token, sizeof bot.token, "%s", answer_text(&session, "token"));
    struct answer declared = client_send(&bot, "PUT", "/v1/me/bot", rules);

    cr_assert_eq(declared.status, 200, "%s", declared.body);
    answer_clear(&made);
    answer_clear(&session);
    answer_clear(&declared);
    free(body);
    json_decref(who);
    client_close(&bot);
}

/* Play any legal move of hers, until the match is over. */
static void play_to_the_end(struct client *client, const char *match)
{
    for (int i = 0; i < 600; i++) {
        char path[128], body[256];
        struct answer legal =
            client_get(client, "/v1/matches/%s/legal-moves", match);
        json_t *first = json_array_get(json_object_get(legal.json, "moves"), 0);
        bool is_over = legal.status == 409;

        snprintf(path, sizeof path, "/v1/matches/%s/moves", match);
        snprintf(body, sizeof body, "{\"move\":\"%s\"}",
                 first ? json_string_value(json_object_get(first, "move"))
                       : "");
        answer_clear(&legal);
        struct answer state = client_get(client, "/v1/matches/%s", match);
        long seq = answer_number(&state, "seq");

        is_over =
            is_over || strcmp(answer_text(&state, "status"), "running") != 0;
        answer_clear(&state);
        if (is_over)
            return;
        if (first) {
            client_with(client, "If-Match: *");
            struct answer moved = client_send(client, "POST", path, body);

            answer_clear(&moved);
        } else {
            struct answer news = client_get(
                client, "/v1/matches/%s/events?wait=5&after=%ld", match, seq);

            answer_clear(&news);
        }
    }
}

Test(challenges, bots_of_the_kits_accept_and_play_a_challenge,
     .init = deep_only, .timeout = 600)
{
    struct service service;
    struct bot bots[KITS];
    char body[256], match[64] = "";

    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");

    for (int i = 0; i < KITS; i++) {
        make_bot(&service, names[i]);
        acceptor_start(&bots[i], (enum kit)i, service.url, names[i]);
    }
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\",\"%s\",\"%s\"],\"game\":\"template\"}",
             names[0], names[1], names[2]);
    struct answer made = client_send(&ada, "POST", "/v1/challenges", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    /* Each reports it; the last one has the match. */
    for (int i = 0; i < KITS; i++) {
        cr_assert(bot_read(&bots[i]), "%s said nothing", names[i]);
        cr_expect_str_eq(bots[i].match, answer_text(&made, "id"));
        if (strncmp(bots[i].rest, "m_", 2) == 0)
            snprintf(match, sizeof match, "%s", bots[i].rest);
    }
    cr_assert_str_neq(match, "", "no bot got the match");
    play_to_the_end(&ada, match);
    struct answer seen = client_get(&ada, "/v1/matches/%s", match);

    cr_expect_str_eq(answer_text(&seen, "status"), "finished", "%s", seen.body);
    for (int i = 0; i < KITS; i++) {
        bot_kill(&bots[i]);
        unlink(bots[i].said);
    }
    answer_clear(&seen);
    answer_clear(&made);
    client_close(&ada);
    service_end(&service);
}
