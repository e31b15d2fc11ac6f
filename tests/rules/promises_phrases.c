/* The promise about phrases: each text is its template, filled in from nothing
 * but the members of its object, as kit/phrases.h says.  It is filled in here
 * independently of the kit, as a client would do it. */
#include "promises.h"

#include "rules/sink.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PHRASES = 2048, TEXT = 1 << 11, NODES = 1 << 9 };

/* The templates of a game, ascending by key. */
struct table {
    struct sink sink;
    const struct game *game;
    size_t count;
    struct {
        char key[64];
        const char *text;
    } phrase[PHRASES];
};

static struct table tables[LANGUAGES];

static void take(struct sink *sink, struct sink_key key, const char *value,
                 size_t length)
{
    struct table *table = (struct table *)(void *)sink;

    (void)length;
    if (table->count == PHRASES)
        abort();
    snprintf(table->phrase[table->count].key, sizeof table->phrase[0].key, "%s",
             key.word);
    table->phrase[table->count++].text = value;
}

static int by_key(const void *a, const void *b)
{
    return strcmp(a, b); /* a key comes first */
}

static void read_phrases(const struct game *game)
{
    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++) {
        struct table *table = &tables[l];

        *table =
            (struct table){.sink = {.text = take, .language = l}, .game = game};
        game->phrases(&table->sink);
        qsort(table->phrase, table->count, sizeof table->phrase[0], by_key);
    }
}

/* ---- filling in ---- */

struct filler {
    const struct source *in;
    const struct table *table;
    char text[TEXT];
    size_t length;
};

struct scope {
    source_node object;
    const char *n; /* what {n} is here, or NULL */
    const struct scope *outer;
};

enum kind { MISSING, SCALAR, TRUTH, LIST };

struct value {
    enum kind kind;
    bool is_number;
    char text[TEXT]; /* of a scalar */
    source_node node;
};

static void fill(struct filler *f, const char *template,
                 const struct scope *scope);

static void add(struct filler *f, const char *text)
{
    f->length +=
        (size_t)snprintf(f->text + f->length, TEXT - f->length, "%s", text);
}

/* The template "family" or "family.word"; NULL if no such template exists. */
static const char *phrase(const struct filler *f, const char *family,
                          const char *word)
{
    const size_t size = sizeof f->table->phrase[0];
    char key[256];
    const char *found;

    snprintf(key, sizeof key, "%s%s%s", family, word ? "." : "",
             word ? word : "");
    found = bsearch(key, f->table->phrase, f->table->count, size, by_key);
    if (!found)
        return NULL;
    return f->table->phrase[(size_t)(found - f->table->phrase[0].key) / size]
        .text;
}

static struct value value_of(const struct filler *f, source_node node)
{
    struct value value = {.node = node};
    const char *text;
    int64_t n;
    bool truth;

    if (node == SOURCE_NONE || f->in->is_null(f->in, node))
        return value;
    if (f->in->number(f->in, node, &n)) {
        value.kind = SCALAR;
        value.is_number = true;
        snprintf(value.text, sizeof value.text, "%lld", (long long)n);
    } else if (f->in->text(f->in, node, &text)) {
        value.kind = SCALAR;
        snprintf(value.text, sizeof value.text, "%s", text);
    } else if (f->in->truth(f->in, node, &truth)) {
        value.kind = truth ? TRUTH : MISSING;
    } else if (f->in->next(f->in, node, SOURCE_NONE) != SOURCE_NONE) {
        value.kind = LIST;
    }
    return value;
}

static struct value look_up(const struct filler *f, const char *name,
                            const struct scope *scope)
{
    for (; scope; scope = scope->outer) {
        struct value value = {.is_number = true};

        if (scope->n && strcmp(name, "n") == 0) {
            value.kind = SCALAR;
            snprintf(value.text, sizeof value.text, "%s", scope->n);
            return value;
        }
        if (scope->object != SOURCE_NONE &&
            f->in->member(f->in, scope->object, name) != SOURCE_NONE)
            return value_of(f, f->in->member(f->in, scope->object, name));
    }
    return (struct value){.kind = MISSING};
}

/* family.word, by {n}. */
static void choose(struct filler *f, const char *family, const char *word,
                   const struct scope *scope)
{
    const struct value n = look_up(f, "n", scope);
    const char *text = NULL;
    char one[TEXT + 8];

    snprintf(one, sizeof one, "%s.one", word);
    if (family && n.kind == SCALAR && strcmp(n.text, "1") == 0)
        text = phrase(f, family, one);
    if (family && !text)
        text = phrase(f, family, word);
    fill(f, text ? text : word, text ? scope : NULL);
}

