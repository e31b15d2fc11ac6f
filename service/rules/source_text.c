/* The source that reads back what a text sink wrote.
 *
 * Nodes are found by (parent, key) in a hash table that is part of the nodes
 * themselves, so a document is read in time proportional to its size. */
#include "rules/sink.h"

#include <string.h>

enum node_kind {
    NODE_NEW, /* a container whose first member has not come yet */
    NODE_OBJECT,
    NODE_ARRAY,
    NODE_NUMBER,
    NODE_TRUTH,
    NODE_TEXT,
    NODE_NULL,
};

static uint32_t bucket_of(const struct source_text *source, uint32_t parent,
                          const char *key, size_t length)
{
    uint32_t hash = (2166136261u ^ parent) * 16777619u;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)key[i]) * 16777619u;
    return (uint32_t)((hash ^ hash >> 15) % source->cap);
}

static uint32_t find(const struct source_text *source, uint32_t parent,
                     const char *key, size_t length)
{
    const struct source_text_node *nodes = source->nodes;
    uint32_t n = nodes[bucket_of(source, parent, key, length)].bucket;

    while (n != SOURCE_NONE &&
           (nodes[n].parent != parent || nodes[n].key_length != length ||
            memcmp(nodes[n].key, key, length) != 0))
        n = nodes[n].chain;
    return n;
}

/* The decimal digits of an index, without a NUL; returns how many. */
static size_t index_key(size_t index, char key[20])
{
    char reversed[20];
    size_t n = 0;

    do {
        reversed[n++] = (char)('0' + index % 10);
        index /= 10;
    } while (index);
    for (size_t i = 0; i < n; i++)
        key[i] = reversed[n - 1 - i];
    return n;
}

/* A container is an array when its first key is "0"; the elements of an array
 * come in order, so the next key must be the count. */
static bool takes_key(struct source_text_node *parent, const char *key,
                      size_t length)
{
    char next[20];
    size_t n = index_key(parent->count, next);
    bool is_next = n == length && memcmp(next, key, n) == 0;

    if (parent->kind == NODE_NEW)
        parent->kind = is_next ? NODE_ARRAY : NODE_OBJECT;
    if (parent->kind == NODE_ARRAY)
        return is_next;
    return parent->kind == NODE_OBJECT;
}

/* The children of a container are a ring: the last leads to the first. */
static void add_to_ring(struct source_text_node *nodes, uint32_t parent,
                        uint32_t n)
{
    const uint32_t last = nodes[parent].last;

    nodes[n].next = last == SOURCE_NONE ? n : nodes[last].next;
    if (last != SOURCE_NONE)
        nodes[last].next = n;
    nodes[parent].last = n;
    nodes[parent].count++;
}

/* A new child of a container; SOURCE_NONE when there cannot be one. */
static uint32_t add_child(struct source_text *source, uint32_t parent,
                          const char *key, size_t length)
{
    uint32_t n = (uint32_t)source->count;
    uint32_t bucket;

    if (source->count == source->cap || length == 0 || length > UINT16_MAX ||
        !takes_key(&source->nodes[parent], key, length))
        return SOURCE_NONE;
    bucket = bucket_of(source, parent, key, length);
    source->nodes[n].key = key;
    source->nodes[n].key_length = (uint16_t)length;
    source->nodes[n].parent = parent;
    source->nodes[n].kind = NODE_NEW;
    source->nodes[n].count = 0;
    source->nodes[n].last = SOURCE_NONE;
    source->nodes[n].chain = source->nodes[bucket].bucket;
    source->nodes[bucket].bucket = n;
    add_to_ring(source->nodes, parent, n);
    source->count++;
    return n;
}

/* The new node at the end of a path "a.b.0"; containers on the way are made
 * when they are missing.  SOURCE_NONE when something is there already. */
