/* Promises about what a program can do with no more than the view of a seat:
 * imagine a state from it that looks the same, lists the same moves, and is a
 * position like any. */
#include "promises.h"

#include "rules/sink.h"

#include <string.h>

enum {
    SKIPS = 2,     /* one check in 2 looks at a state at all */
    PLAYOUTS = 32, /* one determinized state in 32 is played to its end */
};

/* What the viewer sees of the match, and of the imagined state. */
static char seen[WATCH_TEXT], seen_there[WATCH_TEXT];

static struct state_copy imagined;

/* Make up a state from nothing but the text of a view. */
static enum rules_err determinize(const struct game *game, const char *view,
                                  int viewer, struct random *random)
{
    static struct source_text_node nodes[WATCH_NODES];
    static char text[WATCH_TEXT];
    struct source_text source;
    size_t length = strlen(view), cap = length / 2 + 1;

    memcpy(text, view, length + 1);
    memset(&imagined, 0x5a, sizeof imagined);
    if (!source_text_init(&source, text, nodes,
                          cap < WATCH_NODES ? cap : WATCH_NODES))
        return RULES_BAD_POSITION;
    return game->determinize(imagined.bytes, &source.source, viewer, random);
}

/* The line of a text in which it parts from another. */
static const char *line_apart(const char *text, const char *from)
{
    size_t i = 0, line = 0;

    for (; text[i] && text[i] == from[i]; i++)
        if (text[i] == '\n')
            line = i + 1;
    return text + line;
}

static bool looks_the_same(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;
    struct sink_text sink;
    const char *a, *b;

    sink_text_init(&sink, seen_there, sizeof seen_there);
    game->view(imagined.bytes, viewer, &sink.sink);
    a = line_apart(seen, seen_there);
    b = line_apart(seen_there, seen);
    return strcmp(seen, seen_there) == 0 ||
           broken(w, "an imagined state looks like the view",
                  "viewer %d: \"%.*s\" became \"%.*s\"", viewer,
                  (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

/* The same seats are asked, and the viewer the same. */
static bool lists_the_same(struct watch *w, int viewer)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[viewer];
    char name[RULES_NOTATION_MAX], name_there[RULES_NOTATION_MAX];
    size_t count = game->moves(imagined.bytes, viewer, moves, RULES_MOVES_MAX);

    if (count != listing->count)
        return broken(w, "an imagined state lists the same moves",
                      "seat %d: %zu moves, there %zu", viewer, listing->count,
                      count);
    for (size_t i = 0; i < count; i++) {
        game->format(w->match.state, viewer, listing->moves[i], name);
        game->format(imagined.bytes, viewer, moves[i], name_there);
        if (moves[i].bits != listing->moves[i].bits ||
            strcmp(name, name_there) != 0)
            return broken(w, "an imagined state lists the same moves",
                          "seat %d: move %zu is \"%s\", there \"%s\"", viewer,
                          i, name, name_there);
    }
    return true;
}

/* Written down whole it is read as it is: every byte of it is defined. */
static bool reads_back(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;
    struct state_copy back;

    memset(&back, 0xa5, sizeof back);
    return (read_view_text(game,
                           view_text(game, imagined.bytes, RULES_OMNISCIENT),
                           back.bytes) == RULES_OK &&
            memcmp(back.bytes, imagined.bytes, game->state_size) == 0) ||
           broken(w, "an imagined state reads back", "viewer %d", viewer);
}

/* Random play from there comes to an end. */
static bool ends(struct watch *w, int viewer)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = w->match.game;
    size_t decisions = 0;
    seat_set seats;

    while ((seats = game->to_act(imagined.bytes)) != 0) {
        int seat = __builtin_ctz(seats);
        size_t count =
            game->moves(imagined.bytes, seat, moves, RULES_MOVES_MAX);

        if (count == 0 || count > RULES_MOVES_MAX ||
            game->apply(imagined.bytes, seat,
                        moves[random_below(&w->random, (uint32_t)count)]) ||
            ++decisions > game->decisions_max)
            return broken(w, "an imagined state can be played to its end",
                          "viewer %d: decision %zu, seat %d, %zu moves", viewer,
                          decisions, seat, count);
    }
    return true;
}

/* One viewer each time, for reading a view takes its time. */
bool check_imagined(struct watch *w)
{
    const struct game *game = w->match.game;
    int viewer = (int)random_below(&w->random, w->match.settings.seats + 1u) +
                 RULES_SPECTATOR;
    struct sink_text sink;
    enum rules_err err;

    if (!game->determinize)
        return broken(w, "every game imagines states from views", "%s does not",
                      game->id);
    if (random_below(&w->random, SKIPS))
        return true;
    sink_text_init(&sink, seen, sizeof seen);
    game->view(w->match.state, viewer, &sink.sink);
    err = determinize(game, seen, viewer, &w->random);
    if (err)
        return broken(w, "a state can be imagined from a view",
                      "viewer %d: error %d", viewer, (int)err);
    if (game->to_act(imagined.bytes) != game->to_act(w->match.state))
        return broken(w, "in an imagined state the same seats are to act",
                      "viewer %d", viewer);
    return looks_the_same(w, viewer) &&
           (viewer < 0 || lists_the_same(w, viewer)) && reads_back(w, viewer) &&
           (random_below(&w->random, PLAYOUTS) || ends(w, viewer));
}
