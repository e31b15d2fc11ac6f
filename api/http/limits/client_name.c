/* The name of a client in logs and metrics. */
#include "api/http/limits/client_name.h"

#include "api/http/server_inner.h"
#include "base/hex.h"

#include <string.h>

const struct login *client_login(const struct request *request)
{
    return request->is_recalled || request->has_login ? &request->login : NULL;
}

const char *client_account_id(const struct request *request)
{
    const struct login *login = client_login(request);

    return login ? login->player.id : "";
}

/* A bucket's key is such a hash already. */
void client_network(const struct request *request, char out[CLIENT_SIZE])
{
    out[0] = '\0';
    if (rate_limit_are_shared(request->server->limits))
        hex_write_u64(request->buckets[LIMIT_ADDRESS], out);
}

void client_name(const struct request *request, char out[CLIENT_SIZE])
{
    const struct login *login = client_login(request);

    if (login)
        memcpy(out, login->player.id, sizeof login->player.id);
    else
        client_network(request, out);
}
