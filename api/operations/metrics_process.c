/* Metrics of the process, under the names that every Prometheus client uses. */
#include "api/operations/exposition.h"
#include "api/operations/metrics.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Fields of /proc/self/stat, as proc(5) numbers them. */
enum { STAT_THREADS = 20, STAT_VIRTUAL = 23, STAT_RSS = 24 };

/* The program's name may contain spaces and brackets: fields are counted from
 * its end. */
static bool read_stat(unsigned long long fields[STAT_RSS + 1])
{
    char line[1024];
    FILE *file = fopen("/proc/self/stat", "re");
    size_t length = file ? fread(line, 1, sizeof line - 1, file) : 0;

    if (file)
        fclose(file);
    line[length] = '\0';
    char *at = strrchr(line, ')');

    if (!at || strlen(at) < 4)
        return false;
    at += 4; /* ") S ", field 3 is the state */
    for (int i = 4; i <= STAT_RSS; i++)
        fields[i] = strtoull(at, &at, 10);
    return true;
}

static uint64_t open_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    uint64_t count = 0;

    if (!folder)
        return 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count - 1; /* the folder's own */
}

static double cpu_seconds(void)
{
    struct timespec used = {0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static void write_stat(struct text *text)
{
    unsigned long long fields[STAT_RSS + 1] = {0};

    if (!read_stat(fields))
        return;
    exposition_gauge(text, "process_resident_memory_bytes",
                     "Memory in use, in bytes.",
                     fields[STAT_RSS] * (uint64_t)sysconf(_SC_PAGESIZE));
    exposition_gauge(text, "process_virtual_memory_bytes",
                     "Address space, in bytes.", fields[STAT_VIRTUAL]);
    exposition_gauge(text, "process_threads", "Threads.", fields[STAT_THREADS]);
}

void metrics_write_process(int64_t began_us, struct text *text)
{
    struct rlimit files = {0};

    exposition_family(text, "process_start_time_seconds", "gauge",
                      "Start time of the process, in seconds since 1970.");
    exposition_real(text, "process_start_time_seconds", NULL,
                    (double)began_us / 1e6);
    exposition_family(text, "process_cpu_seconds_total", "counter",
                      "User and system processor time, in seconds.");
    exposition_real(text, "process_cpu_seconds_total", NULL, cpu_seconds());
    write_stat(text);
    exposition_gauge(text, "process_open_fds", "Open file descriptors.",
                     open_descriptors());
    getrlimit(RLIMIT_NOFILE, &files);
    exposition_gauge(text, "process_max_fds",
                     "Maximum number of open file descriptors.",
                     files.rlim_cur);
}
