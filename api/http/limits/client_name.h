/* The name of a client in logs and metrics: the id of its account or, when that
 * is not known, a hash of its network.
 *
 * The hash is keyed with the secret that all nodes on one database share, so
 * that all of them write the same one, and the address cannot be found by
 * trying without the secret. */
#ifndef API_CLIENT_NAME_H
#define API_CLIENT_NAME_H

#include "api/http/request/request.h"

enum { CLIENT_SIZE = PLAY_ID_SIZE }; /* the longer of the two, with its NUL */

/* The account of a request, whether its route uses tokens or not; NULL: not
 * known. */
const struct login *client_login(const struct request *request);

/* "u_…", or "" when the account is not known. */
const char *client_account_id(const struct request *request);

/* 16 hex digits; "" until this node has read the shared secret. */
void client_network(const struct request *request, char out[CLIENT_SIZE]);

#endif
