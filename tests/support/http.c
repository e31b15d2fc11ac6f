/* An HTTP client for tests of the service. */
#include "http.h"

#include "replies.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- names ---- */

static char name_suffix[16];

void client_use_suffix(const char *suffix)
{
    snprintf(name_suffix, sizeof name_suffix, "%s", suffix);
}

const char *account_name(const char *name)
{
    static _Thread_local char names[8][48];
    static _Thread_local unsigned next;
    char *out = names[next++ % 8];

    snprintf(out, sizeof *names, "%s%s", name, name_suffix);
    return out;
}

static size_t name_length(const char *text)
{
    return strspn(text, "abcdefghijklmnopqrstuvwxyz"
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
}

char *fill_names(const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);

    while (*text) {
        const size_t plain = strcspn(text, "@");
        const size_t name = text[plain] ? name_length(text + plain + 1) : 0;

        fprintf(to, "%.*s", (int)plain, text);
        text += plain;
        if (name > 0)
            fprintf(to, "%.*s%s", (int)name, text + 1, name_suffix);
        else if (*text)
            fputc('@', to);
        text += name + (*text != '\0');
    }
    fclose(to);
    return out;
}

/* ---- clients ---- */

struct client client_open(struct service *service)
{
    struct client client = {.service = service, .curl = curl_easy_init()};

    cr_assert_not_null(client.curl);
    return client;
}

static struct client account_of(struct service *service, const char *name,
                                const char *kind)
{
    struct client client = client_open(service);
    char body[160];

    snprintf(client.name, sizeof client.name, "%.20s", account_name(name));
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"pass phrase of %s\"%s}",
             client.name, client.name, kind);
    struct answer made = client_send(&client, "POST", "/v1/accounts", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
    client_sign_in(&client);
    return client;
}

void client_sign_in(struct client *client)
{
    char body[160];

    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"pass phrase of %s\"}",
             client->name, client->name);
    struct answer session = client_send(client, "POST", "/v1/sessions", body);

    cr_assert_eq(session.status, 201, "%s", session.body);
    snprintf(client->token, sizeof client->token, "%s",
             answer_text(&session, "token"));
    answer_clear(&session);
}

struct client client_account(struct service *service, const char *name)
{
    return account_of(service, name, "");
}

struct client client_bot(struct service *service, const char *name)
{
    return account_of(service, name, ",\"kind\":\"bot\"");
}

struct client client_again(struct service *service, const struct client *who)
{
    struct client client = client_open(service);

    memcpy(client.token, who->token, sizeof client.token);
    memcpy(client.name, who->name, sizeof client.name);
    return client;
}

void client_close(struct client *client)
{
    curl_easy_cleanup(client->curl);
}

void client_with(struct client *client, const char *header)
{
    client->headers[client->header_count++] = header;
}

/* ---- one request ---- */

struct piece {
    char *bytes;
    size_t length;
};

static size_t take_bytes(char *bytes, size_t size, size_t count, void *to)
{
    struct piece *piece = to;

    piece->bytes = realloc(piece->bytes, piece->length + size * count + 1);
    memcpy(piece->bytes + piece->length, bytes, size * count);
    piece->length += size * count;
    piece->bytes[piece->length] = '\0';
    return size * count;
}

static bool has_header(const struct client *client, const char *name)
{
    for (size_t i = 0; i < client->header_count; i++)
        if (strncasecmp(client->headers[i], name, strlen(name)) == 0)
            return true;
    return false;
}

static struct curl_slist *list_headers(struct client *client, bool has_body)
{
    struct curl_slist *list = curl_slist_append(NULL, "Expect:");
    char line[256];

    if (client->token[0] && !has_header(client, "Authorization:")) {
        snprintf(line, sizeof line, "Authorization: Bearer %s", client->token);
        list = curl_slist_append(list, line);
    }
    if (has_body && !has_header(client, "Content-Type:"))
        list = curl_slist_append(list, "Content-Type: application/json");
    for (size_t i = 0; i < client->header_count; i++)
        list = curl_slist_append(list, client->headers[i]);
    client->header_count = 0;
    return list;
}

