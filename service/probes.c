/* fathomd health and fathomd ready: ask the running service. */
#include "api/operations/health_command.h"
#include "commands.h"
#include "settings.h"

#include <stdlib.h>

/* Liveness, not readiness: a restart of the service does not help when its
 * database is unavailable. */
static bool is_healthy(const struct config *config)
{
    return config_has_admin(config) ? health_ask(config->admin_listen, "/livez")
                                    : health_ask(config->listen, "/v1/config");
}

int health_command(const struct config *config, const sigset_t *ending)
{
    (void)ending;
    return is_healthy(config) ? EXIT_SUCCESS : EXIT_FAILED;
}

int ready_command(const struct config *config, const sigset_t *ending)
{
    (void)ending;
    if (!config_has_admin(config)) {
        fprintf(stderr, "fathomd: ready requires the admin listener: set "
                        "--admin-listen.\n");
        return EXIT_CONFIG;
    }
    return health_ask(config->admin_listen, "/readyz") ? EXIT_SUCCESS
                                                       : EXIT_FAILED;
}
