/* A long mixed load on two nodes, whose resources must not grow.
 *
 *   soak [--minutes N] [--rate N] DATABASE PID,ADDRESS,ADMIN PID,ADDRESS,ADMIN
 *
 * DATABASE is that of both nodes; a node is its process, its address, and its
 * admin listener.  --rate (250) is the largest number of requests per second,
 * of all clients together.  Prints a line each minute, and a table of resources
 * at the end; exits with 1 when some of them grow, or a response was invalid.
 *
 * tools/soak.sh starts what it needs. */
#include "soak_watch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS_MAX = 128,
    KEPT_THREADS = 2, /* their number varies */
    QUIET_S = 90,     /* for connections to close after the last client */
    KEPT_FDS = 12,    /* descriptors that a node may have more then than at its
                       * start: the database's pool grows on demand */
};

/* ---- the run ---- */

static const struct {
    void *(*live)(void *role);
    unsigned count;
} roles[] = {
    {soak_host, 20},  {soak_ranked_player, 16}, {soak_reader, 8},
    {soak_stream, 4}, {soak_account, 2},        {soak_trouble, 4},
};

struct crew {
    struct role roles[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    unsigned count;
};

static void begin(struct soak *soak, struct crew *crew)
{
    for (size_t kind = 0; kind < sizeof roles / sizeof *roles; kind++)
        for (unsigned i = 0; i < roles[kind].count; i++) {
            crew->roles[crew->count] = (struct role){soak, i};
            if (pthread_create(&crew->threads[crew->count], NULL,
                               roles[kind].live, &crew->roles[crew->count])) {
                fprintf(stderr, "soak: no threads\n");
                exit(1);
            }
            crew->count++;
        }
}

static void end(struct soak *soak, struct crew *crew)
{
    soak->is_over = true;
    for (unsigned i = 0; i < crew->count; i++)
        pthread_join(crew->threads[i], NULL);
}

static void say_minute(struct soak *soak, const struct soak_sample *sample)
{
    static long before;
    const double *values = sample->values;
    long requests = soak->counts[SOAK_REQUESTS];

    printf("%5.1f min: %4ld requests/s, %ld moves, %ld matches; RSS %.0f and "
           "%.0f MiB, descriptors %.0f and %.0f, clients %.0f and %.0f, CPU "
           "%.0f and %.0f %%, database %.0f connections; %ld failures\n",
           sample->hours * 60, (requests - before) / 60,
           (long)soak->counts[SOAK_MOVES], (long)soak->counts[SOAK_MATCHES],
           values[soak_at(0, NODE_RSS)], values[soak_at(1, NODE_RSS)],
           values[soak_at(0, NODE_FDS)], values[soak_at(1, NODE_FDS)],
           values[soak_at(0, NODE_CLIENTS)], values[soak_at(1, NODE_CLIENTS)],
           values[soak_at(0, NODE_CPU)], values[soak_at(1, NODE_CPU)],
           values[OTHER_PG_CONNECTIONS], soak->failures);
    fflush(stdout);
    before = requests;
}

/* Take samples until the run is over.  Returns how many. */
static size_t watch_day(struct soak *soak, struct soak_watch *watch,
                        struct soak_sample *samples, size_t most)
{
    for (size_t count = 0;; count++) {
        if (count == most)
            return count;
        int64_t next_us =
            soak->begun_us + (int64_t)(count + 1) * SOAK_SAMPLE_S * 1000000;

        while (soak_now_us() < next_us)
            soak_pause_ms(50);
        soak_watch_take(watch, &samples[count]);
        if ((count + 1) * SOAK_SAMPLE_S % 60 == 0)
            say_minute(soak, &samples[count]);
    }
}

/* ---- afterwards ---- */

static void say_counts(struct soak *soak)
{
    static const char *const words[] = {
#define AS_WORDS(name, words) words,
        SOAK_COUNTS(AS_WORDS)
#undef AS_WORDS
    };

    printf("\n");
    for (int i = 0; i < SOAK_COUNT_COUNT; i++)
        printf("  %9ld %s\n", (long)soak->counts[i], words[i]);
    printf("  by status:");
    for (int i = 0; i < SOAK_STATUSES; i++)
        if (soak->statuses[i] > 0)
            printf(" %d: %ld", i, (long)soak->statuses[i]);
    printf("\n");
}

static double clients(const struct soak_sample *sample)
{
    return sample->values[soak_at(0, NODE_CLIENTS)] +
           sample->values[soak_at(1, NODE_CLIENTS)];
}

/* Does a node still hold resources of clients?  It notices a broken connection
 * by the second heartbeat of a stream. */
static bool is_busy(const struct soak_sample *before,
                    const struct soak_sample *after)
{
    for (int node = 0; node < SOAK_NODES; node++)
        if (after->values[soak_at(node, NODE_FDS)] >
            before->values[soak_at(node, NODE_FDS)] + KEPT_FDS)
            return true;
    return clients(after) > 0;
}

/* All clients are gone: which resources are still held?  Returns how many are
 * too large. */
static int look_behind(struct soak_watch *watch,
                       const struct soak_sample *before)
{
    struct soak_sample after;
    int kept = 0;

    soak_watch_take(watch, &after);
    for (int s = 0; is_busy(before, &after) && s < QUIET_S; s++) {
        soak_pause_ms(1000);
        soak_watch_take(watch, &after);
    }
    printf("\n  %-38s %10s %10s\n", "without clients", "before", "after");
    for (int node = 0; node < SOAK_NODES; node++) {
        const double *then = before->values + soak_at(node, 0);
        const double *now = after.values + soak_at(node, 0);

        printf("  %-38s %10.1f %10.1f\n", "resident memory, MiB",
               then[NODE_RSS], now[NODE_RSS]);
        printf("  %-38s %10.0f %10.0f\n", "descriptors", then[NODE_FDS],
               now[NODE_FDS]);
        printf("  %-38s %10.0f %10.0f\n", "threads", then[NODE_THREADS],
               now[NODE_THREADS]);
        printf("  %-38s %10.0f %10.0f\n", "connections of clients",
               then[NODE_CLIENTS], now[NODE_CLIENTS]);
        kept += now[NODE_CLIENTS] > 0;
        kept += now[NODE_THREADS] > then[NODE_THREADS] + KEPT_THREADS;
        kept += now[NODE_FDS] > then[NODE_FDS] + KEPT_FDS;
    }
    return kept;
}

static int run(struct soak *soak)
{
    struct soak_watch *watch = soak_watch_new(soak);
    struct crew *crew = calloc(1, sizeof *crew);
    size_t most = (size_t)soak->minutes * 60 / SOAK_SAMPLE_S;
    struct soak_sample *samples = calloc(most, sizeof *samples), before;

    if (!crew || !samples)
        abort();
    soak_watch_take(watch, &before);
    begin(soak, crew);
    size_t count = watch_day(soak, watch, samples, most);

    end(soak, crew);
    say_counts(soak);
    int grow = soak_report(samples, count);
    int kept = look_behind(watch, &before);

    soak_watch_tables(watch);
    printf("\n%d figures grow, %d are not back where they began, %ld "
           "failures\n",
           grow, kept, soak->failures);
    soak_watch_free(watch);
    free(samples);
    free(crew);
    return grow > 0 || kept > 0 || soak->failures > 0;
}

/* ---- arguments ---- */

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: soak [--minutes N] [--rate N] DATABASE"
                    " PID,ADDRESS,ADMIN PID,ADDRESS,ADMIN\n");
    exit(2);
}

