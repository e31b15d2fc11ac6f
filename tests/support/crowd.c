/* A crowd that plays through whatever happens: its beginning, what it counts,
 * and whether all of it is there at the end. */
#include "crowd.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATIENCE_US INT64_C(120000000)

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

/* Wait a little; not when nobody goes on. */
static void wait_on(struct crowd *crowd, int64_t until_us, const char *what,
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
    int64_t until_us = crowd_now_us() + PATIENCE_US;

    for (int i = 0; i < crowd->plan.hands; i++)
        while (atomic_load(&crowd->hands[i].moved) < moves)
            wait_on(crowd, until_us, "nothing comes of hand", i);
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
    int64_t until_us = crowd_now_us() + PATIENCE_US * (1 + matches / 50);

    while (count_finished(crowd) < matches)
        wait_on(crowd, until_us, "there never were matches:", matches);
}

/* ---- begin and end ---- */

static struct client sign_up(struct crowd *crowd, const char *what, int number,
                             int seat)
{
    char name[32];

    snprintf(name, sizeof name, "%s-%d-%d", what, number, seat);
    struct client client = client_account(crowd->front, name);

    client.may_fail = true;
    return client;
}

static uint64_t stream_of(int number)
{
    return UINT64_C(0x9e3779b97f4a7c15) * (unsigned)(number + 1);
}

static void begin_hand(struct crowd *crowd, int number)
{
    struct crowd_hand *hand = &crowd->hands[number];

    hand->crowd = crowd;
    hand->number = number;
    hand->is_of_cities = number < crowd->plan.cities;
    hand->chance = stream_of(number);
    for (int i = 0; i < CROWD_SEATS; i++)
        hand->players[i] = sign_up(crowd, "hand", number, i);
    hand->listener = client_again(crowd->front, &hand->players[0]);
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
    crowd->front = front;
    crowd->plan = *plan;
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
        launch(&hand->listening, crowd_hand_listen, hand);
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
    atomic_store(&crowd->is_over, true);
    for (int i = 0; i < crowd->plan.hands; i++)
        pthread_join(crowd->hands[i].listening, NULL);
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
        client_close(&hand->listener);
    }
    for (int i = 0; i < CROWD_READERS; i++)
        client_close(&crowd->readers[i].client);
    client_close(&crowd->maker.client);
    pthread_mutex_destroy(&crowd->lock);
}

/* ---- whether all is there ---- */

/* The next line of the seat's, from this one on. */
static size_t next_of(const struct crowd_match *match, int seat, size_t at)
{
    while (at < match->count && match->lines[at].seat != seat)
        at++;
    return at;
}

/* The seat's moves in the log are its lines, one for one. */
static void expect_page(const struct crowd_match *match, int seat,
                        const json_t *events, long *count, size_t *at)
{
    json_t *event;
    size_t i;

    json_array_foreach(events, i, event)
    {
        long seq = json_integer_value(json_object_get(event, "seq"));

        cr_assert_eq(seq, ++*count, "%s has a gap before %ld", match->id, seq);
        if (strcmp(json_string_value(json_object_get(event, "type")), "move") ||
            json_integer_value(json_object_get(event, "seat")) != seat)
            continue;
        *at = next_of(match, seat, *at);
        cr_assert_lt(*at, match->count, "%s: %ld was never acknowledged",
                     match->id, seq);
        cr_assert_eq(match->lines[*at].seq, seq, "%s: %ld was acknowledged",
                     match->id, match->lines[*at].seq);
        cr_assert_str_eq(json_string_value(json_object_get(event, "move")),
                         match->lines[*at].move);
        ++*at;
    }
}

static void expect_log(struct client *player, const struct crowd_match *match,
                       int seat)
{
    long count = 0, before;
    size_t at = 0;

    do {
        struct answer page =
            client_get(player, "/v1/matches/%s/events?after=%ld&limit=100",
                       match->id, count);

        cr_assert_eq(page.status, 200, "%s", page.body);
        before = count;
        expect_page(match, seat, json_object_get(page.json, "events"), &count,
                    &at);
        answer_clear(&page);
    } while (count > before);
    at = next_of(match, seat, at);
    cr_assert_eq(at, match->count, "%s: the move at %ld is lost", match->id,
                 at < match->count ? match->lines[at].seq : 0);
    cr_assert_eq(count, match->last_seq, "%s does not end where it ended",
                 match->id);
}

/* What the seat saw after its move is what it sees of that now. */
static void expect_hash(struct client *player, const struct crowd_match *match,
                        const struct crowd_line *line)
{
    struct answer state = client_get(player, "/v1/matches/%s/state?at_seq=%ld",
                                     match->id, line->seq);

    cr_expect_eq(state.status, 200, "%s", state.body);
    cr_expect_str_eq(answer_text(&state, "state_hash"), line->hash,
                     "%s was another one at %ld", match->id, line->seq);
    answer_clear(&state);
}

static void expect_match(struct crowd_hand *hand,
                         const struct crowd_match *match)
{
    cr_assert_gt(match->last_seq, 0, "%s never ended", match->id);
    for (int seat = 0; seat < CROWD_SEATS; seat++)
        expect_log(&hand->players[seat], match, seat);
    for (size_t i = 0; i < match->count; i += 1 + match->count / 8)
        expect_hash(&hand->players[match->lines[i].seat], match,
                    &match->lines[i]);
}

void crowd_expect_whole(struct crowd *crowd)
{
    cr_assert_eq(crowd->failures, 0, "%ld failures, the first: %s",
                 crowd->failures, crowd->failure);
    for (int i = 0; i < crowd->plan.hands; i++)
        for (int k = 0; k < crowd->hands[i].match_count; k++)
            expect_match(&crowd->hands[i], crowd->hands[i].matches[k]);
}
