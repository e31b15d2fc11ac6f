/* Wanting a match aborted, or not any more. */
#include "api/act.h"
#include "api/fields.h"
#include "api/handlers.h"

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
