/* Requests to a node over HTTP, as cheap as possible, and checks of every
 * response. */
#include "soak.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PATIENCE_S = 40,    /* for a response; a long poll may take 25 */
    FRESH_US = 8000000, /* a connection is reused within this time */
    REPLY_FIRST = 16384,
};

/* ---- connections ---- */

int line_connect(struct soak *soak, int node, unsigned from, int wait_s)
{
    const struct timeval wait = {.tv_sec = wait_s};
    const int yes = 1;
    const char *address = soak->nodes[node].address;
    struct sockaddr_in to = {.sin_family = AF_INET}, own = to;
    char host[64];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(host, sizeof host, "%.*s", (int)strcspn(address, ":"), address);
    to.sin_port = htons((uint16_t)strtoul(strchr(address, ':') + 1, NULL, 10));
    own.sin_addr.s_addr = htonl(0x7f000000 + from);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    if (fd >= 0 && inet_pton(AF_INET, host, &to.sin_addr) == 1 &&
        bind(fd, (struct sockaddr *)&own, sizeof own) == 0 &&
        connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    soak_fail(soak, "cannot connect to %s: %s", address, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

void line_cut(struct soak *soak, int fd)
{
    const struct linger at_once = {.l_onoff = 1};

    setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
    soak_count(soak, SOAK_CUTS);
}

void line_open(struct line *line, struct soak *soak, unsigned from)
{
    *line = (struct line){.soak = soak,
                          .from = from,
                          .chance = UINT64_C(0x9e3779b97f4a7c15) * (from + 1)};
    for (int i = 0; i < SOAK_NODES; i++)
        line->fd[i] = -1;
}

static void hang_up(struct line *line, int node)
{
    if (line->fd[node] >= 0)
        close(line->fd[node]);
    line->fd[node] = -1;
}

void line_close(struct line *line)
{
    if (line->soak->hang_up)
        line->soak->hang_up(line);
    for (int i = 0; i < SOAK_NODES; i++)
        hang_up(line, i);
}

/* The service closes idle connections: one that was idle for long is not
 * reused, so that no response can be missed. */
static int line_to(struct line *line, int node)
{
    if (line->fd[node] >= 0 && soak_now_us() - line->used_us[node] > FRESH_US)
        hang_up(line, node);
    if (line->fd[node] < 0) {
        const long patience_s = line->soak->patience_s;

        line->fd[node] =
            line_connect(line->soak, node, line->from,
                         patience_s ? (int)patience_s : PATIENCE_S);
    }
    line->node = node;
    return line->fd[node];
}

/* ---- a response ---- */

void reply_clear(struct reply *reply)
{
    json_decref(reply->json);
    free(reply->bytes);
    *reply = (struct reply){0};
}

void reply_header(const struct reply *reply, const char *name, char *out,
                  size_t size)
{
    const size_t length = strlen(name);

    out[0] = '\0';
    if (!reply->body)
        return;
    for (const char *at = reply->bytes; at + 2 < reply->body;) {
        const char *end = strstr(at, "\r\n");

        if (strncasecmp(at, name, length) == 0 && at[length] == ':') {
            at += length + 1;
            at += strspn(at, " ");
            snprintf(out, size, "%.*s", (int)(end - at), at);
            return;
        }
        at = end + 2;
    }
}

const char *reply_text(const struct reply *reply, const char *key)
{
    const char *text = json_string_value(json_object_get(reply->json, key));

    return text ? text : "";
}

long reply_number(const struct reply *reply, const char *key)
{
    const json_t *value = json_object_get(reply->json, key);

    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

/* Read more of a response; false at its end. */
static bool read_more(int fd, struct reply *reply, size_t *got, size_t *room)
{
    if (*got + 1 >= *room) {
        size_t offset = reply->body ? (size_t)(reply->body - reply->bytes) : 0;
        char *larger = realloc(reply->bytes, *room * 2);

        if (!larger)
            return false;
        reply->bytes = larger;
        *room *= 2;
        if (reply->body)
            reply->body = reply->bytes + offset;
    }
    ssize_t n = recv(fd, reply->bytes + *got, *room - 1 - *got, 0);

    if (n <= 0)
        return false;
    *got += (size_t)n;
    reply->bytes[*got] = '\0';
    return true;
}

/* The head of a response: its status, and where its body begins. */
static bool read_head(int fd, struct reply *reply, size_t *got, size_t *room)
{
    const char *end = NULL;

    while (!end) {
        if (!read_more(fd, reply, got, room))
            return false;
        end = strstr(reply->bytes, "\r\n\r\n");
    }
    reply->body = end + 4;
    reply->status = (int)strtol(reply->bytes + 9, NULL, 10);
    return true;
}

/* Read a response completely.  False: it was incomplete. */
static bool read_reply(int fd, struct reply *reply, bool has_body)
{
    size_t got = 0, room = REPLY_FIRST;
    char length[24], coding[24];

    reply->bytes = calloc(1, room);
    if (!reply->bytes || !read_head(fd, reply, &got, &room)) {
        reply->status = 0;
        return false;
    }
    reply_header(reply, "Content-Length", length, sizeof length);
    reply_header(reply, "Transfer-Encoding", coding, sizeof coding);
    reply->length = has_body ? strtoul(length, NULL, 10) : 0;
    if (*coding)
        return false;
    while (got < (size_t)(reply->body - reply->bytes) + reply->length)
        if (!read_more(fd, reply, &got, &room)) {
            reply->status = 0;
            return false;
        }
    return true;
}

void chunks_read(struct chunks *chunks, const char *bytes, size_t size,
                 void (*take)(void *ctx, const char *bytes, size_t size),
                 void *ctx)
{
    for (size_t i = 0; i < size && !chunks->is_over;) {
        const char c = bytes[i];

        if (chunks->where == CHUNK_DATA && chunks->left > 0) {
            size_t n = chunks->left < size - i ? chunks->left : size - i;

            take(ctx, bytes + i, n);
            chunks->left -= n;
            i += n;
            continue;
        }
        if (chunks->where == CHUNK_SIZE && c != '\r' && c != '\n')
            chunks->left = chunks->left * 16 +
                           (size_t)(c <= '9' ? c - '0' : (c | 32) - 87);
        if (chunks->where == CHUNK_SIZE && c == '\n') {
            chunks->is_over = chunks->left == 0;
            chunks->where = CHUNK_DATA;
        } else if (chunks->where == CHUNK_DATA && c == '\n') {
            chunks->where = CHUNK_SIZE;
            chunks->left = 0;
        }
        i++;
    }
}

/* ---- requests ---- */

/* The bytes of a request: new. */
static char *write_request(const struct line *line, const char *method,
                           const char *path, const char *headers,
                           const char *body, size_t *size)
{
    size_t room = strlen(path) + strlen(headers) + (body ? strlen(body) : 0) +
                  SOAK_LINE + SOAK_TOKEN;
    char *text = malloc(room);
    int n;

    if (!text)
        abort();
    n = snprintf(text, room, "%s %s HTTP/1.1\r\nHost: soak\r\n%s%s%s%s", method,
                 path, *line->token ? "Authorization: Bearer " : "",
                 line->token, *line->token ? "\r\n" : "", headers);
    if (body)
        n += snprintf(text + n, room - (size_t)n,
                      "Content-Type: application/json\r\n"
                      "Content-Length: %zu\r\n\r\n%s",
                      strlen(body), body);
    else
        n += snprintf(text + n, room - (size_t)n, "%s\r\n",
                      strcmp(method, "POST") == 0 ? "Content-Length: 0\r\n"
                                                  : "");
    *size = (size_t)n;
    return text;
}

static bool send_request(struct line *line, int fd, const char *method,
                         const char *path, const char *headers,
                         const char *body)
{
    size_t size, sent = 0;
    char *text = write_request(line, method, path, headers, body, &size);

    while (sent < size) {
        ssize_t n = send(fd, text + sent, size - sent, MSG_NOSIGNAL);

        if (n <= 0)
            break;
        sent += (size_t)n;
    }
    free(text);
    soak_count(line->soak, SOAK_REQUESTS);
    return sent == size;
}

/* Verification of a record may be refused as overloaded. */
static bool may_be_busy(const char *path)
{
    return strcmp(path, "/v1/records/verify") == 0;
}

static void judge(struct line *line, const char *method, const char *path,
                  const struct reply *reply, int64_t us)
{
    struct soak *soak = line->soak;

    if (soak->judge) {
        soak->judge(line, path, reply, us);
        return;
    }
    if (reply->status > 0 && reply->status < SOAK_STATUSES)
        atomic_fetch_add(&soak->statuses[reply->status], 1);
    if (reply->status == 0)
        soak_fail(soak, "%s %s: no whole reply of node %d", method, path,
                  line->node);
    else if (reply->status >= 500 &&
             !(reply->status == 503 && may_be_busy(path)))
        soak_fail(soak, "%s %s: %d %.300s", method, path, reply->status,
                  reply->body);
}

static void read_json(const struct line *line, struct reply *reply)
{
    const size_t most = line->soak->json_max;

    if (reply->length > 0 && (!most || reply->length <= most) &&
        (*reply->body == '{' || *reply->body == '['))
        reply->json = json_loadb(reply->body, reply->length, 0, NULL);
}

static void ask_otherwise(struct line *line, const char *method,
                          const char *path, const char *headers,
                          const char *body, struct reply *reply)
{
    const int64_t begun_us = soak_now_us();

    line->soak->ask(line, method, path, headers, body, reply);
    const int64_t us = soak_now_us() - begun_us;

    soak_count(line->soak, SOAK_REQUESTS);
    read_json(line, reply);
    judge(line, method, path, reply, us);
}

void line_ask_node(struct line *line, int node, const char *method,
                   const char *path, const char *headers, const char *body,
                   struct reply *reply)
{
    char ending[16];

    *reply = (struct reply){0};
    soak_pace(line->soak);
    if (line->soak->ask) {
        ask_otherwise(line, method, path, headers, body, reply);
        return;
    }
    const int64_t begun_us = soak_now_us();
    int fd = line_to(line, node);

    if (fd < 0) {
        if (line->soak->judge)
            judge(line, method, path, reply, soak_now_us() - begun_us);
        return;
    }
    bool is_whole = send_request(line, fd, method, path, headers, body) &&
                    read_reply(fd, reply, strcmp(method, "HEAD") != 0);

    reply_header(reply, "Connection", ending, sizeof ending);
    line->used_us[node] = soak_now_us();
    if (!is_whole || strcasecmp(ending, "close") == 0)
        hang_up(line, node);
    read_json(line, reply);
    judge(line, method, path, reply, line->used_us[node] - begun_us);
}

void line_ask(struct line *line, const char *method, const char *path,
              const char *headers, const char *body, struct reply *reply)
{
    line_ask_node(line, (int)soak_chance(&line->chance, SOAK_NODES), method,
                  path, headers, body, reply);
}

void line_lose(struct line *line, const char *method, const char *path,
               const char *headers, const char *body)
{
    int node = (int)soak_chance(&line->chance, SOAK_NODES);

    soak_pace(line->soak);
    if (line->soak->ask) {
        struct reply reply = {0};

        line->soak->ask(line, method, path, headers, body, &reply);
        reply_clear(&reply);
        line->soak->hang_up(line);
        return;
    }
    int fd = line_to(line, node);

    if (fd < 0)
        return;
    send_request(line, fd, method, path, headers, body);
    soak_pause_ms((long)soak_chance(&line->chance, 4));
    line_cut(line->soak, fd);
    line->fd[node] = -1;
    soak_count(line->soak, SOAK_LOST);
}

bool reply_must(struct line *line, const struct reply *reply, const char *what,
                const int *statuses)
{
    for (const int *status = statuses; *status; status++)
        if (reply->status == *status)
            return true;
    /* A server error was counted as a failure already. */
    if (reply->status != 0 && reply->status < 500 && reply->status != 429)
        soak_fail(line->soak, "%s: %d %.400s", what, reply->status,
                  reply->body);
    return false;
}
