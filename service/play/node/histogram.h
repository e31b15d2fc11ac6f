/* Histograms: counts of values between fixed bounds, without a lock.  Adding
 * takes some nanoseconds.  Reading blocks no thread, and may see a value
 * counted that is not yet in the sum. */
#ifndef PLAY_HISTOGRAM_H
#define PLAY_HISTOGRAM_H

#include <stdatomic.h>
#include <stdint.h>

enum { HISTOGRAM_BOUNDS_MAX = 18 };

/* The bounds, ascending.  Each counts values up to itself; values above the
 * last one have a count of their own. */
struct histogram_scale {
    unsigned count;
    uint64_t bounds[HISTOGRAM_BOUNDS_MAX];
};

extern const struct histogram_scale
    histogram_requests_us, /* 5 ms to 10 s, as OpenTelemetry recommends */
    histogram_work_us,     /* 10 µs to 5 s, for rules and database */
    histogram_waits_us,    /* 100 ms to 30 s, for waits */
    histogram_sizes;       /* 1 to 128, for numbers of things */

/* All zero at first. */
struct histogram {
    _Atomic uint64_t counts[HISTOGRAM_BOUNDS_MAX + 1]; /* by bound; beyond */
    _Atomic uint64_t sum;
};

/* A histogram as it was read.  The counts are not cumulative. */
struct histogram_counts {
    uint64_t counts[HISTOGRAM_BOUNDS_MAX + 1];
    uint64_t sum;
};

void histogram_add(struct histogram *histogram,
                   const struct histogram_scale *scale, uint64_t value);
void histogram_read(struct histogram *histogram, struct histogram_counts *out);

#endif
