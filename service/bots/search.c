/* The search bot: Monte Carlo search by rollouts and sequential halving.
 *
 * 1. Candidates.  Every legal move is played in one determinization: a state in
 *    which everything that the seat cannot know is resampled.  The turn is then
 *    completed as the greedy bot does, and the moves with the best evaluations
 *    are candidates.
 * 2. Rollouts.  In one determinization after the other, every candidate is
 *    played and followed by a few turns of all seats; each seat plays its best
 *    move by evaluation.  The result is the bot's evaluation of the last
 *    position minus that of its best opponent, and is added to the candidate's
 *    sum.  The evaluation of step 1 counts as a few rollouts, so that a short
 *    search does not depend on luck alone.
 * 3. Halving.  At the end of each round the worse half of the candidates is
 *    dropped, so that most rollouts are spent on close choices.  All candidates
 *    are played in the same determinizations, so that luck affects them alike.
 *    A candidate that is behind by more than luck explains is dropped earlier.
 *    The search ends when one candidate is left.
 *
 * The search uses resampled states only: the bot never reads what its seat
 * cannot know.  It uses less than 80 KiB of stack for every game and limit.
 *
 * A `struct world` below is a determinization or a state that follows it. */
#include "bots/bot.h"

#include <stdalign.h>
#include <string.h>

enum {
    CANDIDATES = 10,        /* moves that are rolled out */
    PRESELECTED = 32,       /* moves whose turn is completed to select these */
    PRESELECT_DEPTH = 9,    /* most own decisions of completing the turn */
    OWN_TURNS = 3,          /* of a rollout, the current one included */
    PRIOR_WORLDS = 8,       /* rollouts that the first evaluation counts as */
    BEAM_FROM = 4,          /* legal moves of a seat from which the turn is */
    BEAM_DEPTH = 8,         /* completed, for this number of own decisions, */
    BEAM = 5,               /* after each of this number of moves, */
    BEAM_OF_MANY = 3,       /* or of this number if there are many: */
    MANY = 13,              /* legal moves */
    OPPONENT_PERCENT = 100, /* of the best opponent's evaluation, subtracted */
    DROP_FROM = 16,         /* worlds before a candidate is dropped early */
    DROP_EVERY = 8,         /* worlds between two such checks */
    DROP_ERRORS = 3,        /* standard errors behind the best candidate */
};

/* Storage for any game's state. */
struct world {
    alignas(16) unsigned char bytes[RULES_STATE_MAX];
};

struct candidate {
    struct move move;
    int32_t value; /* the sort key: an evaluation, then the mean */
    int row;       /* in comparison.product */
    int32_t prior; /* the first evaluation, less that of the best move */
    int64_t sum;   /* of the results of its rollouts */
};

/* The candidates, the best first, and the sums of the products of their results
 * in the same worlds: the variance of the difference of two candidates follows
 * from them. */
struct comparison {
    struct candidate *list;
    size_t count;
    uint32_t worlds;
    int64_t product[CANDIDATES][CANDIDATES];
};

/* The search for one choice. */
struct search {
    const struct game *game;
    const struct thought *thought;
    int seat, seats;
    uint64_t positions; /* tried so far */
    uint64_t now_us;    /* by the clock, if thought->ms */
    uint64_t end_us;
    bool stopped;
};

/* The bound of one round of the search. */
struct bound {
    uint64_t positions, us;
};

static bool is_stopped(struct search *search)
{
    const struct thought *thought = search->thought;

    if (!search->stopped && thought->stop)
        search->stopped = thought->stop(thought->context);
    if (!search->stopped && thought->ms) {
        search->now_us = thought->clock(thought->context);
        search->stopped = search->now_us >= search->end_us;
    }
    return search->stopped;
}

/* Play the move that leads to the best next position for the seat to act, the
 * first among equals.  Return false if that seat has no move. */
