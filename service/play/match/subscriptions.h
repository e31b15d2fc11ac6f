/* Subscriptions: waits for an event of a match or a change of an account. */
#ifndef PLAY_SUBSCRIPTIONS_H
#define PLAY_SUBSCRIPTIONS_H

#include "play/error.h"

#include <stdbool.h>
#include <stdint.h>

struct play;
struct play_id;
struct play_subscription;

struct subscriptions *subscriptions_new(struct play *play);
/* End all waits (PLAY_WAIT_DRAINING), refuse new ones, stop the thread. */
void subscriptions_stop(struct subscriptions *subscriptions);
void subscriptions_free(struct subscriptions *subscriptions);
/* Wake the waits for an event after a seq below this one. */
void subscriptions_wake(struct subscriptions *subscriptions,
                        const struct play_id *id, uint32_t seq);
/* Return how many events of matches in the same bucket were reported.  An event
 * is reported when the cache has what it led to, so a reader that finds the
 * same number again, after it has read the match, has missed none. */
uint32_t subscriptions_woken(struct subscriptions *subscriptions,
                             const struct play_id *match);
/* Wake the waits for accounts with this tag. */
void subscriptions_wake_account(struct subscriptions *subscriptions,
                                uint16_t tag);
/* Return how many changes of accounts with this tag were reported.  Read this
 * before the database, and pass it to subscriptions_add_account, so that no
 * change in between is missed. */
uint32_t subscriptions_heard(struct subscriptions *subscriptions, uint16_t tag);
/* Wait until more than `heard` changes were reported.  done may be called
 * before this returns. */
enum play_err subscriptions_add_account(struct subscriptions *subscriptions,
                                        const struct play_id *account,
                                        uint32_t heard, unsigned wait_ms,
                                        struct play_subscription *waiter);
/* Return whether this account has a wait on this node. */
bool subscriptions_have_account(struct subscriptions *subscriptions,
                                const struct play_id *account);
void subscriptions_wake_all(struct subscriptions *subscriptions);
/* End all waits within this time: see play_shorten_waits. */
void subscriptions_hurry(struct subscriptions *subscriptions,
                         unsigned within_ms);

#endif
