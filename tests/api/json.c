/* The JSON sink: its output is always valid. */
#include "api/http/request/accept_header.h"
#include "api/json/sink_json.h"
#include "base/json_text.h"
#include "base/timestamp.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>

Test(json, documents_are_written_as_they_were_given)
{
    struct text text = {0};
    struct sink_json json;
    struct sink *sink = &json.sink;

    sink_json_init(&json, &text);
    sink_object(sink, NULL);
    sink_number(sink, "least", INT64_MIN);
    sink_number(sink, "most", INT64_MAX);
    sink_array(sink, "list");
    sink_truth(sink, NULL, true);
    sink_null(sink, NULL);
    sink_object(sink, NULL);
    sink_close(sink);
    sink_close(sink);
    sink_string(sink, "words", "a\"b\\c\n\t\x01");
    sink_close(sink);

    cr_expect_str_eq(text.bytes, "{\"least\":-9223372036854775808,"
                                 "\"most\":9223372036854775807,"
                                 "\"list\":[true,null,{}],"
                                 "\"words\":\"a\\\"b\\\\c\\n\\t\\u0001\"}");
    text_clear(&text);
}

Test(json, invalid_utf8_is_never_written)
{
    static const char *const bad[] = {"\xff",         "\xc0\x80",
                                      "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                      "\xe2\x82",     "\xf0\x80\x80\x80",
                                      "\x80",         "ok \xc3",
                                      "\xe0\x9f\xbf", "\xf8\x88\x80\x80\x80"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text text = {0};
        struct sink_json json;

        sink_json_init(&json, &text);
        sink_object(&json.sink, NULL);
        sink_string(&json.sink, "t", bad[i]);
        sink_close(&json.sink);
        json_t *read = json_loadb(text.bytes, text.length, 0, NULL);

        cr_expect_not_null(read, "%zu: %s", i, text.bytes);
        json_decref(read);
        text_clear(&text);
    }
}

Test(json, valid_utf8_is_unchanged)
{
    static const char good[] = "\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x9f";
    struct text text = {0};

    json_text_string(&text, good, sizeof good - 1);
    cr_expect_str_eq(text.bytes, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x9f\"");
    text_clear(&text);
}

Test(json, times_are_rfc_3339)
{
    char at[TIMESTAMP_SIZE];

    timestamp_format(INT64_C(1795202102123456), at);
    cr_expect_str_eq(at, "2026-11-20T19:15:02.123Z");
    timestamp_format(1, at);
    cr_expect_str_eq(at, "1970-01-01T00:00:00.000Z");
}

Test(json, the_most_specific_range_of_accept_decides)
{
    static const struct {
        const char *header;
        bool wants;
    } rows[] = {
        {NULL, true},
        {"*/*", true},
        {"application/*", true},
        {"application/json", true},
        {"APPLICATION/JSON", true},
        {"text/html, application/json;q=0.5", true},
        {"text/html", false},
        {"text/*", false},
        {"application/json;q=0, */*", false},
        {"*/*;q=0.1, application/json;q=0.000", false},
        {"application/*;q=0, application/json", true},
        {"application/jsonp", false},
        {"", false},
        {"application/json;q=0.001", true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(accept_choose(rows[i].header, "application/json") != NULL,
                     rows[i].wants, "%s", rows[i].header);
}

Test(json, the_preferred_language_is_chosen)
{
    static const struct {
        const char *header, *chosen;
    } rows[] = {
        {NULL, "en"},        {"de", "de"},
        {"de-AT", "de"},     {"DE-de, en;q=0.9", "de"},
        {"fr", "en"},        {"fr, de;q=0.1", "de"},
        {"en-GB, de", "en"}, {"de;q=0.5, en;q=0.8", "en"},
        {"*", "en"},         {"de;q=0", "en"},
        {"den", "en"},       {"*;q=0.1, de;q=0.2", "de"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(strncmp(accept_language(rows[i].header, "en, de"),
                          rows[i].chosen, 2) == 0,
                  "%s", rows[i].header);
}

Test(json, the_preferred_of_two_types_is_chosen)
{
    static const char types[] = "application/json, text/event-stream";
    static const struct {
        const char *header, *chosen; /* the first letter */
    } rows[] = {
        {NULL, "a"},
        {"*/*", "a"},
        {"application/json", "a"},
        {"text/event-stream", "t"},
        {"text/event-stream, */*", "t"},
        {"application/*, text/*", "a"},
        {"application/json;q=0.5, text/event-stream", "t"},
        {"application/json, text/event-stream;q=0.9", "a"},
        {"text/event-stream;q=0.25, */*;q=0.3", "a"},
        {"text/event-stream;v=1;q=0.3, */*;q=0.25", "t"},
        {"application/json;q=0, */*;q=0.1", "t"},
        {"text/html", NULL},
        {"text/event-stream;q=0", NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *chosen = accept_choose(rows[i].header, types);

        cr_expect_eq(chosen ? *chosen : '-',
                     rows[i].chosen ? *rows[i].chosen : '-', "%s",
                     rows[i].header);
    }
}

Test(json, the_content_type_of_a_body_is_json_in_utf8)
{
    cr_expect(content_type_is("application/json", "application/json"));
    cr_expect(
        content_type_is("application/json; charset=UTF-8", "application/json"));
    cr_expect(content_type_is("Application/JSON;charset=\"utf-8\"",
                              "application/json"));
    cr_expect(!content_type_is(NULL, "application/json"));
    cr_expect(!content_type_is("application/jsonx", "application/json"));
    cr_expect(!content_type_is("application/json; charset=utf-16",
                               "application/json"));
}
