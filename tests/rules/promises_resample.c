/* Promises about secrecy: a resampled state, which differs only in what a
 * viewer cannot know, gives that viewer the same result for everything it can
 * request. */
#include "promises.h"

#include "rules/sink.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    COMPARED = 12, /* descriptions and refusals compared */
    PLAYED = 6,    /* decisions played on in the other world */
};

/* Two documents from two worlds. */
static char here[WATCH_TEXT], there[WATCH_TEXT];

/* Where two texts part, for the message: the line of the first. */
static const char *first_difference(void)
{
    static char lines[400];
    const char *a = here, *b = there;
    size_t i = 0, line = 0;

    for (; a[i] && a[i] == b[i]; i++)
        if (a[i] == '\n')
            line = i + 1;
    snprintf(lines, sizeof lines, "\"%.*s\" against \"%.*s\"",
             (int)strcspn(a + line, "\n"), a + line,
             (int)strcspn(b + line, "\n"), b + line);
    return lines;
}

/* The state of the other world. */
static struct state_copy other;

static bool same_document(struct watch *w, const char *claim, int viewer)
{
    return strcmp(here, there) == 0 ||
           broken(w, claim, "viewer %d: %s", viewer, first_difference());
}

static bool same_view(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;
    struct sink_text a, b;

    sink_text_init(&a, here, sizeof here);
    sink_text_init(&b, there, sizeof there);
    game->view(w->match.state, viewer, &a.sink);
    game->view(other.bytes, viewer, &b.sink);
    return same_document(w, "a redealt world looks the same", viewer);
}

static bool same_tables(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;
    struct sink_text a, b;

    if (!game->tables)
        return true;
    sink_text_init(&a, here, sizeof here);
    sink_text_init(&b, there, sizeof there);
    game->tables(w->match.state, viewer, &a.sink);
    game->tables(other.bytes, viewer, &b.sink);
    return same_document(w, "tables give nothing away", viewer);
}

static bool same_prompts(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;

    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        struct sink_text a, b;

        sink_text_init(&a, here, sizeof here);
        sink_text_init(&b, there, sizeof there);
        game->prompt(w->match.state, seat, viewer, &a.sink);
        game->prompt(other.bytes, seat, viewer, &b.sink);
        if (!same_document(w, "a prompt gives nothing away", viewer))
            return false;
    }
    return true;
}

static bool same_moves(struct watch *w, int viewer)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct listing *listing = &w->listing[viewer];
    size_t count =
        w->match.game->moves(other.bytes, viewer, moves, RULES_MOVES_MAX);
    size_t i = 0;

    while (i < count && i < listing->count &&
           moves[i].bits == listing->moves[i].bits)
        i++;
    return (i == count && i == listing->count) ||
           broken(w, "legal moves give nothing away",
                  "seat %d: %zu moves here, %zu there, move %zu is "
                  "%08" PRIx32 " or %08" PRIx32,
                  viewer, listing->count, count, i,
                  i < listing->count ? listing->moves[i].bits : 0,
                  i < count ? moves[i].bits : 0);
}

static bool same_description(struct watch *w, int viewer, struct move move)
{
    const struct game *game = w->match.game;
    struct sink_text a, b;

    sink_text_init(&a, here, sizeof here);
    sink_text_init(&b, there, sizeof there);
    game->describe(w->match.state, viewer, move, &a.sink);
    game->describe(other.bytes, viewer, move, &b.sink);
    if (!same_document(w, "a description gives nothing away", viewer))
        return false;
    game->format(w->match.state, viewer, move, here);
    game->format(other.bytes, viewer, move, there);
    return same_document(w, "notation gives nothing away", viewer);
}

/* Moves that were legal earlier, or nearly are: the same refusal. */
static bool same_refusal(struct watch *w, int viewer, struct move move)
{
    const struct game *game = w->match.game;
    struct refusal a = {"", ""}, b = {"", ""};

    game_explain(game, w->match.state, viewer, move, NULL, &a);
    game_explain(game, other.bytes, viewer, move, NULL, &b);
    return (strcmp(a.rule, b.rule) == 0 && strcmp(a.reason, b.reason) == 0) ||
           broken(w, "a refusal gives nothing away",
                  "seat %d, move %08" PRIx32 ": %s: %.150s; or %s: %.150s",
                  viewer, move.bits, a.rule, a.reason, b.rule, b.reason);
}

/* What only a seat can ask. */
static bool same_for_seat(struct watch *w, int seat)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    int32_t value = game->evaluate(w->match.state, seat);
    int32_t other_value = game->evaluate(other.bytes, seat);

    if (!same_moves(w, seat))
        return false;
    for (int i = 0; i < COMPARED && listing->count > 0; i++) {
        struct move move =
            listing->moves[random_below(&w->random, (uint32_t)listing->count)];

        if (!same_description(w, seat, move))
            return false;
        move.bits ^= UINT32_C(1) << random_below(&w->random, 32);
        if (!same_refusal(w, seat, move))
            return false;
    }
    for (size_t i = 0; i < w->earlier_count && i < COMPARED; i++)
        if (!same_refusal(w, seat, w->earlier[i]))
            return false;
    return value == other_value ||
           broken(w, "evaluations know no more than the seat",
                  "seat %d: %" PRId32 " or %" PRId32, seat, value, other_value);
}

