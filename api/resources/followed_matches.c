/* The matches whose events a stream of an account carries. */
#include "api/resources/followed_matches.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 26 }; /* of an id, after "m_" */

struct followed_match *followed_find(struct followed_matches *followed,
                                     const char *id)
{
    for (size_t i = 0; i < followed->count; i++)
        if (strcmp(followed->list[i].id, id) == 0)
            return &followed->list[i];
    return NULL;
}

void followed_remove(struct followed_matches *followed,
                     struct followed_match *match)
{
    size_t after = (size_t)(followed->list + followed->count - (match + 1));

    memmove(match, match + 1, after * sizeof *match);
    followed->count--;
}

struct followed_match *followed_add(struct followed_matches *followed,
                                    const char *id, uint32_t seq)
{
    if (followed->count == FOLLOWED_MAX)
        followed_remove(followed, followed->list);
    struct followed_match *match = &followed->list[followed->count++];

    snprintf(match->id, sizeof match->id, "%s", id);
    match->seq = seq;
    return match;
}

/* Read "~MATCH:SEQ" and advance *text past it. */
static bool read_one(struct followed_matches *followed, const char **text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    static const char figures[] = "0123456789";
    const char *at = *text + 1;
    char id[PLAY_ID_SIZE] = "m_";
    uint64_t seq = 0;

    if (**text != '~' || strspn(at, letters) != LETTERS || at[LETTERS] != ':')
        return false;
    memcpy(id + 2, at, LETTERS);
    at += LETTERS + 1;
    const size_t digits = strspn(at, figures);

    if (digits == 0 || digits > 10)
        return false;
    for (size_t i = 0; i < digits; i++)
        seq = seq * 10 + (uint64_t)(at[i] - '0');
    if (seq > UINT32_MAX || followed->count == FOLLOWED_MAX ||
        followed_find(followed, id))
        return false;
    followed_add(followed, id, (uint32_t)seq);
    *text = at + digits;
    return true;
}

bool followed_read(struct followed_matches *followed, const char *text)
{
    followed->count = 0;
    while (*text)
        if (!read_one(followed, &text))
            return false;
    return true;
}

void followed_write(const struct followed_matches *followed, struct text *text)
{
    for (size_t i = 0; i < followed->count; i++)
        text_printf(text, "~%s:%" PRIu32, followed->list[i].id + 2,
                    followed->list[i].seq);
}
