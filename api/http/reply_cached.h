/* Answering with what was rendered before, without waiting for anything. */
#ifndef API_KNOWN_H
#define API_KNOWN_H

#include "api/http/reply_cache.h"
#include "api/http/request.h"
#include "play/match/match.h"

/* Reply with the document of this kind about the match of the path, seen by
 * the asker as as_seat (MATCH_OWN_SEAT), or with 304 when the client has it.
 * False, and nothing is written, when this node does not have it ready, or not
 * as far as min_seq. */
bool reply_cache_send(struct request *request, enum view_kind kind, int as_seat,
                      uint32_t min_seq);

/* The reply that is written, a 200, is the document of this kind about the
 * match as `viewer` sees it: give it this ETag and keep it for
 * reply_cache_send. The match is as it was read for it. */
void reply_cache_store(struct request *request, enum view_kind kind,
                       const struct match *match, int viewer, const char *tag);

#endif
