/* From a complete request to its handler. */
#include "api/dispatch.h"

#include "api/accept.h"
#include "api/problem.h"
#include "api/routes.h"
#include "api/server.h"

#include <string.h>

static enum handled method_refused(struct request *request, const char *allow)
{
    bool is_question = strcmp(request->method, "OPTIONS") == 0;

    if (is_question)
        reply_empty(request, 204);
    else
        problem_reply(request, PROBLEM_METHOD_NOT_ALLOWED, NULL);
    reply_header(request, "Allow", "%s", allow);
    return HANDLED;
}

bool dispatch_check(struct request *request)
{
    char allow[ROUTE_METHODS_SIZE];

    if (server_is_draining(request->server)) {
        problem_reply(request, PROBLEM_UNAVAILABLE, "The service is stopping.");
        request->reply.close = true;
        return false;
    }
    if (strlen(request->target) > REQUEST_TARGET_MAX) {
        problem_reply(request, PROBLEM_URI_TOO_LONG, NULL);
        return false;
    }
    if (request->target_is_bad) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "The URL is not well formed.");
        return false;
    }
    request->route = route_find(request, allow);
    if (!request->route && allow[0] == '\0') {
        problem_reply(request, PROBLEM_NOT_FOUND, NULL);
        return false;
    }
    if (!request->route) {
        method_refused(request, allow);
        return false;
    }
    if (request->body_too_large) {
        problem_reply(request, PROBLEM_CONTENT_TOO_LARGE, NULL);
        return false;
    }
    if (!accept_wants(request_header(request, "Accept"),
                      request->route->accepts)) {
        problem_reply(request, PROBLEM_NOT_ACCEPTABLE, NULL);
        return false;
    }
    return true;
}

/* Sets the login when there is a good token.  PLAY_OK also when there is
 * none. */
static enum play_err find_login(struct request *request)
{
    const char *header = request_header(request, "Authorization");

    if (!header)
        return PLAY_OK;
    if (strncasecmp(header, "Bearer ", 7) != 0)
        return PLAY_BAD_TOKEN;
    const char *token = header + 7 + strspn(header + 7, " ");

    if (strlen(token) >= PLAY_TOKEN_SIZE)
        return PLAY_BAD_TOKEN;
    enum play_err err = token_find(request->play, token, &request->login);

    if (err == PLAY_OK) {
        request->has_login = true;
        request->player = &request->login.player;
    }
    return err;
}

enum handled dispatch_run(struct request *request)
{
    const struct route *route = request->route;

    if (route->who != NOBODY) {
        enum play_err err = find_login(request);

        if (err)
            return problem_of_play(request, err);
        if (route->who == PLAYER && !request->has_login)
            return problem_reply(request, PROBLEM_UNAUTHENTICATED, NULL);
        if (request->has_login && route->scopes &&
            !(request->login.scopes & route->scopes))
            return problem_reply(request, PROBLEM_FORBIDDEN, NULL);
    }
    return route->handle(request);
}
