/* The requests and responses that a proxy has seen: which moves the service
 * acknowledged, and which clients must wait.  The caller locks it. */
#ifndef TESTS_PROXY_LEDGER_H
#define TESTS_PROXY_LEDGER_H

#include "proxy_message.h"

#include <stdint.h>

enum { LEDGER_MOVES_MAX = 20000, LEDGER_WAITS_MAX = 64 };

struct ledger {
    long answered[600]; /* by status */
    long hasty, doubles;
    struct ledger_move {
        char match[40], key[80];
        long seq;
    } * moves; /* new */
    size_t move_count;
    struct ledger_wait {
        uint64_t who;
        int64_t until_ms; /* steady */
    } waits[LEDGER_WAITS_MAX];
    size_t wait_count; /* only the last LEDGER_WAITS_MAX of them are stored */
};

/* Is this a POST …/moves? */
bool ledger_is_move(const struct message *request);

/* A request of a client arrived. */
void ledger_request(struct ledger *ledger, const struct message *request);

/* Its client gets this response, which may have a Retry-After. */
void ledger_sent(struct ledger *ledger, const struct message *request,
                 const struct message *reply);

/* The service sent this response. */
void ledger_reply(struct ledger *ledger, const struct message *request,
                  const struct message *reply);

void ledger_clear(struct ledger *ledger);

#endif
