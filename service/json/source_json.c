/* The source over a JSON document.
 *
 * Its places are numbered breadth first, so that the list of nodes is also the
 * queue of those whose children are still to come, and all children of one
 * place lie side by side: an element is found by adding, a member by looking
 * through the few of its object. */
#include "json/source_json.h"

#include <stdlib.h>
#include <string.h>

/* How many places a document has: itself and everything in it. */
static size_t count_places(json_t *value)
{
    size_t count = 1, index;
    const char *key;
    json_t *child;

    if (json_is_object(value))
        json_object_foreach(value, key, child) count += count_places(child);
    else
        json_array_foreach(value, index, child) count += count_places(child);
    return count;
}

static void append(struct source_json *source, source_node parent,
                   const char *key, json_t *value)
{
    source->nodes[source->count++] =
        (struct source_json_node){.value = value, .key = key, .parent = parent};
}

/* Put the children of a node behind all nodes that are there. */
static void append_children(struct source_json *source, source_node node)
{
    json_t *value = source->nodes[node].value, *child;
    const size_t first = source->count;
    const char *key;
    size_t index;

    if (json_is_object(value))
        json_object_foreach(value, key, child) append(source, node, key, child);
    else
        json_array_foreach(value, index, child)
            append(source, node, NULL, child);
    source->nodes[node].first = (source_node)first;
    source->nodes[node].count = (uint32_t)(source->count - first);
}

static const struct source_json_node *node_at(const struct source *base,
                                              source_node node)
{
    const struct source_json *source = (const struct source_json *)base;

    return node < source->count ? &source->nodes[node] : NULL;
}

static source_node json_member(const struct source *base, source_node object,
                               const char *key)
{
    const struct source_json *source = (const struct source_json *)base;
    const struct source_json_node *n = node_at(base, object);

    if (n && json_is_object(n->value))
        for (source_node i = n->first; i < n->first + n->count; i++)
            if (!strcmp(source->nodes[i].key, key))
                return i;
    return SOURCE_NONE;
}

static source_node json_element(const struct source *base, source_node array,
                                size_t index)
{
    const struct source_json_node *n = node_at(base, array);

    if (!n || !json_is_array(n->value) || index >= n->count)
        return SOURCE_NONE;
    return n->first + (source_node)index;
}

static size_t json_length(const struct source *base, source_node array)
{
    const struct source_json_node *n = node_at(base, array);

    return n && json_is_array(n->value) ? n->count : 0;
}

static bool json_number_at(const struct source *base, source_node node,
                           int64_t *out)
{
    const struct source_json_node *n = node_at(base, node);

    if (!n || !json_is_integer(n->value))
        return false;
    *out = json_integer_value(n->value);
    return true;
}

static bool json_truth_at(const struct source *base, source_node node,
                          bool *out)
{
    const struct source_json_node *n = node_at(base, node);

    if (!n || !json_is_boolean(n->value))
        return false;
    *out = json_is_true(n->value);
    return true;
}

static bool json_text_at(const struct source *base, source_node node,
                         const char **out)
{
    const struct source_json_node *n = node_at(base, node);

    if (!n || !json_is_string(n->value))
        return false;
    *out = json_string_value(n->value);
    return true;
}

static bool json_is_null_at(const struct source *base, source_node node)
{
    const struct source_json_node *n = node_at(base, node);

    return n && json_is_null(n->value);
}

static bool json_has_shape(const struct source *base, source_node node,
                           enum sink_shape shape)
{
    const struct source_json_node *n = node_at(base, node);

    return n && (shape == SINK_OBJECT ? json_is_object(n->value)
                                      : json_is_array(n->value));
}

static source_node json_next(const struct source *base, source_node container,
                             source_node after)
{
    const struct source_json_node *n = node_at(base, container);
    source_node next;

    if (!n)
        return SOURCE_NONE;
    next = after == SOURCE_NONE ? n->first : after + 1;
    return next < n->first + n->count ? next : SOURCE_NONE;
}

static bool json_place(const struct source *base, source_node node,
                       struct source_place *out)
{
    const struct source_json *source = (const struct source_json *)base;
    const struct source_json_node *n = node_at(base, node);

    if (!n || node == 0)
        return false;
    *out = (struct source_place){.container = n->parent, .key = n->key};
    if (n->key)
        out->key_length = strlen(n->key);
    else
        out->index = node - source->nodes[n->parent].first;
    return true;
}

bool source_json_init(struct source_json *source, json_t *document)
{
    static const struct source operations = {
        .member = json_member,
        .element = json_element,
        .length = json_length,
        .number = json_number_at,
        .truth = json_truth_at,
        .text = json_text_at,
        .is_null = json_is_null_at,
        .has_shape = json_has_shape,
        .next = json_next,
        .place = json_place,
    };
    const size_t places = json_is_object(document) ? count_places(document) : 0;

    *source = (struct source_json){.source = operations};
    if (!places || places >= SOURCE_NONE)
        return false;
    source->nodes = calloc(places, sizeof *source->nodes);
    if (!source->nodes)
        return false;
    append(source, 0, NULL, document);
    for (source_node node = 0; node < source->count; node++)
        append_children(source, node);
    return true;
}

void source_json_free(struct source_json *source)
{
    free(source->nodes);
    source->nodes = NULL;
    source->count = 0;
}
