/* Prometheus' text format. */
#include "api/operations/exposition.h"

#include <inttypes.h>
#include <stdio.h>

void exposition_family(struct text *text, const char *name, const char *type,
                       const char *help)
{
    text_printf(text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Escape a backslash, a quote and the end of a line. */
static void add_escaped(struct text *text, const char *value)
{
    for (; *value; value++)
        switch (*value) {
        case '\\': text_add_string(text, "\\\\"); break;
        case '"': text_add_string(text, "\\\""); break;
        case '\n': text_add_string(text, "\\n"); break;
        default: text_add(text, value, 1); break;
        }
}

/* The name and the labels of a sample; `le` may be NULL. */
static void add_head(struct text *text, const char *name, const char *suffix,
                     const struct label *labels, const char *le)
{
    const struct label last[] = {{le ? "le" : NULL, le}, {0, 0}};
    const char *before = "{";

    text_add_string(text, name);
    text_add_string(text, suffix);
    for (int round = 0; round < 2; round++) {
        for (const struct label *label = round == 0 ? labels : last;
             label && label->name; label++) {
            text_printf(text, "%s%s=\"", before, label->name);
            add_escaped(text, label->value);
            text_add_string(text, "\"");
            before = ",";
        }
    }
    text_add_string(text, *before == ',' ? "} " : " ");
}

void exposition_number(struct text *text, const char *name,
                       const struct label *labels, uint64_t value)
{
    add_head(text, name, "", labels, NULL);
    text_printf(text, "%" PRIu64 "\n", value);
}

void exposition_real(struct text *text, const char *name,
                     const struct label *labels, double value)
{
    add_head(text, name, "", labels, NULL);
    text_printf(text, "%.6f\n", value);
}

void exposition_histogram(struct text *text, const char *name,
                          const struct label *labels,
                          const struct histogram_scale *scale,
                          const struct histogram_counts *counts, double unit)
{
    uint64_t total = 0;
    char le[32];

    for (unsigned i = 0; i <= scale->count; i++) {
        total += counts->counts[i];
        if (i < scale->count)
            snprintf(le, sizeof le, "%.9g", (double)scale->bounds[i] / unit);
        else
            snprintf(le, sizeof le, "+Inf");
        add_head(text, name, "_bucket", labels, le);
        text_printf(text, "%" PRIu64 "\n", total);
    }
    add_head(text, name, "_sum", labels, NULL);
    text_printf(text, "%.6f\n", (double)counts->sum / unit);
    add_head(text, name, "_count", labels, NULL);
    text_printf(text, "%" PRIu64 "\n", total);
}

void exposition_gauge(struct text *text, const char *name, const char *help,
                      uint64_t value)
{
    exposition_family(text, name, "gauge", help);
    exposition_number(text, name, NULL, value);
}

void exposition_counter(struct text *text, const char *name, const char *help,
                        uint64_t value)
{
    exposition_family(text, name, "counter", help);
    exposition_number(text, name, NULL, value);
}
