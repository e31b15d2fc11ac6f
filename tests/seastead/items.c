/* The tally of a match agrees with the state in which it ended. */
#include "rules/kit/tally.h"
#include "rules/seastead/engine/state.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

extern const struct game seastead_game;

enum { MATCHES = 8 };

static struct test_match match;
static struct tally tally;

static int group_of(const char *word)
{
    int group = 0;

    while (seastead_game.items[group].word &&
           strcmp(seastead_game.items[group].word, word) != 0)
        group++;
    cr_assert_not_null(seastead_game.items[group].word, "no group %s", word);
    return group;
}

static int count_used(const char *word, int seat)
{
    const int g = group_of(word);
    int count = 0;

    for (int i = 0; i < seastead_game.items[g].count; i++)
        count += tally.used[g][seat][i];
    return count;
}

/* Play a match of eager seats; the state at the end. */
static const struct state *play(const struct settings *settings, uint64_t seed)
{
    alignas(max_align_t) uint8_t before[RULES_STATE_MAX];

    test_match_start(&match, &seastead_game, settings, seed);
    tally_begin(&tally, settings->seats);
    memcpy(before, match.state, sizeof before);
    while (test_match_step_eager(&match)) {
        const struct entry *entry = &match.entries[match.record.count - 1];

        cr_assert(tally_move(&tally, &seastead_game, before, entry->seat,
                             entry->move, match.state));
        memcpy(before, match.state, sizeof before);
    }
    tally_end(&tally, &seastead_game, match.state);
    return (const void *)match.state;
}

/* Call check for the seats of some matches with each combination of options. */
static void play_all(void (*check)(const struct state *s, int seat))
{
    struct settings settings;

    for (int seats = 1; seats <= OWNERS; seats++)
        for (int v = -1;
             test_settings_allowed(&seastead_game, seats, &v, &settings);)
            for (uint64_t seed = 0; seed < MATCHES; seed++) {
                const struct state *s = play(&settings, seed);

                for (int seat = 0; seat < seats; seat++)
                    check(s, seat);
            }
}

static void check_buildings(const struct state *s, int seat)
{
    cr_expect_eq(count_used("location", seat), built_count(&s->seat[seat]));
}

Test(items, each_building_of_a_seat_was_built_on_a_location)
{
    play_all(check_buildings);
}

static void check_docks(const struct state *s, int seat)
{
    const int g = group_of("dock-tile");
    int count = 0;

    for (int l = 0; l < LOCATIONS; l++) {
        if (!s->dock[l] || owner_at(s, l) != seat)
            continue;
        count++;
        cr_expect_eq(tally.used[g][seat][s->dock[l] - 1], 1, "tile %d",
                     s->dock[l]);
    }
    cr_expect_eq(count_used("dock-tile", seat), count);
}

Test(items, the_dock_tiles_of_a_seat_were_taken_from_the_display)
{
    play_all(check_docks);
}

static void check_specialists(const struct state *s, int seat)
{
    const int offer = group_of("offer"), taken = group_of("specialist");

    for (int n = 1; n <= SPECIALISTS; n++) {
        const bool has = has_specialist(s, seat, n);

        cr_expect_eq(tally.used[offer][seat][n - 1], has);
        cr_expect_eq(tally.had[taken][seat][n - 1], has);
        cr_expect(!has || is_face_up(s, seat, n) ||
                      tally.used[taken][seat][n - 1] > 0,
                  "%s was turned face down", specialists[n].word);
    }
}

Test(items, the_specialists_of_a_seat_were_taken_from_the_display)
{
    play_all(check_specialists);
}

/* Two are offered each time; the one that is not chosen may come again. */
static void check_decrees(const struct state *s, int seat)
{
    const int g = group_of("decree");
    int offered = 0;

    for (int n = 1; n <= DECREES; n++) {
        offered += tally.had[g][seat][n - 1];
        if (tally.used[g][seat][n - 1])
            cr_expect(s->decree == n || s->covered >> (n - 1) & 1,
                      "decree %d was in force", n);
    }
    cr_expect(offered > count_used("decree", seat) || !offered);
    cr_expect(has_decrees(s) || !offered);
}

Test(items, the_decrees_that_a_seat_chose_came_into_force)
{
    play_all(check_decrees);
}
