/* Files that commands read and write: texts, and positions as JSON.
 *
 * We write a position as the service's POST /v1/matches takes it, {"game": ..,
 * "position": ..}, and read it so or bare, as GET /v1/matches/{match}/position
 * gives it. */
#include "cli/cli.h"
#include "cli/sink_tree.h"
#include "json/source_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 4 << 20 }; /* bytes of a file */

char *text_read(const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    char *text = malloc(TEXT_MAX + 1);
    size_t length = 0;

    if (!file || !text) {
        fprintf(stderr, "fathom: %s: %s\n", path, strerror(errno));
        goto done;
    }
    length = fread(text, 1, TEXT_MAX + 1, file);
    if (ferror(file) || length > TEXT_MAX || memchr(text, 0, length)) {
        fprintf(stderr, "fathom: %s: %s\n", path,
                ferror(file)        ? "read error"
                : length > TEXT_MAX ? "file too long"
                                    : "not a text file");
        goto done;
    }
    if (!length)
        fprintf(stderr, "fathom: %s: the file is empty\n", path);
    text[length] = '\0';
    if (file != stdin)
        fclose(file);
    if (length)
        return text;
    free(text);
    return NULL;
done:
    if (file && file != stdin)
        fclose(file);
    free(text);
    return NULL;
}

/* Read a document as a position of this game; if it is none, *fault says
 * why. */
static bool position_of(const struct game *game, json_t *document,
                        struct position *out, struct position_fault *fault)
{
    struct source_json source;
    bool ok;

    *fault = (struct position_fault){"", "This must be an object."};
    if (!source_json_init(&source, document))
        return false;
    memset(out, 0, sizeof *out);
    ok = game_read(game, out, &source.source, fault) == RULES_OK;
    source_json_free(&source);
    return ok;
}

/* Say why a document is not a position: where, from the root of what was
 * loaded, and what is expected there. */
static void position_complain(const struct game *game, const char *root,
                              const struct position_fault *fault)
{
    const bool is_whole = !root[0] && !fault->pointer[0];

    fprintf(stderr, "fathom: not a position of %s: %s%s%s%s\n", game->id, root,
            fault->pointer, is_whole ? "" : ": ", fault->reason);
}

/* The game of this name; without a name, the first that takes the document.
 * If none does, the first that is offered to players says why. */
static const struct game *position_game(const char *id, json_t *document,
                                        const char *root, struct position *out)
{
    const struct game *named = id ? game_find(id) : NULL;
    struct position_fault fault;

    if (id && !named) {
        fprintf(stderr, "fathom: unknown game \"%s\"; see fathom games\n", id);
        return NULL;
    }
    for (size_t i = 0; !named && games[i]; i++)
        if (position_of(games[i], document, out, &fault))
            return games[i];
    for (size_t i = 0; !named && games[i]; i++)
        if (!games[i]->is_hidden)
            named = games[i];
    if (named && position_of(named, document, out, &fault))
        return named;
    if (named)
        position_complain(named, root, &fault);
    return NULL;
}

const struct game *position_load(const char *path, const char *id,
                                 struct position *out)
{
    const struct game *game = NULL;
    char *text = text_read(path);
    json_error_t error;
    json_t *document, *view;
    const char *root = "";

    if (!text)
        return NULL;
    document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!document) {
        fprintf(stderr, "fathom: %s:%d: %s\n", path, error.line, error.text);
        return NULL;
    }
    view = json_object_get(document, "position");
    if (json_is_object(view)) {
        root = "/position";
        if (!id)
            id = json_string_value(json_object_get(document, "game"));
    } else {
        view = document;
    }
    game = position_game(id, view, root, out);
    json_decref(document);
    return game;
}

bool position_save(const struct game *game, const void *state, const char *path)
{
    const bool is_file = strcmp(path, "-") != 0;
    FILE *file = is_file ? fopen(path, "w") : stdout;
    struct sink_tree tree;
    json_t *document;
    bool ok = false;

    if (!file) {
        fprintf(stderr, "fathom: %s: %s\n", path, strerror(errno));
        return false;
    }
    sink_tree_init(&tree);
    game_view(game, state, RULES_OMNISCIENT, &tree.sink);
    document = json_pack("{s:s, s:o}", "game", game->id, "position",
                         sink_tree_take(&tree));
    if (document)
        ok = !json_dumpf(document, file, JSON_INDENT(1));
    json_decref(document);
    ok = fputc('\n', file) != EOF && ok;
    if (is_file)
        ok = !fclose(file) && ok;
    if (!ok)
        fprintf(stderr, "fathom: cannot write %s\n", path);
    return ok;
}

bool record_save_position(const struct record *record, long at,
                          const char *path)
{
    struct position position;

    if (record_replay(record, (size_t)at, &position, NULL)) {
        fprintf(stderr, "fathom: cannot replay the record up to decision %ld\n",
                at);
        return false;
    }
    return position_save(record->game, &position, path);
}
