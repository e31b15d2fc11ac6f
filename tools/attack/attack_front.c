/* Requests through the proxy: TLS, and HTTP/2, from any address. */
#include "attack.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESERVED = 4096,
    POLL_MS = 50,
    ROUND_MS = 20,
    STREAMS = 16, /* of a connection: more, and the proxy lets them wait */
    SLOW_BYTES_S = 5120,
};

/* ---- addresses ---- */

void front_address(const struct run *run, unsigned from, const char *path,
                   char url[FRONT_URL], char own[FRONT_OWN])
{
    if (from & FRONT_NETWORK) {
        snprintf(url, FRONT_URL, "https://[::1]:%s%s", run->front, path);
        snprintf(own, FRONT_OWN, "host!fd00:fa:0:%x::1", from & 0xffff);
        return;
    }
    snprintf(url, FRONT_URL, "https://127.0.0.1:%s%s", run->front, path);
    snprintf(own, FRONT_OWN, "host!127.%u.%u.%u", from >> 16 & 255,
             from >> 8 & 255, from & 255);
}

/* The proxy's certificate is its own; those of the system, which libcurl would
 * read for each connection, are not needed. */
static void set_up(CURL *easy, const char *url, const char *own)
{
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_INTERFACE, own);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
    curl_easy_setopt(easy, CURLOPT_CAINFO, NULL);
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
}

/* Lines that end with \r\n, as a list: new. */
static struct curl_slist *list_of(const char *headers, const char *token)
{
    struct curl_slist *list = curl_slist_append(NULL, "Expect:");
    char line[2 * SOAK_LINE];

    for (const char *at = headers; *at;) {
        const size_t size = strcspn(at, "\r");

        snprintf(line, sizeof line, "%.*s", (int)size, at);
        list = curl_slist_append(list, line);
        at += size + strspn(at + size, "\r\n");
    }
    if (*token) {
        snprintf(line, sizeof line, "Authorization: Bearer %s", token);
        list = curl_slist_append(list, line);
    }
    return list;
}

/* ---- one request after the other ---- */

struct taking {
    char *bytes;
    size_t size, room, body;
};

static size_t take(char *bytes, size_t one, size_t size, void *ctx)
{
    struct taking *taking = ctx;

    (void)one;
    if (taking->size + size + 1 > taking->room) {
        taking->room = 2 * (taking->room + size) + RESERVED;
        taking->bytes = realloc(taking->bytes, taking->room);
        if (!taking->bytes)
            abort();
    }
    memcpy(taking->bytes + taking->size, bytes, size);
    taking->size += size;
    taking->bytes[taking->size] = '\0';
    return size;
}

static size_t take_head(char *bytes, size_t one, size_t size, void *ctx)
{
    struct taking *taking = ctx;

    take(bytes, one, size, ctx);
    taking->body = taking->size;
    return size;
}

void front_ask(struct line *line, const char *method, const char *path,
               const char *headers, const char *body, struct reply *reply)
{
    struct run *run = line->soak->owner;
    struct taking taking = {0};
    char url[FRONT_URL], own[FRONT_OWN];
    CURL *easy = line->way ? line->way : curl_easy_init();
    char typed[2 * SOAK_LINE];
    long status = 0;

    snprintf(typed, sizeof typed, "%s%s", headers,
             body ? "Content-Type: application/json\r\n" : "");
    struct curl_slist *list = list_of(typed, line->token);

    line->way = easy;
    front_address(run, line->from, path, url, own);
    curl_easy_reset(easy);
    set_up(easy, url, own);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, line->soak->patience_s);
    if (body || strcmp(method, "POST") == 0 || strcmp(method, "PUT") == 0)
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body ? body : "");
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &taking);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &taking);
    const CURLcode code = curl_easy_perform(easy);

    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(list);
    reply->bytes = taking.bytes;
    if (code != CURLE_OK)
        return;
    reply->status = (int)status;
    reply->body = taking.bytes + taking.body;
    reply->length = taking.size - taking.body;
}

