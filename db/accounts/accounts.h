/* Accounts in transactions of other areas: locks, and what depends on an
 * account.
 *
 * A transaction locks accounts in the order of their ids, and before rows that
 * depend on them. */
#ifndef DB_ACCOUNTS_H
#define DB_ACCOUNTS_H

#include "db/store.h"

/* ---- account_lock.c ---- */

/* In a transaction that gives the account a seat: the account exists, and is
 * not deleted until the transaction ends.  STORE_NOT_FOUND: it is deleted. */
enum store_err db_account_hold(struct pg *pg, const struct play_id *account);
/* In a transaction that counts rows of the account, or adds one that it may
 * have only once: other such transactions wait until it ends.
 * STORE_NOT_FOUND: it is deleted. */
enum store_err db_account_lock(struct pg *pg, const struct play_id *account);

/* ---- account_delete.c ---- */

/* The columns of a held seat, with its match `m` and seat `s`. */
#define HELD_SEAT_ROW(FIRST, NEXT)                                             \
    FIRST(HELD_SEAT_ROW_MATCH, "s.match_id")                                   \
    NEXT(HELD_SEAT_ROW_SEAT, "s.seat")                                         \
    NEXT(HELD_SEAT_ROW_STATUS, "m.status")
enum { HELD_SEAT_ROW(PG_NUMBER, PG_NUMBER) };
#define HELD_SEAT_COLUMNS HELD_SEAT_ROW(PG_FIRST, PG_NEXT)

/* Read rows of HELD_SEAT_COLUMNS; the number read. */
size_t db_held_seats_read(const struct pg_result *rows,
                          struct store_held_seat *out, size_t cap);
enum store_err db_accounts_list_seats(struct store *store,
                                      const struct play_id *account,
                                      const struct store_held_seat *after,
                                      struct store_held_seat *out, size_t cap,
                                      size_t *count);
enum store_err db_accounts_erase(struct store *store,
                                 const struct store_account_deletion *erasure,
                                 struct play_id **matches, size_t *count);

/* ---- issue_keys.c ---- */

/* Insert the key of a request in the transaction of what it creates.  if_used:
 * it was inserted before. */
enum store_err db_issue_key_insert(struct pg *pg,
                                   const struct store_issue_key *key,
                                   enum store_err if_used);

/* ---- account_rename.c ---- */

struct account_rename {
    const char *node; /* this node */
    const struct play_id *account;
    char before[PLAY_NAME_SIZE]; /* out: its name so far */
    bool was_guest;              /* out */
    const char *after;
    struct play_id *matches; /* out: new; those in which it appears */
    size_t count;
};

/* In a transaction that will give the account another name: lock it and read
 * its name.  STORE_NOT_FOUND: it is deleted. */
enum store_err db_account_rename_begin(struct pg *pg,
                                       struct account_rename *it);
/* In a transaction that gave the account another name: change it in its events,
 * too, and notify every node. */
enum store_err db_account_rename(struct pg *pg, struct account_rename *it);
/* In a transaction that changed what nodes remember of the account with its
 * tokens: notify them.  The tokens remain valid. */
enum store_err db_account_notify_tokens(struct pg *pg,
                                        const struct account_rename *it);
enum store_err db_accounts_set_display(struct store *store,
                                       const struct play_id *account,
                                       const char *display,
                                       struct play_id **matches, size_t *count);

/* ---- former_names.c ---- */

/* SQL: the hash of a name that is kept when its account is deleted. */
#define DB_NAME_HASH(name)                                                     \
    "sha256((SELECT names_secret FROM shared) || convert_to(" name ", "        \
    "'UTF8'))"

/* As store_accounts.check_name. */
enum store_err db_names_check(struct store *store, const char *name);
/* In a transaction that gives the account this name: first hold the name, then
 * give it, then check it.  STORE_CONFLICT: it must be rolled back, because
 * another account has a name that looks like it, or a deleted one had. */
enum store_err db_names_hold(struct pg *pg, const char *name);
enum store_err db_names_check_given(struct pg *pg,
                                    const struct play_id *account,
                                    const char *name);
/* In the transaction that deletes the account: nobody gets its name again, and
 * blocks of it hold the name's hash. */
enum store_err db_names_retire(struct pg *pg, const struct play_id *account,
                               const char *name);

/* ---- guests.c ---- */

enum store_err db_guests_promote(struct store *store,
                                 const struct store_promotion *promotion,
                                 struct play_id **matches, size_t *count);
enum store_err db_guests_list_idle(struct store *store, int64_t before_us,
                                   struct store_guest *out, size_t cap,
                                   size_t *count);

/* ---- account_feed.c: in the transaction of a match's update ---- */

/* The match is listed in the account's feed from now on. */
enum store_err db_feed_begin(struct pg *pg, const struct play_id *match,
                             const struct play_id *account);
/* The account of a seat leaves it.  Before the seat's row changes. */
enum store_err db_feed_get_up(struct pg *pg, const struct play_id *match,
                              int seat);
enum store_err db_feed_end(struct pg *pg, const struct play_id *match);

/* ---- devices.c ---- */

/* In the transaction that gives the account a session: apply the terms to its
 * device. */
enum store_err db_device_keep(struct pg *pg, const struct play_id *account,
                              const struct store_token_terms *terms,
                              int64_t now_us);

/* ---- blocks.c ---- */

/* In the transaction that inserts a challenge, after its players were held.
 * STORE_STALE: one of them has blocked its creator. */
enum store_err db_blocks_check(struct pg *pg,
                               const struct challenge *challenge);
/* In the transaction that deletes an account: delete its blocks. */
enum store_err db_blocks_leave(struct pg *pg, const struct play_id *account);
/* In the transaction that deletes a guest, whose name nobody else can get:
 * delete the blocks of it. */
enum store_err db_blocks_forget(struct pg *pg, const struct play_id *account);

/* ---- bot_rules.c ---- */

/* In the transaction that seats bots in a match, before their feeds list it.
 * STORE_FULL: a bot account plays the number of matches that its rules allow.
 * Its rules do not change, and no other match is made for it, until the
 * transaction ends. */
enum store_err db_bots_have_room(struct pg *pg, const struct match *match);

/* ---- operators.c ---- */

/* Record an action of an operator; account: its target, NULL: deed->id is a
 * match. */
struct store_operator_command;
enum store_err db_operators_keep(struct pg *pg,
                                 const struct store_operator_command *deed,
                                 const struct play_id *account);

#endif
