/* Session cookies: they authenticate pages of this service, whose scripts then
 * need no token, and whose EventSource reconnects by itself.
 *
 * The cookie is HttpOnly and SameSite=Strict.  For https it is Secure and its
 * name begins with __Host-, so that no other host can set it; for http, where
 * browsers refuse such names, it is "fathom_session".
 *
 * It authenticates only requests of this service's own pages: those with
 * Sec-Fetch-Site: same-origin.  Browsers send this header to https and to
 * localhost.  Without it, Origin must be the address in Host; GET and HEAD,
 * with which browsers send no Origin, need neither. */
#ifndef API_SESSION_COOKIE_H
#define API_SESSION_COOKIE_H

#include "api/http/request/request.h"

struct input;

/* Copy the token of the session cookie.  False: the request has no cookie, or
 * it does not come from a page of this service. */
bool session_cookie_read(const struct request *request,
                         char token[PLAY_TOKEN_SIZE]);

/* Read the member "cookie" of a body that asks for a session, into
 * request->cookie.is_wanted.  Pages of other origins can set no session cookie.
 */
void session_cookie_choose(struct input *in);

/* Set the cookie, for this many seconds. */
void session_cookie_set(struct request *request, const char *token,
                        int64_t seconds);

/* Have the browser delete the cookie that the request was sent with. */
void session_cookie_clear(struct request *request);

#endif
