/* Tells other nodes what clients took of their rate limits here, and takes what
 * they tell out of the buckets here.  Has client_usage_tell write how many
 * requests were refused.
 *
 * A thread of its own collects every HERALD_MS and tells at most TAKEN_MAX
 * buckets in one notification, so that no flood of clients becomes a flood of
 * news; when there is nothing to tell it is silent.  While the database is away
 * each node limits alone, and nothing is kept to be told later. */
#ifndef API_HERALD_H
#define API_HERALD_H

#include "api/http/client_usage.h"
#include "api/http/rate_limit.h"

enum { HERALD_MS = 50 };

struct rate_sync;

/* New: release with rate_sync_free, before play is drained or after.  Borrows
 * all three.  Reads the secret that nodes share, and tries again later when
 * the database is away.  NULL when out of memory or threads. */
struct rate_sync *rate_sync_new(struct rate_limits *limits,
                                struct client_usage *usage, struct play *play);
void rate_sync_free(struct rate_sync *rate_sync);

#endif
