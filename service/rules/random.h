/* Randomness from a match's secret: ChaCha20 (RFC 8439) as a generator.
 *
 * Each independent use has its own stream: the stream's number is the nonce,
 * and the block counter starts at 0.  A state therefore holds only the secret
 * and the number of the next stream. */
#ifndef RULES_RANDOM_H
#define RULES_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* One stream being read. */
struct random {
    uint8_t key[32];
    uint64_t stream;
    uint32_t block; /* the next block of the stream */
    uint32_t used;  /* bytes of buffer already used, 0 to 64 */
    uint8_t buffer[64];
};

/* The ChaCha20 block function of RFC 8439, 2.3: 64 bytes of key stream. */
void chacha20_block(const uint8_t key[32], uint32_t counter,
                    const uint8_t nonce[12], uint8_t out[64]);

/* Begin a stream of a secret. */
void random_init(struct random *random, const uint8_t key[32], uint64_t stream);

uint32_t random_u32(struct random *random);

/* Uniform below n (1 to 2^32 - 1), without bias, by rejection. */
uint32_t random_below(struct random *random, uint32_t n);

/* Unbiased Fisher-Yates. */
void random_shuffle(struct random *random, uint8_t *items, size_t count);

#endif
