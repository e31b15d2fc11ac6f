/* Writing and reading documents.
 *
 * A game writes its state once, to a sink, which turns it into JSON, text or a
 * hash; the rules do not depend on the format.  A source reads a document:
 * members are found by name, so their order does not matter. */
#ifndef RULES_SINK_H
#define RULES_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum sink_shape { SINK_OBJECT, SINK_ARRAY };

/* The languages of texts.  What a game has only in English stays English. */
enum language { LANGUAGE_EN, LANGUAGE_DE, LANGUAGES };

/* How texts are written. */
struct wording {
    enum language language;
    const char *const *names; /* as in struct sink */
};

/* The key of a value, a constant word; NULL inside an array.  It comes with its
 * length, which the compiler computes for most. */
struct sink_key {
    const char *word;
    size_t length;
};

/* The operations of a sink.  Texts are UTF-8 of this length, end with a NUL,
 * and are borrowed for the call. */
struct sink {
    void (*number)(struct sink *sink, struct sink_key key, int64_t value);
    void (*truth)(struct sink *sink, struct sink_key key, bool value);
    void (*text)(struct sink *sink, struct sink_key key, const char *value,
                 size_t length);
    void (*null)(struct sink *sink, struct sink_key key);
    void (*open)(struct sink *sink, struct sink_key key, enum sink_shape shape);
    void (*close)(struct sink *sink);
    enum language language; /* of the texts that are written to it */
    bool is_compact;        /* leave out of views what does not change in a
                               match or follows from the rest */
    /* The names of the players in these texts, by seat, RULES_SEATS_MAX of
     * them; NULL for an open seat.  NULL: texts have the numbers of seats. */
    const char *const *names;
};

static inline struct sink_key sink_key(const char *word)
{
    return (struct sink_key){word, word ? strlen(word) : 0};
}

/* Shorthands, so that views read like the document they write. */
static inline void sink_number(struct sink *s, const char *key, int64_t value)
{
    s->number(s, sink_key(key), value);
}

static inline void sink_truth(struct sink *s, const char *key, bool value)
{
    s->truth(s, sink_key(key), value);
}

static inline void sink_string(struct sink *s, const char *key,
                               const char *value)
{
    s->text(s, sink_key(key), value, strlen(value));
}

static inline void sink_null(struct sink *s, const char *key)
{
    s->null(s, sink_key(key));
}

static inline void sink_object(struct sink *s, const char *key)
{
    s->open(s, sink_key(key), SINK_OBJECT);
}

static inline void sink_array(struct sink *s, const char *key)
{
    s->open(s, sink_key(key), SINK_ARRAY);
}

static inline void sink_close(struct sink *s)
{
    s->close(s);
}

/* A place in a document that is being read: an opaque number, 0 is the root
 * object. */
typedef uint32_t source_node;
#define SOURCE_NONE UINT32_MAX

/* Where a node is: the object or array that contains it, and its key or index
 * there. */
struct source_place {
    source_node container;
    const char *key; /* of a member, without a NUL; NULL: an element */
    size_t key_length;
    size_t index; /* of an element */
};

/* The operations of a source.  Members are found by key, elements by index.
 * A missing member is SOURCE_NONE; asking about SOURCE_NONE is safe and
 * fails. */
struct source {
    source_node (*member)(const struct source *source, source_node object,
                          const char *key);
    source_node (*element)(const struct source *source, source_node array,
                           size_t index);
    size_t (*length)(const struct source *source, source_node array);
    bool (*number)(const struct source *source, source_node node, int64_t *out);
    bool (*truth)(const struct source *source, source_node node, bool *out);
    /* *out is borrowed until the source ends. */
    bool (*text)(const struct source *source, source_node node,
                 const char **out);
    bool (*is_null)(const struct source *source, source_node node);
    bool (*has_shape)(const struct source *source, source_node node,
                      enum sink_shape shape);
    /* The member or element after another one; after SOURCE_NONE the first.
     * SOURCE_NONE after the last. */
    source_node (*next)(const struct source *source, source_node container,
                        source_node after);
    /* False for the root, which is in no container. */
    bool (*place)(const struct source *source, source_node node,
                  struct source_place *out);
};

/* A sink that writes lines "path.to.member value" into the caller's buffer.
 * Used for positions in records, golden files and tests.  If the buffer is
 * full, `overflow` is set and the rest is dropped; the text always ends with a
 * NUL. */
struct sink_text {
    struct sink sink;
    char *out;
    size_t cap, length;
    bool overflow;
    int depth;
    struct {
        enum sink_shape shape;
        size_t path_length;
        size_t index;
    } level[16];
    char path[256];
};

void sink_text_init(struct sink_text *sink, char *out, size_t cap);

/* One node of a text source: its key or index within its parent, and its value.
 * Internal to the source. */
struct source_text_node {
    const char *key;
    const char *text; /* SOURCE_TEXT */
    int64_t number;   /* SOURCE_NUMBER; SOURCE_TRUTH: 0 or 1 */
    uint32_t parent;
    uint32_t count;  /* members or elements */
    uint32_t last;   /* of them; SOURCE_NONE: none */
    uint32_t next;   /* in the same container; after the last, the first */
    uint32_t bucket; /* this field of all nodes is a hash table: the first node
                        of a bucket */
    uint32_t chain;  /* the next node of the same bucket */
    uint16_t key_length;
    uint8_t kind;
};

/* A source that reads the text of struct sink_text. */
struct source_text {
    struct source source;
    struct source_text_node *nodes;
    size_t cap, count;
    size_t line; /* of the first fault, from 1; 0: no fault */
};

/* Read a document's text.  The text is taken: values in it are unescaped in
 * place and stay borrowed by the source.  One node is needed for each leaf,
 * object and array, and one for the root.  Returns false and sets `line` if a
 * line is malformed, a path occurs twice, elements are out of order, or the
 * nodes do not suffice. */
bool source_text_init(struct source_text *source, char *text,
                      struct source_text_node *nodes, size_t cap);

/* A sink that hashes a document (keys, shapes and values) to 64 bits.  Equal
 * documents have equal hashes on all little-endian machines.  Not for secrets.
 */
struct sink_hash {
    struct sink sink;
    uint64_t hash;
};

void sink_hash_init(struct sink_hash *sink);

#endif
