/* Tallies of matches, whatever the game. */
#include "rules/tally.h"

#include "rules/journal.h"

#include <string.h>

struct item tally_item(const struct item_group *group, int index)
{
    struct item item = {"", "", ""};

    group->item(index, &item);
    return item;
}

void tally_begin(struct tally *tally, int seats)
{
    memset(tally, 0, sizeof *tally);
    tally->seats = (uint8_t)seats;
    tally->round = 1;
}

bool tally_move(struct tally *tally, const struct game *game,
                const void *before, int seat, struct move move,
                const void *after)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    const int passes = game_forced_passes(game, before, seat, move, after);
    struct journal journal;

    if (passes < 0)
        return false;
    journal_begin(&journal, tally->seats);
    memcpy(state, before, game->state_size);
    game_play_recorded(game, state, seat, move, (uint8_t)passes, &journal);
    game->tally(before, &journal, tally);
    return !journal.is_full;
}

void tally_end(struct tally *tally, const struct game *game, const void *state)
{
    struct journal journal;

    journal_begin(&journal, tally->seats);
    game->tally(state, &journal, tally);
}