static long read_number(const char *text, long least, long most)
{
    char *end_at;
    long value = strtol(text, &end_at, 10);

    if (*text == '\0' || *end_at != '\0' || value < least || value > most)
        usage();
    return value;
}

static void read_node(struct soak_node *node, const char *text)
{
    char *at;

    node->pid = (pid_t)strtol(text, &at, 10);
    if (*at != ',' || strcspn(at + 1, ",") >= sizeof node->address)
        usage();
    snprintf(node->address, sizeof node->address, "%.*s",
             (int)strcspn(at + 1, ","), at + 1);
    at = strchr(at + 1, ',');
    if (!at || !strchr(node->address, ':') || !strchr(at, ':'))
        usage();
    snprintf(node->admin, sizeof node->admin, "%s", at + 1);
}

int main(int argc, char **argv)
{
    static struct soak soak = {.rate = 250, .minutes = 30};
    int at = 1;

    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--minutes") == 0)
            soak.minutes = read_number(argv[at + 1], 1, 7 * 24 * 60);
        else if (strcmp(argv[at], "--rate") == 0)
            soak.rate = read_number(argv[at + 1], 1, 100000);
        else
            usage();
    }
    if (argc - at != 1 + SOAK_NODES)
        usage();
    soak.database = argv[at++];
    for (int i = 0; i < SOAK_NODES; i++)
        read_node(&soak.nodes[i], argv[at++]);
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    pthread_mutex_init(&soak.lock, NULL);
    soak.begun_us = soak_now_us();
    return run(&soak);
}
