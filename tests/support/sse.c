/* Receives a stream of server-sent events. */
#include "sse.h"

#include "replies.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the connection ---- */

static size_t take(char *bytes, size_t size, size_t count, void *to)
{
    struct sse *sse = to;
    size_t n = size * count;

    sse->buffer = realloc(sse->buffer, sse->length + n + 1);
    memcpy(sse->buffer + sse->length, bytes, n);
    sse->length += n;
    sse->buffer[sse->length] = '\0';
    sse->bytes += n;
    return n;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *to)
{
    struct sse *sse = to;
    size_t before = strlen(sse->head);

    sse->head = realloc(sse->head, before + size * count + 1);
    memcpy(sse->head + before, bytes, size * count);
    sse->head[before + size * count] = '\0';
    return size * count;
}

static int shrink(void *ctx, curl_socket_t fd, curlsocktype purpose)
{
    const int bytes = 2048;

    (void)ctx;
    (void)purpose;
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    return CURL_SOCKOPT_OK;
}

static void add_headers(struct sse *sse, const struct client *client,
                        const char *last_id)
{
    char line[SSE_ID_SIZE + 32];

    sse->headers = curl_slist_append(NULL, "Accept: text/event-stream");
    for (size_t i = 0; i < client->header_count; i++)
        sse->headers = curl_slist_append(sse->headers, client->headers[i]);
    if (client->token[0]) {
        snprintf(line, sizeof line, "Authorization: Bearer %s", client->token);
        sse->headers = curl_slist_append(sse->headers, line);
    }
    if (last_id) {
        snprintf(line, sizeof line, "Last-Event-ID: %s", last_id);
        sse->headers = curl_slist_append(sse->headers, line);
    }
}

