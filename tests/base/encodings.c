/* Bytes as text and text as bytes: hex, base32, hashes, UTF-8, JSON, time. */
#include "base/base32.h"
#include "base/digest.h"
#include "base/hex.h"
#include "base/json_text.h"
#include "base/siphash.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "base/utf8.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

Test(hex, bytes_come_back_from_their_digits)
{
    static const uint8_t bytes[] = {0x00, 0x7f, 0xab, 0xff};
    uint8_t back[4] = {0};
    const char *more = "007FABFF,", *rest;
    char text[9];

    hex_write(bytes, sizeof bytes, text);
    cr_expect_str_eq(text, "007fabff");
    cr_expect_not_null(hex_read(text, back, sizeof back));
    cr_expect_arr_eq(back, bytes, sizeof bytes);
    rest = hex_read(more, back, sizeof back);
    cr_assert_not_null(rest);
    cr_expect_str_eq(rest, ",");
    cr_expect_arr_eq(back, bytes, sizeof bytes);
}

Test(hex, other_characters_are_refused)
{
    uint8_t out[2];

    cr_expect_null(hex_read("123", out, 2));
    cr_expect_null(hex_read("", out, 2));
    cr_expect_null(hex_read("12g4", out, 2));
    cr_expect_null(hex_read("12 34", out, 2));
    cr_expect_eq(hex_digit('\0'), -1);
    cr_expect_eq(hex_digit('/'), -1);
    cr_expect_eq(hex_digit('@'), -1);
}

Test(hex, a_number_has_its_highest_digit_first)
{
    char text[17];

    hex_write_u64(UINT64_C(0x0123456789abcdef), text);
    cr_expect_str_eq(text, "0123456789abcdef");
}

Test(base32, bytes_come_back_from_their_text)
{
    for (size_t size = 0; size <= 40; size++) {
        uint8_t bytes[40], back[40];
        char text[BASE32_SIZE(40)];

        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(i * 37 + size);
        base32_write(bytes, size, text);
        cr_expect_eq(strlen(text) + 1, BASE32_SIZE(size));
        cr_expect(base32_read(text, back, size));
        cr_expect_arr_eq(back, bytes, size);
    }
}

Test(base32, the_text_is_that_of_rfc_4648)
{
    char text[BASE32_SIZE(6)];

    base32_write((const uint8_t *)"foobar", 6, text);
    cr_expect_str_eq(text, "mzxw6ytboi");
    base32_write((const uint8_t *)"fo", 2, text);
    cr_expect_str_eq(text, "mzxq");
}

Test(base32, a_value_has_one_text_only)
{
    uint8_t out[2];

    cr_expect(base32_read("mzxq", out, 2));
    cr_expect_not(base32_read("mzxr", out, 2), "bits are left over");
    cr_expect_not(base32_read("mzx", out, 2), "too short");
    cr_expect_not(base32_read("mzxqa", out, 2), "too long");
    cr_expect_not(base32_read("MZXQ", out, 2), "upper case");
    cr_expect_not(base32_read("mzx=", out, 2), "padding");
}

Test(digest, it_is_sha_256)
{
    uint8_t digest[DIGEST_SIZE];
    char text[2 * DIGEST_SIZE + 1];

    digest_sha256("abc", 3, digest);
    hex_write(digest, sizeof digest, text);
    cr_expect_str_eq(text, "ba7816bf8f01cfea414140de5dae2223"
                           "b00361a396177a9cb410ff61f20015ad");
    digest_sha256(NULL, 0, digest);
    hex_write(digest, sizeof digest, text);
    cr_expect_str_eq(text, "e3b0c44298fc1c149afbf4c8996fb924"
                           "27ae41e4649b934ca495991b7852b855");
}

Test(digest, parts_count_as_one_text)
{
    const struct digest_part parts[] = {{"a", 1}, {NULL, 0}, {"bc", 2}};
    uint8_t whole[DIGEST_SIZE], joined[DIGEST_SIZE];

    digest_sha256("abc", 3, whole);
    digest_sha256_parts(parts, 3, joined);
    cr_expect_arr_eq(whole, joined, sizeof whole);
}

Test(utf8, only_well_formed_text_is_valid)
{
    static const char *const good[] = {"", "plain", "\xc3\xa9", "\xe2\x82\xac",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\xff", "\xc0\x80", "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80", "ok \xc3"};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(utf8_is_valid(good[i]), "%zu", i);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect_not(utf8_is_valid(bad[i]), "%zu", i);
}

Test(json_text, strings_and_numbers_are_valid_json)
{
    struct text text = {0};

    json_text_string(&text, "\"\\\n\x1f\xff", 5);
    text_add(&text, ",", 1);
    json_text_number(&text, INT64_MIN);
    json_text_number(&text, 0);
    cr_expect_str_eq(text.bytes, "\"\\\"\\\\\\n\\u001f\xef\xbf\xbd\","
                                 "-92233720368547758080");
    text_clear(&text);
}

/* What a JSON string has for a byte: an escape, or itself. */
static const char *json_of(unsigned char byte, char out[8])
{
    const char *const escapes = "\"\"\\\\\nn\rr\tt";

    for (const char *e = escapes; *e; e += 2)
        if (byte == (unsigned char)*e) {
            snprintf(out, 8, "\\%c", e[1]);
            return out;
        }
    if (byte >= 0x80)
        return "\xef\xbf\xbd";
    snprintf(out, 8, byte < 0x20 ? "\\u%04x" : "%c", byte);
    return out;
}

/* Strings are written eight bytes at a time, and their last bytes otherwise. */
Test(json_text, every_byte_is_written_at_every_place)
{
    static const char around[] = "ABCDEFGHIJKLMNOPQRS";
    const size_t most = sizeof around - 1;

    for (unsigned byte = 0; byte < 256; byte++)
        for (size_t length = 1; length <= most; length++)
            for (size_t at = 0; at < length; at++) {
                char *string = malloc(length), expected[64], escape[8];
                struct text text = {0};

                memcpy(string, around, length);
                string[at] = (char)byte;
                snprintf(expected, sizeof expected, "\"%.*s%s%.*s\"", (int)at,
                         around, json_of((unsigned char)byte, escape),
                         (int)(length - at - 1), around + at + 1);
                json_text_string(&text, string, length);
                cr_assert_str_eq(text.bytes, expected, "byte %u of %zu is %u",
                                 (unsigned)at, length, byte);
                text_clear(&text);
                free(string);
            }
}

Test(json_text, numbers_have_their_digits)
{
    static const int64_t numbers[] = {0,   1,  9,   10,   42,        99,
                                      100, -1, -10, 1234, INT64_MAX, INT64_MIN};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char expected[32];
        struct text text = {0};

        snprintf(expected, sizeof expected, "%" PRId64, numbers[i]);
        json_text_number(&text, numbers[i]);
        cr_expect_str_eq(text.bytes, expected);
        text_clear(&text);
    }
}