static bool same_goals(const struct scores *a, const struct scores *b)
{
    for (int i = 0; i < a->goals; i++)
        if (a->goal[i].reached != b->goal[i].reached ||
            a->goal[i].needed != b->goal[i].needed)
            return false;
    return a->outcome == b->outcome && a->goals == b->goals;
}

static bool same_scores(struct watch *w, int viewer)
{
    struct scores a = {0}, b = {0};

    w->match.game->score(w->match.state, &a);
    w->match.game->score(other.bytes, &b);
    return (memcmp(a.total, b.total, sizeof a.total) == 0 &&
            memcmp(a.rank, b.rank, sizeof a.rank) == 0 && same_goals(&a, &b)) ||
           broken(w, "scores give nothing away",
                  "viewer %d: totals %d %d %d %d or %d %d %d %d", viewer,
                  a.total[0], a.total[1], a.total[2], a.total[3], b.total[0],
                  b.total[1], b.total[2], b.total[3]);
}

/* The other world is a position like any: it can be written down, read and
 * played on. */
static bool is_a_world(struct watch *w, int viewer)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = w->match.game;
    struct state_copy back;

    memset(&back, 0x5a, sizeof back);
    if (read_view_text(game, view_text(game, other.bytes, RULES_OMNISCIENT),
                       back.bytes) != RULES_OK ||
        memcmp(back.bytes, other.bytes, game->state_size) != 0)
        return broken(w, "a redealt world reads back", "viewer %d", viewer);
    for (int i = 0; i < PLAYED && game->to_act(other.bytes); i++) {
        int seat = __builtin_ctz(game->to_act(other.bytes));
        size_t count = game->moves(other.bytes, seat, moves, RULES_MOVES_MAX);

        if (count == 0 || count > RULES_MOVES_MAX ||
            game->apply(other.bytes, seat,
                        moves[random_below(&w->random, (uint32_t)count)]))
            return broken(w, "a redealt world can be played",
                          "viewer %d: decision %d, seat %d, %zu moves", viewer,
                          i, seat, count);
    }
    return true;
}

/* How a world is dealt follows from the view and the randomness: from any two
 * worlds that look the same, the same randomness leads to the same bytes.  So
 * a bot that looks into dealt worlds chooses alike in all of them. */
static bool is_dealt_from_view(struct watch *w, int viewer)
{
    struct state_copy from_here = copy_state(w), from_other = other;
    struct random twin = w->random;

    w->match.game->resample(from_here.bytes, viewer, &w->random);
    w->match.game->resample(from_other.bytes, viewer, &twin);
    return memcmp(&from_here, &from_other, sizeof from_here) == 0 ||
           broken(w, "a redeal follows from view and randomness alone",
                  "viewer %d", viewer);
}

/* What a viewer sees after one of the seat's moves, as a hash. */
static uint64_t seen_after(const struct watch *w, int seat, struct move move,
                           int viewer)
{
    struct state_copy after = copy_state(w);
    struct sink_hash sink;

    sink_hash_init(&sink);
    w->match.game->apply(after.bytes, seat, move);
    w->match.game->view(after.bytes, viewer, &sink.sink);
    return sink.hash;
}

/* While several seats choose at once: two choices after which a viewer sees the
 * same are hidden from it, so their words must be too.  (Of one seat's turn a
 * view may forget what was open when it happened.) */
static bool check_open(struct watch *w, int seat, int viewer)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    size_t count = listing->count < COMPARED ? listing->count : COMPARED;
    uint64_t seen[COMPARED];
    char name[RULES_NOTATION_MAX];

    if (viewer == seat || __builtin_popcount(game->to_act(w->match.state)) <= 1)
        return true;
    for (size_t i = 0; i < count; i++) {
        const bool is_open = game_may_know(game, w->match.state, seat,
                                           listing->moves[i], viewer);

        seen[i] = seen_after(w, seat, listing->moves[i], viewer);
        for (size_t k = 0; k < i; k++) {
            if (!is_open || seen[i] != seen[k])
                continue;
            game->format(w->match.state, seat, listing->moves[i], name);
            return broken(w, "the words of a hidden choice are hidden",
                          "seat %d: \"%s\" is open to viewer %d", seat, name,
                          viewer);
        }
    }
    return true;
}

static bool check_world(struct watch *w, int viewer)
{
    const struct game *game = w->match.game;

    other = copy_state(w);
    game->resample(other.bytes, viewer, &w->random);
    if (game->to_act(other.bytes) != game->to_act(w->match.state))
        return broken(w, "in a redealt world the same seats are to act",
                      "viewer %d", viewer);
    return same_view(w, viewer) && same_tables(w, viewer) &&
           same_prompts(w, viewer) && same_scores(w, viewer) &&
           is_dealt_from_view(w, viewer) &&
           (viewer < 0 || same_for_seat(w, viewer)) && is_a_world(w, viewer);
}

bool check_worlds(struct watch *w)
{
    for (int viewer = RULES_SPECTATOR; viewer < w->match.settings.seats;
         viewer++) {
        if (!check_world(w, viewer))
            return false;
        for (int seat = 0; seat < w->match.settings.seats; seat++)
            if (!check_open(w, seat, viewer))
                return false;
    }
    other = copy_state(w);
    w->match.game->resample(other.bytes, RULES_OMNISCIENT, &w->random);
    return memcmp(other.bytes, w->match.state, sizeof other.bytes) == 0 ||
           broken(w, "nothing is hidden from the omniscient viewer",
                  "a redeal for it changes the state");
}
