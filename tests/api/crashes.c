/* Players play while the service, its database, or both are killed at random
 * moments: every acknowledged move is stored once, and every match agrees with
 * its record.
 *
 * FATHOM_CRASHES is the number of rounds: a quick run kills the service once,
 * and the database. */
#include "depth.h"
#include "match_fixture.h"
#include "play_world.h"
#include "port.h"
#include "postgres.h"
#include "service.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HANDS = 4, MOVE = 128, REPLY = 20000 };

/* A move that was acknowledged. */
struct line {
    long seq;
    int seat;
    char move[MOVE];
};

/* A finished match with all moves that were acknowledged in it. */
struct past {
    char match[64];
    struct line *lines;
    size_t count;
};

/* A client that plays all accounts' seats of a match, and stores what was
 * acknowledged.  It repeats requests with the same key until it has a
 * response. */
struct hand {
    struct service target; /* the service at its current address */
    struct fixture fixture;
    int number, people, key;
    struct line *lines;
    size_t count, cap;
    struct past past[64];
    size_t past_count;
    long asked_again, replayed; /* in all rounds */
    char last_path[160], last_body[192], last_key[64], last_match[32];
    char last_reply[REPLY];
    int last_seat;
    _Atomic bool *stop;
    char failure[512];
    pthread_t thread;
};

struct scene {
    struct postgres postgres;
    struct service service;
    char listen[48];
    struct hand hands[HANDS];
    _Atomic bool stop;
    uint64_t chance;
    long verified;
};

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- a player ---- */

static void fail(struct hand *hand, const char *what,
                 const struct answer *answer)
{
    if (!hand->failure[0])
        snprintf(hand->failure, sizeof hand->failure, "hand %d: %s: %ld %.300s",
                 hand->number, what, answer->status, answer->body);
}

/* The service is not there, or the result is unknown.  No other failure is
 * allowed while services are killed. */
static bool is_try_again(const struct answer *answer)
{
    return answer->status == 0 || answer->status == 503;
}

static void write_down(struct hand *hand, int seat, const char *move,
                       const struct answer *answer)
{
    json_t *events = json_object_get(answer->json, "events");
    json_t *seq = json_object_get(json_array_get(events, 0), "seq");

    if (hand->count == hand->cap) {
        hand->cap = hand->cap * 2 + 64;
        hand->lines = realloc(hand->lines, hand->cap * sizeof *hand->lines);
    }
    struct line *line = &hand->lines[hand->count++];

    line->seq = json_integer_value(seq);
    line->seat = seat;
    snprintf(line->move, sizeof line->move, "%s", move);
    snprintf(hand->last_reply, sizeof hand->last_reply, "%s", answer->body);
    hand->fixture.is_over =
        strcmp(answer_text(answer, "status"), "running") != 0;
}

static struct answer post_last(struct hand *hand)
{
    struct client *client = &hand->fixture.players[hand->last_seat];

    client_with(client, hand->last_key);
    client_with(client, hand->last_match);
    return client_send(client, "POST", hand->last_path, hand->last_body);
}

/* Repeat a request until its result is known.  Only this client moves for the
 * seat, so that the move must be accepted. */
static void play_surely(struct hand *hand, int seat, const char *move, long seq)
{
    double begun = now_s();

    hand->last_seat = seat;
    snprintf(hand->last_path, sizeof hand->last_path, "/v1/matches/%s/moves",
             hand->fixture.match);
    snprintf(hand->last_body, sizeof hand->last_body, "{\"move\":\"%s\"}",
             move);
    snprintf(hand->last_key, sizeof hand->last_key,
             "Idempotency-Key: hand-%d-%d", hand->number, hand->key++);
    snprintf(hand->last_match, sizeof hand->last_match, "If-Match: \"%ld\"",
             seq);
    for (;;) {
        struct answer done = post_last(hand);
        char replayed[16];
        bool is_known = !is_try_again(&done);

        answer_header(&done, "Idempotent-Replayed", replayed, sizeof replayed);
        hand->replayed += strcmp(replayed, "true") == 0;
        hand->asked_again += !is_known;
        if (done.status == 201)
            write_down(hand, seat, move, &done);
        else if (is_known || now_s() - begun > 60)
            fail(hand, move, &done);
        answer_clear(&done);
        if (is_known || hand->failure[0])
            return;
        pause_ms(20);
    }
}

