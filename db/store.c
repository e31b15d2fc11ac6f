/* The store: the tables of its areas put together, opening and closing. */
#include "db/store.h"

#include "base/hex.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

void db_config_defaults(struct db_config *config)
{
    *config = (struct db_config){
        .conninfo = "",
        .pool_max = 8,
        .pool_wait_ms = 2000,
        .connect_s = 3,
        .statement_ms = 5000,
    };
}

static void store_free(struct store *store)
{
    struct db_store *db = db_store(store);

    db_notifications.stop(store);
    pg_close(db->writer);
    pg_pool_free(db->pool);
    free(db->conninfo);
    free(db->pooler);
    free(db);
}

/* clang-format off */
#define TABLE(name) .name = &db_##name,
static const struct store tables = {.free = store_free, STORE_AREAS(TABLE)};
#undef TABLE

/* ---- complete tables ---- */

enum { OPERATION_SIZE = sizeof(void (*)(void)) };

#define AREA(name)                                                             \
    {#name, offsetof(struct store, name),                                      \
     sizeof(struct store_##name) / OPERATION_SIZE},
static const struct {
    const char *name;
    size_t offset; /* of the pointer to its table, in struct store */
    size_t count;  /* operations */
} areas[] = {STORE_AREAS(AREA)};
#undef AREA

#define AREA(name)                                                             \
    _Static_assert(sizeof(struct store_##name) % OPERATION_SIZE == 0,          \
                   "a table holds function pointers and nothing else");
STORE_AREAS(AREA)
#undef AREA
/* clang-format on */

/* Does a table of `count` operations lack one? */
static bool lacks_operation(const char *table, size_t count)
{
    void (*operation)(void);

    for (size_t i = 0; i < count; i++) {
        memcpy(&operation, table + i * sizeof operation, sizeof operation);
        if (!operation)
            return true;
    }
    return false;
}

const char *db_store_incomplete(const struct store *store)
{
    const char *table;

    for (size_t i = 0; i < PG_LENGTH(areas); i++) {
        memcpy(&table, (const char *)store + areas[i].offset, sizeof table);
        if (lacks_operation(table, areas[i].count))
            return areas[i].name;
    }
    return NULL;
}

/* A random name for this node, unique among those that share the database. */
static bool name_node(char out[17])
{
    uint8_t bytes[8];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    hex_write(bytes, sizeof bytes, out);
    return true;
}

/* Set the servers: the one of the pool, and the one for connections that need a
 * session of their own. */
static bool name_servers(struct db_store *db, const struct db_config *config)
{
    db->conninfo = strdup(config->conninfo);
    db->pooler = config->pooler ? strdup(config->pooler) : NULL;
    if (!db->conninfo || (config->pooler && !db->pooler))
        return false;
    db->config.conninfo = db->conninfo;
    db->config.pooler = db->pooler;
    pg_server_init(&db->direct, &db->config, db->conninfo, &db->past);
    pg_server_init(&db->shared, &db->config,
                   db->pooler ? db->pooler : db->conninfo, &db->past);
    db->shared.is_pooled = db->pooler != NULL;
    return true;
}

/* A missing operation would crash the program at its first call, which may be
 * late: abort at the start instead. */
static void require_complete(const struct store *store)
{
    const char *area = db_store_incomplete(store);

    if (!area)
        return;
    fprintf(stderr, "the store's table \"%s\" lacks an operation\n", area);
    abort();
}

struct store *db_store_new(const struct db_config *config)
{
    struct db_store *db = calloc(1, sizeof *db);

    if (!db)
        return NULL;
    require_complete(&tables);
    db->store = tables;
    db->config = *config;
    db->config.failures = &db->failures;
    atomic_init(&db->event_keys_us, INT64_MAX);
    if (name_servers(db, config))
        db->pool = pg_pool_new(&db->shared);
    if (!db->pool || !name_node(db->node)) {
        store_free(&db->store);
        return NULL;
    }
    return &db->store;
}
