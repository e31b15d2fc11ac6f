/* Asking a service whether it is well, for containers without other tools. */
#ifndef API_HEALTH_H
#define API_HEALTH_H

#include <stdbool.h>

/* Does the service that listens on this address answer GET /v1/config with
 * 200 within a few seconds? */
bool health_ask(const char *address);

#endif
