/* Pairing: which queue entries make a match. */
#include "play/matchmaking/pairing.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { TWO = 2, THREE = 4, FOUR = 8, SECOND = 1000000, TICKETS_MAX = 40 };

static struct pairing_entry ticket(uint8_t number, uint8_t seats,
                                   int32_t rating, int waited_s)
{
    struct pairing_entry it = {
        .id = {{number}},
        .seats = seats,
        .joined_us = (int64_t)-waited_s * SECOND,
    };

    for (int i = 0; i < RULES_SEATS_MAX; i++)
        it.rating[i] = rating;
    return it;
}

static size_t find(const struct pairing_entry *entries, size_t count,
                   struct pairing_group *out)
{
    return pairing_find(entries, count, 0, 3, out);
}

static bool has(const struct pairing_group *group, size_t number)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->entries[i] == number)
            return true;
    return false;
}

Test(pairing, two_entries_with_the_same_wishes_are_paired_at_once)
{
    const struct pairing_entry all[] = {ticket(1, TWO, 1500, 0),
                                        ticket(2, TWO, 1590, 0)};
    struct pairing_group groups[2];

    cr_assert_eq(find(all, 2, groups), 1);
    cr_expect_eq(groups[0].seats, 2);
    cr_expect_eq(groups[0].count, 2);
    cr_expect_eq(find(all, 1, groups), 0);
    cr_expect_eq(find(all, 0, groups), 0);
}

Test(pairing, different_terms_or_numbers_of_seats_are_not_paired)
{
    struct pairing_entry all[] = {ticket(1, TWO, 1500, 300),
                                  ticket(2, TWO, 1500, 300)};
    struct pairing_group groups[2];

    all[1].terms = 1;
    cr_expect_eq(find(all, 2, groups), 0);
    all[1].terms = 0;
    all[1].seats = THREE | FOUR;
    cr_expect_eq(find(all, 2, groups), 0);
}

Test(pairing, both_ratings_must_be_within_the_others_window)
{
    struct pairing_entry all[] = {ticket(1, TWO, 1500, 60),
                                  ticket(2, TWO, 1700, 9)};
    struct pairing_group groups[2];

    cr_expect_eq(pairing_window(0, 9 * SECOND), 190);
    cr_expect_eq(find(all, 2, groups), 0);
    all[1].joined_us -= SECOND;
    cr_expect_eq(find(all, 2, groups), 1);
}

Test(pairing, entries_that_have_waited_long_accept_each_other)
{
    struct pairing_entry all[] = {ticket(1, TWO, -5000, 120),
                                  ticket(2, TWO, 5000, 120)};
    struct pairing_group groups[2];

    cr_expect_eq(find(all, 2, groups), 1);
    all[0].joined_us += SECOND;
    cr_expect_eq(find(all, 2, groups), 0);
}

Test(pairing, the_oldest_entry_chooses_the_nearest_rating)
{
    const struct pairing_entry all[] = {
        ticket(1, TWO, 1560, 1), ticket(2, TWO, 1500, 9),
        ticket(3, TWO, 1520, 2), ticket(4, TWO, 1590, 3)};
    struct pairing_group groups[4];

    cr_assert_eq(find(all, 4, groups), 2);
    cr_expect(has(&groups[0], 1) && has(&groups[0], 2));
    cr_expect(has(&groups[1], 0) && has(&groups[1], 3));
}

Test(pairing, the_largest_match_that_can_be_filled_is_chosen)
{
    const struct pairing_entry all[] = {
        ticket(1, TWO | THREE, 1500, 3), ticket(2, TWO | THREE, 1500, 2),
        ticket(3, TWO | THREE, 1500, 1), ticket(4, TWO, 1500, 0)};
    struct pairing_group groups[4];

    cr_assert_eq(find(all, 3, groups), 1);
    cr_expect_eq(groups[0].seats, 3);
    cr_assert_eq(find(all, 2, groups), 1);
    cr_expect_eq(groups[0].seats, 2);
    cr_assert_eq(find(all, 4, groups), 1);
    cr_expect_not(has(&groups[0], 3));
}

Test(pairing, bots_are_paired_only_with_entries_that_accept_them)
{
    struct pairing_entry all[] = {ticket(1, TWO, 1500, 300),
                                  ticket(2, TWO, 1500, 300)};
    struct pairing_group groups[2];

    all[1].is_bot = true;
    cr_expect_eq(find(all, 2, groups), 0);
    all[0].takes_bots = true;
    cr_assert_eq(find(all, 2, groups), 1);
    cr_expect_eq(groups[0].count, 2);
    all[0].is_bot = true; /* two bots, of which one does not want to */
    cr_expect_eq(pairing_find(all, 2, 0, 0, groups), 0);
}

