/* Checks a complete request and runs its handler. */
#include "api/http/request/dispatch.h"

#include "api/http/limits/throttle.h"
#include "api/http/request/accept_header.h"
#include "api/http/request/route.h"
#include "api/http/request/session_cookie.h"
#include "api/http/responses/cors.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/stream.h"
#include "api/http/server.h"
#include "api/http/server_inner.h"
#include "base/digest.h"
#include "play/node/text.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 257 }; /* of a stream: see stream_ticket_redeem */

static enum handled method_refused(struct request *request, const char *allow)
{
    bool is_question = strcmp(request->method, "OPTIONS") == 0;

    if (cors_is_preflight(request))
        return cors_preflight(request, allow);
    if (is_question)
        reply_empty(request, 204);
    else
        problem_reply(request, PROBLEM_METHOD_NOT_ALLOWED, NULL);
    reply_header(request, "Allow", "%s", allow);
    return HANDLED;
}

/* The token in a header such as Authorization, "" if it has none. */
static const char *token_in(const char *header)
{
    if (strncasecmp(header, "Bearer ", 7) != 0)
        return "";
    header += 7 + strspn(header + 7, " ");
    return strlen(header) < PLAY_TOKEN_SIZE ? header : "";
}

/* Find the token of a request: that of Authorization, or else that of the
 * session cookie.  False: the request has none.  *token is "" if what was sent
 * is not a token. */
static bool find_token(struct request *request, char token[PLAY_TOKEN_SIZE])
{
    const char *header = request_header(request, "Authorization");

    request->cookie.is_sent = !header && session_cookie_read(request, token);
    if (header)
        text_copy(token_in(header), token, PLAY_TOKEN_SIZE);
    return header || request->cookie.is_sent;
}

/* Limits and workers count by account, also where the route ignores tokens:
 * find the account early, if this node remembers the token. */
static void recall_login(struct request *request)
{
    char token[PLAY_TOKEN_SIZE];

    request->is_recalled =
        find_token(request, token) &&
        token_recall(request->play, token, &request->login) == PLAY_OK;
}

void dispatch_begin(struct request *request)
{
    bool is_good =
        !request->target_fault && strlen(request->target) <= REQUEST_TARGET_MAX;

    if (is_good)
        request->route =
            route_find(request->server->config.routes, request, request->allow);
    recall_login(request);
    request->is_limited = !throttle_take(request);
    request_go_to(request, request->is_limited || !request->route
                               ? STAGE_DISCARDED
                               : STAGE_BODY);
}

static void refuse_types(struct request *request)
{
    char detail[256];

    snprintf(detail, sizeof detail,
             "The resource is available as %s. The Accept header allows none "
             "of these types.",
             request->route->accepts);
    problem_reply(request, PROBLEM_NOT_ACCEPTABLE, detail);
}

bool dispatch_check(struct request *request)
{
    if (request->is_limited) {
        throttle_refuse(request);
        return false;
    }
    if (strlen(request->target) > REQUEST_TARGET_MAX) {
        problem_reply(request, PROBLEM_URI_TOO_LONG, NULL);
        return false;
    }
    if (request->target_fault) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      request->target_fault);
        return false;
    }
    if (!request->route && request->allow[0] == '\0') {
        problem_reply(request, PROBLEM_NOT_FOUND, NULL);
        return false;
    }
    if (!request->route) {
        method_refused(request, request->allow);
        return false;
    }
    if (request->route->where != AT_ONCE &&
        server_is_draining(request->server)) {
        problem_reply(request, PROBLEM_UNAVAILABLE, "The service is stopping.");
        return false;
    }
    if (request->body_length > REQUEST_BODY_MAX) {
        problem_reply(request, PROBLEM_CONTENT_TOO_LARGE, NULL);
        return false;
    }
    if (!accept_choose(request_header(request, "Accept"),
                       request->route->accepts)) {
        refuse_types(request);
        return false;
    }
    return true;
}

/* The ticket that opens a stream where no header can be sent; NULL: none was
 * sent. */
static const char *sent_ticket(const struct request *request)
{
    if (!stream_is_wanted(request))
        return NULL;
    for (size_t i = 0; i < request->parameter_count; i++)
        if (strcmp(request->parameters[i].name, "ticket") == 0)
            return request->parameters[i].value;
    return NULL;
}

static enum play_err redeem(struct request *request, const char *ticket)
{
    char path[PATH_SIZE];
    size_t length = strcspn(request->target, "?");
    uint8_t hash[32];

