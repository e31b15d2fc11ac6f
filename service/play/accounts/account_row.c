/* Names of accounts, and the player of a stored account. */
#include "play/accounts/account_row.h"

#include "play/accounts/player.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/store/accounts.h"

#include <string.h>

enum { NAME_SHORTEST = 3, NAME_LONGEST = 24 };

bool name_read(const char *text, char out[PLAY_NAME_SIZE])
{
    size_t n = 0;

    for (; text[n]; n++) {
        char c = text[n];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (n == NAME_LONGEST ||
            !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
              c == '-'))
            return false;
        out[n] = c;
    }
    out[n] = '\0';
    return n >= NAME_SHORTEST;
}

void player_from(const struct store_account *row, struct player *out)
{
    *out = (struct player){.created_us = row->created_us,
                           .key = row->id,
                           .kind = row->kind,
                           .is_guest = row->is_guest};
    memcpy(out->name, row->name, sizeof out->name);
    memcpy(out->display, row->display, sizeof out->display);
    id_write("u_", &row->id, out->id);
}
