/* Promises about what is seen: documents are well formed, the omniscient view
 * is the whole state, and scores add up. */
#include "promises.h"

#include "rules/sink.h"

#include <string.h>

static char document[WATCH_TEXT];

enum rules_err read_view_text(const struct game *game, const char *text,
                              void *state)
{
    static struct source_text_node nodes[WATCH_NODES];
    static char copy[WATCH_TEXT];
    struct source_text source;

    memcpy(copy, text, strlen(text) + 1);
    if (!source_text_init(&source, copy, nodes, WATCH_NODES))
        return RULES_BAD_POSITION;
    return game->read(state, &source.source, NULL);
}

/* Whether a text was written whole and makes a document.  Each node takes two
 * bytes of it or more; a small document is read into few nodes, for all of
 * them are prepared each time. */
static bool is_well_formed(const struct sink_text *sink)
{
    static struct source_text_node nodes[WATCH_NODES];
    static char copy[WATCH_TEXT];
    struct source_text source;
    size_t cap = sink->length / 2 + 1;

    memcpy(copy, sink->out, sink->length + 1);
    return !sink->overflow && sink->depth == 0 &&
           source_text_init(&source, copy, nodes,
                            cap < WATCH_NODES ? cap : WATCH_NODES);
}

const char *view_text(const struct game *game, const void *state, int viewer)
{
    struct sink_text sink;

    sink_text_init(&sink, document, sizeof document);
    game->view(state, viewer, &sink.sink);
    return document;
}

static uint64_t hash_view(const struct game *game, const void *state,
                          int viewer, bool is_compact)
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    sink.sink.is_compact = is_compact;
    game->view(state, viewer, &sink.sink);
    return sink.hash;
}

/* What a compact view leaves out follows from the rest: a move changes it when
 * it changes the whole view, and only then. */
static bool check_compact(struct watch *w, int seat, int viewer)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    struct state_copy after = copy_state(w);
    bool changes[2];

    if (listing->count == 0)
        return true;
    game_play_listed(
        game, after.bytes, seat,
        listing->moves[random_below(&w->random, (uint32_t)listing->count)]);
    for (int i = 0; i < 2; i++)
        changes[i] = hash_view(game, w->match.state, viewer, i) !=
                     hash_view(game, after.bytes, viewer, i);
    return changes[0] == changes[1] ||
           broken(w, "a compact view changes when the whole one does",
                  "viewer %d: after a move of seat %d the %s one alone changes",
                  viewer, seat, changes[0] ? "whole" : "compact");
}

static bool check_view(struct watch *w, int viewer)
{
    struct sink_text sink;

    sink_text_init(&sink, document, sizeof document);
    w->match.game->view(w->match.state, viewer, &sink.sink);
    return is_well_formed(&sink) ||
           broken(w, "a view is a well formed document", "viewer %d", viewer);
}

/* The omniscient view is the whole state; reading it back does not depend on
 * what the memory held. */
static bool check_read(struct watch *w)
{
    const struct game *game = w->match.game;
    const char *text = view_text(game, w->match.state, RULES_OMNISCIENT);
    struct state_copy back;
    size_t i = 0;

    memset(&back, 0xa5, sizeof back);
    if (read_view_text(game, text, back.bytes) != RULES_OK)
        return broken(w, "the omniscient view is accepted as a position",
                      "it is refused");
    while (i < game->state_size && back.bytes[i] == w->match.state[i])
        i++;
    return i == game->state_size ||
           broken(w, "read(view(omniscient)) is the state",
                  "byte %zu is %d, was %d", i, back.bytes[i],
                  w->match.state[i]);
}

/* All languages in turn. */
static enum language next_language(void)
{
    static unsigned n;

    return (enum language)(n++ % LANGUAGES);
}

/* A prompt for those who are asked, none for the others. */
static bool check_prompt(struct watch *w, int seat, int viewer)
{
    const enum language language = next_language();
    const struct game *game = w->match.game;
    bool is_asked = game->to_act(w->match.state) >> seat & 1;
    struct sink_text sink;

    sink_text_init(&sink, document, sizeof document);
    sink.sink.language = language;
    game->prompt(w->match.state, seat, viewer, &sink.sink);
    if (!is_well_formed(&sink) || is_asked != (sink.length > 0) ||
        (is_asked &&
         (!strstr(document, "kind \"") || !strstr(document, "text \""))))
        return broken(w, "seats that are to act see their decision",
                      "seat %d for viewer %d: %s", seat, viewer, document);
    return !is_asked || check_phrase(w, document, NULL, language);
}

