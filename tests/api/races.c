/* Who comes first?  Many ask for the same thing at the same moment, at one
 * node and at two: exactly one of them gets it, and the log has no gap.
 *
 * FATHOM_RACES is how often each race is run at each number of nodes. */
#include "race.h"
#include "service.h"
#include "table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 2, RACERS_MAX = 100, MOVE = 128 };

/* Nodes on one database, and people who play. */
struct scene {
    struct service node[NODES];
    int nodes;
    struct table table;
    struct racer racers[RACERS_MAX];
    size_t count;
    int round;
};

static int rounds(int usual)
{
    const char *asked = getenv("FATHOM_RACES");

    return asked ? (int)strtol(asked, NULL, 10) : usual;
}

static void scene_begin(struct scene *scene, int nodes, int people)
{
    memset(scene, 0, sizeof *scene);
    scene->nodes = nodes;
    service_begin(&scene->node[0], NULL);
    for (int i = 1; i < nodes; i++)
        service_join(&scene->node[i], &scene->node[0]);
    table_begin(&scene->table, &scene->node[0], "underwater-cities", people);
}

static void scene_end(struct scene *scene)
{
    race_end(scene->racers, scene->count);
    table_end(&scene->table);
    for (int i = scene->nodes - 1; i >= 0; i--)
        service_end(&scene->node[i]);
}

/* One more connection of somebody, at one node after the other. */
static struct racer *add_racer(struct scene *scene, const struct client *who)
{
    struct racer *racer = &scene->racers[scene->count];
    int node = (int)scene->count % scene->nodes;

    cr_assert_lt(scene->count, (size_t)RACERS_MAX);
    racer_init(racer, &scene->node[node], who);
    scene->count++;
    return racer;
}

/* One created; all others got one of two refusals. */
static void expect_one_winner(const struct scene *scene, long lost, long other)
{
    const struct racer *racers = scene->racers;
    size_t count = scene->count, won = race_count(racers, count, 201);
    size_t refused = race_count(racers, count, lost);

    if (other != lost)
        refused += race_count(racers, count, other);
    cr_expect_eq(won, 1, "%zu of %zu won at %d nodes", won, count,
                 scene->nodes);
    cr_expect_eq(won + refused, count, "%zu neither won nor lost",
                 count - won - refused);
}

/* Events of a type in the log of the table's match. */
static int count_events(struct table *table, const char *type)
{
    int found = 0;
    long after = 0;
    size_t i;

    do {
        char what[64];
        json_t *event;

        snprintf(what, sizeof what, "/events?after=%ld&limit=100", after);
        struct answer page = table_get(table, 0, what);

        cr_assert_eq(page.status, 200, "%s", page.body);
        json_array_foreach(json_object_get(page.json, "events"), i, event)
        {
            found += strcmp(json_string_value(json_object_get(event, "type")),
                            type) == 0;
        }
        after = answer_number(&page, "next_after");
        answer_clear(&page);
    } while (i > 0);
    return found;
}

static long seq_now(struct table *table)
{
    struct answer match = table_get(table, 0, "");
    long seq = answer_number(&match, "seq");

    cr_assert_eq(match.status, 200, "%s", match.body);
    answer_clear(&match);
    return seq;
}

static bool is_over(struct table *table)
{
    struct answer match = table_get(table, 0, "");
    bool is_over = strcmp(answer_text(&match, "status"), "running") != 0;

    answer_clear(&match);
    return is_over;
}

/* Run a race often with one node, and with two. */
static void repeat(void (*prepare)(struct scene *scene),
                   void (*run)(struct scene *scene), int usual)
{
    static struct scene scene;

    for (int nodes = 1; nodes <= NODES; nodes++) {
        scene_begin(&scene, nodes, 2);
        prepare(&scene);
        for (scene.round = 0; scene.round < rounds(usual); scene.round++) {
            run(&scene);
            race_clear(scene.racers, scene.count);
            table_expect_whole_log(&scene.table, scene.round % 2);
        }
        scene_end(&scene);
    }
}

/* ---- moves ---- */

static void ask_move(struct racer *racer, const struct table *table,
                     const char *move)
{
    racer_asks(racer, "POST", "/v1/matches/%s/moves", table->match);
    snprintf(racer->body, sizeof racer->body, "{\"move\":\"%s\"}", move);
    snprintf(racer->if_match, sizeof racer->if_match, "If-Match: \"%ld\"",
             table->seq);
}

static void seat_64(struct scene *scene)
{
    for (int i = 0; i < 64; i++)
        add_racer(scene, &scene->table.players[i / 2 % 2]);
}

/* Every second connection is of the seat that is to act; each posts one of its
 * moves.  The others post the same for a seat that owes nothing. */
