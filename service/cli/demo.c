/* fathom demo: four accounts play a whole match against a running service.
 *
 * The players know only what the service shows to their seats, and it shows no
 * position from which a state could be rebuilt; so the bots of this program
 * cannot play here.  Instead each player is a busy one: among the moves listed
 * as legal it likes building best and ending its turn least. */
#include "cli.h"
#include "client.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

const struct flag demo_flags[] = {
    {"url", "URL", "where the service listens", "http://127.0.0.1:8080"},
    {"game", "GAME", "what is played", "underwater-cities"},
    {"seats", "N", "players, two to four", "4"},
    {"seed", "S", "a number: of the players' choices", "1"},
    {"quiet", NULL, "only the result", NULL},
    {"record", "FILE", "keep the record of the match", NULL},
    {NULL, NULL, NULL, NULL},
};

enum {
    ID_MAX = 64,
    STALE_MAX = 50, /* refused moves in a row before giving up */
    DECISIONS_MAX = 20000,
};

/* The demonstration: its players and their match. */
struct demo {
    const struct arguments *args;
    struct client player[RULES_SEATS_MAX];
    char name[RULES_SEATS_MAX][32];
    int seats;
    char match[ID_MAX];
    uint64_t run; /* makes names and keys unique */
    struct random random;
    int64_t seq;
    unsigned to_act; /* seat bits */
    long moves, refused;
    bool finished;
    int total[RULES_SEATS_MAX]; /* as the service says */
};

/* How much a busy player likes a move, by the words its notation begins with;
 * longer beginnings come first. */
static const struct {
    const char *begins;
    uint32_t weight;
} likes[] = {
    {"build symbiotic", 400},
    {"build city", 300},
    {"build", 200},
    {"upgrade", 150},
    {"convert", 150},
    {"card", 90},
    {"keep", 60},
    {"do", 60},
    {"place always", 1},
    {"place", 10},
    {"discard", 10},
    {"pass", 1},
    {"end", 1},
};

/* The weight of a listed move, 0 for what is none.  A card that matches its
 * slot is worth more than one that does not. */
static uint32_t weight_of(const json_t *move)
{
    const char *notation = json_string_value(json_object_get(move, "move"));
    const char *text = json_string_value(json_object_get(move, "text"));
    const uint32_t more = text && strstr(text, "which matches") ? 5 : 1;

    if (!notation)
        return 0;
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        if (!strncmp(notation, likes[i].begins, strlen(likes[i].begins)))
            return likes[i].weight * more;
    return 40;
}

/* Say what the service answered instead of what was asked for. */
static bool fail(const char *what, long status, const json_t *answer)
{
    const char *title = json_string_value(json_object_get(answer, "title"));
    const char *detail = json_string_value(json_object_get(answer, "detail"));

    if (status == 0)
        fprintf(stderr, "fathom demo: %s: the service does not answer\n", what);
    else
        fprintf(stderr, "fathom demo: %s: status %ld %s: %s\n", what, status,
                title ? title : "", detail ? detail : "");
    return false;
}

/* Send, and keep the answer when it has the status that is wanted. */
static json_t *ask(struct demo *demo, int player, const struct request *request,
                   long wanted)
{
    json_t *answer;
    const long status = client_send(&demo->player[player], request, &answer);

    if (status == wanted && answer)
        return answer;
    fail(request->path, status, answer);
    json_decref(answer);
    return NULL;
}

/* An account and its session. */
static bool sign_up(struct demo *demo, int player)
{
    struct client *client = &demo->player[player];
    char password[64];
    struct request request = {"POST", "/v1/accounts", NULL, -1, NULL};
    json_t *body, *answer;
    const char *token;

    snprintf(demo->name[player], sizeof demo->name[player],
             "demo%d-%010" PRIx64, player + 1, demo->run & 0xffffffffff);
    snprintf(password, sizeof password, "pw-%016" PRIx64 "-%d",
             demo->run * UINT64_C(0x9e3779b97f4a7c15), player);
    body = json_pack("{s:s, s:s}", "name", demo->name[player], "password",
                     password);
    request.body = body;
    answer = ask(demo, player, &request, 201);
    if (answer) {
        json_decref(answer);
        request.path = "/v1/sessions";
        answer = ask(demo, player, &request, 201);
    }
    json_decref(body);
    token = json_string_value(json_object_get(answer, "token"));
    if (token)
        snprintf(client->token, sizeof client->token, "%s", token);
    json_decref(answer);
    return token != NULL;
}

/* Keep what an answer says about where the match is. */
static void follow(struct demo *demo, const json_t *answer)
{
    const json_t *seats = json_object_get(answer, "to_act");
    const json_t *seq = json_object_get(answer, "seq");
    const char *status = json_string_value(json_object_get(answer, "status"));

    if (json_is_integer(seq))
        demo->seq = json_integer_value(seq);
    if (status)
        demo->finished = !strcmp(status, "finished");
    if (!json_is_array(seats))
        return;
    demo->to_act = 0;
    for (size_t i = 0; i < json_array_size(seats); i++)
        demo->to_act |= 1u << json_integer_value(json_array_get(seats, i));
}

