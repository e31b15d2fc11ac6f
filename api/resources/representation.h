/* The documents about a match that a client needs for its next decision: as
 * resources of their own, and in responses to moves and undos. */
#ifndef API_REPRESENTATION_H
#define API_REPRESENTATION_H

#include "api/http/request/request.h"
#include "play/match/read.h"

/* Room for a state in a response, instead of growing in steps. */
enum { STATE_ROOM = 16000 };

/* The members of the state of a match. */
void write_state(struct sink *sink, const struct match_position *position);

/* The members of the legal moves of the viewer's seat. */
void write_legal_moves(struct request *request, struct sink *sink,
                       const struct match_position *position);

/* The response to an action (struct action_reply) is written: add the members
 * "state" (or "compact_state", with view=compact in Prefer) and "legal_moves",
 * and finish the request.  They are left out if they cannot be read, and so are
 * the legal moves of a sandbox, because listing them may take long. */
void representation_add(struct request *request);

#endif