static void race_for_a_seq(struct scene *scene)
{
    struct table *table = &scene->table;
    char move[MOVE];
    int seat = table_choose_any(table, move, sizeof move);
    long before = table->seq;
    int moves = count_events(table, "move");

    cr_assert_geq(seat, 0);
    for (size_t i = 0; i < scene->count; i++) {
        struct racer *racer = &scene->racers[i];

        if (strcmp(racer->client.name, table->players[seat].name) == 0)
            table_choose(table, seat, move, sizeof move);
        ask_move(racer, table, move);
    }
    race_run(scene->racers, scene->count);
    expect_one_winner(scene, 412, 409);
    cr_expect_eq(count_events(table, "move"), moves + 1);
    cr_expect_gt(seq_now(table), before);
    for (size_t i = 0; i < scene->count; i++) {
        const struct answer *answer = &scene->racers[i].answer;

        if (answer->status == 412)
            cr_expect_gt(answer_number(answer, "current_seq"), before);
        else if (answer->status == 409)
            cr_expect_str_eq(answer_problem(answer), "not-your-turn");
    }
}

/* Seats choose their first cards at the same time: that is to be past. */
static void prepare_64(struct scene *scene)
{
    size_t to_act;

    do {
        cr_assert_eq(table_play(&scene->table, 1), 1);
        struct answer match = table_get(&scene->table, 0, "");

        to_act = json_array_size(json_object_get(match.json, "to_act"));
        answer_clear(&match);
    } while (to_act != 1);
    seat_64(scene);
}

Test(races, of_64_moves_on_one_seq_one_is_played)
{
    repeat(prepare_64, race_for_a_seq, 4);
}

/* ---- keys ---- */

static void prepare_100(struct scene *scene)
{
    for (int i = 0; i < 100; i++)
        add_racer(scene, &scene->table.players[0]);
}

/* All answers are the first one: 201 with the same bytes, all but one said to
 * be replayed. */
static void expect_one_effect(const struct scene *scene)
{
    const struct answer *first = &scene->racers[0].answer;
    size_t replayed = 0;

    cr_expect_eq(race_count(scene->racers, scene->count, 201), scene->count,
                 "%ld %s", first->status, first->body);
    for (size_t i = 0; i < scene->count; i++) {
        const struct answer *answer = &scene->racers[i].answer;
        char said[16], tag[64], first_tag[64];

        answer_header(answer, "Idempotent-Replayed", said, sizeof said);
        replayed += strcmp(said, "true") == 0;
        answer_header(answer, "ETag", tag, sizeof tag);
        answer_header(first, "ETag", first_tag, sizeof first_tag);
        cr_expect_str_eq(tag, first_tag);
        cr_expect_str_eq(answer->body, first->body);
    }
    cr_expect_eq(replayed, scene->count - 1, "%zu replayed", replayed);
}

static void race_with_one_key(struct scene *scene)
{
    struct table *table = &scene->table;
    char move[MOVE];

    table_begin_again(table, "underwater-cities");
    cr_assert(table_choose(table, 0, move, sizeof move));
    for (size_t i = 0; i < scene->count; i++) {
        ask_move(&scene->racers[i], table, move);
        snprintf(scene->racers[i].key, sizeof scene->racers[i].key,
                 "Idempotency-Key: same-%d", scene->round);
    }
    race_run(scene->racers, scene->count);
    expect_one_effect(scene);
    cr_expect_eq(count_events(table, "move"), 1);
}

Test(races, a_hundred_times_the_same_key_has_one_effect_and_equal_replies)
{
    repeat(prepare_100, race_with_one_key, 2);
}

/* ---- sitting down ---- */

static void expect_refused_as(const struct scene *scene, const char *one,
                              const char *other)
{
    for (size_t i = 0; i < scene->count; i++) {
        const struct answer *answer = &scene->racers[i].answer;
        const char *problem = answer_problem(answer);

        cr_expect(answer->status == 201 || strcmp(problem, one) == 0 ||
                      strcmp(problem, other) == 0,
                  "%ld %s", answer->status, answer->body);
    }
}

/* A hundred connections of 25 people. */
static void prepare_crowd(struct scene *scene)
{
    for (int i = 0; i < 25; i++) {
        char name[24];

        snprintf(name, sizeof name, "crowd-%d", i);
        struct client who = client_account(&scene->node[0], name);

        for (int k = 0; k < 4; k++)
            add_racer(scene, &who);
        client_close(&who);
    }
}

