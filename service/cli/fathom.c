/* fathom: the command-line companion of the service. */
#include "base/version.h"
#include "cli/cli.h"

#include <string.h>

static void help(FILE *to)
{
    fprintf(to,
            "fathom %s - play, simulate and check board games\n\n"
            "usage: fathom COMMAND [ARGUMENTS] [--flag VALUE ...]\n\n",
            FATHOM_VERSION);
    for (const struct command *c = commands; c->name; c++)
        fprintf(to, "  %-9s %-7s %s\n", c->name, c->words, c->about);
    fprintf(
        to,
        "\n  fathom COMMAND --help   help for a command\n"
        "  fathom --version        version of this program and its games\n");
}

static void version(void)
{
    printf("fathom %s\n", FATHOM_VERSION);
    for (size_t i = 0; games[i]; i++)
        if (!games[i]->is_hidden)
            printf("%s rules %u deck %s version %u\n", games[i]->id,
                   games[i]->rules_version, games[i]->deck->id,
                   games[i]->deck->version);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    struct arguments args;

    if (!strcmp(name, "--version")) {
        version();
        return CLI_OK;
    }
    if (!*name || !strcmp(name, "--help") || !strcmp(name, "help")) {
        help(*name ? stdout : stderr);
        return *name ? CLI_OK : CLI_USAGE;
    }
    for (const struct command *c = commands; c->name; c++) {
        if (strcmp(c->name, name))
            continue;
        for (int i = 2; i < argc; i++)
            if (!strcmp(argv[i], "--help")) {
                command_help(c, stdout);
                return CLI_OK;
            }
        const int err = arguments_read(&args, c, argc - 2, argv + 2);

        return err ? err : c->run(&args);
    }
    fprintf(stderr, "fathom: unknown command \"%s\"; see fathom --help\n",
            name);
    return CLI_USAGE;
}
