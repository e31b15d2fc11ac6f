/* What all effects in a match have in common: the headers that guard them, and
 * the way from the handler through play to the reply. */
#ifndef API_ACT_H
#define API_ACT_H

#include "api/http/input.h"
#include "api/http/request.h"
#include "play/match/action.h"

#include <stdbool.h>
#include <stdint.h>

/* Is an expected seq needed? */
enum guard { GUARD_NONE, GUARD_OPTIONAL, GUARD_NEEDED };

/* Complete what (action, seat and move are set) from the request's path and
 * headers: match, player, If-Match, Idempotency-Key.  False, and the reply is
 * written, when a header is missing or malformed. */
bool match_action_prepare(struct request *request, struct match_request *what,
                          enum guard guard);

/* The hash of what an idempotency key must always come with: the resource and
 * the body.  *key (NULL: none was sent) is borrowed until the request ends.
 * False, and the reply is written, when the key is malformed. */
bool match_action_key(struct request *request, const char **key,
                      uint8_t hash[32]);

/* The fields of the body, if they are all right: then the headers, and submit
 * it.  Ends the fields. */
enum handled match_action_submit_body(struct request *request, struct input *in,
                                      struct match_request *what,
                                      enum guard guard);

/* Submit it.  The reply is 201 with the rendered text, or 204 when nothing is
 * rendered. */
enum handled match_action_submit(struct request *request,
                                 const struct match_request *what);

/* Reply with the problem that an answer other than PLAY_OK is. */
void match_action_refuse(struct request *request,
                         const struct match_response *answer);

/* Renders the reply of what happens in a running match, for the seat that
 * acts. */
char *match_action_render_events(void *ctx, const struct match_update *effect);

/* Renders the match. */
char *match_action_render_match(void *ctx, const struct match_update *effect);

#endif
