/* An account's tokens: what programs show instead of a password. */
#include "api/fields.h"
#include "api/handlers.h"
#include "api/page.h"
#include "api/problem.h"
#include "api/token_json.h"

#include <stdio.h>

enum { LABEL_LONGEST = 64, SECONDS_LEAST = 60, SECONDS_MOST = 31536000 };

/* ---- listing ---- */

static void write_one(void *ctx, const struct token *token)
{
    struct request *request = ctx;
    struct sink *sink = &request->json.sink;

    sink_object(sink, NULL);
    json_token(sink, token, &request->login);
    sink_close(sink);
}

enum handled tokens_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    enum play_err err =
        token_list(request->play, &request->login, write_one, request);

    if (err)
        return problem_of_play(request, err);
    sink_close(sink);
    page_end(request, sink, ""); /* there are few */
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* ---- making ---- */

/* Characters, not bytes. */
static size_t characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static const char *read_label(struct fields *in)
{
    const char *label = body_text(in, "label", NEEDED, 1, PLAY_LABEL_SIZE - 1);

    if (label && characters(label) > LABEL_LONGEST)
        fields_fault(in, "/label", "length", "A label has 1 to %d characters.",
                     LABEL_LONGEST);
    return label;
}

static uint32_t read_scopes(struct fields *in)
{
    json_t *list = body_member(in, "scopes", NEEDED, JSON_ARRAY), *value;
    uint32_t scopes = 0;
    size_t i;

    if (list && json_array_size(list) == 0)
        fields_fault(in, "/scopes", "length",
                     "A token needs a scope at least.");
    json_array_foreach(list, i, value)
    {
        const char *word = json_string_value(value);
        uint32_t scope = word ? scope_find(word) : 0;
        char pointer[32];

        snprintf(pointer, sizeof pointer, "/scopes/%zu", i);
        if (!scope)
            fields_fault(in, pointer, "range",
                         "This must be match:read, match:play, bot:play, "
                         "account:write or admin.");
        else if (scopes & scope)
            fields_fault(in, pointer, "duplicate", "This stands there twice.");
        scopes |= scope;
    }
    return scopes;
}

/* Which scope is too much? */
static enum handled refuse_scopes(struct request *request, json_t *list)
{
    uint32_t allowed = token_scopes_allowed(&request->login);
    char pointer[32] = "/scopes";
    json_t *value;
    size_t i;

    json_array_foreach(list, i, value)
    {
        if (!(scope_find(json_string_value(value)) & ~allowed))
            continue;
        snprintf(pointer, sizeof pointer, "/scopes/%zu", i);
        break;
    }
    return problem_at(request, PROBLEM_FORBIDDEN, pointer, "scope",
                      "A token gives others at most its own scopes.");
}

static void write_new(struct request *request, const struct token *token,
                      const char *secret)
{
    struct sink *sink = reply_open(request, 201);

    sink_text(sink, "token", secret);
    json_token(sink, token, &request->login);
    reply_close(request);
    reply_header(request, "Location", "/v1/tokens/%s", token->id);
    reply_private(request);
}

enum handled tokens_post(struct request *request)
{
    struct fields in;
    struct token token;
    char secret[PLAY_TOKEN_SIZE];
    int64_t seconds = 0;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    const char *label = read_label(&in);
    uint32_t scopes = read_scopes(&in);

    body_integer(&in, "expires_in", NEEDED, SECONDS_LEAST, SECONDS_MOST,
                 &seconds);
    if (!fields_end(&in))
        return HANDLED;
    enum play_err err = token_create(request->play, &request->login, label,
                                     scopes, seconds, &token, secret);

    if (err == PLAY_SCOPE_EXCEEDED)
        refuse_scopes(request, json_object_get(in.root, "scopes"));
    else if (err)
        problem_of_play(request, err);
    else
        write_new(request, &token, secret);
    fields_drop(&in);
    return HANDLED;
}

/* ---- ending ---- */

enum handled token_delete(struct request *request)
{
    if (!body_is_empty(request))
        return HANDLED;
    enum play_err err =
        token_end(request->play, &request->login, request->path[0]);

    if (err)
        return problem_of_play(request, err);
    reply_empty(request, 204);
    return HANDLED;
}