void front_hang_up(struct line *line)
{
    if (line->way)
        curl_easy_cleanup(line->way);
    line->way = NULL;
}

double front_metric(const char *admin, const char *name)
{
    struct taking taking = {0};
    CURL *easy = curl_easy_init();
    char url[FRONT_URL];
    double sum = 0;

    snprintf(url, sizeof url, "http://%s/metrics", admin);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &taking);
    if (curl_easy_perform(easy) != CURLE_OK)
        attack_die("%s has no metrics", url);
    for (const char *at = taking.bytes; at && (at = strstr(at, name)); at++)
        if (at == taking.bytes || at[-1] == '\n')
            sum += strtod(strchr(at, ' '), NULL);
    curl_easy_cleanup(easy);
    free(taking.bytes);
    return sum;
}

/* ---- requests that wait, many at once ---- */

struct waiter {
    struct run *run;
    CURL *easy;
    struct curl_slist *list;
    int64_t next_us; /* when it sends again; 0: it waits for a response */
    bool is_counted; /* the response that arrives has been judged */
    char url[FRONT_URL], own[FRONT_OWN];
};

/* The status is judged as soon as the response begins: a stream does not
 * end. */
static size_t judge_body(char *bytes, size_t one, size_t size, void *ctx)
{
    struct waiter *waiter = ctx;
    long status = 0;

    (void)one;
    if (waiter->is_counted)
        return size;
    curl_easy_getinfo(waiter->easy, CURLINFO_RESPONSE_CODE, &status);
    waiter->is_counted = true;
    char text[SOAK_LINE];

    snprintf(text, sizeof text, "%.*s", (int)size, bytes);
    attack_count_reply(waiter->run, (int)status, text);
    return size;
}

static void begin_waiter(CURLM *multi, struct waiter *waiter)
{
    waiter->is_counted = false;
    waiter->next_us = 0;
    atomic_fetch_add(&waiter->run->sent, 1);
    curl_multi_add_handle(multi, waiter->easy);
}

/* Number n of all, in this group. */
static void open_waiter(struct run *run, struct waiter *waiter, int group,
                        int n)
{
    const struct attack *attack = run->attack;
    const unsigned from = 2 + (unsigned)(group % attack->addresses);
    const char *token =
        run->token_count > 0 ? run->tokens[n % run->token_count] : "";

    *waiter = (struct waiter){.run = run, .easy = curl_easy_init()};
    front_address(run, from, run->path, waiter->url, waiter->own);
    set_up(waiter->easy, waiter->url, waiter->own);
    waiter->list = list_of(run->headers, token);
    curl_easy_setopt(waiter->easy, CURLOPT_HTTPHEADER, waiter->list);
    curl_easy_setopt(waiter->easy, CURLOPT_WRITEFUNCTION, judge_body);
    curl_easy_setopt(waiter->easy, CURLOPT_WRITEDATA, waiter);
    curl_easy_setopt(waiter->easy, CURLOPT_PRIVATE, waiter);
    curl_easy_setopt(waiter->easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(waiter->easy, CURLOPT_BUFFERSIZE, 4096L);
    if (attack->flood == FLOOD_SLOW)
        curl_easy_setopt(waiter->easy, CURLOPT_MAX_RECV_SPEED_LARGE,
                         (curl_off_t)SLOW_BYTES_S);
}

/* Requests that have ended are sent again, at once or after a pause. */
static void take_ended(CURLM *multi, int64_t pause_us)
{
    CURLMsg *message;
    int left;

    while ((message = curl_multi_info_read(multi, &left))) {
        struct waiter *waiter;
        long status = 0;

        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE,
                          (char **)&waiter);
        curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE,
                          &status);
        const bool is_well = message->data.result == CURLE_OK && status == 200;

        curl_multi_remove_handle(multi, waiter->easy);
        waiter->next_us = soak_now_us() + (is_well ? 0 : pause_us);
    }
}

