/* Every game keeps its promises, for every seat count and every combination of
 * options that it allows.
 *
 * FATHOM_MATCHES says how many random matches each game and seat count plays
 * (32); they are divided evenly among the combinations.  FATHOM_EACH says how
 * many each combination plays instead.  FATHOM_GAME plays one game only.
 * FATHOM_SEED plays the match of that seed alone, as a failure reported it. */
#include "promises.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATCHES = 32, /* for each game and seat count */
    SLICE = 250,  /* matches of one parameter: slices run side by side */
    SLICES_MAX = 4096,
    ALL_CHECKS = 128, /* one step in 128 gets all checks */
    ENDS = 4,         /* and so do both ends of one match in 4 */
    LEAVES = 128,     /* where seats leave, one step in 128 */
    UNDOS = 24,       /* where seats undo, one step in 24 */
};

/* Some matches with the same settings. */
struct slice {
    size_t game;
    int seats, variant;
    uint64_t first;
    size_t count;
};

bool broken(struct watch *w, const char *claim, const char *format, ...)
{
    va_list args;
    int n = snprintf(w->message, sizeof w->message, "%s: ", claim);

    va_start(args, format);
    vsnprintf(w->message + n, sizeof w->message - (size_t)n, format, args);
    va_end(args);
    return false;
}

struct state_copy copy_state(const struct watch *w)
{
    struct state_copy copy;

    memcpy(copy.bytes, w->match.state, sizeof copy.bytes);
    return copy;
}

static bool check_all(struct watch *w)
{
    return check_moves(w) && check_alike(w) && check_damaged(w) &&
           check_views(w) && check_scores(w) && check_worlds(w) &&
           check_journals(w) && check_seals(w) && check_previews(w) &&
           check_determinize(w);
}

/* Note where the last entry led. */
static void note_entry(struct watch *w)
{
    w->entry_hash[w->match.record.count - 1] =
        record_state_hash(w->match.game, w->match.state);
}

/* How a match is played: seats may leave, may take back, are eager. */
struct manner {
    bool leaves, undos, eager;
};

/* Now and then, before a decision, a seat leaves, and sometimes others together
 * with it. */
static bool maybe_leave(struct watch *w, bool *all)
{
    bool together = false;

    if (random_below(&w->random, LEAVES))
        return true;
    do {
        const int seat = (int)random_below(&w->random, w->match.settings.seats);

        if (!check_leave(w, seat, together) || !check_followed(w))
            return false;
        note_entry(w);
        together = true;
    } while (random_below(&w->random, 2));
    *all = true;
    return true;
}

/* Or it takes back some of its moves. */
static bool maybe_undo(struct watch *w)
{
    size_t count = w->match.record.count;

    if (random_below(&w->random, UNDOS))
        return true;
    if (!check_undo(w))
        return false;
    if (w->match.record.count > count) {
        note_entry(w);
        w->decisions -= w->match.entries[count].move.bits;
    }
    return true;
}

static bool play_decision(struct watch *w, bool eager)
{
    const struct state_copy before = copy_state(w);
    bool stepped = eager ? test_match_step_eager(&w->match)
                         : test_match_step_random(&w->match);
    struct state_copy after = copy_state(w);
    const struct entry *entry = &w->match.entries[w->match.record.count - 1];

    if (!stepped)
        return broken(w, "every listed move applies", "the one chosen fails");
    note_entry(w);
    w->decisions++;
    if (w->decisions > w->match.game->decisions_max)
        return broken(w, "a match has its bound", "%zu decisions",
                      w->decisions);
    return check_played(w, &before, entry->seat, entry->move, &after) &&
           check_followed(w);
}

static bool play_step(struct watch *w, struct manner manner)
{
    bool all = random_below(&w->random, ALL_CHECKS) == 0;

    if ((manner.leaves && !maybe_leave(w, &all)) ||
        (manner.undos && !maybe_undo(w)))
        return false;
    if (!check_listings(w) || !check_declining(w) || (all && !check_all(w)))
        return false;
    return !w->match.game->to_act(w->match.state) ||
           play_decision(w, manner.eager);
}

