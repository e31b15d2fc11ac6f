/* Serves openapi.yaml and the page that shows it; tools/pack-docs.sh makes the
 * list of files. */
#include "api/operations/docs.h"

#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/operations/embedded.h"

#include <string.h>

/* ---- the files ---- */

#define DOCS_FILE(symbol, name, type, path, hash)     EMBED(symbol, path)
#define DOCS_PAGE(symbol, type, path, hash)           EMBED(symbol, path)
#define DOCS_CONTRACT(symbol, game, type, path, hash) EMBED(symbol, path)
#include "docs.def"
#undef DOCS_FILE
#undef DOCS_PAGE
#undef DOCS_CONTRACT

#define DOCS_PAGE(symbol, type, path, hash)
#define DOCS_CONTRACT(symbol, game, type, path, hash)
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
#undef DOCS_PAGE
#undef DOCS_CONTRACT

/* The contract with the schemas of one game; "": of all. */
#define DOCS_PAGE(symbol, type, path, hash)
#define DOCS_CONTRACT(symbol, game, type, path, hash)                          \
    EMBEDDED_ROW(symbol, game, type, hash),
static const struct embedded_file contracts[] = {
#include "docs.def"
};
#undef DOCS_CONTRACT

/* ---- replies ---- */

void page_restrict(struct request *request)
{
    reply_header(request, "Content-Security-Policy",
                 "default-src 'none'; base-uri 'none'; form-action 'none'; "
                 "frame-ancestors 'none'");
    reply_header(request, "Referrer-Policy", "no-referrer");
}

static const struct embedded_file *find_contract(const char *game,
                                                 const char *type)
{
    for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++)
        if (strcmp(contracts[i].name, game) == 0 &&
            strcmp(contracts[i].type, type) == 0)
            return &contracts[i];
    return NULL;
}

/* The contract that the parameter "game" selects; NULL, and the response is
 * written, when it is invalid. */
static const struct embedded_file *query_contract(struct request *request,
                                                  const char *type)
{
    struct input in;

    query_begin(&in, request);
    const char *game = query_text(&in, "game");
    const struct embedded_file *contract =
        find_contract(game ? game : "", type);

    if (!contract)
        input_fault(&in, "game", "range",
                    "No game has this id. GET /v1/games lists them.");
    return input_end(&in) ? contract : NULL;
}

static enum handled reply_contract(struct request *request, const char *type)
{
    const struct embedded_file *contract = query_contract(request, type);

    if (contract)
        embedded_reply(request, contract, "no-cache");
    return HANDLED;
}

enum handled openapi_get(struct request *request)
{
    return reply_contract(request, "application/yaml");
}

enum handled openapi_json_get(struct request *request)
{
    return reply_contract(request, "application/json");
}

/* The page reads the parameter, too. */
enum handled docs_get(struct request *request)
{
    if (!query_contract(request, "application/yaml"))
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
