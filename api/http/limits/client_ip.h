/* The IP address of a client, the key of limits and locks.
 *
 * Without proxies it is the peer address of the connection.  Behind N trusted
 * proxies (--trusted-proxies N) it is the N-th element of X-Forwarded-For from
 * the right: each proxy appends the address of its own peer, so the last N
 * elements are true, and those before them are the client's own claim.  If
 * there are fewer elements, or if that one is not an address, it is the peer
 * address. */
#ifndef API_CLIENT_IP_H
#define API_CLIENT_IP_H

#include <stdbool.h>
#include <stddef.h>

struct MHD_Connection;
struct sockaddr;

enum {
    CLIENT_IP_PROXIES_MAX = 8,
    CLIENT_IP_NETWORK_SIZE = 50, /* with the NUL */
    CLIENT_IP_LEVELS = 3,        /* see client_ip_widen */
};

/* "192.0.2.7" for IPv4.  For IPv6, where a single customer has any number of
 * addresses, the network: "2001:db8:0:1::/64".  "" when it is not known. */
struct client_ip {
    char network[CLIENT_IP_NETWORK_SIZE];
};

/* Read an address from text, with or without a port: "192.0.2.7:4711",
 * "[2001:db8::7]:4711".  False, and *out is unchanged, for other text. */
bool client_ip_read(struct client_ip *out, const char *text, size_t length);

/* The network around an address, for limits that count networks, too: a
 * customer may have 256 networks of 64 bits (a /56), an organisation 65,536 (a
 * /48).  Level 0 is the address itself, level 1 its /56, level 2 its /48.  A
 * network of a level may have 1 << level times the share of an address.  False,
 * and *out is unchanged, for IPv4 and for unknown addresses. */
bool client_ip_widen(struct client_ip *out, const struct client_ip *client_ip,
                     unsigned level);

/* The address of a socket's peer; NULL: not known. */
void client_ip_of_socket(struct client_ip *out, const struct sockaddr *address);

/* *client_ip is the peer's address: replace it by that of the client behind
 * this many trusted proxies, if the headers of the connection's request have
 * one. */
void client_ip_behind_proxies(struct client_ip *client_ip,
                              struct MHD_Connection *connection,
                              unsigned trusted_proxies);

#endif
