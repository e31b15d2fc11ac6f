/* Records: their entries, the state in which they begin, and the hash of a
 * state.  replay.c applies entries; record_write.c and record_read.c are their
 * text. */
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

/* The state in which it begins, by the present rules. */
static enum rules_err begin(const struct record *record, void *state)
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

enum rules_err record_begin(const struct record *record, void *state)
{
    const struct game *game = record->game;
    const enum rules_err err = begin(record, state);

    if (!err && game->continue_version && record->ruleset &&
        record->ruleset != game->rules_version)
        game->continue_version(state, record->ruleset);
    return err;
}

uint64_t record_state_hash(const struct game *game, const void *state)
{
    const uint64_t begin =
        hash_word(UINT64_C(0xcbf29ce484222325), game->state_size);

    return hash_word(hash_bytes(begin, state, game->state_size), 0);
}

bool record_hash_is(const struct game *game, const void *state, uint64_t hash)
{
    bool is = record_state_hash(game, state) == hash;

    for (uint16_t v = game->oldest_version;
         !is && game->old_hash && v < game->rules_version; v++)
        is = game->old_hash(state, v) == hash;
    return is;
}
