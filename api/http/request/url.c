/* The URL of a request: its path in segments, its query in parameters.
 *
 * Both are split before anything is decoded, so that an escaped slash or NUL is
 * only a character of a name that does not exist. */
#include "api/http/request/url.h"

#include "base/hex.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* The first character that is an escape, a + or not ASCII, or the end. */
static char *skip_plain(char *text)
{
    while (*text && *text != '%' && *text != '+' && (*text & 0x80) == 0)
        text++;
    return text;
}

static const char many[] = "The URL has more than 16 query parameters.";
_Static_assert(REQUEST_PARAMETERS_MAX == 16, "the text says 16");

static const char bad_text[] =
    "The URL has a % without two hexadecimal digits, a NUL, or text that is "
    "not UTF-8.";

/* Decode %XX (and + in queries) in place.  False for bad_text, which the
 * database would refuse.  Most texts need no decoding. */
static bool decode(char *text, bool is_query)
{
    char *const begin = skip_plain(text);
    char *out = begin;

    for (const char *in = begin; *in; in++) {
        if (*in == '%') {
            int high = hex_digit(in[1]);
            int low = high < 0 ? -1 : hex_digit(in[2]);

            if (low < 0 || high * 16 + low == 0)
                return false;
            *out++ = (char)(high * 16 + low);
            in += 2;
        } else {
            *out++ = is_query && *in == '+' ? ' ' : *in;
        }
    }
    *out = '\0';
    return utf8_is_valid(begin);
}

/* Return what is wrong with it; NULL: nothing. */
static const char *read_path(struct request *request, char *path)
{
    char *rest = path;

    if (*rest++ != '/')
        return "The path of the URL must begin with a slash.";
    if (*rest == '\0')
        return NULL;
    while (rest) {
        char *segment = strsep(&rest, "/");

        if (request->segment_count == REQUEST_SEGMENTS_MAX)
            return NULL; /* longer than any route: never found */
        if (!decode(segment, false))
            return bad_text;
        request->segments[request->segment_count++] = segment;
    }
    return NULL;
}

static const char *read_query(struct request *request, char *query)
{
    char *rest = query;

    while (rest) {
        char *value = strsep(&rest, "&");
        char *name = strsep(&value, "=");

        if (*name == '\0' && !value)
            continue;
        if (request->parameter_count == REQUEST_PARAMETERS_MAX)
            return many;
        if (!decode(name, true) || (value && !decode(value, true)))
            return bad_text;
        request->parameters[request->parameter_count++] =
            (struct parameter){name, value ? value : ""};
    }
    return NULL;
}

/* RFC 9112, 3.2.2: servers accept the absolute form, too.  A proxy writes it
 * for requests of HTTP/2, also for the path *, which is refused. */
static const char *skip_authority(const char *uri)
{
    if (strncasecmp(uri, "http://", 7) != 0)
        return uri;
    const char *path = uri + 7 + strcspn(uri + 7, "/*");

    return *path ? path : "/";
}

/* A copy of the URL: in `room`, or new.  NULL: out of memory. */
static char *copy(const char *uri, char room[REQUEST_URL_SIZE])
{
    const size_t length = strnlen(uri, REQUEST_URL_SIZE);

    if (length == REQUEST_URL_SIZE)
        return strndup(uri, REQUEST_TARGET_MAX + 1);
    memcpy(room, uri, length + 1);
    return room;
}

void url_drop(struct request *request)
{
    if (request->target != request->url[0])
        free(request->target);
    if (request->decoded != request->url[1])
        free(request->decoded);
    request->target = request->decoded = NULL;
}

bool url_read(struct request *request, const char *uri)
{
    uri = skip_authority(uri);
    request->target = copy(uri, request->url[0]);
    request->decoded = copy(uri, request->url[1]);
    if (!request->target || !request->decoded)
        return false;
    char *query = request->decoded;
    char *path = strsep(&query, "?");

    request->target_fault = read_path(request, path);
    if (!request->target_fault && query)
        request->target_fault = read_query(request, query);
    return true;
}
