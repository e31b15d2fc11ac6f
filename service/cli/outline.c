/* A document as an outline for people: small members flow on lines together,
 * larger ones stand below their key, and what is not there (null, false, empty)
 * is not mentioned. */
#include "cli/outline.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    WIDTH = OUTLINE_WIDTH,
    INDENT = 2,
    SMALL = 40, /* bytes of a container that still flows with others */
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

static void put_word(struct sink *sink, const char *key, const char *value)
{
    struct outline *o = (struct outline *)sink;
    const int node = add_node(o, key);

    if (node == NO_NODE)
        return;
    o->nodes[node].text = strdup(value);
    o->failed = o->failed || !o->nodes[node].text;
}

static void put_text(struct sink *sink, struct sink_key key, const char *value,
                     size_t length)
{
    (void)length;
    put_word(sink, key.word, value);
}

static void put_number(struct sink *sink, struct sink_key key, int64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)value);
    put_word(sink, key.word, text);
}

static void put_truth(struct sink *sink, struct sink_key key, bool value)
{
    if (value || !key.word)
        put_word(sink, key.word, value ? "yes" : "no");
}

static void put_null(struct sink *sink, struct sink_key key)
{
    if (!key.word)
        put_word(sink, key.word, "-");
}

static void put_open(struct sink *sink, struct sink_key key,
                     enum sink_shape shape)
{
    struct outline *o = (struct outline *)sink;
    const int node = add_node(o, key.word);

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
    o->sink =
        (struct sink){put_number, put_truth,   put_text, put_null, put_open,
                      put_close,  LANGUAGE_EN, false,    NULL};
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

static bool is_empty(const struct node *node)
{
    return !node->text && node->first == NO_NODE;
}

/* The next member worth a mention, from this one on. */
static const struct node *present(const struct outline *o,
                                  const struct node *node)
{
    while (node && node->key && is_empty(node))
        node = node_at(o, node->next);
    return node;
}

/* A value on one line, without its key, as far as it fits. */
static void line_value(const struct outline *o, const struct node *node,
                       struct line *line)
{
    const struct node *child = present(o, node_at(o, node->first));

    if (node->text || !child) {
        line_add(line, node->text ? node->text : "none");
        return;
    }
    line_add(line, node->shape == SINK_ARRAY ? "[" : "{");
    while (child && !line->full) {
        if (child->key) {
            line_add(line, child->key);
            line_add(line, " ");
        }
        line_value(o, child, line);
        child = present(o, node_at(o, child->next));
        if (child)
            line_add(line, ", ");
    }
    line_add(line, node->shape == SINK_ARRAY ? "]" : "}");
}

/* Whether a value takes at most `most` bytes on a line. */
static bool fits(const struct outline *o, const struct node *node, int most)
{
    struct line line = {{0}, 0, false};

    line_value(o, node, &line);
    return !line.full && (int)line.length <= most;
}

/* Text that flows: words, broken at blanks to stay within the width. */
struct flow {
    FILE *to;
    int indent, column;
};

static void flow_word(struct flow *flow, const char *text, int length)
{
    if (flow->column > flow->indent && flow->column + length > WIDTH) {
        fprintf(flow->to, "\n%*s", flow->indent, "");
        flow->column = flow->indent;
    }
    fprintf(flow->to, "%.*s", length, text);
    flow->column += length;
}

static void flow_blank(struct flow *flow)
{
    if (flow->column < WIDTH)
        fputc(' ', flow->to);
    flow->column++;
}

/* A comma stays on its line. */
static void flow_comma(struct flow *flow)
{
    fputc(',', flow->to);
    flow->column++;
    flow_blank(flow);
}

static void flow_text(struct flow *flow, const char *text)
{
    while (*text) {
        const int length = (int)strcspn(text, " ");

        flow_word(flow, text, length);
        text += length;
        for (; *text == ' '; text++)
            flow_blank(flow);
    }
}

/* Whether a member flows with its neighbours. */
static bool is_small(const struct outline *o, const struct node *node)
{
    return node->text || fits(o, node, SMALL);
}

static void flow_member(const struct outline *o, const struct node *node,
                        struct flow *flow)
{
    struct line line = {{0}, 0, false};

