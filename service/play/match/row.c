/* Facts about a match that follow from its committed row. */
#include "play/match/row.h"

#include "play/match/match.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <string.h>

bool row_is_foreign_to(const struct store_match *row, const struct game *game)
{
    const struct match *match = &row->match;

    return match->rules_version != game->rules_version ||
           match->deck_version != game->deck->version ||
           strcmp(match->deck, game->deck->id) != 0;
}

bool row_is_foreign(const struct store_match *row)
{
    return row_is_foreign_to(row, row->match.game);
}

/* A seat that leaves twice does not change the state. */
bool row_has_left(const struct store_match *row, int seat)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    const struct game *game = row->match.game;

    memcpy(state, row->state, game->state_size);
    game->leave(state, seat);
    return memcmp(state, row->state, game->state_size) == 0;
}

seat_set row_persons(const struct store_match *row)
{
    seat_set out = 0;

    for (int seat = 0; seat < row->match.settings.seats; seat++)
        if (row->match.seats[seat].kind == SEAT_HUMAN &&
            !row_has_left(row, seat))
            out |= (seat_set)(1U << seat);
    return out;
}
