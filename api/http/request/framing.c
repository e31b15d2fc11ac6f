/* Checks where a request ends. */
#include "api/http/request/framing.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct seen {
    struct framing *framing;
    unsigned lengths, codings, hosts;
    bool is_unknown_coding;
};

static bool is(const char *name, size_t size, const char *wanted)
{
    return size == strlen(wanted) && strcasecmp(name, wanted) == 0;
}

static enum MHD_Result look(void *closure, enum MHD_ValueKind kind,
                            const char *name, size_t name_size,
                            const char *value, size_t value_size)
{
    struct seen *seen = closure;
    struct framing *framing = seen->framing;

    (void)kind;
    framing->header_bytes += name_size + value_size + 4;
    if (is(name, name_size, "Host"))
        seen->hosts++;
    if (is(name, name_size, "Content-Length")) {
        seen->lengths++;
        framing->body_bytes = strtoull(value ? value : "", NULL, 10);
    }
    if (is(name, name_size, "Transfer-Encoding")) {
        seen->codings++;
        seen->is_unknown_coding |= !value || strcasecmp(value, "chunked") != 0;
    }
    return MHD_YES;
}

void framing_read(struct framing *out, struct MHD_Connection *connection,
                  const char *version)
{
    struct seen seen = {.framing = out};

    *out = (struct framing){0};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, look, &seen);
    if (seen.lengths > 0 && seen.codings > 0)
        out->fault =
            "Content-Length and Transfer-Encoding cannot both be present.";
    else if (seen.lengths > 1)
        out->fault = "Only one Content-Length header is allowed.";
    else if (seen.codings > 1 || seen.is_unknown_coding)
        out->fault =
            "The only supported transfer coding is chunked, applied once.";
    else if (seen.hosts > 1)
        out->fault = "Only one Host header is allowed.";
    else if (seen.hosts == 0 && strcmp(version, "HTTP/1.0") != 0)
        out->fault = "HTTP/1.1 requires a Host header.";
}
