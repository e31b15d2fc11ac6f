/* Records: applying their entries, replaying them, and hashing where they
 * lead.  record_write.c and record_read.c are their text. */
#include "rules/record.h"

#include "rules/hash.h"
#include "rules/record_position.h"

#include <string.h>

bool record_append(struct record *record, struct entry entry)
{
    if (record->count == record->cap)
        return false;
    record->entries[record->count++] = entry;
    return true;
}

static bool same_settings(const struct game *game, const struct settings *a,
                          const struct settings *b)
{
    for (size_t i = 0; game->options[i].name; i++)
        if (a->values[i] != b->values[i])
            return false;
    return a->seats == b->seats;
}

enum rules_err record_begin(const struct record *record, void *state)
{
    const struct game *game = record->game;
    struct settings settings;
    enum rules_err err = game_check_settings(game, &record->settings);

    if (err)
        return err;
    if (!record->position)
        return game->start(state, &record->settings, record->secret);
    err = record_position_read(game, record->position, record->position_length,
                               state, NULL);
    if (err)
        return err;
    game->settings(state, &settings);
    return same_settings(game, &settings, &record->settings)
               ? RULES_OK
               : RULES_BAD_SETTINGS;
}

enum rules_err record_step(const struct game *game, void *state,
                           const struct entry *entry)
{
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_MOVE:
        if (!entry->is_trusted)
            return game->apply(state, entry->seat, entry->move);
        game_play(game, state, entry->seat, entry->move, entry->passes);
        return RULES_OK;
    case ENTRY_LEAVE: game->leave(state, entry->seat); return RULES_OK;
    case ENTRY_UNDO: break;
    }
    return RULES_ILLEGAL_MOVE;
}

uint64_t record_state_hash(const struct game *game, const void *state)
{
    const uint64_t begin =
        hash_word(UINT64_C(0xcbf29ce484222325), game->state_size);

    return hash_word(hash_bytes(begin, state, game->state_size), 0);
}
