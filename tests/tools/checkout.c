/* Scripts of tools/ in a directory of their own. */
#include "checkout.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Settings of this machine must not matter, nor an enclosing repository. */
static void become_shell(const char *path, const char *command, int out)
{
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_SYSTEM", "/dev/null", 1);
    setenv("GIT_AUTHOR_NAME", "Ada", 1);
    setenv("GIT_AUTHOR_EMAIL", "ada@example.org", 1);
    setenv("GIT_COMMITTER_NAME", "Ada", 1);
    setenv("GIT_COMMITTER_EMAIL", "ada@example.org", 1);
    setenv("GIT_COMMITTER_DATE", "2090-01-01T00:00:00Z", 1);
    setenv("GIT_CEILING_DIRECTORIES", "/tmp", 1);
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (path && chdir(path) != 0)
        _exit(126);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static int run(struct checkout *checkout, const char *path, const char *command)
{
    int ends[2], status = -1;
    size_t length = 0;
    ssize_t got;

    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    pid_t pid = fork();

    if (pid == 0)
        become_shell(path, command, ends[1]);
    close(ends[1]);
    while ((got = read(ends[0], checkout->output + length,
                       OUTPUT_MAX - 1 - length)) > 0)
        length += (size_t)got;
    close(ends[0]);
    checkout->output[length] = '\0';
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void checkout_begin(struct checkout *checkout)
{
    char command[128];

    snprintf(checkout->path, sizeof checkout->path, "/tmp/fathom-tools.XXXXXX");
    cr_assert_not_null(mkdtemp(checkout->path));
    snprintf(command, sizeof command, "cp -r tools %s/", checkout->path);
    cr_assert_eq(run(checkout, NULL, command), 0, "%s", checkout->output);
}

void checkout_write(struct checkout *checkout, const char *name,
                    const char *text)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", checkout->path, name);
    FILE *file = fopen(path, "w");

    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

int checkout_run(struct checkout *checkout, const char *command)
{
    return run(checkout, checkout->path, command);
}

void checkout_end(struct checkout *checkout)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s", checkout->path);
    cr_expect_eq(run(checkout, NULL, command), 0, "%s", checkout->output);
}
