/* Stream tickets: credentials of streams, in place of a token. */
#include "base/base32.h"
#include "base/digest.h"
#include "play/accounts/account_feed.h"
#include "play/accounts/player.h"
#include "play/accounts/token_cache.h"
#include "play/error.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"

#include <string.h>

enum { SECRET_SIZE = 32 };

enum play_err stream_ticket_new(struct play *play, const struct login *login,
                                struct ticket *out)
{
    uint8_t secret[SECRET_SIZE], hash[32];

    if (!play_random(play, secret, sizeof secret))
        return PLAY_UNAVAILABLE;
    memcpy(out->text, "tkt_", 4);
    base32_write(secret, sizeof secret, out->text + 4);
    digest_sha256(out->text, strlen(out->text), hash);
    out->expires_us = play_now_us(play) + TICKET_SECONDS * INT64_C(1000000);
    return play->store->stream_tickets->insert(play->store, hash, login->hash,
                                               out->expires_us)
               ? PLAY_UNAVAILABLE
               : PLAY_OK;
}

enum play_err stream_ticket_redeem(struct play *play, const char *text,
                                   const char *path, struct login *out)
{
    uint8_t secret[SECRET_SIZE], hash[32], token[32];
    enum store_err err;

    if (strncmp(text, "tkt_", 4) != 0 ||
        !base32_read(text + 4, secret, sizeof secret))
        return PLAY_BAD_TOKEN;
    digest_sha256(text, strlen(text), hash);
    err = play->store->stream_tickets->redeem(play->store, hash, path,
                                              play_now_us(play), token);
    if (err)
        return err == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : PLAY_UNAVAILABLE;
    return login_find(play, token, out);
}
