/* How many connections each address has. */
#include "api/crowd.h"

#include "api/keyed.h"
#include "api/peer.h"

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
    unsigned most;
    struct keyed keyed;
    pthread_mutex_t lock;
    uint64_t refused;
    struct member *chains[CHAINS];
};

struct crowd *crowd_new(unsigned most)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);

    if (!crowd)
        return NULL;
    crowd->most = most;
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

bool crowd_has_room(struct crowd *crowd, const struct sockaddr *address)
{
    struct peer peer;
    bool has_room = true;

    if (crowd->most == 0)
        return true;
    peer_of_socket(&peer, address);
    pthread_mutex_lock(&crowd->lock);
    const struct member *member = *find(crowd, &peer);

    if (member && member->connections >= crowd->most) {
        has_room = false;
        crowd->refused++;
    }
    pthread_mutex_unlock(&crowd->lock);
    return has_room;
}

bool crowd_enter(struct crowd *crowd, const struct sockaddr *address)
{
    struct peer peer;

    if (crowd->most == 0)
        return true;
    peer_of_socket(&peer, address);
    pthread_mutex_lock(&crowd->lock);
    struct member **link = find(crowd, &peer);

    if (!*link)
        *link = calloc(1, sizeof **link);
    struct member *member = *link;
    bool has_room = member && member->connections < crowd->most;

    if (has_room) {
        member->connections++;
        member->peer = peer;
    } else {
        crowd->refused++;
    }
    pthread_mutex_unlock(&crowd->lock);
    return has_room;
}

void crowd_leave(struct crowd *crowd, const struct sockaddr *address)
{
    struct peer peer;

    if (crowd->most == 0)
        return;
    peer_of_socket(&peer, address);
    pthread_mutex_lock(&crowd->lock);
    struct member **link = find(crowd, &peer);
    struct member *member = *link;

    if (member && --member->connections == 0) {
        *link = member->next;
        free(member);
    }
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
