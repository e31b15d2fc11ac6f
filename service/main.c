/* fathomd: reads the configuration and runs the command. */
#include "base/log.h"
#include "base/version.h"
#include "commands.h"

#include <stdlib.h>

static const char *environment(const char *name)
{
    return getenv(name);
}

/* The signals that end the service are waited for, not handled: every thread
 * is made with them blocked. */
static void block_signals(sigset_t *ending)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    sigaction(SIGPIPE, &ignore, NULL);
    sigemptyset(ending);
    sigaddset(ending, SIGTERM);
    sigaddset(ending, SIGINT);
    pthread_sigmask(SIG_BLOCK, ending, NULL);
}

static int run(const struct config *config)
{
    sigset_t ending;

    switch (config->request) {
    case CONFIG_RUN: break;
    case CONFIG_HELP: help_print(stdout); return EXIT_SUCCESS;
    case CONFIG_COMMAND_HELP:
        help_print_command(config->command, stdout);
        return EXIT_SUCCESS;
    case CONFIG_VERSION:
        printf("fathomd %s\n", FATHOM_VERSION);
        return EXIT_SUCCESS;
    }
    log_set_level((enum log_level)config->log_level);
    block_signals(&ending);
    return config->command->run(config, &ending);
}

int main(int argc, char **argv)
{
    struct config config;
    char why[256];
    int status = EXIT_CONFIG;

    if (config_read(&config, argc, argv, environment, why, sizeof why))
        status = run(&config);
    else
        fprintf(stderr, "fathomd: %s\n", why);
    config_free(&config);
    return status;
}
