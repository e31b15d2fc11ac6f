/* The limit of connections of an address, and of the networks around it. */
#include "api/http/connections/conn_limit.h"
#include "api/http/limits/client_ip.h"
#include "api/http/limits/payers.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { EACH = 8, ALL = 60 }; /* for an address, in total */

/* Those who pay for 2001:db8:a:b::c. */
static struct payers address(unsigned a, unsigned b, unsigned c)
{
    static struct payer_secret *secret;
    char text[INET6_ADDRSTRLEN];
    struct client_ip client_ip;
    struct payers payers = {.trust = TRUST_STRANGER};

    if (!secret)
        secret = payer_secret_new();
    snprintf(text, sizeof text, "2001:db8:%x:%x::%x", a, b, c);
    cr_assert(client_ip_read(&client_ip, text, strlen(text)));
    payers_set_address(&payers, secret, &client_ip);
    return payers;
}

/* Add a connection; was there room? */
static bool enters(struct conn_limit *conn_limit, unsigned a, unsigned b,
                   unsigned c)
{
    const struct payers from = address(a, b, c);

    return conn_limit_enter(conn_limit, &from);
}

static void leave(struct conn_limit *conn_limit, unsigned a, unsigned b,
                  unsigned c)
{
    const struct payers from = address(a, b, c);

    conn_limit_leave(conn_limit, &from);
}

Test(conn_limit, wider_ipv6_networks_have_larger_shares_up_to_half)
{
    struct conn_limit *conn_limit = conn_limit_new(EACH, ALL);
    unsigned entered = 0;

    for (unsigned i = 0; i < 2 * EACH; i++)
        entered += enters(conn_limit, 1, 1, i);
    cr_expect_eq(entered, EACH, "a /64");
    for (unsigned i = 0; i < 4 * EACH; i++)
        entered += enters(conn_limit, 1, 2 + i, 1);
    cr_expect_eq(entered, 2 * EACH, "its /56");
    for (unsigned i = 0; i < 8 * EACH; i++)
        entered += enters(conn_limit, 1, 0x100 * (i + 1), 1);
    cr_expect_eq(entered, ALL / 2, "its /48: 4 * 8, but half of all is less");
    cr_expect(enters(conn_limit, 2, 1, 1), "another /48");
    leave(conn_limit, 1, 1, 3);
    cr_expect(enters(conn_limit, 1, 0x70, 1),
              "a connection that left is counted nowhere");
    cr_expect_not(enters(conn_limit, 1, 0x71, 1));
    conn_limit_free(conn_limit);
}
