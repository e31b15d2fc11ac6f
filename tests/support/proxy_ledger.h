/* What a proxy remembers of the requests that pass: which moves the service
 * acknowledged, and who was told to wait.  Its owner locks it. */
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
    size_t wait_count; /* the last LEDGER_WAITS_MAX of them are there */
};

/* Is this a POST …/moves? */
bool ledger_is_move(const struct message *request);

/* A request comes from a client. */
void ledger_request(struct ledger *ledger, const struct message *request);

/* Its client gets this reply: perhaps it is told to wait. */
void ledger_told(struct ledger *ledger, const struct message *request,
                 const struct message *reply);

/* The service answered it. */
void ledger_reply(struct ledger *ledger, const struct message *request,
                  const struct message *reply);

void ledger_clear(struct ledger *ledger);

#endif