static bool step(struct search *search, struct world *world, int seat)
{
    const struct game *game = search->game;
    struct move list[RULES_MOVES_MAX];
    struct world tried[2];
    const size_t count = game->moves(world, seat, list, RULES_MOVES_MAX);
    int32_t best = INT32_MIN;
    int at = 0; /* of tried[]: where the next position goes */

    search->positions++;
    if (count == 1) {
        game_play_listed(game, world, seat, list[0]);
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        int32_t value;

        memcpy(&tried[at], world, game->state_size);
        game_play_listed(game, &tried[at], seat, list[i]);
        search->positions++;
        value = game->evaluate(&tried[at], seat);
        if (value <= best)
            continue;
        best = value;
        at = 1 - at; /* the other element is the best */
    }
    if (best > INT32_MIN)
        memcpy(world, &tried[1 - at], game->state_size);
    return best > INT32_MIN;
}

/* A move and the evaluation of the position after it. */
struct rated {
    struct move move;
    int32_t value;
};

/* Find the moves with the best next positions, best first, equal ones in the
 * order of the list.  Returns their number. */
static size_t rate_best(struct search *search, const struct world *world,
                        int seat, const struct move *list, size_t count,
                        struct rated best[BEAM])
{
    const struct game *game = search->game;
    const size_t width = count < MANY ? BEAM : BEAM_OF_MANY;
    struct world after;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        int32_t value;
        size_t at;

        memcpy(&after, world, game->state_size);
        game_play_listed(game, &after, seat, list[i]);
        search->positions++;
        value = game->evaluate(&after, seat);
        if (kept < width)
            kept++;
        else if (value <= best[width - 1].value)
            continue;
        for (at = kept - 1; at > 0 && best[at - 1].value < value; at--)
            best[at] = best[at - 1];
        best[at] = (struct rated){list[i], value};
    }
    return kept;
}

/* Play a seat's decision in a rollout.  With several legal moves, the next
 * position says little about a move: the turn is completed after each of the
 * best few moves, and the best result is taken with all its decisions.  Return
 * false if the seat has no move. */
static bool step_deep(struct search *search, struct world *world, int seat)
{
    const struct game *game = search->game;
    struct move list[RULES_MOVES_MAX];
    struct rated best[BEAM];
    struct world ends[2];
    const size_t count = game->moves(world, seat, list, RULES_MOVES_MAX);
    size_t kept;
    int32_t most = INT32_MIN;
    int at = 0; /* of ends[]: where the next one goes */

    if (count < BEAM_FROM)
        return step(search, world, seat);
    kept = rate_best(search, world, seat, list, count, best);
    for (size_t i = 0; i < kept; i++) {
        int32_t value;

        memcpy(&ends[at], world, game->state_size);
        game_play_listed(game, &ends[at], seat, best[i].move);
        for (int n = 0; n < BEAM_DEPTH; n++)
            if (!(game->to_act(&ends[at]) >> seat & 1) ||
                !step(search, &ends[at], seat))
                break;
        value = game->evaluate(&ends[at], seat);
        if (value <= most)
            continue;
        most = value;
        at = 1 - at; /* the other element is the best */
    }
    if (most > INT32_MIN)
        memcpy(world, &ends[1 - at], game->state_size);
    return most > INT32_MIN;
}

/* Return the result of a rollout that ends in this position. */
static int32_t result_of(const struct search *search, const struct world *world)
{
    const int32_t own = search->game->evaluate(world, search->seat);
    int32_t other = INT32_MIN;

    for (int seat = 0; seat < search->seats; seat++) {
        const int32_t value =
            seat == search->seat ? other : search->game->evaluate(world, seat);

        if (value > other)
            other = value;
    }
    return other == INT32_MIN ? own : own - other / 100 * OPPONENT_PERCENT;
}

/* Return whether a turn of the bot's seat ended between two positions.  With
 * other seats, it is then no longer to act.  In a solo match it is always to
 * act, and the end of a turn is what the rules call final. */
static bool turn_ended(const struct search *search, const struct world *before,
                       const struct world *after)
{
    const struct game *game = search->game;

    if (search->seats == 1)
        return game->irreversible(before, after) & IRREVERSIBLE_FINAL;
    return game->to_act(before) >> search->seat & 1 &&
           !(game->to_act(after) >> search->seat & 1);
}

/* Play until the bot's seat has had OWN_TURNS turns or the match is over.  The
 * candidate led from `start` to `world`. */
static int32_t roll_out(struct search *search, const struct world *start,
                        struct world *world)
{
    const struct game *game = search->game;
    struct world before;
    int turns = OWN_TURNS;
    seat_set seats;

