/* The cost of each client in about the last minute, and the clients that were
 * refused.
 *
 * The table has a fixed size.  When it is full, a new client takes the place of
 * one that cost little, and its cost: so a client that costs much is never
 * missed, and the figure of one that costs little may be too high.
 *
 * Thread-safe; only client_usage_tell writes to the log. */
#ifndef API_CLIENT_USAGE_H
#define API_CLIENT_USAGE_H

#include "api/http/limits/client_name.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    USAGE_TOP = 10,
    /* First refusals that are logged in a minute, of all clients together. */
    USAGE_LINES = 600,
};

struct client_usage;

/* New: release with client_usage_free, which logs what client_usage_tell has
 * not logged yet. NULL when out of memory. */
struct client_usage *client_usage_new(void);
void client_usage_free(struct client_usage *usage);

/* In all of these functions now_us is a steady time, client the number that
 * payers_client returns, and account the id of its account; "": it is not
 * known, and the client's name is the number. */

/* The client was charged `units` of cost. */
void client_usage_charge(struct client_usage *usage, uint64_t client,
                         const char *account, uint32_t units, int64_t now_us);

/* A request of the client was refused because of a limit.  True: it is the
 * first one of this minute, and the caller logs it.  Others are counted. */
bool client_usage_refuse(struct client_usage *usage, uint64_t client,
                         const char *account, int64_t now_us);

/* Log how many requests were refused beside those that were logged, one line
 * for each client, when a minute is over.  Call it often: it costs nothing
 * while it has nothing to log. */
void client_usage_tell(struct client_usage *usage, int64_t now_us);

/* The clients that cost most, in falling order; returns their number. */
struct client_usage_row {
    bool is_account; /* else a network */
    char name[CLIENT_SIZE];
    uint64_t units; /* within about 60 seconds */
};
size_t client_usage_top(struct client_usage *usage, int64_t now_us,
                        struct client_usage_row out[USAGE_TOP]);

#endif
