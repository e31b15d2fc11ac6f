/* The hash table with an age list. */
#include "base/lru.h"

#include <criterion/criterion.h>

enum { ITEMS = 1000 };

struct item {
    int key;
    struct lru_entry entry;
};

static int key_of(struct lru_entry *entry)
{
    return LRU_OWNER(entry, struct item, entry)->key;
}

static bool has_key(struct lru_entry *entry, const void *key)
{
    return key_of(entry) == *(const int *)key;
}

/* Few hashes, so that most entries share one with another key. */
static uint64_t hash_of(int key)
{
    return (uint64_t)(key % 37) << 30;
}

static struct lru_entry *find(const struct lru *lru, int key)
{
    return lru_find(lru, hash_of(key), has_key, &key);
}

Test(lru, every_entry_is_found_until_it_is_removed)
{
    static struct item items[ITEMS];
    struct lru lru;

    cr_assert(lru_init(&lru, 10));
    for (int i = 0; i < ITEMS; i++) {
        items[i].key = i;
        lru_add(&lru, &items[i].entry, hash_of(i));
    }
    cr_expect_eq(lru.count, ITEMS);
    for (int i = 0; i < ITEMS; i += 2)
        lru_remove(&lru, &items[i].entry);
    cr_expect_eq(lru.count, ITEMS / 2);
    for (int i = 0; i < ITEMS; i++)
        cr_expect_eq(find(&lru, i), i % 2 ? &items[i].entry : NULL, "%d", i);
    lru_clear(&lru);
}

Test(lru, the_age_list_follows_the_last_use)
{
    struct item items[4] = {{.key = 0}, {.key = 1}, {.key = 2}, {.key = 3}};
    static const int expected[] = {1, 3, 2};
    struct lru lru;
    size_t n = 0;

    cr_assert(lru_init(&lru, 4));
    for (int i = 0; i < 4; i++)
        lru_add(&lru, &items[i].entry, hash_of(i));
    lru_touch(&lru, &items[1].entry);
    lru_touch(&lru, &items[1].entry);
    lru_remove(&lru, &items[0].entry);
    for (struct lru_entry *e = lru.newest; e; e = e->older)
        cr_expect_eq(key_of(e), expected[n++]);
    cr_expect_eq(n, 3);
    for (struct lru_entry *e = lru.oldest; e; e = e->newer)
        cr_expect_eq(key_of(e), expected[--n]);
    lru_clear(&lru);
}

Test(lru, an_empty_table_has_no_newest_and_no_oldest)
{
    struct item item = {.key = 7};
    struct lru lru;

    cr_assert(lru_init(&lru, 0));
    lru_add(&lru, &item.entry, hash_of(7));
    lru_remove(&lru, &item.entry);
    cr_expect_null(lru.newest);
    cr_expect_null(lru.oldest);
    cr_expect_null(find(&lru, 7));
    lru_clear(&lru);
}
