/* The greedy bot: chooses the move with the best evaluation at the end of its
 * own turn.
 *
 * A turn consists of several small decisions, and the value of the first one
 * often shows only at the end of the turn.  So every move is first rated by the
 * next position.  For the best few moves the turn is then completed, each time
 * by the move with the best next position, until the seat is no longer to act
 * or HORIZON is reached.  The move with the best last position is chosen, by
 * lot among equals.
 *
 * All of this is done in one resampled state, which contains nothing that the
 * seat cannot know. */
#include "bots/bot.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

enum {
    BEAM = 8,    /* moves whose turn is completed */
    HORIZON = 9, /* most own decisions of completing it */
};

/* Storage for any game's state. */
struct world {
    alignas(16) unsigned char bytes[RULES_STATE_MAX];
};

/* A move and the evaluation of a position after it. */
struct rated {
    struct move move;
    int32_t value;
};

/* The position after a listed move. */
static void follow(const struct game *game, const struct world *world, int seat,
                   struct move move, struct world *after)
{
    memcpy(after, world, game->state_size);
    game_play_listed(game, after, seat, move);
}

/* Play the move that leads to the best next position, the first among equals.
 * Return false if the seat has no move. */
static bool step(const struct game *game, struct world *world, int seat)
{
    struct move list[RULES_MOVES_MAX];
    struct world tried[2];
    const size_t count = game->moves(world, seat, list, RULES_MOVES_MAX);
    int32_t best = INT32_MIN;
    int at = 0; /* of tried[]: where the next position goes */

    if (count == 1) {
        game_play_listed(game, world, seat, list[0]);
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        int32_t value;

        follow(game, world, seat, list[i], &tried[at]);
        value = game->evaluate(&tried[at], seat);
        if (i > 0 && value <= best)
            continue;
        best = value;
        at = 1 - at; /* the other element is the best */
    }
    if (count)
        memcpy(world, &tried[1 - at], game->state_size);
    return count > 0;
}

/* Complete the turn of the seat and return the evaluation of the last
 * position. */
static int32_t complete_turn(const struct game *game, struct world *world,
                             int seat)
{
    for (int i = 0; i < HORIZON; i++)
        if (!(game->to_act(world) >> seat & 1) || !step(game, world, seat))
            break;
    return game->evaluate(world, seat);
}

/* Return the index of the best move, the first among equals. */
static size_t best_of(const struct rated *rated, size_t count)
{
    size_t best = 0;

    for (size_t i = 1; i < count; i++)
        if (rated[i].value > rated[best].value)
            best = i;
    return best;
}

/* Keep the best BEAM moves, best first, equal ones in the order of the list.
 * Returns their number. */
static size_t keep_best(struct rated *rated, size_t count)
{
    const size_t keep = count < BEAM ? count : BEAM;

    for (size_t i = 0; i < keep; i++) {
        const size_t best = i + best_of(rated + i, count - i);
        const struct rated moved = rated[best];

        memmove(rated + i + 1, rated + i, (best - i) * sizeof *rated);
        rated[i] = moved;
    }
    return keep;
}

/* Rate every legal move by the next position; a single one is not rated.
 * Returns their number. */
static size_t rate_all(const struct game *game, const struct world *world,
                       int seat, struct rated *out)
{
    struct move list[RULES_MOVES_MAX];
    struct world after;
    const size_t count = game->moves(world, seat, list, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++) {
        out[i] = (struct rated){list[i], INT32_MIN};
        if (count < 2)
            continue;
        follow(game, world, seat, list[i], &after);
        out[i].value = game->evaluate(&after, seat);
    }
    return count;
}

struct move greedy_choose(const struct game *game, const void *state, int seat,
                          struct random *random)
{
    struct rated rated[RULES_MOVES_MAX];
    struct world world, after;
    size_t count, ties = 0;
    struct rated best = {{0}, INT32_MIN};

    memcpy(&world, state, game->state_size);
    game->resample(&world, seat, random);
    count = rate_all(game, &world, seat, rated);
    if (count == 0)
        return (struct move){0};
    if (count == 1)
        return rated[0].move;
    count = keep_best(rated, count);
    for (size_t i = 0; i < count; i++) {
        follow(game, &world, seat, rated[i].move, &after);
        rated[i].value = complete_turn(game, &after, seat);
        if (i > 0 && rated[i].value < best.value)
            continue;
        ties = i > 0 && rated[i].value == best.value ? ties + 1 : 1;
        if (ties == 1 || random_below(random, (uint32_t)ties) == 0)
            best = rated[i];
    }
    return best.move;
}
