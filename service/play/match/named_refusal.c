/* The players' names in the reason of a refusal. */
#include "play/match/named_refusal.h"

#include <stdio.h>
#include <string.h>

static const char mark[] = "seat ";

/* The name of the player whose seat is written here; NULL: no seat is, or it is
 * open. */
static const char *name_at(const struct match *match, const char *text)
{
    const int seat = text[0] - '0';

    if (seat < 0 || seat >= match->settings.seats ||
        (text[1] >= '0' && text[1] <= '9'))
        return NULL;
    return match->seats[seat].name[0] ? match->seats[seat].name : NULL;
}

void refusal_name_players(const struct match *match, struct refusal *refusal)
{
    char out[sizeof refusal->reason];
    const char *from = refusal->reason, *at;
    size_t length = 0;

    for (const char *look = from; (at = strstr(look, mark));) {
        const char *name = name_at(match, at + sizeof mark - 1);

        look = at + sizeof mark - 1;
        if (!name)
            continue;
        length += (size_t)snprintf(out + length, sizeof out - length, "%.*s%s",
                                   (int)(at - from), from, name);
        if (length >= sizeof out)
            return; /* it stays as it is */
        from = ++look;
    }
    if ((size_t)snprintf(out + length, sizeof out - length, "%s", from) <
        sizeof out - length)
        memcpy(refusal->reason, out, sizeof out);
}
