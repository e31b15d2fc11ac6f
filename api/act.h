/* What all effects in a match have in common: the headers that guard them, and
 * the way from the handler through play to the reply. */
#ifndef API_ACT_H
#define API_ACT_H

#include "api/request.h"
#include "play/match.h"

/* Is an expected seq needed? */
enum guard { GUARD_NONE, GUARD_OPTIONAL, GUARD_NEEDED };

/* Complete what (action, seat and move are set) from the request's path and
 * headers: match, player, If-Match, Idempotency-Key.  False, and the reply is
 * written, when a header is missing or malformed. */
bool act_prepare(struct request *request, struct match_request *what,
                 enum guard guard);

/* Submit it.  The reply is 201 with the rendered text, or 204 when nothing is
 * rendered. */
enum handled act_submit(struct request *request,
                        const struct match_request *what);

/* Reply with the problem that an answer other than PLAY_OK is. */
void act_refuse(struct request *request, const struct match_answer *answer);

/* Renders the reply of a move or a resignation for its seat. */
char *act_render_events(void *ctx, const struct match_effect *effect);

/* Renders the match. */
char *act_render_match(void *ctx, const struct match_effect *effect);

#endif
