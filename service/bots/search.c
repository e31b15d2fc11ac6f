/* The search bot: rollouts in many resampled states ("worlds"), with more
 * worlds for better moves.
 *
 * The greedy bot's evaluation orders the moves by the position at the end of
 * the bot's own turn.  The best few moves are candidates.  The bot then
 * repeatedly resamples what its seat cannot know, and plays every candidate in
 * that world, followed by some turns in which each seat takes the move with the
 * highest value: at once, or, at the start of a turn, after playing the best
 * moves on.  The value of the resulting position for the bot, less a share of
 * the best other seat's value, is added to the candidate's sum.  The first
 * evaluation counts as a few worlds, so that a short search does not depend on
 * luck alone.
 *
 * The worse half of the candidates is dropped at intervals, so that the time is
 * spent on close choices (sequential halving).  All candidates are played in
 * the same worlds, so that luck affects them alike.  A candidate that is
 * clearly behind is dropped at once; when one is left, the search ends early.
 *
 * The search uses resampled states only: the bot never reads what its seat
 * cannot know.  Memory: less than 80 KiB of stack, for every game and limit. */
#include "bots/bot.h"

#include <stdalign.h>
#include <string.h>

enum {
    CANDIDATES = 10,    /* moves that are rolled out */
    LOOKED_AT = 32,     /* moves that are played on to choose these */
    FIRST_LOOK = 9,     /* own decisions that they are played on for */
    OWN_TURNS = 3,      /* that a rollout lasts, this one included */
    LOOK_WORLDS = 8,    /* as many worlds the first look counts as */
    BEAM = 3,           /* in a rollout, moves that are played on, */
    BEAM_FROM = 8,      /* where there are as many moves as that, */
    BEAM_DEPTH = 8,     /* own decisions */
    OTHER_SHARE = 100,  /* per cent of the best other seat's worth taken off */
    ENOUGH_WORLDS = 16, /* before a candidate can be clearly behind */
    LOOK_EVERY = 8,     /* worlds between two looks for such */
    CLEARLY = 3,        /* standard errors that count as clearly behind */
};

/* Storage for any game's state. */
struct world {
    alignas(16) unsigned char bytes[RULES_STATE_MAX];
};

struct candidate {
    struct move move;
    int32_t value; /* to be sorted by: an estimate, then the mean */
    int row;       /* in struct contest */
    int32_t look;  /* the first look's estimate, less that of the best */
    int64_t sum;   /* of its rollouts */
};

/* The candidates, the best in front, and what they made of the same worlds:
 * from the sums of products follows how much two of them differ by luck. */
struct contest {
    struct candidate *list;
    size_t count;
    uint32_t worlds;
    int64_t product[CANDIDATES][CANDIDATES];
};

/* One choice being thought about. */
struct search {
    const struct game *game;
    const struct thought *thought;
    int seat, seats;
    uint64_t positions; /* tried so far */
    uint64_t now_us;    /* by the clock, when there is one */
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
    int at = 0; /* which of the two the next position is tried in */

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
        at = 1 - at; /* the other one holds the best */
    }
    if (best > INT32_MIN)
        memcpy(world, &tried[1 - at], game->state_size);
    return best > INT32_MIN;
}

/* A move, and what it is worth to the seat that makes it. */
struct rated {
    struct move move;
    int32_t value;
};

/* The best few moves by the position each leads to, best first; equal ones as
 * they are listed.  Returns how many. */
static size_t rate_best(struct search *search, const struct world *world,
                        int seat, const struct move *list, size_t count,
                        struct rated best[BEAM])
{
    const struct game *game = search->game;
    struct world after;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        int32_t value;
        size_t at;

        memcpy(&after, world, game->state_size);
        game_play_listed(game, &after, seat, list[i]);
        search->positions++;
        value = game->evaluate(&after, seat);
        if (kept < BEAM)
            kept++;
        else if (value <= best[BEAM - 1].value)
            continue;
        for (at = kept - 1; at > 0 && best[at - 1].value < value; at--)
            best[at] = best[at - 1];
        best[at] = (struct rated){list[i], value};
    }
    return kept;
}

/* A seat's decision in a rollout.  Among many moves, mostly where a turn
 * begins, the next position alone says little: the best few are played on, and
 * the one that comes out best is taken with all that followed. */
static bool step_on(struct search *search, struct world *world, int seat)
{
    const struct game *game = search->game;
    struct move list[RULES_MOVES_MAX];
    struct rated best[BEAM];
    struct world ends[2];
    const size_t count = game->moves(world, seat, list, RULES_MOVES_MAX);
    size_t kept;
    int32_t most = INT32_MIN;
    int at = 0; /* which of the two the next one is played on in */

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
        at = 1 - at; /* the other one holds the best */
    }
    if (most > INT32_MIN)
        memcpy(world, &ends[1 - at], game->state_size);
    return most > INT32_MIN;
}

/* What a position is worth when the others count too. */
static int32_t worth(const struct search *search, const struct world *world)
{
    const int32_t own = search->game->evaluate(world, search->seat);
    int32_t other = INT32_MIN;

    for (int seat = 0; seat < search->seats; seat++) {
        const int32_t value =
            seat == search->seat ? other : search->game->evaluate(world, seat);

        if (value > other)
            other = value;
    }
    return other == INT32_MIN ? own : own - other / 100 * OTHER_SHARE;
}

/* Whether a turn of the seat ended between two positions.  With others it is
 * then no longer to act; alone it always is, and the rules say what was
 * final. */
static bool turn_ended(const struct search *search, const struct world *before,
                       const struct world *after)
{
    const struct game *game = search->game;

    if (search->seats == 1)
        return game->irreversible(before, after) & IRREVERSIBLE_FINAL;
    return game->to_act(before) >> search->seat & 1 &&
           !(game->to_act(after) >> search->seat & 1);
}

