/* Claims that an opponent's time is up. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/resources/match_action.h"

enum handled claims_post(struct request *request)
{
    struct input in;
    struct match_request what = {.action = MATCH_CLAIM,
                                 .render = match_action_render_events};
    int64_t seat = 0;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    body_integer(&in, "seat", NEEDED, 0, RULES_SEATS_MAX - 1, &seat);
    what.seat = (int)seat;
    return match_action_submit_body(request, &in, &what, GUARD_NONE);
}