    if (node->key) {
        flow_text(flow, node->key);
        flow_blank(flow);
    }
    if (node->text) {
        flow_text(flow, node->text);
        return;
    }
    line_value(o, node, &line);
    flow_word(flow, line.text, (int)line.length);
}

static void print_members(const struct outline *o, const struct node *first,
                          int indent, int column, FILE *to);

/* Whether all members flow. */
static bool all_small(const struct outline *o, const struct node *first)
{
    for (const struct node *n = present(o, first); n;
         n = present(o, node_at(o, n->next)))
        if (!is_small(o, n))
            return false;
    return true;
}

/* A large member: its key, and all that is in it on the same line if it flows,
 * below it otherwise; an element of an array gets a dash instead of a key. */
static void print_large(const struct outline *o, const struct node *node,
                        int indent, FILE *to)
{
    const struct node *child = present(o, node_at(o, node->first));

    fprintf(to, "%*s%s", indent, "", node->key ? node->key : "- ");
    if (node->key && !all_small(o, child)) {
        fprintf(to, ":\n");
        print_members(o, child, indent + INDENT, -1, to);
        return;
    }
    if (node->key)
        fprintf(to, ": ");
    print_members(o, child, indent + INDENT,
                  indent + (node->key ? (int)strlen(node->key) + 2 : INDENT),
                  to);
}

/* Members of one container.  A column: the first line is begun already, and
 * stands there; -1: it is not. */
static void print_members(const struct outline *o, const struct node *first,
                          int indent, int column, FILE *to)
{
    struct flow flow = {to, indent, column < 0 ? indent : column};
    bool begun = column >= 0, flowed = false;

    for (const struct node *n = present(o, first); n;
         n = present(o, node_at(o, n->next))) {
        if (is_small(o, n)) {
            if (!begun)
                fprintf(to, "%*s", indent, "");
            begun = true;
            if (flowed)
                flow_comma(&flow);
            flow_member(o, n, &flow);
            flowed = true;
            continue;
        }
        if (begun)
            fprintf(to, "\n");
        begun = flowed = false;
        flow.column = indent;
        print_large(o, n, indent, to);
    }
    if (begun)
        fprintf(to, "\n");
}

void outline_print(const struct outline *o, FILE *to)
{
    print_members(o, o->count ? &o->nodes[0] : NULL, 0, -1, to);
    if (o->failed)
        fprintf(to, "(truncated: out of memory)\n");
}

void outline_leave_out(struct outline *o, const struct outline *shown)
{
    for (const struct node *n = node_at(shown, shown->count ? 0 : NO_NODE); n;
         n = node_at(shown, n->next))
        for (int i = o->count ? 0 : NO_NODE; i != NO_NODE; i = o->nodes[i].next)
            if (o->nodes[i].key && !strcmp(o->nodes[i].key, n->key) &&
                !o->nodes[i].text)
                o->nodes[i].first = NO_NODE;
}

/* Is this what people call an object by? */
static bool is_called(const struct outline *o, const struct node *object,
                      const char *name)
{
    static const char *const keys[] = {"number", "card", "contract", "tile",
                                       "id",     "word", "name",     "title"};

    for (const struct node *n = node_at(o, object->first); n;
         n = node_at(o, n->next))
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (n->key && n->text && strcmp(n->key, keys[i]) == 0 &&
                strcasecmp(n->text, name) == 0)
                return true;
    return false;
}

void outline_print_named(const struct outline *o, const char *name, FILE *to)
{
    bool found = false;

    for (int i = 0; i < o->count; i++) {
        const struct node *node = &o->nodes[i];

        if (node->text || !is_called(o, node, name))
            continue;
        print_members(o, present(o, node_at(o, node->first)), INDENT, -1, to);
        found = true;
    }
    if (!found)
        fprintf(to, "  There is no item named %s here.\n", name);
}
