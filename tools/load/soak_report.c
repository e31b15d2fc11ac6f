/* Decides which figures grow: the first third of the samples against the last,
 * and a slope. */
#include "soak_watch.h"

#include <stdio.h>

static const struct figure {
    const char *words;
    double slack, percent;
} figures[] =
    {
#define AS_ROW(name, words, slack, percent)                                    \
    [NODE_##name] = {words, slack, percent},
        SOAK_NODE_FIGURES(AS_ROW)
#undef AS_ROW
},
  others[] = {
#define AS_ROW(name, words, slack, percent)                                    \
    [OTHER_##name - OTHER_BEFORE - 1] = {words, slack, percent},
      SOAK_OTHER_FIGURES(AS_ROW)
#undef AS_ROW
};

static double mean(const struct soak_sample *samples, size_t count, int at)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += samples[i].values[at];
    return sum / (double)count;
}

/* By least squares, per hour. */
static double slope(const struct soak_sample *samples, size_t count, int at)
{
    double middle = mean(samples, count, at), hours = 0, above = 0, below = 0;

    for (size_t i = 0; i < count; i++)
        hours += samples[i].hours / (double)count;
    for (size_t i = 0; i < count; i++) {
        double x = samples[i].hours - hours;

        above += x * (samples[i].values[at] - middle);
        below += x * x;
    }
    return below > 0 ? above / below : 0;
}

/* Print a line of the table; does the figure grow? */
static bool report_line(const struct figure *figure,
                        const struct soak_sample *samples, size_t count, int at)
{
    size_t third = count / 3;
    double first = mean(samples, third, at);
    double last = mean(samples + count - third, third, at);
    double most = first;
    bool grows = figure->percent >= 0 &&
                 last > first * (1 + figure->percent / 100) + figure->slack;

    for (size_t i = 0; i < count; i++)
        if (samples[i].values[at] > most)
            most = samples[i].values[at];
    printf("  %-38s %10.1f %10.1f %10.1f %+12.2f  %s\n", figure->words, first,
           last, most, slope(samples, count, at),
           grows                  ? "GROWS"
           : figure->percent >= 0 ? "flat"
                                  : "");
    return grows;
}

static void report_head(const char *words)
{
    printf("\n  %-38s %10s %10s %10s %12s\n", words, "first 1/3", "last 1/3",
           "most", "per hour");
}

int soak_report(const struct soak_sample *samples, size_t count)
{
    size_t left_out = count / 5;
    int grow = 0;

    samples += left_out;
    count -= left_out;
    if (count < 6) {
        printf("too few samples to say what grows\n");
        return 0;
    }
    printf(
        "\nSamples from minute %.1f to %.1f, one in %d s; before that caches "
        "filled up.\n",
        samples[0].hours * 60, samples[count - 1].hours * 60, SOAK_SAMPLE_S);
    for (int node = 0; node < SOAK_NODES; node++) {
        report_head(node == 0 ? "first node" : "second node");
        for (int i = 0; i < NODE_FIGURES; i++)
            grow += report_line(&figures[i], samples, count,
                                soak_at(node, (enum soak_figure)i));
    }
    report_head("database, machine");
    for (int i = OTHER_BEFORE + 1; i < SOAK_FIGURES; i++)
        grow += report_line(&others[i - OTHER_BEFORE - 1], samples, count, i);
    return grow;
}
