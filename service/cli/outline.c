/* A document as an outline for people: one member a line, and on one line
 * whatever fits there. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 78, INDENT = 2, NO_NODE = -1 };

/* One value of the document.  Keys are constant words, texts are ours. */
struct node {
    const char *key;
    char *text; /* NULL: an object or array */
    enum sink_shape shape;
    int first, next; /* child, sibling: index or NO_NODE */
};

struct outline {
    struct sink sink;
    struct node *nodes;
    int count, cap;
    int open[32], last[32]; /* containers being written, their last child */
    int depth;
    bool failed; /* out of memory or too deep: printed as far as it goes */
};

/* A line being put together. */
struct line {
    char text[WIDTH + 1];
    size_t length;
    bool full;
};

static int add_node(struct outline *o, const char *key)
{
    const int parent = o->depth ? o->open[o->depth - 1] : NO_NODE;
    int *last;

    if (o->count == o->cap) {
        const int cap = o->cap ? 2 * o->cap : 256;
        struct node *more = realloc(o->nodes, (size_t)cap * sizeof *more);

        if (!more) {
            o->failed = true;
            return NO_NODE;
        }
        o->nodes = more;
        o->cap = cap;
    }
    o->nodes[o->count] =
        (struct node){.key = key, .first = NO_NODE, .next = NO_NODE};
    last = &o->last[o->depth];
    if (*last != NO_NODE)
        o->nodes[*last].next = o->count;
    else if (parent != NO_NODE)
        o->nodes[parent].first = o->count;
    *last = o->count;
    return o->count++;
}

static void put_text(struct sink *sink, const char *key, const char *value)
{
    struct outline *o = (struct outline *)sink;
    const int node = add_node(o, key);

    if (node == NO_NODE)
        return;
    o->nodes[node].text = strdup(value);
    o->failed = o->failed || !o->nodes[node].text;
}

static void put_number(struct sink *sink, const char *key, int64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)value);
    put_text(sink, key, text);
}

static void put_truth(struct sink *sink, const char *key, bool value)
{
    put_text(sink, key, value ? "yes" : "no");
}

static void put_null(struct sink *sink, const char *key)
{
    put_text(sink, key, "-");
}

static void put_open(struct sink *sink, const char *key, enum sink_shape shape)
{
    struct outline *o = (struct outline *)sink;
    const int node = add_node(o, key);

    if (node != NO_NODE)
        o->nodes[node].shape = shape;
    if (o->depth + 1 == (int)(sizeof o->open / sizeof *o->open)) {
        o->failed = true;
        return;
    }
    o->open[o->depth++] = node;
    o->last[o->depth] = NO_NODE;
}

static void put_close(struct sink *sink)
{
    struct outline *o = (struct outline *)sink;

    if (o->depth > 0)
        o->depth--;
}

struct outline *outline_new(void)
{
    struct outline *o = calloc(1, sizeof *o);

    if (!o)
        return NULL;
    o->sink = (struct sink){put_number, put_truth, put_text,
                            put_null,   put_open,  put_close};
    o->last[0] = NO_NODE;
    return o;
}

struct sink *outline_sink(struct outline *outline)
{
    return &outline->sink;
}

void outline_free(struct outline *o)
{
    if (!o)
        return;
    for (int i = 0; i < o->count; i++)
        free(o->nodes[i].text);
    free(o->nodes);
    free(o);
}

static void line_add(struct line *line, const char *text)
{
    const size_t length = strlen(text);

    if (line->full || line->length + length > WIDTH) {
        line->full = true;
        return;
    }
    memcpy(line->text + line->length, text, length + 1);
    line->length += length;
}

static const struct node *node_at(const struct outline *o, int node)
{
    return node == NO_NODE ? NULL : &o->nodes[node];
}

/* A value on one line, without its key, as far as it fits. */
static void line_value(const struct outline *o, const struct node *node,
                       struct line *line)
{
    const struct node *child = node_at(o, node->first);

    if (node->text || !child) {
        line_add(line, node->text ? node->text : "none");
        return;
    }
    line_add(line, node->shape == SINK_ARRAY ? "[" : "{");
    for (; child && !line->full; child = node_at(o, child->next)) {
        if (child->key) {
            line_add(line, child->key);
            line_add(line, " ");
        }
        line_value(o, child, line);
        if (child->next != NO_NODE)
            line_add(line, ", ");
    }
    line_add(line, node->shape == SINK_ARRAY ? "]" : "}");
}

static void print_node(const struct outline *o, const struct node *node,
                       int indent, FILE *to);

/* Elements without a key that are short stand several on a line. */
static const struct node *print_run(const struct outline *o,
                                    const struct node *node, int indent,
                                    FILE *to)
{
    struct line line = {{0}, 0, false};

    for (; node && !node->key; node = node_at(o, node->next)) {
        const struct line before = line;

        if (line.length)
            line_add(&line, ", ");
        line_value(o, node, &line);
        if (line.full || line.length > (size_t)(WIDTH - indent)) {
            line = before;
            break;
        }
    }
    if (line.length)
        fprintf(to, "%*s%s\n", indent, "", line.text);
    return node;
}

static void print_children(const struct outline *o, const struct node *node,
                           int indent, FILE *to)
{
    while (node) {
        const struct node *after =
            node->key ? node : print_run(o, node, indent, to);

        if (after != node) {
            node = after;
            continue;
        }
        print_node(o, node, indent, to);
        node = node_at(o, node->next);
    }
}

static void print_node(const struct outline *o, const struct node *node,
                       int indent, FILE *to)
{
    const struct node *child = node_at(o, node->first);
    struct line line = {{0}, 0, false};

    fprintf(to, "%*s%s", indent, "", node->key ? node->key : "-");
    line_value(o, node, &line);
    if (node->text || !child) {
        fprintf(to, ": %s\n", node->text ? node->text : "none");
        return;
    }
    if (!line.full && line.length + strlen(node->key ? node->key : "-") + 2 <=
                          (size_t)(WIDTH - indent)) {
        fprintf(to, ": %s\n", line.text);
        return;
    }
    fprintf(to, ":\n");
    print_children(o, child, indent + INDENT, to);
}

void outline_print(const struct outline *o, FILE *to)
{
    print_children(o, o->count ? &o->nodes[0] : NULL, 0, to);
    if (o->failed)
        fprintf(to, "(cut: not enough memory)\n");
}
