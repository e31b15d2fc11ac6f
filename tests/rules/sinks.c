/* Sinks and the text source: what is written reads back, whatever it is, and
 * text that no sink writes is refused. */
#include "rules/sink.h"

#include <criterion/criterion.h>

#include <string.h>

enum { NODES = 512 };

static char text[1 << 14];
static struct source_text_node nodes[NODES];
static struct source_text source;

/* Start a text sink on the common buffer. */
static struct sink *begin(struct sink_text *sink)
{
    sink_text_init(sink, text, sizeof text);
    return &sink->sink;
}

static bool reads(const char *document)
{
    static char copy[1 << 14];

    memcpy(copy, document, strlen(document) + 1);
    return source_text_init(&source, copy, nodes, NODES);
}

static source_node member(source_node object, const char *key)
{
    return source.source.member(&source.source, object, key);
}

static source_node element(source_node array, size_t index)
{
    return source.source.element(&source.source, array, index);
}

/* A document with something of everything. */
static void write_sample(struct sink *s)
{
    sink_number(s, "low", INT64_MIN);
    sink_number(s, "high", INT64_MAX);
    sink_truth(s, "yes", true);
    sink_truth(s, "no", false);
    sink_null(s, "nothing");
    sink_string(s, "words", "a \"b\"\\\n\tc \x01\x7f ä");
    sink_object(s, "nobody");
    sink_close(s);
    sink_array(s, "none");
    sink_close(s);
    sink_array(s, "players");
    for (int i = 0; i < 12; i++) {
        sink_object(s, NULL);
        sink_number(s, "points", i);
        sink_array(s, "hand");
        sink_number(s, NULL, 10 * i);
        sink_array(s, NULL);
        sink_close(s);
        sink_close(s);
        sink_close(s);
    }
    sink_close(s);
}

Test(sink_text, writes_one_line_for_each_leaf)
{
    struct sink_text sink;
    struct sink *s = begin(&sink);

    sink_number(s, "round", 3);
    sink_array(s, "players");
    sink_object(s, NULL);
    sink_string(s, "name", "ada");
    sink_truth(s, "left", false);
    sink_close(s);
    sink_null(s, NULL);
    sink_close(s);
    sink_object(s, "slots");
    sink_close(s);

    cr_expect_str_eq(text, "round 3\n"
                           "players.0.name \"ada\"\n"
                           "players.0.left false\n"
                           "players.1 null\n"
                           "slots {}\n");
    cr_expect_eq(sink.length, strlen(text));
    cr_expect_not(sink.overflow);
    cr_expect_eq(sink.depth, 0);
}

/* Whatever the buffer's size, what is there is a beginning of the whole, in
 * whole lines. */
Test(sink_text, a_full_buffer_holds_a_beginning_of_the_text)
{
    static char whole[sizeof text];
    struct sink_text sink;

    write_sample(begin(&sink));
    memcpy(whole, text, sizeof whole);
    for (size_t cap = 1; cap <= strlen(whole) + 1; cap++) {
        memset(text, 'X', sizeof text);
        sink_text_init(&sink, text, cap);
        write_sample(&sink.sink);

        cr_assert_eq(sink.overflow, cap <= strlen(whole));
        cr_assert_eq(sink.length, strlen(text));
        cr_assert_eq(strncmp(text, whole, sink.length), 0);
        cr_assert(sink.length == 0 || text[sink.length - 1] == '\n');
        cr_assert_eq(text[cap], 'X', "nothing is written past the buffer");
        cr_assert_eq(sink.depth, 0);
    }
}

Test(sink_text, survives_documents_that_are_too_deep_or_have_long_paths)
{
    struct sink_text sink;
    struct sink *s = begin(&sink);
    char key[200];

    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    for (int i = 0; i < 40; i++)
        sink_object(s, key);
    sink_number(s, "deep", 1);
    for (int i = 0; i < 40; i++)
        sink_close(s);
    cr_expect(sink.overflow);
    cr_expect_eq(sink.depth, 0);

    s = begin(&sink);
    for (int i = 0; i < 40; i++)
        sink_array(s, i ? NULL : "a");
    sink_string(s, NULL, "deep");
    for (int i = 0; i < 40; i++)
        sink_close(s);
    cr_expect(sink.overflow);
    cr_expect_eq(sink.depth, 0);
}

