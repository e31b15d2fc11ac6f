/* The sink that hashes a document: FNV-1a over what is written, each piece
 * marked with its kind so that no two documents are the same bytes. */
#include "sink.h"

static void add_byte(struct sink_hash *sink, uint8_t byte)
{
    sink->hash = (sink->hash ^ byte) * UINT64_C(0x100000001b3);
}

static void add_text(struct sink_hash *sink, const char *text)
{
    do
        add_byte(sink, (uint8_t)*text);
    while (*text++);
}

/* A mark, and the key if there is one. */
static struct sink_hash *begin(struct sink *base, char mark, const char *key)
{
    struct sink_hash *sink = (struct sink_hash *)base;

    add_byte(sink, (uint8_t)mark);
    add_text(sink, key ? key : "");
    return sink;
}

static void hash_number(struct sink *base, const char *key, int64_t value)
{
    struct sink_hash *sink = begin(base, '1', key);

    for (int i = 0; i < 8; i++)
        add_byte(sink, (uint8_t)((uint64_t)value >> (8 * i)));
}

static void hash_truth(struct sink *base, const char *key, bool value)
{
    begin(base, value ? 't' : 'f', key);
}

static void hash_text(struct sink *base, const char *key, const char *value)
{
    add_text(begin(base, '"', key), value);
}

static void hash_null(struct sink *base, const char *key)
{
    begin(base, '0', key);
}

static void hash_open(struct sink *base, const char *key, enum sink_shape shape)
{
    begin(base, shape == SINK_ARRAY ? '[' : '{', key);
}

static void hash_close(struct sink *base)
{
    add_byte((struct sink_hash *)base, '.');
}

void sink_hash_init(struct sink_hash *sink)
{
    static const struct sink operations = {
        .number = hash_number,
        .truth = hash_truth,
        .text = hash_text,
        .null = hash_null,
        .open = hash_open,
        .close = hash_close,
    };

    sink->sink = operations;
    sink->hash = UINT64_C(0xcbf29ce484222325);
}
