/* Players as everybody sees them. */
#include "api/fields.h"
#include "api/handlers.h"
#include "api/match_json.h"
#include "api/problem.h"

enum handled player_get(struct request *request)
{
    struct player player;

    if (!query_is_empty(request))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    json_profile(sink, &player);
    reply_close(request);
    reply_revalidate(request);
    return HANDLED;
}
