/* The networks from which players come to rated matches. */
#include "play/match/network.h"

#include "play/accounts/player.h"
#include "play/node/errors.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store.h"
#include "play/store/matches.h"

#include <stdlib.h>
#include <string.h>

static bool is_public_v4(const char *network)
{
    char *rest;
    const unsigned long first = strtoul(network, &rest, 10);
    const unsigned long second = *rest == '.' ? strtoul(rest + 1, NULL, 10) : 0;

    if (first == 0 || first == 10 || first == 127 || first >= 224)
        return false;
    return !(first == 100 && second >= 64 && second < 128) &&
           !(first == 169 && second == 254) &&
           !(first == 172 && second >= 16 && second < 32) &&
           !(first == 192 && second == 168);
}

/* Global unicast addresses are 2000::/3. */
static bool is_public_v6(const char *network)
{
    return (*network == '2' || *network == '3') && strcspn(network, ":") == 4;
}

bool network_is_public(const char *network)
{
    return strchr(network, ':') ? is_public_v6(network) : is_public_v4(network);
}

enum play_err network_note(struct play *play, const struct player *player,
                           const char *network)
{
    return play_err_of(play->store->matches->note_network(
        play->store, &player->key, network_is_public(network) ? network : NULL,
        play_now_us(play)));
}
