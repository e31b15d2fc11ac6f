/* Moves, undo and resignation. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/json/match_params.h"
#include "api/resources/match_action.h"

enum handled moves_post(struct request *request)
{
    struct input in;
    struct match_request what = {.action = MATCH_MOVE,
                                 .render = match_action_render_events,
                                 .announce = match_action_announce,
                                 .is_quick = request->stage == STAGE_AT_ONCE};
    const char *moves[MATCH_MOVES_MAX];

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    if (json_object_get(in.root, "moves")) {
        what.moves = moves;
        what.move_count =
            match_params_read_moves(&in, "moves", moves, MATCH_MOVES_MAX);
    } else {
        what.move = body_text(&in, "move", NEEDED, 1, RULES_NOTATION_MAX - 1);
    }
    what.seat = body_seat(&in);
    return match_action_submit_body(request, &in, &what, GUARD_NEEDED);
}

enum handled undo_post(struct request *request)
{
    struct input in;
    struct match_request what = {.action = MATCH_UNDO,
                                 .render = match_action_render_events};
    int64_t to_seq = 0;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    body_integer(&in, "to_seq", NEEDED, 0, UINT32_MAX, &to_seq);
    what.to_seq = (uint32_t)to_seq;
    what.seat = body_seat(&in);
    return match_action_submit_body(request, &in, &what, GUARD_NEEDED);
}

enum handled resignation_post(struct request *request)
{
    struct input in;
    struct match_request what = {.action = MATCH_RESIGN,
                                 .render = match_action_render_events};

    if (!body_begin(&in, request, BODY_OPTIONAL))
        return HANDLED;
    what.seat = body_seat(&in);
    return match_action_submit_body(request, &in, &what, GUARD_OPTIONAL);
}
