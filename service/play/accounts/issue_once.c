/* Creating an account or issuing a token only once. */
#include "play/accounts/issue_once.h"

#include "base/digest.h"
#include "play/accounts/token_secret.h"
#include "play/match/idempotency_key.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play_struct.h"

#include <stdatomic.h>
#include <string.h>

void issue_from(const struct issue_once *once, struct issue *out)
{
    *out = (struct issue){.key = ""};
    if (!once->key)
        return;
    text_copy(once->key, out->key, sizeof out->key);
    memcpy(out->row.body_hash, once->body_hash, sizeof out->row.body_hash);
}

static void hash_key(enum issue_kind kind, const struct play_id *account,
                     const char *key, uint8_t out[32])
{
    static const struct play_id nobody;
    const uint8_t byte = (uint8_t)kind;
    const struct digest_part parts[] = {
        {&byte, sizeof byte},
        {account ? account : &nobody, sizeof nobody},
        {key, strlen(key)},
    };

    digest_sha256_parts(parts, sizeof parts / sizeof *parts, out);
}

enum play_err issue_begin(struct play *play, enum issue_kind kind,
                          const struct play_id *account, struct issue *issue)
{
    struct store_issue_key *row = &issue->row, found;
    enum store_err err;

    if (!*issue->key)
        return PLAY_OK;
    row->created_us = play_now_us(play);
    row->since_us = key_since_us(play);
    hash_key(kind, account, issue->key, row->key_hash);
    err = play->store->issue_keys->find(play->store, row->key_hash,
                                        row->since_us, &found);
    if (err == STORE_NOT_FOUND)
        return play_random(play, row->salt, sizeof row->salt)
                   ? PLAY_OK
                   : PLAY_UNAVAILABLE;
    if (err)
        return PLAY_UNAVAILABLE;
    if (memcmp(found.body_hash, row->body_hash, sizeof found.body_hash) != 0)
        return PLAY_KEY_REUSED;
    *row = found;
    issue->is_repeated = true;
    atomic_fetch_add(&play->counts.replayed, 1);
    return PLAY_OK;
}

const struct store_issue_key *issue_row(struct issue *issue,
                                        const struct play_id *account)
{
    issue->row.account = *account;
    return *issue->key ? &issue->row : NULL;
}

/* The salt has a fixed size, and nobody is shown the digest of another key with
 * it: a plain hash is enough. */
bool issue_secret(struct play *play, const struct issue *issue,
                  const char *prefix, char out[PLAY_TOKEN_SIZE],
                  uint8_t hash[32])
{
    const struct digest_part parts[] = {
        {issue->row.salt, sizeof issue->row.salt},
        {prefix, strlen(prefix)},
        {issue->key, strlen(issue->key)},
    };
    uint8_t secret[32];

    if (!*issue->key)
        return token_secret_new(play, prefix, out, hash);
    digest_sha256_parts(parts, sizeof parts / sizeof *parts, secret);
    token_secret_write(prefix, secret, out, hash);
    return true;
}