/* A random move of the seat; false if it has none or if the service does not
 * respond. */
static bool choose(struct hand *hand, int seat, char move[MOVE], long *seq)
{
    struct answer list = fixture_get(&hand->fixture, seat, "/legal-moves");
    json_t *moves = json_object_get(list.json, "moves");
    unsigned count = (unsigned)json_array_size(moves);

    if (list.status == 200 && count > 0) {
        json_t *one =
            json_array_get(moves, fixture_random(&hand->fixture, count));

        snprintf(move, MOVE, "%s",
                 json_string_value(json_object_get(one, "move")));
        *seq = answer_number(&list, "seq");
    }
    if (list.status != 200 && !is_try_again(&list))
        fail(hand, "legal-moves", &list);
    answer_clear(&list);
    return count > 0;
}

static void *play(void *arg)
{
    struct hand *hand = arg;
    char move[MOVE];
    long seq = 0;

    while (!atomic_load(hand->stop) && !hand->fixture.is_over &&
           !hand->failure[0])
        for (int seat = 0; seat < hand->people; seat++)
            if (choose(hand, seat, move, &seq)) {
                play_surely(hand, seat, move, seq);
                break;
            }
    return NULL;
}

/* Begin a match of two accounts; the last client plays against a bot. */
static void hand_deals(struct hand *hand)
{
    if (hand->people == 2) {
        fixture_begin_again(&hand->fixture, "underwater-cities");
        return;
    }
    struct answer made =
        client_send(&hand->fixture.players[0], "POST", "/v1/matches",
                    "{\"game\":\"underwater-cities\","
                    "\"seats\":[\"me\",\"bot:random\"]}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(hand->fixture.match, sizeof hand->fixture.match, "%s",
             answer_text(&made, "id"));
    hand->fixture.is_over = false;
    answer_clear(&made);
}

static void hand_begin(struct scene *scene, int number)
{
    struct hand *hand = &scene->hands[number];

    hand->target = scene->service;
    hand->number = number;
    hand->people = number == HANDS - 1 ? 1 : 2;
    hand->stop = &scene->stop;
    hand->fixture = (struct fixture){.service = &hand->target,
                                     .people = hand->people,
                                     .chance = 77777777777U + (unsigned)number};
    for (int i = 0; i < hand->people; i++) {
        char name[] = "hand-0-0";

        name[5] = (char)('0' + number);
        name[7] = (char)('0' + i);
        hand->fixture.players[i] = client_account(&hand->target, name);
    }
    hand_deals(hand);
}

/* ---- what must hold ---- */

/* Expect in the log the acknowledged moves of this seat, each at its seq, and
 * no other. */
static void expect_ledger(struct hand *hand, const struct past *past, int seat)
{
    size_t next = 0, i;
    long after = 0, count = 0;

    do {
        struct answer page = client_get(
            &hand->fixture.players[seat],
            "/v1/matches/%s/events?after=%ld&limit=100", past->match, after);
        json_t *event;

        cr_assert_eq(page.status, 200, "%s", page.body);
        json_array_foreach(json_object_get(page.json, "events"), i, event)
        {
            const char *type =
                json_string_value(json_object_get(event, "type"));
            long seq = json_integer_value(json_object_get(event, "seq"));
            json_t *whose = json_object_get(event, "seat");

            cr_assert_eq(seq, ++count, "the log has a gap before %ld", seq);
            if (strcmp(type, "move") != 0 || json_integer_value(whose) != seat)
                continue;
            while (next < past->count && past->lines[next].seat != seat)
                next++;
            cr_assert_lt(next, past->count, "move %ld was never acknowledged",
                         seq);
            cr_assert_eq(past->lines[next].seq, seq, "%ld was acknowledged",
                         past->lines[next].seq);
            cr_assert_str_eq(json_string_value(json_object_get(event, "move")),
                             past->lines[next].move);
            next++;
        }
        after = answer_number(&page, "next_after");
        answer_clear(&page);
    } while (i > 0);
    while (next < past->count && past->lines[next].seat != seat)
        next++;
    cr_assert_eq(next, past->count, "the move at %ld is lost",
                 past->lines[next].seq);
}

