/* JSON over HTTP, with patience. */
#include "cli/demo/client.h"

#include <assert.h>
#include <curl/curl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    WAIT_MS = 100, /* at most before the second attempt; doubles each time */
    WAIT_MAX_MS = 5000,
    SILENT_MS = 3000,     /* after so long it says that it waits */
    PATIENCE_MS = 120000, /* a service on a busy machine may take a minute to
                             come up */
    TIMEOUT_S = 30,
    ANSWER_MAX = 8 << 20,
};

/* An answer as it comes in. */
struct answer {
    char *text;
    size_t length;
    long status;
    long retry_after_ms; /* 0: the service did not say */
};

static size_t take_body(char *data, size_t size, size_t count, void *to)
{
    struct answer *answer = to;
    const size_t bytes = size * count;
    char *more;

    if (answer->length + bytes > ANSWER_MAX)
        return 0;
    more = realloc(answer->text, answer->length + bytes + 1);
    if (!more)
        return 0;
    memcpy(more + answer->length, data, bytes);
    answer->text = more;
    answer->length += bytes;
    more[answer->length] = '\0';
    return bytes;
}

static size_t take_header(char *data, size_t size, size_t count, void *to)
{
    static const char name[] = "retry-after:";
    struct answer *answer = to;
    const size_t bytes = size * count;
    char text[16];

    if (bytes > sizeof name && !strncasecmp(data, name, sizeof name - 1)) {
        const size_t length = bytes - (sizeof name - 1);

        snprintf(text, sizeof text, "%.*s", (int)(length < 15 ? length : 15),
                 data + sizeof name - 1);
        answer->retry_after_ms = 1000 * strtol(text, NULL, 10);
    }
    return bytes;
}

bool client_init(struct client *client, const char *url)
{
    *client = (struct client){.curl = curl_easy_init(), .url = url};
    return client->curl != NULL;
}

void client_clear(struct client *client)
{
    curl_easy_cleanup(client->curl);
    client->curl = NULL;
}

static struct curl_slist *header(struct curl_slist *list, const char *name,
                                 const char *value)
{
    char line[256];
    struct curl_slist *more;

    snprintf(line, sizeof line, "%s: %s", name, value);
    more = curl_slist_append(list, line);
    return more ? more : list;
}

static struct curl_slist *headers(const struct client *client,
                                  const struct request *request)
{
    struct curl_slist *list = header(NULL, "Accept", "*/*");
    char text[200];

    list = header(list, "Content-Type", "application/json");
    if (*client->token) {
        snprintf(text, sizeof text, "Bearer %s", client->token);
        list = header(list, "Authorization", text);
    }
    if (request->if_match >= 0) {
        snprintf(text, sizeof text, "\"%lld\"", (long long)request->if_match);
        list = header(list, "If-Match", text);
    }
    if (request->key)
        list = header(list, "Idempotency-Key", request->key);
    return list;
}

/* One attempt. */
static bool send_once(struct client *client, const struct request *request,
                      const char *body, struct answer *answer)
{
    CURL *curl = client->curl;
    struct curl_slist *list = headers(client, request);
    char url[512];
    bool sent;

    *answer = (struct answer){NULL, 0, 0, 0};
    snprintf(url, sizeof url, "%s%s", client->url, request->path);
    curl_easy_reset(curl); /* keeps the connection */
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, answer);
    if (body)
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    /* Without a body the line broke within the head. */
    sent = curl_easy_perform(curl) == CURLE_OK && answer->text;
    if (sent)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
    curl_slist_free_all(list);
    return sent;
}

static void wait_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

/* 64 bits by chance. */
static uint64_t some_bits(void)
{
    uint64_t bits;
    const ssize_t got = getrandom(&bits, sizeof bits, 0);

    assert(got == sizeof bits); /* so few never fail on a system that runs */
    return bits;
}

/* Send until there is an answer, or patience is at its end. */
static struct answer send_patiently(struct client *client,
                                    const struct request *request,
                                    const char *body)
{
    struct answer answer = {NULL, 0, 0, 0};
    long pause = WAIT_MS, waited = 0;

    for (;;) {
        long wait;

        if (send_once(client, request, body, &answer) && answer.status != 429 &&
            answer.status != 503)
            break;
        /* By chance, so that those who were sent away come one by one. */
        wait = answer.retry_after_ms +
               (long)(some_bits() % (unsigned long)pause) + 1;
        if (waited + wait > PATIENCE_MS)
            break;
        if (waited < SILENT_MS && waited + wait >= SILENT_MS)
            fprintf(stderr, "waiting for %s\n", client->url);
        free(answer.text);
        wait_ms(wait);
        waited += wait;
        pause = 2 * pause < WAIT_MAX_MS ? 2 * pause : WAIT_MAX_MS;
    }
    return answer;
}

long client_fetch(struct client *client, const struct request *request,
                  char **out)
{
    char *body = request->body ? json_dumps(request->body, JSON_COMPACT) : NULL;
    struct request with_key = *request;
    struct answer answer;
    char key[40];

    snprintf(key, sizeof key, "%016" PRIx64 "%016" PRIx64, some_bits(),
             some_bits());
    if (!with_key.key && strcmp(request->method, "GET") != 0)
        with_key.key = key;
    answer = send_patiently(client, &with_key, body);
    free(body);
    *out = answer.text;
    return answer.status;
}

long client_send(struct client *client, const struct request *request,
                 json_t **out)
{
    char *text;
    const long status = client_fetch(client, request, &text);

    *out = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return status;
}
