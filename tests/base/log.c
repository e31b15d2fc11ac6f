/* The log: lines that are gathered, and those that are written at once. */
#include "base/log.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, LINES = 2000 };

/* A file in place of stderr. */
static FILE *take_stderr(void)
{
    FILE *file = tmpfile();

    cr_assert_not_null(file);
    cr_assert_geq(dup2(fileno(file), STDERR_FILENO), 0);
    return file;
}

/* The number of lines in the file; *last is the number "n" of the last one. */
static long count_lines(FILE *file, long *last)
{
    char line[256];
    long count = 0;

    rewind(file);
    for (; fgets(line, sizeof line, file); count++) {
        const char *n = strstr(line, "\"n\":");

        cr_assert_not_null(n, "%s", line);
        cr_assert_str_eq(strchr(line, '}'), "}\n");
        *last = strtol(n + 4, NULL, 10);
    }
    return count;
}

Test(log, an_urgent_line_is_written_behind_those_that_were_gathered)
{
    FILE *file = take_stderr();
    long last = 0;

    log_gather();
    for (int i = 0; i < 100; i++)
        log_event_soon(LOG_INFO, "request", LOG_N("n", i));
    log_event(LOG_INFO, "stopping", LOG_N("n", 100));
    cr_expect_eq(count_lines(file, &last), 101);
    cr_expect_eq(last, 100);
    log_event_soon(LOG_INFO, "request", LOG_N("n", 101));
    log_event_soon(LOG_WARN, "request", LOG_N("n", 102));
    cr_expect_eq(count_lines(file, &last), 103);
    cr_expect_eq(last, 102);
    log_end_gathering();
    fclose(file);
}

Test(log, a_line_that_may_wait_is_written_without_another_one)
{
    FILE *file = take_stderr();
    long last = 0;

    log_gather();
    for (int round = 0; round < 3; round++) {
        log_event_soon(LOG_INFO, "request", LOG_N("n", 0));
        log_event_soon(LOG_INFO, "request", LOG_N("n", 1));
        while (count_lines(file, &last) < 2L * (round + 1))
            usleep(1000);
    }
    log_end_gathering();
    fclose(file);
}

static void *write_lines(void *ctx)
{
    (void)ctx;
    for (int i = 0; i < LINES; i++)
        log_event_soon(LOG_INFO, "request", LOG_N("n", i));
    return NULL;
}

Test(log, no_line_of_many_threads_is_lost_or_torn)
{
    FILE *file = take_stderr();
    pthread_t threads[THREADS];
    long last = 0;

    log_gather();
    for (int i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, write_lines, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    log_end_gathering();
    cr_expect_eq(count_lines(file, &last), (long)THREADS * LINES);
    fclose(file);
}
