/* Every game's items: what they are, and what a match says about them. */
#include "depth.h"
#include "rules/tally.h"

#include "rules/journal.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MATCHES = 2 }; /* of each combination of seats and options */

Test(items, of_a_group_have_words_of_their_own)
{
    for (size_t n = 0; games[n]; n++)
        for (const struct item_group *g = games[n]->items; g->word; g++)
            for (int i = 0; i < g->count; i++) {
                const struct item item = tally_item(g, i);

                cr_expect_neq(item.word[0], '\0', "%s %s: %d", games[n]->id,
                              g->word, i);
                for (int k = 0; k < i; k++)
                    cr_expect_str_neq(tally_item(g, k).word, item.word,
                                      "%s %s: %d, %d", games[n]->id, g->word, k,
                                      i);
            }
}

Test(items, are_in_groups_that_say_how_they_are_had_and_used)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";

    for (size_t n = 0; games[n]; n++) {
        const struct item_group *groups = games[n]->items;

        cr_assert(groups && groups[0].word, "%s", games[n]->id);
        for (int i = 0; groups[i].word; i++) {
            const struct item_group *g = &groups[i];

            cr_assert_lt(i, TALLY_GROUPS_MAX);
            cr_expect(g->word[0] &&
                      strspn(g->word, letters) == strlen(g->word));
            cr_expect(g->count > 0 && g->count <= TALLY_ITEMS_MAX);
            cr_expect(g->had || g->used, "%s", g->word);
            cr_expect(!g->is_shared || (g->had && g->used), "%s", g->word);
            cr_expect(g->title[0] && g->meaning[strlen(g->meaning) - 1] == '.');
            for (int k = 0; k < i; k++)
                cr_expect_str_neq(groups[k].word, g->word);
        }
        cr_expect_lt(games[n]->points_low, games[n]->points_high);
    }
}

/* ---- matches ---- */

static struct test_match match;
static struct tally tally;

/* Whether some seat has the item. */
static bool is_had(int group, int item)
{
    for (int seat = 0; seat < tally.seats; seat++)
        if (tally.had[group][seat][item])
            return true;
    return false;
}

/* Check what every match says of one item and seat. */
static void check_item(const struct item_group *g, int group, int seat,
                       int item)
{
    const bool had = tally.had[group][seat][item];
    const int used = tally.used[group][seat][item];
    const int when = tally.when[group][seat][item];

    cr_expect(had || !used, "%s %d is used and not had", g->word, item);
    cr_expect(g->used || !used, "%s %d is used", g->word, item);
    cr_expect(g->had || had == (used > 0), "%s %d is had", g->word, item);
    if (g->is_shared && seat < tally.seats)
        cr_expect_eq(had, is_had(group, item), "%s %d is not shared", g->word,
                     item);
    cr_expect(used ? when >= 1 && when <= tally.round : when == 0,
              "%s %d, used in round %d of %d", g->word, item, when,
              tally.round);
    cr_expect(item < g->count || !had, "%s has no item %d", g->word, item);
    cr_expect(seat < tally.seats || !had, "a match of %d seats", tally.seats);
}

static int check_group(const struct item_group *g, int group)
{
    int used = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        for (int i = 0; i < TALLY_ITEMS_MAX; i++) {
            check_item(g, group, seat, i);
            used += tally.used[group][seat][i];
        }
    return used;
}

/* A card whose effect a move plays is used, and no other card. */
static void note_played(const struct game *game, const void *before,
                        const struct entry *entry,
                        char played[RULES_SEATS_MAX][TALLY_ITEMS_MAX])
{
    char id[RULES_CARD_SIZE];

    if (game->played(before, entry->seat, entry->move, id))
        played[entry->seat][strtol(id, NULL, 10) - 1] = 1;
}

static void check_played(const struct game *game,
                         char played[RULES_SEATS_MAX][TALLY_ITEMS_MAX])
{
    for (int g = 0; game->items[g].word; g++)
        for (int seat = 0; seat < tally.seats; seat++)
            for (int i = 0; i < game->items[g].count; i++)
                if (strcmp(game->items[g].word, "card") == 0)
                    cr_expect_eq(tally.used[g][seat][i] > 0, played[seat][i],
                                 "%s: card %d of seat %d", game->id, i + 1,
                                 seat);
}

static void play_match(const struct game *game, const struct settings *settings,
                       uint64_t seed)
{
    char played[RULES_SEATS_MAX][TALLY_ITEMS_MAX] = {{0}};
    alignas(max_align_t) uint8_t before[RULES_STATE_MAX];
    int used = 0;

    test_match_start(&match, game, settings, seed);
    tally_begin(&tally, settings->seats);
    memcpy(before, match.state, sizeof before);
    while (test_match_step_eager(&match)) {
        const struct entry *entry = &match.entries[match.record.count - 1];

        cr_assert(tally_move(&tally, game, before, entry->seat, entry->move,
                             match.state),
                  "%s, seed %d, entry %zu", test_settings_text(game, settings),
                  (int)seed, match.record.count);
        note_played(game, before, entry, played);
        memcpy(before, match.state, sizeof before);
    }
    tally_end(&tally, game, match.state);
    for (int g = 0; game->items[g].word; g++)
        used += check_group(&game->items[g], g);
    cr_expect_gt(used, 0, "nothing is used: %s",
                 test_settings_text(game, settings));
    check_played(game, played);
}

/* Which groups some match used or, if they cannot be used, had. */
static void note_seen(const struct game *game, bool seen[TALLY_GROUPS_MAX])
{
    for (int g = 0; game->items[g].word; g++)
        for (int seat = 0; seat < tally.seats; seat++)
            for (int i = 0; i < game->items[g].count; i++)
                seen[g] |= game->items[g].used ? tally.used[g][seat][i] > 0
                                               : tally.had[g][seat][i];
}

Test(items, are_tallied_as_the_matches_used_them, .init = deep_only,
     .timeout = 300)
{
    const uint64_t matches = (uint64_t)by_depth(1, MATCHES);

    for (size_t n = 0; games[n]; n++) {
        const struct game *game = games[n];
        bool seen[TALLY_GROUPS_MAX] = {false};
        struct settings settings;

        for (int seats = game->min_seats; seats <= game->max_seats; seats++)
            for (int v = -1; test_settings_allowed(game, seats, &v, &settings);)
                for (uint64_t i = 0; i < matches; i++) {
                    play_match(game, &settings, (uint64_t)v + i);
                    note_seen(game, seen);
                }
        for (int g = 0; game->items[g].word; g++)
            cr_expect(seen[g], "%s: no %s was seen", game->id,
                      game->items[g].word);
    }
}

Test(items, are_not_used_by_a_move_that_was_not_played)
{
    for (size_t n = 0; games[n]; n++) {
        const struct game *game = games[n];
        struct settings settings;
        struct move moves[2];

        game_defaults(game, 2, &settings);
        test_match_start(&match, game, &settings, 1);
        tally_begin(&tally, 2);
        for (int seat = 0; seat < 2; seat++)
            if (game->to_act(match.state) >> seat & 1 &&
                game->moves(match.state, seat, moves, 2) > 0)
                cr_expect_not(tally_move(&tally, game, match.state, seat,
                                         moves[0], match.state),
                              "%s: the state has not changed", game->id);
    }
}