static bool check_descriptions(struct watch *w, int seat)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    struct sink_text sink;

    for (size_t i = 0; i < listing->count; i++) {
        const enum language language = next_language();

        sink_text_init(&sink, document, sizeof document);
        sink.sink.language = language;
        game->describe(w->match.state, seat, listing->moves[i], &sink.sink);
        if (!is_well_formed(&sink) || !strstr(document, "parts.") ||
            !strstr(document, "text \""))
            return broken(w, "a listed move has parts and a text",
                          "seat %d, move %zu: %s", seat, i, document);
        if (!check_phrase(w, document, "parts", language))
            return false;
    }
    return true;
}

/* One viewer each time, for views are long; the omniscient one is read back
 * in any case. */
bool check_views(struct watch *w)
{
    int viewer = (int)random_below(&w->random, w->match.settings.seats + 1u) +
                 RULES_SPECTATOR;

    if (!check_view(w, viewer))
        return false;
    for (int seat = 0; seat < w->match.settings.seats; seat++)
        if (!check_prompt(w, seat, viewer) || !check_compact(w, seat, viewer))
            return false;
    for (int seat = 0; seat < w->match.settings.seats; seat++)
        if (!check_descriptions(w, seat))
            return false;
    return check_read(w);
}

/* Is it better to have left as `a`, with 0 for not at all, than as `b`? */
static bool left_better(unsigned a, unsigned b)
{
    return b != 0 && (a == 0 || a > b);
}

/* Nobody gains by leaving: who left is behind all who stay, and behind those
 * who left later. */
static bool check_leavers(struct watch *w, const struct scores *scores)
{
    for (int a = 0; a < scores->seats; a++)
        for (int b = 0; b < scores->seats; b++)
            if (w->left[a] && w->left[a] == w->left[b] &&
                scores->rank[a] != scores->rank[b])
                return broken(w, "who leaves together shares a rank",
                              "seats %d and %d: ranks %d, %d", a, b,
                              scores->rank[a], scores->rank[b]);
            else if (left_better(w->left[a], w->left[b]) &&
                     scores->rank[a] >= scores->rank[b])
                return broken(w, "who leaves ranks behind who stays longer",
                              "seats %d and %d: ranks %d, %d, left as %d, %d",
                              a, b, scores->rank[a], scores->rank[b],
                              w->left[a], w->left[b]);
    return true;
}

/* A seat ranked ahead has no fewer points, unless a seat left. */
static bool check_ranks(struct watch *w, const struct scores *scores)
{
    bool has_first = false;

    if (!check_leavers(w, scores))
        return false;
    for (int a = 0; a < scores->seats; a++) {
        has_first |= scores->rank[a] == 1;
        if (scores->rank[a] < 1 || scores->rank[a] > scores->seats)
            return broken(w, "ranks go from 1 to the seats", "seat %d has %d",
                          a, scores->rank[a]);
        for (int b = 0; b < scores->seats && !w->somebody_left; b++)
            if (scores->rank[a] < scores->rank[b] &&
                scores->total[a] < scores->total[b])
                return broken(w, "ranks follow the totals",
                              "seats %d and %d: ranks %d, %d, totals %d, %d", a,
                              b, scores->rank[a], scores->rank[b],
                              scores->total[a], scores->total[b]);
    }
    return has_first || broken(w, "somebody has rank 1", "nobody has");
}

/* Together matches end by rank; alone they are won or lost, and won is every
 * goal reached by a seat that stayed. */
static bool check_outcome(struct watch *w, const struct scores *scores)
{
    bool reached = !w->somebody_left;

    if (scores->outcome == OUTCOME_RANKED)
        return (scores->seats > 1 && scores->goals == 0) ||
               broken(w, "who plays alone wins or loses", "%d seats, %d goals",
                      scores->seats, scores->goals);
    if (scores->seats > 1 || scores->goals == 0 ||
        scores->goals > SCORES_GOALS_MAX)
        return broken(w, "only solo matches have goals", "%d seats, %d goals",
                      scores->seats, scores->goals);
    for (int i = 0; i < scores->goals; i++)
        reached &= scores->goal[i].reached >= scores->goal[i].needed;
    return reached == (scores->outcome == OUTCOME_WON) ||
           broken(w, "won is every goal reached", "outcome %d",
                  scores->outcome);
}

bool check_scores(struct watch *w)
{
    struct scores scores;

    memset(&scores, 0xa5, sizeof scores);
    w->match.game->score(w->match.state, &scores);
    if (scores.seats != w->match.settings.seats ||
        scores.items > SCORES_ITEMS_MAX)
        return broken(w, "scores are for the seats of the match",
                      "%d seats, %d items", scores.seats, scores.items);
    for (int seat = 0; seat < scores.seats; seat++) {
        int sum = 0;

        for (int i = 0; i < scores.items; i++)
            sum += scores.item[i].points[seat];
        if (sum != scores.total[seat])
            return broken(w, "totals are the sum of the items",
                          "seat %d: %d, items give %d", seat,
                          scores.total[seat], sum);
    }
    return check_ranks(w, &scores) && check_outcome(w, &scores);
}
