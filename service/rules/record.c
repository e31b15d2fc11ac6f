/* Records: applying their entries, replaying them, and hashing where they
 * lead.  record_text.c writes and reads them. */
#include "record.h"

#include <string.h>

bool record_append(struct record *record, struct entry entry)
{
    if (record->count == record->cap)
        return false;
    record->entries[record->count++] = entry;
    return true;
}

enum rules_err record_step(const struct game *game, void *state,
                           const struct entry *entry)
{
    if (entry->kind == ENTRY_MOVE)
        return game->apply(state, entry->seat, entry->move);
    game->leave(state, entry->seat);
    return RULES_OK;
}

enum rules_err record_replay(const struct record *record, size_t n, void *state,
                             size_t *failed)
{
    enum rules_err err =
        record->game->start(state, &record->settings, record->secret);

    if (failed)
        *failed = 0;
    for (size_t i = 0; i < n && err == RULES_OK; i++) {
        err = record_step(record->game, state, &record->entries[i]);
        if (err && failed)
            *failed = i;
    }
    return err;
}

/* Eight bytes at a time: a word is mixed in, multiplied, and its high bits,
 * which depend on all of it, are folded back into the low ones. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

uint64_t record_state_hash(const struct game *game, const void *state)
{
    const uint8_t *bytes = state;
    size_t left = game->state_size;
    uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), left);

    for (; left > 0; bytes += 8) {
        uint64_t word = 0;
        size_t n = left < 8 ? left : 8;

        memcpy(&word, bytes, n);
        hash = mix(hash, word);
        left -= n;
    }
    return mix(hash, 0);
}
