/* Hashes of bytes: the same on every machine of one byte order. */
#ifndef RULES_HASH_H
#define RULES_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A word is mixed in, multiplied, and its high bits, which depend on all of it,
 * are folded back into the low ones. */
static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/* Eight bytes at a time. */
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    for (; size >= 8; bytes += 8, size -= 8) {
        uint64_t word;

        memcpy(&word, bytes, sizeof word);
        hash = hash_word(hash, word);
    }
    if (size > 0) {
        uint64_t word = 0;

        memcpy(&word, bytes, size);
        hash = hash_word(hash, word);
    }
    return hash;
}

#endif
