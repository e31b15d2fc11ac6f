/* Serves openapi.yaml and the page that shows it; tools/pack-docs.sh makes the
 * list of files. */
#include "api/operations/docs.h"

#include "api/handlers.h"
#include "api/http/input.h"
#include "api/operations/embedded.h"

/* ---- the files ---- */

#define DOCS_FILE(symbol, name, type, path, hash) EMBED(symbol, path)
#define DOCS_PAGE(symbol, type, path, hash)       EMBED(symbol, path)
#include "docs.def"
#undef DOCS_FILE
#undef DOCS_PAGE

#define DOCS_PAGE(symbol, type, path, hash)
#define DOCS_FILE(symbol, name, type, path, hash)                              \
    EMBEDDED_ROW(symbol, name, type, hash),
static const struct embedded_file files[] = {
#include "docs.def"
};
#undef DOCS_FILE
#undef DOCS_PAGE

#define DOCS_FILE(symbol, name, type, path, hash)
#define DOCS_PAGE(symbol, type, path, hash)                                    \
    static const struct embedded_file symbol##_file =                          \
        EMBEDDED_ROW(symbol, NULL, type, hash);
#include "docs.def"

/* ---- replies ---- */

void page_restrict(struct request *request)
{
    reply_header(request, "Content-Security-Policy",
                 "default-src 'none'; base-uri 'none'; form-action 'none'; "
                 "frame-ancestors 'none'");
    reply_header(request, "Referrer-Policy", "no-referrer");
}

enum handled openapi_get(struct request *request)
{
    if (query_is_empty(request))
        embedded_reply(request, &docs_contract_file, "no-cache");
    return HANDLED;
}

enum handled docs_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    embedded_reply(request, &docs_page_file, "no-cache");
    /* The library draws icons from data: URLs in its style sheet. */
    reply_header(request, "Content-Security-Policy",
                 "default-src 'none'; script-src 'self'; style-src 'self'; "
                 "img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
                 "form-action 'none'; frame-ancestors 'none'");
    reply_header(request, "Referrer-Policy", "no-referrer");
    return HANDLED;
}

enum handled docs_file_get(struct request *request)
{
    if (query_is_empty(request))
        embedded_reply_named(request, request->path[0], files,
                             sizeof files / sizeof *files);
    return HANDLED;
}
