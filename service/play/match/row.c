/* Facts about a match that follow from its committed row. */
#include "play/match/row.h"

#include "play/match/match.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <string.h>

bool row_is_foreign_to(const struct store_match *row, const struct game *game)
{
    const struct match *match = &row->match;

    return !game_continues(game, match->rules_version) ||
           match->deck_version != game->deck->version ||
           strcmp(match->deck, game->deck->id) != 0;
}

bool row_is_foreign(const struct store_match *row)
{
    return row_is_foreign_to(row, row->match.game);
}

bool row_has_left(const struct store_match *row, int seat)
{
    return row->match.game->left(row->state) >> seat & 1;
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
