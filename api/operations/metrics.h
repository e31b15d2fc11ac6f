/* What the service counts for whoever watches over it, and the page that tells
 * it: GET /metrics of the admin listener.
 *
 * Counting takes no lock.  Labels are bounded: of a request its method, the
 * template of its route (never its path) and its status count, and what fits
 * no route has the route "unmatched"; all else comes from tables of ours.
 *
 * How long a request took is the time from its last byte until the first of its
 * reply can be sent: a client that is slow to send or to take spoils nothing.
 * The time in which a long poll waited for something to happen does not count;
 * it has a histogram of its own.  A stream counts until it begins. */
#ifndef API_METRICS_H
#define API_METRICS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct game;
struct metrics;
struct request;
struct route_table;
struct route;
struct server;

/* New: release with metrics_free.  Borrows the routes.  NULL when out of
 * memory. */
struct metrics *metrics_new(const struct route_table *routes);
void metrics_free(struct metrics *metrics);

/* A reply of this status is about to be sent. */
void metrics_answered(struct metrics *metrics, const struct route *route,
                      const char *method, unsigned status, int64_t took_us);

/* The same of a request, which has taken as long as is said above. */
void metrics_reply(const struct request *request);

/* The client was gone before it had taken all of a reply. */
void metrics_lost(struct metrics *metrics);

/* A long poll begins to wait, and is called. */
void metrics_wait(struct request *request);
void metrics_woken(struct request *request);

/* A quick or slow worker spent so much processor time on requests; a request
 * that waited for one was dropped. */
void metrics_worked(struct metrics *metrics, bool is_slow, int64_t cpu_us);
void metrics_dropped(struct metrics *metrics, bool is_slow);

/* Units of cost were charged. */
void metrics_charged(struct metrics *metrics, uint32_t units);

/* The rules took so long to list the legal moves. */
void metrics_listed(struct metrics *metrics, const struct game *game,
                    int64_t took_us);

/* Somebody had a record verified. */
enum verdict {
    VERDICT_VALID,
    VERDICT_INVALID,
    VERDICT_TOO_LONG,
    VERDICT_COUNT
};
void metrics_verified(struct metrics *metrics, enum verdict verdict);

/* The page.  Asks no database, and waits for nobody.  server NULL: what can be
 * said before there is one.  The process began then (microseconds since 1970).
 */
void metrics_write(struct server *server, int64_t began_us, struct text *text);

/* ---- for the page ---- */

/* What the metrics themselves know. */
void metrics_write_own(struct metrics *metrics, struct text *text);

/* What play and the database's connections know: metrics_play.c. */
void metrics_write_play(struct server *server, struct text *text);

/* What the system knows of the process: metrics_process.c. */
void metrics_write_process(int64_t began_us, struct text *text);

#endif
