/* fathom demo: a few accounts play a whole match against a running service.
 *
 * Each is a client of its own that sees what its seat may see.  The bots of
 * this program think for them (see demo_play.c). */
#include "cli/demo/demo.h"

#include "base/clock.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>

const struct flag demo_flags[] = {
    {"url", "URL", "base URL of the service", "http://127.0.0.1:8080"},
    {"game", "GAME", "game to play", "underwater-cities"},
    {"seats", "N", "number of seats", "4"},
    {"bots", "A,B",
     "bots that choose the moves; repeated if fewer than the seats", "greedy"},
    {"seed", "S", "random seed of the bots", "1"},
    {"quiet", NULL, "print only the result", NULL},
    {"record", "FILE", "write the record of the match", NULL},
    {NULL, NULL, NULL, NULL},
};

/* An account and its session.  409: the account exists since an attempt
 * without a response. */
static bool sign_up(struct demo *demo, int player)
{
    struct fathom *client = &demo->player[player];
    char password[64];
    json_t *body;
    bool ok;

    snprintf(demo->name[player], sizeof demo->name[player],
             "demo%d-%010" PRIx64, player + 1, demo->run & 0xffffffffff);
    snprintf(password, sizeof password, "pw-%016" PRIx64 "-%d",
             demo->run * UINT64_C(0x9e3779b97f4a7c15), player);
    body = json_pack("{s:s, s:s}", "name", demo->name[player], "password",
                     password);
    json_decref(demo_post(demo, player, "/v1/accounts", body, NULL));
    json_decref(body);
    ok = (client->status == 201 || client->status == 409) &&
         fathom_sign_in(client, demo->name[player], password);
    if (!ok)
        return demo_fail("cannot create an account");
    printf("seat %d is %s, played by the bot %s\n", player, demo->name[player],
           demo->bot[player].name);
    return true;
}

static bool create_match(struct demo *demo)
{
    json_t *seats = json_array();
    json_t *body, *answer;
    const char *id;

    for (int i = 0; i < demo->seats; i++)
        json_array_append_new(seats, json_string(i ? "open" : "me"));
    body = json_pack("{s:s, s:o}", "game", demo->game->id, "seats", seats);
    answer = demo_post(demo, 0, "/v1/matches", body, NULL);
    json_decref(body);
    id = json_string_value(json_object_get(answer, "id"));
    if (id)
        snprintf(demo->match, sizeof demo->match, "%s", id);
    json_decref(answer);
    return id || demo_fail("cannot create a match");
}

static bool join_match(struct demo *demo, int player)
{
    char path[128];
    json_t *body = json_pack("{s:i}", "seat", player);
    json_t *answer;

    snprintf(path, sizeof path, "/v1/matches/%s/seats", demo->match);
    answer = demo_post(demo, player, path, body, NULL);
    json_decref(body);
    json_decref(answer);
    return answer || demo_fail("cannot join the match");
}

static bool open_match(struct demo *demo)
{
    for (int i = 0; i < demo->seats; i++)
        if (!sign_up(demo, i))
            return false;
    if (!create_match(demo))
        return false;
    for (int i = 1; i < demo->seats; i++)
        if (!join_match(demo, i))
            return false;
    printf("match %s of %s\n", demo->match, demo->game->title);
    return true;
}

static bool run(struct demo *demo)
{
    int64_t begun_us;
    double seconds;

    if (!open_match(demo))
        return false;
    begun_us = clock_steady_us();
    if (!demo_play(demo))
        return false;
    seconds = (double)(clock_steady_us() - begun_us) / 1e6;
    if (!demo_print_result(demo))
        return demo_fail("no result");
    printf("%ld moves in %.1f s, %.0f per second, each durable; ", demo->moves,
           seconds, (double)demo->moves / seconds);
    if (demo->astray)
        printf("%ld differ from the choice of the bot\n", demo->astray);
    else
        printf("all as chosen by the bots\n");
    return demo_check_record(demo);
}

/* The match that the arguments ask for; complains about those that make no
 * sense. */
static bool read_arguments(struct demo *demo)
{
    const struct arguments *args = demo->args;
    struct player bots_named[RULES_SEATS_MAX];
    long seats = 0, seed = 0;
    int named;

    demo->game = game_find(flag_text(args, "game"));
    if (!demo->game) {
        fprintf(stderr, "fathom: unknown game \"%s\"; see fathom games\n",
                flag_text(args, "game"));
        return false;
    }
    named = bots_read(flag_text(args, "bots"), false, bots_named);
    if (!named ||
        !flag_number(args, "seats", demo->game->min_seats,
                     demo->game->max_seats, &seats) ||
        !flag_number(args, "seed", 0, INT32_MAX, &seed))
        return false;
    demo->seats = (int)seats;
    if (named > demo->seats) {
        fprintf(stderr, "fathom demo: %d bots for %d seats\n", named,
                demo->seats);
        return false;
    }
    for (int i = 0; i < demo->seats; i++)
        demo->bot[i] = bots_named[i % named];
    seed_bots((uint64_t)seed, 0, demo->random);
    return true;
}

int demo_run(const struct arguments *args)
{
    struct demo demo = {.args = args};
    bool ok;

    if (!read_arguments(&demo))
        return CLI_USAGE;
    if (getrandom(&demo.run, sizeof demo.run, 0) != sizeof demo.run ||
        curl_global_init(CURL_GLOBAL_DEFAULT)) {
        fprintf(
            stderr,
            "fathom demo: cannot initialise the random source or libcurl\n");
        return CLI_FAILED;
    }
    for (int i = 0; i < demo.seats; i++)
        demo.player[i].url = flag_text(args, "url");
    ok = run(&demo);
    for (int i = 0; i < demo.seats; i++) {
        curl_easy_cleanup(demo.player[i].curl);
        free(demo.player[i].answer);
    }
    curl_global_cleanup();
    return ok ? CLI_OK : CLI_FAILED;
}
