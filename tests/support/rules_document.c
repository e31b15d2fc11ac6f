/* Documents as trees. */
#include "rules_document.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct node *add(struct sink *sink, const char *key)
{
    struct document *document = (struct document *)sink;
    struct node *parent = document->open[document->depth - 1];
    struct node *node = &document->node[document->count++];

    cr_assert_lt(document->count, DOCUMENT_NODES);
    *node = (struct node){.key = key};
    if (parent->last)
        parent->last->next = node;
    else
        parent->child = node;
    parent->last = node;
    parent->number++;
    return node;
}

static void add_number(struct sink *sink, struct sink_key key, int64_t value)
{
    add(sink, key.word)->number = value;
}

static void add_truth(struct sink *sink, struct sink_key key, bool value)
{
    add(sink, key.word)->number = value;
}

static void add_text(struct sink *sink, struct sink_key key, const char *value,
                     size_t length)
{
    struct node *node = add(sink, key.word);

    (void)length;
    snprintf(node->word, sizeof node->word, "%s", value);
}

static void add_null(struct sink *sink, struct sink_key key)
{
    add(sink, key.word)->is_null = true;
}

static void begin(struct sink *sink, struct sink_key key, enum sink_shape shape)
{
    struct document *document = (struct document *)sink;
    struct node *node = add(sink, key.word);

    (void)shape;
    cr_assert_lt(document->depth, DOCUMENT_DEPTH);
    document->open[document->depth++] = node;
}

static void end(struct sink *sink)
{
    ((struct document *)sink)->depth--;
}

const struct node *document_begin(struct document *document)
{
    document->sink = (struct sink){.number = add_number,
                                   .truth = add_truth,
                                   .text = add_text,
                                   .null = add_null,
                                   .open = begin,
                                   .close = end};
    document->node[0] = (struct node){.key = NULL};
    document->count = 1;
    document->open[0] = &document->node[0];
    document->depth = 1;
    return &document->node[0];
}

/* ---- reading ---- */

static const struct node *find(const struct node *node, const char *key)
{
    const struct node *child = node->child;

    while (child && strcmp(child->key, key) != 0)
        child = child->next;
    return child;
}

const struct node *node_member(const struct node *node, const char *key)
{
    static const struct node none;
    const struct node *member = find(node, key);

    return member ? member : &none;
}

bool node_has(const struct node *node, const char *key)
{
    const struct node *member = find(node, key);

    return member && !member->is_null;
}

int node_number(const struct node *node, const char *key)
{
    return (int)node_member(node, key)->number;
}

const char *node_word(const struct node *node, const char *key)
{
    return node_member(node, key)->word;
}

const struct node *node_at(const struct node *array, int index)
{
    const struct node *element = array->child;

    for (int i = 0; element && i < index; i++)
        element = element->next;
    cr_assert_not_null(element, "no element %d", index);
    return element;
}

const struct node *node_numbered(const struct node *array, int number)
{
    const struct node *row = array->child;

    while (row && node_number(row, "number") != number)
        row = row->next;
    cr_assert_not_null(row, "no row %d", number);
    return row;
}

bool node_includes(const struct node *array, int number)
{
    for (const struct node *n = array->child; n; n = n->next)
        if (n->number == number)
            return true;
    return false;
}

bool node_includes_word(const struct node *array, const char *word)
{
    for (const struct node *n = array->child; n; n = n->next)
        if (!strcmp(n->word, word))
            return true;
    return false;
}
