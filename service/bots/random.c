/* The random bot: the baseline that every other bot must beat. */
#include "bots/bot.h"

struct move random_choose(const struct game *game, const void *state, int seat,
                          struct random *random)
{
    struct move list[RULES_MOVES_MAX];
    const size_t count = game->moves(state, seat, list, RULES_MOVES_MAX);

    if (count == 0)
        return (struct move){0};
    return list[random_below(random, (uint32_t)count)];
}
