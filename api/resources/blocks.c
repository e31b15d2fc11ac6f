/* Blocks: add one, delete one, list them. */
#include "play/accounts/block.h"

#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/pagination.h"
#include "api/http/responses/problem.h"
#include "api/json/challenge_json.h"
#include "api/json/members.h"

#include <stdlib.h>

enum { LIMIT_MAX = 100, LIMIT_USUAL = 25 };

void json_block(struct sink *sink, const struct block *block)
{
    sink_object(sink, NULL);
    sink_string(sink, "name", block->name);
    sink_timestamp(sink, "created_at", block->created_us);
    sink_close(sink);
}

enum handled blocks_get(struct request *request)
{
    char next[PLAY_CURSOR_SIZE];
    struct block blocks[LIMIT_MAX];
    struct input in;
    size_t count = 0;

    query_begin(&in, request);
    const char *cursor = query_text(&in, "cursor");
    unsigned limit =
        (unsigned)query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_USUAL);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err = block_list(request->play, request->player, cursor,
                                   limit, blocks, &count, next);

    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < count; i++)
        json_block(sink, &blocks[i]);
    sink_close(sink);
    page_end(request, sink, next);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* PUT and DELETE differ only in what they do. */
static enum handled change(
    struct request *request,
    enum play_err (*change_one)(struct play *play, const struct player *player,
                                const char *name))
{
    if (!query_is_empty(request) || !body_is_empty(request))
        return HANDLED;
    enum play_err err =
        change_one(request->play, request->player, request->path[0]);

    if (err)
        return problem_of_play(request, err);
    reply_empty(request, 204);
    return HANDLED;
}

enum handled block_put_one(struct request *request)
{
    return change(request, block_put);
}

enum handled block_delete(struct request *request)
{
    return change(request, block_drop);
}
