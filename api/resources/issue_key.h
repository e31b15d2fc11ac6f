/* The idempotency key of a request that creates an account or issues a token.
 */
#ifndef API_ISSUE_KEY_H
#define API_ISSUE_KEY_H

#include "api/http/request/input.h"
#include "play/accounts/player.h"

/* Read the header Idempotency-Key, and hash the path and the members of the
 * body but "password".  Before input_end, for a body that may be invalid.  The
 * key is borrowed until the request ends.  False, and the response is written,
 * when the key is malformed or short: ends the input. */
bool issue_key_read(struct input *in, struct issue_once *out);

/* The response repeats that of an earlier request, if is_repeated. */
void issue_key_mark(struct request *request, bool is_repeated);

#endif
