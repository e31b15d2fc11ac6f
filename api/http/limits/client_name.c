/* The name of a client in logs and metrics. */
#include "api/http/limits/client_name.h"

#include "api/http/server_inner.h"
#include "base/hex.h"

const struct login *client_login(const struct request *request)
{
    return request->is_recalled || request->has_login ? &request->login : NULL;
}

const char *client_account_id(const struct request *request)
{
    const struct login *login = client_login(request);

    return login ? login->player.id : "";
}

/* The number of a payer is such a hash already. */
void client_network(const struct request *request, char out[CLIENT_SIZE])
{
    out[0] = '\0';
    if (payer_secret_is_shared(request->server->payer_secret))
        hex_write_u64(request->payers.keys[PAYER_ADDRESS], out);
}
