/* Accounts: making one, looking at one's own, changing it, leaving. */
#include "api/fields.h"
#include "api/handlers.h"
#include "api/match_json.h"
#include "api/problem.h"

#include <string.h>

static void account_made(void *ctx, enum play_err err,
                         const struct player *player)
{
    struct request *request = ctx;

    if (err == PLAY_BAD_NAME) {
        problem_at(request, PROBLEM_INVALID_FIELDS, "/name", "pattern",
                   "A name has 3 to 24 characters of a-z 0-9 _ -.");
    } else if (err == PLAY_BAD_PASSWORD) {
        problem_at(request, PROBLEM_INVALID_FIELDS, "/password", "length",
                   "A password has 8 to 128 characters.");
    } else if (err) {
        problem_of_play(request, err);
    } else {
        struct sink *sink = reply_open(request, 201);

        json_account(sink, player);
        reply_close(request);
        reply_header(request, "Location", "/v1/players/%s", player->name);
        reply_private(request);
    }
    request_finish(request);
}

/* What it is for ever. */
static enum account_kind read_kind(struct fields *in)
{
    const char *kind = body_text(in, "kind", OPTIONAL, 1, 16);

    if (kind && strcmp(kind, "bot") == 0)
        return ACCOUNT_BOT;
    if (kind && strcmp(kind, "human") != 0)
        fields_fault(in, "/kind", "range", "This must be human or bot.");
    return ACCOUNT_HUMAN;
}

enum handled account_post(struct request *request)
{
    struct fields in;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    /* The lengths here are those that any text may have; play knows what a
     * good name or password is. */
    const char *name = body_text(&in, "name", NEEDED, 3, 24);
    const char *password = body_text(&in, "password", NEEDED, 8, 512);
    enum account_kind kind = read_kind(&in);

    if (!fields_end(&in))
        return HANDLED;
    player_create(request->play, kind, name, password, account_made, request);
    fields_drop(&in);
    return LATER;
}

enum handled me_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct sink *sink = reply_open(request, 200);

    json_account(sink, request->player);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* What can go wrong where the password is asked for once more. */
static void refuse_errand(struct request *request, enum play_err err,
                          int retry_s)
{
    if (err == PLAY_BAD_PASSWORD)
        problem_at(request, PROBLEM_INVALID_FIELDS, "/password", "length",
                   "A password has 8 to 128 characters.");
    else
        problem_of_play(request, err);
    if (err == PLAY_LOCKED)
        reply_header(request, "Retry-After", "%d", retry_s);
}

static void password_changed(void *ctx, enum play_err err, int retry_s)
{
    struct request *request = ctx;

    if (err) {
        refuse_errand(request, err, retry_s);
    } else {
        struct sink *sink = reply_open(request, 200);

        json_account(sink, request->player);
        reply_close(request);
        reply_private(request);
    }
    request_finish(request);
}

enum handled me_patch(struct request *request)
{
    struct fields in;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    const char *current = body_text(&in, "current_password", NEEDED, 1, 512);
    const char *password = body_text(&in, "password", NEEDED, 8, 512);

    if (!fields_end(&in))
        return HANDLED;
    player_change_password(request->play, &request->login, current, password,
                           request_network(request), password_changed, request);
    fields_drop(&in);
    return LATER;
}

static void account_deleted(void *ctx, enum play_err err, int retry_s)
{
    struct request *request = ctx;

    if (err)
        refuse_errand(request, err, retry_s);
    else
        reply_empty(request, 204);
    request_finish(request);
}

enum handled me_delete(struct request *request)
{
    struct fields in;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    const char *password = body_text(&in, "password", NEEDED, 1, 512);

    if (!fields_end(&in))
        return HANDLED;
    player_delete(request->play, &request->login, password,
                  request_network(request), account_deleted, request);
    fields_drop(&in);
    return LATER;
}
