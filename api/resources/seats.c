/* Seats: take one in an open match, and leave it before the start. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/resources/match_action.h"
#include "play/match/network.h"

#include <string.h>

enum handled seats_post(struct request *request)
{
    struct input in;
    struct match_request what = {
        .action = MATCH_JOIN, .seat = -1, .render = match_action_render_match};
    int64_t seat;

    if (!body_begin(&in, request, BODY_OPTIONAL))
        return HANDLED;
    if (body_integer(&in, "seat", OPTIONAL, 0, RULES_SEATS_MAX - 1, &seat))
        what.seat = (int)seat;
    if (!input_end(&in))
        return HANDLED;
    input_drop(&in);
    if (!match_action_prepare(request, &what))
        return HANDLED;
    network_note(request->play, request->player, request_network(request));
    return match_action_submit(request, &what);
}

enum handled seat_delete(struct request *request)
{
    struct match_request what = {.action = MATCH_LEAVE};
    const char *seat = request->path[1];

    if (!body_is_empty(request))
        return HANDLED;
    if (strlen(seat) != 1 || *seat < '0' || *seat >= '0' + RULES_SEATS_MAX)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    what.seat = *seat - '0';
    if (!match_action_prepare(request, &what))
        return HANDLED;
    return match_action_submit(request, &what);
}
