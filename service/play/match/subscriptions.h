/* Subscriptions: waits for an event of a match or a change of an account. */
#ifndef PLAY_SUBSCRIPTIONS_H
#define PLAY_SUBSCRIPTIONS_H

#include "play/play.h"

struct play;
struct play_id;
struct play_subscription;

struct subscriptions *subscriptions_new(struct play *play);
/* Answer all (PLAY_WAIT_DRAINING), take no more, end the thread. */
void subscriptions_stop(struct subscriptions *subscriptions);
void subscriptions_free(struct subscriptions *subscriptions);
/* Whoever waits for an event after a seq below this one. */
void subscriptions_wake(struct subscriptions *subscriptions,
                        const struct play_id *id, uint32_t seq);
/* Whoever waits for something of an account of this tag. */
void subscriptions_wake_account(struct subscriptions *subscriptions,
                                uint16_t tag);
/* How many news there were of an account: read this, then the database, then
 * wait for more than these.  done may be called before this returns, also. */
uint32_t subscriptions_heard(struct subscriptions *subscriptions, uint16_t tag);
enum play_err subscriptions_add_account(struct subscriptions *subscriptions,
                                        const struct play_id *account,
                                        uint32_t heard, unsigned wait_ms,
                                        struct play_subscription *waiter);
/* Does this account wait here? */
bool subscriptions_have_account(struct subscriptions *subscriptions,
                                const struct play_id *account);
void subscriptions_wake_all(struct subscriptions *subscriptions);
/* play_shorten_waits. */
void subscriptions_hurry(struct subscriptions *subscriptions,
                         unsigned within_ms);

#endif
