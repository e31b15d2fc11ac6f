/* Answering with what was rendered before. */
#include "api/http/reply_cached.h"

#include "api/http/server.h"

#include <stdlib.h>

bool known_reply(struct request *request, enum view_kind kind, int as_seat,
                 uint32_t min_seq)
{
    struct match_sight sight;
    struct shared *shared;

    if (!match_glance(request->play, request->player, request->path[0], as_seat,
                      &sight) ||
        sight.seq < min_seq)
        return false;
    const struct view_key key = {
        sight.key, kind == VIEW_MATCH ? RULES_SPECTATOR : sight.viewer, kind};

    shared = views_find(server_views(request->server), &key, sight.stamp);
    if (!shared)
        return false;
    reply_shared(request, "application/json", shared);
    reply_etag(request, shared->tag);
    return true;
}

void known_keep(struct request *request, enum view_kind kind,
                const struct match *match, int viewer, const char *tag)
{
    const struct view_key key = {match->key, viewer, kind};
    struct shared *shared;
    size_t length;
    char *bytes;

    bytes = text_take(&request->reply.body, &length);
    /* As many bytes as are counted: what is kept has no room to grow. */
    if (bytes) {
        char *fitting = realloc(bytes, length + 1);

        bytes = fitting ? fitting : bytes;
    }
    shared = bytes ? shared_new(bytes, length, tag) : NULL;
    if (!shared) {
        free(bytes);
        request->reply.body.failed = true; /* there is no reply */
        return;
    }
    if (match->stamp)
        views_keep(server_views(request->server), &key, match->stamp, shared);
    reply_shared(request, "application/json", shared);
    reply_etag(request, tag);
}