static uint32_t add_path(struct source_text *source, const char *path,
                         const char *end)
{
    uint32_t parent = 0;

    for (;;) {
        const char *dot = memchr(path, '.', (size_t)(end - path));
        size_t length = (size_t)((dot ? dot : end) - path);
        uint32_t n = find(source, parent, path, length);

        if (!dot)
            return n == SOURCE_NONE ? add_child(source, parent, path, length)
                                    : SOURCE_NONE;
        if (n == SOURCE_NONE)
            n = add_child(source, parent, path, length);
        if (n == SOURCE_NONE)
            return SOURCE_NONE;
        parent = n;
        path = dot + 1;
    }
}

static bool read_number(const char *text, int64_t *out)
{
    bool negative = *text == '-';
    int64_t value = 0;

    text += negative;
    if (*text < '0' || *text > '9' || (text[0] == '0' && text[1]))
        return false;
    for (; *text; text++) {
        int digit = *text - '0';

        if (digit < 0 || digit > 9 || __builtin_mul_overflow(value, 10, &value))
            return false;
        if (__builtin_sub_overflow(value, digit, &value))
            return false;
    }
    /* Counted downwards, for the lowest number has no positive twin. */
    if (negative ? value == 0 : value == INT64_MIN)
        return false;
    *out = negative ? value : -value;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that an escape stands for; *text moves past it.  -1: not a valid
 * escape. */
static int read_escape(char **text)
{
    const char *p = *text + 1;
    int high, low;

    *text += 2;
    switch (*p) {
    case '"':
    case '\\': return *p;
    case 'n': return '\n';
    case 'u': break;
    default: return -1;
    }
    if (p[1] != '0' || p[2] != '0')
        return -1;
    high = hex_digit(p[3]);
    low = high < 0 ? -1 : hex_digit(p[4]);
    *text += 4;
    return low < 0 || high + low == 0 ? -1 : high * 16 + low;
}

/* Unescape a quoted text in place. */
static bool read_text(char *text, const char **out)
{
    char *from = text + 1, *to = text;

    while (*from && *from != '"') {
        if (*from == '\\') {
            int byte = read_escape(&from);

            if (byte < 0)
                return false;
            *to++ = (char)byte;
        } else {
            *to++ = *from++;
        }
    }
    if (from[0] != '"' || from[1])
        return false;
    *to = '\0';
    *out = text;
    return true;
}

static bool read_value(struct source_text_node *node, char *value)
{
    static const struct {
        const char *word;
        enum node_kind kind;
        int64_t number;
    } words[] = {
        {"true", NODE_TRUTH, 1}, {"false", NODE_TRUTH, 0},
        {"null", NODE_NULL, 0},  {"{}", NODE_OBJECT, 0},
        {"[]", NODE_ARRAY, 0},
    };

    if (*value == '"') {
        node->kind = NODE_TEXT;
        return read_text(value, &node->text);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(value, words[i].word) == 0) {
            node->kind = (uint8_t)words[i].kind;
            node->number = words[i].number;
            return true;
        }
    }
    node->kind = NODE_NUMBER;
    return read_number(value, &node->number);
}

/* Read one line, a NUL in place of its newline. */
static bool read_line(struct source_text *source, char *line)
{
    char *blank = strchr(line, ' ');
    uint32_t n;

    if (!blank)
        return false;
    n = add_path(source, line, blank);
    return n != SOURCE_NONE && read_value(&source->nodes[n], blank + 1);
}

static const struct source_text_node *node_at(const struct source *base,
                                              source_node node)
{
    const struct source_text *source = (const struct source_text *)base;

    return node < source->count ? &source->nodes[node] : NULL;
}

static source_node text_member(const struct source *base, source_node object,
                               const char *key)
{
    const struct source_text_node *n = node_at(base, object);

    if (!n || n->kind != NODE_OBJECT)
        return SOURCE_NONE;
    return find((const struct source_text *)base, object, key, strlen(key));
}

