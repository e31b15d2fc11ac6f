/* A sink that writes JSON. */
#include "api/json/sink_json.h"

#include "base/json_text.h"
#include "rules/short_copy.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static struct sink_json *json_of(struct sink *sink)
{
    return (struct sink_json *)(void *)sink;
}

/* ---- the operations ---- */

/* Make room for a value of this size and write what is before it: a comma, and
 * the key.  Keys are constant words, so nothing in them is escaped.  Returns
 * the place of the value; NULL: out of memory.  Inline, because the call would
 * be a fifth of the cost. */
static inline char *begin_value(struct sink_json *json, struct sink_key key,
                                size_t size)
{
    struct text *text = json->text;
    char *at;

    if (!text_reserve(text, sizeof ",\"\":" + key.length + size))
        return NULL;
    at = text->bytes + text->length;
    if (json->is_filled)
        *at++ = ',';
    json->is_filled = true;
    if (key.word) {
        *at++ = '"';
        at = short_copy(at, key.word, key.length);
        *at++ = '"';
        *at++ = ':';
    }
    return at;
}

static void end_value(struct sink_json *json, char *end)
{
    *end = '\0';
    json->text->length = (size_t)(end - json->text->bytes);
}

static void json_number(struct sink *sink, struct sink_key key, int64_t value)
{
    struct sink_json *json = json_of(sink);
    char *at = begin_value(json, key, JSON_NUMBER_SIZE);

    if (at)
        end_value(json, json_number_write(value, at));
}

static void json_text(struct sink *sink, struct sink_key key, const char *value,
                      size_t length)
{
    struct sink_json *json = json_of(sink);
    char *at = begin_value(json, key, length + 2), *end;

    if (!at)
        return;
    end = json_string_write(value, length, at);
    end_value(json, end ? end : at);
    if (!end)
        json_text_string(json->text, value, length);
}

static void put_word(struct sink *sink, struct sink_key key, const char *word,
                     size_t length)
{
    struct sink_json *json = json_of(sink);
    char *at = begin_value(json, key, length);

    if (at)
        end_value(json, short_copy(at, word, length));
}

static void json_truth(struct sink *sink, struct sink_key key, bool value)
{
    if (value)
        put_word(sink, key, "true", 4);
    else
        put_word(sink, key, "false", 5);
}

static void json_null(struct sink *sink, struct sink_key key)
{
    put_word(sink, key, "null", 4);
}

static void json_open(struct sink *sink, struct sink_key key,
                      enum sink_shape shape)
{
    struct sink_json *json = json_of(sink);
    char *at = begin_value(json, key, 1);

    assert(json->depth < SINK_JSON_DEPTH);
    json->closing[json->depth++] = shape == SINK_OBJECT ? '}' : ']';
    json->is_filled = false;
    if (!at)
        return;
    *at++ = shape == SINK_OBJECT ? '{' : '[';
    end_value(json, at);
}

static void json_close(struct sink *sink)
{
    struct sink_json *json = json_of(sink);
    struct text *text = json->text;

    assert(json->depth > 0);
    json->depth--;
    json->is_filled = json->depth > 0;
    if (text_reserve(text, 1)) {
        char *at = text->bytes + text->length;

        *at++ = json->closing[json->depth];
        end_value(json, at);
    }
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
    sink->is_filled = true;
    sink->closing[0] = '}';
}
