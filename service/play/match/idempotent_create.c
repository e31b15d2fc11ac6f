/* Creating a match only once, however often the request is repeated. */
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/create_inner.h"
#include "play/match/idempotency_key.h"
#include "play/match/match.h"
#include "play/node/id.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/idempotency_keys.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Find the match that the key has created.  PLAY_NOT_FOUND: no match yet. */
static enum play_err find_made(struct play *play, const struct player *player,
                               const struct match_once *once,
                               struct match_created *out)
{
    struct store_created_match made = {.reply = NULL};
    enum store_err err = play->store->idempotency_keys->find_match(
        play->store, &player->key, once->key, key_since_us(play), &made);

    if (err)
        return err == STORE_NOT_FOUND ? PLAY_NOT_FOUND : PLAY_UNAVAILABLE;
    if (memcmp(made.body_hash, once->body_hash, sizeof made.body_hash) != 0) {
        free(made.reply);
        return PLAY_KEY_REUSED;
    }
    atomic_fetch_add(&play->counts.replayed, 1);
    id_write("m_", &made.match, out->id);
    out->reply = made.reply;
    out->replayed = true;
    return PLAY_OK;
}

enum play_err match_create_once(struct play *play, const struct player *player,
                                const struct match_spec *spec,
                                const struct match_once *once,
                                struct match_created *out,
                                struct match_fault *fault)
{
    struct match match;
    enum play_err err = PLAY_NOT_FOUND;

    *out = (struct match_created){.reply = NULL};
    *fault = (struct match_fault){.index = SIZE_MAX};
    if (once->key)
        err = find_made(play, player, once, out);
    if (err != PLAY_NOT_FOUND)
        return err;
    err = match_make(play, player, spec, once, &match, &out->reply, fault);
    if (!err) {
        memcpy(out->id, match.id, sizeof out->id);
        return PLAY_OK;
    }
    free(out->reply);
    out->reply = NULL;
    if (err == PLAY_KEY_REUSED) /* another request was faster */
        err = find_made(play, player, once, out);
    return err == PLAY_NOT_FOUND ? PLAY_UNAVAILABLE : err;
}
