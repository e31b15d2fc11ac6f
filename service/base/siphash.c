/* SipHash-2-4, as by Aumasson and Bernstein (2012). */
#include "base/siphash.h"

#include <endian.h>
#include <string.h>

struct sip {
    uint64_t v0, v1, v2, v3;
};

static uint64_t turn(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static void mix(struct sip *s)
{
    s->v0 += s->v1;
    s->v1 = turn(s->v1, 13) ^ s->v0;
    s->v0 = turn(s->v0, 32);
    s->v2 += s->v3;
    s->v3 = turn(s->v3, 16) ^ s->v2;
    s->v0 += s->v3;
    s->v3 = turn(s->v3, 21) ^ s->v0;
    s->v2 += s->v1;
    s->v1 = turn(s->v1, 17) ^ s->v2;
    s->v2 = turn(s->v2, 32);
}

static void add_word(struct sip *s, uint64_t word)
{
    s->v3 ^= word;
    mix(s);
    mix(s);
    s->v0 ^= word;
}

/* Eight bytes, the lowest first. */
static uint64_t read_word(const uint8_t bytes[8])
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* Less than eight. */
static uint64_t read_rest(const uint8_t *bytes, size_t size)
{
    uint64_t word = 0;

    while (size-- > 0)
        word = word << 8 | bytes[size];
    return word;
}

uint64_t siphash(const uint8_t key[SIPHASH_KEY_SIZE], uint64_t first,
                 const void *bytes, size_t size)
{
    const uint64_t k0 = read_word(key), k1 = read_word(key + 8);
    const uint64_t length = (uint64_t)(size + sizeof first) << 56;
    const uint8_t *at = bytes;
    struct sip s = {
        k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d),
        k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};

    add_word(&s, first);
    for (; size >= 8; size -= 8, at += 8)
        add_word(&s, read_word(at));
    add_word(&s, length | read_rest(at, size));
    s.v2 ^= 0xff;
    for (int i = 0; i < 4; i++)
        mix(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
