/* The whole position of a match, with hidden information: for the creator of a
 * sandbox, and for everybody when a match is finished. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "play/error.h"
#include "play/match/read.h"

#include <inttypes.h>
#include <stdio.h>

enum handled position_get(struct request *request)
{
    struct input in;
    struct match_position position;
    char tag[32];

    query_begin(&in, request);
    int64_t at_seq = query_integer(&in, "at_seq", 0, UINT32_MAX, MATCH_NOW);
    uint32_t min_seq = query_min_seq(&in);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err =
        match_catch_up(request->play, request->path[0], min_seq);

    if (!err)
        err = match_position_read(request->play, request->player,
                                  request->path[0], at_seq, &position);
    if (err)
        return problem_of_play(request, err);
    snprintf(tag, sizeof tag, "%" PRIu32 ".position", position.seq);
    if (!reply_etag(request, tag)) {
        struct sink *sink = reply_open(request, 200);

        game_view(position.match.game, position.state, RULES_OMNISCIENT, sink);
        reply_close(request);
        reply_etag(request, tag);
    }
    if (match_is_over(&position.match))
        reply_keep(request, KEEP_FOR_EVER);
    else
        reply_private(request);
    return HANDLED;
}
