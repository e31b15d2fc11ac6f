/* Serves the web page: the document at / and its scripts and styles at
 * /web/BUILD/FILE.  BUILD is a hash of all of them, so that they can be cached
 * for long and refer to each other by plain names; tools/pack-web.sh makes the
 * list. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/operations/embedded.h"

#include <string.h>

#define WEB_FILE(symbol, name, type, path, hash) EMBED(symbol, path)
#define WEB_PAGE(symbol, type, path, hash)       EMBED(symbol, path)
#include "web.def"
#undef WEB_FILE
#undef WEB_PAGE

#define WEB_PAGE(symbol, type, path, hash)
#define WEB_FILE(symbol, name, type, path, hash)                               \
    EMBEDDED_ROW(symbol, name, type, hash),
static const struct embedded_file files[] = {
#include "web.def"
};
#undef WEB_FILE
#undef WEB_PAGE

#define WEB_FILE(symbol, name, type, path, hash)
#define WEB_PAGE(symbol, type, path, hash)                                     \
    static const struct embedded_file symbol##_file =                          \
        EMBEDDED_ROW(symbol, NULL, type, hash);
#include "web.def"

enum handled front_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    embedded_reply(request, &web_page_file, "no-cache");
    reply_header(request, "Content-Security-Policy",
                 "default-src 'none'; script-src 'self'; style-src 'self'; "
                 "img-src 'self' data:; connect-src 'self'; "
                 "manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                 "frame-ancestors 'none'; require-trusted-types-for 'script'; "
                 "trusted-types 'none'");
    reply_header(request, "Referrer-Policy", "no-referrer");
    reply_header(request, "Cross-Origin-Opener-Policy", "same-origin");
    reply_header(request, "Permissions-Policy",
                 "camera=(), geolocation=(), microphone=(), payment=()");
    return HANDLED;
}

enum handled web_file_get(struct request *request)
{
    struct input fields;

    if (strcmp(request->path[0], WEB_BUILD) != 0)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    query_begin(&fields, request);
    query_integer(&fields, "attempt", 1, 9, 1);
    if (input_end(&fields))
        embedded_reply_named(request, request->path[1], files,
                             sizeof files / sizeof *files);
    return HANDLED;
}
