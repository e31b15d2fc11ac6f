/* Leaving rated matches, at random, in every game with every number of seats
 * and every combination of options: judged without a database, the time is the
 * test's own.
 *
 * FATHOM_ABANDONED=100 plays more of them, FATHOM_SEED=7 others. */
#include "play/match/apply.h"
#include "play/match/clock.h"
#include "play/match/command.h"
#include "play/match/rated.h"
#include "play/match/seats.h"
#include "play/node/stats.h"
#include "play/play_struct.h"

#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURN_SECONDS = 60 };
static const int64_t second_us = 1000000;

/* A match, and its expected state. */
struct arena {
    struct play *play;
    int64_t now_us;
    struct random random;
    struct store_match row;
    struct command command;
    seat_set decided;
    unsigned left[RULES_SEATS_MAX]; /* 0; 1 for the first who left, ... */
    unsigned leavers;
};

static int64_t arena_wall_us(void *ctx)
{
    const struct arena *arena = ctx;

    return arena->now_us;
}

static seat_set arena_here(const struct arena *arena)
{
    seat_set here = 0;

    for (int seat = 0; seat < arena->row.match.settings.seats; seat++)
        if (!arena->left[seat])
            here |= (seat_set)(1U << seat);
    return here;
}

static bool is_opening(const struct arena *arena)
{
    return (arena_here(arena) & ~arena->decided) != 0;
}

/* A random seat of a set that is not empty. */
static int any_of(struct arena *arena, seat_set seats)
{
    for (;;) {
        int seat = (int)random_below(&arena->random, RULES_SEATS_MAX);

        if (seats >> seat & 1)
            return seat;
    }
}

static void arena_start(struct arena *arena, const struct game *game,
                        const struct settings *settings, uint64_t seed)
{
    struct match *match = &arena->row.match;
    struct match before;

    memset(&arena->row, 0, sizeof arena->row);
    memset(arena->left, 0, sizeof arena->left);
    arena->decided = 0;
    arena->leavers = 0;
    arena->now_us = 1000 * second_us;
    match->game = game;
    match->rules_version = game->rules_version;
    match->deck_version = game->deck->version;
    snprintf(match->deck, sizeof match->deck, "%s", game->deck->id);
    match->settings = *settings;
    match->rated = true;
    match->clock = (struct match_clock){.turn_seconds = TURN_SECONDS,
                                        .policy = CLOCK_AUTOMATIC};
    for (int seat = 0; seat < settings->seats; seat++) {
        match->seats[seat].kind = SEAT_HUMAN;
        match->seats[seat].account.bytes[0] = (uint8_t)(seat + 1);
    }
    memset(arena->row.secret, (int)(seed & 255), sizeof arena->row.secret);
    arena->row.moved_us = arena->now_us;
    before = *match;
    cr_assert_eq(row_start(arena->play, &arena->row), PLAY_OK);
    clock_follow(&before, match, NULL, 0, arena->now_us);
}

/* What becomes of a request; PLAY_OK has happened. */
static enum play_err arena_act(struct arena *arena, enum match_action action,
                               int seat)
{
    struct command *command = &arena->command;
    enum play_err err;

    command->play = arena->play;
    command->action = action;
    command->actor.account = arena->row.match.seats[seat].account;
    command->asked_seat = seat;
    command->expected_seq = MATCH_ANY_SEQ;
    err = command_apply(arena->play, &arena->row, NULL, command);
    if (err)
        return err;
    arena->row = command->after;
    return PLAY_OK;
}

/* They left one after the other or together, as the events say. */
static void note_leavers(struct arena *arena)
{
    const struct store_update *update = &arena->command.update;
    const unsigned together = arena->leavers + 1;

    for (size_t i = 0; i < update->event_count; i++) {
        const struct match_event *event = &update->events[i];

        if (event->kind != EVENT_RESIGN && event->kind != EVENT_TIMEOUT)
            continue;
        cr_expect_eq(event->to_seq != 0, arena->leavers + 1 > together);
        arena->left[event->seat] = together;
        arena->leavers++;
    }
}

