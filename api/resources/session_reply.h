/* The response to a request that created a session. */
#ifndef API_SESSION_REPLY_H
#define API_SESSION_REPLY_H

#include "api/http/request/request.h"

struct session;

/* 201.  The token is in the body, or in the cookie if
 * request->cookie.is_wanted; the device is left out for guests, who do not sign
 * in. */
void session_reply(struct request *request, const struct session *session);

#endif
