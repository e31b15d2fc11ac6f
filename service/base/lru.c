/* A hash table whose entries are also listed by last use. */
#include "base/lru.h"

#include <stdlib.h>

bool lru_init(struct lru *lru, size_t size)
{
    size_t buckets = 16;

    while (buckets < size)
        buckets *= 2;
    *lru = (struct lru){.mask = buckets - 1};
    lru->buckets = calloc(buckets, sizeof(struct lru_entry *));
    return lru->buckets != NULL;
}

void lru_clear(struct lru *lru)
{
    free(lru->buckets);
    *lru = (struct lru){0};
}

static struct lru_entry **bucket_of(const struct lru *lru, uint64_t hash)
{
    return &lru->buckets[(hash ^ hash >> 32) & lru->mask];
}

struct lru_entry *lru_find(const struct lru *lru, uint64_t hash,
                           lru_match *match, const void *key)
{
    struct lru_entry *entry = *bucket_of(lru, hash);

    while (entry && (entry->hash != hash || !match(entry, key)))
        entry = entry->next;
    return entry;
}

static void unlink_by_age(struct lru *lru, struct lru_entry *entry)
{
    *(entry->newer ? &entry->newer->older : &lru->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &lru->oldest) = entry->newer;
}

static void link_newest(struct lru *lru, struct lru_entry *entry)
{
    entry->newer = NULL;
    entry->older = lru->newest;
    *(lru->newest ? &lru->newest->newer : &lru->oldest) = entry;
    lru->newest = entry;
}

void lru_add(struct lru *lru, struct lru_entry *entry, uint64_t hash)
{
    struct lru_entry **bucket = bucket_of(lru, hash);

    entry->hash = hash;
    entry->next = *bucket;
    *bucket = entry;
    link_newest(lru, entry);
    lru->count++;
}

void lru_touch(struct lru *lru, struct lru_entry *entry)
{
    unlink_by_age(lru, entry);
    link_newest(lru, entry);
}

void lru_remove(struct lru *lru, struct lru_entry *entry)
{
    struct lru_entry **link = bucket_of(lru, entry->hash);

    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    unlink_by_age(lru, entry);
    lru->count--;
}
