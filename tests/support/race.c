/* Many requests at the same moment. */
#include "race.h"

#include "depth.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void racer_init(struct racer *racer, struct service *service,
                const struct client *who)
{
    *racer = (struct racer){.client = client_again(service, who)};
}

void racer_asks(struct racer *racer, const char *method, const char *format,
                ...)
{
    va_list args;

    racer->method = method;
    va_start(args, format);
    vsnprintf(racer->path, sizeof racer->path, format, args);
    va_end(args);
}

static void *ask(void *arg)
{
    struct racer *racer = arg;
    struct answer warm = client_get(&racer->client, "/v1/games");

    answer_clear(&warm);
    if (racer->if_match[0])
        client_with(&racer->client, racer->if_match);
    if (racer->key[0])
        client_with(&racer->client, racer->key);
    pthread_barrier_wait(racer->start);
    racer->answer = client_send(&racer->client, racer->method, racer->path,
                                racer->body[0] ? racer->body : NULL);
    return NULL;
}

void racers_run(struct racer *racers, size_t count)
{
    pthread_barrier_t start;

    pthread_barrier_init(&start, NULL, (unsigned)count);
    for (size_t i = 0; i < count; i++) {
        racers[i].start = &start;
        cr_assert_eq(pthread_create(&racers[i].thread, NULL, ask, &racers[i]),
                     0);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(racers[i].thread, NULL);
    pthread_barrier_destroy(&start);
}

size_t racers_count(const struct racer *racers, size_t count, long status)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += racers[i].answer.status == status;
    return found;
}

void racers_clear(struct racer *racers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        answer_clear(&racers[i].answer);
}

void racers_end(struct racer *racers, size_t count)
{
    racers_clear(racers, count);
    for (size_t i = 0; i < count; i++)
        client_close(&racers[i].client);
}

/* ---- a race ---- */

static int rounds(int times)
{
    const char *asked = getenv("FATHOM_RACES");

    if (asked)
        return (int)strtol(asked, NULL, 10);
    return times;
}

static void begin(struct race *race, int nodes, int people)
{
    memset(race, 0, sizeof *race);
    race->nodes = nodes;
    service_begin(&race->node[0], NULL);
    for (int i = 1; i < nodes; i++)
        service_join(&race->node[i], &race->node[0]);
    fixture_begin(&race->fixture, &race->node[0], "underwater-cities", people);
}

static void end(struct race *race)
{
    racers_end(race->racers, race->count);
    fixture_end(&race->fixture);
    for (int i = race->nodes - 1; i >= 0; i--)
        service_end(&race->node[i]);
}

struct racer *race_add(struct race *race, const struct client *who)
{
    struct racer *racer = &race->racers[race->count];
    int node = (int)race->count % race->nodes;

    cr_assert_lt(race->count, (size_t)RACERS_MAX);
    racer_init(racer, &race->node[node], who);
    race->count++;
    return racer;
}

void race_expect_one_winner(const struct race *race, long lost, long other)
{
    const struct racer *racers = race->racers;
    size_t count = race->count, won = racers_count(racers, count, 201);
    size_t refused = racers_count(racers, count, lost);

    if (other != lost)
        refused += racers_count(racers, count, other);
    cr_expect_eq(won, 1, "%zu of %zu won at %d nodes", won, count, race->nodes);
    cr_expect_eq(won + refused, count, "%zu neither won nor lost",
                 count - won - refused);
}

int race_count_events(struct fixture *fixture, const char *type)
{
    int found = 0;
    long after = 0;
    size_t i;

    do {
        char what[64];
        json_t *event;

        snprintf(what, sizeof what, "/events?after=%ld&limit=100&" RACE_NEWEST,
                 after);
        struct answer page = fixture_get(fixture, 0, what);

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

long race_seq(struct fixture *fixture)
{
    struct answer match = fixture_get(fixture, 0, "");
    long seq = answer_number(&match, "seq");

    cr_assert_eq(match.status, 200, "%s", match.body);
    answer_clear(&match);
    return seq;
}

void race_repeat(void (*prepare)(struct race *race),
                 void (*run)(struct race *race), int times)
{
    static struct race race;

    for (int nodes = is_deep() ? 1 : RACE_NODES; nodes <= RACE_NODES; nodes++) {
        begin(&race, nodes, 2);
        prepare(&race);
        for (race.round = 0; race.round < rounds(times); race.round++) {
            run(&race);
            racers_clear(race.racers, race.count);
            fixture_expect_complete_log(&race.fixture, race.round % 2);
        }
        end(&race);
    }
}

void race_expect_one_effect(const struct race *race)
{
    const struct answer *first = &race->racers[0].answer;
    size_t replayed = 0;

    cr_expect_eq(racers_count(race->racers, race->count, 201), race->count,
                 "%ld %s", first->status, first->body);
    for (size_t i = 0; i < race->count; i++) {
        const struct answer *answer = &race->racers[i].answer;
        char said[16], tag[64], first_tag[64];

        answer_header(answer, "Idempotent-Replayed", said, sizeof said);
        replayed += strcmp(said, "true") == 0;
        answer_header(answer, "ETag", tag, sizeof tag);
        answer_header(first, "ETag", first_tag, sizeof first_tag);
        cr_expect_str_eq(tag, first_tag);
        cr_expect_str_eq(answer->body, first->body);
    }
    cr_expect_eq(replayed, race->count - 1, "%zu replayed", replayed);
}

void race_expect_refused_as(const struct race *race, const char *one,
                            const char *other)
{
    for (size_t i = 0; i < race->count; i++) {
        const struct answer *answer = &race->racers[i].answer;
        const char *problem = answer_problem(answer);

        cr_expect(answer->status == 201 || strcmp(problem, one) == 0 ||
                      strcmp(problem, other) == 0,
                  "%ld %s", answer->status, answer->body);
    }
}

void race_of_16(struct race *race)
{
    for (int i = 0; i < 16; i++)
        race_add(race, &race->fixture.players[0]);
}
