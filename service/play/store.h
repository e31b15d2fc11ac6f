/* The store: the operations on storage that play needs and db implements.
 *
 * Operations are grouped by area, a table of functions each, declared with its
 * rows in store/AREA.h: `store->tokens->find(store, hash, &token)`.  To add an
 * operation, add it to the table in the area's header, and implement it as a
 * function with a row in the table of db.
 *
 * Operations may be called from any thread at once, except updates->write,
 * which only the writer's thread calls.  Everything that one call writes is one
 * transaction.  Rows are plain values; the caller owns all memory unless a
 * comment says otherwise. */
#ifndef PLAY_STORE_H
#define PLAY_STORE_H

#include "play/store/accounts.h"
#include "play/store/archive.h"
#include "play/store/blocks.h"
#include "play/store/bots.h"
#include "play/store/challenges.h"
#include "play/store/devices.h"
#include "play/store/error.h"
#include "play/store/events.h"
#include "play/store/feed.h"
#include "play/store/health.h"
#include "play/store/idempotency_keys.h"
#include "play/store/issue_keys.h"
#include "play/store/ladder.h"
#include "play/store/leaderboards.h"
#include "play/store/login_failures.h"
#include "play/store/matches.h"
#include "play/store/notifications.h"
#include "play/store/operators.h"
#include "play/store/queue.h"
#include "play/store/rate_usage.h"
#include "play/store/snapshots.h"
#include "play/store/statistics.h"
#include "play/store/stream_tickets.h"
#include "play/store/tokens.h"
#include "play/store/updates.h"
#include "play/store/vacations.h"

/* Every area once: its name in `struct store`; its table is a `struct
 * store_NAME`. */
#define STORE_AREAS(AREA)                                                      \
    AREA(accounts)                                                             \
    AREA(archive)                                                              \
    AREA(blocks)                                                               \
    AREA(bots)                                                                 \
    AREA(challenges)                                                           \
    AREA(devices)                                                              \
    AREA(events)                                                               \
    AREA(feed)                                                                 \
    AREA(health)                                                               \
    AREA(idempotency_keys)                                                     \
    AREA(issue_keys)                                                           \
    AREA(ladder)                                                               \
    AREA(leaderboards)                                                         \
    AREA(login_failures)                                                       \
    AREA(matches)                                                              \
    AREA(notifications)                                                        \
    AREA(operators)                                                            \
    AREA(queue)                                                                \
    AREA(rate_usage)                                                           \
    AREA(snapshots)                                                            \
    AREA(statistics)                                                           \
    AREA(stream_tickets)                                                       \
    AREA(tokens)                                                               \
    AREA(updates)                                                              \
    AREA(vacations)

struct store {
    void (*free)(struct store *store);
#define STORE_TABLE(name) const struct store_##name *name;
    STORE_AREAS(STORE_TABLE)
#undef STORE_TABLE
};

#endif
