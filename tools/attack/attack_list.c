/* The attacks.  Each uses only documented requests that one client, or a few,
 * can send. */
#include "attack.h"

#include <string.h>

/* clang-format off */
/* `count` clients send one request after the other, from `from` addresses. */
#define CLIENTS(count, from, request)                                          \
    .connections = (count), .addresses = (from), .send = (request)
#define FLOOD(kind, count, from)                                               \
    .flood = FLOOD_##kind, .connections = (count), .addresses = (from)
#define REFUSED(by) .refusal = REFUSED_##by

const struct attack attacks[] = {
    {"past", "read old states and events of a match with costly moves",
     CLIENTS(24, 1, send_past), REFUSED(BY_COST), .prepare = setup_past},
    {"refused-moves", "play what is not a move, at a costly position",
     CLIENTS(32, 1, send_refused_move), REFUSED(BY_COST), .prepare = setup_list},
    {"previews", "preview a costly move",
     CLIENTS(32, 1, send_preview), REFUSED(BY_COST), .prepare = setup_move,
     .is_long = true},
    {"sandboxes", "make matches at a costly position, and list their moves",
     CLIENTS(8, 1, send_sandbox), REFUSED(BY_COST), .prepare = setup_list,
     .is_long = true},
    {"bots", "make matches of four bots that think long",
     CLIENTS(4, 1, send_bots), REFUSED(BY_NUMBER), .extra = extra_bot},
    {"hashing", "have passwords hashed, from two addresses",
     CLIENTS(16, 2, send_hash), REFUSED(BY_NUMBER), .extra = extra_sign_in},
    {"locks", "sign in as the player with wrong passwords, from eight addresses",
     CLIENTS(8, 8, send_wrong_password), REFUSED(BY_NUMBER),
     .prepare = setup_locks, .extra = extra_sign_in},
    {"exports", "export an account with many matches, and read slowly",
     FLOOD(SLOW, 150, 1), REFUSED(BY_NUMBER),
     .need = NEEDS_PROXY, .prepare = setup_exports},
    {"matches", "make matches that wait for players",
     CLIENTS(8, 1, send_match), REFUSED(BY_NUMBER), .is_long = true},
    {"polls", "wait for events, from four addresses without a token",
     FLOOD(WAIT, 2040, 4), REFUSED(BY_NUMBER),
     .need = NEEDS_PROXY, .is_long = true, .prepare = setup_polls,
     .extra = extra_poll},
    {"streams", "open streams, from eight addresses without a token",
     FLOOD(WAIT, 2040, 8), REFUSED(BY_NUMBER),
     .need = NEEDS_PROXY, .is_long = true, .prepare = setup_streams,
     .extra = extra_poll},
    {"guest-polls", "wait for events as 64 guests, from two addresses",
     FLOOD(WAIT, 1024, 2), REFUSED(BY_NUMBER),
     .need = NEEDS_PROXY, .prepare = setup_guest_polls,
     .extra = extra_poll},
    {"guest-streams", "open streams as 64 guests, from two addresses",
     FLOOD(WAIT, 1024, 2), REFUSED(BY_NUMBER),
     .need = NEEDS_PROXY, .prepare = setup_guest_streams,
     .extra = extra_poll},
    {"silent", "connect and send nothing, from 20 addresses",
     FLOOD(IDLE, 20 * 500, 20), REFUSED(NEVER), .need = NEEDS_PROXY},
    {"verify", "have a record with costly moves verified",
     CLIENTS(8, 1, send_verify), REFUSED(BY_COST), .prepare = setup_record},
    {"lobby", "list open matches where many are private",
     CLIENTS(16, 1, send_lobby), REFUSED(BY_COST), .prepare = setup_lobby,
     .is_long = true},
    {"lists", "ask for all lists of an account with 100,000 aborted matches",
     CLIENTS(64, 4, send_list), REFUSED(NEVER), .prepare = setup_aborted,
     .check = check_lists},
    {"documents", "fetch the longest documents",
     CLIENTS(32, 1, send_document), REFUSED(BY_COST), .need = NEEDS_PROXY,
     .is_long = true},
    {"networks", "fetch the longest documents from the networks of an IPv6 /56",
     CLIENTS(32, 1, send_network), REFUSED(BY_COST), .need = NEEDS_NETWORKS},
    {"guests", "become a guest from each of the networks of an IPv6 /56",
     CLIENTS(4, 1, send_guest), REFUSED(BY_NUMBER), .need = NEEDS_NETWORKS},
    {"challenges", "challenge the player, as 24 accounts",
     CLIENTS(4, 1, send_challenge), REFUSED(BY_NUMBER),
     .prepare = setup_accounts, .check = check_challenges},
    {"disk", "make sandboxes and abort them",
     CLIENTS(4, 1, send_kept), REFUSED(NEVER), .prepare = setup_growth,
     .check = check_kept},
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
