/* The state and the legal moves in responses to moves and undos: what a client
 * needs for its next decision, without another round trip. */
#include "api/resources/representation.h"

#include "api/http/request/prefer.h"
#include "api/resources/match_action.h"
#include "api/resources/match_here.h"

/* Open a member of the reply, which is a complete document so far. */
static struct sink *begin_member(struct request *request, const char *name)
{
    sink_json_continue(&request->json, &request->reply.body);
    request->json.sink.language = request->language;
    sink_object(&request->json.sink, name);
    return &request->json.sink;
}

static void end_member(struct request *request)
{
    sink_close(&request->json.sink);
    reply_close(request);
}

static void add_state(struct request *request,
                      const struct match_position *position)
{
    const bool is_compact = request_prefers(request, "view=compact");
    struct sink *sink =
        begin_member(request, is_compact ? "compact_state" : "state");

    text_reserve(&request->reply.body, STATE_ROOM);
    sink->is_compact = is_compact;
    write_state(sink, position);
    end_member(request);
    reply_header(request, "Preference-Applied", RETURN_REPRESENTATION "%s",
                 is_compact ? "; view=compact" : "");
}

/* Without a position the response stays as it is. */
static enum handled add(struct request *request)
{
    const struct action_reply *action = request->own;
    struct match_position position;
    enum play_err err =
        read_position(request, action->seat, action->seq, &position);

    if (err)
        return err == PLAY_SLOW ? NOT_HERE : HANDLED;
    add_state(request, &position);
    if (!position.match.sandbox) { /* of those, listing may take long */
        write_legal_moves(request, begin_member(request, "legal_moves"),
                          &position);
        end_member(request);
    }
    return HANDLED;
}

/* The move was committed: an overloaded service leaves out the rest. */
static void leave_out(void *ctx)
{
    request_finish(ctx);
}

void representation_add(struct request *request)
{
    request_complete(request, add, leave_out);
}
