/* A proxy that simulates a bad network. */
#include "proxy.h"

#include "proxy_ledger.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    LINES_MAX = 256,   /* connections of clients at once */
    DELAY_MS_MAX = 40, /* PROXY_DELAY */
    DROPS = 40,        /* PROXY_DRIP: pieces of a response */
    DROP_MS = 2,
    RIVAL_TRIES = 200, /* while the service is away */
    RIVAL_MS = 50,
};

/* A connection of a client, with its thread. */
struct line {
    struct proxy *proxy;
    bool is_used;
    int client, service; /* sockets; service is -1 between requests */
    char asked[256];     /* the first line of the request at the service */
};

struct proxy {
    struct proxy_plan plan;
    char url[64];
    int listener;
    pthread_t accepting;
    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t line_ended, changed;
    struct line lines[LINES_MAX];
    bool is_ending, is_resting;
    char address[64]; /* of the service; "": none */
    uint64_t chance;
    enum proxy_harm deck[PROXY_HARMS]; /* the kinds that have not been used in
                                        * this round */
    size_t deck_count;
    long requests, rivals;
    long harmed[PROXY_HARMS];
    struct ledger ledger;
};

const char *proxy_harm_word(enum proxy_harm harm)
{
    static const char *const words[PROXY_HARMS] = {
        "delay", "drip",  "cut-request", "lose-reply", "cut-reply", "reset",
        "twice", "rival", "say-409",     "say-429",    "say-503",
    };

    return words[harm];
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- choosing failures (locked) ---- */

static size_t chance(struct proxy *proxy, size_t n)
{
    proxy->chance ^= proxy->chance << 13;
    proxy->chance ^= proxy->chance >> 7;
    proxy->chance ^= proxy->chance << 17;
    return (size_t)(proxy->chance >> 33) % n;
}

static bool is_stream(const struct message *request)
{
    char accept[64];

    message_header(request, "Accept", accept, sizeof accept);
    return strstr(accept, "text/event-stream") != NULL;
}

static bool fits(enum proxy_harm harm, const struct message *request)
{
    char key[80];

    message_header(request, "Idempotency-Key", key, sizeof key);
    switch (harm) {
    case PROXY_RIVAL:
    case PROXY_SAY_409: return ledger_is_move(request);
    case PROXY_TWICE: return key[0] != '\0';
    case PROXY_DRIP:
    case PROXY_LOSE_REPLY: return !is_stream(request);
    case PROXY_DELAY:
    case PROXY_CUT_REQUEST:
    case PROXY_CUT_REPLY:
    case PROXY_RESET:
    case PROXY_SAY_429:
    case PROXY_SAY_503:
    case PROXY_HARMS: break;
    }
    return true;
}

static void shuffle_deck(struct proxy *proxy)
{
    for (int harm = 0; harm < PROXY_HARMS; harm++)
        if (proxy->plan.harms & 1U << harm)
            proxy->deck[proxy->deck_count++] = (enum proxy_harm)harm;
    for (size_t i = proxy->deck_count; i > 1; i--) {
        size_t other = chance(proxy, i);
        enum proxy_harm harm = proxy->deck[i - 1];

        proxy->deck[i - 1] = proxy->deck[other];
        proxy->deck[other] = harm;
    }
}

/* The failure for this request; PROXY_HARMS: none. */
static enum proxy_harm deal(struct proxy *proxy, const struct message *request)
{
    proxy->requests++;
    if (proxy->is_resting || proxy->plan.every == 0 ||
        proxy->requests % (long)proxy->plan.every != 0)
        return PROXY_HARMS;
    if (proxy->deck_count == 0)
        shuffle_deck(proxy);
    for (size_t i = 0; i < proxy->deck_count; i++) {
        enum proxy_harm harm = proxy->deck[i];

        if (!fits(harm, request))
            continue;
        proxy->deck_count--;
        memmove(&proxy->deck[i], &proxy->deck[i + 1],
                (proxy->deck_count - i) * sizeof harm);
        return harm;
    }
    return PROXY_HARMS;
}

/* A request has arrived: choose its failure, and a random number. */
static enum proxy_harm begin_request(struct proxy *proxy,
                                     const struct message *request,
                                     size_t *number)
{
    pthread_mutex_lock(&proxy->lock);
    ledger_request(&proxy->ledger, request);
    enum proxy_harm harm = deal(proxy, request);

    *number = chance(proxy, 1 << 20);
    pthread_mutex_unlock(&proxy->lock);
    return harm;
}

static void count_harm(struct proxy *proxy, enum proxy_harm harm)
{
    pthread_mutex_lock(&proxy->lock);
    proxy->harmed[harm]++;
    pthread_mutex_unlock(&proxy->lock);
}

/* ---- the service's side ---- */

static void leave_service(struct line *line)
{
    pthread_mutex_lock(&line->proxy->lock);
    if (line->service >= 0)
        close(line->service);
    line->service = -1;
    pthread_mutex_unlock(&line->proxy->lock);
}

/* Connect and send the first bytes of a request: false without a service. */
static bool send_request(struct line *line, const struct message *request,
                         size_t length)
{
    struct proxy *proxy = line->proxy;
    char address[64];

    leave_service(line);
    pthread_mutex_lock(&proxy->lock);
    memcpy(address, proxy->address, sizeof address);
    pthread_mutex_unlock(&proxy->lock);
    int service = address[0] ? line_connect(address) : -1;

    pthread_mutex_lock(&proxy->lock);
    line->service = service;
    if (proxy->is_ending && service >= 0)
        shutdown(service, SHUT_RDWR);
    pthread_mutex_unlock(&proxy->lock);
    return service >= 0 && line_send(service, request->bytes, length);
}

/* Note the request that is at the service: "" for none. */
static void note_asked(struct line *line, const char *text)
{
    pthread_mutex_lock(&line->proxy->lock);
    snprintf(line->asked, sizeof line->asked, "%.*s", (int)strcspn(text, "\r"),
             text);
    pthread_cond_broadcast(&line->proxy->changed);
    pthread_mutex_unlock(&line->proxy->lock);
}

/* Send a request and read its response: all of it, or the head of a stream. */
static bool ask(struct line *line, const struct message *request,
                struct message *reply)
{
    struct proxy *proxy = line->proxy;
    bool is_sent = send_request(line, request, request->length);

    note_asked(line, is_sent ? request->bytes : "");
    bool is_answered = is_sent && message_read_head(line->service, reply) &&
                       message_read_body(line->service, reply);

    note_asked(line, "");
    if (!is_answered)
        return false;
    pthread_mutex_lock(&proxy->lock);
    ledger_reply(&proxy->ledger, request, reply);
    pthread_cond_broadcast(&proxy->changed);
    pthread_mutex_unlock(&proxy->lock);
    return true;
}

/* Another program of the account plays the same move just before.  It retries
 * until it has a response, so that the result is known. */
static void play_rival(struct line *line, const struct message *request)
{
    struct proxy *proxy = line->proxy;
    struct message rival = {0}, reply = {0};
    bool is_answered = false;
    char key[32];

    pthread_mutex_lock(&proxy->lock);
    snprintf(key, sizeof key, "rival-%ld", ++proxy->rivals);
    pthread_mutex_unlock(&proxy->lock);
    rival.bytes = strdup(request->bytes);
    rival.length = request->length;
    rival.head = request->head;
    message_set_header(&rival, "Idempotency-Key", key);
    for (int tries = 0; !is_answered && tries < RIVAL_TRIES; tries++) {
        message_clear(&reply);
        is_answered = ask(line, &rival, &reply);
        if (!is_answered)
            pause_ms(RIVAL_MS);
    }
    if (is_answered && message_status(&reply) == 201)
        count_harm(proxy, PROXY_RIVAL);
    message_clear(&reply);
    message_clear(&rival);
}

/* ---- the client's side ---- */

static void note_sent(struct line *line, const struct message *request,
                      const struct message *reply)
{
    pthread_mutex_lock(&line->proxy->lock);
    ledger_sent(&line->proxy->ledger, request, reply);
    pthread_mutex_unlock(&line->proxy->lock);
}

/* A response of the proxy's own. */
static bool say(struct line *line, const struct message *request,
                enum proxy_harm harm)
{
    const char *status = "409 Conflict", *kind = "not-your-turn", *wait = "";
    struct message reply = {0};
    char body[160], text[400];

    if (harm == PROXY_SAY_429) {
        status = "429 Too Many Requests";
        kind = "rate-limited";
        wait = "Retry-After: 1\r\n";
    } else if (harm == PROXY_SAY_503) {
        status = "503 Service Unavailable";
        kind = "unavailable";
        wait = "Retry-After: 1\r\n";
    }
    snprintf(body, sizeof body,
             "{\"type\":\"/problems/%s\",\"title\":\"%s\",\"status\":%.3s,"
             "\"detail\":\"A bad network \\u2013 says \\\"no\\\".\"}",
             kind, kind, status);
    snprintf(text, sizeof text,
             "HTTP/1.1 %s\r\nContent-Type: application/problem+json\r\n"
             "%sContent-Length: %zu\r\n\r\n%s",
             status, wait, strlen(body), body);
    reply.bytes = text;
    reply.length = strlen(text);
    reply.head = reply.length - strlen(body);
    note_sent(line, request, &reply);
    count_harm(line->proxy, harm);
    return line_send(line->client, text, strlen(text));
}

static bool drip(struct line *line, const struct message *reply)
{
    size_t drop = reply->length / DROPS + 1;

    count_harm(line->proxy, PROXY_DRIP);
    for (size_t at = 0; at < reply->length; at += drop) {
        size_t rest = reply->length - at;

        if (!line_send(line->client, reply->bytes + at,
                       rest < drop ? rest : drop))
            return false;
        pause_ms(DROP_MS);
    }
    return true;
}

/* Forward a stream until it ends or until this many bytes (0: no limit)
 * came. */
static void pass_stream(struct line *line, const struct message *head,
                        size_t most)
{
    size_t passed = head->length - head->head;
    char piece[2048];
    ssize_t got;

    if (!line_send(line->client, head->bytes, head->length))
        return;
    while (most == 0 || passed < most) {
        size_t room = most > 0 && most - passed < sizeof piece ? most - passed
                                                               : sizeof piece;

        got = recv(line->service, piece, room, 0);
        if (got <= 0 || !line_send(line->client, piece, (size_t)got))
            return;
        passed += (size_t)got;
    }
    count_harm(line->proxy, PROXY_CUT_REPLY);
}

/* Send the response to the client.  False: the connection ends. */
static bool hand_over(struct line *line, struct message *reply,
                      enum proxy_harm harm, size_t number)
{
    if (message_body_length(reply) < 0) {
        pass_stream(line, reply,
                    harm == PROXY_CUT_REPLY ? 1 + number % 600 : 0);
        return false;
    }
    message_set_header(reply, "Connection", "keep-alive");
    if (harm == PROXY_DRIP)
        return drip(line, reply);
    if (harm == PROXY_CUT_REPLY) {
        count_harm(line->proxy, harm);
        line_send(line->client, reply->bytes, 1 + number % reply->length);
        return false;
    }
    return line_send(line->client, reply->bytes, reply->length);
}

/* ---- one request ---- */

/* Send it to the service.  False: the client gets no response. */
static bool bring(struct line *line, struct message *request,
                  struct message *reply, enum proxy_harm harm, size_t number)
{
    message_set_header(request, "Connection", "close");
    message_set_header(request, "Accept-Encoding", "identity");
    if (harm == PROXY_CUT_REQUEST) {
        count_harm(line->proxy, harm);
        send_request(line, request, 1 + number % (request->length - 1));
        return false;
    }
    if (harm == PROXY_DELAY) {
        count_harm(line->proxy, harm);
        pause_ms((long)(1 + number % DELAY_MS_MAX));
    }
    if (harm == PROXY_RIVAL)
        play_rival(line, request);
    if (harm == PROXY_TWICE) {
        if (ask(line, request, reply))
            count_harm(line->proxy, harm);
        message_clear(reply);
    }
    if (!ask(line, request, reply))
        return false;
    if (harm == PROXY_LOSE_REPLY)
        count_harm(line->proxy, harm);
    return harm != PROXY_LOSE_REPLY;
}

/* False: the connection ends. */
static bool carry(struct line *line, struct message *request,
                  struct message *reply)
{
    enum proxy_harm harm;
    size_t number;

    if (!message_read_head(line->client, request) ||
        !message_read_body(line->client, request))
        return false;
    harm = begin_request(line->proxy, request, &number);
    if (harm == PROXY_SAY_409 || harm == PROXY_SAY_429 || harm == PROXY_SAY_503)
        return say(line, request, harm);
    if (harm == PROXY_RESET) {
        count_harm(line->proxy, harm);
        line_will_reset(line->client);
        return false;
    }
    if (!bring(line, request, reply, harm, number))
        return false;
    if (harm != PROXY_CUT_REPLY)
        note_sent(line, request, reply);
    return hand_over(line, reply, harm, number);
}

static void give_back(struct line *line)
{
    struct proxy *proxy = line->proxy;

    pthread_mutex_lock(&proxy->lock);
    close(line->client);
    line->is_used = false;
    pthread_cond_signal(&proxy->line_ended);
    pthread_mutex_unlock(&proxy->lock);
}

static void *serve(void *arg)
{
    struct line *line = arg;
    bool goes_on;

    do {
        struct message request = {0}, reply = {0};

        goes_on = carry(line, &request, &reply);
        leave_service(line);
        message_clear(&reply);
        message_clear(&request);
    } while (goes_on);
    give_back(line);
    return NULL;
}

/* ---- start and end ---- */

/* A free entry for a client's connection, or NULL. */
static struct line *take_line(struct proxy *proxy, int client)
{
    struct line *found = NULL;

    pthread_mutex_lock(&proxy->lock);
    for (size_t i = 0; i < LINES_MAX && !found && !proxy->is_ending; i++)
        if (!proxy->lines[i].is_used)
            found = &proxy->lines[i];
    if (found)
        *found = (struct line){proxy, true, client, -1, ""};
    pthread_mutex_unlock(&proxy->lock);
    return found;
}

static void *accept_clients(void *arg)
{
    struct proxy *proxy = arg;
    const int on = 1;
    int client;

    while ((client = accept4(proxy->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        struct line *line = take_line(proxy, client);
        pthread_t thread;

        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (line && pthread_create(&thread, NULL, serve, line) == 0)
            pthread_detach(thread);
        else if (line)
            give_back(line);
        else
            close(client);
    }
    return NULL;
}

struct proxy *proxy_begin(const struct proxy_plan *plan)
{
    struct proxy *proxy = calloc(1, sizeof *proxy);
    struct sockaddr_in here = {.sin_family = AF_INET};
    socklen_t size = sizeof here;

    if (!proxy)
        return NULL;
    proxy->plan = *plan;
    proxy->chance = plan->seed * 2685821657736338717U + 88172645463325252U;
    pthread_mutex_init(&proxy->lock, NULL);
    pthread_cond_init(&proxy->line_ended, NULL);
    pthread_cond_init(&proxy->changed, NULL);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    proxy->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(proxy->listener, (struct sockaddr *)&here, sizeof here) ||
        listen(proxy->listener, LINES_MAX) ||
        getsockname(proxy->listener, (struct sockaddr *)&here, &size) ||
        pthread_create(&proxy->accepting, NULL, accept_clients, proxy)) {
        close(proxy->listener);
        free(proxy);
        return NULL;
    }
    snprintf(proxy->url, sizeof proxy->url, "http://127.0.0.1:%d",
             ntohs(here.sin_port));
    return proxy;
}

static bool has_lines(const struct proxy *proxy)
{
    for (size_t i = 0; i < LINES_MAX; i++)
        if (proxy->lines[i].is_used)
            return true;
    return false;
}

void proxy_end(struct proxy *proxy)
{
    shutdown(proxy->listener, SHUT_RDWR);
    pthread_join(proxy->accepting, NULL);
    close(proxy->listener);
    pthread_mutex_lock(&proxy->lock);
    proxy->is_ending = true;
    for (size_t i = 0; i < LINES_MAX; i++)
        if (proxy->lines[i].is_used) {
            shutdown(proxy->lines[i].client, SHUT_RDWR);
            if (proxy->lines[i].service >= 0)
                shutdown(proxy->lines[i].service, SHUT_RDWR);
        }
    while (has_lines(proxy))
        pthread_cond_wait(&proxy->line_ended, &proxy->lock);
    ledger_clear(&proxy->ledger);
    pthread_mutex_unlock(&proxy->lock);
    pthread_mutex_destroy(&proxy->lock);
    pthread_cond_destroy(&proxy->line_ended);
    pthread_cond_destroy(&proxy->changed);
    free(proxy);
}

const char *proxy_url(const struct proxy *proxy)
{
    return proxy->url;
}

void proxy_aim(struct proxy *proxy, const char *address)
{
    pthread_mutex_lock(&proxy->lock);
    snprintf(proxy->address, sizeof proxy->address, "%s",
             address ? address : "");
    pthread_mutex_unlock(&proxy->lock);
}

void proxy_rest(struct proxy *proxy)
{
    pthread_mutex_lock(&proxy->lock);
    proxy->is_resting = true;
    pthread_mutex_unlock(&proxy->lock);
}

/* ---- counts ---- */

static long read_count(struct proxy *proxy, const long *count)
{
    pthread_mutex_lock(&proxy->lock);
    long value = *count;

    pthread_mutex_unlock(&proxy->lock);
    return value;
}

long proxy_harmed(struct proxy *proxy, enum proxy_harm harm)
{
    return read_count(proxy, &proxy->harmed[harm]);
}

long proxy_requests(struct proxy *proxy)
{
    return read_count(proxy, &proxy->requests);
}

long proxy_answered(struct proxy *proxy, long status)
{
    return read_count(proxy, &proxy->ledger.answered[status]);
}

long proxy_hasty(struct proxy *proxy)
{
    return read_count(proxy, &proxy->ledger.hasty);
}

long proxy_doubles(struct proxy *proxy)
{
    return read_count(proxy, &proxy->ledger.doubles);
}

/* The acknowledged moves of a match with this seq; -1: with any.  Locked. */
static long count_moves(const struct ledger *ledger, const char *match,
                        long seq)
{
    long moves = 0;

    for (size_t i = 0; i < ledger->move_count; i++) {
        const struct ledger_move *move = &ledger->moves[i];

        moves +=
            strcmp(move->match, match) == 0 && (seq < 0 || move->seq == seq);
    }
    return moves;
}

long proxy_moves(struct proxy *proxy, const char *match)
{
    pthread_mutex_lock(&proxy->lock);
    long moves = count_moves(&proxy->ledger, match, -1);

    pthread_mutex_unlock(&proxy->lock);
    return moves;
}

bool proxy_has_move(struct proxy *proxy, const char *match, long seq)
{
    pthread_mutex_lock(&proxy->lock);
    bool has_it = count_moves(&proxy->ledger, match, seq) > 0;

    pthread_mutex_unlock(&proxy->lock);
    return has_it;
}

/* Wait for the next change.  Locked.  False: the time is up. */
static bool wait_change(struct proxy *proxy, const struct timespec *until)
{
    return pthread_cond_timedwait(&proxy->changed, &proxy->lock, until) == 0;
}

static struct timespec time_in(long ms)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    return until;
}

bool proxy_wait_moves(struct proxy *proxy, const char *match, long moves,
                      long ms)
{
    const struct timespec until = time_in(ms);
    bool goes_on = true;

    pthread_mutex_lock(&proxy->lock);
    while (count_moves(&proxy->ledger, match, -1) < moves && goes_on)
        goes_on = wait_change(proxy, &until);
    bool is_there = count_moves(&proxy->ledger, match, -1) >= moves;

    pthread_mutex_unlock(&proxy->lock);
    return is_there;
}

/* Locked. */
static bool is_asked(const struct proxy *proxy, const char *text)
{
    for (size_t i = 0; i < LINES_MAX; i++)
        if (proxy->lines[i].is_used && strstr(proxy->lines[i].asked, text))
            return true;
    return false;
}

bool proxy_wait_asked(struct proxy *proxy, const char *text, long ms)
{
    const struct timespec until = time_in(ms);
    bool goes_on = true;

    pthread_mutex_lock(&proxy->lock);
    while (!is_asked(proxy, text) && goes_on)
        goes_on = wait_change(proxy, &until);
    bool is_there = is_asked(proxy, text);

    pthread_mutex_unlock(&proxy->lock);
    return is_there;
}
