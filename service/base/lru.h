/* A hash table whose entries are also listed by last use.
 *
 * Entries are members of the caller's structs, so the table allocates and
 * releases none of them; LRU_OWNER leads from an entry to its struct.  There is
 * no lock: the caller has one. */
#ifndef BASE_LRU_H
#define BASE_LRU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Members are private, except that a list by age may be followed. */
struct lru_entry {
    struct lru_entry *newer, *older; /* by last use; NULL at the end */
    struct lru_entry *next;          /* of the same bucket */
    uint64_t hash;
};

struct lru {
    struct lru_entry *newest, *oldest; /* NULL: the table is empty */
    size_t count;                      /* entries */
    struct lru_entry **buckets;
    size_t mask; /* buckets - 1 */
};

/* The struct of type `type` whose member `member` is the entry. */
#define LRU_OWNER(entry, type, member)                                         \
    ((type *)(void *)((char *)(entry)-offsetof(type, member)))

/* Initialise an empty table for about `size` entries; more are allowed.
 * Release it with lru_clear.  false: out of memory. */
bool lru_init(struct lru *lru, size_t size);

/* Release the table.  The entries stay with the caller. */
void lru_clear(struct lru *lru);

/* Does an entry have this key? */
typedef bool lru_match(struct lru_entry *entry, const void *key);

/* Find the entry with this key, or NULL.  `hash` is the value with which it was
 * added. */
struct lru_entry *lru_find(const struct lru *lru, uint64_t hash,
                           lru_match *match, const void *key);

/* Add an entry as the newest.  The table must have none with its key. */
void lru_add(struct lru *lru, struct lru_entry *entry, uint64_t hash);

/* Make an entry the newest. */
void lru_touch(struct lru *lru, struct lru_entry *entry);

void lru_remove(struct lru *lru, struct lru_entry *entry);

#endif
