/* The response to a request that created a session. */
#include "api/resources/session_reply.h"

#include "api/http/request/session_cookie.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "api/resources/issue_key.h"
#include "base/clock.h"

/* The token is either in the body or in the cookie, where scripts cannot read
 * it. */
void session_reply(struct request *request, const struct session *session)
{
    const struct login *login = &session->login;
    struct sink *sink = reply_open(request, 201);

    if (!request->cookie.is_wanted)
        sink_string(sink, "token", session->token);
    sink_timestamp(sink, "expires_at", login->expires_us);
    if (!login->player.is_guest)
        sink_string(sink, "device", session->device);
    sink_object(sink, "account");
    json_account(sink, &login->player);
    sink_close(sink);
    reply_close(request);
    if (request->cookie.is_wanted)
        session_cookie_set(request, session->token,
                           (login->expires_us - clock_wall_us()) / 1000000);
    issue_key_mark(request, session->is_repeated);
    reply_secret(request);
    reply_private(request);
}
