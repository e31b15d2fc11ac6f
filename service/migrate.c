/* fathomd migrate: migrate the database schema. */
#include "commands.h"
#include "node.h"

#include <stdlib.h>

int migrate_command(const struct config *config, const sigset_t *ending)
{
    (void)ending;
    return node_migrate(config, true) ? EXIT_SUCCESS : EXIT_FAILED;
}
