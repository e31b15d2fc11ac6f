/* Asking a service whether it is well, for containers without other tools. */
#ifndef API_HEALTH_H
#define API_HEALTH_H

#include <stdbool.h>

/* Does who listens on this address answer GET path with 200 within a few
 * seconds? */
bool health_ask(const char *address, const char *path);

#endif
