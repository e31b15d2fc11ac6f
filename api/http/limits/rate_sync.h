/* Shares the use of rate limits between nodes.
 *
 * Every RATE_SYNC_MS a thread sends what clients used here since the last
 * round, at most RATE_USAGE_MAX buckets in one notification, so that a flood of
 * clients does not become a flood of notifications.  It sends nothing when
 * nothing was used.  What other nodes send is taken out of the buckets here.
 * While the database is away each node limits alone, and nothing is kept to be
 * sent later.  The thread also calls client_usage_tell, which logs how many
 * requests were refused. */
#ifndef API_RATE_SYNC_H
#define API_RATE_SYNC_H

#include "api/http/limits/client_usage.h"
#include "api/http/limits/rate_limit.h"

enum { RATE_SYNC_MS = 50 };

struct rate_sync;

/* New: release with rate_sync_free, before play is drained or after.  Borrows
 * all four.  Reads the secret that nodes share; when the database is away, the
 * thread tries again.  NULL when out of memory or threads. */
struct rate_sync *rate_sync_new(struct rate_limits *limits,
                                struct payer_secret *secret,
                                struct client_usage *usage, struct play *play);
void rate_sync_free(struct rate_sync *rate_sync);

#endif