Test(source_text, reads_every_kind_of_value_back)
{
    struct sink_text sink;
    int64_t number = 0;
    bool truth = false;
    const char *words = NULL;
    const struct source *in = &source.source;

    write_sample(begin(&sink));
    cr_assert(reads(text));

    cr_expect(in->number(in, member(0, "low"), &number));
    cr_expect_eq(number, INT64_MIN);
    cr_expect(in->number(in, member(0, "high"), &number));
    cr_expect_eq(number, INT64_MAX);
    cr_expect(in->truth(in, member(0, "yes"), &truth));
    cr_expect(truth);
    cr_expect(in->truth(in, member(0, "no"), &truth));
    cr_expect_not(truth);
    cr_expect(in->is_null(in, member(0, "nothing")));
    cr_expect(in->text(in, member(0, "words"), &words));
    cr_expect_str_eq(words, "a \"b\"\\\n\tc \x01\x7f ä");
}

Test(source_text, finds_members_and_elements)
{
    struct sink_text sink;
    int64_t number = 0;
    const struct source *in = &source.source;
    source_node players;

    write_sample(begin(&sink));
    cr_assert(reads(text));

    players = member(0, "players");
    cr_expect_eq(in->length(in, players), 12);
    for (size_t i = 0; i < 12; i++) {
        source_node hand = member(element(players, i), "hand");

        cr_expect_eq(in->length(in, hand), 2);
        cr_expect(in->number(in, element(hand, 0), &number));
        cr_expect_eq(number, 10 * (int64_t)i);
        cr_expect_neq(element(hand, 1), (source_node)SOURCE_NONE);
        cr_expect_eq(in->length(in, element(hand, 1)), 0);
    }
    cr_expect_eq(element(players, 12), (source_node)SOURCE_NONE);
    cr_expect_eq(in->length(in, member(0, "none")), 0);
    cr_expect_neq(member(0, "nobody"), (source_node)SOURCE_NONE);
}

Test(source_text, asking_for_what_is_not_there_is_safe)
{
    source_node lost[] = {SOURCE_NONE, 12345, SOURCE_NONE};
    const struct source *in = &source.source;
    int64_t number = 42;
    bool truth = true;
    const char *words = "same";

    cr_assert(reads("a 1\n"));
    lost[2] = member(0, "b");
    for (size_t i = 0; i < 3; i++) {
        cr_expect_eq(member(lost[i], "a"), (source_node)SOURCE_NONE);
        cr_expect_eq(element(lost[i], 0), (source_node)SOURCE_NONE);
        cr_expect_eq(in->length(in, lost[i]), 0);
        cr_expect_not(in->number(in, lost[i], &number));
        cr_expect_not(in->truth(in, lost[i], &truth));
        cr_expect_not(in->text(in, lost[i], &words));
        cr_expect_not(in->is_null(in, lost[i]));
    }
    cr_expect_not(in->truth(in, member(0, "a"), &truth), "a number is none");
    cr_expect_not(in->text(in, member(0, "a"), &words));
    cr_expect_eq(number, 42);
    cr_expect(truth);
    cr_expect_str_eq(words, "same");
}

Test(source_text, the_empty_document_is_an_empty_object)
{
    cr_expect(reads(""));
    cr_expect_eq(member(0, "a"), (source_node)SOURCE_NONE);
}

