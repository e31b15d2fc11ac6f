/* JSON of a body as a document for the rules. */
#include "api/json/json_source.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A body that is being read: root is what the client sent. */
struct body {
    struct input in;
    struct document document;
    bool is_read;
};

static void body_of(struct body *body, const char *json)
{
    *body = (struct body){0};
    body->in.root = json_loads(json, JSON_DECODE_ANY, NULL);
    cr_assert_not_null(body->in.root, "%s", json);
    body->is_read = json_source_begin(&body->document, &body->in, body->in.root,
                                      "/position");
}

static void body_end(struct body *body)
{
    json_source_end(&body->document);
    json_decref(body->in.root);
}

static const struct source *source_of(const struct body *body)
{
    return &body->document.source;
}

Test(json_source, members_are_found_by_name_and_index)
{
    struct body body;
    int64_t number = 0;
    bool truth = false;
    const char *text = NULL;

    body_of(&body, "{\"n\":-9223372036854775808,\"t\":true,\"none\":null,"
                   "\"words\":\"a\\\"b\\\\c\\n\\u00e9\",\"list\":[1,[],{},2],"
                   "\"deep\":{\"er\":{\"still\":[false]}}}");
    const struct source *s = source_of(&body);

    cr_assert(body.is_read);
    cr_expect(s->number(s, s->member(s, 0, "n"), &number));
    cr_expect_eq(number, INT64_MIN);
    cr_expect(s->truth(s, s->member(s, 0, "t"), &truth) && truth);
    cr_expect(s->is_null(s, s->member(s, 0, "none")));
    cr_expect(s->text(s, s->member(s, 0, "words"), &text));
    cr_expect_str_eq(text, "a\"b\\c\n\xc3\xa9");
    source_node list = s->member(s, 0, "list");

    cr_expect_eq(s->length(s, list), 4);
    cr_expect(s->number(s, s->element(s, list, 3), &number) && number == 2);
    cr_expect_eq(s->length(s, s->element(s, list, 1)), 0);
    source_node still =
        s->member(s, s->member(s, s->member(s, 0, "deep"), "er"), "still");

    cr_expect(s->truth(s, s->element(s, still, 0), &truth) && !truth);
    body_end(&body);
}

Test(json_source, the_first_missing_place_is_stored)
{
    struct body body;
    char pointer[POINTER_SIZE];
    int64_t number;

    body_of(&body, "{\"seats\":[{\"points\":1},{\"points\":\"two\"}]}");
    const struct source *s = source_of(&body);
    source_node seats = s->member(s, 0, "seats");
    source_node second = s->element(s, seats, 1);

    cr_expect(!json_source_missed(&body.document, pointer), "nothing yet");
    cr_expect(!s->number(s, s->member(s, second, "points"), &number));
    cr_expect(!s->number(s, s->member(s, second, "cards"), &number));
    cr_expect(json_source_missed(&body.document, pointer));
    cr_expect_str_eq(pointer, "/position/seats/1/points");
    body_end(&body);
}

Test(json_source, a_missing_member_or_element_is_pointed_to)
{
    struct body body;
    char pointer[POINTER_SIZE];

    body_of(&body, "{\"seats\":[{}]}");
    const struct source *s = source_of(&body);

    cr_expect_eq(s->element(s, s->member(s, 0, "seats"), 2), SOURCE_NONE);
    cr_expect(json_source_missed(&body.document, pointer));
    cr_expect_str_eq(pointer, "/position/seats/2");
    body_end(&body);
    body_of(&body, "{\"seats\":[{}]}");
    s = source_of(&body);
    cr_expect_eq(
        s->member(s, s->element(s, s->member(s, 0, "seats"), 0), "hand"),
        SOURCE_NONE);
    cr_expect(json_source_missed(&body.document, pointer));
    cr_expect_str_eq(pointer, "/position/seats/0/hand");
    body_end(&body);
}

Test(json_source,
     values_that_documents_do_not_have_are_refused_with_their_place)
{
    static const struct {
        const char *json, *pointer;
    } rows[] = {
        {"{\"a\":{\"b\":[0,1.5]}}", "/position/a/b/1"},
        {"{\"a\":{\"\":1}}", "/position/a"},
        {"{\"a b\":1}", "/position"},
        {"{\"a.b\":1}", "/position"},
        {"{\"a\\nb 1\\nc\":1}", "/position"},
        {"{\"0\":1}", "/position"},
        {"{\"a\":{\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\":1}}",
         "/position/a"},
        {"{\"a\":[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]}", "/position"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct body body;

        body_of(&body, rows[i].json);
        cr_expect(!body.is_read, "%s", rows[i].json);
        cr_expect_eq(body.in.fault_count, 1);
        cr_expect_str_eq(body.in.faults[0].pointer, rows[i].pointer, "%s",
                         rows[i].json);
        body_end(&body);
    }
}

/* The lines of a document may have many more bytes than its JSON. */
Test(json_source, the_largest_bodies_are_read_completely_or_refused)
{
    static const char *const keys[] = {
        "a", "a_very_long_name_of_a_member_in_a_body"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        enum { ELEMENTS = 32000 };
        struct text json = {0};
        struct body body;

        text_printf(&json, "{\"%s\":[0", keys[i]);
        for (int n = 1; n < ELEMENTS; n++)
            text_add(&json, ",0", 2);
        text_add(&json, "]}", 2);
        body_of(&body, json.bytes);
        if (body.is_read) {
            const struct source *s = source_of(&body);

            cr_expect_eq(s->length(s, s->member(s, 0, keys[i])), ELEMENTS);
        } else {
            cr_expect_eq(body.in.fault_count, 1);
        }
        cr_expect_eq(body.is_read, i == 0);
        body_end(&body);
        text_clear(&json);
    }
}

Test(json_source, an_empty_object_is_a_document)
{
    struct body body;

    body_of(&body, "{}");
    const struct source *s = source_of(&body);

    cr_assert(body.is_read);
    cr_expect_eq(s->member(s, 0, "seats"), SOURCE_NONE);
    body_end(&body);
}
