/* The search bot: rollouts in many worlds, more of them for better moves.
 *
 * The moves are put in order by what the greedy bot would see: the position
 * at the end of the own turn.  The best few are candidates.  Then, again and
 * again, what the seat may not know is dealt anew, and in that one world every
 * candidate is played, followed by some turns in which all seats take what
 * looks best at once.  What the position is worth then, less what it is worth
 * to the best other seat, is added up.  The worse half of the candidates is
 * dropped now and then, so that the thinking goes where the choice is close
 * (sequential halving); candidates meet in the same worlds, so that luck
 * weighs on all of them alike.
 *
 * Only dealt worlds are ever looked at: the bot cannot see what its seat may
 * not know.  Memory: the stack, less than 64 KiB, whatever is asked. */
#include "bot.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

enum {
    CANDIDATES = 10,   /* moves that are rolled out */
    FIRST_LOOK = 9,    /* own decisions played on to put moves in order */
    OWN_TURNS = 3,     /* that a rollout lasts, this one included */
    OTHER_SHARE = 100, /* per cent of the best other seat's worth taken off */
    WORST = -10000000,
};

/* Storage for any game's state. */
struct world {
    alignas(16) unsigned char bytes[RULES_STATE_MAX];
};

struct candidate {
    struct move move;
    int64_t sum;   /* of its rollouts */
    int32_t value; /* to be sorted by: an estimate, then the mean */
};

/* One choice being thought about. */
struct search {
    const struct game *game;
    const struct thought *thought;
    int seat, seats;
    uint64_t positions; /* tried so far */
    uint64_t end_us;    /* by the clock, when there is one */
    bool stopped;
};

static bool is_stopped(struct search *search)
{
    const struct thought *thought = search->thought;

    if (!search->stopped && thought->stop)
        search->stopped = thought->stop(thought->context);
    if (!search->stopped && thought->ms)
        search->stopped = thought->clock(thought->context) >= search->end_us;
    return search->stopped;
}

/* Play the move that leads to the best next position for who is to act, the
 * first among equals.  False when there is none. */
static bool step(struct search *search, struct world *world, int seat)
{
    const struct game *game = search->game;
    struct move list[RULES_MOVES_MAX];
    struct world tried[2];
    const size_t count = game->moves(world, seat, list, RULES_MOVES_MAX);
    int32_t best = INT32_MIN;
    int at = 0; /* which of the two the next position is tried in */

    search->positions++;
    if (count == 1)
        return !game->apply(world, seat, list[0]);
    for (size_t i = 0; i < count; i++) {
        int32_t value;

        memcpy(&tried[at], world, game->state_size);
        if (game->apply(&tried[at], seat, list[i]))
            continue;
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

/* Play on until the seat has had its turns or the match is over. */
static int32_t roll_out(struct search *search, struct world *world)
{
    const struct game *game = search->game;
    int turns = OWN_TURNS;
    bool was_own = true;
    seat_set seats;

    while ((seats = game->to_act(world)) != 0) {
        const bool own = seats >> search->seat & 1;

        if (was_own && !own && --turns == 0)
            break;
        was_own = own;
        if (!step(search, world, own ? search->seat : __builtin_ctz(seats)))
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
    if (search->game->apply(&after, search->seat, move))
        return WORST; /* the rules broke a promise */
    return roll_out(search, &after);
}

/* What a move leads to at the end of the own turn. */
static int32_t first_look(struct search *search, const struct world *world,
                          struct move move)
{
    struct world after;

    memcpy(&after, world, search->game->state_size);
    if (search->game->apply(&after, search->seat, move))
        return WORST;
    for (int i = 0; i < FIRST_LOOK; i++)
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

/* Roll out every candidate in further worlds until so many positions have
 * been tried, in one world at least.  Returns the number of worlds. */
static uint32_t compare(struct search *search, const void *state,
                        struct random *random, struct candidate *list,
                        size_t count, uint64_t until)
{
    struct world world;
    uint32_t worlds = 0;

    do {
        memcpy(&world, state, search->game->state_size);
        search->game->redeal(&world, search->seat, random);
        for (size_t i = 0; i < count; i++) {
            /* a world half done counts for nobody */
            list[i].value = try_out(search, &world, list[i].move);
            if (is_stopped(search))
                return worlds;
        }
        for (size_t i = 0; i < count; i++)
            list[i].sum += list[i].value;
        worlds++;
    } while (search->positions < until);
    return worlds;
}

/* Halve the candidates until one is left. */
static struct move halve(struct search *search, const void *state,
                         struct random *random, struct candidate *list,
                         size_t count)
{
    /* few candidates need less thought */
    const uint64_t budget =
        (uint64_t)search->thought->positions * count / CANDIDATES;
    uint64_t until = search->positions;
    uint32_t rounds = 0, worlds = 0;

    for (size_t left = count; left > 1; left = (left + 1) / 2)
        rounds++;
    while (count > 1 && !is_stopped(search)) {
        until += budget / rounds;
        worlds += compare(search, state, random, list, count, until);
        if (!worlds)
            break; /* stopped before anything was known */
        for (size_t i = 0; i < count; i++)
            list[i].value = (int32_t)(list[i].sum / worlds);
        bring_forward(list, count, count);
        count = (count + 1) / 2;
    }
    return list[0].move;
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
    struct search search = {game, thought, seat, 0, 0, 0, false};
    struct candidate list[RULES_MOVES_MAX];
    struct move moves[RULES_MOVES_MAX];
    struct world world;
    size_t count;

    if (thought->ms)
        search.end_us = thought->clock(thought->context) + 1000 * thought->ms;
    memcpy(&world, state, game->state_size);
    game->redeal(&world, seat, random);
    count = game->moves(&world, seat, moves, RULES_MOVES_MAX);
    assert(count > 0);
    if (count == 1)
        return moves[0];
    search.seats = seats_of(game, &world);
    for (size_t i = 0; i < count; i++)
        list[i] = (struct candidate){moves[i], 0,
                                     first_look(&search, &world, moves[i])};
    if (count > CANDIDATES) {
        bring_forward(list, count, CANDIDATES);
        count = CANDIDATES;
    } else {
        bring_forward(list, count, count);
    }
    return halve(&search, state, random, list, count);
}

struct move search_choose(const struct game *game, const void *state, int seat,
                          struct random *random)
{
    static const struct thought usual = {.positions = SEARCH_POSITIONS};

    return search_within(game, state, seat, random, &usual);
}
