/* The kit: what a strict reader refuses, where and why. */
#include "rules/kit/reader.h"
#include "rules/kit/fault.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* A document of lines, and a reader of it. */
struct sheet {
    char text[512];
    struct source_text_node nodes[64];
    struct source_text source;
    struct position_fault fault;
    struct reader reader;
};

static struct reader *read_text(struct sheet *sheet, const char *text)
{
    memset(sheet, 0, sizeof *sheet);
    snprintf(sheet->text, sizeof sheet->text, "%s", text);
    cr_assert(source_text_init(&sheet->source, sheet->text, sheet->nodes, 64));
    sheet->reader.source = &sheet->source.source;
    sheet->reader.fault = &sheet->fault;
    return &sheet->reader;
}

#define EXPECT_FAULT(sheet, place, why)                                        \
    do {                                                                       \
        cr_expect((sheet).reader.bad);                                         \
        cr_expect_str_eq((sheet).fault.pointer, place);                        \
        cr_expect_str_eq((sheet).fault.reason, why);                           \
    } while (0)

static const char *const words[] = {"low", "high", "any"};

Test(kit, the_first_fault_is_reported)
{
    struct sheet sheet;
    struct reader *r = read_text(&sheet, "a 1\nb.0 7\nb.1 true\n");

    cr_expect_eq(reader_number(r, 0, "a", 0, 5), 1);
    cr_expect_not(r->bad);
    cr_expect_eq(reader_number_at(
                     r, reader_element(r, reader_member(r, 0, "b"), 0), 1, 5),
                 0);
    cr_expect_eq(reader_number(r, 0, "a", 2, 5), 0);
    EXPECT_FAULT(sheet, "/b/0", "This must be a whole number from 1 to 5.");
}

Test(kit, each_kind_of_value_is_checked)
{
    static const char text[] = "n 9\nt \"x\"\nnull null\nlist.0 1\nlist.1 2\n"
                               "o.n 1\n";
    struct sheet s;
    struct reader *r = read_text(&s, text);
    uint8_t secret[RULES_SECRET_SIZE], bytes[4];

    (void)reader_number(r, 0, "t", 3, 3);
    EXPECT_FAULT(s, "/t", "This must be the number 3.");
    (void)reader_maybe_or(read_text(&s, text), 0, "n", 8, 0);
    EXPECT_FAULT(s, "/n", "This must be null or a whole number from 1 to 8.");
    (void)reader_truth(read_text(&s, text), 0, "n");
    EXPECT_FAULT(s, "/n", "This must be true or false.");
    r = read_text(&s, text);
    (void)READER_WORD(r, 0, "t", words);
    EXPECT_FAULT(s, "/t", "This must be \"low\", \"high\" or \"any\".");
    r = read_text(&s, text);
    (void)reader_length(r, reader_member(r, 0, "list"), 1);
    EXPECT_FAULT(s, "/list", "This must be an array of at most 1.");
    r = read_text(&s, text);
    (void)reader_length(r, reader_member(r, 0, "n"), 1);
    EXPECT_FAULT(s, "/n", "This must be an array of at most 1.");
    r = read_text(&s, text);
    (void)reader_element(r, reader_member(r, 0, "list"), 2);
    EXPECT_FAULT(s, "/list", "This must have 3 elements or more.");
    r = read_text(&s, text);
    (void)reader_bytes(r, reader_member(r, 0, "list"), bytes, 4, 1, 1);
    EXPECT_FAULT(s, "/list/1", "This must be the number 1.");
    r = read_text(&s, text);
    reader_secret_at(r, reader_member(r, 0, "t"), secret);
    EXPECT_FAULT(s, "/t", "This must be 64 hexadecimal digits.");
    r = read_text(&s, text);
    READER_KNOW(r, reader_member(r, 0, "n"), "n");
    EXPECT_FAULT(s, "/n", "This must be an object.");
}

