/* Sessions: sign in and out. */
#include "api/handlers.h"
#include "api/http/limits/security_log.h"
#include "api/http/request/input.h"
#include "api/http/request/session_cookie.h"
#include "api/http/responses/problem.h"
#include "api/resources/issue_key.h"
#include "api/resources/session_reply.h"

static void note_failure(const struct request *request, enum play_err err,
                         const struct sign_in_tried *tried)
{
    const struct security_facts facts = {.account = tried->account,
                                         .name = tried->name};

    if (err == PLAY_BAD_CREDENTIALS)
        security_note(request, SECURITY_SIGN_IN_FAILED, &facts);
    else if (err == PLAY_LOCKED)
        security_note(request, SECURITY_SIGN_IN_LOCKED, &facts);
    else if (err == PLAY_BANNED)
        security_note(request, SECURITY_SIGN_IN_BANNED, &facts);
}

static void note_success(const struct request *request,
                         const struct login *login)
{
    const struct security_facts facts = {.account = login->player.id,
                                         .token = login->token_id};

    security_note(request, SECURITY_SIGNED_IN, &facts);
    if (login->scopes & SCOPE_ADMIN)
        security_note(request, SECURITY_ADMIN_GRANTED, &facts);
}

static void session_opened(void *ctx, enum play_err err,
                           const struct session *session,
                           const struct sign_in_tried *tried, int retry_s)
{
    struct request *request = ctx;

    if (err)
        note_failure(request, err, tried);
    else if (!session->is_repeated)
        note_success(request, &session->login);
    if (err) {
        problem_of_play(request, err);
        if (err == PLAY_LOCKED)
            reply_header(request, "Retry-After", "%d", retry_s);
    } else {
        session_reply(request, session);
    }
    request_finish(request);
}

enum handled session_post(struct request *request)
{
    struct input in;
    struct sign_in who = {.from = request_network(request)};

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    who.name = body_text(&in, "name", NEEDED, 1, 64);
    who.password = body_text(&in, "password", NEEDED, 1, 512);
    who.device = body_text(&in, "device", OPTIONAL, 1, PLAY_TOKEN_SIZE - 1);
    session_cookie_choose(&in);
    if (!input_end(&in) || !issue_key_read(&in, &who.once))
        return HANDLED;
    request_lend(request);
    session_open(request->play, &who, session_opened, request);
    input_drop(&in);
    return LATER;
}

enum handled session_delete(struct request *request)
{
    if (!body_is_empty(request))
        return HANDLED;
    enum play_err err = session_close(request->play, &request->login);

    if (err)
        return problem_of_play(request, err);
    security_note(request, SECURITY_SIGNED_OUT,
                  &(struct security_facts){.token = request->login.token_id});
    reply_empty(request, 204);
    if (request->cookie.is_sent)
        session_cookie_clear(request);
    return HANDLED;
}
