/* A member of a body as a document that the rules can read.
 *
 * The JSON is written to a text sink, and the rules' own source reads that
 * text: so there is one way to read a document, whether it is from a file, the
 * database or a client. */
#include "api/json/json_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MAX = 1024 * 1024, /* bytes of a document's lines */
    KEY_MAX = 40,           /* bytes of a key */
};

/* ---- writing JSON to a sink ---- */

struct teller {
    struct input *fields;
    struct sink_text sink;
    size_t places; /* values written */
    bool is_good;
    char pointer[POINTER_SIZE];
};

static void refuse(struct teller *teller, const char *code, const char *detail)
{
    if (teller->is_good)
        input_fault(teller->fields, teller->pointer, code, "%s", detail);
    teller->is_good = false;
}

/* A key is a word: it can neither end a line nor look like an index. */
static bool is_word(const char *key)
{
    static const char signs[] = "0123456789_-"
                                "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = strspn(key, signs);

    return length > 0 && length <= KEY_MAX && key[length] == '\0' &&
           !strchr("0123456789", *key);
}

static void tell_value(struct teller *teller, const char *key, json_t *value);

static void tell_members(struct teller *teller, json_t *object)
{
    const size_t length = strlen(teller->pointer);
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        if (!is_word(key)) {
            refuse(teller, "unknown",
                   "Member names like this one are not allowed.");
            return;
        }
        snprintf(teller->pointer + length, POINTER_SIZE - length, "/%s", key);
        tell_value(teller, key, value);
        teller->pointer[length] = '\0';
    }
}

static void tell_elements(struct teller *teller, json_t *array)
{
    const size_t length = strlen(teller->pointer);
    size_t index;
    json_t *value;

    json_array_foreach(array, index, value)
    {
        snprintf(teller->pointer + length, POINTER_SIZE - length, "/%zu",
                 index);
        tell_value(teller, NULL, value);
        teller->pointer[length] = '\0';
    }
}

static void tell_value(struct teller *teller, const char *key, json_t *value)
{
    struct sink *sink = &teller->sink.sink;

    teller->places++;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        sink_object(sink, key);
        tell_members(teller, value);
        sink_close(sink);
        break;
    case JSON_ARRAY:
        sink_array(sink, key);
        tell_elements(teller, value);
        sink_close(sink);
        break;
    case JSON_STRING: sink_string(sink, key, json_string_value(value)); break;
    case JSON_INTEGER: sink_number(sink, key, json_integer_value(value)); break;
    case JSON_TRUE: sink_truth(sink, key, true); break;
    case JSON_FALSE: sink_truth(sink, key, false); break;
    case JSON_NULL: sink_null(sink, key); break;
    case JSON_REAL:
        refuse(teller, "type", "Documents may contain only whole numbers.");
        break;
    }
}

/* Write the lines of the document to document->text; returns how many values
 * they have, 0 when the JSON cannot be written as lines. */
static size_t tell(struct document *document, struct input *fields,
                   json_t *value)
{
    struct teller teller = {.fields = fields, .is_good = true};

    snprintf(teller.pointer, sizeof teller.pointer, "%s", document->pointer);
    document->text = malloc(TEXT_MAX);
    if (!document->text) {
        refuse(&teller, "range", "The document cannot be read now.");
        return 0;
    }
    sink_text_init(&teller.sink, document->text, TEXT_MAX);
    tell_members(&teller, value);
    if (teller.sink.overflow)
        refuse(&teller, "range", "This is too large or nested too deeply.");
    return teller.is_good ? teller.places + 1 : 0;
}

/* ---- a source that stores the first miss ---- */

static const struct document *document_of(const struct source *source)
{
    return (const struct document *)source;
}

static const struct source *inner_of(const struct source *source)
{
    return &document_of(source)->inner.source;
}

static void note(const struct source *source, struct json_source_miss miss)
{
    struct json_source_miss *noted = document_of(source)->miss;

    miss.is_one = true;
    if (!noted->is_one && miss.node != SOURCE_NONE)
        *noted = miss;
}

static source_node find_member(const struct source *source, source_node object,
                               const char *key)
{
    const struct source *inner = inner_of(source);
    source_node found = inner->member(inner, object, key);

    if (found == SOURCE_NONE)
        note(source, (struct json_source_miss){.node = object, .key = key});
    return found;
}

static source_node find_element(const struct source *source, source_node array,
                                size_t index)
{
    const struct source *inner = inner_of(source);
    source_node found = inner->element(inner, array, index);

    if (found == SOURCE_NONE)
        note(source, (struct json_source_miss){
                         .node = array, .is_element = true, .index = index});
    return found;
}

static size_t find_length(const struct source *source, source_node array)
{
    const struct source *inner = inner_of(source);

    return inner->length(inner, array);
}

static bool find_number(const struct source *source, source_node node,
                        int64_t *out)
{
    const struct source *inner = inner_of(source);
    bool is_one = inner->number(inner, node, out);

    if (!is_one)
        note(source, (struct json_source_miss){.node = node});
    return is_one;
}

static bool find_truth(const struct source *source, source_node node, bool *out)
{
    const struct source *inner = inner_of(source);
    bool is_one = inner->truth(inner, node, out);

    if (!is_one)
        note(source, (struct json_source_miss){.node = node});
    return is_one;
}

static bool find_text(const struct source *source, source_node node,
                      const char **out)
{
    const struct source *inner = inner_of(source);
    bool is_one = inner->text(inner, node, out);

    if (!is_one)
        note(source, (struct json_source_miss){.node = node});
    return is_one;
}

static bool find_null(const struct source *source, source_node node)
{
    const struct source *inner = inner_of(source);

    return inner->is_null(inner, node);
}

/* ---- the document ---- */

bool json_source_begin(struct document *document, struct input *fields,
                       json_t *value, const char *pointer)
{
    static const struct source operations = {
        .member = find_member,
        .element = find_element,
        .length = find_length,
        .number = find_number,
        .truth = find_truth,
        .text = find_text,
        .is_null = find_null,
    };

    *document = (struct document){.source = operations, .pointer = pointer};
    size_t places = tell(document, fields, value);

    if (places == 0)
        return false;
    document->nodes = calloc(places, sizeof *document->nodes);
    document->miss = calloc(1, sizeof *document->miss);
    if (document->nodes && document->miss &&
        source_text_init(&document->inner, document->text, document->nodes,
                         places))
        return true;
    input_fault(fields, pointer, "range", "This cannot be read.");
    return false;
}

void json_source_end(struct document *document)
{
    free(document->nodes);
    free(document->text);
    free(document->miss);
    *document = (struct document){0};
}

/* Write the pointer to a node from its end: the keys of its parents are stored
 * before its own. */
static void write_pointer(const struct document *document, source_node node,
                          char out[POINTER_SIZE])
{
    if (node == 0) {
        snprintf(out, POINTER_SIZE, "%s", document->pointer);
        return;
    }
    const struct source_text_node *at = &document->nodes[node];

    write_pointer(document, at->parent, out);
    size_t length = strlen(out);

    snprintf(out + length, POINTER_SIZE - length, "/%.*s", (int)at->key_length,
             at->key);
}

bool json_source_missed(const struct document *document, char out[POINTER_SIZE])
{
    const struct json_source_miss *miss = document->miss;

    if (!miss || !miss->is_one)
        return false;
    write_pointer(document, miss->node, out);
    size_t length = strlen(out);

    if (miss->key)
        snprintf(out + length, POINTER_SIZE - length, "/%s", miss->key);
    else if (miss->is_element)
        snprintf(out + length, POINTER_SIZE - length, "/%zu", miss->index);
    return true;
}
