/* Many requests at the same moment. */
#include "race.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
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

static void *run(void *arg)
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

void race_run(struct racer *racers, size_t count)
{
    pthread_barrier_t start;

    pthread_barrier_init(&start, NULL, (unsigned)count);
    for (size_t i = 0; i < count; i++) {
        racers[i].start = &start;
        cr_assert_eq(pthread_create(&racers[i].thread, NULL, run, &racers[i]),
                     0);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(racers[i].thread, NULL);
    pthread_barrier_destroy(&start);
}

size_t race_count(const struct racer *racers, size_t count, long status)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += racers[i].answer.status == status;
    return found;
}

void race_clear(struct racer *racers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        answer_clear(&racers[i].answer);
}

void race_end(struct racer *racers, size_t count)
{
    race_clear(racers, count);
    for (size_t i = 0; i < count; i++)
        client_close(&racers[i].client);
}
