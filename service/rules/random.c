/* ChaCha20 (RFC 8439) as a generator of unbiased numbers and shuffles. */
#include "rules/random.h"

#include <assert.h>
#include <string.h>

static uint32_t rotate(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static uint32_t load(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static void store(uint8_t *p, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (8 * i));
}

static void quarter_round(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

void chacha20_block(const uint8_t key[32], uint32_t counter,
                    const uint8_t nonce[12], uint8_t out[64])
{
    /* The constants spell "expand 32-byte k". */
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t x[16];

    for (int i = 0; i < 8; i++)
        start[4 + i] = load(key + 4 * i);
    start[12] = counter;
    for (int i = 0; i < 3; i++)
        start[13 + i] = load(nonce + 4 * i);
    memcpy(x, start, sizeof x);
    for (int round = 0; round < 20; round += 2) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        store(out + 4 * i, x[i] + start[i]);
}

void random_init(struct random *random, const uint8_t key[32], uint64_t stream)
{
    memcpy(random->key, key, sizeof random->key);
    random->stream = stream;
    random->block = 0;
    random->used = sizeof random->buffer;
    memset(random->buffer, 0, sizeof random->buffer);
}

/* The nonce is four zero bytes and the stream's number, lowest byte first. */
static void refill(struct random *random)
{
    uint8_t nonce[12] = {0};

    store(nonce + 4, (uint32_t)random->stream);
    store(nonce + 8, (uint32_t)(random->stream >> 32));
    chacha20_block(random->key, random->block, nonce, random->buffer);
    random->block++;
    random->used = 0;
}

uint32_t random_u32(struct random *random)
{
    uint32_t x;

    if (random->used == sizeof random->buffer)
        refill(random);
    x = load(random->buffer + random->used);
    random->used += 4;
    return x;
}

uint32_t random_below(struct random *random, uint32_t n)
{
    uint32_t surplus, x;

    assert(n > 0);
    /* 2^32 mod n: the values to reject for an even spread. */
    surplus = (0u - n) % n;
    do
        x = random_u32(random);
    while (x < surplus);
    return x % n;
}

void random_shuffle(struct random *random, uint8_t *items, size_t count)
{
    assert(count <= UINT32_MAX);
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(random, (uint32_t)i);
        uint8_t item = items[i - 1];

        items[i - 1] = items[j];
        items[j] = item;
    }
}
