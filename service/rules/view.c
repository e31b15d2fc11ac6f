/* What a viewer may see, and positions that say of which game they are. */
#include "rules/game.h"
#include "rules/journal.h"
#include "rules/sink.h"

#include <stdio.h>
#include <string.h>

void game_view(const struct game *game, const void *state, int viewer,
               struct sink *sink)
{
    sink_string(sink, "game", game->id);
    game->view(state, viewer, sink);
}

bool game_may_know(const struct game *game, const void *state, int seat,
                   struct move move, int viewer)
{
    return viewer == RULES_OMNISCIENT || viewer == seat ||
           game->is_open(state, seat, move);
}

void game_step(const struct game *game, const struct journal *journal,
               size_t index, int viewer, struct sink *sink)
{
    const bool knows = journal_viewer_knows(&journal->step[index], viewer);

    game->step(journal, index, knows, sink);
}

static bool is_of_game(const struct game *game, const struct source *source)
{
    const source_node node = source->member(source, 0, "game");
    const char *id;

    return node == SOURCE_NONE ||
           (source->text(source, node, &id) && strcmp(id, game->id) == 0);
}

enum rules_err game_read(const struct game *game, void *state,
                         const struct source *source,
                         struct position_fault *fault)
{
    if (source->has_shape(source, 0, SINK_OBJECT) &&
        !is_of_game(game, source)) {
        if (fault) {
            snprintf(fault->pointer, sizeof fault->pointer, "/game");
            snprintf(fault->reason, sizeof fault->reason,
                     "This must be \"%s\", or left out.", game->id);
        }
        return RULES_BAD_POSITION;
    }
    return game->read(state, source, fault);
}
