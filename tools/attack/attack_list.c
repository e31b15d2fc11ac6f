/* The attacks.  Each uses only documented requests that one client, or a few,
 * can send. */
#include "attack.h"

#include <string.h>

/* clang-format off */
const struct attack attacks[] = {
    {"past", "read old states and events of a match with costly moves",
     FLOOD_NONE, 24, 1, REFUSED_BY_COST, setup_past, send_past, NULL},
    {"refused-moves", "play what is not a move, at a costly position",
     FLOOD_NONE, 32, 1, REFUSED_BY_COST, setup_list, send_refused_move, NULL},
    {"previews", "preview a costly move",
     FLOOD_NONE, 32, 1, REFUSED_BY_COST, setup_move, send_preview, NULL},
    {"sandboxes", "make matches at a costly position, and list their moves",
     FLOOD_NONE, 8, 1, REFUSED_BY_COST, setup_list, send_sandbox, NULL},
    {"bots", "make matches of four bots that think long",
     FLOOD_NONE, 4, 1, REFUSED_BY_NUMBER, NULL, send_bots, extra_bot},
    {"hashing", "have passwords hashed, from two addresses",
     FLOOD_NONE, 16, 2, REFUSED_BY_NUMBER, NULL, send_hash, extra_sign_in},
    {"locks", "sign in as the player with wrong passwords, from eight addresses",
     FLOOD_NONE, 8, 8, REFUSED_BY_NUMBER, setup_locks, send_wrong_password, extra_sign_in},
    {"exports", "export an account with many matches, and read slowly",
     FLOOD_SLOW, 150, 1, REFUSED_BY_NUMBER, setup_exports, NULL, NULL},
    {"matches", "make matches that wait for players",
     FLOOD_NONE, 8, 1, REFUSED_BY_NUMBER, NULL, send_match, NULL},
    {"polls", "wait for events, from four addresses without a token",
     FLOOD_WAIT, 2040, 4, REFUSED_BY_NUMBER, setup_polls, NULL, extra_poll},
    {"streams", "open streams, from eight addresses without a token",
     FLOOD_WAIT, 2040, 8, REFUSED_BY_NUMBER, setup_streams, NULL, extra_poll},
    {"silent", "connect and send nothing, from nine addresses",
     FLOOD_IDLE, 9 * 512, 9, REFUSED_NEVER, NULL, NULL, NULL},
    {"verify", "have a record with costly moves verified",
     FLOOD_NONE, 8, 1, REFUSED_BY_COST, setup_record, send_verify, NULL},
    {"lobby", "list open matches where many are private",
     FLOOD_NONE, 16, 1, REFUSED_BY_COST, setup_lobby, send_lobby, NULL},
    {"documents", "fetch the longest documents",
     FLOOD_NONE, 32, 1, REFUSED_BY_COST, NULL, send_document, NULL},
};
/* clang-format on */

const size_t attack_count = sizeof attacks / sizeof *attacks;

const struct attack *attack_find(const char *name)
{
    for (size_t i = 0; i < attack_count; i++)
        if (strcmp(attacks[i].name, name) == 0)
            return &attacks[i];
    return NULL;
}