    memcpy(&before, start, game->state_size);
    while ((seats = game->to_act(world)) != 0) {
        const bool own = seats >> search->seat & 1;

        if (turn_ended(search, &before, world) && --turns == 0)
            break;
        memcpy(&before, world, game->state_size);
        if (!step_deep(search, world,
                       own ? search->seat : __builtin_ctz(seats)))
            break;
    }
    return result_of(search, world);
}

/* Play a candidate in a world and return the result of its rollout. */
static int32_t play_candidate(struct search *search, const struct world *world,
                              struct move move)
{
    struct world after;

    memcpy(&after, world, search->game->state_size);
    search->positions++;
    game_play_listed(search->game, &after, search->seat, move);
    return roll_out(search, world, &after);
}

/* Evaluate a move by the position after this number of further own decisions,
 * or at the end of the turn if it is earlier. */
static int32_t evaluate_move(struct search *search, const struct world *world,
                             struct move move, int decisions)
{
    struct world after;

    memcpy(&after, world, search->game->state_size);
    search->positions++;
    game_play_listed(search->game, &after, search->seat, move);
    for (int i = 0; i < decisions; i++)
        if (!(search->game->to_act(&after) >> search->seat & 1) ||
            !step(search, &after, search->seat))
            break;
    return search->game->evaluate(&after, search->seat);
}

/* Move the `best` candidates with the highest values to the front, in order;
 * equal ones keep their order. */
static void sort_best(struct candidate *list, size_t count, size_t best)
{
    for (size_t i = 0; i < best; i++) {
        struct candidate moved;
        size_t from = i;

        for (size_t k = i + 1; k < count; k++)
            if (list[k].value > list[from].value)
                from = k;
        moved = list[from];
        memmove(list + i + 1, list + i, (from - i) * sizeof *list);
        list[i] = moved;
    }
}

/* Evaluate every move of the list and move the best `keep` to the front.
 * Returns their number. */
static size_t select_best(struct search *search, const struct world *world,
                          struct candidate *list, size_t count, int decisions,
                          size_t keep)
{
    for (size_t i = 0; i < count; i++)
        list[i].value = evaluate_move(search, world, list[i].move, decisions);
    if (keep > count)
        keep = count;
    sort_best(list, count, keep);
    return keep;
}

/* Add the results of the candidates in one world. */
static void add_world(struct comparison *comparison)
{
    struct candidate *list = comparison->list;

    comparison->worlds++;
    for (size_t i = 0; i < comparison->count; i++) {
        list[i].sum += list[i].value;
        for (size_t k = 0; k < comparison->count; k++)
            comparison->product[list[i].row][list[k].row] +=
                (int64_t)list[i].value * list[k].value;
    }
}

static void sort_by_mean(struct comparison *comparison)
{
    struct candidate *list = comparison->list;

    for (size_t i = 0; i < comparison->count; i++)
        list[i].value =
            (int32_t)((list[i].sum + (int64_t)PRIOR_WORLDS * list[i].prior) /
                      ((int64_t)comparison->worlds + PRIOR_WORLDS));
    sort_best(comparison->list, comparison->count, comparison->count);
}

/* Return whether a candidate is behind the first by more than DROP_ERRORS
 * standard errors. */
static bool is_clearly_behind(const struct comparison *comparison, size_t i)
{
    const double n = comparison->worlds;
    const int a = comparison->list[0].row, b = comparison->list[i].row;
    const double lead =
        (double)(comparison->list[0].sum - comparison->list[i].sum) / n;
    const double squares =
        (double)(comparison->product[a][a] - 2 * comparison->product[a][b] +
                 comparison->product[b][b]) /
        n;

    return lead > 0 && lead * lead * n >
                           DROP_ERRORS * DROP_ERRORS * (squares - lead * lead);
}

/* Drop the candidates that are clearly behind. */
static void drop_early(struct comparison *comparison)
{
    size_t left = 1;

    if (comparison->worlds < DROP_FROM)
        return;
    sort_by_mean(comparison);
    for (size_t i = 1; i < comparison->count; i++)
        if (!is_clearly_behind(comparison, i))
            comparison->list[left++] = comparison->list[i];
    comparison->count = left;
}

