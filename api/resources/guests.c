/* Guests: accounts that play at once. */
#include "play/accounts/guest.h"

#include "api/handlers.h"
#include "api/http/limits/security_log.h"
#include "api/http/limits/throttle.h"
#include "api/http/request/input.h"
#include "api/http/request/session_cookie.h"
#include "api/http/responses/problem.h"
#include "api/resources/issue_key.h"
#include "api/resources/session_reply.h"

#include <openssl/crypto.h>

enum handled guest_post(struct request *request)
{
    struct input in;
    struct session session;
    struct issue_once once = {0};

    if (!body_begin(&in, request, BODY_OPTIONAL))
        return HANDLED;
    session_cookie_choose(&in);
    if (!input_end(&in) || !issue_key_read(&in, &once))
        return HANDLED;
    input_drop(&in);
    if (!throttle_take_registration(request))
        return throttle_refuse(request);
    enum play_err err = guest_create(request->play, &once, &session);

    if (err)
        return problem_of_play(request, err);
    if (!session.is_repeated)
        security_note(
            request, SECURITY_ACCOUNT_MADE,
            &(struct security_facts){.account = session.login.player.id});
    session_reply(request, &session);
    OPENSSL_cleanse(&session, sizeof session);
    return HANDLED;
}
