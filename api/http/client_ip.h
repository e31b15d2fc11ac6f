/* Who asks, by address: what limits and locks count by.
 *
 * The address is that of the connection's other end or, behind N proxies of
 * our own (--trusted-proxies N), the N-th last that X-Forwarded-For names: each
 * proxy adds the address it was asked from, so that the last N are true and
 * what stands before them is the client's own claim.  With fewer or with
 * something there that is no address, it is the connection's other end. */
#ifndef API_PEER_H
#define API_PEER_H

#include <stdbool.h>
#include <stddef.h>

struct MHD_Connection;
struct sockaddr;

enum {
    PEER_PROXIES_MAX = 8,
    PEER_NETWORK_SIZE = 50, /* with the NUL */
    PEER_LEVELS = 3,        /* see client_ip_widen */
};

/* "192.0.2.7" or, of IPv6, where a single customer has as many addresses as it
 * likes, the network: "2001:db8:0:1::/64".  "" when it is not known. */
struct client_ip {
    char network[PEER_NETWORK_SIZE];
};

/* An address as text, also "192.0.2.7:4711" and "[2001:db8::7]:4711".  False,
 * and *out is left alone, when it is none. */
bool client_ip_read(struct client_ip *out, const char *text, size_t length);

/* The network around a peer, for limits that count those, too: a customer may
 * be given 256 networks of 64 bits (a /56), an organisation 65,536 (a /48).
 * Level 0 is the peer itself, level 1 its /56, level 2 its /48.  Whatever a
 * peer may have, the network of a level may have 1 << level times.  False, and
 * *out is left alone, when there is none: of IPv4, and of what is not known. */
bool client_ip_widen(struct client_ip *out, const struct client_ip *client_ip,
                     unsigned level);

/* The other end of a connection, whoever that is. */
void client_ip_of_socket(struct client_ip *out, const struct sockaddr *address);
void client_ip_of_connection(struct client_ip *out,
                             struct MHD_Connection *connection);

/* The client behind so many proxies of our own. */
void client_ip_of_request(struct client_ip *out,
                          struct MHD_Connection *connection,
                          unsigned trusted_proxies);

#endif