static void decide(struct arena *arena)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = arena->row.match.game;
    int seat = any_of(arena, arena->row.match.to_act);
    size_t count = game->moves(arena->row.state, seat, moves, RULES_MOVES_MAX);

    cr_assert_gt(count, 0);
    game->format(arena->row.state, seat,
                 moves[random_below(&arena->random, (uint32_t)count)],
                 arena->command.moves.text[0]);
    arena->command.moves.count = 1;
    cr_assert_eq(arena_act(arena, MATCH_MOVE, seat), PLAY_OK);
    arena->decided |= (seat_set)(1U << seat);
}

static void resign(struct arena *arena)
{
    int seat = any_of(arena, arena_here(arena));

    cr_assert_eq(arena_act(arena, MATCH_RESIGN, seat), PLAY_OK);
    note_leavers(arena);
}

/* Seats that owe a decision stay away; one of them may have begun later. */
static void stay_away(struct arena *arena)
{
    arena->now_us += TURN_SECONDS * second_us;
    cr_assert_eq(arena_act(arena, MATCH_TIMEOUT, 0), PLAY_OK);
    cr_expect_neq(arena->command.update.events[0].kind, EVENT_RESIGN);
    note_leavers(arena);
}

static void vote(struct arena *arena)
{
    int seat = any_of(arena, arena_here(arena));
    bool was = arena->row.match.abort_votes >> seat & 1;
    bool opening = is_opening(arena);
    enum play_err err;

    arena->command.wants_abort = true;
    err = arena_act(arena, MATCH_VOTE, seat);
    if (!opening || arena->leavers > 0)
        cr_assert_eq(err, PLAY_ABORT_BLOCKED);
    else
        cr_assert_eq(err, was ? PLAY_VOTE_UNCHANGED : PLAY_OK);
}

/* In one of `patience` steps somebody leaves. */
static void arena_step(struct arena *arena, uint32_t patience)
{
    arena->now_us += (int64_t)random_below(&arena->random, 5) * second_us;
    if (random_below(&arena->random, patience) > 0)
        decide(arena);
    else if (random_below(&arena->random, 4) == 0)
        vote(arena);
    else if (random_below(&arena->random, 2) == 0)
        stay_away(arena);
    else
        resign(arena);
}

/* ---- what must hold in the end ---- */

/* Which claim does not hold?  NULL: they do. */
static const char *broken_ranks(const struct arena *arena)
{
    const struct match *match = &arena->row.match;
    const unsigned seats = match->settings.seats;

    for (unsigned a = 0; a < seats; a++) {
        unsigned longer = 0;

        for (unsigned b = 0; b < seats; b++)
            longer += !arena->left[b] || arena->left[b] > arena->left[a];
        if (arena->left[a] && match->result.rank[a] != longer + 1)
            return "who leaves is the last of those who were there";
        if (!arena->left[a] && match->result.rank[a] > seats - arena->leavers)
            return "who stays is ahead of all who left";
    }
    if (seats == 1 && arena->leavers && match->result.outcome != OUTCOME_LOST)
        return "who leaves alone has lost";
    return NULL;
}

static const char *broken_abort(const struct arena *arena, bool was_opening,
                                bool was_voted)
{
    const struct match *match = &arena->row.match;
    const seat_set gone = (seat_set)(seats_all(match) & ~arena_here(arena));

    if (!was_opening)
        return "a match is aborted in its opening only";
    if (match->has_result)
        return "what is aborted has no result";
    if (match->forfeits != gone || !gone != was_voted)
        return "who left forfeits, and nobody else";
    if (match_counts(match) != (gone != 0))
        return "only forfeits count";
    return NULL;
}

