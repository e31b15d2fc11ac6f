/* Slots of streams, long polls and exports: each account and network has a
 * share, the kinds do not compete, and clients that left hold none. */
#include "api/http/limits/stream_slots.h"

#include "api/http/limits/client_ip.h"
#include "depth.h"

#include "match_fixture.h"
#include "raw.h"
#include "service.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The share of a network in these tests, and of strangers in it; and of an
 * account. */
enum { NETWORK = 128, STRANGERS = 64, POLLS_PER_ACCOUNT = 8 };
enum { PATIENCE_MS = 60000, PATH = 128 };

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* Wait until a metric has this value; false: it never had. */
static bool metric_comes_to(const struct service *service, const char *name,
                            long value, long most_ms)
{
    long until = raw_now_ms() + most_ms;

    while (raw_metric(service, name) != value && raw_now_ms() < until)
        pause_ms(20);
    return raw_metric(service, name) == value;
}

/* ---- polls ---- */

/* A long poll that waits, from 127.0.0.`from`; client NULL: without a token. */
static int poll_begin(const struct service *service, int from,
                      const struct client *client, const char *path)
{
    char ask[512];
    int fd = raw_connect(service, from);
    int length =
        snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: a\r\n%s%s\r\n\r\n",
                 path, client ? "Authorization: Bearer " : "X-No: token",
                 client ? client->token : "");

    cr_assert(raw_send(fd, ask, (size_t)length));
    return fd;
}

/* The status of a response that has arrived; 0: the request waits. */
static int answered(int fd)
{
    char text[4096];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int first = 0, last = 0;

    raw_read(fd, &reply, 20);
    raw_count(text, &first, &last);
    return first;
}

static void path_to_wait(const struct fixture *fixture, char out[PATH])
{
    snprintf(out, PATH, "/v1/matches/%s/events?after=%ld&wait=25",
             fixture->match, fixture->seq);
}

static void expect_refused(struct answer answer, long status, const char *slug)
{
    char retry[16];

    cr_expect_eq(answer.status, status, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), slug);
    answer_header(&answer, "Retry-After", retry, sizeof retry);
    cr_expect_str_neq(retry, "");
    answer_clear(&answer);
}

Test(stream_slots, an_account_has_eight_long_polls_whatever_they_wait_for)
{
    static const char mine[] = "/v1/me/events?wait=25";
    struct service service;
    struct fixture fixture;
    char path[PATH], cursor[PATH + 64];
    int fds[POLLS_PER_ACCOUNT];

    service_begin(&service, NULL);
    fixture_begin(&fixture, &service, "template", 2);
    path_to_wait(&fixture, path);
    struct answer all = client_get(&fixture.players[0], "/v1/me/events");

    snprintf(cursor, sizeof cursor, "%s&after=%.100s", mine,
             answer_text(&all, "next_after"));
    answer_clear(&all);
    for (int i = 0; i < POLLS_PER_ACCOUNT; i++)
        fds[i] = poll_begin(&service, 2 + i, &fixture.players[0],
                            i % 2 ? path : cursor);
    cr_assert(metric_comes_to(&service, "long_polls", POLLS_PER_ACCOUNT,
                              PATIENCE_MS));
    expect_refused(client_get(&fixture.players[0], "%s", path), 429,
                   "too-many-long-polls");
    expect_refused(client_get(&fixture.players[0], "%s", cursor), 429,
                   "too-many-long-polls");
    cr_expect_eq(raw_metric(&service, "long_polls_refused_total"), 2);
    int other = poll_begin(&service, 2, &fixture.players[1], path);

    cr_expect(metric_comes_to(&service, "long_polls", POLLS_PER_ACCOUNT + 1,
                              PATIENCE_MS));
    close(fds[0]); /* a client that left does not count */
    fds[0] = poll_begin(&service, 2, &fixture.players[0], path);
    cr_expect_eq(answered(fds[0]), 0, "it waits");
    fixture_play(&fixture, 1); /* an event ends the long polls that wait for
                                * it */
    cr_expect(metric_comes_to(&service, "long_polls", 0, PATIENCE_MS));
    for (int i = 0; i < POLLS_PER_ACCOUNT; i++)
        close(fds[i]);
    close(other);
    fixture_end(&fixture);
    service_end(&service);
}

/* More polls, from four addresses, than there are slots; a stream continues
 * through several heartbeats, and another account's poll waits. */
