/* Limits the connections of each address. */
#include "api/http/connections/conn_limit.h"

#include "api/http/limits/budget.h"

#include <pthread.h>
#include <stdlib.h>

enum { CHAINS = 1024 };

struct member {
    struct member *next;
    uint64_t key;         /* of a payer */
    unsigned connections; /* at least 1 */
};

struct conn_limit {
    unsigned most, all;
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

/* The link to the member, or the end of its chain.  Keys are hashes. */
static struct member **find(struct conn_limit *conn_limit, uint64_t key)
{
    struct member **link = &conn_limit->chains[key % CHAINS];

    while (*link && (*link)->key != key)
        link = &(*link)->next;
    return link;
}

static unsigned share(const struct conn_limit *conn_limit, enum payer payer)
{
    const unsigned share = conn_limit->most * budget_times(payer);

    return payer > PAYER_ADDRESS && share > conn_limit->all / 2
               ? conn_limit->all / 2
               : share;
}

/* Under the lock. */
static bool has_room(struct conn_limit *conn_limit, const struct payers *payers)
{
    for (enum payer i = PAYER_ADDRESS; i <= PAYER_NETWORK_48; i++) {
        const struct member *member = *find(conn_limit, payers->keys[i]);

        if (member && member->connections >= share(conn_limit, i))
            return false;
    }
    return true;
}

/* Under the lock: count one more.  False: out of memory. */
static bool add(struct conn_limit *conn_limit, uint64_t key)
{
    struct member **link = find(conn_limit, key);

    if (!*link)
        *link = calloc(1, sizeof **link);
    if (!*link)
        return false;
    (*link)->key = key;
    (*link)->connections++;
    return true;
}

/* Under the lock: count one less for the payers before this one. */
static void drop(struct conn_limit *conn_limit, const struct payers *payers,
                 enum payer end)
{
    for (enum payer i = PAYER_ADDRESS; i < end; i++) {
        struct member **link = find(conn_limit, payers->keys[i]);
        struct member *member = payers->keys[i] ? *link : NULL;

        if (member && --member->connections == 0) {
            *link = member->next;
            free(member);
        }
    }
}

/* Under the lock. */
static bool enter(struct conn_limit *conn_limit, const struct payers *payers)
{
    if (!has_room(conn_limit, payers))
        return false;
    for (enum payer i = PAYER_ADDRESS; i <= PAYER_NETWORK_48; i++)
        if (payers->keys[i] && !add(conn_limit, payers->keys[i])) {
            drop(conn_limit, payers, i);
            return false;
        }
    return true;
}

bool conn_limit_enter(struct conn_limit *conn_limit,
                      const struct payers *payers)
{
    if (conn_limit->most == 0)
        return true;
    pthread_mutex_lock(&conn_limit->lock);
    bool has_entered = enter(conn_limit, payers);

    conn_limit->refused += !has_entered;
    pthread_mutex_unlock(&conn_limit->lock);
    return has_entered;
}

void conn_limit_leave(struct conn_limit *conn_limit,
                      const struct payers *payers)
{
    if (conn_limit->most == 0)
        return;
    pthread_mutex_lock(&conn_limit->lock);
    drop(conn_limit, payers, PAYER_NETWORK_48 + 1);
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