/* Expect the last response again, byte for byte. */
static void expect_last_reply(struct hand *hand)
{
    if (!hand->last_reply[0])
        return;
    struct answer again = post_last(hand);
    char replayed[16];

    answer_header(&again, "Idempotent-Replayed", replayed, sizeof replayed);
    cr_expect_eq(again.status, 201, "%s", again.body);
    cr_expect_str_eq(replayed, "true");
    cr_expect_str_eq(again.body, hand->last_reply);
    answer_clear(&again);
}

/* The database may recover from a kill when this node connects, which then
 * refuses reads for a moment.  Other errors are returned. */
static enum play_err replay(struct play *node, const char *match,
                            uint32_t *bad_seq)
{
    const double begun = now_s();
    enum play_err err = match_verify(node, match, bad_seq);

    while (err == PLAY_UNAVAILABLE && now_s() - begun < 60) {
        pause_ms(20);
        err = match_verify(node, match, bad_seq);
    }
    return err;
}

static void verify_hand(struct scene *scene, struct world *world,
                        struct hand *hand)
{
    const struct past now = {.lines = hand->lines, .count = hand->count};
    struct past past = now;

    cr_assert_str_eq(hand->failure, "");
    snprintf(past.match, sizeof past.match, "%s", hand->fixture.match);
    for (int seat = 0; seat < hand->people; seat++) {
        expect_ledger(hand, &past, seat);
        for (size_t i = 0; i < hand->past_count; i++)
            expect_ledger(hand, &hand->past[i], seat);
    }
    for (size_t i = 0; i <= hand->past_count; i++) {
        const char *match =
            i < hand->past_count ? hand->past[i].match : past.match;
        uint32_t bad_seq = 0;

        const enum play_err err = replay(world->node[0], match, &bad_seq);

        cr_assert_eq(err, PLAY_OK, "%s cannot be replayed: error %d", match,
                     (int)err);
        cr_assert_eq(bad_seq, 0, "%s is not its record at %u", match, bad_seq);
        scene->verified++;
    }
    expect_last_reply(hand);
}

/* After its database was away a node refuses reads for a moment: it tries to
 * connect every quarter of a second. */
static void await_reads(struct hand *hand)
{
    const double begun = now_s();
    bool is_refused = true;

    while (is_refused) {
        struct answer log = fixture_get(&hand->fixture, 0, "/events?limit=1");

        is_refused = is_try_again(&log);
        cr_assert_lt(now_s() - begun, 60, "%ld %s", log.status, log.body);
        answer_clear(&log);
        if (is_refused)
            pause_ms(20);
    }
}

/* A node in this process replays the stored matches. */
static void verify(struct scene *scene)
{
    static struct world world;
    struct play_config config;

    memset(&world, 0, sizeof world);
    snprintf(world.conninfo, sizeof world.conninfo, "%s",
             scene->service.database);
    world_config(&world, &config);
    config.bots_play = false;
    world_add_node(&world, &config);
    await_reads(&scene->hands[0]);
    for (int i = 0; i < HANDS; i++)
        verify_hand(scene, &world, &scene->hands[i]);
    const int64_t rows =
        world_number(&world, "SELECT count(*) FROM inconsistent_rows");

    cr_expect_eq(rows, 0, "%ld inconsistent rows", (long)rows);
    world_remove_node(&world, 0);
}

/* Set finished matches aside; others begin. */
static void deal_again(struct hand *hand)
{
    if (!hand->fixture.is_over)
        return;
    struct past *past = &hand->past[hand->past_count++];

    cr_assert_lt(hand->past_count, sizeof hand->past / sizeof *hand->past);
    *past = (struct past){.lines = hand->lines, .count = hand->count};
    memcpy(past->match, hand->fixture.match, sizeof past->match);
    hand->lines = NULL;
    hand->count = hand->cap = 0;
    hand->last_reply[0] = '\0';
    hand_deals(hand);
}

