/* Pairing: which waiting queue entries make a match. */
#include "play/matchmaking/pairing.h"

#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

int32_t pairing_window(int64_t joined_us, int64_t now_us)
{
    int64_t waited_s = (now_us - joined_us) / 1000000;

    if (waited_s < 0)
        waited_s = 0; /* the other node's clock is ahead */
    if (waited_s >= PAIRING_PATIENCE_S)
        return PAIRING_EVERYBODY;
    return PAIRING_WINDOW + PAIRING_WIDENS * (int32_t)waited_s;
}

/* ---- fitting entries ---- */

struct candidate {
    const struct pairing_entry *entry;
    int32_t window;
    bool is_seated;
};

/* An entry that fits the one that chooses. */
struct neighbour {
    struct candidate *who;
    int64_t distance; /* of the ratings */
};

struct pairing {
    const struct pairing_entry *entries; /* the input */
    int64_t now_us;
    unsigned builtin;
    struct candidate *all; /* longest waiting first */
    size_t count;
    struct neighbour *near;
    size_t near_count;
    struct candidate *chosen[RULES_SEATS_MAX];
    size_t chosen_count;
};

static int64_t distance(const struct candidate *a, const struct candidate *b,
                        int seats)
{
    int64_t d =
        (int64_t)a->entry->rating[seats - 1] - b->entry->rating[seats - 1];

    return d < 0 ? -d : d;
}

static bool meets(const struct pairing_entry *a, const struct pairing_entry *b)
{
    return a->takes_bots || !b->is_bot;
}

static bool wants(const struct candidate *who, int seats)
{
    return (who->entry->seats >> (seats - 1) & 1) != 0;
}

static bool suits(const struct candidate *a, const struct candidate *b,
                  int seats)
{
    int64_t apart = distance(a, b, seats);

    return a->entry->terms == b->entry->terms && wants(a, seats) &&
           wants(b, seats) && meets(a->entry, b->entry) &&
           meets(b->entry, a->entry) && apart <= a->window &&
           apart <= b->window;
}

static bool suits_chosen(const struct pairing *it, const struct candidate *who,
                         int seats)
{
    for (size_t i = 0; i < it->chosen_count; i++)
        if (!suits(it->chosen[i], who, seats))
            return false;
    return true;
}

/* ---- sort orders ---- */

static int by_age(const void *one, const void *other)
{
    const struct candidate *a = one, *b = other;

    if (a->entry->joined_us != b->entry->joined_us)
        return a->entry->joined_us < b->entry->joined_us ? -1 : 1;
    return memcmp(&a->entry->id, &b->entry->id, sizeof a->entry->id);
}

static int by_distance(const void *one, const void *other)
{
    const struct neighbour *a = one, *b = other;

    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return by_age(a->who, b->who);
}

/* Find the entries that fit the one that chooses, nearest first. */
static void find_neighbours(struct pairing *it, const struct candidate *first,
                            int seats)
{
    it->near_count = 0;
    for (size_t i = 0; i < it->count; i++) {
        struct candidate *who = &it->all[i];

        if (who == first || who->is_seated || !suits(first, who, seats))
            continue;
        it->near[it->near_count++] =
            (struct neighbour){who, distance(first, who, seats)};
    }
    qsort(it->near, it->near_count, sizeof *it->near, by_distance);
}

/* ---- matches ---- */

static void choose(struct pairing *it, struct candidate *who)
{
    it->chosen[it->chosen_count++] = who;
}

/* Fill the seats with the nearest entries, from this one on, trying every
 * combination.  There are few combinations to try where this fails: of three
 * ratings on one side of the first that are within PAIRING_WINDOW all fit each
 * other. */
static bool fill(struct pairing *it, size_t from, size_t seats)
{
    if (it->chosen_count == seats)
        return true;
    for (size_t i = from; i < it->near_count; i++) {
        if (!suits_chosen(it, it->near[i].who, (int)seats))
            continue;
        choose(it, it->near[i].who);
        if (fill(it, i + 1, seats))
            return true;
        it->chosen_count--;
    }
    return false;
}

/* Fill seats with entries that accept bots; built-in bots take the rest. */
static bool fill_with_builtin_bots(struct pairing *it, size_t seats)
{
    for (size_t i = 0; i < it->near_count && it->chosen_count < seats; i++)
        if (it->near[i].who->entry->takes_bots &&
            suits_chosen(it, it->near[i].who, (int)seats))
            choose(it, it->near[i].who);
    return seats - it->chosen_count <= it->builtin;
}

static void close_table(struct pairing *it, int seats,
                        struct pairing_group *out)
{
    *out = (struct pairing_group){.seats = (uint8_t)seats,
                                  .count = (uint8_t)it->chosen_count};
    for (size_t i = 0; i < it->chosen_count; i++) {
        it->chosen[i]->is_seated = true;
        out->entries[i] = (size_t)(it->chosen[i]->entry - it->entries);
    }
}

static bool find_table(struct pairing *it, struct candidate *first, int seats,
                       bool with_builtin_bots, struct pairing_group *out)
{
    bool is_full;

    if (!wants(first, seats))
        return false;
    find_neighbours(it, first, seats);
    it->chosen_count = 0;
    choose(it, first);
    is_full = with_builtin_bots ? fill_with_builtin_bots(it, (size_t)seats)
                                : fill(it, 0, (size_t)seats);
    if (is_full)
        close_table(it, seats, out);
    return is_full;
}

/* Choose the largest number of seats that can be filled now. */
static bool seat_among_others(struct pairing *it, struct candidate *first,
                              struct pairing_group *out)
{
    for (int seats = RULES_SEATS_MAX; seats >= 2; seats--)
        if (find_table(it, first, seats, false, out))
            return true;
    return false;
}

/* Choose the smallest number of seats. */
static bool seat_with_builtin_bots(struct pairing *it, struct candidate *first,
                                   struct pairing_group *out)
{
    int64_t waited_us = it->now_us - first->entry->joined_us;

    if (!first->entry->takes_bots ||
        waited_us < PAIRING_BUILTIN_S * INT64_C(1000000))
        return false;
    for (int seats = 2; seats <= RULES_SEATS_MAX; seats++)
        if (find_table(it, first, seats, true, out))
            return true;
    return false;
}

static size_t seat_all(struct pairing *it,
                       bool (*seat)(struct pairing *it, struct candidate *first,
                                    struct pairing_group *out),
                       struct pairing_group *out)
{
    size_t found = 0;

    for (size_t i = 0; i < it->count; i++)
        if (!it->all[i].is_seated)
            found += seat(it, &it->all[i], &out[found]);
    return found;
}

size_t pairing_find(const struct pairing_entry *entries, size_t count,
                    int64_t now_us, unsigned builtin, struct pairing_group *out)
{
    struct pairing it = {
        .entries = entries,
        .now_us = now_us,
        .builtin = builtin,
        .all = calloc(count + 1, sizeof *it.all),
        .count = count,
        .near = calloc(count + 1, sizeof *it.near),
    };
    size_t found = 0;

    if (it.all && it.near) {
        for (size_t i = 0; i < count; i++)
            it.all[i] = (struct candidate){
                .entry = &entries[i],
                .window = pairing_window(entries[i].joined_us, now_us),
            };
        qsort(it.all, count, sizeof *it.all, by_age);
        found = seat_all(&it, seat_among_others, out);
        found += seat_all(&it, seat_with_builtin_bots, out + found);
    }
    free(it.near);
    free(it.all);
    return found;
}