static bool create_match(struct demo *demo)
{
    json_t *seats = json_array();
    json_t *body, *answer;
    struct request request = {"POST", "/v1/matches", NULL, -1, NULL};
    const char *id;

    for (int i = 0; i < demo->seats; i++)
        json_array_append_new(seats, json_string(i ? "open" : "me"));
    body = json_pack("{s:s, s:o}", "game", flag_text(demo->args, "game"),
                     "seats", seats);
    request.body = body;
    answer = ask(demo, 0, &request, 201);
    json_decref(body);
    id = json_string_value(json_object_get(answer, "id"));
    if (id)
        snprintf(demo->match, sizeof demo->match, "%s", id);
    json_decref(answer);
    return id != NULL;
}

static bool join_match(struct demo *demo, int player)
{
    char path[128];
    json_t *body = json_pack("{s:i}", "seat", player);
    const struct request request = {"POST", path, body, -1, NULL};
    json_t *answer;
    bool ok;

    snprintf(path, sizeof path, "/v1/matches/%s/seats", demo->match);
    answer = ask(demo, player, &request, 201);
    ok = answer != NULL;
    json_decref(body);
    json_decref(answer);
    return ok;
}

/* Where the match is now. */
static bool look(struct demo *demo)
{
    char path[128];
    const struct request request = {"GET", path, NULL, -1, NULL};
    json_t *answer;
    bool ok;

    snprintf(path, sizeof path, "/v1/matches/%s", demo->match);
    answer = ask(demo, 0, &request, 200);
    follow(demo, answer);
    ok = answer != NULL;
    json_decref(answer);
    return ok;
}

/* One of the moves, liked ones more often.  Borrowed from the list. */
static const json_t *pick(struct demo *demo, const json_t *moves)
{
    uint32_t sum = 0, at;

    for (size_t i = 0; i < json_array_size(moves); i++)
        sum += weight_of(json_array_get(moves, i));
    if (!sum)
        return NULL;
    at = random_below(&demo->random, sum);
    for (size_t i = 0;; i++) {
        const json_t *move = json_array_get(moves, i);
        const uint32_t weight = weight_of(move);

        if (at < weight)
            return move;
        at -= weight;
    }
}

/* Post a move.  False: something that waiting will not mend. */
static bool post_move(struct demo *demo, int seat, const json_t *move,
                      int64_t seq)
{
    const char *text = json_string_value(json_object_get(move, "move"));
    const char *words = json_string_value(json_object_get(move, "text"));
    json_t *body = json_pack("{s:s}", "move", text);
    char path[128], key[64];
    const struct request request = {"POST", path, body, seq, key};
    json_t *answer;
    long status;

    snprintf(path, sizeof path, "/v1/matches/%s/moves", demo->match);
    snprintf(key, sizeof key, "%016" PRIx64 "-%d-%" PRId64 "-%ld", demo->run,
             seat, seq, demo->refused);
    status = client_send(&demo->player[seat], &request, &answer);
    json_decref(body);
    if (status == 201) {
        follow(demo, answer);
        demo->moves++;
        demo->refused = 0;
        if (!flag_text(demo->args, "quiet"))
            printf("%5" PRId64 "  seat %d  %-26s %s\n", demo->seq, seat, text,
                   words ? words : "");
    } else if (status == 409 || status == 412) {
        demo->refused++; /* somebody else was quicker: look again */
    } else {
        demo->refused = STALE_MAX;
        fail(text, status, answer);
    }
    json_decref(answer);
    return demo->refused < STALE_MAX;
}

/* One decision of a seat that should be to act. */
static bool decide(struct demo *demo, int seat)
{
    char path[128];
    const struct request request = {"GET", path, NULL, -1, NULL};
    const json_t *move;
    json_t *answer;
    bool ok = true;

    snprintf(path, sizeof path, "/v1/matches/%s/legal-moves", demo->match);
    answer = ask(demo, seat, &request, 200);
    if (!answer)
        return false;
    follow(demo, answer);
    move = pick(demo, json_object_get(answer, "moves"));
    if (move)
        ok = post_move(demo, seat, move, demo->seq);
    else
        ok = ++demo->refused < STALE_MAX && look(demo);
    json_decref(answer);
    return ok;
}

static bool play_out(struct demo *demo)
{
    if (!look(demo))
        return false;
    while (!demo->finished && demo->moves < DECISIONS_MAX) {
        if (!demo->to_act) {
            if (++demo->refused == STALE_MAX || !look(demo))
                return fail("nobody is to act", 200, NULL);
            continue;
        }
        if (!decide(demo, __builtin_ctz(demo->to_act)))
            return false;
    }
    return demo->finished;
}

/* The breakdown: an array with one object of points for each seat. */
static void print_breakdown(json_t *breakdown, int seats)
{
    json_t *first = json_array_get(breakdown, 0);

    for (void *at = json_object_iter(first); at;
         at = json_object_iter_next(first, at)) {
        const char *item = json_object_iter_key(at);

        printf("  %-20s", item);
        for (size_t seat = 0; seat < (size_t)seats; seat++)
            printf(" %6d", (int)json_integer_value(json_object_get(
                               json_array_get(breakdown, seat), item)));
        printf("\n");
    }
}

