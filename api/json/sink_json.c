/* A sink that writes JSON. */
#include "api/json/sink_json.h"

#include "api/json/utf8.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static struct sink_json *json_of(struct sink *sink)
{
    return (struct sink_json *)(void *)sink;
}

/* ---- strings ---- */

static void add_escape(struct text *text, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    char unicode[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};

    switch (c) {
    case '"': text_add(text, "\\\"", 2); break;
    case '\\': text_add(text, "\\\\", 2); break;
    case '\n': text_add(text, "\\n", 2); break;
    case '\r': text_add(text, "\\r", 2); break;
    case '\t': text_add(text, "\\t", 2); break;
    default: text_add(text, unicode, sizeof unicode);
    }
}

/* How many bytes from s on stand in a JSON string as they are. */
static size_t plain_length(const unsigned char *s, size_t left)
{
    size_t n = 0;

    while (n < left && s[n] >= 0x20 && s[n] < 0x80 && s[n] != '"' &&
           s[n] != '\\')
        n++;
    return n;
}

void sink_json_string(struct text *text, const char *string, size_t length)
{
    const unsigned char *s = (const unsigned char *)string;
    const unsigned char *end = s + length;

    text_add(text, "\"", 1);
    while (s < end) {
        size_t left = (size_t)(end - s);
        size_t n = plain_length(s, left);

        if (n == 0 && *s >= 0x80)
            n = utf8_length(s, left);
        if (n > 0) {
            text_add(text, (const char *)s, n);
            s += n;
        } else if (*s >= 0x80) {
            text_add_string(text, "\xef\xbf\xbd");
            s++;
        } else {
            add_escape(text, *s++);
        }
    }
    text_add(text, "\"", 1);
}

/* ---- numbers ---- */

static void add_number(struct text *text, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    text_add(text, digits + at, sizeof digits - at);
}

/* ---- the operations ---- */

/* What stands before every value: a comma, and the key. */
static struct text *begin_value(struct sink *sink, const char *key)
{
    struct sink_json *json = json_of(sink);

    if (json->depth > 0) {
        if (json->filled[json->depth - 1])
            text_add(json->text, ",", 1);
        json->filled[json->depth - 1] = true;
    }
    if (key) {
        sink_json_string(json->text, key, strlen(key));
        text_add(json->text, ":", 1);
    }
    return json->text;
}

static void json_number(struct sink *sink, const char *key, int64_t value)
{
    add_number(begin_value(sink, key), value);
}

static void json_truth(struct sink *sink, const char *key, bool value)
{
    text_add_string(begin_value(sink, key), value ? "true" : "false");
}

static void json_text(struct sink *sink, const char *key, const char *value)
{
    sink_json_string(begin_value(sink, key), value, strlen(value));
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
