/* Ids: 16 random bytes, written as a prefix and 26 letters of base32. */
#ifndef PLAY_ID_H
#define PLAY_ID_H

#include "play/play.h"

#include <string.h>

struct play;
struct play_id;

void id_write(const char *prefix, const struct play_id *id,
              char out[PLAY_ID_SIZE]);
bool id_read(const char *prefix, const char *text, struct play_id *out);
bool id_equals(const struct play_id *a, const struct play_id *b);
/* Its first two bytes: what news of an account go by. */
uint16_t id_tag(const struct play_id *id);
bool id_new(struct play *play, struct play_id *out);
bool play_random(struct play *play, void *out, size_t size);

/* The key of an account's or a match's jobs in a pool: ids are random. */
static inline uint64_t id_pool_key(const struct play_id *id)
{
    uint64_t key;

    memcpy(&key, id->bytes, sizeof key);
    return key;
}

#endif
