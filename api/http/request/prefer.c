/* The preferences of a request. */
#include "api/http/request/prefer.h"

#include <string.h>
#include <strings.h>

bool request_prefers(const struct request *request, const char *wanted)
{
    const char *s = request_header(request, "Prefer");

    while (s && *s) {
        const size_t length = strcspn(s, ",; \t");

        if (length == strlen(wanted) && strncasecmp(s, wanted, length) == 0)
            return true;
        s += length;
        s += strspn(s, ",; \t");
    }
    return false;
}
