/* Creating an account or issuing a token only once, however often the request
 * is repeated with its idempotency key.
 *
 * The response to the first request has secrets that are stored nowhere.  To
 * repeat it, a secret is derived from the key and from a salt in the row of the
 * key: neither a copy of the database nor a guessed key is enough for it.  The
 * salt is deleted with the row, after key_since_us. */
#ifndef PLAY_ISSUE_ONCE_H
#define PLAY_ISSUE_ONCE_H

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/play.h"
#include "play/store/issue_keys.h"

#include <stdbool.h>
#include <stdint.h>

struct play;

/* What a key creates.  A key of one kind is unknown to the others. */
enum issue_kind { ISSUE_ACCOUNT, ISSUE_GUEST, ISSUE_SESSION, ISSUE_TOKEN };

struct issue {
    char key[PLAY_KEY_SIZE]; /* "": the request has no key */
    struct store_issue_key row;
    bool is_repeated; /* row was found: it was carried out before */
};

/* Copy the key and the hash of a request; once->key may be NULL. */
void issue_from(const struct issue_once *once, struct issue *out);
/* Find out whether the request was carried out before.  account: whose keys
 * these are; NULL: of clients that are not signed in.  PLAY_KEY_REUSED: with
 * another body; PLAY_UNAVAILABLE. */
enum play_err issue_begin(struct play *play, enum issue_kind kind,
                          const struct play_id *account, struct issue *issue);
/* The row to insert with what is created for this account; NULL: no key. */
const struct store_issue_key *issue_row(struct issue *issue,
                                        const struct play_id *account);
/* Like token_secret_new, but with a key always the same secret. */
bool issue_secret(struct play *play, const struct issue *issue,
                  const char *prefix, char out[PLAY_TOKEN_SIZE],
                  uint8_t hash[32]);

#endif
