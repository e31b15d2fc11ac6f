/* The notation of moves: words and numbers, separated by single spaces. */
#include "rules/kit/notation.h"

#include <stdio.h>
#include <string.h>

/* ---- writing ---- */

void notation_begin(struct notation *notation, char out[RULES_NOTATION_MAX])
{
    *notation = (struct notation){.out = out};
    *out = '\0';
}

void notation_word(struct notation *notation, const char *word)
{
    size_t room = RULES_NOTATION_MAX - 1 - notation->length;
    size_t length = strlen(word);

    if (notation->length && room) {
        notation->out[notation->length++] = ' ';
        room--;
    }
    length = length < room ? length : room;
    memcpy(notation->out + notation->length, word, length);
    notation->length += length;
    notation->out[notation->length] = '\0';
}

void notation_number(struct notation *notation, int number)
{
    char digits[12], *c = digits + sizeof digits - 1;
    unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number;

    *c = '\0';
    do
        *--c = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--c = '-';
    notation_word(notation, c);
}

size_t notation_of_bits(struct move move, char out[RULES_NOTATION_MAX])
{
    return (size_t)snprintf(out, RULES_NOTATION_MAX, "?%08x",
                            (unsigned)move.bits);
}

/* ---- reading ---- */

bool words_begin(struct words *words, const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789+-";
    const char *at = text;

    for (;; at++) {
        const size_t length = strspn(at, letters);

        at += length;
        if (!length || at - text >= RULES_NOTATION_MAX)
            return false;
        if (*at != ' ')
            break;
    }
    if (*at)
        return false;
    words->at = text;
    return true;
}

bool words_are_over(const struct words *words)
{
    return !*words->at;
}

size_t words_next(const struct words *words, const char **word)
{
    *word = words->at;
    return strcspn(words->at, " ");
}

void words_skip(struct words *words)
{
    words->at += strcspn(words->at, " ");
    words->at += *words->at == ' ';
}

bool words_take(struct words *words, const char *expected)
{
    const size_t length = strlen(expected);
    const char *end = words->at + length;

    if (strncmp(words->at, expected, length) != 0 || (*end && *end != ' '))
        return false;
    words->at = end + (*end == ' ');
    return true;
}

int words_take_one(struct words *words, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (words_take(words, list[i]))
            return i;
    return -1;
}

bool words_take_number(struct words *words, int least, int most, int *out)
{
    const char *word;
    const size_t length = words_next(words, &word);
    long long number = 0;

    if (!length || (*word == '0' && length > 1))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || number > most)
            return false;
        number = number * 10 + (word[i] - '0');
    }
    if (number < least || number > most)
        return false;
    *out = (int)number;
    words_skip(words);
    return true;
}
