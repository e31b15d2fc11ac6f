/* The resources that the nodes and PostgreSQL use, every ten seconds; and those
 * that grow. */
#ifndef LOAD_SOAK_WATCH_H
#define LOAD_SOAK_WATCH_H

#include "soak.h"

enum { SOAK_SAMPLE_S = 10 };

/* Figures of each node, then the others:
 *
 *   FIGURE(NAME, "words", slack, percent)
 *
 * A figure grows when its mean in the last third is above that in the first
 * third by more than slack and this percentage; percent -1: it may. */
#define SOAK_NODE_FIGURES(FIGURE)                                              \
    FIGURE(RSS, "resident memory, MiB", 4, 3)                                  \
    FIGURE(ANON, "of that private, MiB", 4, 3)                                 \
    FIGURE(FDS, "descriptors", 12, 5)                                          \
    FIGURE(THREADS, "threads", 0.5, 0)                                         \
    FIGURE(CLIENTS, "connections of clients", 20, 8)                           \
    FIGURE(WAITERS, "streams and long polls", 20, 8)                           \
    FIGURE(CACHED, "matches in memory", 1, 2)                                  \
    FIGURE(VIEWS, "replies in memory, MiB", 1, 5)                              \
    FIGURE(CPU, "CPU, percent of a core", 0, -1)

#define SOAK_OTHER_FIGURES(FIGURE)                                             \
    FIGURE(PG_CONNECTIONS, "connections of the nodes", 1.5, 0)                 \
    FIGURE(PG_ANON, "private memory of their backends, MiB", 8, 8)             \
    FIGURE(PG_SIZE, "database, MiB", 0, -1)                                    \
    FIGURE(PG_LIVE, "rows, thousands", 0, -1)                                  \
    FIGURE(PG_DEAD, "dead rows, thousands", 0, -1)                             \
    FIGURE(RUNNING, "matches that run", 0, -1)                                 \
    FIGURE(MACHINE, "machine busy, percent", 0, -1)                            \
    FIGURE(OWN_RSS, "this program, MiB", 0, -1)

enum soak_figure {
#define AS_ENUM(name, words, slack, percent) NODE_##name,
    SOAK_NODE_FIGURES(AS_ENUM)
#undef AS_ENUM
        NODE_FIGURES,
    OTHER_BEFORE = NODE_FIGURES * SOAK_NODES - 1,
#define AS_ENUM(name, words, slack, percent) OTHER_##name,
    SOAK_OTHER_FIGURES(AS_ENUM)
#undef AS_ENUM
        SOAK_FIGURES
};

struct soak_sample {
    double hours; /* since the start */
    double values[SOAK_FIGURES];
};

/* The index of a node's figure in values. */
static inline int soak_at(int node, enum soak_figure figure)
{
    return node * NODE_FIGURES + (int)figure;
}

struct soak_watch;

/* New: connects to the database.  Borrows soak. */
struct soak_watch *soak_watch_new(struct soak *soak);
void soak_watch_free(struct soak_watch *watch);

/* The number after a name ("VmRSS:") in /proc/PID/status. */
double soak_status(pid_t pid, const char *name);
/* User and system time of a process. */
double soak_cpu_seconds(pid_t pid);

/* Take a sample; CPU is since the last one. */
void soak_watch_take(struct soak_watch *watch, struct soak_sample *out);

/* Print the tables of the database, as lines on stdout. */
void soak_watch_tables(struct soak_watch *watch);

/* Print the table of all figures on stdout; returns how many of them grow.  The
 * first fifth of the samples is left out. */
int soak_report(const struct soak_sample *samples, size_t count);

#endif