/* ---- the rounds ---- */

static unsigned chance(struct scene *scene, unsigned n)
{
    scene->chance ^= scene->chance << 13;
    scene->chance ^= scene->chance >> 7;
    scene->chance ^= scene->chance << 17;
    return (unsigned)(scene->chance >> 33) % n;
}

static void kill_service(struct scene *scene)
{
    cr_expect(WIFSIGNALED(service_signal(&scene->service, SIGKILL)));
}

static void kill_something(struct scene *scene, int round)
{
    switch (round % 4) {
    case 0:
        kill_service(scene);
        service_start(&scene->service);
        break;
    case 1:
        postgres_kill(&scene->postgres);
        pause_ms(chance(scene, 300));
        postgres_start(&scene->postgres);
        break;
    case 2:
        postgres_kill_backend(&scene->postgres, scene->service.database_name);
        break;
    default: /* the machine */
        kill_service(scene);
        postgres_kill(&scene->postgres);
        postgres_start(&scene->postgres);
        service_start(&scene->service);
        break;
    }
}

/* Load, a kill during it, a little more load, then the checks. */
static void run_round(struct scene *scene, int round)
{
    atomic_store(&scene->stop, false);
    for (int i = 0; i < HANDS; i++)
        pthread_create(&scene->hands[i].thread, NULL, play, &scene->hands[i]);
    pause_ms(60 + chance(scene, 300));
    kill_something(scene, round);
    pause_ms(100 + chance(scene, 200));
    atomic_store(&scene->stop, true);
    for (int i = 0; i < HANDS; i++)
        pthread_join(scene->hands[i].thread, NULL);
}

static void scene_begin(struct scene *scene)
{
    const char *const settings[] = {scene->listen, NULL};

    memset(scene, 0, sizeof *scene);
    scene->chance = 20161120U;
    postgres_begin(&scene->postgres);
    service_use_cluster(scene->postgres.conninfo);
    snprintf(scene->listen, sizeof scene->listen, "--listen=127.0.0.1:%d",
             port_free());
    service_begin(&scene->service, settings);
    for (int i = 0; i < HANDS; i++)
        hand_begin(scene, i);
    for (int i = 0; i < HANDS; i++)
        for (int k = 0; k < scene->hands[i].people; k++)
            scene->hands[i].fixture.players[k].may_fail = true;
}

static void scene_end(struct scene *scene)
{
    for (int i = 0; i < HANDS; i++) {
        struct hand *hand = &scene->hands[i];

        fixture_end(&hand->fixture);
        for (size_t k = 0; k < hand->past_count; k++)
            free(hand->past[k].lines);
        free(hand->lines);
    }
    service_end(&scene->service);
    postgres_end(&scene->postgres);
}

static void report(const struct scene *scene, int rounds)
{
    long moves = 0, again = 0, replayed = 0, matches = 0;

    for (int i = 0; i < HANDS; i++) {
        const struct hand *hand = &scene->hands[i];

        moves += (long)hand->count;
        for (size_t k = 0; k < hand->past_count; k++)
            moves += (long)hand->past[k].count;
        matches += (long)hand->past_count + 1;
        again += hand->asked_again;
        replayed += hand->replayed;
    }
    fprintf(stderr,
            "%d kills: %ld moves acknowledged in %ld matches, %ld requests "
            "retried, %ld responses from their keys, %ld replays agree\n",
            rounds, moves, matches, again, replayed, scene->verified);
}

Test(crashes, acknowledged_moves_are_stored_exactly_once_whatever_is_killed,
     .init = deep_only)
{
    static struct scene scene;
    const char *asked = getenv("FATHOM_CRASHES");
    int rounds = asked ? (int)strtol(asked, NULL, 10) : 2;

    scene_begin(&scene);
    for (int round = 0; round < rounds; round++) {
        run_round(&scene, round);
        verify(&scene);
        for (int i = 0; i < HANDS; i++)
            deal_again(&scene.hands[i]);
    }
    report(&scene, rounds);
    scene_end(&scene);
}
