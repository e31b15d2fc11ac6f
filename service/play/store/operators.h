/* Actions of operators on accounts and matches. */
#ifndef PLAY_STORE_OPERATORS_H
#define PLAY_STORE_OPERATORS_H

#include "play/accounts/operator.h"
#include "play/store/error.h"

struct store;

/* An action and its target; action.account and action.match are ignored. */
struct store_operator_command {
    struct operator_action action;
    const char *name;     /* of the account; NULL: `id` identifies it */
    struct play_id id;    /* of the account, or of the match */
    const char *password; /* the new hash; OPERATOR_RESET_PASSWORD */
    int64_t now_us;
};

struct store_operators {
    /* Apply an action (operator.h) to an account and record it; for a match,
     * only record it.  Notifies every node of revoked tokens.  *account is the
     * account's id.  STORE_NOT_FOUND: no account has this name, or it is an
     * account of the built-in bots; STORE_STALE: it is a guest, which has no
     * password and cannot be an administrator. */
    enum store_err (*act)(struct store *store,
                          const struct store_operator_command *command,
                          struct play_id *account);
};

#endif
