/* How long leaderboards, profiles and lists take on a ladder of several years
 * (tests/support/ladder.sql): each query through the service, over HTTP, and
 * its statement alone, with the store that the service uses.
 *
 *   boards ADDRESS DATABASE PEOPLE
 *
 * One query after the other on one connection, each about another player or
 * place.  Prints a line for each query: medians and 99th percentiles in ms. */
#include "http_client.h"

#include "db/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TIMES = 400,   /* repetitions of a query */
    WARM_UP = 20,  /* and before these */
    GOAL_MS = 20,  /* for the median through the service */
    NAMES = 10000, /* places of a leaderboard that are stored */
    PAGE = 25,
};

struct place {
    char name[PLAY_NAME_SIZE];
    struct store_leaderboard_place at;
};

struct bench {
    struct http http;
    struct store *store;
    unsigned people;
    uint64_t chance;
    /* The players on the leaderboards of two seats and of one. */
    struct place *boards[3];
    size_t counts[3];
    struct play_id matches[PAGE];
    size_t match_count;
};

static const char game[] = "underwater-cities";
enum { SEASON = 8 };

static unsigned chance(struct bench *it, unsigned n)
{
    it->chance ^= it->chance << 13;
    it->chance ^= it->chance >> 7;
    it->chance ^= it->chance << 17;
    return (unsigned)(it->chance >> 33) % n;
}

/* Half of the time one of those who play most. */
static unsigned somebody(struct bench *it)
{
    return chance(it, chance(it, 2) ? 100 : it->people);
}

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void must(enum store_err err, const char *what)
{
    if (!err)
        return;
    fprintf(stderr, "boards: %s: error %d of the store\n", what, (int)err);
    exit(1);
}

/* ---- queries ---- */

/* A request, and the same for the store. */
struct asked {
    char path[256];
    enum {
        BOARD,
        FIND,
        PROFILE,
        STANDINGS,
        HISTORY,
        FIGURES,
        LIST,
        SEASONS
    } what;
    int seats;
    bool has_place;
    struct place place;
    struct play_id account;
    struct store_filter filter;
    char player[PLAY_NAME_SIZE];
};

/* Prepare the next query; the store gets the account's id as from the
 * service. */
static void about(struct bench *it, struct asked *asked, const char *what)
{
    struct store_account account;

    snprintf(asked->player, sizeof asked->player, "fill-%u", somebody(it));
    must(it->store->accounts->find(it->store, asked->player, &account), "who");
    asked->account = account.id;
    snprintf(asked->path, sizeof asked->path, "/v1/players/%s/%s",
             asked->player, what);
}

static void on_board(struct bench *it, struct asked *asked, int seats,
                     bool is_deep)
{
    asked->what = BOARD;
    asked->seats = seats;
    snprintf(asked->path, sizeof asked->path, "/v1/leaderboards/%s?seats=%d",
             game, seats);
    if (!is_deep)
        return;
    asked->has_place = true;
    asked->place = it->boards[seats][chance(it, (unsigned)it->counts[seats])];

    /* Only the service can make a cursor. */
    snprintf(asked->path, sizeof asked->path,
             "/v1/leaderboards/%s?seats=%d&around=%s&limit=1", game, seats,
             asked->place.name);
    if (http_ask(&it->http, "GET", asked->path, "", NULL) != 200)
        http_fail(&it->http, asked->path);
    if (strstr(it->http.body, "\"next_cursor\":null")) {
        on_board(it, asked, seats, is_deep);
        return;
    }
    char cursor[80];

    http_member(&it->http, "next_cursor", cursor, sizeof cursor);
    snprintf(asked->path, sizeof asked->path,
             "/v1/leaderboards/%s?seats=%d&cursor=%s", game, seats, cursor);
}

static void first_page(struct bench *it, struct asked *asked)
{
    on_board(it, asked, 2, false);
}

static void deep_page(struct bench *it, struct asked *asked)
{
    on_board(it, asked, 2, true);
}

static void find(struct bench *it, struct asked *asked, int seats)
{
    asked->what = FIND;
    asked->seats = seats;
    asked->place =
        it->boards[seats][it->counts[seats] / 4 +
                          chance(it, (unsigned)it->counts[seats] / 2)];
    snprintf(asked->path, sizeof asked->path,
             "/v1/leaderboards/%s?seats=%d&around=%s", game, seats,
             asked->place.name);
}

static void around_somebody(struct bench *it, struct asked *asked)
{
    find(it, asked, 2);
}

static void first_page_alone(struct bench *it, struct asked *asked)
{
    on_board(it, asked, 1, false);
}

static void deep_page_alone(struct bench *it, struct asked *asked)
{
    on_board(it, asked, 1, true);
}

static void around_somebody_alone(struct bench *it, struct asked *asked)
{
    find(it, asked, 1);
}

