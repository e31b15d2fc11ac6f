/* Changes that keep a text nearly right: fuzzing by bytes alone would spend
 * its time on documents whose lines are broken. */
#include "fuzz.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static uint32_t next(uint32_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

/* A line of a text, its newline left out. */
struct line {
    size_t at, length;
};

static struct line any_line(const char *text, size_t size, uint32_t *random)
{
    struct line line = {size ? next(random) % size : 0, 0};

    while (line.at > 0 && text[line.at - 1] != '\n')
        line.at--;
    while (line.at + line.length < size && text[line.at + line.length] != '\n')
        line.length++;
    return line;
}

/* Put new bytes in the place of old ones. */
static size_t splice(char *text, size_t size, size_t cap, struct line old,
                     const char *bytes, size_t length)
{
    if (size - old.length + length > cap)
        return size;
    memmove(text + old.at + length, text + old.at + old.length,
            size - old.at - old.length);
    memcpy(text + old.at, bytes, length);
    return size - old.length + length;
}

/* The last word of a line. */
static struct line last_word(const char *text, struct line line)
{
    struct line word = {line.at + line.length, 0};

    while (word.at > line.at && text[word.at - 1] != ' ') {
        word.at--;
        word.length++;
    }
    return word;
}

/* Values at borders, and the same value a little off. */
static size_t other_value(char *out, size_t cap, const char *old, size_t length,
                          uint32_t *random)
{
    static const char *const odd[] = {
        "0",   "1",    "-1",   "2",     "255",        "256",  "127",
        "206", "205",  "32",   "65535", "2147483647", "null", "true",
        "44",  "\"\"", "9999", "45",    "64",         "{}",   "[]"};
    char number[24];
    uint32_t n = next(random);

    if (length < sizeof number && n % 2) {
        long value;

        memcpy(number, old, length);
        number[length] = '\0';
        value = strtol(number, NULL, 10);
        if (n & 4 ? value < LONG_MAX : value > LONG_MIN)
            value += n & 4 ? 1 : -1;
        return (size_t)snprintf(out, cap, "%ld", value);
    }
    return (size_t)snprintf(out, cap, "%s",
                            odd[n / 2 % (sizeof odd / sizeof *odd)]);
}

size_t fuzz_mutate_lines(char *text, size_t size, size_t cap, unsigned seed)
{
    uint32_t random = seed * 2u + 1u;
    struct line one, two;
    char bytes[512];

    for (uint32_t i = 0; i < 4; i++)
        next(&random);
    one = any_line(text, size, &random);
    two = any_line(text, size, &random);
    if (two.length >= sizeof bytes)
        two.length = sizeof bytes - 1;
    memcpy(bytes, text + two.at, two.length);
    switch (next(&random) % 8) {
    case 0: /* the line goes */
        one.length += one.at + one.length < size;
        return splice(text, size, cap, one, "", 0);
    case 1: /* another comes before it */
        one.length = 0;
        bytes[two.length] = '\n';
        return splice(text, size, cap, one, bytes, two.length + 1);
    case 2: /* another in its place */
        return splice(text, size, cap, one, bytes, two.length);
    case 3: /* its value from another */
        two = last_word(text, two);
        if (two.length >= sizeof bytes)
            return size;
        memcpy(bytes, text + two.at, two.length);
        return splice(text, size, cap, last_word(text, one), bytes, two.length);
    default: /* another value */
        one = last_word(text, one);
        two.length = other_value(bytes, sizeof bytes, text + one.at, one.length,
                                 &random);
        return splice(text, size, cap, one, bytes, two.length);
    }
}
