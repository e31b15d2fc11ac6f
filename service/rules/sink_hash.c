/* The sink that hashes a document: what is written, eight bytes at a time, each
 * piece marked with its kind so that no two documents are the same words.  Made
 * for every state that is sent, so it has to be quick; nobody chooses documents
 * that would collide. */
#include "rules/sink.h"

#include <string.h>

/* For a given word no two hashes become the same, and the other way round. */
static void add_word(struct sink_hash *sink, uint64_t word)
{
    uint64_t hash = (sink->hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);

    sink->hash = hash ^ hash >> 29;
}

/* Up to seven bytes as a word.  Most texts are as short, and a copy of a size
 * that the compiler does not know is a call that takes longer than the rest. */
static uint64_t last_word(const char *text, size_t size)
{
    uint32_t low, high;
    uint16_t first, second;

    if (size >= sizeof low) {
        memcpy(&low, text, sizeof low);
        memcpy(&high, text + size - sizeof high, sizeof high);
        return low | (uint64_t)high << 8 * (size - sizeof high);
    }
    if (size >= sizeof first) {
        memcpy(&first, text, sizeof first);
        memcpy(&second, text + size - sizeof second, sizeof second);
        return first | (uint64_t)second << 8 * (size - sizeof second);
    }
    return size ? (uint8_t)*text : 0;
}

/* The last word ends with a zero byte, and no other one has any. */
static void add_text(struct sink_hash *sink, const char *text, size_t left)
{
    uint64_t word;

    for (; left >= sizeof word; left -= sizeof word, text += sizeof word) {
        memcpy(&word, text, sizeof word);
        add_word(sink, word);
    }
    add_word(sink, last_word(text, left));
}

/* A mark, and the key if there is one. */
static struct sink_hash *begin(struct sink *base, char mark,
                               struct sink_key key)
{
    struct sink_hash *sink = (struct sink_hash *)base;

    add_word(sink, (uint8_t)mark);
    add_text(sink, key.word, key.length);
    return sink;
}

static void hash_number(struct sink *base, struct sink_key key, int64_t value)
{
    struct sink_hash *sink = begin(base, '1', key);

    add_word(sink, (uint64_t)value);
}

static void hash_truth(struct sink *base, struct sink_key key, bool value)
{
    begin(base, value ? 't' : 'f', key);
}

static void hash_text(struct sink *base, struct sink_key key, const char *value,
                      size_t length)
{
    add_text(begin(base, '"', key), value, length);
}

static void hash_null(struct sink *base, struct sink_key key)
{
    begin(base, '0', key);
}

static void hash_open(struct sink *base, struct sink_key key,
                      enum sink_shape shape)
{
    begin(base, shape == SINK_ARRAY ? '[' : '{', key);
}

static void hash_close(struct sink *base)
{
    add_word((struct sink_hash *)base, '.');
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