Test(source_text, text_that_no_sink_writes_is_refused)
{
    static const struct {
        const char *document;
        size_t line;
    } cases[] = {
        {"a\n", 1},
        {"a \n", 1},
        {" 1\n", 1},
        {"a 1\n\nb 1\n", 2},
        {"a 1\na 2\n", 2},
        {"a 1\na.b 2\n", 2},
        {"a.b 1\na 2\n", 2},
        {"a..b 1\n", 1},
        {".a 1\n", 1},
        {"a. 1\n", 1},
        {"a.0 1\na.2 1\n", 2},
        {"a.0 1\na.b 1\n", 2},
        {"a.b 1\na.c 1\na.b.c 1\n", 3},
        {"a 01\n", 1},
        {"a -0\n", 1},
        {"a +1\n", 1},
        {"a 1.5\n", 1},
        {"a 1 \n", 1},
        {"a --1\n", 1},
        {"a -\n", 1},
        {"a 9223372036854775808\n", 1},
        {"a -9223372036854775809\n", 1},
        {"a 99999999999999999999999\n", 1},
        {"a True\n", 1},
        {"a nul\n", 1},
        {"a \"b\n", 1},
        {"a \"\n", 1},
        {"a \"b\" \n", 1},
        {"a \"b\"c\"\n", 1},
        {"a \"\\\n", 1},
        {"a \"\\x\"\n", 1},
        {"a \"\\u0000\"\n", 1},
        {"a \"\\u00\"\n", 1},
        {"a \"\\u001\"\n", 1},
        {"a \"\\u1234\"\n", 1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_not(reads(cases[i].document), "case %zu: %s", i,
                      cases[i].document);
        cr_expect_eq(source.line, cases[i].line, "case %zu: line %zu", i,
                     source.line);
    }
}

Test(source_text, refuses_a_document_of_more_nodes_than_it_has)
{
    char document[] = "a.b 1\nc 2\n";
    struct source_text_node few[3];

    cr_expect_not(source_text_init(&source, document, few, 3));
    cr_expect_eq(source.line, 2);
    cr_expect_not(source_text_init(&source, document, few, 0));
}

static uint64_t hash_of(void (*write)(struct sink *))
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    write(&sink.sink);
    return sink.hash;
}

static void write_number(struct sink *s)
{
    sink_number(s, "a", 1);
}

static void write_other_number(struct sink *s)
{
    sink_number(s, "a", 2);
}

static void write_other_key(struct sink *s)
{
    sink_number(s, "b", 1);
}

static void write_truth(struct sink *s)
{
    sink_truth(s, "a", true);
}

static void write_falsehood(struct sink *s)
{
    sink_truth(s, "a", false);
}

static void write_text(struct sink *s)
{
    sink_string(s, "a", "1");
}

static void write_null(struct sink *s)
{
    sink_null(s, "a");
}

static void write_object(struct sink *s)
{
    sink_object(s, "a");
    sink_close(s);
}

static void write_array(struct sink *s)
{
    sink_array(s, "a");
    sink_close(s);
}

static void write_inside(struct sink *s)
{
    sink_object(s, "a");
    sink_number(s, "b", 1);
    sink_close(s);
}

static void write_beside(struct sink *s)
{
    sink_object(s, "a");
    sink_close(s);
    sink_number(s, "b", 1);
}

static void write_nothing(struct sink *s)
{
    (void)s;
}

Test(sink_hash, differs_between_documents)
{
    void (*const writers[])(struct sink *) = {
        write_nothing, write_number,    write_other_number, write_other_key,
        write_truth,   write_falsehood, write_text,         write_null,
        write_object,  write_array,     write_inside,       write_beside,
        write_sample};
    const size_t count = sizeof writers / sizeof *writers;

    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(hash_of(writers[i]), hash_of(writers[i]));
        for (size_t j = 0; j < i; j++)
            cr_expect_neq(hash_of(writers[i]), hash_of(writers[j]),
                          "documents %zu and %zu", i, j);
    }
}

/* The words of a number: its mark, its key, itself; computed apart. */
Test(sink_hash, is_the_same_on_every_machine)
{
    const uint64_t words[] = {'1', 'a', 1};
    uint64_t hash = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        hash ^= words[i];
        hash *= UINT64_C(11400714819323198485);
        hash ^= hash / 536870912;
    }

    cr_expect_eq(hash_of(write_number), hash);
}