Test(text, it_holds_what_was_added)
{
    struct text text = {0};
    size_t length;
    char *bytes;

    for (int i = 0; i < 1000; i++)
        text_printf(&text, "%d,", i);
    text_add_html(&text, "<a & \"b\">");
    bytes = text_take(&text, &length);
    cr_assert_not_null(bytes);
    cr_expect_eq(strlen(bytes), length);
    cr_expect_eq(strncmp(bytes, "0,1,2,", 6), 0);
    cr_expect_str_eq(strchr(bytes, '&'), "&lt;a &amp; &quot;b&quot;&gt;");
    cr_expect_null(text.bytes, "the text gave its bytes away");
    free(bytes);
}

Test(timestamp, times_are_in_utc_with_milliseconds)
{
    char at[TIMESTAMP_SIZE];

    timestamp_format(INT64_C(1795202102123456), at);
    cr_expect_str_eq(at, "2026-11-20T19:15:02.123Z");
    timestamp_format(-1, at);
    cr_expect_str_eq(at, "1969-12-31T23:59:59.999Z");
}

/* Every day from 1600 to 2400, with its first and last second. */
Test(timestamp, dates_are_those_of_the_calendar)
{
    enum { DAY_S = 24 * 60 * 60, FIRST = -135140, LAST = 157054 };

    for (int64_t day = FIRST; day <= LAST; day++) {
        const time_t seconds[] = {day * DAY_S, day * DAY_S + DAY_S - 1};

        for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
            char at[TIMESTAMP_SIZE], want[TIMESTAMP_SIZE];
            struct tm tm;

            timestamp_format(seconds[i] * INT64_C(1000000), at);
            gmtime_r(&seconds[i], &tm);
            strftime(want, sizeof want, "%Y-%m-%dT%H:%M:%S.000Z", &tm);
            cr_assert_str_eq(at, want);
            int64_t us = -1;

            cr_assert_eq(timestamp_read(at, &us), seconds[i] > 0, "%s", at);
            cr_assert(seconds[i] <= 0 || us == seconds[i] * INT64_C(1000000),
                      "%s", at);
        }
    }
}

Test(timestamp, times_have_any_number_of_digits_of_a_second)
{
    static const char *const bad[] = {
        "",
        "2026-11-20",
        "2026-11-20T19:15:02",
        "2026-11-20T19:15:02.Z",
        "2026-11-20T19:15:60Z",
        "2026-11-20T24:15:02Z",
        "2026-02-29T19:15:02Z",
        "2026-13-01T19:15:02Z",
        "2026-11-20T19:15:02+01:00",
        "2026-11-20 19:15:02Z",
        "2026-11-20T19:15:02ZZ",
    };
    int64_t us;

    cr_expect(timestamp_read("2026-11-20T19:15:02Z", &us));
    cr_expect_eq(us, INT64_C(1795202102000000));
    cr_expect(timestamp_read("2026-11-20T19:15:02.5Z", &us));
    cr_expect_eq(us, INT64_C(1795202102500000));
    cr_expect(timestamp_read("2026-11-20T19:15:02.123456789Z", &us));
    cr_expect_eq(us, INT64_C(1795202102123456));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(!timestamp_read(bad[i], &us), "%s", bad[i]);
}

/* ---- SipHash ---- */

/* As `openssl mac -macopt size:8 SIPHASH` prints it. */
static void expect_siphash(size_t size, const char *digits)
{
    uint8_t key[SIPHASH_KEY_SIZE], bytes[32], hash[8];
    char text[17];
    uint64_t word;

    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(8 + i);
    word = siphash(key, UINT64_C(0x0706050403020100), bytes, size);
    for (size_t i = 0; i < sizeof hash; i++)
        hash[i] = (uint8_t)(word >> 8 * i);
    hex_write(hash, sizeof hash, text);
    cr_expect_str_eq(text, digits, "%zu bytes: %s", size, text);
}

Test(siphash, hashes_are_those_of_openssl)
{
    expect_siphash(0, "6224939a79f5f593");
    expect_siphash(7, "e545be4961ca29a1");
    expect_siphash(9, "9447be2cf5e99a69");
}
