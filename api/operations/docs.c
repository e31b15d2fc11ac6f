/* Serves openapi.yaml and the page that shows it.  (incbin: paths are relative
 * to the repository's root; tools/pack-docs.sh makes the list.) */
#include "api/operations/docs.h"

#include "api/handlers.h"
#include "api/http/accept_header.h"
#include "api/http/input.h"
#include "api/http/problem.h"

#include <string.h>

/* ---- the files ---- */

#define EMBED(symbol, path)                                                    \
    __asm__(".section .rodata\n"                                               \
            ".global " #symbol "\n"                                            \
            ".global " #symbol "_end\n" #symbol ":\n"                          \
            ".incbin \"" path "\"\n" #symbol "_end:\n"                         \
            ".byte 0\n"                                                        \
            ".previous\n");                                                    \
    extern const char symbol[], symbol##_end[];

#define DOCS_FILE(symbol, name, type, path, hash)                              \
    EMBED(symbol, path) EMBED(symbol##_packed, path ".gz")
#define DOCS_PAGE(symbol, type, path, hash)                                    \
    DOCS_FILE(symbol, NULL, type, path, hash)
#include "docs.def"
#undef DOCS_FILE
#undef DOCS_PAGE

struct docs_file {
    const char *name; /* the last part of its path; NULL: the page */
    const char *type, *hash;
    const char *plain, *plain_end;
    const char *packed, *packed_end; /* by gzip */
};

#define ROW(symbol, name, type, hash)                                          \
    {                                                                          \
        name, type, hash, symbol, symbol##_end, symbol##_packed,               \
            symbol##_packed_end                                                \
    }

#define DOCS_PAGE(symbol, type, path, hash)
#define DOCS_FILE(symbol, name, type, path, hash) ROW(symbol, name, type, hash),
static const struct docs_file files[] = {
#include "docs.def"
};
#undef DOCS_FILE
#undef DOCS_PAGE

#define DOCS_FILE(symbol, name, type, path, hash)
#define DOCS_PAGE(symbol, type, path, hash)                                    \
    static const struct docs_file symbol##_file = ROW(symbol, NULL, type, hash);
#include "docs.def"

/* ---- replies ---- */

void page_restrict(struct request *request)
{
    reply_header(request, "Content-Security-Policy",
                 "default-src 'none'; base-uri 'none'; form-action 'none'; "
                 "frame-ancestors 'none'");
    reply_header(request, "Referrer-Policy", "no-referrer");
}

/* Reply with a file as it is or, for clients that accept it, compressed. */
static void reply_file(struct request *request, const struct docs_file *file,
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

enum handled openapi_get(struct request *request)
{
    if (query_is_empty(request))
        reply_file(request, &docs_contract_file, "no-cache");
    return HANDLED;
}

enum handled docs_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    reply_file(request, &docs_page_file, "no-cache");
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
    const char *accept = request_header(request, "Accept");

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(files[i].name, request->path[0]) != 0)
            continue;
        if (!accept_choose(accept, files[i].type))
            return problem_reply(request, PROBLEM_NOT_ACCEPTABLE, NULL);
        if (query_is_empty(request))
            reply_file(request, &files[i],
                       "public, max-age=31536000, immutable");
        return HANDLED;
    }
    return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
}
