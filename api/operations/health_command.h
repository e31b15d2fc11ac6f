/* Checks the health of a service from the command line, for containers without
 * other tools. */
#ifndef API_HEALTH_COMMAND_H
#define API_HEALTH_COMMAND_H

#include <stdbool.h>

/* Does the service on this address respond to GET path with 200 within a few
 * seconds? */
bool health_ask(const char *address, const char *path);

#endif
