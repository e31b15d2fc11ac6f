/* Moves, and leaving a running match for good. */
#include "api/act.h"
#include "api/fields.h"
#include "api/handlers.h"

enum handled moves_post(struct request *request)
{
    struct fields in;
    struct match_request what = {
        .action = MATCH_MOVE, .seat = -1, .render = act_render_events};

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    what.move = body_text(&in, "move", NEEDED, 1, RULES_NOTATION_MAX - 1);
    if (!fields_end(&in))
        return HANDLED;
    if (!act_prepare(request, &what, GUARD_NEEDED)) {
        fields_drop(&in);
        return HANDLED;
    }
    enum handled handled = act_submit(request, &what);

    fields_drop(&in);
    return handled;
}

enum handled resignation_post(struct request *request)
{
    struct match_request what = {
        .action = MATCH_RESIGN, .seat = -1, .render = act_render_events};

    if (!body_is_empty(request) || !act_prepare(request, &what, GUARD_OPTIONAL))
        return HANDLED;
    return act_submit(request, &what);
}
