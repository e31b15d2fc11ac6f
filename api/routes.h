/* The routes of the service. */
#ifndef API_ROUTES_H
#define API_ROUTES_H

#include "api/http/request/route.h"

extern const struct route routes[];
extern const size_t route_count;

/* The same, for struct server_config. */
extern const struct route_table route_table;

#endif
