/* Common parts of all clients of the soak test. */
#include "soak.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { FAILURES_SAID = 40 };

/* ---- time ---- */

int64_t soak_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void soak_pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

void soak_pace(struct soak *soak)
{
    int64_t now_us = soak_now_us(), mine_us;

    pthread_mutex_lock(&soak->lock);
    if (soak->next_us < now_us)
        soak->next_us = now_us;
    mine_us = soak->next_us;
    soak->next_us += 1000000 / soak->rate;
    pthread_mutex_unlock(&soak->lock);
    if (mine_us > now_us) {
        const struct timespec at = {mine_us / 1000000,
                                    mine_us % 1000000 * 1000};

        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
    }
}

/* ---- failures and counts ---- */

void soak_fail(struct soak *soak, const char *format, ...)
{
    char words[1024];
    va_list args;

    if (soak->expects_failure)
        return;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    pthread_mutex_lock(&soak->lock);
    if (soak->failures++ < FAILURES_SAID)
        fprintf(stderr, "soak: after %.0f s: %s\n",
                (double)(soak_now_us() - soak->begun_us) / 1e6, words);
    pthread_mutex_unlock(&soak->lock);
}

unsigned soak_chance(uint64_t *chance, unsigned n)
{
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    return (unsigned)(*chance >> 33) % n;
}

/* ---- shared knowledge ---- */

void soak_publish_match(struct soak *soak, const char *match)
{
    pthread_mutex_lock(&soak->lock);
    snprintf(soak->matches[soak->match_count++ % SOAK_KNOWN], SOAK_MATCH, "%s",
             match);
    pthread_mutex_unlock(&soak->lock);
}

void soak_know_match(struct soak *soak, uint64_t *chance, char out[SOAK_MATCH])
{
    pthread_mutex_lock(&soak->lock);
    size_t known =
        soak->match_count < SOAK_KNOWN ? soak->match_count : SOAK_KNOWN;

    out[0] = '\0';
    if (known > 0)
        memcpy(out, soak->matches[soak_chance(chance, (unsigned)known)],
               SOAK_MATCH);
    pthread_mutex_unlock(&soak->lock);
}

void soak_publish_person(struct soak *soak, const char *name, const char *token)
{
    struct soak_known_person *place = NULL;

    pthread_mutex_lock(&soak->lock);
    for (size_t i = 0; i < SOAK_KNOWN; i++)
        if (strcmp(soak->people[i].name, name) == 0)
            place = &soak->people[i];
    if (!place && *token)
        place = &soak->people[soak->person_count++ % SOAK_KNOWN];
    if (place) {
        snprintf(place->name, SOAK_NAME, "%s", *token ? name : "");
        snprintf(place->token, SOAK_TOKEN, "%s", token);
    }
    pthread_mutex_unlock(&soak->lock);
}

void soak_know_person(struct soak *soak, uint64_t *chance,
                      struct soak_known_person *out)
{
    pthread_mutex_lock(&soak->lock);
    size_t known =
        soak->person_count < SOAK_KNOWN ? soak->person_count : SOAK_KNOWN;

    *out = (struct soak_known_person){0};
    if (known > 0)
        *out = soak->people[soak_chance(chance, (unsigned)known)];
    pthread_mutex_unlock(&soak->lock);
}
