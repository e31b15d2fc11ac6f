/* A sink that reports the leaves of a document with their paths. */
#include "cli/sink_paths.h"

#include <stdio.h>
#include <string.h>

/* The path of the level grows by a key; false when there is no room. */
static bool extend(struct sink_paths *s, const char *key)
{
    size_t at = s->level[s->depth].length;
    const char *word = key ? key : "*";
    const size_t length = strlen(word);

    if (at + length + 2 > sizeof s->path)
        return false;
    if (at)
        s->path[at++] = '.';
    memcpy(s->path + at, word, length + 1);
    return true;
}

/* Count an element of an array. */
static void step(struct sink_paths *s)
{
    if (s->depth < PATHS_DEPTH && s->level[s->depth].shape == SINK_ARRAY)
        s->index[s->arrays - 1]++;
}

static void put_word(struct sink *base, const char *key, const char *value)
{
    struct sink_paths *s = (struct sink_paths *)base;

    if (s->depth < PATHS_DEPTH && extend(s, key))
        s->take(s->context, &(struct leaf){s->path, s->index, value});
    step(s);
}

static void put_text(struct sink *base, struct sink_key key, const char *value,
                     size_t length)
{
    (void)length;
    put_word(base, key.word, value);
}

static void put_number(struct sink *base, struct sink_key key, int64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)value);
    put_word(base, key.word, text);
}

static void put_truth(struct sink *base, struct sink_key key, bool value)
{
    put_word(base, key.word, value ? "true" : "false");
}

static void put_null(struct sink *base, struct sink_key key)
{
    put_word(base, key.word, "null");
}

static void put_open(struct sink *base, struct sink_key key,
                     enum sink_shape shape)
{
    struct sink_paths *s = (struct sink_paths *)base;

    if (++s->depth >= PATHS_DEPTH)
        return;
    s->depth--;
    if (!extend(s, key.word))
        s->path[s->level[s->depth].length] = '\0';
    s->depth++;
    s->level[s->depth].shape = shape;
    s->level[s->depth].length = strlen(s->path);
    if (shape == SINK_ARRAY)
        s->index[s->arrays++] = 0;
}

static void put_close(struct sink *base)
{
    struct sink_paths *s = (struct sink_paths *)base;

    if (s->depth < PATHS_DEPTH && s->level[s->depth].shape == SINK_ARRAY)
        s->arrays--;
    s->depth--;
    if (s->depth < PATHS_DEPTH)
        s->path[s->level[s->depth].length] = '\0';
    step(s);
}

void sink_paths_init(struct sink_paths *sink,
                     void (*take)(void *context, const struct leaf *leaf),
                     void *context)
{
    *sink = (struct sink_paths){
        .sink = {put_number, put_truth, put_text, put_null, put_open, put_close,
                 LANGUAGE_EN, false, NULL},
        .take = take,
        .context = context,
        .level = {{SINK_OBJECT, 0}},
    };
}
