/* The items of a game. */
#include "cli/balance/balance.h"

void items_read(struct items *items, const struct game *game)
{
    items->group = game->items;
    items->groups = 0;
    for (const struct item_group *g = game->items; g->word; g++) {
        for (int i = 0; i < g->count; i++)
            items->item[items->groups][i] = tally_item(g, i);
        items->groups++;
    }
}

enum item_use group_use(const struct item_group *group)
{
    if (!group->used)
        return USE_GIVEN;
    if (!group->had)
        return USE_CHOSEN;
    return group->is_shared ? USE_SHARED : USE_OWNED;
}
