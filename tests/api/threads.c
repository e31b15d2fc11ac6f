/* The threads of a running node are named, so that ps, top and debuggers show
 * what a node does. */
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 5000 };

/* The name of a thread; "": it has ended. */
static void read_name(pid_t process, long thread, char out[32])
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%ld/comm", (int)process, thread);
    FILE *file = fopen(path, "r");

    out[0] = '\0';
    if (!file)
        return;
    if (!fgets(out, 32, file))
        out[0] = '\0';
    fclose(file);
    out[strcspn(out, "\n")] = '\0';
}

/* Threads of a process that have the name of the program, without the main one;
 * *all: all of them. */
static unsigned count_unnamed(pid_t process, unsigned *all)
{
    char path[64], program[32], name[32];
    unsigned unnamed = 0;

    read_name(process, process, program);
    cr_assert_neq(program[0], '\0');
    snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    DIR *folder = opendir(path);

    cr_assert_not_null(folder);
    *all = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const long thread = strtol(entry->d_name, NULL, 10);

        if (thread <= 0 || thread == process)
            continue;
        read_name(process, thread, name);
        unnamed += strcmp(name, program) == 0;
        (*all)++;
    }
    closedir(folder);
    return unnamed;
}

/* A thread that has just been started may have no name yet. */
Test(threads, only_the_main_thread_has_the_name_of_the_program,
     .init = service_setup, .fini = service_teardown)
{
    const long until_ms = raw_now_ms() + PATIENCE_MS;
    unsigned all, unnamed;

    while ((unnamed = count_unnamed(test_service.pid, &all)) > 0) {
        cr_assert_lt(raw_now_ms(), until_ms, "%u of %u threads have no name",
                     unnamed, all);
        usleep(20000);
    }
    cr_expect_gt(all, 10);
}
