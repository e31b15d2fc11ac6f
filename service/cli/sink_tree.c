/* The sink that makes a JSON document. */
#include "cli/sink_tree.h"

/* Put a value (new, NULL: no memory) into the innermost container. */
static void put(struct sink_tree *tree, const char *key, json_t *value)
{
    json_t *parent =
        tree->depth < SINK_TREE_DEPTH ? tree->open[tree->depth] : NULL;
    const int err = key ? json_object_set_new(parent, key, value)
                        : json_array_append_new(parent, value);

    if (err)
        tree->failed = true;
}

static void put_number(struct sink *sink, struct sink_key key, int64_t value)
{
    put((struct sink_tree *)sink, key.word, json_integer(value));
}

static void put_truth(struct sink *sink, struct sink_key key, bool value)
{
    put((struct sink_tree *)sink, key.word, json_boolean(value));
}

static void put_text(struct sink *sink, struct sink_key key, const char *value,
                     size_t length)
{
    (void)length;
    put((struct sink_tree *)sink, key.word, json_string(value));
}

static void put_null(struct sink *sink, struct sink_key key)
{
    put((struct sink_tree *)sink, key.word, json_null());
}

static void put_open(struct sink *sink, struct sink_key key,
                     enum sink_shape shape)
{
    struct sink_tree *tree = (struct sink_tree *)sink;
    json_t *value = shape == SINK_OBJECT ? json_object() : json_array();

    put(tree, key.word, value);
    tree->depth++;
    if (tree->depth < SINK_TREE_DEPTH)
        tree->open[tree->depth] = tree->failed ? NULL : value;
}

static void put_close(struct sink *sink)
{
    ((struct sink_tree *)sink)->depth--;
}

void sink_tree_init(struct sink_tree *sink)
{
    *sink = (struct sink_tree){
        .sink = {put_number, put_truth, put_text, put_null, put_open, put_close,
                 LANGUAGE_EN, false, NULL},
        .open = {json_object()},
    };
    sink->failed = !sink->open[0];
}

json_t *sink_tree_take(struct sink_tree *sink)
{
    json_t *document = sink->open[0];

    sink->open[0] = NULL;
    if (!sink->failed)
        return document;
    json_decref(document);
    return NULL;
}
