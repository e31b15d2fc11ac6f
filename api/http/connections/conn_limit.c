/* Limits the connections of each address. */
#include "api/http/connections/conn_limit.h"

#include "api/http/limits/client_ip.h"
#include "api/http/limits/keyed_hash.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = 1024 };

struct member {
    struct member *next;
    unsigned connections; /* at least 1 */
    struct client_ip client_ip;
};

struct conn_limit {
    unsigned most, all;
    struct keyed_hash keyed;
    pthread_mutex_t lock;
    uint64_t refused;
    struct member *chains[CHAINS];
};

struct conn_limit *conn_limit_new(unsigned most, unsigned all)
{
    struct conn_limit *conn_limit = calloc(1, sizeof *conn_limit);

    if (!conn_limit)
        return NULL;
    conn_limit->most = most;
    conn_limit->all = all;
    if (!keyed_init(&conn_limit->keyed)) {
        free(conn_limit);
        return NULL;
    }
    pthread_mutex_init(&conn_limit->lock, NULL);
    return conn_limit;
}

void conn_limit_free(struct conn_limit *conn_limit)
{
    if (!conn_limit)
        return;
    for (size_t i = 0; i < CHAINS; i++)
        while (conn_limit->chains[i]) {
            struct member *member = conn_limit->chains[i];

            conn_limit->chains[i] = member->next;
            free(member);
        }
    pthread_mutex_destroy(&conn_limit->lock);
    free(conn_limit);
}

/* The link to the member, or the end of its chain. */
static struct member **find(struct conn_limit *conn_limit,
                            const struct client_ip *client_ip)
{
    uint64_t hash = keyed_hash(&conn_limit->keyed, 0, client_ip->network,
                               strlen(client_ip->network));
    struct member **link = &conn_limit->chains[hash % CHAINS];

    while (*link && strcmp((*link)->client_ip.network, client_ip->network) != 0)
        link = &(*link)->next;
    return link;
}

/* The share of a network of this level. */
static unsigned share(const struct conn_limit *conn_limit, unsigned level)
{
    unsigned share = conn_limit->most << level;

    return level > 0 && share > conn_limit->all / 2 ? conn_limit->all / 2
                                                    : share;
}

/* Under the lock. */
static bool has_room(struct conn_limit *conn_limit,
                     const struct client_ip *client_ip)
{
    struct client_ip network;

    for (unsigned level = 0; client_ip_widen(&network, client_ip, level);
         level++) {
        const struct member *member = *find(conn_limit, &network);

        if (member && member->connections >= share(conn_limit, level))
            return false;
    }
    return true;
}

/* Under the lock: count one more.  False: out of memory. */
static bool add(struct conn_limit *conn_limit, const struct client_ip *network)
{
    struct member **link = find(conn_limit, network);

    if (!*link)
        *link = calloc(1, sizeof **link);
    if (!*link)
        return false;
    (*link)->client_ip = *network;
    (*link)->connections++;
    return true;
}

/* Under the lock: count one less at the levels below this one. */
static void drop(struct conn_limit *conn_limit,
                 const struct client_ip *client_ip, unsigned levels)
{
    struct client_ip network;

    for (unsigned level = 0;
         level < levels && client_ip_widen(&network, client_ip, level);
         level++) {
        struct member **link = find(conn_limit, &network);
        struct member *member = *link;

        if (member && --member->connections == 0) {
            *link = member->next;
            free(member);
        }
    }
}

/* Under the lock. */
static bool enter(struct conn_limit *conn_limit,
                  const struct client_ip *client_ip)
{
    struct client_ip network;

    if (!has_room(conn_limit, client_ip))
        return false;
    for (unsigned level = 0; client_ip_widen(&network, client_ip, level);
         level++)
        if (!add(conn_limit, &network)) {
            drop(conn_limit, client_ip, level);
            return false;
        }
    return true;
}

bool conn_limit_enter(struct conn_limit *conn_limit,
                      const struct client_ip *client_ip)
{
    if (conn_limit->most == 0)
        return true;
    pthread_mutex_lock(&conn_limit->lock);
    bool has_entered = enter(conn_limit, client_ip);

    conn_limit->refused += !has_entered;
    pthread_mutex_unlock(&conn_limit->lock);
    return has_entered;
}

void conn_limit_leave(struct conn_limit *conn_limit,
                      const struct client_ip *client_ip)
{
    if (conn_limit->most == 0)
        return;
    pthread_mutex_lock(&conn_limit->lock);
    drop(conn_limit, client_ip, CLIENT_IP_LEVELS);
    pthread_mutex_unlock(&conn_limit->lock);
}

uint64_t conn_limit_refused(struct conn_limit *conn_limit)
{
    uint64_t refused;

    pthread_mutex_lock(&conn_limit->lock);
    refused = conn_limit->refused;
    pthread_mutex_unlock(&conn_limit->lock);
    return refused;
}