/* Those that share a connection. */
struct group {
    CURLM *multi;
    struct waiter waiters[STREAMS];
    int count;
};

/* Group i of `groups`.  Each has requests of one address. */
static void open_group(struct run *run, struct group *group, int i, int groups)
{
    group->multi = curl_multi_init();
    if (!group->multi)
        abort();
    for (int n = i; n < run->attack->connections && group->count < STREAMS;
         n += groups) {
        struct waiter *waiter = &group->waiters[group->count++];

        open_waiter(run, waiter, i, n);
        waiter->next_us = 1;
    }
}

static void serve_group(struct group *group, int64_t pause_us)
{
    const int64_t now_us = soak_now_us();
    int running;

    for (int i = 0; i < group->count; i++)
        if (group->waiters[i].next_us > 0 &&
            group->waiters[i].next_us <= now_us)
            begin_waiter(group->multi, &group->waiters[i]);
    curl_multi_perform(group->multi, &running);
    take_ended(group->multi, pause_us);
}

static void close_group(struct group *group)
{
    for (int i = 0; i < group->count; i++) {
        curl_multi_remove_handle(group->multi, group->waiters[i].easy);
        curl_easy_cleanup(group->waiters[i].easy);
        curl_slist_free_all(group->waiters[i].list);
    }
    curl_multi_cleanup(group->multi);
}

void front_wait(struct run *run, int64_t pause_us)
{
    const int count = (run->attack->connections + STREAMS - 1) / STREAMS;
    struct group *groups = calloc((size_t)count, sizeof *groups);

    if (!groups)
        abort();
    for (int i = 0; i < count; i++)
        open_group(run, &groups[i], i, count);
    while (run->phase == PHASE_DURING) {
        for (int i = 0; i < count; i++)
            serve_group(&groups[i], pause_us);
        soak_pause_ms(ROUND_MS);
    }
    for (int i = 0; i < count; i++)
        close_group(&groups[i]);
    free(groups);
}

/* ---- a stream of the player's ---- */

struct tap {
    CURLM *multi;
    CURL *easy;
    struct curl_slist *list;
    bool has_bytes;
};

static size_t note_bytes(char *bytes, size_t one, size_t size, void *ctx)
{
    (void)bytes;
    (void)one;
    ((struct tap *)ctx)->has_bytes = true;
    return size;
}

struct tap *tap_open(struct run *run, const char *path, unsigned from,
                     long wait_ms, long *status)
{
    struct tap *tap = calloc(1, sizeof *tap);
    const int64_t until_us = soak_now_us() + wait_ms * 1000;
    char url[FRONT_URL], own[FRONT_OWN];

    if (!tap)
        abort();
    tap->multi = curl_multi_init();
    tap->easy = curl_easy_init();
    front_address(run, from, path, url, own);
    set_up(tap->easy, url, own);
    tap->list = list_of("Accept: text/event-stream\r\n", "");
    curl_easy_setopt(tap->easy, CURLOPT_HTTPHEADER, tap->list);
    curl_easy_setopt(tap->easy, CURLOPT_WRITEFUNCTION, note_bytes);
    curl_easy_setopt(tap->easy, CURLOPT_WRITEDATA, tap);
    curl_multi_add_handle(tap->multi, tap->easy);
    while (!tap->has_bytes && tap_is_open(tap) && soak_now_us() < until_us)
        curl_multi_poll(tap->multi, NULL, 0, POLL_MS, NULL);
    *status = 0;
    curl_easy_getinfo(tap->easy, CURLINFO_RESPONSE_CODE, status);
    return tap;
}

bool tap_is_open(struct tap *tap)
{
    int running = 0;

    curl_multi_perform(tap->multi, &running);
    return running > 0;
}

void tap_close(struct tap *tap)
{
    if (!tap)
        return;
    curl_multi_remove_handle(tap->multi, tap->easy);
    curl_easy_cleanup(tap->easy);
    curl_multi_cleanup(tap->multi);
    curl_slist_free_all(tap->list);
    free(tap);
}
