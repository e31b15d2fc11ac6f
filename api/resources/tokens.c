/* An account's tokens: credentials of programs instead of a password. */
#include "api/handlers.h"
#include "api/http/limits/security_log.h"
#include "api/http/request/input.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/token_json.h"
#include "api/resources/issue_key.h"

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
    page_end(request, sink, ""); /* the list is short */
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* ---- issuing ---- */

/* Counts characters, not bytes. */
static size_t characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static const char *read_label(struct input *in)
{
    const char *label = body_text(in, "label", NEEDED, 1, PLAY_LABEL_SIZE - 1);

    if (label && characters(label) > LABEL_LONGEST)
        input_fault(in, "/label", "length", "A label has 1 to %d characters.",
                    LABEL_LONGEST);
    return label;
}

static uint32_t read_scopes(struct input *in)
{
    json_t *list = body_member(in, "scopes", NEEDED, JSON_ARRAY), *value;
    uint32_t scopes = 0;
    size_t i;

    if (list && json_array_size(list) == 0)
        input_fault(in, "/scopes", "length",
                    "A token requires at least one scope.");
    json_array_foreach(list, i, value)
    {
        const char *word = json_string_value(value);
        uint32_t scope = word ? scope_find(word) : 0;
        char pointer[32];

        snprintf(pointer, sizeof pointer, "/scopes/%zu", i);
        if (!scope)
            input_fault(in, pointer, "range",
                        "This must be match:read, match:play, bot:play, "
                        "account:write or admin.");
        else if (scopes & scope)
            input_fault(in, pointer, "duplicate", "Duplicate element.");
        scopes |= scope;
    }
    return scopes;
}

/* Point at the first scope of the list that is one of these. */
static void point_at_scope(json_t *list, uint32_t scopes, char *pointer,
                           size_t size)
{
    json_t *value;
    size_t i;

    snprintf(pointer, size, "/scopes");
    json_array_foreach(list, i, value)
    {
        if (!(scope_find(json_string_value(value)) & scopes))
            continue;
        snprintf(pointer, size, "/scopes/%zu", i);
        return;
    }
}

static enum handled refuse_scopes(struct request *request, json_t *list)
{
    char pointer[32];

    point_at_scope(list, ~token_scopes_allowed(&request->login), pointer,
                   sizeof pointer);
    return problem_at(request, PROBLEM_FORBIDDEN, pointer, "scope",
                      "A token cannot grant scopes that it does not have.");
}

static enum handled ask_for_password(struct request *request,
                                     enum token_need need, json_t *list)
{
    char pointer[32];

    if (need == TOKEN_NEEDS_FOR_TIME)
        return problem_at(request, PROBLEM_PASSWORD_REQUIRED, "/expires_in",
                          "parent",
                          "Without the password a token cannot outlive the "
                          "token used to issue it.");
    point_at_scope(list, SCOPES_WITH_PASSWORD, pointer, sizeof pointer);
    return problem_at(request, PROBLEM_PASSWORD_REQUIRED, pointer, "scope",
                      "Issuing a token with this scope requires the password.");
}

static void write_new(struct request *request, const struct token *token,
                      const char *secret)
{
    struct sink *sink = reply_open(request, 201);

    sink_string(sink, "token", secret);
    json_token(sink, token, &request->login);
    reply_close(request);
    reply_secret(request);
    issue_key_mark(request, token->is_repeated);
    reply_header(request, "Location", "/v1/tokens/%s", token->id);
    reply_private(request);
}

static void note_new(const struct request *request, const struct token *token)
{
    const struct security_facts facts = {.token = token->id};

    security_note(request, SECURITY_TOKEN_MADE, &facts);
    if (token->scopes & SCOPE_ADMIN)
        security_note(request, SECURITY_ADMIN_GRANTED, &facts);
}

static void token_made(void *ctx, enum play_err err, const struct token *token,
                       const char *text, int retry_s)
{
    struct request *request = ctx;

    if (err) {
        security_note_password(request, err);
        problem_of_play(request, err);
    } else {
        if (!token->is_repeated)
            note_new(request, token);
        write_new(request, token, text);
    }
    if (err == PLAY_LOCKED)
        reply_header(request, "Retry-After", "%d", retry_s);
    request_finish(request);
}

static enum handled make_token(struct request *request,
                               const struct new_token *new_token,
                               json_t *scopes)
{
    const struct login *login = &request->login;
    enum token_need need = token_needs(request->play, login, new_token);

    if (new_token->scopes & ~token_scopes_allowed(login))
        return refuse_scopes(request, scopes);
    if (need)
        return ask_for_password(request, need, scopes);
    request_lend(request);
    token_create(request->play, login, new_token, token_made, request);
    return LATER;
}

enum handled tokens_post(struct request *request)
{
    struct input in;
    struct new_token new_token = {0};

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    new_token.label = read_label(&in);
    new_token.scopes = read_scopes(&in);
    body_integer(&in, "expires_in", NEEDED, SECONDS_LEAST, SECONDS_MOST,
                 &new_token.seconds);
    new_token.password = body_text(&in, "password", OPTIONAL, 1, 512);
    if (!input_end(&in) || !issue_key_read(&in, &new_token.once))
        return HANDLED;
    enum handled handled =
        make_token(request, &new_token, json_object_get(in.root, "scopes"));

    input_drop(&in);
    return handled;
}

/* ---- revoking ---- */

enum handled token_delete(struct request *request)
{
    if (!body_is_empty(request))
        return HANDLED;
    enum play_err err =
        token_end(request->play, &request->login, request->path[0]);

    if (err)
        return problem_of_play(request, err);
    security_note(request, SECURITY_TOKEN_ENDED,
                  &(struct security_facts){.token = request->path[0]});
    reply_empty(request, 204);
    return HANDLED;
}