static void begin(struct sse *sse, const struct client *client,
                  const char *path, const char *last_id, bool is_small)
{
    char url[2048];

    *sse = (struct sse){.multi = curl_multi_init(), .curl = curl_easy_init()};
    cr_assert(sse->multi && sse->curl);
    sse->buffer = calloc(1, 1);
    sse->head = calloc(1, 1);
    sse->path = strdup(path);
    add_headers(sse, client, last_id);
    snprintf(url, sizeof url, "%s%s", client->service->url, path);
    curl_easy_setopt(sse->curl, CURLOPT_URL, url);
    curl_easy_setopt(sse->curl, CURLOPT_NOSIGNAL, 1L);
    if (client->service->authority[0])
        curl_easy_setopt(sse->curl, CURLOPT_CAINFO, client->service->authority);
    if (client->codings)
        curl_easy_setopt(sse->curl, CURLOPT_ACCEPT_ENCODING, client->codings);
    curl_easy_setopt(sse->curl, CURLOPT_HTTPHEADER, sse->headers);
    curl_easy_setopt(sse->curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(sse->curl, CURLOPT_WRITEDATA, sse);
    curl_easy_setopt(sse->curl, CURLOPT_HEADERFUNCTION, take_head);
    curl_easy_setopt(sse->curl, CURLOPT_HEADERDATA, sse);
    if (is_small) {
        curl_easy_setopt(sse->curl, CURLOPT_SOCKOPTFUNCTION, shrink);
        curl_easy_setopt(sse->curl, CURLOPT_BUFFERSIZE, 1024L);
    }
    cr_assert_eq(curl_multi_add_handle(sse->multi, sse->curl), CURLM_OK);
    if (last_id)
        snprintf(sse->last_id, sizeof sse->last_id, "%s", last_id);
}

void sse_open(struct sse *sse, const struct client *client, const char *path,
              const char *last_id)
{
    begin(sse, client, path, last_id, false);
}

void sse_open_small(struct sse *sse, const struct client *client,
                    const char *path)
{
    begin(sse, client, path, NULL, true);
}

void sse_close(struct sse *sse)
{
    curl_multi_remove_handle(sse->multi, sse->curl);
    curl_easy_cleanup(sse->curl);
    curl_multi_cleanup(sse->multi);
    curl_slist_free_all(sse->headers);
    free(sse->buffer);
    free(sse->head);
    free(sse->path);
    *sse = (struct sse){.is_over = true};
}

static bool is_done(struct sse *sse)
{
    int left = 0;
    CURLMsg *message = curl_multi_info_read(sse->multi, &left);

    if (message && message->msg == CURLMSG_DONE) {
        sse->is_over = true;
        sse->is_whole = message->data.result == CURLE_OK;
    }
    return sse->is_over;
}

/* Store the response once its headers are there; an error when it is
 * complete. */
static void keep(struct sse *sse)
{
    bool is_there =
        sse->is_over ? sse->is_whole : sse->status == 200 && sse->bytes > 0;

    if (sse->is_kept || !is_there || sse->status == 0)
        return;
    sse->is_kept = true;
    replies_keep(&(struct reply_seen){"GET", sse->path, NULL, 0, sse->status,
                                      sse->head, sse->buffer, sse->length});
}

/* Receive bytes, for this time at most. */
static void pump(struct sse *sse, int wait_ms)
{
    size_t before = sse->bytes;
    int running = 0;

    curl_multi_perform(sse->multi, &running);
    if (!is_done(sse) && sse->bytes == before) {
        curl_multi_poll(sse->multi, NULL, 0, wait_ms, NULL);
        curl_multi_perform(sse->multi, &running);
        is_done(sse);
    }
    curl_easy_getinfo(sse->curl, CURLINFO_RESPONSE_CODE, &sse->status);
    keep(sse);
}

/* ---- blocks ---- */

/* Read one line of a block. */
static void take_line(struct sse *sse, const char *line, size_t length,
                      struct sse_event *event)
{
    if (line[0] == ':')
        sse->comments++;
    else if (strncmp(line, "id: ", 4) == 0)
        snprintf(event->id, sizeof event->id, "%.*s", (int)length - 4,
                 line + 4);
    else if (strncmp(line, "event: ", 7) == 0)
        snprintf(event->type, sizeof event->type, "%.*s", (int)length - 7,
                 line + 7);
    else if (strncmp(line, "data: ", 6) == 0 && !event->data)
        event->data = strndup(line + 6, length - 6);
    else
        cr_expect(strncmp(line, "retry: ", 7) == 0, "a line of a stream: %.*s",
                  (int)length, line);
}

/* Is it an event of the account, not of a match? */
static bool is_notice(const char *type)
{
    return strcmp(type, "match") == 0 || strcmp(type, "challenge") == 0 ||
           strcmp(type, "queue") == 0;
}

static const char *schema_of(const char *type)
{
    if (strcmp(type, "bye") == 0)
        return "StreamBye";
    if (strcmp(type, "match-events") == 0)
        return "MatchEvents";
    return is_notice(type) ? "Notice" : "Event";
}

/* A complete block; true when it is an event. */
static bool take_block(struct sse *sse, struct sse_event *event)
{
    char *block = sse->buffer + sse->taken;
    const char *end = strstr(block, "\n\n");

    *event = (struct sse_event){0};
    for (char *line = block; line < end;) {
        size_t length = strcspn(line, "\n");

        take_line(sse, line, length, event);
        line += length + 1;
    }
    sse->taken = (size_t)(end + 2 - sse->buffer);
    if (event->id[0])
        snprintf(sse->last_id, sizeof sse->last_id, "%s", event->id);
    if (event->data) {
        event->json = json_loads(event->data, 0, NULL);
        cr_expect_not_null(event->json, "no JSON: %s", event->data);
        replies_keep_event(event->json, schema_of(event->type));
    }
    return event->data != NULL;
}

static bool has_block(const struct sse *sse)
{
    return strstr(sse->buffer + sse->taken, "\n\n") != NULL;
}

bool sse_next(struct sse *sse, int wait_ms, struct sse_event *out)
{
    int64_t until_ms = now_ms() + wait_ms;

    for (;;) {
        while (has_block(sse))
            if (take_block(sse, out))
                return true;
        int64_t left_ms = until_ms - now_ms();

        if (sse->is_over || left_ms < 0)
            return false;
        pump(sse, (int)left_ms);
    }
}

void sse_event_clear(struct sse_event *event)
{
    json_decref(event->json);
    free(event->data);
    *event = (struct sse_event){0};
}

/* ---- waiting ---- */

bool sse_answered(struct sse *sse)
{
    int64_t until_ms = now_ms() + SSE_WAIT_MS;

    while (sse->bytes == 0 && !sse->is_over && now_ms() < until_ms)
        pump(sse, 200);
    return sse->status != 0;
}

bool sse_beats(struct sse *sse, size_t comments)
{
    int64_t until_ms = now_ms() + SSE_WAIT_MS;
    struct sse_event event;

    while (sse->comments <= comments && !sse->is_over && now_ms() < until_ms)
        if (sse_next(sse, 50, &event))
            sse_event_clear(&event);
    return sse->comments > comments;
}

bool sse_ends(struct sse *sse, int wait_ms)
{
    int64_t until_ms = now_ms() + wait_ms;
    struct sse_event event;

    do
        while (sse_next(sse, 50, &event))
            sse_event_clear(&event);
    while (!sse->is_over && now_ms() < until_ms);
    return sse->is_over;
}
