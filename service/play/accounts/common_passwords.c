/* Passwords that are too easy to guess: the most common ones, runs,
 * repetitions, and the account's own name. */
#include "play/accounts/password.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Hashes of the most common passwords, ascending, so that the source has no
 * list of words. */
static const uint64_t common[] = {
#include "play/accounts/common_passwords.def"
};

enum { COMMON = sizeof common / sizeof *common };
_Static_assert(COMMON == 3000, "as the documentation says");

/* More words, which are likely to be tried at a service like this one. */
static const char *const own_words[] = {
    "p@ssword",         "letmein123",
    "welcome123",       "changeit",
    "administrator",    "admin123",
    "admin1234",        "rootroot",
    "dragon123",        "monkey123",
    "shadow123",        "master123",
    "guest123",         "secret123",
    "topsecret",        "summer2025",
    "winter2025",       "underwater",
    "underwatercities", "fathom123",
    "fathomfathom",     "correcthorsebatterystaple",
    "opensesame",
};

/* FNV-1a, as in tools/passwords/make.cjs. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static bool is_listed(const char *lower)
{
    uint64_t hash = hash_of(lower);

    for (size_t i = 0; i < sizeof own_words / sizeof *own_words; i++)
        if (strcmp(lower, own_words[i]) == 0)
            return true;
    return bsearch(&hash, common, COMMON, sizeof *common, compare) != NULL;
}

/* Return whether every letter has the same distance from the one before:
 * "aaaaaaaa", "12345678", "87654321". */
static bool is_run(const char *text)
{
    int step = text[1] - text[0];

    if (step < -1 || step > 1)
        return false;
    for (size_t i = 1; text[i]; i++) {
        int here = text[i] - text[i - 1];

        if (here != step && !(text[i - 1] == '9' && text[i] == '0'))
            return false;
    }
    return true;
}

/* Return whether a piece of one to four letters is repeated: "abcabcabc". */
static bool is_repetition(const char *text)
{
    size_t length = strlen(text);

    for (size_t piece = 1; piece <= 4 && piece * 2 <= length; piece++)
        if (strncmp(text, text + piece, length - piece) == 0)
            return true;
    return false;
}

bool password_is_common(const char *password, const char *name)
{
    char lower[64] = "";
    size_t n = 0;

    for (; n < sizeof lower - 1 && password[n]; n++)
        lower[n] = (char)tolower((unsigned char)password[n]);
    lower[n] = '\0';
    if (password[n])
        return false; /* too long to be common */
    return is_listed(lower) || strcmp(lower, name) == 0 || is_run(lower) ||
           is_repetition(lower);
}
