/* The common part of all requests that change a match: the headers that guard
 * them, and the way from the handler through play to the response. */
#ifndef API_MATCH_ACTION_H
#define API_MATCH_ACTION_H

#include "api/http/request/input.h"
#include "api/http/request/request.h"
#include "play/match/action.h"

#include <stdbool.h>
#include <stdint.h>

/* Is an expected seq needed?  It is in the header If-Match or in the member seq
 * of the body; for GUARD_NONE it is not read. */
enum guard { GUARD_NONE, GUARD_OPTIONAL, GUARD_NEEDED };

/* Complete what (action, seat and move are set) from the path and headers of a
 * request without a body: match, player, Idempotency-Key.  False, and the
 * response is written, when a header is malformed. */
bool match_action_prepare(struct request *request, struct match_request *what);

/* Hash what an idempotency key must always be sent with: the resource and the
 * body.  *key (NULL: none was sent) is borrowed until the request ends.  False,
 * and the response is written, when the key is malformed. */
bool match_action_key(struct request *request, const char **key,
                      uint8_t hash[32]);

/* Read the seq of the body and the headers, and submit the action if all of
 * them are valid.  Ends the input. */
enum handled match_action_submit_body(struct request *request, struct input *in,
                                      struct match_request *what,
                                      enum guard guard);

/* What a request remembers while play has its action (request_own). */
struct action_reply {
    bool wants_clock;          /* in the response */
    bool wants_representation; /* the state and the legal moves */
    int seat;                  /* that acted, and the seq since then: for */
    uint32_t seq;              /* representation.c */
    struct {                   /* the response's only event, if it is a move */
        size_t at, length;     /* in the text; length 0: no such event */
        int seat;              /* that moved, and for which it is written */
        seat_set insiders;
    } moved;
};

/* Submit it, in the language of the request.  The response is 201 with the
 * rendered text, or 204 when nothing is rendered. */
enum handled match_action_submit(struct request *request,
                                 struct match_request *what);

/* Reply with the problem for a result other than PLAY_OK. */
void match_action_refuse(struct request *request,
                         const struct match_response *answer);

/* Render the response to an action in a running match, for the seat that
 * acts. */
char *match_action_render_events(void *ctx, const struct match_update *effect);

/* Share the event of a rendered move with the streams that follow the match. */
void match_action_announce(void *ctx, const struct match *match,
                           const char *reply);

/* Render the match. */
char *match_action_render_match(void *ctx, const struct match_update *effect);

#endif
