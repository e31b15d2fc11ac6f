/* Runs the bots of the kits as programs. */
#include "kits.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 24 };

/* The program of a kit, and its arguments. */
static int begin_arguments(enum kit kit, const char *program, const char **argv)
{
    static char path[256];
    const char *build = getenv("FATHOM_BUILD_DIR");

    argv[1] = path;
    switch (kit) {
    case KIT_PYTHON:
        argv[0] = "python3";
        snprintf(path, sizeof path, "clients/python/%s.py", program);
        return 2;
    case KIT_JAVASCRIPT:
        argv[0] = "node";
        snprintf(path, sizeof path, "clients/javascript/%s.mjs", program);
        return 2;
    case KIT_C:
    case KITS: break;
    }
    snprintf(path, sizeof path, "%s/clients/%s", build ? build : "build/asan",
             program);
    argv[0] = path;
    return 1;
}

static void become(const struct bot *bot, int out, const char **argv)
{
    int said = open(bot->said, O_WRONLY | O_CREAT | O_APPEND, 0600);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(out, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    execvp(argv[0], (char *const *)(void *)argv);
    _exit(127);
}

static void start(struct bot *bot, enum kit kit, const char *program,
                  const char *url, const char *name, const char *const *flags)
{
    const char *argv[ARGUMENTS_MAX] = {0};
    int argc = begin_arguments(kit, program, argv), ends[2];
    const char *const always[] = {"--url", url,          "--name",
                                  name,    "--password", BOT_PASSWORD};

    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        argv[argc++] = always[i];
    for (; *flags; flags++)
        argv[argc++] = *flags;
    *bot = (struct bot){.kit = kit};
    snprintf(bot->said, sizeof bot->said, "/tmp/fathom-bot-%d-%s",
             (int)getpid(), name);
    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    bot->pid = fork();
    if (bot->pid == 0)
        become(bot, ends[1], argv);
    close(ends[1]);
    bot->out = fdopen(ends[0], "r");
}

void bot_start(struct bot *bot, enum kit kit, const char *url, const char *name,
               const char *const *flags)
{
    start(bot, kit, "bot", url, name, flags);
}

void acceptor_start(struct bot *bot, enum kit kit, const char *url,
                    const char *name)
{
    static const char *const none[] = {NULL};

    start(bot, kit, "accept", url, name, none);
}

bool bot_read(struct bot *bot)
{
    char line[256];

    bot->match[0] = bot->rest[0] = '\0';
    return fgets(line, sizeof line, bot->out) &&
           sscanf(line, "%63s %63[^\n]", bot->match, bot->rest) == 2;
}

void bot_kill(struct bot *bot)
{
    kill(bot->pid, SIGKILL);
    cr_assert_eq(waitpid(bot->pid, NULL, 0), bot->pid);
    fclose(bot->out);
}

void bot_expect_success(struct bot *bot)
{
    int status = -1;

    cr_assert_eq(waitpid(bot->pid, &status, 0), bot->pid);
    fclose(bot->out);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "the bot ended with status %d", status);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        bot_show(bot);
    unlink(bot->said);
}

/* The text of its stderr: new. */
static char *read_said(const struct bot *bot)
{
    FILE *file = fopen(bot->said, "r");
    char *text = NULL;
    size_t size = 0;

    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = strdup("");
    }
    if (file)
        fclose(file);
    return text;
}

bool bot_has_said(const struct bot *bot, const char *text)
{
    char *said = read_said(bot);
    bool found = strstr(said, text) != NULL;

    free(said);
    return found;
}

void bot_show(const struct bot *bot)
{
    char *said = read_said(bot);

    fprintf(stderr, "--- %s:\n%s", bot->said, said);
    free(said);
}
