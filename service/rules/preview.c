/* Previews of a move, whatever the game. */
#include "rules/preview.h"
#include "rules/journal.h"

#include <string.h>

struct preview game_preview(const struct game *game, const void *before,
                            int seat, struct move move, const void *after,
                            struct journal *journal)
{
    struct preview preview = {.seal = game->irreversible(before, after),
                              .is_whole = true,
                              .has_score = true};
    const int passes = game_forced_passes(game, before, seat, move, after);
    _Alignas(16) uint8_t state[RULES_STATE_MAX];

    memcpy(state, before, game->state_size);
    game_play_recorded(game, state, seat, move,
                       (uint8_t)(passes < 0 ? 0 : passes), journal);
    if (preview.seal & IRREVERSIBLE_REVEAL) {
        preview.is_whole = journal->known >= journal->count;
        preview.has_score = preview.is_whole || !journal->hides_points;
        journal_cut(journal, journal->known);
    }
    return preview;
}
