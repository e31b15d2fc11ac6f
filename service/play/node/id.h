/* Ids: 16 random bytes, written as a prefix and 26 letters of base32. */
#ifndef PLAY_ID_H
#define PLAY_ID_H

#include "play/play.h"

#include <string.h>

struct play;

/* Write an id.  The prefix names the kind of id: "m_" for matches, "u_" for
 * accounts. */
void id_write(const char *prefix, const struct play_id *id,
              char out[PLAY_ID_SIZE]);
/* Read an id.  false: the text is not an id with this prefix. */
bool id_read(const char *prefix, const char *text, struct play_id *out);
bool id_equals(const struct play_id *a, const struct play_id *b);
/* Return the first two bytes, which notifications of accounts carry instead of
 * the id. */
uint16_t id_tag(const struct play_id *id);
/* Generate a random id.  false: no randomness. */
bool id_new(struct play *play, struct play_id *out);
bool play_random(struct play *play, void *out, size_t size);

/* Return the key of an account's or a match's jobs in a thread pool. */
static inline uint64_t id_pool_key(const struct play_id *id)
{
    uint64_t key;

    memcpy(&key, id->bytes, sizeof key);
    return key;
}

#endif
