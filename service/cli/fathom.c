/* fathom: the command-line companion of the service. */
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return commands_run(argc, argv);
}