Test(pairing, built_in_bots_join_after_a_while_where_accepted)
{
    struct pairing_entry all[] = {ticket(1, TWO | FOUR, 1500, 9),
                                  ticket(2, FOUR, 1500, 300)};
    struct pairing_group groups[2];

    all[0].takes_bots = true;
    cr_expect_eq(find(all, 2, groups), 0);
    all[0].joined_us -= SECOND;
    cr_assert_eq(find(all, 2, groups), 1);
    cr_expect_eq(groups[0].seats, 2, "the smallest table");
    cr_expect_eq(groups[0].count, 1);
    cr_expect(has(&groups[0], 0));
    cr_expect_eq(pairing_find(all, 2, 0, 0, groups), 0, "there is no house");
}

Test(pairing, built_in_bots_fill_only_seats_that_no_entry_takes)
{
    struct pairing_entry all[] = {ticket(1, FOUR, 1500, 20),
                                  ticket(2, FOUR, 1520, 0),
                                  ticket(3, FOUR, 1510, 0)};
    struct pairing_group groups[3];

    all[0].takes_bots = all[1].takes_bots = true;
    cr_assert_eq(find(all, 3, groups), 1);
    cr_expect_eq(groups[0].seats, 4);
    cr_expect_eq(groups[0].count, 2);
    cr_expect_not(has(&groups[0], 2), "it did not ask for bots");
    cr_expect_eq(pairing_find(all, 3, 0, 1, groups), 0, "too small a house");
}

/* ---- whatever waits ---- */

static uint32_t chance(uint32_t *state, uint32_t n)
{
    *state = *state * 1664525U + 1013904223U;
    return (uint32_t)((uint64_t)*state * n >> 32);
}

static size_t random_tickets(uint32_t *state, size_t most,
                             struct pairing_entry *out)
{
    size_t count = 1 + chance(state, (uint32_t)most);

    for (size_t i = 0; i < count; i++) {
        out[i] = ticket((uint8_t)i, (uint8_t)(2 * (1 + chance(state, 7))), 0,
                        (int)chance(state, 150) - 2);
        for (int k = 0; k < RULES_SEATS_MAX; k++)
            out[i].rating[k] = 1000 + (int32_t)chance(state, 1500);
        out[i].terms = chance(state, 2);
        out[i].is_bot = chance(state, 4) == 0;
        out[i].takes_bots = chance(state, 2) == 0;
    }
    return count;
}

/* The rules once more, as the header has them. */
static bool may_meet(const struct pairing_entry *a,
                     const struct pairing_entry *b, unsigned seats)
{
    int64_t apart =
        llabs((long long)a->rating[seats - 1] - b->rating[seats - 1]);

    return a->terms == b->terms && (a->seats & b->seats & 1 << (seats - 1)) &&
           apart <= pairing_window(a->joined_us, 0) &&
           apart <= pairing_window(b->joined_us, 0) &&
           (!a->is_bot || b->takes_bots) && (!b->is_bot || a->takes_bots);
}

static void expect_good(const struct pairing_entry *all,
                        const struct pairing_group *group)
{
    bool has_patient = false;

    cr_assert(group->count >= 1 && group->count <= group->seats);
    cr_assert(group->seats >= 2 && group->seats <= RULES_SEATS_MAX);
    for (size_t i = 0; i < group->count; i++) {
        const struct pairing_entry *a = &all[group->entries[i]];

        cr_expect(a->seats >> (group->seats - 1) & 1);
        cr_expect(group->count == group->seats || a->takes_bots);
        has_patient = has_patient ||
                      a->joined_us <= -PAIRING_BUILTIN_S * INT64_C(1000000);
        for (size_t j = i + 1; j < group->count; j++)
            cr_expect(may_meet(a, &all[group->entries[j]], group->seats));
    }
    cr_expect(group->count == group->seats || has_patient);
}

Test(pairing, every_match_fits_its_entries_and_no_entry_is_in_two)
{
    struct pairing_entry all[TICKETS_MAX];
    struct pairing_group groups[TICKETS_MAX];
    uint32_t state = 1;
    size_t made = 0;

    for (int round = 0; round < 2000; round++) {
        size_t count = random_tickets(&state, TICKETS_MAX, all);
        size_t found = find(all, count, groups);
        int times[TICKETS_MAX] = {0};

        for (size_t i = 0; i < found; i++) {
            expect_good(all, &groups[i]);
            for (size_t j = 0; j < groups[i].count; j++)
                cr_expect_eq(++times[groups[i].entries[j]], 1);
        }
        made += found;
    }
    cr_expect_gt(made, 5000);
}

/* Return whether entries from `from` on can complete a match of this many seats
 * with the chosen ones. */
static bool could_meet(const struct pairing_entry *all, size_t count,
                       const bool *is_left, unsigned seats, size_t from,
                       const size_t *chosen, size_t chosen_count)
{
    size_t next[RULES_SEATS_MAX];

    if (chosen_count == seats)
        return true;
    memcpy(next, chosen, chosen_count * sizeof *next);
    for (size_t i = from; i < count; i++) {
        bool suits = is_left[i];

        for (size_t j = 0; j < chosen_count; j++)
            suits = suits && may_meet(&all[i], &all[chosen[j]], seats);
        next[chosen_count] = i;
        if (suits && (all[i].seats >> (seats - 1) & 1) &&
            could_meet(all, count, is_left, seats, i + 1, next,
                       chosen_count + 1))
            return true;
    }
    return false;
}

