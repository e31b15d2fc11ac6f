/* Responses from the cache of rendered documents, without waiting for
 * anything. */
#ifndef API_REPLY_CACHED_H
#define API_REPLY_CACHED_H

#include "api/http/request/request.h"
#include "api/http/responses/reply_cache.h"
#include "play/match/match.h"

/* Reply with the document of this kind about the match of the path, as seen by
 * the requester's seat as_seat (MATCH_OWN_SEAT), in the language of the
 * request, or with 304 if the client has it. False, and nothing is written,
 * when this node's cache has no such document, or none up to min_seq. */
bool reply_cache_send(struct request *request, enum view_kind kind, int as_seat,
                      uint32_t min_seq);

/* The response that is written, a 200, is the document of this kind about the
 * match as `viewer` sees it: give it this ETag and keep it for
 * reply_cache_send. The match is the one that was read for it. */
void reply_cache_store(struct request *request, enum view_kind kind,
                       const struct match *match, int viewer, const char *tag);

#endif
