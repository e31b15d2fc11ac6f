/* Samples of the resources that the nodes and PostgreSQL use. */
#include "soak_watch.h"

#include <dirent.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT = 65536 };

struct soak_watch {
    struct soak *soak;
    PGconn *pg;
    int64_t last_us;
    double cpu_s[SOAK_NODES]; /* used so far */
    double busy_s;            /* of the machine */
};

/* ---- /proc ---- */

/* A file of /proc as text: new. */
static char *read_proc(const char *path)
{
    char *text = calloc(1, TEXT);
    FILE *file = text ? fopen(path, "re") : NULL;
    size_t got = file ? fread(text, 1, TEXT - 1, file) : 0;

    if (!text)
        abort();
    text[got] = '\0';
    if (file)
        fclose(file);
    return text;
}

double soak_status(pid_t pid, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    char *text = read_proc(path);
    const char *at = strstr(text, name);
    double number = at ? strtod(at + strlen(name), NULL) : 0;

    free(text);
    return number;
}

static double count_descriptors(pid_t pid)
{
    char path[64];
    double count = -2; /* "." and ".." */

    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *dir = opendir(path);

    if (!dir)
        return 0;
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

double soak_cpu_seconds(pid_t pid)
{
    char path[64];
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    char *text = read_proc(path);
    char *at = strrchr(text, ')');

    for (int field = 2; at && field < 14; field++)
        at = strchr(at + 1, ' ');
    if (at) {
        user = strtoul(at, &at, 10);
        system = strtoul(at, NULL, 10);
    }
    free(text);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Of all processors, in seconds. */
static double busy_seconds(void)
{
    char *text = read_proc("/proc/stat"), *at = text + 3;
    double busy = 0;

    /* user nice system idle iowait irq softirq */
    for (int field = 0; field < 7; field++) {
        double ticks = strtod(at, &at);

        if (field != 3 && field != 4)
            busy += ticks;
    }
    free(text);
    return busy / (double)sysconf(_SC_CLK_TCK);
}

/* Connections of a node to clients, also those that they have closed. */
static double count_clients(const char *address)
{
    unsigned long port = strtoul(strchr(address, ':') + 1, NULL, 10);
    FILE *file = fopen("/proc/net/tcp", "re");
    char line[SOAK_LINE], local[32], other[32], state[8];
    double count = 0;

    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, " %*s %31s %31s %7s", local, other, state) != 3)
            continue;
        const char *colon = strchr(local, ':');

        if (colon && strtoul(colon + 1, NULL, 16) == port &&
            (strcmp(state, "01") == 0 || strcmp(state, "08") == 0))
            count++;
    }
    if (file)
        fclose(file);
    return count;
}

/* ---- metrics of a node ---- */

/* Its metrics: new; "" without a response. */
static char *read_metrics(struct soak *soak, int node)
{
    struct line line;
    struct reply reply;
    struct soak admin = {.rate = soak->rate, .next_us = 0};

    for (int i = 0; i < SOAK_NODES; i++)
        admin.nodes[i] = soak->nodes[node];
    memcpy(admin.nodes[0].address, soak->nodes[node].admin,
           sizeof admin.nodes[0].address);
    pthread_mutex_init(&admin.lock, NULL);
    line_open(&line, &admin, 1);
    line_ask_node(&line, 0, "GET", "/metrics", "", NULL, &reply);
    char *text = strdup(reply.status == 200 ? reply.body : "");

    if (!text)
        abort();
    if (admin.failures > 0)
        soak_fail(soak, "node %d has no metrics", node);
    reply_clear(&reply);
    line_close(&line);
    pthread_mutex_destroy(&admin.lock);
    return text;
}

/* A metric, the sum over all its labels; 0 when it is missing. */
static double metric(const char *text, const char *name)
{
    size_t length = strlen(name);
    double sum = 0;

    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 &&
            (line[length] == ' ' || line[length] == '{')) {
            const char *value = line + strcspn(line, "\n");

            while (value[-1] != ' ')
                value--;
            sum += strtod(value, NULL);
        }
    }
    return sum;
}

/* ---- PostgreSQL ---- */

static PGresult *ask(struct soak_watch *watch, const char *sql)
{
    PGresult *rows = PQexec(watch->pg, sql);

    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        soak_fail(watch->soak, "%s: %s", sql, PQerrorMessage(watch->pg));
    return rows;
}

static double cell(const PGresult *rows, int column)
{
    return PQntuples(rows) > 0 ? strtod(PQgetvalue(rows, 0, column), NULL) : 0;
}

