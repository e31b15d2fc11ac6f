/* The idempotency keys that the changes of a match have used. */
#ifndef PLAY_USED_KEYS_H
#define PLAY_USED_KEYS_H

#include "play/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cached_match;
struct command;
struct play;
struct store_match;
struct store_update;

/* A tag of each key that an event of a match up to `seq` has, so that a request
 * with a new key is accepted without looking for the key in the database.  Keys
 * remain here after they have expired, and two keys can have the same tag: a
 * key with a tag of these may have been used. */
struct used_keys {
    bool is_known;  /* the members below are set */
    uint32_t seq;   /* all events up to it are included */
    unsigned epoch; /* of the play: after a later one events may be lost */
    uint32_t count, cap;
    uint32_t *tags;
};

/* Under entry->lock: bring the keys up to date with the row.  Reads those of
 * the events since `seq`, or of all events. */
enum play_err used_keys_ready(struct play *play, struct cached_match *entry);
/* Under entry->lock: return whether the keys are up to date with the row. */
bool used_keys_are_ready(const struct play *play,
                         const struct cached_match *entry);
/* Return whether the key of the command may have been used. */
bool used_keys_may_have(const struct used_keys *keys,
                        const struct command *command);
/* Set the keys of a row that has no event, or only its start. */
void used_keys_begin(struct play *play, struct used_keys *keys,
                     const struct store_match *row);
/* Add the key of a committed update.  Keys that are not those of the match
 * before the update do not change. */
void used_keys_follow(struct used_keys *keys,
                      const struct store_update *update);
void used_keys_clear(struct used_keys *keys);

#endif
