/* Stores every response that a test received, for the check at the end of the
 * run. */
#include "replies.h"

#include "contract.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines from several threads of a process stay whole: each is one write. */
static void append(const json_t *line)
{
    const char *folder = getenv("FATHOM_REPLIES");
    char name[256];
    char *text = json_dumps(line, JSON_COMPACT);

    if (folder && text) {
        snprintf(name, sizeof name, "%s/%d.replies", folder, (int)getpid());
        int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
        size_t length = strlen(text);

        text[length] = '\n'; /* in place of its end */
        cr_assert(file >= 0, "no folder %s", folder);
        cr_assert_eq(write(file, text, length + 1), (ssize_t)length + 1);
        close(file);
    }
    free(text);
}

static void set_json(json_t *line, const char *key, const char *text,
                     size_t length)
{
    json_t *json =
        text ? json_loadb(text, length, JSON_DECODE_ANY, NULL) : NULL;

    if (json)
        json_object_set_new(line, key, json);
}

static void keep(const struct reply_seen *seen, const char *template)
{
    json_t *line =
        json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:s}", "test",
                  criterion_current_test->name, "method", seen->method, "path",
                  seen->path, "template", template, "status", (int)seen->status,
                  "has_sent", seen->sent != NULL && seen->sent_length > 0,
                  "headers", seen->headers ? seen->headers : "");

    cr_assert_not_null(line, "%s %s", seen->method, seen->path);
    set_json(line, "sent", seen->sent, seen->sent_length);
    set_json(line, "body", seen->body, seen->length);
    append(line);
    json_decref(line);
}

void replies_keep_event(json_t *event, const char *schema)
{
    json_t *line =
        json_pack("{s:s, s:s, s:O*}", "test", criterion_current_test->name,
                  "schema", schema, "event", event);

    append(line);
    json_decref(line);
}

/* The path without invalid UTF-8, which JSON cannot represent. */
static void plain_path(const char *path, char *out, size_t size)
{
    size_t at = 0;

    for (; *path && at + 1 < size; path++)
        out[at++] = *path;
    out[at] = '\0';
    for (size_t i = 0; i < at; i++)
        if ((unsigned char)out[i] > 126 || (unsigned char)out[i] < 32)
            out[i] = '?';
}

void replies_keep(const struct reply_seen *seen)
{
    char template[128], path[1024];
    struct reply_seen plain = *seen;
    bool is_method_question =
        seen->status == 405 || strcmp(seen->method, "OPTIONS") == 0;

    if (strcmp(seen->path, "/metrics") == 0)
        return; /* the admin listener's, which is not part of the contract */
    if (seen->status == 408 || seen->status == 502 || seen->status == 504)
        return; /* a proxy's: a request came slowly, or a node stops */
    plain_path(seen->path, path, sizeof path);
    plain.path = path;
    if (!contract_path(seen->path, template, sizeof template)) {
        cr_expect(seen->status == 404 || seen->status == 400 ||
                      seen->status == 414 || seen->status == 429 ||
                      seen->status == 431 || seen->status == 503 ||
                      is_method_question,
                  "%s %s answers %ld and is not documented", seen->method, path,
                  seen->status);
        return;
    }
    if (is_method_question)
        return;
    cr_expect(contract_status(template, seen->method, seen->status),
              "%s %s: status %ld is not documented", seen->method, template,
              seen->status);
    keep(&plain, template);
}