Test(pairing, the_remaining_entries_cannot_form_a_match)
{
    enum { FEW = 14 };
    struct pairing_entry all[FEW];
    struct pairing_group groups[FEW];
    uint32_t state = 2;

    for (int round = 0; round < 1500; round++) {
        size_t count = random_tickets(&state, FEW, all), none[1] = {0};
        size_t found = find(all, count, groups);
        bool is_left[FEW];

        memset(is_left, true, sizeof is_left);
        for (size_t i = 0; i < found; i++)
            for (size_t j = 0; j < groups[i].count; j++)
                is_left[groups[i].entries[j]] = false;
        for (unsigned seats = 2; seats <= RULES_SEATS_MAX; seats++)
            cr_expect_not(could_meet(all, count, is_left, seats, 0, none, 0),
                          "a table of %u in round %d", seats, round);
        for (size_t i = 0; i < count; i++)
            cr_expect_not(is_left[i] && all[i].takes_bots &&
                          all[i].joined_us <= -PAIRING_BUILTIN_S * SECOND);
    }
}

/* Wherever the longest waiting could play at all, it does. */
Test(pairing, the_oldest_entry_is_never_passed_over)
{
    enum { FEW = 12 };
    struct pairing_entry all[FEW];
    struct pairing_group groups[FEW];
    uint32_t state = 3;
    int could = 0;

    for (int round = 0; round < 1500; round++) {
        size_t count = random_tickets(&state, FEW, all), found, first[1] = {0};
        bool everybody[FEW], can = false, does = false;

        memset(everybody, true, sizeof everybody);
        for (size_t i = 1; i < count; i++)
            if (all[i].joined_us < all[0].joined_us) {
                struct pairing_entry swap = all[0];

                all[0] = all[i];
                all[i] = swap;
            }
        all[0].joined_us -= SECOND;
        found = find(all, count, groups);
        for (unsigned seats = 2; seats <= RULES_SEATS_MAX; seats++)
            can =
                can || ((all[0].seats >> (seats - 1) & 1) &&
                        could_meet(all, count, everybody, seats, 1, first, 1));
        for (size_t i = 0; i < found; i++)
            does = does || has(&groups[i], 0);
        cr_expect(does || !can, "round %d", round);
        could += can;
    }
    cr_expect_gt(could, 300);
}

/* The matches as a text that the order of the tickets does not show in. */
static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, RULES_SEATS_MAX + 1);
}

static void write_matches(const struct pairing_entry *all,
                          const struct pairing_group *groups, size_t count,
                          uint8_t out[TICKETS_MAX][RULES_SEATS_MAX + 1])
{
    memset(out, 0xff, TICKETS_MAX * (RULES_SEATS_MAX + 1));
    for (size_t i = 0; i < count; i++) {
        out[i][RULES_SEATS_MAX] = groups[i].seats;
        for (size_t j = 0; j < groups[i].count; j++)
            out[i][j] = all[groups[i].entries[j]].id.bytes[0];
    }
    qsort(out, count, sizeof *out, by_bytes);
}

Test(pairing, the_order_of_the_entries_changes_nothing)
{
    struct pairing_entry all[TICKETS_MAX];
    struct pairing_group groups[TICKETS_MAX];
    uint8_t one[TICKETS_MAX][RULES_SEATS_MAX + 1];
    uint8_t other[TICKETS_MAX][RULES_SEATS_MAX + 1];
    uint32_t state = 4;

    for (int round = 0; round < 500; round++) {
        size_t count = random_tickets(&state, TICKETS_MAX, all);

        write_matches(all, groups, find(all, count, groups), one);
        for (size_t i = count - 1; i > 0; i--) {
            size_t at = chance(&state, (uint32_t)i + 1);
            struct pairing_entry swap = all[i];

            all[i] = all[at];
            all[at] = swap;
        }
        write_matches(all, groups, find(all, count, groups), other);
        cr_expect_eq(memcmp(one, other, sizeof one), 0, "round %d", round);
    }
}

/* A full hall in the worst hour costs little: nobody here suits anybody in a
 * way that makes a table of four. */
Test(pairing, a_thousand_entries_that_do_not_fit_take_few_steps, .timeout = 600)
{
    enum { MANY = 1000 };
    struct pairing_entry *all = calloc(MANY, sizeof *all);
    struct pairing_group *groups = calloc(MANY, sizeof *groups);

    for (size_t i = 0; i < MANY; i++) {
        all[i] = ticket(0, FOUR, 1500, 300);
        all[i].id.bytes[1] = (uint8_t)i;
        all[i].id.bytes[2] = (uint8_t)(i >> 8);
        all[i].is_bot = i > 0;
        all[i].takes_bots = i == 0;
    }
    cr_expect_eq(pairing_find(all, MANY, 0, 0, groups), 0);
    free(groups);
    free(all);
}