static void print_line(const char *name, const json_t *numbers, int seats)
{
    printf("%-22s", name);
    for (size_t seat = 0; seat < (size_t)seats; seat++)
        printf(" %6d", (int)json_integer_value(json_array_get(numbers, seat)));
    printf("\n");
}

static bool print_result(struct demo *demo)
{
    char path[128];
    const struct request request = {"GET", path, NULL, -1, NULL};
    const json_t *result;
    json_t *answer;
    bool ok;

    snprintf(path, sizeof path, "/v1/matches/%s", demo->match);
    answer = ask(demo, 0, &request, 200);
    result = json_object_get(answer, "result");
    printf("\n%-22s", "seat");
    for (int seat = 0; seat < demo->seats; seat++)
        printf(" %6d", seat);
    printf("\n");
    print_breakdown(json_object_get(result, "breakdown"), demo->seats);
    print_line("total", json_object_get(result, "scores"), demo->seats);
    print_line("rank", json_object_get(result, "ranks"), demo->seats);
    for (size_t seat = 0; seat < (size_t)demo->seats; seat++)
        demo->total[seat] = (int)json_integer_value(
            json_array_get(json_object_get(result, "scores"), seat));
    ok = json_is_object(result);
    json_decref(answer);
    return ok;
}

static bool save(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(text, file) >= 0;

    ok = file && !fclose(file) && ok;
    if (!ok)
        fprintf(stderr, "fathom demo: %s cannot be written\n", path);
    return ok;
}

/* Replay a record here and compare what it leads to with what the service
 * said. */
static bool replays(const struct demo *demo, const char *text)
{
    const struct game *game = game_find(flag_text(demo->args, "game"));
    struct record record = {.cap = DECISIONS_MAX};
    struct record_error error = {0, ""};
    struct position position;
    struct scores scores;
    bool ok;

    record.entries = calloc(record.cap, sizeof *record.entries);
    if (!game || !record.entries) {
        record_free(&record);
        return false;
    }
    memset(&scores, 0, sizeof scores);
    ok = !record_read(text, &record, &position, &error);
    if (ok)
        game->score(&position, &scores);
    for (int seat = 0; ok && seat < demo->seats; seat++)
        ok = scores.total[seat] == demo->total[seat];
    printf("its record %s\n",
           ok ? "leads to the same totals here" : "leads to something else");
    if (*error.reason)
        fprintf(stderr, "line %zu: %s\n", error.line, error.reason);
    record_free(&record);
    return ok;
}

/* The record of the match: fetched, kept if asked, and replayed. */
static bool check_record(struct demo *demo)
{
    const char *path = flag_text(demo->args, "record");
    char resource[128];
    const struct request request = {"GET", resource, NULL, -1, NULL};
    char *text;
    long status;
    bool ok;

    snprintf(resource, sizeof resource, "/v1/matches/%s/record", demo->match);
    status = client_fetch(&demo->player[0], &request, &text);
    if (status != 200 || !text)
        ok = fail(resource, status, NULL);
    else
        ok = replays(demo, text) && (!path || save(path, text));
    free(text);
    return ok;
}

static bool run(struct demo *demo)
{
    struct timespec begin, end;
    double seconds;

    for (int i = 0; i < demo->seats; i++)
        if (!sign_up(demo, i))
            return false;
    if (!create_match(demo))
        return false;
    for (int i = 1; i < demo->seats; i++)
        if (!join_match(demo, i))
            return false;
    printf("match %s: %s and %d more\n", demo->match, demo->name[0],
           demo->seats - 1);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (!play_out(demo))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &end);
    seconds = (double)(end.tv_sec - begin.tv_sec) +
              (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    if (!print_result(demo))
        return fail("no result", 200, NULL);
    printf("%ld moves in %.1f s, %.0f a second, each durable\n", demo->moves,
           seconds, (double)demo->moves / seconds);
    return check_record(demo);
}

int demo_run(const struct arguments *args)
{
    struct demo demo = {.args = args};
    long seats = 4, seed = 1;
    bool ok = true;

    if (!flag_number(args, "seats", 1, RULES_SEATS_MAX, &seats) ||
        !flag_number(args, "seed", 0, INT32_MAX, &seed))
        return CLI_USAGE;
    demo.seats = (int)seats;
    seed_stream((uint64_t)seed, 0, &demo.random);
    if (getrandom(&demo.run, sizeof demo.run, 0) != sizeof demo.run ||
        curl_global_init(CURL_GLOBAL_DEFAULT)) {
        fprintf(stderr, "fathom demo: no randomness or no HTTP\n");
        return CLI_FAILED;
    }
    for (int i = 0; i < demo.seats; i++)
        ok = client_init(&demo.player[i], flag_text(args, "url")) && ok;
    ok = ok && run(&demo);
    for (int i = 0; i < demo.seats; i++)
        client_clear(&demo.player[i]);
    curl_global_cleanup();
    return ok ? CLI_OK : CLI_FAILED;
}