static void race_for_the_last_seat(struct scene *scene)
{
    struct table *table = &scene->table;
    struct answer made = client_send(
        &table->players[0], "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\",\"open\"]}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(table->match, sizeof table->match, "%s", answer_text(&made, "id"));
    answer_clear(&made);
    for (size_t i = 0; i < scene->count; i++)
        racer_asks(&scene->racers[i], "POST", "/v1/matches/%s/seats",
                   table->match);
    race_run(scene->racers, scene->count);
    expect_one_winner(scene, 409, 409);
    expect_refused_as(scene, "match-not-open", "seat-taken");
    cr_expect_eq(count_events(table, "join"), 1);
    cr_expect_eq(count_events(table, "start"), 1);
}

Test(races, of_a_hundred_who_want_the_last_seat_one_sits_down)
{
    repeat(prepare_crowd, race_for_the_last_seat, 3);
}

/* ---- names ---- */

static void race_for_a_name(struct scene *scene)
{
    static const char *const spelt[] = {"Eve-%d", "eve-%d", "EVE-%d"};

    for (size_t i = 0; i < scene->count; i++) {
        struct racer *racer = &scene->racers[i];
        char name[16];

        snprintf(name, sizeof name, "%.3s-%d", spelt[i % 3], scene->round);
        racer_asks(racer, "POST", "/v1/accounts");
        snprintf(racer->body, sizeof racer->body,
                 "{\"name\":\"%s\",\"password\":\"a sentence of %zu\"}", name,
                 i);
    }
    race_run(scene->racers, scene->count);
    expect_one_winner(scene, 409, 409);
}

static void prepare_strangers(struct scene *scene)
{
    struct client nobody = client_open(&scene->node[0]);

    for (int i = 0; i < 20; i++)
        add_racer(scene, &nobody);
    client_close(&nobody);
}

Test(races, a_name_is_given_once_however_it_is_spelt)
{
    repeat(prepare_strangers, race_for_a_name, 2);
}

/* ---- undo, resignation ---- */

/* Play until a seat may both move and take back. */
static int find_undo(struct table *table, char move[MOVE], long *to_seq)
{
    for (int tries = 0; tries < 60; tries++) {
        for (int seat = 0; seat < table->people; seat++) {
            struct answer state = table_get(table, seat, "/state");
            json_t *undo = json_object_get(state.json, "undo");
            bool may = json_is_true(json_object_get(undo, "allowed"));

            *to_seq = json_integer_value(json_object_get(undo, "to_seq"));
            answer_clear(&state);
            if (may && table_choose(table, seat, move, MOVE))
                return seat;
        }
        cr_assert_eq(table_play(table, 1), 1);
    }
    cr_assert_fail("nobody may take back and go on");
    return -1;
}

/* Half of the connections take back, half go on. */
static void race_undo_with_move(struct scene *scene)
{
    struct table *table = &scene->table;
    char move[MOVE];
    long to_seq;

    table_begin_again(table, "underwater-cities");
    table->chance += (unsigned)scene->round;
    int seat = find_undo(table, move, &to_seq);
    long before = table->seq;

    for (size_t i = 0; i < scene->count; i++) {
        struct racer *racer = &scene->racers[i];

        memcpy(racer->client.token, table->players[seat].token,
               sizeof racer->client.token);
        ask_move(racer, table, move);
        if (i / 2 % 2 == 0)
            continue;
        racer_asks(racer, "POST", "/v1/matches/%s/undo", table->match);
        snprintf(racer->body, sizeof racer->body, "{\"to_seq\":%ld}", to_seq);
    }
    race_run(scene->racers, scene->count);
    expect_one_winner(scene, 412, 412);
    cr_expect_geq(seq_now(table), before + 1);
}

static void prepare_16(struct scene *scene)
{
    for (int i = 0; i < 16; i++)
        add_racer(scene, &scene->table.players[0]);
}

Test(races, a_seat_takes_back_or_goes_on_but_not_both)
{
    repeat(prepare_16, race_undo_with_move, 4);
}

/* One seat moves, the other leaves: both orders are good, and after the end
 * nothing happens. */
static void race_resignation_with_move(struct scene *scene)
{
    struct table *table = &scene->table;
    char move[MOVE];

    table_begin_again(table, "underwater-cities");
    table_play(table, 2 + scene->round);
    int seat = table_choose_any(table, move, sizeof move);

    for (size_t i = 0; i < scene->count; i++) {
        struct racer *racer = &scene->racers[i];
        bool leaves = i / 2 % 2 == 0;
        const struct client *who = &table->players[leaves ? 1 - seat : seat];

        memcpy(racer->client.token, who->token, sizeof who->token);
        ask_move(racer, table, move);
        if (!leaves)
            continue;
        racer_asks(racer, "POST", "/v1/matches/%s/resignation", table->match);
        racer->body[0] = racer->if_match[0] = '\0';
    }
    race_run(scene->racers, scene->count);
    cr_expect(is_over(table));
    cr_expect_eq(count_events(table, "resign"), 1);
    cr_expect_eq(count_events(table, "finish"), 1);
    cr_expect_eq(count_events(table, "move"),
                 2 + scene->round - 1 +
                     (int)race_count(scene->racers, scene->count, 201));
}

Test(races, a_match_ends_once_when_one_leaves_while_the_other_moves)
{
    repeat(prepare_16, race_resignation_with_move, 4);
}

/* Both leave at once: one is first, and has lost. */
static void race_resignations(struct scene *scene)
{
    struct table *table = &scene->table;

    table_begin_again(table, "underwater-cities");
    for (size_t i = 0; i < scene->count; i++) {
        const struct client *who = &table->players[i / 2 % 2];

        memcpy(scene->racers[i].client.token, who->token, sizeof who->token);
        racer_asks(&scene->racers[i], "POST", "/v1/matches/%s/resignation",
                   table->match);
    }
    race_run(scene->racers, scene->count);
    expect_one_winner(scene, 409, 409);
    expect_refused_as(scene, "match-finished", "match-finished");
    cr_expect_eq(count_events(table, "finish"), 1);
}

Test(races, when_both_leave_at_once_one_was_first)
{
    repeat(prepare_16, race_resignations, 4);
}
