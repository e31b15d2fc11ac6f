/* Playing a move with the forced passes that follow it, without judging it. */
#include "rules/game.h"

#include <string.h>

void game_play_listed(const struct game *game, void *state, int seat,
                      struct move move)
{
    game->play(state, seat, move);
    (void)game->settle(state);
}

void game_play(const struct game *game, void *state, int seat, struct move move,
               uint8_t passes)
{
    game->play(state, seat, move);
    while (passes-- > 0)
        (void)game->pass_forced(state);
}

void game_play_recorded(const struct game *game, void *state, int seat,
                        struct move move, uint8_t passes,
                        struct journal *journal)
{
    game->record(state, journal);
    game_play(game, state, seat, move, passes);
    game->record(NULL, NULL);
}

void game_leave_recorded(const struct game *game, void *state, int seat,
                         bool together, struct journal *journal)
{
    game->record(state, journal);
    game->leave(state, seat, together);
    game->record(NULL, NULL);
}

int game_forced_passes(const struct game *game, const void *before, int seat,
                       struct move move, const void *after)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    int passes = 0;

    memcpy(state, before, game->state_size);
    game->play(state, seat, move);
    while (memcmp(state, after, game->state_size) != 0)
        if (++passes > UINT8_MAX || !game->pass_forced(state))
            return -1;
    return passes;
}
