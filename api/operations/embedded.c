/* Replies with files that are in the program. */
#include "api/operations/embedded.h"

#include "api/http/request/accept_header.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"

#include <stdio.h>
#include <string.h>

void embedded_reply(struct request *request, const struct embedded_file *file,
                    const char *caching)
{
    const char *codings = request_header(request, "Accept-Encoding");
    bool is_packed = codings && accept_choose(codings, "gzip");
    const char *begin = is_packed ? file->packed : file->plain;
    const char *end = is_packed ? file->packed_end : file->plain_end;
    char tag[40];

    snprintf(tag, sizeof tag, "%s%s", file->hash, is_packed ? "-gzip" : "");
    if (!reply_etag(request, tag)) {
        reply_constant(request, file->type, begin, (size_t)(end - begin));
        reply_etag(request, tag);
        if (is_packed)
            reply_header(request, "Content-Encoding", "gzip");
    }
    reply_vary(request, "Accept-Encoding");
    reply_header(request, "Cache-Control", "%s", caching);
}

void embedded_reply_named(struct request *request, const char *name,
                          const struct embedded_file *files, size_t count)
{
    const char *accept = request_header(request, "Accept");

    for (size_t i = 0; i < count; i++) {
        if (strcmp(files[i].name, name) != 0)
            continue;
        if (!accept_choose(accept, files[i].type))
            problem_reply(request, PROBLEM_NOT_ACCEPTABLE, NULL);
        else
            embedded_reply(request, &files[i], CACHE_FOR_LONG);
        return;
    }
    problem_reply(request, PROBLEM_NOT_FOUND, NULL);
}
