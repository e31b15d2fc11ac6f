/* Prometheus' text format: families of samples with labels. */
#ifndef API_EXPOSITION_H
#define API_EXPOSITION_H

#include "base/text.h"
#include "play/node/histogram.h"

/* A label of a sample; lists end with a name that is NULL. */
struct label {
    const char *name, *value; /* the value is escaped when it is written */
};

/* Room for two labels, or none. */
#define LABELS(...)                                                            \
    (const struct label[])                                                     \
    {                                                                          \
        __VA_ARGS__,                                                           \
        {                                                                      \
            0, 0                                                               \
        }                                                                      \
    }

/* The lines before the samples of a metric: type is "counter", "gauge" or
 * "histogram", help one sentence without a line's end. */
void exposition_family(struct text *text, const char *name, const char *type,
                       const char *help);

/* A sample; labels may be NULL. */
void exposition_number(struct text *text, const char *name,
                       const struct label *labels, uint64_t value);
/* The same for a fraction, such as seconds. */
void exposition_real(struct text *text, const char *name,
                     const struct label *labels, double value);
/* All samples of a histogram, its values divided by `unit`: 1e6 converts
 * microseconds to seconds. */
void exposition_histogram(struct text *text, const char *name,
                          const struct label *labels,
                          const struct histogram_scale *scale,
                          const struct histogram_counts *counts, double unit);

/* A family of one sample without labels. */
void exposition_gauge(struct text *text, const char *name, const char *help,
                      uint64_t value);
void exposition_counter(struct text *text, const char *name, const char *help,
                        uint64_t value);

#endif
