/* A workload that continues through failures: its start, its counts, its
 * end. */
#include "workload.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- time and randomness ---- */

int64_t workload_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void workload_pause(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

unsigned workload_random(uint64_t *stream, unsigned n)
{
    *stream ^= *stream << 13;
    *stream ^= *stream >> 7;
    *stream ^= *stream << 17;
    return (unsigned)(*stream >> 33) % n;
}

/* ---- counting ---- */

void workload_fail(struct workload *workload, const char *who, const char *what,
                   const struct answer *answer)
{
    pthread_mutex_lock(&workload->lock);
    if (workload->failures++ == 0)
        snprintf(workload->failure, sizeof workload->failure,
                 "%s: %s: %ld %.400s", who, what, answer->status,
                 answer->body ? answer->body : "");
    pthread_mutex_unlock(&workload->lock);
}

bool workload_is_unknown(const struct answer *answer)
{
    return answer->status == 0 || answer->status == 408 ||
           answer->status == 502 || answer->status == 503 ||
           answer->status == 504;
}

/* Under the lock. */
static void stretch(struct workload_progress *progress, int64_t now_us)
{
    if (now_us - progress->last_us > progress->gap_us)
        progress->gap_us = now_us - progress->last_us;
    progress->last_us = now_us;
}

void workload_count(struct workload *workload, enum workload_action deed)
{
    pthread_mutex_lock(&workload->lock);
    stretch(&workload->progress[deed], workload_now_us());
    workload->progress[deed].count++;
    pthread_mutex_unlock(&workload->lock);
}

void workload_waited(struct workload *workload, int64_t begun_us)
{
    int64_t waited_us = workload_now_us() - begun_us;

    pthread_mutex_lock(&workload->lock);
    if (waited_us > workload->longest_us)
        workload->longest_us = waited_us;
    pthread_mutex_unlock(&workload->lock);
}

void workload_reset_counts(struct workload *workload)
{
    pthread_mutex_lock(&workload->lock);
    for (int i = 0; i < WORKLOAD_ACTIONS; i++) {
        workload->progress[i].last_us = workload_now_us();
        workload->progress[i].gap_us = 0;
    }
    workload->longest_us = 0;
    workload->retried = 0;
    pthread_mutex_unlock(&workload->lock);
    for (int i = 0; i < workload->plan.pairs; i++)
        atomic_store(&workload->pairs[i].moved, 0);
}

void workload_wait_on(struct workload *workload, int64_t until_us,
                      const char *what, long number)
{
    pthread_mutex_lock(&workload->lock);
    bool goes_on = workload->failures == 0 && workload_now_us() < until_us;

    pthread_mutex_unlock(&workload->lock);
    cr_assert(goes_on, "%s %ld; %s", what, number, workload->failure);
    workload_pause(10);
}

void workload_await(struct workload *workload, long moves)
{
    int64_t until_us = workload_now_us() + WORKLOAD_PATIENCE_US;

    for (int i = 0; i < workload->plan.pairs; i++)
        while (atomic_load(&workload->pairs[i].moved) < moves)
            workload_wait_on(workload, until_us, "no move by pair", i);
}

/* One of the workload's counts. */
static long read_count(struct workload *workload, const long *count)
{
    pthread_mutex_lock(&workload->lock);
    long number = *count;

    pthread_mutex_unlock(&workload->lock);
    return number;
}

static void await_count(struct workload *workload, const long *count,
                        long number, const char *what)
{
    int64_t until_us = workload_now_us() + WORKLOAD_PATIENCE_US;

    while (read_count(workload, count) < number)
        workload_wait_on(workload, until_us, what, number);
}

long workload_moves(struct workload *workload)
{
    return read_count(workload, &workload->progress[WORKLOAD_MOVES].count);
}

void workload_await_at(struct workload *workload, int front, long moves)
{
    const long *count = &workload->moved_at[front];

    await_count(workload, count, read_count(workload, count) + moves,
                "moves that this front never acknowledged:");
}

void workload_await_retries(struct workload *workload, long requests)
{
    await_count(workload, &workload->retried, requests,
                "requests that were never retried:");
}

long workload_gap_ms(struct workload *workload, enum workload_action deed)
{
    pthread_mutex_lock(&workload->lock);
    stretch(&workload->progress[deed], workload_now_us());
    long gap_ms = (long)(workload->progress[deed].gap_us / 1000);

    pthread_mutex_unlock(&workload->lock);
    return gap_ms;
}

static long count_finished(const struct workload *workload)
{
    long finished = 0;

    for (int i = 0; i < workload->plan.pairs; i++) {
        const struct workload_pair *pair = &workload->pairs[i];
        int count = atomic_load(&pair->match_count);

        for (int k = 0; k < count; k++)
            finished += atomic_load(&pair->matches[k]->last_seq) > 0;
    }
    return finished;
}

void workload_await_finished(struct workload *workload, long matches)
{
    int64_t until_us =
        workload_now_us() + WORKLOAD_PATIENCE_US * (1 + matches / 50);

    while (count_finished(workload) < matches)
        workload_wait_on(workload, until_us,
                         "matches that never ended:", matches);
}

/* ---- start and end ---- */

static struct client sign_up(struct workload *workload, const char *what,
                             int number, int seat)
{
    char name[32];

    snprintf(name, sizeof name, "%s-%d-%d", what, number, seat);
    struct client client =
        client_account(workload->fronts[number % workload->front_count], name);

    client.may_fail = true;
    return client;
}

static uint64_t stream_of(int number)
{
    return UINT64_C(0x9e3779b97f4a7c15) * (unsigned)(number + 1);
}

static void begin_listener(struct workload_stream *listener,
                           struct workload_pair *pair, int front,
                           const struct client *who)
{
    listener->pair = pair;
    listener->front = front;
    listener->client = client_again(pair->workload->fronts[front], who);
}

static void begin_hand(struct workload *workload, int number)
{
    struct workload_pair *pair = &workload->pairs[number];

    pair->workload = workload;
    pair->number = number;
    pair->is_of_cities = number < workload->plan.cities;
    pair->chance = stream_of(number);
    for (int i = 0; i < WORKLOAD_SEATS; i++) {
        pair->players[i] = sign_up(workload, "hand", number, i);
        workload_switch_front(pair, i, workload_first_front(pair, i));
    }
    for (int i = 0; i < workload->front_count; i++) {
        begin_listener(&pair->of_matches[i], pair, i, &pair->players[0]);
        begin_listener(&pair->of_account[i], pair, i, &pair->players[1]);
    }
}

static void begin_guest(struct workload *workload,
                        struct workload_client *guest, const char *what,
                        int number)
{
    guest->workload = workload;
    guest->chance = stream_of(number);
    guest->client = sign_up(workload, what, number, 0);
}

void workload_begin(struct workload *workload, struct service *front,
                    const struct workload_plan *plan)
{
    memset(workload, 0, sizeof *workload);
    workload->plan = *plan;
    workload->fronts[0] = front;
    workload->fronts[1] = plan->second;
    workload->front_count = plan->second ? 2 : 1;
    cr_assert_leq(plan->pairs, WORKLOAD_PAIRS_MAX);
    pthread_mutex_init(&workload->lock, NULL);
    for (int i = 0; i < plan->pairs; i++)
        begin_hand(workload, i);
    for (int i = 0; i < WORKLOAD_READERS; i++)
        begin_guest(workload, &workload->readers[i], "reader", i);
    begin_guest(workload, &workload->creator, "maker", 0);
}

static void launch(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
    cr_assert_eq(pthread_create(thread, NULL, run, arg), 0);
}

void workload_play(struct workload *workload)
{
    workload_reset_counts(workload);
    for (int i = 0; i < workload->plan.pairs; i++) {
        struct workload_pair *pair = &workload->pairs[i];

        launch(&pair->thread, workload_pair_play, pair);
        for (int k = 0; k < workload->front_count; k++) {
            launch(&pair->of_matches[k].thread, workload_listen_to_matches,
                   &pair->of_matches[k]);
            launch(&pair->of_account[k].thread, workload_listen_to_account,
                   &pair->of_account[k]);
        }
    }
    for (int i = 0; i < WORKLOAD_READERS; i++)
        launch(&workload->readers[i].thread, workload_read,
               &workload->readers[i]);
    launch(&workload->creator.thread, workload_create, &workload->creator);
}

void workload_finish(struct workload *workload)
{
    atomic_store(&workload->is_ending, true);
    for (int i = 0; i < workload->plan.pairs; i++)
        pthread_join(workload->pairs[i].thread, NULL);
    for (int i = 0; i < workload->plan.pairs; i++)
        workload_await_streams(&workload->pairs[i]);
    atomic_store(&workload->is_over, true);
    for (int i = 0; i < workload->plan.pairs; i++)
        for (int k = 0; k < workload->front_count; k++) {
            pthread_join(workload->pairs[i].of_matches[k].thread, NULL);
            pthread_join(workload->pairs[i].of_account[k].thread, NULL);
        }
    for (int i = 0; i < WORKLOAD_READERS; i++)
        pthread_join(workload->readers[i].thread, NULL);
    pthread_join(workload->creator.thread, NULL);
}

void workload_end(struct workload *workload)
{
    for (int i = 0; i < workload->plan.pairs; i++) {
        struct workload_pair *pair = &workload->pairs[i];

        for (int k = 0; k < pair->match_count; k++) {
            free(pair->matches[k]->lines);
            free(pair->matches[k]);
        }
        for (int k = 0; k < WORKLOAD_SEATS; k++)
            client_close(&pair->players[k]);
        for (int k = 0; k < workload->front_count; k++) {
            client_close(&pair->of_matches[k].client);
            client_close(&pair->of_account[k].client);
        }
        free(pair->last.reply);
    }
    for (int i = 0; i < WORKLOAD_READERS; i++)
        client_close(&workload->readers[i].client);
    client_close(&workload->creator.client);
    pthread_mutex_destroy(&workload->lock);
}