    if (length >= sizeof path)
        return PLAY_BAD_TOKEN;
    memcpy(path, request->target, length);
    path[length] = '\0';
    digest_sha256(ticket, strlen(ticket), hash);
    memcpy(&request->ticket, hash, sizeof request->ticket);
    return stream_ticket_redeem(request->play, ticket, path, &request->login);
}

/* The connection's thread must not ask the database. */
static enum play_err find_by_token(struct request *request, const char *token)
{
    enum play_err err;

    if (request->stage != STAGE_AT_ONCE)
        return token_find(request->play, token, &request->login);
    err = token_recall(request->play, token, &request->login);
    return err == PLAY_UNAVAILABLE ? PLAY_SLOW : err;
}

/* PLAY_SLOW: the database must be asked, and this thread must not wait. */
static enum play_err find_sender(struct request *request)
{
    /* A token may be revoked while a long body arrives. */
    const bool is_known = request->is_recalled && request->body_length == 0;
    const bool has_header = (is_known && !request->cookie.is_sent) ||
                            request_header(request, "Authorization") != NULL;
    const char *ticket = has_header ? NULL : sent_ticket(request);
    char token[PLAY_TOKEN_SIZE];

    if (ticket)
        return request->stage == STAGE_AT_ONCE ? PLAY_SLOW
                                               : redeem(request, ticket);
    if (is_known)
        return PLAY_OK;
    if (!find_token(request, token))
        return PLAY_NOT_FOUND;
    return find_by_token(request, token);
}

/* Set the login when a valid token was sent.  PLAY_OK also when none was
 * sent. */
static enum play_err find_login(struct request *request)
{
    enum play_err err = find_sender(request);

    if (err == PLAY_NOT_FOUND)
        return PLAY_OK;
    if (err == PLAY_OK) {
        throttle_set_account(request);
        request->has_login = true;
        request->player = &request->login.player;
    }
    return err;
}

/* The page cannot delete its cookie. */
static void refuse_login(struct request *request, enum play_err err)
{
    problem_of_play(request, err);
    if (err == PLAY_BAD_TOKEN && request->cookie.is_sent)
        session_cookie_clear(request);
}

/* Authenticate and authorise.  Every request passes this once, on some thread.
 * True: the request is authorised; else *handled is the result. */
static bool admit(struct request *request, enum handled *handled)
{
    const struct route *route = request->route;
    enum play_err err = route->who == NOBODY ? PLAY_OK : find_login(request);

    *handled = HANDLED;
    if (err == PLAY_SLOW)
        *handled = NOT_HERE;
    else if (err)
        refuse_login(request, err);
    else if (route->who == PLAYER && !request->has_login)
        problem_reply(request, PROBLEM_UNAUTHENTICATED, NULL);
    else if (request->has_login && route->scopes &&
             !(request->login.scopes & route->scopes))
        problem_reply(request, PROBLEM_FORBIDDEN, NULL);
    else
        request->is_admitted = true;
    return request->is_admitted;
}

/* A route that runs at once reads a match, which must be in memory. */
static bool is_match_here(const struct request *request)
{
    struct match_sight sight;

    return match_glance(request->play, request->player, request->path[0],
                        MATCH_OWN_SEAT, &sight);
}

/* This thread may run the handler. */
static bool is_right_thread(const struct request *request)
{
    const enum where where = request->route->where;

    if (request->stage == STAGE_AT_ONCE)
        return where == AT_ONCE || is_match_here(request);
    return where != ON_SLOW || request->stage == STAGE_SLOW_WORKER;
}

/* Known token, match in memory: the connection's thread responds.  All else is
 * called again on a worker. */
static enum handled handle(struct request *request)
{
    enum handled handled;

    if (!request->is_admitted && !admit(request, &handled))
        return handled;
    if (!is_right_thread(request))
        return NOT_HERE;
    return request->route->handle(request);
}

enum handled dispatch_run(struct request *request)
{
    return throttle_allows(request) ? handle(request)
                                    : throttle_refuse(request);
}

bool dispatch_at_once(struct request *request)
{
    bool is_done = false;

    switch (request->route->where) {
    case AT_ONCE: is_done = handle(request) == HANDLED; break;
    case IF_KNOWN:
        is_done =
            request_run_at_once(request, handle, request->asked_us) == HANDLED;
        break;
    case IF_READY:
    case ON_WORKER:
    case ON_SLOW: break;
    }
    return is_done;
}
