/* Ids and tokens as text: base32 in lower case. */
#include "play/inner.h"

#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

void base32_write(const uint8_t *bytes, size_t size, char *out)
{
    unsigned bits = 0, have = 0;

    for (size_t i = 0; i < size; i++) {
        bits = (bits << 8 | bytes[i]) & 0xfff;
        have += 8;
        while (have >= 5) {
            have -= 5;
            *out++ = letters[bits >> have & 31];
        }
    }
    if (have > 0)
        *out++ = letters[bits << (5 - have) & 31];
    *out = '\0';
}

bool base32_read(const char *text, uint8_t *out, size_t size)
{
    unsigned bits = 0, have = 0;
    size_t n = 0;

    for (; *text; text++) {
        const char *letter = strchr(letters, *text);

        if (!letter)
            return false;
        bits = (bits << 5 | (unsigned)(letter - letters)) & 0xfff;
        have += 5;
        if (have >= 8) {
            if (n == size)
                return false;
            have -= 8;
            out[n++] = (uint8_t)(bits >> have);
        }
    }
    /* The bits left over are zero, so every id has one text only. */
    return n == size && have < 5 && (bits & ((1U << have) - 1)) == 0;
}

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