struct answer client_send_bytes(struct client *client, const char *method,
                                const char *path, const char *body,
                                size_t length)
{
    struct piece got = {calloc(1, 1), 0}, head = {calloc(1, 1), 0};
    struct answer answer = {0};
    char url[8192];
    struct curl_slist *headers = list_headers(client, body != NULL);

    snprintf(url, sizeof url, "%s%s", client->service->url, path);
    curl_easy_reset(client->curl);
    curl_easy_setopt(client->curl, CURLOPT_URL, url);
    curl_easy_setopt(client->curl, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(client->curl, CURLOPT_NOSIGNAL, 1L);
    if (client->version)
        curl_easy_setopt(client->curl, CURLOPT_HTTP_VERSION, client->version);
    if (client->service->authority[0])
        curl_easy_setopt(client->curl, CURLOPT_CAINFO,
                         client->service->authority);
    curl_easy_setopt(client->curl, CURLOPT_TIMEOUT, 60L);
    curl_easy_setopt(client->curl, CURLOPT_CUSTOMREQUEST, method);
    if (strcmp(method, "HEAD") == 0)
        curl_easy_setopt(client->curl, CURLOPT_NOBODY, 1L);
    if (body) {
        curl_easy_setopt(client->curl, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(client->curl, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)length);
    }
    if (client->codings)
        curl_easy_setopt(client->curl, CURLOPT_ACCEPT_ENCODING,
                         client->codings);
    curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(client->curl, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(client->curl, CURLOPT_WRITEDATA, &got);
    curl_easy_setopt(client->curl, CURLOPT_HEADERFUNCTION, take_bytes);
    curl_easy_setopt(client->curl, CURLOPT_HEADERDATA, &head);
    CURLcode failed = curl_easy_perform(client->curl);

    curl_slist_free_all(headers);
    cr_assert(!failed || client->may_fail, "%s %s: %s", method, path,
              curl_easy_strerror(failed));
    if (!failed)
        curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, &answer.status);
    answer.body = got.bytes;
    answer.length = got.length;
    answer.headers = head.bytes;
    answer.json = json_loadb(got.bytes, got.length, 0, NULL);
    if (!failed)
        replies_keep(&(struct reply_seen){method, path, body, length,
                                          answer.status, answer.headers,
                                          answer.body, answer.length});
    return answer;
}

struct answer client_send(struct client *client, const char *method,
                          const char *path, const char *body)
{
    char *filled_path = fill_names(path);
    char *filled_body = body ? fill_names(body) : NULL;
    struct answer answer =
        client_send_bytes(client, method, filled_path, filled_body,
                          filled_body ? strlen(filled_body) : 0);

    free(filled_path);
    free(filled_body);
    return answer;
}

struct answer client_get(struct client *client, const char *format, ...)
{
    char path[1024];
    va_list args;

    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    return client_send(client, "GET", path, NULL);
}

/* ---- responses ---- */

const char *answer_text(const struct answer *answer, const char *key)
{
    const char *text = json_string_value(json_object_get(answer->json, key));

    return text ? text : "";
}

bool answer_mentions(const struct answer *problem, const char *word)
{
    json_t *said = json_copy(problem->json);
    char *text;
    bool is_found;

    json_object_del(said, "request_id");
    text = json_dumps(said, JSON_COMPACT);
    is_found = text && strstr(text, word);
    free(text);
    json_decref(said);
    return is_found;
}

long answer_number(const struct answer *answer, const char *key)
{
    const json_t *value = json_object_get(answer->json, key);

    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

void answer_header(const struct answer *answer, const char *name, char *out,
                   size_t size)
{
    size_t length = strlen(name);

    out[0] = '\0';
    for (const char *line = answer->headers; line && *line;) {
        const char *end = strstr(line, "\r\n");

        if (!end)
            return;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            const char *value = line + length + 1;

            value += strspn(value, " ");
            snprintf(out, size, "%.*s", (int)(end - value), value);
        }
        line = end + 2;
    }
}

const char *answer_problem(const struct answer *answer)
{
    const char *type = answer_text(answer, "type");
    char content[64];

    answer_header(answer, "Content-Type", content, sizeof content);
    if (strcmp(content, "application/problem+json") != 0 ||
        strncmp(type, "/problems/", 10) != 0 ||
        answer_number(answer, "status") != answer->status)
        return "";
    return type + 10;
}

bool answer_has(const struct answer *answer, const char *text)
{
    char *filled = fill_names(text);
    const bool is_there = strstr(answer->body, filled) != NULL;

    free(filled);
    return is_there;
}

void answer_clear(struct answer *answer)
{
    json_decref(answer->json);
    free(answer->body);
    free(answer->headers);
    *answer = (struct answer){0};
}
