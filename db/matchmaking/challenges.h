/* Challenges in transactions of other areas, and what the files of challenges
 * share. */
#ifndef DB_CHALLENGES_H
#define DB_CHALLENGES_H

#include "db/store.h"

/* ---- challenges.c ---- */

/* In the transaction that inserts a match: accept the row's challenge.
 * STORE_STALE: not all of its players have accepted it. */
enum store_err db_challenge_accept(struct pg *pg,
                                   const struct store_match *row);
/* In the transaction that deletes or bans an account: end the challenges that
 * wait with it, and delete its rules. */
enum store_err db_challenges_leave(struct pg *pg, const struct play_id *account,
                                   int64_t now_us);

/* ---- challenge_strangers.c ---- */

/* Lock the challenger and the people whom it challenges, so that challenges of
 * the first and to the others can be counted.  STORE_NOT_FOUND: one of them is
 * deleted. */
enum store_err db_challenge_lock(struct pg *pg,
                                 const struct challenge *challenge);
/* After that, before the challenge is inserted.  STORE_FULL: it would be one
 * from a stranger to a player who has at least `most` (0: no limit). */
enum store_err db_challenge_strangers(struct pg *pg,
                                      const struct challenge *challenge,
                                      unsigned most);

/* ---- challenge_list.c ---- */

enum store_err db_challenges_find(struct store *store, const struct play_id *id,
                                  struct store_challenge *out);
enum store_err db_challenges_find_by_key(struct store *store,
                                         const struct play_id *creator,
                                         const char *key, int64_t since_us,
                                         struct store_challenge *out);
enum store_err db_challenges_list(
    struct store *store, const struct store_challenge_query *query,
    void (*visit)(void *ctx, const struct store_challenge *row), void *ctx);
enum store_err
db_challenges_list_for_builtin_bots(struct store *store, int64_t now_us,
                                    struct store_builtin_challenge *out,
                                    size_t cap, size_t *count);

#endif
