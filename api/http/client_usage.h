/* What each client cost in the last minute or so, and which were refused.
 *
 * The table has a fixed size.  When more clients come than it has room for, a
 * new one takes the place of one that cost little, and its cost: so a client
 * that costs much is never missed, and what is said of one that costs little
 * may be too much.
 *
 * Thread-safe; only client_usage_tell writes to the log. */
#ifndef API_USAGE_H
#define API_USAGE_H

#include "api/http/client_name.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    USAGE_TOP = 10,
    /* First refusals that are logged in a minute, of all clients together. */
    USAGE_LINES = 600,
};

struct client_usage;

/* New: release with client_usage_free, which tells what client_usage_tell has
 * not told yet. NULL when out of memory. */
struct client_usage *client_usage_new(void);
void client_usage_free(struct client_usage *usage);

/* In all of these now_us is a steady time, and client a name as client_name
 * writes it; "" is ignored. */

/* The client was charged `units` of cost. */
void client_usage_charge(struct client_usage *usage, const char *client,
                         uint32_t units, int64_t now_us);

/* A request of the client was refused because of a limit.  True: it is the
 * first of this minute, and to be logged.  Others are counted. */
bool client_usage_refuse(struct client_usage *usage, const char *client,
                         int64_t now_us);

/* Log how many requests were refused beside those that were logged, one line
 * for each client, once a minute is over.  To be called often: costs nothing
 * while there is nothing to tell. */
void client_usage_tell(struct client_usage *usage, int64_t now_us);

/* The clients that cost most, the costliest first; returns how many. */
struct client_usage_row {
    char name[CLIENT_SIZE];
    uint64_t units; /* within 60 seconds, about */
};
size_t client_usage_top(struct client_usage *usage, int64_t now_us,
                        struct client_usage_row out[USAGE_TOP]);

/* Is it the name of an account, or that of a network? */
bool client_usage_is_account(const char *client);

#endif
