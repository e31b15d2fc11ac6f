/* A sink that writes JSON. */
#include "api/json/sink_json.h"

#include "base/json_text.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static struct sink_json *json_of(struct sink *sink)
{
    return (struct sink_json *)(void *)sink;
}

/* ---- the operations ---- */

/* The part before every value: a comma, and the key.  Keys are constant words,
 * so nothing in them is escaped. */
static struct text *begin_value(struct sink *sink, const char *key)
{
    struct sink_json *json = json_of(sink);
    struct text *text = json->text;
    const size_t length = key ? strlen(key) : 0;
    char *at;

    if (!text_reserve(text, length + sizeof ",\"\":"))
        return text;
    at = text->bytes + text->length;
    if (json->depth > 0) {
        if (json->filled[json->depth - 1])
            *at++ = ',';
        json->filled[json->depth - 1] = true;
    }
    if (key) {
        *at++ = '"';
        memcpy(at, key, length);
        at += length;
        *at++ = '"';
        *at++ = ':';
    }
    *at = '\0';
    text->length = (size_t)(at - text->bytes);
    return text;
}

static void json_number(struct sink *sink, const char *key, int64_t value)
{
    json_text_number(begin_value(sink, key), value);
}

static void json_truth(struct sink *sink, const char *key, bool value)
{
    text_add_string(begin_value(sink, key), value ? "true" : "false");
}

static void json_text(struct sink *sink, const char *key, const char *value)
{
    json_text_string(begin_value(sink, key), value, strlen(value));
}

static void json_null(struct sink *sink, const char *key)
{
    text_add(begin_value(sink, key), "null", 4);
}

static void json_open(struct sink *sink, const char *key, enum sink_shape shape)
{
    struct sink_json *json = json_of(sink);

    assert(json->depth < SINK_JSON_DEPTH);
    text_add(begin_value(sink, key), shape == SINK_OBJECT ? "{" : "[", 1);
    json->filled[json->depth] = false;
    json->closing[json->depth] = shape == SINK_OBJECT ? '}' : ']';
    json->depth++;
}

static void json_close(struct sink *sink)
{
    struct sink_json *json = json_of(sink);

    assert(json->depth > 0);
    json->depth--;
    text_add(json->text, &json->closing[json->depth], 1);
}

void sink_json_init(struct sink_json *sink, struct text *text)
{
    *sink = (struct sink_json){
        .sink = {.number = json_number,
                 .truth = json_truth,
                 .text = json_text,
                 .null = json_null,
                 .open = json_open,
                 .close = json_close},
        .text = text,
    };
}

void sink_json_continue(struct sink_json *sink, struct text *text)
{
    while (text->length > 0 && text->bytes[text->length - 1] != '}')
        text->length--;
    if (text->length > 0)
        text->length--;
    sink_json_init(sink, text);
    sink->depth = 1;
    sink->filled[0] = true;
    sink->closing[0] = '}';
}
