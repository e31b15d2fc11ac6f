/* Ids: random numbers, as text in base32. */
#include "play/node/id.h"

#include "base/base32.h"
#include "play/play.h"
#include "play/play_struct.h"

#include <string.h>

void id_write(const char *prefix, const struct play_id *id,
              char out[PLAY_ID_SIZE])
{
    size_t length = strlen(prefix);

    memcpy(out, prefix, length + 1);
    base32_write(id->bytes, sizeof id->bytes, out + length);
}

bool id_read(const char *prefix, const char *text, struct play_id *out)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 &&
           base32_read(text + length, out->bytes, sizeof out->bytes);
}

bool id_equals(const struct play_id *a, const struct play_id *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

uint16_t id_tag(const struct play_id *id)
{
    return (uint16_t)(id->bytes[0] << 8 | id->bytes[1]);
}

bool play_random(struct play *play, void *out, size_t size)
{
    return play->config.random_bytes(play->config.ctx, out, size);
}

bool id_new(struct play *play, struct play_id *out)
{
    return play_random(play, out->bytes, sizeof out->bytes);
}
