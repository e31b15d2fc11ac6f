/* A crowd that plays through whatever happens: its beginning, what it counts,
 * and its end. */
#include "crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- time and chance ---- */

int64_t crowd_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void crowd_pause(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

unsigned crowd_chance(uint64_t *stream, unsigned n)
{
    *stream ^= *stream << 13;
    *stream ^= *stream >> 7;
    *stream ^= *stream << 17;
    return (unsigned)(*stream >> 33) % n;
}

/* ---- what is counted ---- */

void crowd_fail(struct crowd *crowd, const char *who, const char *what,
                const struct answer *answer)
{
    pthread_mutex_lock(&crowd->lock);
    if (crowd->failures++ == 0)
        snprintf(crowd->failure, sizeof crowd->failure, "%s: %s: %ld %.400s",
                 who, what, answer->status, answer->body ? answer->body : "");
    pthread_mutex_unlock(&crowd->lock);
}

bool crowd_is_trouble(const struct answer *answer)
{
    return answer->status == 0 || answer->status == 502 ||
           answer->status == 503 || answer->status == 504;
}

/* With the lock. */
static void stretch(struct crowd_pulse *pulse, int64_t now_us)
{
    if (now_us - pulse->last_us > pulse->gap_us)
        pulse->gap_us = now_us - pulse->last_us;
    pulse->last_us = now_us;
}

void crowd_count(struct crowd *crowd, enum crowd_deed deed)
{
    pthread_mutex_lock(&crowd->lock);
    stretch(&crowd->pulse[deed], crowd_now_us());
    crowd->pulse[deed].count++;
    pthread_mutex_unlock(&crowd->lock);
}

void crowd_waited(struct crowd *crowd, int64_t begun_us)
{
    int64_t waited_us = crowd_now_us() - begun_us;

    pthread_mutex_lock(&crowd->lock);
    if (waited_us > crowd->longest_us)
        crowd->longest_us = waited_us;
    pthread_mutex_unlock(&crowd->lock);
}

void crowd_watch(struct crowd *crowd)
{
    pthread_mutex_lock(&crowd->lock);
    for (int i = 0; i < CROWD_DEEDS; i++) {
        crowd->pulse[i].last_us = crowd_now_us();
        crowd->pulse[i].gap_us = 0;
    }
    crowd->longest_us = 0;
    crowd->asked_again = 0;
    pthread_mutex_unlock(&crowd->lock);
    for (int i = 0; i < crowd->plan.hands; i++)
        atomic_store(&crowd->hands[i].moved, 0);
}

void crowd_wait_on(struct crowd *crowd, int64_t until_us, const char *what,
                   long number)
{
    pthread_mutex_lock(&crowd->lock);
    bool goes_on = crowd->failures == 0 && crowd_now_us() < until_us;

    pthread_mutex_unlock(&crowd->lock);
    cr_assert(goes_on, "%s %ld; %s", what, number, crowd->failure);
    crowd_pause(10);
}

void crowd_await(struct crowd *crowd, long moves)
{
    int64_t until_us = crowd_now_us() + CROWD_PATIENCE_US;

    for (int i = 0; i < crowd->plan.hands; i++)
        while (atomic_load(&crowd->hands[i].moved) < moves)
            crowd_wait_on(crowd, until_us, "nothing comes of hand", i);
}

/* One of the crowd's counts. */
static long read_count(struct crowd *crowd, const long *count)
{
    pthread_mutex_lock(&crowd->lock);
    long number = *count;

    pthread_mutex_unlock(&crowd->lock);
    return number;
}

static void await_count(struct crowd *crowd, const long *count, long number,
                        const char *what)
{
    int64_t until_us = crowd_now_us() + CROWD_PATIENCE_US;

    while (read_count(crowd, count) < number)
        crowd_wait_on(crowd, until_us, what, number);
}

long crowd_moves(struct crowd *crowd)
{
    return read_count(crowd, &crowd->pulse[CROWD_MOVES].count);
}

void crowd_await_at(struct crowd *crowd, int front, long moves)
{
    const long *count = &crowd->moved_at[front];

    await_count(crowd, count, read_count(crowd, count) + moves,
                "this front never acknowledged so many moves:");
}

void crowd_await_trouble(struct crowd *crowd, long requests)
{
    await_count(crowd, &crowd->asked_again, requests,
                "so many requests were never asked again:");
}

long crowd_gap_ms(struct crowd *crowd, enum crowd_deed deed)
{
    pthread_mutex_lock(&crowd->lock);
    stretch(&crowd->pulse[deed], crowd_now_us());
    long gap_ms = (long)(crowd->pulse[deed].gap_us / 1000);

    pthread_mutex_unlock(&crowd->lock);
    return gap_ms;
}

static long count_finished(const struct crowd *crowd)
{
    long finished = 0;

    for (int i = 0; i < crowd->plan.hands; i++) {
        const struct crowd_hand *hand = &crowd->hands[i];
        int count = atomic_load(&hand->match_count);

        for (int k = 0; k < count; k++)
            finished += atomic_load(&hand->matches[k]->last_seq) > 0;
    }
    return finished;
}

void crowd_await_finished(struct crowd *crowd, long matches)
{
    int64_t until_us = crowd_now_us() + CROWD_PATIENCE_US * (1 + matches / 50);

    while (count_finished(crowd) < matches)
        crowd_wait_on(crowd, until_us, "there never were matches:", matches);
}

/* ---- begin and end ---- */

static struct client sign_up(struct crowd *crowd, const char *what, int number,
                             int seat)
{
    char name[32];

    snprintf(name, sizeof name, "%s-%d-%d", what, number, seat);
    struct client client =
        client_account(crowd->fronts[number % crowd->front_count], name);

    client.may_fail = true;
    return client;
}

static uint64_t stream_of(int number)
{
    return UINT64_C(0x9e3779b97f4a7c15) * (unsigned)(number + 1);
}

static void begin_listener(struct crowd_listener *listener,
                           struct crowd_hand *hand, int front,
                           const struct client *who)
{
    listener->hand = hand;
    listener->front = front;
    listener->client = client_again(hand->crowd->fronts[front], who);
}

static void begin_hand(struct crowd *crowd, int number)
{
    struct crowd_hand *hand = &crowd->hands[number];

    hand->crowd = crowd;
    hand->number = number;
    hand->is_of_cities = number < crowd->plan.cities;
    hand->chance = stream_of(number);
    for (int i = 0; i < CROWD_SEATS; i++) {
        hand->players[i] = sign_up(crowd, "hand", number, i);
        crowd_turn(hand, i, crowd_home(hand, i));
    }
    for (int i = 0; i < crowd->front_count; i++) {
        begin_listener(&hand->of_matches[i], hand, i, &hand->players[0]);
        begin_listener(&hand->of_account[i], hand, i, &hand->players[1]);
    }
}

static void begin_guest(struct crowd *crowd, struct crowd_guest *guest,
                        const char *what, int number)
{
    guest->crowd = crowd;
    guest->chance = stream_of(number);
    guest->client = sign_up(crowd, what, number, 0);
}

void crowd_begin(struct crowd *crowd, struct service *front,
                 const struct crowd_plan *plan)
{
    memset(crowd, 0, sizeof *crowd);
    crowd->plan = *plan;
    crowd->fronts[0] = front;
    crowd->fronts[1] = plan->second;
    crowd->front_count = plan->second ? 2 : 1;
    cr_assert_leq(plan->hands, CROWD_HANDS_MAX);
    pthread_mutex_init(&crowd->lock, NULL);
    for (int i = 0; i < plan->hands; i++)
        begin_hand(crowd, i);
    for (int i = 0; i < CROWD_READERS; i++)
        begin_guest(crowd, &crowd->readers[i], "reader", i);
    begin_guest(crowd, &crowd->maker, "maker", 0);
}

static void launch(pthread_t *thread, void *(*run)(void *arg), void *arg)
{
    cr_assert_eq(pthread_create(thread, NULL, run, arg), 0);
}

void crowd_play(struct crowd *crowd)
{
    crowd_watch(crowd);
    for (int i = 0; i < crowd->plan.hands; i++) {
        struct crowd_hand *hand = &crowd->hands[i];

        launch(&hand->thread, crowd_hand_play, hand);
        for (int k = 0; k < crowd->front_count; k++) {
            launch(&hand->of_matches[k].thread, crowd_listen_to_matches,
                   &hand->of_matches[k]);
            launch(&hand->of_account[k].thread, crowd_listen_to_account,
                   &hand->of_account[k]);
        }
    }
    for (int i = 0; i < CROWD_READERS; i++)
        launch(&crowd->readers[i].thread, crowd_read, &crowd->readers[i]);
    launch(&crowd->maker.thread, crowd_make, &crowd->maker);
}

void crowd_finish(struct crowd *crowd)
{
    atomic_store(&crowd->is_late, true);
    for (int i = 0; i < crowd->plan.hands; i++)
        pthread_join(crowd->hands[i].thread, NULL);
    for (int i = 0; i < crowd->plan.hands; i++)
        crowd_await_streams(&crowd->hands[i]);
    atomic_store(&crowd->is_over, true);
    for (int i = 0; i < crowd->plan.hands; i++)
        for (int k = 0; k < crowd->front_count; k++) {
            pthread_join(crowd->hands[i].of_matches[k].thread, NULL);
            pthread_join(crowd->hands[i].of_account[k].thread, NULL);
        }
    for (int i = 0; i < CROWD_READERS; i++)
        pthread_join(crowd->readers[i].thread, NULL);
    pthread_join(crowd->maker.thread, NULL);
}

void crowd_end(struct crowd *crowd)
{
    for (int i = 0; i < crowd->plan.hands; i++) {
        struct crowd_hand *hand = &crowd->hands[i];

        for (int k = 0; k < hand->match_count; k++) {
            free(hand->matches[k]->lines);
            free(hand->matches[k]);
        }
        for (int k = 0; k < CROWD_SEATS; k++)
            client_close(&hand->players[k]);
        for (int k = 0; k < crowd->front_count; k++) {
            client_close(&hand->of_matches[k].client);
            client_close(&hand->of_account[k].client);
        }
        free(hand->last.reply);
    }
    for (int i = 0; i < CROWD_READERS; i++)
        client_close(&crowd->readers[i].client);
    client_close(&crowd->maker.client);
    pthread_mutex_destroy(&crowd->lock);
}