/* Play on until the seat has had its turns or the match is over; the move that
 * is rolled out led to `world` from `start`. */
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
        if (!step_on(search, world, own ? search->seat : __builtin_ctz(seats)))
            break;
    }
    return worth(search, world);
}

/* Play a candidate's move in a world and roll it out. */
static int32_t try_out(struct search *search, const struct world *world,
                       struct move move)
{
    struct world after;

    memcpy(&after, world, search->game->state_size);
    search->positions++;
    game_play_listed(search->game, &after, search->seat, move);
    return roll_out(search, world, &after);
}

/* The value of a move after this number of further own decisions, or at the end
 * of the own turn. */
static int32_t look_ahead(struct search *search, const struct world *world,
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

/* Bring the best to the front, in order, equal ones as they were. */
static void bring_forward(struct candidate *list, size_t count, size_t best)
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

/* Look ahead with every move of the list and leave the best of them in front.
 * Returns how many. */
static size_t look_and_keep(struct search *search, const struct world *world,
                            struct candidate *list, size_t count, int decisions,
                            size_t keep)
{
    for (size_t i = 0; i < count; i++)
        list[i].value = look_ahead(search, world, list[i].move, decisions);
    if (keep > count)
        keep = count;
    bring_forward(list, count, keep);
    return keep;
}

/* Count what the candidates made of one world. */
static void add_world(struct contest *contest)
{
    struct candidate *list = contest->list;

    contest->worlds++;
    for (size_t i = 0; i < contest->count; i++) {
        list[i].sum += list[i].value;
        for (size_t k = 0; k < contest->count; k++)
            contest->product[list[i].row][list[k].row] +=
                (int64_t)list[i].value * list[k].value;
    }
}

static void sort_by_mean(struct contest *contest)
{
    struct candidate *list = contest->list;

    for (size_t i = 0; i < contest->count; i++)
        list[i].value =
            (int32_t)((list[i].sum + (int64_t)LOOK_WORLDS * list[i].look) /
                      ((int64_t)contest->worlds + LOOK_WORLDS));
    bring_forward(contest->list, contest->count, contest->count);
}

/* Whether a candidate is behind the first by more than luck explains. */
static bool is_clearly_behind(const struct contest *contest, size_t i)
{
    const double n = contest->worlds;
    const int a = contest->list[0].row, b = contest->list[i].row;
    const double lead =
        (double)(contest->list[0].sum - contest->list[i].sum) / n;
    const double squares =
        (double)(contest->product[a][a] - 2 * contest->product[a][b] +
                 contest->product[b][b]) /
        n;

    return lead > 0 &&
           lead * lead * n > CLEARLY * CLEARLY * (squares - lead * lead);
}

/* Drop who is clearly behind. */
static void drop_clear_losers(struct contest *contest)
{
    size_t left = 1;

    if (contest->worlds < ENOUGH_WORLDS)
        return;
    sort_by_mean(contest);
    for (size_t i = 1; i < contest->count; i++)
        if (!is_clearly_behind(contest, i))
            contest->list[left++] = contest->list[i];
    contest->count = left;
}

/* Roll out every candidate in one further world.  False when stopped: a world
 * half done counts for nobody. */
static bool play_world(struct search *search, const void *state,
                       struct random *random, struct contest *contest)
{
    struct world world;

    memcpy(&world, state, search->game->state_size);
    search->game->resample(&world, search->seat, random);
    for (size_t i = 0; i < contest->count; i++) {
        contest->list[i].value = try_out(search, &world, contest->list[i].move);
        if (is_stopped(search))
            return false;
    }
    add_world(contest);
    return true;
}

/* One round: worlds, one at least, up to the bound.  False when stopped. */
static bool compare(struct search *search, const void *state,
                    struct random *random, struct contest *contest,
                    const struct bound *until)
{
    do {
        if (!play_world(search, state, random, contest))
            return false;
        if (contest->worlds % LOOK_EVERY == 0)
            drop_clear_losers(contest);
    } while (contest->count > 1 && search->positions < until->positions &&
             (!search->thought->ms || search->now_us < until->us));
    return true;
}

/* The end of round n of `rounds`.  Fewer candidates need less time. */
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

/* Halve the candidates until one is left. */
static struct move halve(struct search *search, const void *state,
                         struct random *random, struct contest *contest)
{
    const struct search start = *search;
    const size_t candidates = contest->count;
    uint32_t rounds = 0;

    for (size_t left = candidates; left > 1; left = (left + 1) / 2)
        rounds++;
    for (uint32_t round = 1; contest->count > 1; round++) {
        const struct bound until =
            bound_of(search, &start, candidates, round, rounds);
        const bool go_on = compare(search, state, random, contest, &until);

        if (!contest->worlds)
            break; /* stopped before anything was known */
        sort_by_mean(contest);
        if (!go_on)
            break;
        contest->count = (contest->count + 1) / 2;
    }
    return contest->list[0].move;
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
    struct contest contest = {.list = list};
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
    if (count > LOOKED_AT)
        count = look_and_keep(&search, &world, list, count, 0, LOOKED_AT);
    contest.count =
        look_and_keep(&search, &world, list, count, FIRST_LOOK, CANDIDATES);
    for (size_t i = 0; i < contest.count; i++) {
        list[i].row = (int)i;
        list[i].look = list[i].value - list[0].value;
    }
    return halve(&search, state, random, &contest);
}

struct move search_choose(const struct game *game, const void *state, int seat,
                          struct random *random)
{
    static const struct thought usual = {.positions = SEARCH_POSITIONS};

    return search_within(game, state, seat, random, &usual);
}
