/* End a match without a result: votes of its players, or its creator. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/resources/match_action.h"
#include "play/match/action.h"
#include "play/match/read.h"

enum handled votes_post(struct request *request)
{
    struct input in;
    struct match_request what = {.action = MATCH_VOTE,
                                 .seat = MATCH_OWN_SEAT,
                                 .render = match_action_render_events};

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    what.wants_abort = body_choice(&in, "abort");
    return match_action_submit_body(request, &in, &what, GUARD_NONE);
}

enum handled abort_post(struct request *request)
{
    struct match_request what = {.action = MATCH_ABORT,
                                 .seat = MATCH_OWN_SEAT,
                                 .render = match_action_render_match};

    if (!body_is_empty(request) || !match_action_prepare(request, &what))
        return HANDLED;
    return match_action_submit(request, &what);
}
