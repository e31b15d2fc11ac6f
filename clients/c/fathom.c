/* A small client for Fathom.  Randomness is from glibc (2.36), BSD or macOS. */
#define _DEFAULT_SOURCE
#include "fathom.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A request is tried for a minute or two; a long poll gets a response in 25
 * s. */
enum { ATTEMPTS = 25, PAUSE_MOST_MS = 5000, SILENCE_MOST_S = 40 };

/* The end of a value, or of a member with its value: a comma or a bracket. */
static const char *json_end(const char *s)
{
    bool in_text = false;

    for (int depth = 0; *s; s++) {
        if (*s == '\\' && s[1])
            s++; /* an escaped quote does not end the string */
        else if (*s == '"')
            in_text = !in_text;
        else if (!in_text && depth == 0 && strchr(",]}", *s))
            break;
        else if (!in_text)
            depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
    }
    return s;
}

/* The element that begins here or after white space; NULL at the end. */
static const char *element_at(const char *s)
{
    s += strspn(s, " \t\r\n");
    return *s && *s != ']' && *s != '}' ? s : NULL;
}

const char *json_first(const char *array)
{
    const bool is_one = array && (*array == '[' || *array == '{');

    return is_one ? element_at(array + 1) : NULL;
}

const char *json_next(const char *element)
{
    const char *end = json_end(element);

    return *end == ',' ? element_at(end + 1) : NULL;
}

const char *json_get(const char *object, const char *name)
{
    const size_t length = strlen(name);

    for (const char *s = json_first(object); s; s = json_next(s))
        if (strncmp(s + 1, name, length) == 0 && s[length + 1] == '"')
            return s + length + 2 + strspn(s + length + 2, " \t\r\n:");
    return NULL;
}

char *json_text(const char *text, char *out, size_t size)
{
    const char *s = text && *text == '"' ? text + 1 : "";
    size_t length = 0;

    while (s[length] && s[length] != '"')
        length += s[length] == '\\' && s[length + 1] ? 2 : 1;
    snprintf(out, size, "%.*s", (int)length, s);
    return out;
}

/* One attempt; returns the seconds of Retry-After. */
static curl_off_t try_once(struct fathom *f, const char *url, const char *body,
                           struct curl_slist *headers)
{
    curl_off_t wait_s = 0;
    size_t size;

    free(f->answer);
    FILE *to = open_memstream(&f->answer, &size);

    curl_easy_reset(f->curl); /* keeps the connection */
    curl_easy_setopt(f->curl, CURLOPT_URL, url);
    curl_easy_setopt(f->curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(f->curl, CURLOPT_TIMEOUT, (long)SILENCE_MOST_S);
    curl_easy_setopt(f->curl, CURLOPT_WRITEDATA, to);
    if (body) /* makes the request a POST */
        curl_easy_setopt(f->curl, CURLOPT_POSTFIELDS, body);
    const CURLcode failed = curl_easy_perform(f->curl);

    curl_easy_getinfo(f->curl, CURLINFO_RESPONSE_CODE, &f->status);
    curl_easy_getinfo(f->curl, CURLINFO_RETRY_AFTER, &wait_s);
    fclose(to);
    if (failed || !*f->answer) /* no response, or an incomplete one */
        f->status = 0;
    return wait_s;
}

bool fathom_send(struct fathom *f, const char *path, const char *body,
                 const char *seq)
{
    char url[1200], line[120], detail[400]; /* cursors may be long */
    char with_seq[600];
    struct curl_slist *headers =
        curl_slist_append(NULL, "Content-Type: application/json");

    if (!f->curl)
        f->curl = curl_easy_init();
    snprintf(url, sizeof url, "%s%s", f->url, path);
    snprintf(line, sizeof line, "Idempotency-Key: %08x%08x", arc4random(),
             arc4random());
    headers = curl_slist_append(headers, line);
    snprintf(line, sizeof line, "Authorization: Bearer %s", f->token);
    if (*f->token)
        headers = curl_slist_append(headers, line);
    if (seq) {
        snprintf(with_seq, sizeof with_seq, "{\"seq\":%ld,%s",
                 strtol(seq, NULL, 10), body + 1);
        body = with_seq;
        headers = curl_slist_append(headers, "Prefer: return=representation");
    }
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        curl_off_t wait_s = try_once(f, url, body, headers);
        unsigned ms =
            arc4random_uniform(attempt < 7 ? 50U << attempt : PAUSE_MOST_MS);

        if (f->status == 200 || f->status == 201)
            break;
        json_text(json_get(f->answer, "detail"), detail, sizeof detail);
        fprintf(stderr, "%ld %s\n", f->status,
                f->status ? detail : "no response");
        if (f->status != 0 && f->status != 429 && f->status != 503)
            break;
        nanosleep(&(struct timespec){wait_s + ms / 1000, ms % 1000 * 1000000L},
                  NULL);
    }
    curl_slist_free_all(headers);
    return f->status == 200 || f->status == 201;
}

bool fathom_sign_in(struct fathom *f, const char *name, const char *password)
{
    char who[600]; /* as JSON: some characters need a backslash */
    int n =
        snprintf(who, sizeof who, "{\"name\":\"%.80s\",\"password\":\"", name);

    for (; *password && n < (int)sizeof who - 5; password++) {
        if (*password == '"' || *password == '\\')
            who[n++] = '\\';
        who[n++] = *password;
    }
    snprintf(who + n, sizeof who - (size_t)n, "\"}");
    if (!fathom_send(f, "/v1/sessions", who, NULL) && f->status == 401 &&
        (fathom_send(f, "/v1/accounts", who, NULL) || f->status == 409))
        fathom_send(f, "/v1/sessions", who, NULL);
    json_text(json_get(f->answer, "token"), f->token, sizeof f->token);
    return *f->token != '\0';
}
