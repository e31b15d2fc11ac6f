/* Promises about determinization: the view of a seat is enough for a program to
 * construct a state that has this view, lists the same moves for the seat, and
 * can be read and played like the state of a match. */
#include "promises.h"

#include "rules/sink.h"

#include <string.h>

enum {
    SKIPS = 2,     /* one call in 2 determinizes a view */
    PLAYOUTS = 32, /* one determinized state in 32 is played to its end */
};

/* The viewer's views of the match and of the determinized state. */
static char seen[WATCH_TEXT], seen_there[WATCH_TEXT];

static struct state_copy determinized;

/* Construct a state from the text of a view alone. */
static enum rules_err determinize(const struct game *game, const char *view,
                                  int viewer, struct random *random)
{
    static struct source_text_node nodes[WATCH_NODES];
    static char text[WATCH_TEXT];
    struct source_text source;
    size_t length = strlen(view), cap = length / 2 + 1;

    memcpy(text, view, length + 1);
    memset(&determinized, 0x5a, sizeof determinized);
    if (!source_text_init(&source, text, nodes,
                          cap < WATCH_NODES ? cap : WATCH_NODES))
        return RULES_BAD_POSITION;
    return game->determinize(determinized.bytes, &source.source, viewer,
                             random);
}

/* Return the first line of a text that differs from another text. */
static const char *first_difference(const char *text, const char *from)
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
    game->view(determinized.bytes, viewer, &sink.sink);
    a = first_difference(seen, seen_there);
    b = first_difference(seen_there, seen);
    return strcmp(seen, seen_there) == 0 ||
           broken(w, "a determinized state looks like the view",
                  "viewer %d: \"%.*s\" became \"%.*s\"", viewer,
                  (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

/* The determinized state lists the same moves for the viewer. */
static bool lists_the_same(struct watch *w, int viewer)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[viewer];
    char name[RULES_NOTATION_MAX], name_there[RULES_NOTATION_MAX];
    size_t count =
        game->moves(determinized.bytes, viewer, moves, RULES_MOVES_MAX);

    if (count != listing->count)
        return broken(w, "a determinized state lists the same moves",
                      "seat %d: %zu moves, there %zu", viewer, listing->count,
                      count);
    for (size_t i = 0; i < count; i++) {
        game->format(w->match.state, viewer, listing->moves[i], name);
        game->format(determinized.bytes, viewer, moves[i], name_there);
        if (moves[i].bits != listing->moves[i].bits ||
            strcmp(name, name_there) != 0)
            return broken(w, "a determinized state lists the same moves",
                          "seat %d: move %zu is \"%s\", there \"%s\"", viewer,
                          i, name, name_there);
    }
    return true;
}

/* The complete document of the state reads back as the same bytes, so every
 * byte is defined. */
static bool reads_back(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;
    struct state_copy back;

    memset(&back, 0xa5, sizeof back);
    return (read_view_text(
                game, view_text(game, determinized.bytes, RULES_OMNISCIENT),
                back.bytes) == RULES_OK &&
            memcmp(back.bytes, determinized.bytes, game->state_size) == 0) ||
           broken(w, "a determinized state reads back", "viewer %d", viewer);
}

/* Random play from the state ends. */
static bool ends(struct watch *w, int viewer)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = w->match.game;
    size_t decisions = 0;
    seat_set seats;

    while ((seats = game->to_act(determinized.bytes)) != 0) {
        int seat = __builtin_ctz(seats);
        size_t count =
            game->moves(determinized.bytes, seat, moves, RULES_MOVES_MAX);

        if (count == 0 || count > RULES_MOVES_MAX ||
            game->apply(determinized.bytes, seat,
                        moves[random_below(&w->random, (uint32_t)count)]) ||
            ++decisions > game->decisions_max)
            return broken(w, "a determinized state can be played to its end",
                          "viewer %d: decision %zu, seat %d, %zu moves", viewer,
                          decisions, seat, count);
    }
    return true;
}

/* One viewer for each call, because reading a view is slow. */
bool check_determinize(struct watch *w)
{
    const struct game *game = w->match.game;
    int viewer = (int)random_below(&w->random, w->match.settings.seats + 1u) +
                 RULES_SPECTATOR;
    struct sink_text sink;
    enum rules_err err;

    if (!game->determinize)
        return broken(w, "every game determinizes views", "%s does not",
                      game->id);
    if (random_below(&w->random, SKIPS))
        return true;
    sink_text_init(&sink, seen, sizeof seen);
    game->view(w->match.state, viewer, &sink.sink);
    err = determinize(game, seen, viewer, &w->random);
    if (err)
        return broken(w, "a view can be determinized", "viewer %d: error %d",
                      viewer, (int)err);
    if (game->to_act(determinized.bytes) != game->to_act(w->match.state))
        return broken(w, "in a determinized state the same seats are to act",
                      "viewer %d", viewer);
    return looks_the_same(w, viewer) &&
           (viewer < 0 || lists_the_same(w, viewer)) && reads_back(w, viewer) &&
           (random_below(&w->random, PLAYOUTS) || ends(w, viewer));
}
