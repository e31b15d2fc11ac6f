/* Responses from the cache of rendered documents. */
#include "api/http/responses/reply_cached.h"

#include "api/http/server.h"
#include "play/match/read.h"

#include <stdlib.h>

bool reply_cache_send(struct request *request, enum view_kind kind, int as_seat,
                      uint32_t min_seq)
{
    struct match_sight sight;
    struct refbuf *refbuf;

    if (!match_glance(request->play, request->player, request->path[0], as_seat,
                      &sight) ||
        sight.seq < min_seq)
        return false;
    const struct reply_key key = {.match = sight.key,
                                  .viewer = kind == VIEW_MATCH ? RULES_SPECTATOR
                                                               : sight.viewer,
                                  .kind = kind,
                                  .language = request->language};

    refbuf = reply_cache_find(server_reply_cache(request->server), &key,
                              sight.stamp);
    if (!refbuf)
        return false;
    reply_refbuf(request, "application/json", refbuf);
    reply_etag(request, refbuf->tag);
    return true;
}

void reply_cache_store(struct request *request, enum view_kind kind,
                       const struct match *match, int viewer, const char *tag)
{
    const struct reply_key key = {match->key, viewer, kind, request->language};
    struct refbuf *refbuf;
    size_t length;
    char *bytes;

    bytes = text_take(&request->reply.body, &length);
    /* Shrink to the size that is counted: cached bytes have no room to grow. */
    if (bytes) {
        char *fitting = realloc(bytes, length + 1);

        bytes = fitting ? fitting : bytes;
    }
    refbuf = bytes ? refbuf_new(bytes, length, tag) : NULL;
    if (!refbuf) {
        free(bytes);
        request->reply.body.failed = true; /* no response can be sent */
        return;
    }
    if (match->stamp)
        reply_cache_keep(server_reply_cache(request->server), &key,
                         match->stamp, refbuf);
    reply_refbuf(request, "application/json", refbuf);
    reply_etag(request, tag);
}
