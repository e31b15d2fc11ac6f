/* Stream tickets: a browser's EventSource cannot send Authorization. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/json/members.h"
#include "play/accounts/account_feed.h"

enum handled stream_ticket_post(struct request *request)
{
    struct ticket ticket;

    if (!query_is_empty(request) || !body_is_empty(request))
        return HANDLED;
    enum play_err err =
        stream_ticket_new(request->play, &request->login, &ticket);

    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 201);

    sink_string(sink, "ticket", ticket.text);
    sink_timestamp(sink, "expires_at", ticket.expires_us);
    reply_close(request);
    reply_secret(request);
    reply_private(request);
    return HANDLED;
}