static source_node text_element(const struct source *base, source_node array,
                                size_t index)
{
    const struct source_text_node *n = node_at(base, array);
    char key[20];

    if (!n || n->kind != NODE_ARRAY || index >= n->count)
        return SOURCE_NONE;
    return find((const struct source_text *)base, array, key,
                index_key(index, key));
}

static size_t text_length(const struct source *base, source_node array)
{
    const struct source_text_node *n = node_at(base, array);

    return n && n->kind == NODE_ARRAY ? n->count : 0;
}

static bool text_number(const struct source *base, source_node node,
                        int64_t *out)
{
    const struct source_text_node *n = node_at(base, node);

    if (!n || n->kind != NODE_NUMBER)
        return false;
    *out = n->number;
    return true;
}

static bool text_truth(const struct source *base, source_node node, bool *out)
{
    const struct source_text_node *n = node_at(base, node);

    if (!n || n->kind != NODE_TRUTH)
        return false;
    *out = n->number != 0;
    return true;
}

static bool text_text(const struct source *base, source_node node,
                      const char **out)
{
    const struct source_text_node *n = node_at(base, node);

    if (!n || n->kind != NODE_TEXT)
        return false;
    *out = n->text;
    return true;
}

static bool text_is_null(const struct source *base, source_node node)
{
    const struct source_text_node *n = node_at(base, node);

    return n && n->kind == NODE_NULL;
}

static bool text_has_shape(const struct source *base, source_node node,
                           enum sink_shape shape)
{
    const struct source_text_node *n = node_at(base, node);

    return n && n->kind == (shape == SINK_OBJECT ? NODE_OBJECT : NODE_ARRAY);
}

static source_node text_next(const struct source *base, source_node container,
                             source_node after)
{
    const struct source_text_node *n = node_at(base, container);
    const struct source_text *source = (const struct source_text *)base;

    if (!n || n->last == SOURCE_NONE || after == n->last)
        return SOURCE_NONE;
    return source->nodes[after == SOURCE_NONE ? n->last : after].next;
}

static bool text_place(const struct source *base, source_node node,
                       struct source_place *out)
{
    const struct source_text *source = (const struct source_text *)base;
    const struct source_text_node *n = node_at(base, node);

    if (!n || node == 0)
        return false;
    *out = (struct source_place){.container = n->parent};
    if (source->nodes[n->parent].kind == NODE_OBJECT) {
        out->key = n->key;
        out->key_length = n->key_length;
        return true;
    }
    for (size_t i = 0; i < n->key_length; i++)
        out->index = out->index * 10 + (size_t)(n->key[i] - '0');
    return true;
}

/* The root alone: an object without members. */
static void begin(struct source_text *source, struct source_text_node *nodes,
                  size_t cap)
{
    static const struct source operations = {
        .member = text_member,
        .element = text_element,
        .length = text_length,
        .number = text_number,
        .truth = text_truth,
        .text = text_text,
        .is_null = text_is_null,
        .has_shape = text_has_shape,
        .next = text_next,
        .place = text_place,
    };

    source->source = operations;
    source->nodes = nodes;
    source->cap = cap;
    source->count = cap > 0;
    source->line = cap > 0 ? 0 : 1;
    for (size_t i = 0; i < cap; i++)
        nodes[i].bucket = SOURCE_NONE;
    if (cap > 0) {
        nodes[0].kind = NODE_OBJECT;
        nodes[0].count = 0;
        nodes[0].last = SOURCE_NONE;
        nodes[0].parent = SOURCE_NONE;
        nodes[0].key = "";
        nodes[0].key_length = 0;
    }
}

bool source_text_init(struct source_text *source, char *text,
                      struct source_text_node *nodes, size_t cap)
{
    begin(source, nodes, cap);
    for (size_t line = 1; *text && source->line == 0; line++) {
        char *end = strchr(text, '\n');

        if (end)
            *end = '\0';
        if (!read_line(source, text))
            source->line = line;
        text = end ? end + 1 : text + strlen(text);
    }
    return source->line == 0;
}