static void profile(struct bench *it, struct asked *asked)
{
    asked->what = PROFILE;
    about(it, asked, "");
    asked->path[strlen(asked->path) - 1] = '\0'; /* no slash after the name */
}

static void standings(struct bench *it, struct asked *asked)
{
    asked->what = STANDINGS;
    about(it, asked, "ratings");
}

static void history(struct bench *it, struct asked *asked)
{
    asked->what = HISTORY;
    about(it, asked, "ratings/history?game=underwater-cities");
}

static void statistics(struct bench *it, struct asked *asked)
{
    asked->what = FIGURES;
    about(it, asked, "statistics");
}

static void matches_of_a_player(struct bench *it, struct asked *asked)
{
    asked->what = LIST;
    about(it, asked, "matches");
    asked->filter.player = asked->player;
}

static void running_matches_of_a_player(struct bench *it, struct asked *asked)
{
    asked->what = LIST;
    about(it, asked, "matches?status=running");
    asked->filter = (struct store_filter){.player = asked->player,
                                          .statuses = 1U << MATCH_RUNNING};
}

static void list(struct asked *asked, const char *query)
{
    asked->what = LIST;
    snprintf(asked->path, sizeof asked->path, "/v1/matches%s", query);
}

static void all_matches(struct bench *it, struct asked *asked)
{
    (void)it;
    list(asked, "");
}

static void open_matches(struct bench *it, struct asked *asked)
{
    (void)it;
    list(asked, "?status=open");
    asked->filter.statuses = 1U << MATCH_OPEN;
}

static void finished_matches_of_a_game(struct bench *it, struct asked *asked)
{
    (void)it;
    list(asked, "?status=finished&game=template");
    asked->filter = (struct store_filter){.statuses = 1U << MATCH_FINISHED,
                                          .game = "template"};
}

static void matches_of_a_game(struct bench *it, struct asked *asked)
{
    (void)it;
    list(asked, "?game=template");
    asked->filter.game = "template";
}

static void seasons(struct bench *it, struct asked *asked)
{
    (void)it;
    asked->what = SEASONS;
    snprintf(asked->path, sizeof asked->path, "/v1/seasons");
}

static const struct {
    const char *name;
    void (*prepare)(struct bench *it, struct asked *asked);
} questions[] = {
    {"leaderboard, first page", first_page},
    {"leaderboard, anywhere", deep_page},
    {"leaderboard, around a player in the middle", around_somebody},
    {"high scores, first page", first_page_alone},
    {"high scores, anywhere", deep_page_alone},
    {"high scores, around a player in the middle", around_somebody_alone},
    {"a player's profile", profile},
    {"a player's ratings", standings},
    {"a rating's history", history},
    {"a player's statistics", statistics},
    {"a player's matches", matches_of_a_player},
    {"a player's running matches", running_matches_of_a_player},
    {"all matches", all_matches},
    {"open matches", open_matches},
    {"matches of a game", matches_of_a_game},
    {"finished matches of a game", finished_matches_of_a_game},
    {"seasons", seasons},
};

/* ---- queries to the store ---- */

static void no_standing(void *ctx, const struct store_standing *row)
{
    (void)ctx;
    (void)row;
}

static void no_point(void *ctx, const struct store_rating_point *row)
{
    (void)ctx;
    (void)row;
}

static void no_figures(void *ctx, const struct figures *row)
{
    (void)ctx;
    (void)row;
}

static void no_card(void *ctx, const char *of, bool is_best,
                    const struct card_figures *row)
{
    (void)ctx;
    (void)of;
    (void)is_best;
    (void)row;
}

static void no_change(void *ctx, const struct store_match_rating *row)
{
    (void)ctx;
    (void)row;
}

static void keep_match(void *ctx, const struct store_match *row)
{
    struct bench *it = ctx;

    if (it->match_count < PAGE)
        it->matches[it->match_count++] = row->match.key;
}

static enum store_err ask_board(struct bench *it, const struct asked *asked)
{
    struct store_leaderboard_place from = asked->place.at;
    const struct store_leaderboard_query query = {
        .game = game,
        .seats = asked->seats,
        .pool = POOL_HUMAN,
        .season = SEASON,
        .from = asked->has_place || asked->what == FIND ? &from : NULL,
        .limit = PAGE,
    };
    int64_t total;

    if (asked->what == FIND)
        must(it->store->leaderboards->find_player(
                 it->store, &query, asked->place.name, PAGE / 2, &from),
             "around");
    return it->store->leaderboards->read(it->store, &query, &total, no_standing,
                                         it);
}

/* A list of matches, with their rating changes. */
static enum store_err ask_list(struct bench *it, const struct asked *asked)
{
    struct store_filter filter = asked->filter;
    struct store_list_stop stop;
    enum store_err err;

