/* Randomness: ChaCha20 is the one of RFC 8439, numbers are even, shuffles are
 * shuffles, and streams do not meet. */
#include "rules/random.h"

#include <criterion/criterion.h>

#include <string.h>

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Bytes from hex digits; blanks between them are skipped. */
static void from_hex(const char *hex, uint8_t *out)
{
    while (*hex) {
        if (*hex == ' ') {
            hex++;
            continue;
        }
        *out++ = (uint8_t)(digit(hex[0]) * 16 + digit(hex[1]));
        hex += 2;
    }
}

/* RFC 8439, 2.3.2 and appendix A.1. */
static const struct {
    const char *key, *nonce;
    uint32_t counter;
    const char *block;
} vectors[] = {
    {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     "000000090000004a00000000", 1,
     "10f1e7e4d13b5915500fdd1fa32071c4 c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2 b5129cd1de164eb9cbd083e8a2503c4e"},
    {"0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 0,
     "76b8e0ada0f13d90405d6ae55386bd28 bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a37 6a43b8f41518a11cc387b669b2ee6586"},
    {"0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 1,
     "9f07e7be5551387a98ba977c732d080d cb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d5 31ed1f28510afb45ace10a1f4b794d6f"},
    {"0000000000000000000000000000000000000000000000000000000000000001",
     "000000000000000000000000", 1,
     "3aeb5224ecf849929b9d828db1ced4dd 832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd 4e273644c8b36125a64addeb006c13a0"},
    {"00ff000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 2,
     "72d54dfbf12ec44b362692df94137f32 8fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c09 24a66c54d545ec1b7374f4872e99f096"},
    {"0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000002", 0,
     "c2c64d378cd536374ae204b9ef933fcd 1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f7 5f8fc299e8148362fa198a39531bed6d"},
};

Test(random, chacha20_gives_the_blocks_of_rfc_8439)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        uint8_t key[32], nonce[12], expected[64], block[64];

        from_hex(vectors[i].key, key);
        from_hex(vectors[i].nonce, nonce);
        from_hex(vectors[i].block, expected);

        chacha20_block(key, vectors[i].counter, nonce, block);

        cr_expect(memcmp(block, expected, sizeof block) == 0, "vector %zu", i);
    }
}

Test(random, a_stream_is_the_key_stream_of_its_number)
{
    const uint8_t key[32] = {1, 2, 3};
    const uint8_t nonce[12] = {0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1};
    struct random random;
    uint8_t block[64];

    random_init(&random, key, UINT64_C(0x0102030405060708));

    for (uint32_t counter = 0; counter < 3; counter++) {
        chacha20_block(key, counter, nonce, block);
        for (int i = 0; i < 64; i += 4) {
            uint32_t x = (uint32_t)block[i] | (uint32_t)block[i + 1] << 8 |
                         (uint32_t)block[i + 2] << 16 |
                         (uint32_t)block[i + 3] << 24;

            cr_assert_eq(random_u32(&random), x, "block %u, byte %d", counter,
                         i);
        }
    }
}

Test(random, streams_of_a_secret_do_not_meet)
{
    const uint8_t key[32] = {9};
    struct random a, b;
    int same = 0;

    random_init(&a, key, 0);
    random_init(&b, key, 1);
    for (int i = 0; i < 1000; i++)
        same += random_u32(&a) == random_u32(&b);

    cr_expect_eq(same, 0);
}

Test(random, below_is_below_and_reaches_everything)
{
    const uint8_t key[32] = {5};
    struct random random;

    random_init(&random, key, 0);
    for (uint32_t n = 1; n <= 70; n++) {
        bool seen[70] = {false};
        uint32_t count = 0;

        for (int i = 0; i < 2000; i++) {
            uint32_t x = random_below(&random, n);

            cr_assert_lt(x, n);
            count += !seen[x];
            seen[x] = true;
        }
        cr_expect_eq(count, n, "%u of %u values came", count, n);
    }
    cr_expect_lt(random_below(&random, UINT32_MAX), UINT32_MAX);
}

/* The quantile of chi-square is the one for p = 0.0001; the seed is fixed, so
 * this passes always or never. */
Test(random, below_is_even)
{
    enum { VALUES = 66, DRAWS = 66000 };
    const uint8_t key[32] = {77};
    struct random random;
    int counts[VALUES] = {0};
    double chi_square = 0;

    random_init(&random, key, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[random_below(&random, VALUES)]++;
    for (int i = 0; i < VALUES; i++) {
        double off = counts[i] - (double)DRAWS / VALUES;

        chi_square += off * off / ((double)DRAWS / VALUES);
    }

    cr_expect_lt(chi_square, 114.8, "chi-square is %.1f", chi_square);
}

/* Of 2^32 values, 3 * 2^30 use three quarters; taking the remainder without
 * rejecting the rest would give the lowest third half of all draws. */
Test(random, what_would_be_uneven_is_rejected)
{
    enum { DRAWS = 30000 };
    const uint32_t third = UINT32_C(1) << 30;
    const uint8_t key[32] = {3};
    struct random random;
    int counts[3] = {0};

    random_init(&random, key, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[random_below(&random, 3 * third) / third]++;

    for (int i = 0; i < 3; i++)
        cr_expect(counts[i] > 9700 && counts[i] < 10300, "%d of %d in third %d",
                  counts[i], DRAWS, i);
}

Test(random, a_shuffle_keeps_every_item)
{
    const uint8_t key[32] = {4};
    struct random random;
    uint8_t items[205];
    bool seen[205] = {false};
    int moved = 0;

    random_init(&random, key, 0);
    for (int i = 0; i < 205; i++)
        items[i] = (uint8_t)i;

    random_shuffle(&random, items, 205);

    for (int i = 0; i < 205; i++) {
        cr_expect_not(seen[items[i]]);
        seen[items[i]] = true;
        moved += items[i] != i;
    }
    cr_expect_gt(moved, 190);
}

/* All 24 orders of four items come equally often (p = 0.0001). */
Test(random, a_shuffle_is_even)
{
    enum { DRAWS = 24000 };
    const uint8_t key[32] = {8};
    struct random random;
    int counts[256] = {0}, orders = 0;
    double chi_square = 0;

    random_init(&random, key, 0);
    for (int i = 0; i < DRAWS; i++) {
        uint8_t items[4] = {0, 1, 2, 3};

        random_shuffle(&random, items, 4);
        counts[items[0] << 6 | items[1] << 4 | items[2] << 2 | items[3]]++;
    }
    for (int i = 0; i < 256; i++) {
        double off = counts[i] - DRAWS / 24.0;

        if (counts[i] == 0)
            continue;
        orders++;
        chi_square += off * off / (DRAWS / 24.0);
    }

    cr_expect_eq(orders, 24);
    cr_expect_lt(chi_square, 56.0, "chi-square is %.1f", chi_square);
}

Test(random, shuffling_nothing_or_one_thing_is_allowed)
{
    const uint8_t key[32] = {0};
    struct random random;
    uint8_t item = 7;

    random_init(&random, key, 0);
    random_shuffle(&random, NULL, 0);
    random_shuffle(&random, &item, 1);

    cr_expect_eq(item, 7);
    cr_expect_eq(random.block, 0, "and uses no randomness");
}