/* Play the whole match; in one of four, seats may leave, in every other one
 * they may take back, and every other one is played by eager seats. */
static bool play_match(struct watch *w, const struct game *game,
                       const struct settings *settings, uint64_t seed)
{
    const struct manner manner = {.leaves = seed % 8 >= 6,
                                  .undos = seed % 4 == 0 || seed % 4 == 3,
                                  .eager = seed % 2 == 1};

    w->decisions = w->earlier_count = 0;
    w->somebody_left = false;
    memset(w->left, 0, sizeof w->left);
    memset(w->match.state, 0x5a, sizeof w->match.state);
    test_match_start(&w->match, game, settings, seed);
    begin_span(w);
    random_init(&w->random, w->match.record.secret, UINT64_MAX);
    if (!check_start(w) ||
        (seed % ENDS == 0 && !(check_listings(w) && check_all(w))))
        return false;
    while (game->to_act(w->match.state))
        if (!play_step(w, manner))
            return false;
    return check_listings(w) && check_scores(w) && check_over(w) &&
           check_record(w) && (seed % ENDS || check_all(w));
}

/* All that is needed to see it again: FATHOM_SEED, or the record. */
static void report(const struct watch *w)
{
    fprintf(stderr,
            "broken promise after %zu entries of seed %" PRIu64 " (%s):\n"
            "  %s\nrecord:\n%s\n",
            w->match.record.count, w->match.seed,
            test_settings_text(w->match.game, &w->match.settings), w->message,
            test_match_text(&w->match));
}

static uint64_t from_environment(const char *name, uint64_t fallback)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : fallback;
}

/* The matches of one game and seat count, in slices. */
static size_t add_slices(struct slice *slices, size_t count, size_t game,
                         int seats, uint64_t matches)
{
    struct settings settings;
    uint64_t each, variants = 0;

    for (int v = -1; test_settings_allowed(games[game], seats, &v, &settings);)
        variants++;
    each = from_environment("FATHOM_EACH", (matches + variants - 1) / variants);
    fprintf(stderr,
            "promises: %s, %d seats: %" PRIu64 " matches for each of %" PRIu64
            " combinations of options\n",
            games[game]->id, seats, each, variants);
    for (int v = -1; test_settings_allowed(games[game], seats, &v, &settings);)
        for (uint64_t n = 0; n < each && count < SLICES_MAX; n += SLICE)
            slices[count++] = (struct slice){
                .game = game,
                .seats = seats,
                .variant = v,
                .first = n + (uint64_t)v, /* in each manner */
                .count = (size_t)(each - n < SLICE ? each - n : SLICE)};
    return count;
}

ParameterizedTestParameters(promises, every_game_keeps_them)
{
    static struct slice slices[SLICES_MAX];
    uint64_t matches = from_environment("FATHOM_MATCHES", MATCHES);
    const char *only = getenv("FATHOM_GAME");
    size_t count = 0;

    if (getenv("FATHOM_SEED"))
        matches = 1;
    for (size_t game = 0; games[game]; game++)
        for (int seats = games[game]->min_seats;
             seats <= games[game]->max_seats; seats++)
            if (!only || !strcmp(only, games[game]->id))
                count = add_slices(slices, count, game, seats, matches);
    return cr_make_param_array(struct slice, slices, count);
}

ParameterizedTest(struct slice *slice, promises, every_game_keeps_them)
{
    static struct watch watch;
    const struct game *game = games[slice->game];
    struct settings settings;
    uint64_t first = from_environment("FATHOM_SEED", slice->first);

    test_settings(game, slice->seats, slice->variant, &settings);
    for (uint64_t seed = first; seed < first + slice->count; seed++) {
        bool held = play_match(&watch, game, &settings, seed);

        if (!held)
            report(&watch);
        cr_assert(held, "%s, seed %" PRIu64 ", entry %zu: %s",
                  test_settings_text(game, &settings), seed,
                  watch.match.record.count, watch.message);
    }
}
