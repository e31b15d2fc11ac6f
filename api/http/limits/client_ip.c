/* The IP address of a client. */
#include "api/http/limits/client_ip.h"

#include "base/decimal.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* By hand, because every request needs it, and inet_ntop prints with
 * sprintf. */
static void set_v4(struct client_ip *out, const struct in_addr *address)
{
    const uint32_t number = ntohl(address->s_addr);
    char *end = out->network;

    for (int shift = 24; shift >= 0; shift -= 8) {
        end = decimal_write(number >> shift & 255, end);
        if (shift > 0)
            *end++ = '.';
    }
}

/* "2001:db8:0:1::/64" */
static void write_v6(struct client_ip *out, const struct in6_addr *network,
                     int bits)
{
    char text[INET6_ADDRSTRLEN];

    inet_ntop(AF_INET6, network, text, sizeof text);
    snprintf(out->network, sizeof out->network, "%s/%d", text, bits);
}

static void set_v6(struct client_ip *out, const struct in6_addr *address)
{
    struct in6_addr network = *address;
    struct in_addr mapped;

    if (IN6_IS_ADDR_V4MAPPED(address)) {
        memcpy(&mapped, address->s6_addr + 12, sizeof mapped);
        set_v4(out, &mapped);
        return;
    }
    memset(network.s6_addr + 8, 0, 8);
    write_v6(out, &network, 64);
}

/* ---- from text ---- */

/* Cut the port off "192.0.2.7:4711" and "[2001:db8::7]:4711". */
static bool cut_port(char *text)
{
    char *colon = strrchr(text, ':');
    char *first = strchr(text, ':');

    if (*text == '[') {
        char *end = strchr(text, ']');

        if (!end || (end[1] != '\0' && end[1] != ':'))
            return false;
        *end = '\0';
        memmove(text, text + 1, strlen(text));
    } else if (colon && colon == first) {
        *colon = '\0';
    }
    return true;
}

bool client_ip_read(struct client_ip *out, const char *text, size_t length)
{
    char copy[INET6_ADDRSTRLEN + 8]; /* brackets and a port */
    struct in_addr v4;
    struct in6_addr v6;

    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (!cut_port(copy))
        return false;
    if (inet_pton(AF_INET, copy, &v4) == 1)
        set_v4(out, &v4);
    else if (inet_pton(AF_INET6, copy, &v6) == 1)
        set_v6(out, &v6);
    else
        return false;
    return true;
}

/* ---- wider networks ---- */

bool client_ip_widen(struct client_ip *out, const struct client_ip *client_ip,
                     unsigned level)
{
    static const int bits[CLIENT_IP_LEVELS] = {64, 56, 48};
    char text[INET6_ADDRSTRLEN];
    size_t length = strcspn(client_ip->network, "/");
    struct in6_addr network;

    if (level == 0) {
        *out = *client_ip;
        return true;
    }
    if (level >= CLIENT_IP_LEVELS || length >= sizeof text ||
        !strchr(client_ip->network, ':'))
        return false;
    memcpy(text, client_ip->network, length);
    text[length] = '\0';
    if (inet_pton(AF_INET6, text, &network) != 1)
        return false;
    memset(network.s6_addr + bits[level] / 8, 0,
           sizeof network.s6_addr - (size_t)bits[level] / 8);
    write_v6(out, &network, bits[level]);
    return true;
}

/* ---- from a connection ---- */

void client_ip_of_socket(struct client_ip *out, const struct sockaddr *address)
{
    *out = (struct client_ip){0};
    if (address && address->sa_family == AF_INET) {
        struct sockaddr_in v4;

        memcpy(&v4, address, sizeof v4);
        set_v4(out, &v4.sin_addr);
    } else if (address && address->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;

        memcpy(&v6, address, sizeof v6);
        set_v6(out, &v6.sin6_addr);
    }
}

/* ---- behind proxies ---- */

/* The last `wanted` elements of X-Forwarded-For, which may be sent as several
 * headers. */
struct hops {
    unsigned wanted, seen;
    struct {
        const char *at;
        size_t length;
    } last[CLIENT_IP_PROXIES_MAX]; /* a ring buffer */
};

static void add_hops(struct hops *hops, const char *list)
{
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        size_t blank = strspn(at, " \t");
        size_t end = length;

        while (end > blank && (at[end - 1] == ' ' || at[end - 1] == '\t'))
            end--;
        blank = blank < end ? blank : end;
        hops->last[hops->seen % hops->wanted].at = at + blank;
        hops->last[hops->seen % hops->wanted].length = end - blank;
        hops->seen++;
        at += length;
        if (*at == '\0')
            return;
    }
}

static enum MHD_Result look_for_hops(void *closure, enum MHD_ValueKind kind,
                                     const char *name, const char *value)
{
    (void)kind;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0)
        add_hops(closure, value);
    return MHD_YES;
}

void client_ip_behind_proxies(struct client_ip *client_ip,
                              struct MHD_Connection *connection,
                              unsigned trusted_proxies)
{
    struct hops hops = {.wanted = trusted_proxies < CLIENT_IP_PROXIES_MAX
                                      ? trusted_proxies
                                      : CLIENT_IP_PROXIES_MAX};

    if (hops.wanted == 0)
        return;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, look_for_hops,
                              &hops);
    unsigned oldest = hops.seen % hops.wanted;

    if (hops.seen >= hops.wanted)
        client_ip_read(client_ip, hops.last[oldest].at,
                       hops.last[oldest].length);
}
