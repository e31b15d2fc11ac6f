/* The list of commands, and the choice of one. */
#include "base/version.h"
#include "cli/cli.h"

#include <string.h>

const struct flag no_flags[] = {{NULL, NULL, NULL, NULL}};

/* clang-format off */
static const struct command commands[] = {
    {"play", "GAME", "play a match in this terminal, alone or against bots",
     "You play the seats that --bots does not fill.  On your turn, enter the\n"
     "number of a move or its notation; \"?\" lists the other commands.",
     play_flags, play_run},
    {"simulate", "GAME", "play many matches between bots and report the totals",
     "The bots change seats from match to match.  The same seed gives the same\n"
     "matches for any number of jobs.",
     simulate_flags, simulate_run},
    {"balance", "GAME", "measure the balance of seats and cards: one bot against itself",
     "The report is Markdown.  An option that is not allowed with a number of\n"
     "seats keeps its default there.",
     balance_flags, balance_run},
    {"replay", "RECORD", "verify a record file and show the resulting position",
     NULL, replay_flags, replay_run},
    {"position", "FILE", "show a position, its legal moves, and the result of moves",
     "FILE (- for standard input) is JSON as returned by\n"
     "GET /v1/matches/M/position or written by --position of play, simulate\n"
     "and replay.",
     position_flags, position_run},
    {"demo", "", "play a complete match over HTTP with four accounts",
     "Requires a running service.  Each player sees only the view of its seat;\n"
     "its bot samples a position that fits the view, chooses a move and sends\n"
     "it.  At the end the record is downloaded and replayed.",
     demo_flags, demo_run},
    {"games", "", "list the games and the options of their matches", NULL,
     no_flags, games_run},
    {"bots", "", "list the bots", NULL, no_flags, bots_run},
};
/* clang-format on */

enum { COMMANDS = sizeof commands / sizeof *commands, HELP_COLUMN = 20 };

static void help(FILE *to)
{
    char left[32];

    fprintf(to,
            "fathom %s - play, simulate and check board games\n\n"
            "usage: fathom COMMAND [ARGUMENT] [--flag VALUE ...]\n\n",
            FATHOM_VERSION);
    for (size_t i = 0; i < COMMANDS; i++) {
        snprintf(left, sizeof left, "%-9s %s", commands[i].name,
                 commands[i].wants);
        flags_help_entry(to, HELP_COLUMN, left, commands[i].about, NULL);
    }
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

/* The command line has no command: --version, --help or a mistake. */
static int run_alone(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"version", NULL, "print the version", NULL}, {NULL, NULL, NULL, NULL}};
    static const struct command alone = {
        .name = "", .wants = "", .flags = flags};
    struct arguments args;
    const int err = arguments_read(&args, &alone, argc, argv);

    if (err)
        return err;
    if (args.wants_help)
        help(stdout);
    else if (flag_text(&args, "version"))
        version();
    else
        help(stderr);
    return args.wants_help || flag_text(&args, "version") ? CLI_OK : CLI_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct arguments args;
    const int err = arguments_read(&args, command, argc, argv);

    if (err)
        return err;
    if (!args.wants_help)
        return command->run(&args);
    command_help(command, stdout);
    return CLI_OK;
}

int commands_run(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] == '-')
        return run_alone(argc, argv);
    if (!strcmp(argv[1], "help")) {
        help(stdout);
        return CLI_OK;
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, argv[1]))
            return run_command(&commands[i], argc - 1, argv + 1);
    fprintf(stderr, "fathom: unknown command \"%s\"; see fathom --help\n",
            argv[1]);
    return CLI_USAGE;
}
