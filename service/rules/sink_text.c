/* The sink that writes a document as lines "path.to.member value". */
#include "rules/sink.h"

#include <string.h>

enum {
    LEVELS = sizeof((struct sink_text *)0)->level /
             sizeof((struct sink_text *)0)->level[0],
    PATH_MAX_BYTES = sizeof((struct sink_text *)0)->path,
};

/* Lines are written whole or not at all, and nothing follows a dropped one: a
 * text that overflowed is a beginning of the whole. */
static void put(struct sink_text *sink, const char *bytes, size_t n)
{
    if (sink->overflow || n >= sink->cap - sink->length) {
        sink->overflow = true;
        return;
    }
    memcpy(sink->out + sink->length, bytes, n);
    sink->length += n;
}

static void put_word(struct sink_text *sink, const char *word)
{
    put(sink, word, strlen(word));
}

/* Write the digits of a number; the result is at the end of the caller's
 * buffer. */
static const char *digits(uint64_t value, bool negative, char buffer[24])
{
    char *p = buffer + 23;

    *p = '\0';
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    if (negative)
        *--p = '-';
    return p;
}

/* The path of the level grows by a key, or by the next index of an array.
 * Returns its new length. */
static size_t extend_path(struct sink_text *sink, struct sink_key key)
{
    size_t length = sink->level[sink->depth].path_length;
    char buffer[24];
    const char *word =
        key.word ? key.word
                 : digits(sink->level[sink->depth].index, false, buffer);
    size_t n = key.word ? key.length : strlen(word);

    sink->level[sink->depth].index++;
    if (length + 1 + n >= PATH_MAX_BYTES) {
        sink->overflow = true;
        return length;
    }
    if (length > 0)
        sink->path[length++] = '.';
    memcpy(sink->path + length, word, n);
    return length + n;
}

/* One line: the path, a blank, and the value between its quotes if any. */
static void put_line(struct sink_text *sink, size_t path_length,
                     const char *value)
{
    size_t begin = sink->length;

    put(sink, sink->path, path_length);
    put(sink, " ", 1);
    put_word(sink, value);
    put(sink, "\n", 1);
    if (sink->overflow)
        sink->length = begin;
    sink->out[sink->length] = '\0';
}

/* Too deep documents count their levels on, so that closing finds back. */
static bool is_too_deep(struct sink_text *sink)
{
    if (sink->depth < LEVELS)
        return false;
    sink->overflow = true;
    return true;
}

static void put_leaf(struct sink_text *sink, struct sink_key key,
                     const char *value)
{
    if (!is_too_deep(sink))
        put_line(sink, extend_path(sink, key), value);
}

static void text_number(struct sink *base, struct sink_key key, int64_t value)
{
    char buffer[24];
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    put_leaf((struct sink_text *)base, key, digits(size, value < 0, buffer));
}

static void text_truth(struct sink *base, struct sink_key key, bool value)
{
    put_leaf((struct sink_text *)base, key, value ? "true" : "false");
}

static void text_null(struct sink *base, struct sink_key key)
{
    put_leaf((struct sink_text *)base, key, "null");
}

/* Quotes and backslashes get a backslash, a newline is \n, any other control
 * byte \u00XX: a text never breaks its line. */
static void put_escaped(struct sink_text *sink, const char *text)
{
    static const char hex[] = "0123456789abcdef";

    while (*text) {
        size_t plain = 0;
        unsigned char c;

        while (text[plain] && (unsigned char)text[plain] >= ' ' &&
               text[plain] != '"' && text[plain] != '\\')
            plain++;
        put(sink, text, plain);
        text += plain;
        c = (unsigned char)*text;
        if (c == '\0')
            return;
        if (c == '"' || c == '\\')
            put(sink, (const char[]){'\\', (char)c}, 2);
        else if (c == '\n')
            put(sink, "\\n", 2);
        else
            put(sink,
                (const char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]},
                6);
        text++;
    }
}

static void text_text(struct sink *base, struct sink_key key, const char *value,
                      size_t length)
{
    struct sink_text *sink = (struct sink_text *)base;
    size_t begin = sink->length;

    (void)length;
    if (is_too_deep(sink))
        return;
    put(sink, sink->path, extend_path(sink, key));
    put(sink, " \"", 2);
    put_escaped(sink, value);
    put(sink, "\"\n", 2);
    if (sink->overflow)
        sink->length = begin;
    sink->out[sink->length] = '\0';
}

static void text_open(struct sink *base, struct sink_key key,
                      enum sink_shape shape)
{
    struct sink_text *sink = (struct sink_text *)base;
    size_t path_length = 0;

    if (!is_too_deep(sink))
        path_length = extend_path(sink, key);
    sink->depth++;
    if (is_too_deep(sink))
        return;
    sink->level[sink->depth].shape = shape;
    sink->level[sink->depth].path_length = path_length;
    sink->level[sink->depth].index = 0;
}

/* What stayed empty has no leaf to tell of it, so it gets a line of its own. */
static void text_close(struct sink *base)
{
    struct sink_text *sink = (struct sink_text *)base;
    int depth = sink->depth--;

    if (depth >= LEVELS || sink->level[depth].index > 0)
        return;
    put_line(sink, sink->level[depth].path_length,
             sink->level[depth].shape == SINK_ARRAY ? "[]" : "{}");
}

void sink_text_init(struct sink_text *sink, char *out, size_t cap)
{
    static const struct sink operations = {
        .number = text_number,
        .truth = text_truth,
        .text = text_text,
        .null = text_null,
        .open = text_open,
        .close = text_close,
    };

    sink->sink = operations;
    sink->out = out;
    sink->cap = cap;
    sink->length = 0;
    sink->overflow = false;
    sink->depth = 0;
    sink->level[0].shape = SINK_OBJECT;
    sink->level[0].path_length = 0;
    sink->level[0].index = 0;
    out[0] = '\0';
}
