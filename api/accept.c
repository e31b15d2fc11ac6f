/* Does an Accept header want what we have? */
#include "api/accept.h"

#include <stddef.h>
#include <string.h>

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

/* How specifically a range fits the type: 3 exactly, 2 "text" followed by a
 * star, 1 both stars, 0 not at all. */
static int range_fits(const char *range, size_t length, const char *type)
{
    size_t major = strcspn(type, "/") + 1;

    if (length == strlen(type) && strncasecmp(range, type, length) == 0)
        return 3;
    if (length == major + 1 && range[major] == '*' &&
        strncasecmp(range, type, major) == 0)
        return 2;
    return length == 3 && strncmp(range, "*/*", 3) == 0;
}

/* Is there a weight of zero among the parameters up to the next comma? */
static bool has_zero_weight(const char *s, const char *end)
{
    while (s < end) {
        s = skip_blanks(s + 1);
        if (strncasecmp(s, "q=0", 3) == 0 &&
            s + 2 + strspn(s + 2, "0.") == s + 2 + strcspn(s + 2, ";, \t"))
            return true;
        s += strcspn(s, ";,");
        if (*s != ';')
            return false;
    }
    return false;
}

bool accept_wants(const char *header, const char *type)
{
    int best = 0;
    bool wants = false;

    if (!header)
        return true;
    for (const char *s = skip_blanks(header); *s; s = skip_blanks(s)) {
        const char *end = s + strcspn(s, ",");
        size_t length = strcspn(s, ";, \t");
        int fits = range_fits(s, length, type);

        if (fits > best) {
            const char *parameters = s + strcspn(s, ";,");

            best = fits;
            wants = !has_zero_weight(parameters, end);
        }
        s = *end ? end + 1 : end;
    }
    return wants;
}

bool content_type_is(const char *header, const char *type)
{
    size_t length = strlen(type);

    if (!header || strncasecmp(header, type, length) != 0)
        return false;
    const char *rest = skip_blanks(header + length);

    if (*rest == '\0')
        return true;
    if (*rest != ';')
        return false;
    rest = skip_blanks(rest + 1);
    if (strncasecmp(rest, "charset=", 8) != 0)
        return *rest == '\0';
    rest += 8;
    return strcasecmp(rest, "utf-8") == 0 || strcasecmp(rest, "\"utf-8\"") == 0;
}