Test(stream_slots, many_long_polls_end_no_stream_and_leave_room_for_others,
     .init = deep_only, .timeout = 300)
{
    enum { ADDRESSES = 4, EACH = 80, STREAMS = 2 };
    static const char *const settings[] = {
        "--connections=1600", "--long-polls=400", "--streams-per-network=128",
        "--heartbeat-seconds=1", NULL};
    static int fds[ADDRESSES * EACH];
    struct sse streams[STREAMS];
    struct service service;
    struct fixture fixture;
    char path[PATH];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    path_to_wait(&fixture, path);
    for (int i = 0; i < STREAMS; i++) {
        sse_open(&streams[i], &fixture.players[0], "/v1/me/events", NULL);
        cr_expect(sse_answered(&streams[i]));
    }
    for (int i = 0; i < ADDRESSES * EACH; i++)
        fds[i] = poll_begin(&service, 11 + i % ADDRESSES, NULL, path);
    cr_expect(
        metric_comes_to(&service, "long_polls", ADDRESSES * STRANGERS, 20000));
    cr_expect(metric_comes_to(&service, "long_polls_refused_total",
                              ADDRESSES * (EACH - STRANGERS), PATIENCE_MS));
    for (int i = 0; i < STREAMS; i++) {
        cr_expect(sse_beats(&streams[i], streams[i].comments + 3));
        cr_expect_not(streams[i].is_over);
    }
    int own = poll_begin(&service, 2, &fixture.players[0], path);
    int anonymous = poll_begin(&service, 3, NULL, path);

    cr_expect_eq(answered(own), 0, "it waits");
    cr_expect_eq(answered(anonymous), 0, "it waits");
    for (int i = 0; i < ADDRESSES * EACH; i++)
        close(fds[i]);
    for (int i = 0; i < STREAMS; i++)
        sse_close(&streams[i]);
    close(own);
    close(anonymous);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- clients that left ---- */

/* Long before a heartbeat, and before the polls' time is up. */
Test(stream_slots, the_slot_of_a_vanished_client_is_freed_within_seconds)
{
    enum { EACH = 8, SOON_MS = 10000 };
    static const char *const settings[] = {"--heartbeat-seconds=300", NULL};
    int streams[EACH], polls[EACH];
    struct service service;
    struct fixture fixture;
    char path[PATH], listen[2 * PATH];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    path_to_wait(&fixture, path);
    snprintf(listen, sizeof listen,
             "/v1/matches/%s/events HTTP/1.1\r\nAccept: text/event-stream\r\n"
             "X-Rest:",
             fixture.match);
    for (int i = 0; i < EACH; i++) {
        polls[i] = poll_begin(&service, 2, NULL, path);
        streams[i] = poll_begin(&service, 2, NULL, listen);
    }
    cr_assert(metric_comes_to(&service, "streams", EACH, PATIENCE_MS));
    cr_assert(metric_comes_to(&service, "long_polls", EACH, PATIENCE_MS));
    for (int i = 0; i < EACH; i++) {
        close(polls[i]);
        close(streams[i]);
    }
    cr_expect(metric_comes_to(&service, "streams", 0, SOON_MS));
    cr_expect(metric_comes_to(&service, "long_polls", 0, SOON_MS));
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- networks ---- */

enum { GROUP = 200 };

/* A client that asks for a slot; account NULL: without a token. */
struct asker {
    int abc[3]; /* 2001:db8:a:b::c */
    const char *account;
    bool is_member; /* the account has a password */
};

static struct slot *ended; /* the last slot that lost its place */

static void note_end(struct slot *slot)
{
    ended = slot;
}

static enum slot_room take(struct stream_slots *slots, struct slot *slot,
                           const struct asker *asker, int fd)
{
    static struct payer_secret *secret;
    struct payers payers = {.trust = TRUST_STRANGER};
    struct login login = {.is_experienced = asker->is_member};
    struct client_ip peer;
    char text[64];
    int length = snprintf(text, sizeof text, "2001:db8:%x:%x::%x",
                          asker->abc[0], asker->abc[1], asker->abc[2]);

    if (!secret)
        secret = payer_secret_new();
    cr_assert(client_ip_read(&peer, text, (size_t)length), "%s", text);
    payers_set_address(&payers, secret, &peer);
    if (asker->account) {
        login.player.is_guest = !asker->is_member;
        snprintf((char *)login.player.key.bytes, sizeof login.player.key.bytes,
                 "%s", asker->account);
        payers_set_login(&payers, secret, &login);
    }
    const struct slot_claim claim = {
        .kind = SLOT_POLL, .payers = &payers, .fd = fd, .end = note_end};

    return stream_slots_take(slots, slot, &claim);
}

Test(stream_slots, networks_around_a_network_have_shares_of_their_own)
{
    /* How the i-th client of a group differs, and how many get a slot when
     * those before them have theirs. */
    static const struct {
        int first[3], step[3], served;
        const char *what;
    } groups[] = {
        {{1, 1, 1}, {0, 0, 1}, STRANGERS, "a /64"},
        {{1, 2, 1}, {0, 0, 0}, STRANGERS, "another /64 of its /56"},
        {{1, 3, 1}, {0, 0, 1}, 0, "the /56 has twice a share, all of it taken"},
        {{1, 0x100, 1},
         {0, 0x100, 0},
         128,
         "other /56s: the /48 has four times a share"},
        {{2, 0, 1}, {1, 0, 0}, GROUP, "elsewhere"},
    };
    enum { GROUPS = sizeof groups / sizeof *groups };
    static struct slot all[GROUPS][GROUP];
    const unsigned most[SLOT_KINDS] = {10000, 10000, 10000};
    struct stream_slots *slots = stream_slots_new(most, NETWORK);
    int pair[2];

    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    for (size_t g = 0; g < GROUPS; g++) {
        int served = 0;

        for (int i = 0; i < GROUP; i++) {
            const int *first = groups[g].first, *step = groups[g].step;
            const struct asker asker = {.abc = {first[0] + i * step[0],
                                                first[1] + i * step[1],
                                                first[2] + i * step[2]}};

            served += take(slots, &all[g][i], &asker, pair[0]) == SLOT_FREE;
        }
        cr_expect_eq(served, groups[g].served, "%s: %d", groups[g].what,
                     served);
    }
    stream_slots_free(slots);
    close(pair[0]);
    close(pair[1]);
}

/* How many of `count` accounts of one network get a slot. */
static int take_each(struct stream_slots *slots, struct slot *out,
                     struct asker asker, int count, int fd)
{
    int served = 0;

    for (int i = 0; i < count; i++) {
        char account[32];

        snprintf(account, sizeof account, "u_%d_%d", asker.is_member, i);
        asker.account = account;
        served += take(slots, &out[i], &asker, fd) == SLOT_FREE;
    }
    return served;
}

Test(stream_slots, accounts_of_one_network_have_no_more_than_its_share)
{
    static struct slot guests[GROUP], members[GROUP], other;
    const unsigned most[SLOT_KINDS] = {10000, 10000, 10000};
    struct stream_slots *slots = stream_slots_new(most, NETWORK);
    const struct asker guest = {.abc = {1, 1, 1}};
    const struct asker member = {.abc = {1, 1, 1}, .is_member = true};
    int pair[2];

    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    cr_expect_eq(take_each(slots, guests, guest, GROUP, pair[0]), STRANGERS);
    cr_expect_eq(take_each(slots, members, member, GROUP, pair[0]),
                 NETWORK - STRANGERS);
    stream_slots_leave(slots, &guests[0]);
    cr_expect_eq(take(slots, &other, &guest, pair[0]), SLOT_FREE);
    stream_slots_free(slots);
    close(pair[0]);
    close(pair[1]);
}

Test(stream_slots, a_full_node_takes_one_from_the_network_that_holds_most)
{
    enum { MOST = 40, QUARTER = 10 };
    static struct slot guests[MOST], members[QUARTER], newest, last;
    const unsigned most[SLOT_KINDS] = {MOST, MOST, MOST};
    struct stream_slots *slots = stream_slots_new(most, NETWORK);
    const struct asker guest = {.abc = {1, 1, 1}};
    const struct asker member = {.abc = {2, 1, 1}, .is_member = true};
    const struct asker elsewhere = {
        .abc = {3, 1, 1}, .account = "u_new", .is_member = true};
    const struct asker beside = {
        .abc = {1, 1, 2}, .account = "u_beside", .is_member = true};
    int pair[2];

    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    cr_expect_eq(take_each(slots, guests, guest, MOST, pair[0]), MOST - QUARTER,
                 "the last quarter is not for guests");
    cr_expect_eq(take_each(slots, members, member, QUARTER, pair[0]), QUARTER);
    cr_expect_eq(take(slots, &newest, &elsewhere, pair[0]), SLOT_FREE);
    cr_expect_eq(ended, &guests[0], "the oldest of the largest network");
    cr_expect_eq(stream_slots_must_end(&guests[0]), SLOT_TOO_MANY);
    cr_expect_eq(take(slots, &last, &beside, pair[0]), SLOT_NODE_FULL,
                 "a client of the largest network takes from nobody");
    stream_slots_leave(slots, &guests[0]);
    stream_slots_free(slots);
    close(pair[0]);
    close(pair[1]);
}

Test(stream_slots, polls_of_strangers_make_room_for_an_account)
{
    enum { MOST = 8, THEIRS = 6 };
    static const char *const settings[] = {"--long-polls=8", NULL};
    struct service service;
    struct fixture fixture;
    char path[PATH];
    int theirs[THEIRS], own[2];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    path_to_wait(&fixture, path);
    for (int i = 0; i < THEIRS; i++)
        theirs[i] = poll_begin(&service, 2, NULL, path);
    cr_assert(metric_comes_to(&service, "long_polls", THEIRS, PATIENCE_MS));
    struct client stranger = client_open(&service);

    expect_refused(client_get(&stranger, "%s", path), 503, "unavailable");
    for (int i = 0; i < 2; i++)
        own[i] = poll_begin(&service, 3, &fixture.players[0], path);
    cr_assert(metric_comes_to(&service, "long_polls", MOST, PATIENCE_MS));
    int late = poll_begin(&service, 4, &fixture.players[1], path);
    long until = raw_now_ms() + PATIENCE_MS;
    int status = 0;

    /* A poll that loses its place ends as if its time were up. */
    while (!status && raw_now_ms() < until)
        for (int i = 0; !status && i < THEIRS; i++)
            status = answered(theirs[i]);
    cr_expect_eq(status, 200);
    cr_expect_eq(answered(late), 0, "it waits");
    cr_expect_eq(answered(own[0]), 0, "it waits");
    for (int i = 0; i < THEIRS; i++)
        close(theirs[i]);
    close(own[0]);
    close(own[1]);
    close(late);
    client_close(&stranger);
    fixture_end(&fixture);
    service_end(&service);
}
