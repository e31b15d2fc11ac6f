/* Sessions and API tokens. */
#ifndef PLAY_STORE_TOKENS_H
#define PLAY_STORE_TOKENS_H

#include "play/accounts/player.h"
#include "play/play.h"
#include "play/store/error.h"
#include "play/store/issue_keys.h"

struct store;

enum { STORE_TOUCH_MAX = 256 }; /* tokens marked as used at once */

struct store_token {
    struct play_id id;
    uint8_t hash[32];            /* SHA-256 of the token */
    uint32_t scopes;             /* enum scope */
    char label[PLAY_LABEL_SIZE]; /* "": of a session */
    int64_t created_us, expires_us;
    bool has_parent;
    struct play_id parent; /* the token with which it is revoked */
    int64_t last_used_us;  /* read only; 0: never */
    struct play_id account;
    char account_name[PLAY_NAME_SIZE];       /* read only */
    char account_display[PLAY_DISPLAY_SIZE]; /* read only */
    int64_t account_created_us;              /* read only */
    enum account_kind account_kind;          /* read only */
    bool account_is_admin;                   /* read only */
    bool account_is_guest;                   /* read only */
    bool account_is_experienced; /* it has finished a public match; only
                                  * of find */
};

/* Conditions of issuing a token. */
struct store_token_terms {
    const char *password;  /* the account's hash must be this; NULL: any */
    const uint8_t *asker;  /* a token of the account with this hash must be
                              live, and, as the parent, must not expire before
                              its child; NULL: none */
    uint32_t most;         /* limit of live tokens of its kind (sessions or
                              others), the new one included: the oldest session
                              is ended, other tokens are not */
    const uint8_t *device; /* SHA-256 of a device token: remembers that the
                              account has signed in on this device; or NULL */
    uint32_t devices_most; /* devices remembered for an account: those that
                              were never used again are forgotten first, then
                              the least recently used */
    const struct store_issue_key *issue_key; /* inserted with it; or NULL */
};

struct store_tokens {
    /* Insert a token.  STORE_NOT_FOUND: the account is deleted, its password
     * or the asker do not meet the terms, or the account may not grant the
     * scope admin; STORE_STALE: there are too many; STORE_CONFLICT: the key
     * of its terms has issued one. */
    enum store_err (*insert)(struct store *store,
                             const struct store_token *token,
                             const struct store_token_terms *terms);
    /* Find a token.  STORE_NOT_FOUND also for revoked ones; expired ones are
     * found. */
    enum store_err (*find)(struct store *store, const uint8_t hash[32],
                           struct store_token *out);
    /* Revoke a token and its children, and notify every node. */
    enum store_err (*revoke)(struct store *store, const uint8_t hash[32],
                             int64_t now_us);
    /* Like revoke, by id.  STORE_NOT_FOUND: not a live token of the account. */
    enum store_err (*revoke_by_id)(struct store *store,
                                   const struct play_id *account,
                                   const struct play_id *token, int64_t now_us);
    /* Revoke all tokens of the account but the one with this hash. */
    enum store_err (*revoke_others)(struct store *store,
                                    const struct play_id *account,
                                    const uint8_t keep[32], int64_t now_us);
    /* List the account's live tokens, newest first; each is passed to visit,
     * borrowed for the call. */
    enum store_err (*list)(
        struct store *store, const struct play_id *account, int64_t now_us,
        void (*visit)(void *ctx, const struct store_token *row), void *ctx);
    /* Record that these were used; those recorded since since_us are left
     * unchanged.  At most STORE_TOUCH_MAX. */
    enum store_err (*touch)(struct store *store, const uint8_t (*hashes)[32],
                            size_t count, int64_t now_us, int64_t since_us);
    /* Delete those that expired or were revoked before this time. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
