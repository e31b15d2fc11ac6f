/* Ending a match without a result: a vote of its players, or its creator. */
#include "api/handlers.h"
#include "api/http/input.h"
#include "api/resources/match_action.h"

enum handled votes_post(struct request *request)
{
    struct fields in;
    struct match_request what = {.action = MATCH_VOTE,
                                 .seat = MATCH_OWN_SEAT,
                                 .render = act_render_events};

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    what.wants_abort = body_choice(&in, "abort");
    return act_submit_body(request, &in, &what, GUARD_NONE);
}

enum handled abort_post(struct request *request)
{
    struct match_request what = {.action = MATCH_ABORT,
                                 .seat = MATCH_OWN_SEAT,
                                 .render = act_render_match};

    if (!body_is_empty(request) || !act_prepare(request, &what, GUARD_NONE))
        return HANDLED;
    return act_submit(request, &what);
}
