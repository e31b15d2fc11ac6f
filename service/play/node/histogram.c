/* Histograms. */
#include "play/node/histogram.h"

#include <stdatomic.h>

const struct histogram_scale histogram_requests_us = {
    14,
    {5000, 10000, 25000, 50000, 75000, 100000, 250000, 500000, 750000, 1000000,
     2500000, 5000000, 7500000, 10000000}};

const struct histogram_scale histogram_work_us = {
    18,
    {10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000,
     250000, 500000, 1000000, 2500000, 5000000}};

const struct histogram_scale histogram_waits_us = {
    10,
    {100000, 500000, 1000000, 2500000, 5000000, 10000000, 15000000, 20000000,
     25000000, 30000000}};

const struct histogram_scale histogram_sizes = {8,
                                                {1, 2, 4, 8, 16, 32, 64, 128}};

void histogram_add(struct histogram *histogram,
                   const struct histogram_scale *scale, uint64_t value)
{
    unsigned i = 0;

    while (i < scale->count && value > scale->bounds[i])
        i++;
    atomic_fetch_add_explicit(&histogram->counts[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&histogram->sum, value, memory_order_relaxed);
}

void histogram_read(struct histogram *histogram, struct histogram_counts *out)
{
    out->sum = atomic_load_explicit(&histogram->sum, memory_order_relaxed);
    for (unsigned i = 0; i <= HISTOGRAM_BOUNDS_MAX; i++)
        out->counts[i] =
            atomic_load_explicit(&histogram->counts[i], memory_order_relaxed);
}
