/* Failed logins: counts of wrong passwords, by name and by source.
 *
 * Counts are kept whether an account has the name or not. */
#ifndef PLAY_STORE_LOGIN_FAILURES_H
#define PLAY_STORE_LOGIN_FAILURES_H

#include "play/store/error.h"

#include <stdint.h>

struct store;

/* The count of wrong passwords.  Each minute without a failure forgives one. */
struct store_failures {
    uint32_t count;                     /* since the last success or lock */
    int64_t failed_us, locked_until_us; /* 0: never */
};

/* The name or the source of failures that are counted for all of them. */
#define STORE_ALL "*"

/* Failures of a name from a source: a network, a known device or a token. */
struct store_failure_record {
    struct store_failures pair;   /* of this name from this source */
    struct store_failures name;   /* of this name from any network */
    struct store_failures source; /* of any name from this source */
};

/* One more failure. */
struct store_failure {
    const char *name, *source; /* one of them may be STORE_ALL */
    int64_t now_us;
    uint32_t limit; /* this count locks, and counting starts again at 0 */
    int64_t lock_until_us;
};

struct store_login_failures {
    /* Read the failure counts; zeroes if nothing was counted. */
    enum store_err (*find)(struct store *store, const char *name,
                           const char *source,
                           struct store_failure_record *out);
    enum store_err (*add)(struct store *store,
                          const struct store_failure *failure);
    enum store_err (*clear)(struct store *store, const char *name,
                            const char *source);
    /* Delete the counts of failures before this time. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