static const char *broken_end(const struct arena *arena, bool was_opening,
                              bool was_voted)
{
    const struct match *match = &arena->row.match;
    const struct store_update *update = &arena->command.update;

    if (match->to_act)
        return "nobody owes a decision in the end";
    if (match->decided != arena->decided || update->decided != arena->decided)
        return "who decided is kept";
    if (update->forfeits != match->forfeits ||
        update->counts != match_counts(match))
        return "the update differs from the match";
    if (match->status == MATCH_ABORTED)
        return broken_abort(arena, was_opening, was_voted);
    if (match->status != MATCH_FINISHED || !match->has_result)
        return "what is not aborted has a result";
    if (match->forfeits || !match_counts(match))
        return "a result counts, and nobody forfeits beside it";
    if (was_opening && match->result.reason != MATCH_PLAYED_OUT)
        return "who leaves in the opening gives nobody a win";
    return broken_ranks(arena);
}

/* Which claim does not hold in a match played so?  NULL: all do. */
static const char *play_one(struct arena *arena, const struct game *game,
                            const struct settings *settings, uint64_t seed)
{
    static const uint32_t patiences[] = {2, 6, 20, 60, 200};
    const uint32_t patience =
        patiences[seed % (sizeof patiences / sizeof *patiences)];
    uint8_t key[32] = "Abandoned";
    bool was_opening = true, was_voted = false;

    for (int i = 0; i < 8; i++)
        key[24 + i] = (uint8_t)(seed >> (8 * i));
    random_init(&arena->random, key, 0);
    arena_start(arena, game, settings, seed);
    while (arena->row.match.status == MATCH_RUNNING) {
        was_opening = is_opening(arena);
        arena_step(arena, patience);
        was_voted = arena->command.update.events[0].kind == EVENT_VOTE;
        if (!is_opening(arena) && arena->row.match.abort_votes &&
            arena->row.match.status != MATCH_ABORTED)
            return "votes lapse with the opening";
    }
    return broken_end(arena, was_opening, was_voted);
}

/* ---- all of them ---- */

static uint64_t from_environment(const char *name, uint64_t fallback)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : fallback;
}

static void arena_init(struct arena *arena, struct play *play)
{
    arena->play = play;
    play_config_defaults(&play->config);
    play->config.wall_us = arena_wall_us;
    play->config.sync_ms = 0;
    play->config.hidden_games = true;
    play->config.ctx = arena;
    play->stats = stats_new();
    cr_assert_not_null(play->stats);
}

struct part {
    size_t game;
    int seats;
};

ParameterizedTestParameters(abandonment, a_rated_match_ends_fairly)
{
    static struct part parts[32];
    size_t count = 0;

    for (size_t game = 0; games[game]; game++)
        for (int seats = games[game]->min_seats;
             seats <= games[game]->max_seats; seats++)
            parts[count++] = (struct part){game, seats};
    return cr_make_param_array(struct part, parts, count);
}

ParameterizedTest(struct part *part, abandonment, a_rated_match_ends_fairly)
{
    const struct game *game = games[part->game];
    uint64_t each = from_environment("FATHOM_ABANDONED", 15);
    uint64_t seed = from_environment("FATHOM_SEED", 1) * 1000000;
    static struct arena arena;
    static struct play play;
    struct settings settings;
    unsigned ends[2] = {0};

    arena_init(&arena, &play);
    for (int v = -1; test_settings_allowed(game, part->seats, &v, &settings);) {
        for (uint64_t n = 0; n < each; n++, seed++) {
            const char *broken = play_one(&arena, game, &settings, seed);

            cr_assert_null(broken, "%s, seed %" PRIu64 ": %s",
                           test_settings_text(game, &settings), seed, broken);
            ends[arena.row.match.status == MATCH_ABORTED]++;
        }
    }
    /* Both kinds were seen. */
    cr_expect_gt(ends[0], 0);
    cr_expect_gt(ends[1], 0);
}
