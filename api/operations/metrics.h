/* Counts requests for the metrics, and writes their page: GET /metrics of the
 * admin listener.
 *
 * Counting takes no lock.  Labels are bounded: a request counts by its method,
 * the template of its route (never its path) and its status; without a route it
 * counts as "unmatched"; all other labels come from our own tables.
 *
 * The duration of a request is the time from its last byte until the first byte
 * of its response can be sent: a client that sends or reads slowly does not
 * change it.  The time in which a long poll waited for an event does not count;
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

/* A response with this status is about to be sent. */
void metrics_answered(struct metrics *metrics, const struct route *route,
                      const char *method, unsigned status, int64_t took_us);

/* The same for a request, with the duration described above. */
void metrics_reply(const struct request *request);

/* The client disconnected before it had read all of a response. */
void metrics_lost(struct metrics *metrics);

/* A long poll begins to wait; its wait has ended. */
void metrics_wait(struct request *request);
void metrics_woken(struct request *request);

/* A quick or slow worker spent this much processor time on requests, and waited
 * this long for the database; a request that waited for a worker was dropped.
 */
void metrics_worked(struct metrics *metrics, bool is_slow, int64_t cpu_us,
                    int64_t database_us);
void metrics_dropped(struct metrics *metrics, bool is_slow);

/* Units of cost were charged. */
void metrics_charged(struct metrics *metrics, uint32_t units);

/* The rules took this time to list the legal moves. */
void metrics_listed(struct metrics *metrics, const struct game *game,
                    int64_t took_us);

/* A client had a record verified. */
enum verdict {
    VERDICT_VALID,
    VERDICT_INVALID,
    VERDICT_TOO_LONG,
    VERDICT_NEWER,
    VERDICT_COUNT
};
void metrics_verified(struct metrics *metrics, enum verdict verdict);

/* Write the page.  Queries no database, and waits for nothing.  server NULL:
 * only what is known without one.  began_us is the start of the process
 * (microseconds since 1970). */
void metrics_write(struct server *server, int64_t began_us, struct text *text);

/* ---- for the page ---- */

/* The metrics that are counted here. */
void metrics_write_own(struct metrics *metrics, struct text *text);

/* The metrics of play and the database's connections: metrics_play.c. */
void metrics_write_play(struct server *server, struct text *text);

/* The metrics of the process: metrics_process.c. */
void metrics_write_process(int64_t began_us, struct text *text);

#endif