/* PostgreSQL's processes are on this machine. */
static void take_backends(struct soak_watch *watch, double *values)
{
    PGresult *rows = ask(watch, "SELECT pid FROM pg_stat_activity WHERE datname"
                                " = current_database() AND pid <>"
                                " pg_backend_pid() AND backend_type ="
                                " 'client backend'");

    values[OTHER_PG_CONNECTIONS] = PQntuples(rows);
    for (int i = 0; i < PQntuples(rows); i++)
        values[OTHER_PG_ANON] +=
            soak_status((pid_t)strtol(PQgetvalue(rows, i, 0), NULL, 10),
                        "RssAnon:") /
            1024;
    PQclear(rows);
}

static void take_database(struct soak_watch *watch, double *values)
{
    PGresult *rows =
        ask(watch, "SELECT pg_database_size(current_database()) / 1048576.0,"
                   " sum(n_live_tup) / 1000, sum(n_dead_tup) / 1000,"
                   " (SELECT count(*) FROM matches WHERE status = 1)"
                   " FROM pg_stat_user_tables");

    values[OTHER_PG_SIZE] = cell(rows, 0);
    values[OTHER_PG_LIVE] = cell(rows, 1);
    values[OTHER_PG_DEAD] = cell(rows, 2);
    values[OTHER_RUNNING] = cell(rows, 3);
    PQclear(rows);
    take_backends(watch, values);
}

void soak_watch_tables(struct soak_watch *watch)
{
    PGresult *rows =
        ask(watch, "SELECT relname, n_live_tup, n_dead_tup,"
                   " pg_total_relation_size(relid) / 1024,"
                   " pg_indexes_size(relid) / 1024, autovacuum_count"
                   " FROM pg_stat_user_tables"
                   " ORDER BY pg_total_relation_size(relid) DESC LIMIT 12");

    printf("\n  %-24s %10s %10s %10s %12s %8s\n", "table", "rows", "dead",
           "KiB", "indexes KiB", "vacuumed");
    for (int i = 0; i < PQntuples(rows); i++)
        printf("  %-24s %10s %10s %10s %12s %8s\n", PQgetvalue(rows, i, 0),
               PQgetvalue(rows, i, 1), PQgetvalue(rows, i, 2),
               PQgetvalue(rows, i, 3), PQgetvalue(rows, i, 4),
               PQgetvalue(rows, i, 5));
    PQclear(rows);
}

/* ---- a sample ---- */

static void take_node(struct soak_watch *watch, int node, double seconds,
                      double *values)
{
    const struct soak_node *it = &watch->soak->nodes[node];
    char *metrics = read_metrics(watch->soak, node);
    double cpu_s = soak_cpu_seconds(it->pid);

    values[NODE_RSS] = soak_status(it->pid, "VmRSS:") / 1024;
    values[NODE_ANON] = soak_status(it->pid, "RssAnon:") / 1024;
    values[NODE_FDS] = count_descriptors(it->pid);
    values[NODE_THREADS] = soak_status(it->pid, "Threads:");
    values[NODE_CLIENTS] = count_clients(it->address);
    values[NODE_WAITERS] = metric(metrics, "fathom_streams") +
                           metric(metrics, "fathom_long_polls");
    values[NODE_CACHED] = metric(metrics, "fathom_matches_cached");
    values[NODE_VIEWS] = metric(metrics, "fathom_views_bytes") / 1048576;
    values[NODE_CPU] = (cpu_s - watch->cpu_s[node]) / seconds * 100;
    watch->cpu_s[node] = cpu_s;
    free(metrics);
    if (values[NODE_RSS] == 0)
        soak_fail(watch->soak, "node %d has ended", node);
}

void soak_watch_take(struct soak_watch *watch, struct soak_sample *out)
{
    int64_t now_us = soak_now_us();
    double seconds = (double)(now_us - watch->last_us) / 1e6;
    double busy_s = busy_seconds();

    *out = (struct soak_sample){
        .hours = (double)(now_us - watch->soak->begun_us) / 3.6e9};
    for (int node = 0; node < SOAK_NODES; node++)
        take_node(watch, node, seconds, out->values + soak_at(node, 0));
    take_database(watch, out->values);
    out->values[OTHER_MACHINE] = (busy_s - watch->busy_s) / seconds * 100 /
                                 (double)sysconf(_SC_NPROCESSORS_ONLN);
    out->values[OTHER_OWN_RSS] = soak_status(getpid(), "VmRSS:") / 1024;
    watch->last_us = now_us;
    watch->busy_s = busy_s;
}

struct soak_watch *soak_watch_new(struct soak *soak)
{
    struct soak_watch *watch = calloc(1, sizeof *watch);

    if (!watch)
        abort();
    watch->soak = soak;
    watch->pg = PQconnectdb(soak->database);
    if (PQstatus(watch->pg) != CONNECTION_OK) {
        fprintf(stderr, "soak: %s", PQerrorMessage(watch->pg));
        exit(1);
    }
    return watch;
}

void soak_watch_free(struct soak_watch *watch)
{
    PQfinish(watch->pg);
    free(watch);
}
