/* Vacations of accounts. */
#ifndef PLAY_STORE_VACATIONS_H
#define PLAY_STORE_VACATIONS_H

#include "play/accounts/vacation.h"
#include "play/store/accounts.h"
#include "play/store/error.h"

struct store;

struct store_vacations {
    /* List the account's vacations, newest first, at most cap. */
    enum store_err (*list)(struct store *store, const struct play_id *account,
                           struct vacation *out, size_t cap, size_t *count);
    /* Change the newest one, or begin another (`after` begins at another
     * time), and delete those that are too old to count.  STORE_STALE: the
     * newest is no longer `before` (NULL: no vacation existed);
     * STORE_NOT_FOUND: the account is deleted. */
    enum store_err (*write)(struct store *store, const struct play_id *account,
                            const struct vacation *before,
                            const struct vacation *after);
    /* List seats that the account holds in open and running matches with a day
     * or more for each decision, or without a clock and with other accounts,
     * and that are not away until until_us or longer; `is_back`: that are away
     * for longer.  The rest as for store_accounts.list_seats. */
    enum store_err (*list_seats)(struct store *store,
                                 const struct play_id *account,
                                 int64_t until_us, bool is_back,
                                 const struct store_held_seat *after,
                                 struct store_held_seat *out, size_t cap,
                                 size_t *count);
};

#endif
