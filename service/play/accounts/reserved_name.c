/* Names that nobody can choose. */
#include "play/accounts/reserved_name.h"

#include "bots/bot.h"
#include "play/accounts/account_row.h"
#include "play/play.h"

#include <stddef.h>
#include <string.h>

static const char *const staff[] = {
    "admin", "administrator", "fathom",   "moderator", "operator",
    "root",  "support",       "sysadmin", "system",
};
/* These are reserved only together with one of the words above. */
static const char *const companions[] = {
    "bot", "help", "official", "service", "staff", "team",
};
static const char *const bot_prefixes[] = {"", "bot", "house"};
static const char *const generated[] = {GONE_PREFIX, BUILTIN_PREFIX,
                                        GUEST_PREFIX};

/* ---- names as people see them ---- */

static char seen_as(char c)
{
    switch (c) {
    case '0': return 'o';
    case '1':
    case 'i': return 'l';
    case '3': return 'e';
    case '4': return 'a';
    case '5': return 's';
    case '7': return 't';
    default: return c;
    }
}

static bool is_separator(char c)
{
    return c == '-' || c == '_';
}

/* Append a text as people see it; n is the length of out so far. */
static size_t fold(const char *text, char out[2 * PLAY_NAME_SIZE], size_t n)
{
    for (; *text && n + 1 < 2 * (size_t)PLAY_NAME_SIZE; text++) {
        if (is_separator(*text))
            continue;
        out[n++] = seen_as(*text);
        if (n >= 2 && out[n - 2] == 'r' && out[n - 1] == 'n')
            out[--n - 1] = 'm';
    }
    out[n] = '\0';
    return n;
}

/* ---- comparing ---- */

/* Return the end of the word at the beginning of the text: of its last letter
 * the first possible one.  A letter may be repeated more often than in the
 * word.  NULL: the text does not begin with the word, or the word is empty. */
static const char *after_word(const char *text, const char *word)
{
    if (!*word)
        return NULL;
    for (char last = '\0'; *word; last = *word, text++, word++) {
        while (*text && *text != *word && *text == last)
            text++;
        if (*text != *word)
            return NULL;
    }
    return text;
}

struct words {
    const char *const *of;
    size_t count;
    bool is_staff;
};

static const struct words lists[] = {
    {staff, sizeof staff / sizeof *staff, true},
    {companions, sizeof companions / sizeof *companions, false},
};

static bool is_staff(const char *text, bool has_staff);

/* Return whether the text is this word, followed by words of the lists. */
static bool begins_staff(const char *text, const char *written, bool has_staff)
{
    char word[2 * PLAY_NAME_SIZE];

    fold(written, word, 0);
    const char *end = after_word(text, word);

    if (!end)
        return false;
    for (;; end++) {
        if (is_staff(end, has_staff))
            return true;
        if (*end != end[-1])
            return false;
    }
}

/* Return whether the text consists of words of the lists, at least one of them
 * of the staff.  has_staff: one was found before.  Words are few and names
 * short, so all ways to divide the text are tried. */
static bool is_staff(const char *text, bool has_staff)
{
    if (!*text)
        return has_staff;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; i < lists[l].count; i++)
            if (begins_staff(text, lists[l].of[i],
                             has_staff || lists[l].is_staff))
                return true;
    return false;
}

/* Return whether the text is the word, with letters repeated. */
static bool is_word(const char *text, const char *word)
{
    const char *end = after_word(text, word);

    while (end && *end && *end == end[-1])
        end++;
    return end && !*end;
}

static bool is_staff_name(const char *name)
{
    char bare[PLAY_NAME_SIZE], folded[2 * PLAY_NAME_SIZE];
    size_t length = strlen(name);

    /* Without the number at its end. */
    while (length > 0 && (is_separator(name[length - 1]) ||
                          (name[length - 1] >= '0' && name[length - 1] <= '9')))
        length--;
    memcpy(bare, name, length);
    bare[length] = '\0';
    fold(bare, folded, 0);
    return is_staff(folded, false);
}

static bool is_bot_name(const char *name)
{
    const size_t prefixes = sizeof bot_prefixes / sizeof *bot_prefixes;
    char text[2 * PLAY_NAME_SIZE], word[2 * PLAY_NAME_SIZE];

    fold(name, text, 0);
    for (const struct bot *bot = bots; bot->name; bot++)
        for (size_t i = 0; i < prefixes; i++) {
            fold(bot->name, word, fold(bot_prefixes[i], word, 0));
            if (is_word(text, word))
                return true;
        }
    return false;
}

/* Return whether the name begins with the prefix, which ends in "-". */
static bool begins(const char *name, const char *prefix)
{
    for (; prefix[1]; name++, prefix++)
        if (seen_as(*name) != seen_as(*prefix))
            return false;
    return is_separator(*name);
}

bool name_is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof generated / sizeof *generated; i++)
        if (begins(name, generated[i]))
            return true;
    return is_staff_name(name) || is_bot_name(name);
}