static void put(struct filler *f, const struct value *value, const char *family,
                const struct scope *scope);

static void put_number(struct filler *f, const char *n, const char *family,
                       const struct scope *scope)
{
    const struct scope inner = {SOURCE_NONE, n, scope};
    const char *text = NULL;

    if (family && strcmp(n, "1") == 0)
        text = phrase(f, family, "one");
    if (family && !text)
        text = phrase(f, family, NULL);
    if (family && !text)
        text = phrase(f, family, n);
    fill(f, text ? text : n, text ? &inner : NULL);
}

static void put_list(struct filler *f, const struct value *list,
                     const char *family, const struct scope *scope)
{
    source_node at = f->in->next(f->in, list->node, SOURCE_NONE), next;

    for (bool is_first = true; at != SOURCE_NONE; at = next, is_first = false) {
        const struct value value = value_of(f, at);
        const struct scope inner = {SOURCE_NONE, value.text, scope};
        struct source_place place;
        char key[64];

        next = f->in->next(f->in, list->node, at);
        f->in->place(f->in, at, &place);
        if (!is_first)
            add(f, next == SOURCE_NONE ? phrase(f, "and", NULL) : ", ");
        if (!place.key) {
            put(f, &value, family, scope);
            continue;
        }
        snprintf(key, sizeof key, "%.*s", (int)place.key_length, place.key);
        choose(f, family, key, &inner);
    }
}

static void put(struct filler *f, const struct value *value, const char *family,
                const struct scope *scope)
{
    const char *none = family ? phrase(f, family, "none") : NULL;
    const struct scope inner = {value->node, NULL, scope};

    if (value->kind == MISSING) {
        fill(f, none ? none : "", scope);
    } else if (value->kind == SCALAR && value->is_number) {
        put_number(f, value->text, family, scope);
    } else if (value->kind == SCALAR) {
        choose(f, family, value->text, scope);
    } else if (value->kind == LIST) {
        const struct value first =
            value_of(f, f->in->next(f->in, value->node, SOURCE_NONE));

        if (f->in->has_shape(f->in, value->node, SINK_OBJECT) &&
            first.kind == SCALAR && !first.is_number)
            choose(f, family, first.text, &inner);
        else
            put_list(f, value, family, scope);
    }
}

/* Without a scope there are no names. */
static void fill(struct filler *f, const char *template,
                 const struct scope *scope)
{
    char name[64], mark, family[64];

    for (; *template; template ++) {
        const int names =
            scope && *template == '{'
                ? sscanf(template, "{%63[^:?}]%c%63[^}]", name, &mark, family)
                : 0;

        if (!names) {
            add(f, (char[]){*template, '\0'});
            continue;
        }
        const struct value value = look_up(f, name, scope);

        if (mark == '?') {
            const char *text =
                phrase(f, family, value.kind == MISSING ? "none" : NULL);

            fill(f, text ? text : "", scope);
        } else {
            put(f, &value, names == 3 ? family : NULL, scope);
        }
        template = strchr(template, '}');
    }
}

/* ---- the promise ---- */

bool check_phrase(struct watch *w, const char *document, const char *names,
                  enum language language)
{
    static struct source_text_node nodes[NODES];
    static char copy[WATCH_TEXT];
    static struct filler f;
    const char *key = "", *text = "", *template;
    struct source_text source;
    const struct source *in = &source.source;
    struct scope scope = {.object = 0};

    if (tables[language].game != w->match.game)
        read_phrases(w->match.game);
    snprintf(copy, sizeof copy, "%s", document);
    if (!source_text_init(&source, copy, nodes, NODES))
        return broken(w, "a text is part of a document", "%.300s", document);
    if (names)
        scope.object = in->member(in, 0, names);
    in->text(in, in->member(in, 0, "phrase"), &key);
    in->text(in, in->member(in, 0, "text"), &text);
    f = (struct filler){.in = in, .table = &tables[language]};
    template = phrase(&f, key, NULL);
    if (template)
        fill(&f, template, &scope);
    f.text[0] = (char)toupper((unsigned char)f.text[0]);
    return strcmp(f.text, text) == 0 ||
           broken(w, "a text is its template filled in",
                  "language %d: %s: \"%s\" is not \"%s\"; %.300s",
                  (int)language, key, text, f.text, document);
}
