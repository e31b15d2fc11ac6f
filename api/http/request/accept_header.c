/* Matches the headers Accept and Accept-Language against what a response can
 * be. */
#include "api/http/request/accept_header.h"

#include <stddef.h>
#include <string.h>

static const char *skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

/* How specifically a range fits the type: 3 exactly, 2 "text" followed by a
 * star, 1 both stars, 0 not at all. */
static int range_fits(const char *range, size_t length, const char *type,
                      size_t type_length)
{
    size_t major = strcspn(type, "/") + 1;

    if (length == type_length && strncasecmp(range, type, length) == 0)
        return 3;
    if (length == major + 1 && range[major] == '*' &&
        strncasecmp(range, type, major) == 0)
        return 2;
    return length == 3 && strncmp(range, "*/*", 3) == 0;
}

/* How specifically a language range fits a language without subtags: 2 if their
 * first subtags are equal ("de-AT" fits "de"), 1 a star, 0 not at all. */
static int language_fits(const char *range, size_t length, const char *language,
                         size_t language_length)
{
    const size_t first = strcspn(range, "-;, \t");

    if (first == language_length &&
        strncasecmp(range, language, language_length) == 0)
        return 2;
    return length == 1 && *range == '*';
}

typedef int range_test(const char *range, size_t length, const char *type,
                       size_t type_length);

/* The weight among the parameters from s up to the next comma, in thousandths;
 * 1000 when it is missing or malformed. */
static int weight_of(const char *s, const char *end)
{
    for (s += strcspn(s, ";,"); s < end; s += strcspn(s, ";,")) {
        s = skip_blanks(s + 1);
        if (strncasecmp(s, "q=", 2) != 0 || !strchr("01", s[2]) || !s[2])
            continue;
        int weight = (s[2] - '0') * 1000, digit = 100;

        for (s += s[3] == '.' ? 4 : 3; *s >= '0' && *s <= '9'; s++) {
            weight += (*s - '0') * digit;
            digit /= 10;
        }
        return weight > 1000 ? 1000 : weight;
    }
    return 1000;
}

/* How much a header prefers a type: its weight, and how specific the range
 * is. */
struct wish {
    int weight, fits;
};

static struct wish wish_for(const char *header, range_test *test,
                            const char *type, size_t type_length)
{
    struct wish wish = {0, 0};

    for (const char *s = skip_blanks(header); *s; s = skip_blanks(s)) {
        const char *end = s + strcspn(s, ",");
        const int fits = test(s, strcspn(s, ";, \t"), type, type_length);

        if (fits > wish.fits)
            wish = (struct wish){weight_of(s, end), fits};
        s = *end ? end + 1 : end;
    }
    return wish;
}

static const char *choose(const char *header, range_test *test,
                          const char *types)
{
    const char *best = NULL;
    struct wish most = {0, 0};

    if (!header)
        return types;
    for (const char *type = types; *type; type += strspn(type, ", ")) {
        size_t length = strcspn(type, ",");
        struct wish wish = wish_for(header, test, type, length);

        if (wish.weight > most.weight ||
            (wish.weight > 0 && wish.weight == most.weight &&
             wish.fits > most.fits)) {
            best = type;
            most = wish;
        }
        type += length;
    }
    return best;
}

const char *accept_choose(const char *header, const char *types)
{
    return choose(header, range_fits, types);
}

const char *accept_language(const char *header, const char *languages)
{
    const char *best = choose(header, language_fits, languages);

    return best ? best : languages;
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
