/* The C kit's reader of JSON. */
#include "clients/c/fathom.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const char document[] =
    " { \"a\\\"b\" : \"}\" , \"s\":\"\\\\\",\"list\" : [ {\"n\":1,\"a\":[]},"
    "{\"n\":-2}, [3,\"]\"] ],\n\"empty\":{},\"none\":null, \"n\":12 ,"
    "\"words\":\"say \\\"no\\\", \\u2013 a\\\\\", \"last\":true }";

/* The object itself. */
static const char *object(void)
{
    return strchr(document, '{');
}

static long number(const char *value)
{
    return value ? strtol(value, NULL, 10) : -1;
}

static const char *text(const char *value)
{
    static char out[64];

    return json_text(value, out, sizeof out);
}

Test(json, members_are_found_after_strings_with_quotes_and_brackets)
{
    cr_expect_str_eq(text(json_get(object(), "s")), "\\\\");
    cr_expect_eq(number(json_get(object(), "n")), 12);
    cr_expect_eq(*json_get(object(), "last"), 't');
    cr_expect_eq(*json_get(object(), "none"), 'n');
}

Test(json, nested_members_are_not_found)
{
    cr_expect_null(json_get(object(), "a"));
    cr_expect_null(json_get(object(), "b"));
    cr_expect_null(json_get(json_get(object(), "empty"), "n"));
    cr_expect_null(json_get(json_get(object(), "none"), "n"));
    cr_expect_null(json_get(json_get(object(), "absent"), "n"));
    cr_expect_eq(number(json_get(object(), "absent")), -1);
}

Test(json, arrays_are_read_element_by_element)
{
    const char *s = json_first(json_get(object(), "list"));

    cr_expect_eq(number(json_get(s, "n")), 1);
    cr_expect_null(json_first(json_get(s, "a")));
    s = json_next(s);
    cr_expect_eq(number(json_get(s, "n")), -2);
    s = json_next(s);
    cr_expect_eq(number(json_first(s)), 3);
    cr_expect_str_eq(text(json_next(json_first(s))), "]");
    cr_expect_null(json_next(s));
}

Test(json, strings_keep_their_escapes_and_are_truncated_to_fit)
{
    char four[5];

    cr_expect_str_eq(text(json_get(object(), "words")),
                     "say \\\"no\\\", \\u2013 a\\\\");
    cr_expect_str_eq(text(json_get(object(), "n")), "");
    cr_expect_str_eq(text(NULL), "");
    cr_expect_str_eq(json_text(json_get(object(), "words"), four, sizeof four),
                     "say ");
}

Test(json, incomplete_json_is_not_read_beyond_its_end)
{
    for (size_t length = 0; length < sizeof document; length++) {
        char *piece = strndup(document, length);
        const char *begin = strchr(piece, '{');

        for (const char *s = json_first(begin); s; s = json_next(s))
            cr_expect_lt(s, piece + length);
        json_get(begin, "last");
        text(json_get(begin, "words"));
        free(piece);
    }
}