    filter.limit = PAGE;
    it->match_count = 0;
    err = it->store->matches->list(it->store, &filter, keep_match, it, &stop);
    if (err)
        return err;
    return it->store->statistics->read_match_ratings(
        it->store, it->matches, it->match_count, no_change, it);
}

static enum store_err ask_store(struct bench *it, const struct asked *asked)
{
    const struct store_history_query past = {.account = &asked->account,
                                             .game = game,
                                             .seats = 2,
                                             .pool = POOL_ALL,
                                             .below = INT64_MAX,
                                             .limit = PAGE};
    struct store *store = it->store;
    struct store_account account;
    struct season all[PAGE];
    size_t count;

    switch (asked->what) {
    case BOARD:
    case FIND: return ask_board(it, asked);
    case PROFILE: return store->accounts->find(store, asked->player, &account);
    case STANDINGS:
        return store->leaderboards->list_standings(
            store, &asked->account, SEASON, NULL, no_standing, it);
    case HISTORY:
        return store->statistics->read_history(store, &past, no_point, it);
    case FIGURES:
        must(store->statistics->read_figures(store, &asked->account, NULL,
                                             no_figures, it),
             "figures");
        return store->statistics->read_cards(store, &asked->account, NULL,
                                             no_card, it);
    case LIST: return ask_list(it, asked);
    case SEASONS:
        return store->leaderboards->list_seasons(store, INT32_MAX, PAGE, all,
                                                 &count);
    }
    return STORE_REFUSED;
}

/* ---- measuring ---- */

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void measure(struct bench *it, size_t n)
{
    static int64_t service[TIMES], alone[TIMES];

    for (int i = -WARM_UP; i < TIMES; i++) {
        struct asked asked = {0};
        int64_t begun, answered;

        questions[n].prepare(it, &asked);
        begun = now_us();
        if (http_ask(&it->http, "GET", asked.path, "", NULL) != 200)
            http_fail(&it->http, asked.path);
        answered = now_us();
        must(ask_store(it, &asked), questions[n].name);
        if (i < 0)
            continue;
        service[i] = answered - begun;
        alone[i] = now_us() - answered;
    }
    qsort(service, TIMES, sizeof *service, compare);
    qsort(alone, TIMES, sizeof *alone, compare);
    printf("  %-44s %8.2f %8.2f %8.2f %8.2f   %s\n", questions[n].name,
           (double)service[TIMES / 2] / 1000,
           (double)service[TIMES * 99 / 100] / 1000,
           (double)alone[TIMES / 2] / 1000,
           (double)alone[TIMES * 99 / 100] / 1000,
           service[TIMES / 2] < GOAL_MS * 1000 ? "< 20" : "MISSED");
    fflush(stdout);
}

static void keep_place(void *ctx, const struct store_standing *row)
{
    struct bench *it = ctx;
    const struct standing *standing = &row->standing;
    size_t *count = &it->counts[standing->seats];
    struct place *place = &it->boards[standing->seats][*count];

    if (*count >= NAMES)
        return;
    memcpy(place->name, standing->name, sizeof place->name);
    place->at = (struct store_leaderboard_place){.value = standing->list_value,
                                                 .at_us = standing->at_us,
                                                 .account = standing->account};
    ++*count;
}

static void learn_board(struct bench *it, int seats)
{
    const struct store_leaderboard_query query = {.game = game,
                                                  .seats = seats,
                                                  .pool = POOL_HUMAN,
                                                  .season = SEASON,
                                                  .limit = NAMES};
    int64_t total;

    it->boards[seats] = calloc(NAMES, sizeof *it->boards[seats]);
    if (!it->boards[seats])
        exit(1);
    must(it->store->leaderboards->read(it->store, &query, &total, keep_place,
                                       it),
         "a board");
    printf("  %ld players on the board of %d\n", (long)total, seats);
    if (total < 4)
        exit(1);
}

int main(int argc, char **argv)
{
    static struct bench it = {.chance = 88172645463325252};
    struct db_config config;

    if (argc != 4) {
        fputs("boards ADDRESS DATABASE PEOPLE\n", stderr);
        return 2;
    }
    db_config_defaults(&config);
    config.conninfo = argv[2];
    config.pool_max = 1;
    it.store = db_store_new(&config);
    it.people = (unsigned)strtoul(argv[3], NULL, 10);
    if (!it.store || it.people < 100)
        return 1;
    http_open(&it.http, argv[1]);
    learn_board(&it, 2);
    learn_board(&it, 1);
    printf("\n  %-44s %17s %17s   %s\n  %-44s %8s %8s %8s %8s   %s\n", "",
           "the service, ms", "SQL alone, ms", "goal", "", "median", "p99",
           "median", "p99", "median");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        measure(&it, i);
    http_close(&it.http);
    it.store->free(it.store);
    free(it.boards[1]);
    free(it.boards[2]);
    return 0;
}