/* Roll out every candidate in one more world.  false: the search was stopped,
 * and this world is not counted. */
static bool play_world(struct search *search, const void *state,
                       struct random *random, struct comparison *comparison)
{
    struct world world;

    memcpy(&world, state, search->game->state_size);
    search->game->resample(&world, search->seat, random);
    for (size_t i = 0; i < comparison->count; i++) {
        comparison->list[i].value =
            play_candidate(search, &world, comparison->list[i].move);
        if (is_stopped(search))
            return false;
    }
    add_world(comparison);
    return true;
}

/* Play one round: at least one world, until the bound.  false: the search was
 * stopped. */
static bool play_round(struct search *search, const void *state,
                       struct random *random, struct comparison *comparison,
                       const struct bound *until)
{
    do {
        if (!play_world(search, state, random, comparison))
            return false;
        if (comparison->worlds % DROP_EVERY == 0)
            drop_early(comparison);
    } while (comparison->count > 1 && search->positions < until->positions &&
             (!search->thought->ms || search->now_us < until->us));
    return true;
}

/* Return the bound of a round, counted from 1.  With fewer candidates than
 * CANDIDATES the whole search gets a smaller part of the limits. */
static struct bound bound_of(const struct search *search,
                             const struct search *start, size_t candidates,
                             uint32_t round, uint32_t rounds)
{
    const uint64_t share = candidates * round;
    const uint64_t whole = (uint64_t)CANDIDATES * rounds;
    const uint64_t us =
        search->end_us > start->now_us ? search->end_us - start->now_us : 0;

    return (struct bound){start->positions +
                              search->thought->positions * share / whole,
                          start->now_us + us * share / whole};
}

/* Play rounds and halve the candidates until one is left; return it, or the
 * best one when the search is stopped. */
static struct move halve(struct search *search, const void *state,
                         struct random *random, struct comparison *comparison)
{
    const struct search start = *search;
    const size_t candidates = comparison->count;
    uint32_t rounds = 0;

    for (size_t left = candidates; left > 1; left = (left + 1) / 2)
        rounds++;
    for (uint32_t round = 1; comparison->count > 1; round++) {
        const struct bound until =
            bound_of(search, &start, candidates, round, rounds);
        const bool go_on =
            play_round(search, state, random, comparison, &until);

        if (!comparison->worlds)
            break; /* stopped before the first result */
        sort_by_mean(comparison);
        if (!go_on)
            break;
        comparison->count = (comparison->count + 1) / 2;
    }
    return comparison->list[0].move;
}

static int seats_of(const struct game *game, const struct world *world)
{
    struct scores scores;

    memset(&scores, 0, sizeof scores);
    game->score(world, &scores);
    return scores.seats;
}

struct move search_within(const struct game *game, const void *state, int seat,
                          struct random *random, const struct thought *thought)
{
    struct search search = {.game = game, .thought = thought, .seat = seat};
    struct candidate list[RULES_MOVES_MAX];
    struct comparison comparison = {.list = list};
    struct move moves[RULES_MOVES_MAX];
    struct world world;
    size_t count;

    if (thought->ms) {
        search.now_us = thought->clock(thought->context);
        search.end_us = search.now_us + UINT64_C(1000) * thought->ms;
    }
    memcpy(&world, state, game->state_size);
    game->resample(&world, seat, random);
    count = game->moves(&world, seat, moves, RULES_MOVES_MAX);
    if (count == 0)
        return (struct move){0};
    if (count == 1)
        return moves[0];
    search.seats = seats_of(game, &world);
    for (size_t i = 0; i < count; i++)
        list[i] = (struct candidate){.move = moves[i]};
    if (count > PRESELECTED)
        count = select_best(&search, &world, list, count, 0, PRESELECTED);
    comparison.count =
        select_best(&search, &world, list, count, PRESELECT_DEPTH, CANDIDATES);
    for (size_t i = 0; i < comparison.count; i++) {
        list[i].row = (int)i;
        list[i].prior = list[i].value - list[0].value;
    }
    return halve(&search, state, random, &comparison);
}

struct move search_choose(const struct game *game, const void *state, int seat,
                          struct random *random)
{
    static const struct thought usual = {.positions = SEARCH_POSITIONS};

    return search_within(game, state, seat, random, &usual);
}
