/* Promises about seals.  A move that seals with no IRREVERSIBLE_REVEAL, or not
 * at all, shows the seat nothing of what it cannot know: so it may be looked at
 * beforehand, and taken back.  And why a move is sealed is itself no secret. */
#include "promises.h"

#include "rules/sink.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MOVES = 6, /* of each seat to act, tried in another world */
    TRIES = 6, /* moves of another world that may look the same */
};

/* A decision in a world. */
struct decision {
    struct state_copy before, after;
    unsigned why;
};

static struct decision here, there;

static bool decide(const struct game *game, struct decision *d, int seat,
                   struct move move)
{
    d->after = d->before;
    if (game->apply(d->after.bytes, seat, move))
        return false;
    d->why = game->irreversible(d->before.bytes, d->after.bytes);
    return true;
}

static uint64_t seen(const struct game *game, const void *state, int viewer)
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    game->view(state, viewer, &sink.sink);
    return sink.hash;
}

/* The first line in which the two views after the decision differ. */
static const char *difference(const struct game *game, int viewer)
{
    static char a[WATCH_TEXT], b[WATCH_TEXT], lines[400];
    struct sink_text sink;
    size_t i = 0, line = 0;

    sink_text_init(&sink, a, sizeof a);
    game->view(here.after.bytes, viewer, &sink.sink);
    sink_text_init(&sink, b, sizeof b);
    game->view(there.after.bytes, viewer, &sink.sink);
    for (; a[i] && a[i] == b[i]; i++)
        if (a[i] == '\n')
            line = i + 1;
    snprintf(lines, sizeof lines, "\"%.*s\" against \"%.*s\"",
             (int)strcspn(a + line, "\n"), a + line,
             (int)strcspn(b + line, "\n"), b + line);
    return lines;
}

/* The same move in a world that the seat cannot tell from this one. */
static bool check_mover(struct watch *w, int seat, struct move move)
{
    const struct game *game = w->match.game;
    char name[RULES_NOTATION_MAX];

    here.before = there.before = copy_state(w);
    game->resample(there.before.bytes, seat, &w->random);
    game->format(w->match.state, seat, move, name);
    if (!decide(game, &here, seat, move) || !decide(game, &there, seat, move))
        return broken(w, "a move is legal in every world that looks the same",
                      "seat %d: \"%s\"", seat, name);
    if (here.why != there.why)
        return broken(w, "why a move is sealed gives nothing away",
                      "seat %d: \"%s\" gives %u here, %u there", seat, name,
                      here.why, there.why);
    if (here.why & IRREVERSIBLE_REVEAL ||
        seen(game, here.after.bytes, seat) ==
            seen(game, there.after.bytes, seat))
        return true;
    return broken(w, "what does not reveal shows the seat nothing",
                  "seat %d: \"%s\" (%u): %s", seat, name, here.why,
                  difference(game, seat));
}

/* Someone else, who sees the same before and after in another world: so it is
 * sealed there for the same reasons. */
static bool check_onlooker(struct watch *w, int seat, struct move move,
                           int viewer)
{
    static struct listing listing;
    const struct game *game = w->match.game;
    char name[RULES_NOTATION_MAX];
    uint64_t look;

    here.before = there.before = copy_state(w);
    game->resample(there.before.bytes, viewer, &w->random);
    decide(game, &here, seat, move);
    look = seen(game, here.after.bytes, viewer);
    listing.count =
        game->moves(there.before.bytes, seat, listing.moves, RULES_MOVES_MAX);
    for (int i = 0; i < TRIES && listing.count > 0; i++) {
        if (i > 0)
            move =
                listing
                    .moves[random_below(&w->random, (uint32_t)listing.count)];
        if (!decide(game, &there, seat, move) || here.why == there.why ||
            look != seen(game, there.after.bytes, viewer))
            continue;
        game->format(there.before.bytes, seat, move, name);
        return broken(w, "everybody may know why a move is sealed",
                      "seat %d, viewer %d: %u here, \"%s\" gives %u there",
                      seat, viewer, here.why, name, there.why);
    }
    return true;
}

bool check_seals(struct watch *w)
{
    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        const struct listing *listing = &w->listing[seat];
        struct move move = {0};

        for (int i = 0; i < MOVES && listing->count > 0; i++) {
            move =
                listing
                    ->moves[random_below(&w->random, (uint32_t)listing->count)];
            if (!check_mover(w, seat, move))
                return false;
        }
        for (int viewer = RULES_SPECTATOR;
             viewer < w->match.settings.seats && listing->count > 0; viewer++)
            if (viewer != seat && !check_onlooker(w, seat, move, viewer))
                return false;
    }
    return true;
}
