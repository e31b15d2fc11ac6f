/* Accounts: names, password hashes, seats held, deletion. */
#ifndef PLAY_STORE_ACCOUNTS_H
#define PLAY_STORE_ACCOUNTS_H

#include "play/accounts/player.h"
#include "play/play.h"
#include "play/store/error.h"
#include "play/store/issue_keys.h"

struct store;

enum { STORE_PASSWORD_SIZE = 192 }; /* a password's hash as text */

struct store_account {
    struct play_id id;
    char name[PLAY_NAME_SIZE];
    char display[PLAY_DISPLAY_SIZE]; /* "": none */
    char password[STORE_PASSWORD_SIZE];
    int64_t created_us;
    enum account_kind kind;
    char builtin_bot[PLAY_NAME_SIZE];        /* read only; ACCOUNT_BUILTIN: the
                                                built-in bot that plays for it, else
                                                "" */
    bool is_guest;                           /* then password is "" */
    bool is_admin;                           /* read only */
    bool is_banned;                          /* read only */
    const struct store_issue_key *issue_key; /* of insert: inserted with it, or
                                                NULL */
};

struct store_new_password {
    struct play_id account;
    const char *before, *after; /* hashes */
    const uint8_t *asker;       /* SHA-256 of a token to keep */
    const struct play_id *keep; /* ids of others to keep; may be NULL */
    size_t keep_count;          /* at most KEEP_MAX */
    int64_t now_us;
};

/* A seat that an account holds: in an open match, or in a running one that it
 * has not left. */
struct store_held_seat {
    struct play_id match;
    int seat;
    bool is_open; /* the match is */
};

struct store_account_deletion {
    struct play_id account;
    char name[PLAY_NAME_SIZE]; /* the name shown from now on */
    int64_t now_us;
    uint32_t spared; /* seats that the account may still hold */
};

struct store_guest {
    struct play_id account;
    char name[PLAY_NAME_SIZE];
};

/* A guest becomes an account with a name and a password. */
struct store_promotion {
    struct play_id account;
    const char *name, *password; /* password: its hash */
};

struct store_accounts {
    /* Check whether an account may have this name.  STORE_CONFLICT: an account
     * has it or one that looks like it, or a deleted account had. */
    enum store_err (*check_name)(struct store *store, const char *name);
    /* Insert an account.  STORE_CONFLICT: as check_name; of a guest, whose name
     * is generated, only that the name is in use; STORE_STALE: the key has
     * created one. */
    enum store_err (*insert)(struct store *store,
                             const struct store_account *account);
    /* Find an account by name.  Deleted accounts are not found. */
    enum store_err (*find)(struct store *store, const char *name,
                           struct store_account *out);
    /* Replace the password's hash, revoke all tokens and sessions but those
     * that remain, forget all devices, and notify every node.  Tokens that
     * remain without their parent have none afterwards.  STORE_STALE: the hash
     * is no longer `before`. */
    enum store_err (*change_password)(struct store *store,
                                      const struct store_new_password *change);
    /* Replace the hash by another of the same password.  STORE_STALE: it is
     * no longer `before`. */
    enum store_err (*replace_hash)(struct store *store,
                                   const struct play_id *account,
                                   const char *before, const char *after);
    /* Return the time from which all nodes support argon2id: earlier, some may
     * run that support only scrypt. */
    enum store_err (*argon2_since)(struct store *store, int64_t *out_us);
    /* List seats that the account holds, after this one (NULL: from the
     * first), ordered by match and seat; *count is the number written. */
    enum store_err (*list_seats)(struct store *store,
                                 const struct play_id *account,
                                 const struct store_held_seat *after,
                                 struct store_held_seat *out, size_t cap,
                                 size_t *count);
    /* Remove the account's name, from its events, too; delete its password,
     * tokens and keys; notify every node.  A keyed hash of the name is kept, so
     * that nobody gets it again, and that blocks of the account still apply if
     * somebody does; guests have generated names, which are not kept.  *matches
     * is new (free it): those in which its name has changed, *count of them.
     * STORE_STALE: it holds more seats than `spared`; STORE_CONFLICT: the new
     * name is in use; STORE_NOT_FOUND: it has been deleted already. */
    enum store_err (*erase)(struct store *store,
                            const struct store_account_deletion *deletion,
                            struct play_id **matches, size_t *count);
    /* Give a guest its name and password, in its events, too; notify every
     * node.  *matches and *count as for erase.  STORE_CONFLICT: as check_name;
     * STORE_NOT_FOUND: the account is not a guest, or is deleted. */
    enum store_err (*promote)(struct store *store,
                              const struct store_promotion *promotion,
                              struct play_id **matches, size_t *count);
    /* Set the display name, "" for none; notify every node.  *matches and
     * *count as for erase.  STORE_NOT_FOUND: the account is deleted. */
    enum store_err (*set_display)(struct store *store,
                                  const struct play_id *account,
                                  const char *display, struct play_id **matches,
                                  size_t *count);
    /* List guests that were created and last used before this time, the oldest
     * first: at most cap; *count is the number written. */
    enum store_err (*list_idle_guests)(struct store *store, int64_t before_us,
                                       struct store_guest *out, size_t cap,
                                       size_t *count);
};

#endif
