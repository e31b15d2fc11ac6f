/* The idempotency keys that the changes of a match have used, kept beside the
 * cached row and updated with every commit.
 *
 * An update is written only if the match is still at the seq of the row, so
 * that no change that is missing here can come between. */
#include "play/match/used_keys.h"

#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/idempotency_key.h"
#include "play/node/errors.h"
#include "play/play_struct.h"
#include "play/store/idempotency_keys.h"
#include "play/store/updates.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CAP_STEP = 32 };

void used_keys_clear(struct used_keys *keys)
{
    free(keys->tags);
    *keys = (struct used_keys){0};
}

static bool reserve(struct used_keys *keys, size_t more)
{
    const size_t cap =
        (keys->count + more + CAP_STEP - 1) / CAP_STEP * CAP_STEP;
    uint32_t *tags;

    if (keys->count + more <= keys->cap)
        return true;
    tags = realloc(keys->tags, cap * sizeof *tags);
    if (!tags)
        return false;
    keys->tags = tags;
    keys->cap = (uint32_t)cap;
    return true;
}

bool used_keys_are_ready(const struct play *play,
                         const struct cached_match *entry)
{
    const struct used_keys *keys = &entry->used_keys;

    return keys->is_known && keys->seq == entry->row.match.seq &&
           keys->epoch == atomic_load(&play->epoch);
}

enum play_err used_keys_ready(struct play *play, struct cached_match *entry)
{
    struct used_keys *keys = &entry->used_keys;
    const unsigned epoch = atomic_load(&play->epoch);
    const uint32_t seq = entry->row.match.seq;
    uint32_t *tags = NULL;
    size_t count = 0;
    enum play_err err;

    if (used_keys_are_ready(play, entry))
        return PLAY_OK;
    if (keys->epoch != epoch || keys->seq > seq)
        used_keys_clear(keys);
    err = play_err_of(play->store->idempotency_keys->list_tags(
        play->store,
        &(struct store_tag_query){.match = &entry->id,
                                  .after = keys->seq,
                                  .last = seq,
                                  .since_us = key_since_us(play)},
        &tags, &count));
    if (!err && !reserve(keys, count))
        err = PLAY_UNAVAILABLE;
    if (!err) {
        if (count > 0)
            memcpy(keys->tags + keys->count, tags, count * sizeof *tags);
        keys->count += (uint32_t)count;
        keys->is_known = true;
        keys->seq = seq;
        keys->epoch = epoch;
    }
    free(tags);
    return err;
}

bool used_keys_may_have(const struct used_keys *keys,
                        const struct command *command)
{
    const uint32_t tag = store_key_tag(
        store_key_hash(&command->actor.account, command->key.text));

    for (size_t i = 0; i < keys->count; i++)
        if (keys->tags[i] == tag)
            return true;
    return false;
}

void used_keys_begin(struct play *play, struct used_keys *keys,
                     const struct store_match *row)
{
    const bool is_new =
        row->match.seq == 0 || (row->match.seq == 1 && row->match.started_us);

    if (!is_new || keys->is_known)
        return;
    keys->is_known = true;
    keys->seq = row->match.seq;
    keys->epoch = atomic_load(&play->epoch);
}

void used_keys_follow(struct used_keys *keys, const struct store_update *update)
{
    if (!keys->is_known || keys->seq != update->seq)
        return;
    if (update->key && !reserve(keys, 1)) {
        used_keys_clear(keys);
        return;
    }
    if (update->key)
        keys->tags[keys->count++] =
            store_key_tag(store_key_hash(&update->account, update->key));
    keys->seq += (uint32_t)update->event_count;
}
