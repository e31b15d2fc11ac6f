/* How many connections each address has. */
#include "api/http/conn_limit.h"

#include "api/http/client_ip.h"
#include "api/http/keyed_hash.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = 1024 };

struct member {
    struct member *next;
    unsigned connections; /* at least 1 */
    struct peer peer;
};

struct crowd {
    unsigned most, all;
    struct keyed keyed;
    pthread_mutex_t lock;
    uint64_t refused;
    struct member *chains[CHAINS];
};

struct crowd *crowd_new(unsigned most, unsigned all)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);

    if (!crowd)
        return NULL;
    crowd->most = most;
    crowd->all = all;
    if (!keyed_init(&crowd->keyed)) {
        free(crowd);
        return NULL;
    }
    pthread_mutex_init(&crowd->lock, NULL);
    return crowd;
}

void crowd_free(struct crowd *crowd)
{
    if (!crowd)
        return;
    for (size_t i = 0; i < CHAINS; i++)
        while (crowd->chains[i]) {
            struct member *member = crowd->chains[i];

            crowd->chains[i] = member->next;
            free(member);
        }
    pthread_mutex_destroy(&crowd->lock);
    free(crowd);
}

/* Where the member is linked, or the end of its chain. */
static struct member **find(struct crowd *crowd, const struct peer *peer)
{
    uint64_t hash =
        keyed_hash(&crowd->keyed, 0, peer->network, strlen(peer->network));
    struct member **link = &crowd->chains[hash % CHAINS];

    while (*link && strcmp((*link)->peer.network, peer->network) != 0)
        link = &(*link)->next;
    return link;
}

/* What a network of this level may have. */
static unsigned share(const struct crowd *crowd, unsigned level)
{
    unsigned share = crowd->most << level;

    return level > 0 && share > crowd->all / 2 ? crowd->all / 2 : share;
}

/* Under the lock. */
static bool has_room(struct crowd *crowd, const struct peer *peer)
{
    struct peer network;

    for (unsigned level = 0; peer_widen(&network, peer, level); level++) {
        const struct member *member = *find(crowd, &network);

        if (member && member->connections >= share(crowd, level))
            return false;
    }
    return true;
}

bool crowd_has_room(struct crowd *crowd, const struct sockaddr *address)
{
    struct peer peer;

    if (crowd->most == 0)
        return true;
    peer_of_socket(&peer, address);
    pthread_mutex_lock(&crowd->lock);
    bool has = has_room(crowd, &peer);

    crowd->refused += !has;
    pthread_mutex_unlock(&crowd->lock);
    return has;
}

/* Under the lock: one more.  False: no memory to count it. */
static bool add(struct crowd *crowd, const struct peer *network)
{
    struct member **link = find(crowd, network);

    if (!*link)
        *link = calloc(1, sizeof **link);
    if (!*link)
        return false;
    (*link)->peer = *network;
    (*link)->connections++;
    return true;
}

/* Under the lock: one less at the levels below this one. */
static void drop(struct crowd *crowd, const struct peer *peer, unsigned levels)
{
    struct peer network;

    for (unsigned level = 0;
         level < levels && peer_widen(&network, peer, level); level++) {
        struct member **link = find(crowd, &network);
        struct member *member = *link;

        if (member && --member->connections == 0) {
            *link = member->next;
            free(member);
        }
    }
}

/* Under the lock. */
static bool enter(struct crowd *crowd, const struct peer *peer)
{
    struct peer network;

    if (!has_room(crowd, peer))
        return false;
    for (unsigned level = 0; peer_widen(&network, peer, level); level++)
        if (!add(crowd, &network)) {
            drop(crowd, peer, level);
            return false;
        }
    return true;
}

bool crowd_enter(struct crowd *crowd, const struct sockaddr *address)
{
    struct peer peer;

    if (crowd->most == 0)
        return true;
    peer_of_socket(&peer, address);
    pthread_mutex_lock(&crowd->lock);
    bool has_entered = enter(crowd, &peer);

    crowd->refused += !has_entered;
    pthread_mutex_unlock(&crowd->lock);
    return has_entered;
}

void crowd_leave(struct crowd *crowd, const struct sockaddr *address)
{
    struct peer peer;

    if (crowd->most == 0)
        return;
    peer_of_socket(&peer, address);
    pthread_mutex_lock(&crowd->lock);
    drop(crowd, &peer, PEER_LEVELS);
    pthread_mutex_unlock(&crowd->lock);
}

uint64_t crowd_refused(struct crowd *crowd)
{
    uint64_t refused;

    pthread_mutex_lock(&crowd->lock);
    refused = crowd->refused;
    pthread_mutex_unlock(&crowd->lock);
    return refused;
}
