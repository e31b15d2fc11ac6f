/* The state and the legal moves in responses to moves and undos: what a client
 * needs for its next decision, without another round trip. */
#include "api/resources/representation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool representation_is_preferred(const struct request *request)
{
    static const char wanted[] = "return=representation";
    const char *s = request_header(request, "Prefer");

    while (s && *s) {
        const size_t length = strcspn(s, ",; \t");

        if (length == sizeof wanted - 1 && strncasecmp(s, wanted, length) == 0)
            return true;
        s += length;
        s += strspn(s, ",; \t");
    }
    return false;
}

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

static enum handled add(struct request *request)
{
    struct match_position position;

    if (match_read(request->play, request->player, request->path[0],
                   request->poll.seat, request->poll.after, &position))
        return HANDLED;
    write_state(begin_member(request, "state"), &position);
    end_member(request);
    if (!position.match.sandbox) { /* of those, listing may take long */
        write_legal_moves(request, begin_member(request, "legal_moves"),
                          &position);
        end_member(request);
    }
    reply_header(request, "Preference-Applied", "return=representation");
    return HANDLED;
}

/* The move was committed: an overloaded service leaves out the rest. */
static void leave_out(void *ctx)
{
    request_finish(ctx);
}

void representation_add(struct request *request, int seat, uint32_t seq)
{
    request->poll.seat = seat;
    request->poll.after = seq;
    request_submit(request, add, leave_out);
}
