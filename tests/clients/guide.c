/* The examples of README.md and clients/README.md work as printed. */
#include "depth.h"
#include "service.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The Python program in a document: new. */
static char *read_example(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    cr_assert(file && getdelim(&text, &size, '\0', file) > 0);
    fclose(file);
    const char *begin = strstr(text, "```python\n");
    const char *end = begin ? strstr(begin, "\n```\n") : NULL;

    cr_assert(end, "%s has no example", path);
    begin += strlen("```python\n");
    char *example = strndup(begin, (size_t)(end - begin));

    free(text);
    return example;
}

/* Run the program of a document; it prints the scores of its match. */
static void expect_scores(const char *path)
{
    struct service service;
    char *example = read_example(path), scores[64] = "";
    int ends[2], status = -1;

    service_begin(&service, NULL);
    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    setenv("PYTHONPATH", "clients/python", 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    pid_t pid = fork();

    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execlp("python3", "python3", "-c", example, service.url, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_expect_eq(status, 0);
    cr_expect_gt(read(ends[0], scores, sizeof scores - 1), 0);
    cr_expect_eq(scores[0], '[', "it printed %s", scores);
    close(ends[0]);
    free(example);
    service_end(&service);
}

Test(guide, the_short_bot_of_the_guide_plays_a_match, .timeout = 600)
{
    expect_scores("clients/README.md");
}

Test(guide, the_example_of_the_readme_plays_a_match, .init = deep_only,
     .timeout = 600)
{
    expect_scores("README.md");
}

/* The number of lines of the files together. */
static long count_lines(const char *const *files)
{
    long lines = 0;

    for (; *files; files++) {
        FILE *file = fopen(*files, "r");
        int c;

        cr_assert_not_null(file, "no %s", *files);
        while ((c = fgetc(file)) != EOF)
            lines += c == '\n';
        fclose(file);
    }
    return lines;
}

Test(guide, a_kit_is_short)
{
    static const char *const kits[][3] = {
        {"clients/python/fathom.py", "clients/python/bot.py"},
        {"clients/javascript/fathom.mjs", "clients/javascript/bot.mjs"},
        {"clients/c/fathom.h", "clients/c/fathom.c"},
        {"clients/c/bot.c"},
    };

    for (size_t i = 0; i < sizeof kits / sizeof *kits; i++)
        cr_expect_lt(count_lines(kits[i]), 200, "%s is long", kits[i][0]);
}