Test(kit, a_required_member_and_an_unknown_one_are_named)
{
    struct sheet s;
    struct reader *r = read_text(&s, "o.one 1\no.tow 2\n");
    const source_node o = reader_member(r, 0, "o");

    READER_KNOW(r, o, "one", "tow");
    cr_expect_not(r->bad);
    (void)reader_number(r, o, "two", 0, 9);
    EXPECT_FAULT(s, "/o/two", "This member is required.");
    r = read_text(&s, "o.one 1\no.tow 2\n");
    READER_KNOW(r, o, "one", "two");
    EXPECT_FAULT(s, "/o/tow", "A position has no such member.");
}

Test(kit, a_member_that_is_left_out_has_its_default)
{
    struct sheet s;
    struct reader *r = read_text(&s, "o {}\n");

    cr_expect_eq(reader_number_or(r, 0, "n", 1, 5, 77), 77);
    cr_expect_eq(reader_maybe_or(r, 0, "n", 5, 3), 3);
    cr_expect(reader_truth_or(r, 0, "n", true));
    cr_expect_eq(READER_WORD_OR(r, 0, "n", words, 2), 2);
    cr_expect_eq(reader_find(r, SOURCE_NONE, "n"), SOURCE_NONE);
    cr_expect_eq(reader_length(r, SOURCE_NONE, 3), 0);
    READER_KNOW(r, SOURCE_NONE, "n");
    cr_expect_not(r->bad);
}

Test(kit, a_view_is_whole_but_may_have_members_of_a_newer_program)
{
    struct sheet s;
    struct reader *r = read_text(&s, "new 1\n");

    r->is_view = true;
    READER_KNOW(r, 0, "n");
    cr_expect_not(r->bad);
    cr_expect_eq(reader_number_or(r, 0, "n", 1, 5, 77), 77);
    EXPECT_FAULT(s, "/n", "This member is required.");
}

Test(kit, a_pointer_escapes_keys_and_is_cut_if_it_is_long)
{
    struct sheet s;
    struct reader *r = read_text(&s, "a~b/c 1\n");
    char text[300];

    READER_KNOW(r, 0, "n");
    cr_expect_str_eq(s.fault.pointer, "/a~0b~1c");
    snprintf(text, sizeof text, "%0200d 1\n", 1);
    r = read_text(&s, text);
    READER_KNOW(r, 0, "n");
    cr_expect(r->bad);
    cr_expect_eq(strlen(s.fault.pointer), sizeof s.fault.pointer - 1);
}

/* Where the steps of a check lead in a document. */
static const char *located(const char *text, const char *steps)
{
    static struct sheet sheet;

    (void)read_text(&sheet, text);
    fault_place(&sheet.fault, "%s", steps);
    fault_locate(&sheet.fault, &sheet.source.source);
    return sheet.fault.pointer;
}

Test(kit, steps_find_what_the_document_has)
{
    static const char text[] = "seats.0.hand.0 9\nseats.0.hand.1 17\n"
                               "seats.1.sites.0.site 4\n"
                               "seats.1.sites.1.site 2\n"
                               "slots.0.slot \"red1\"\n";

    cr_expect_str_eq(located(text, ""), "");
    cr_expect_str_eq(located(text, "seats/1"), "/seats/1");
    cr_expect_str_eq(located(text, "seats/0/hand/=17"), "/seats/0/hand/1");
    cr_expect_str_eq(located(text, "seats/0/hand/=3"), "/seats/0/hand");
    cr_expect_str_eq(located(text, "seats/1/sites/site=2/city"),
                     "/seats/1/sites/1/city");
    cr_expect_str_eq(located(text, "seats/1/sites/site=3/city"),
                     "/seats/1/sites");
    cr_expect_str_eq(located(text, "slots/slot=red1/tiles"), "/slots/0/tiles");
    cr_expect_str_eq(located(text, "hidden/deck/=17"), "/hidden/deck");
    cr_expect_str_eq(located(text, "hidden/choices/1/owes"),
                     "/hidden/choices/1/owes");
}
