/* The steps of an undo: all of them, however many moves it takes back. */
#include "play/match/event.h"
#include "play/replay/event_journal.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <string.h>

enum { STEPS_MAX = REPLAY_SPAN_MAX * JOURNAL_STEPS_MAX };

/* The moves of one seat, as an undo window, and their steps in order. */
static struct test_match match;
static struct entry window[REPLAY_SPAN_MAX];
static _Alignas(16) uint8_t base[RULES_STATE_MAX];
static struct journal_step played[STEPS_MAX], undone[STEPS_MAX];
static size_t moves, played_count, undone_count;

static void collect(void *context, const struct journal *journal)
{
    (void)context;
    cr_assert_not(journal->is_full);
    for (size_t i = 0; i < journal->count; i++)
        undone[undone_count++] = journal->step[i];
}

/* A decision of the match becomes a move of the window. */
static bool add_move(void)
{
    static struct journal journal;
    const struct game *game = match.game;
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    struct entry *entry = &window[moves];
    const size_t at = match.record.count;

    memcpy(before, match.state, sizeof before);
    if (!test_match_step_random(&match))
        return false;
    *entry = match.entries[at];
    entry->is_trusted = true;
    entry->tag = (uint32_t)++moves;
    entry->passes = (uint8_t)game_forced_passes(game, before, entry->seat,
                                                entry->move, match.state);
    journal_begin(&journal, match.settings.seats);
    game_play_recorded(game, before, entry->seat, entry->move, entry->passes,
                       &journal);
    cr_assert_not(journal.is_full);
    for (size_t i = 0; i < journal.count; i++)
        played[played_count++] = journal.step[i];
    return true;
}

/* A match of one seat, so that all moves are its own. */
static void play_window(const struct game *game)
{
    struct settings settings;

    moves = played_count = undone_count = 0;
    game_defaults(game, 1, &settings);
    cr_assert_eq(test_match_start(&match, game, &settings, 7), RULES_OK);
    memcpy(base, match.state, sizeof base);
    while (moves < REPLAY_SPAN_MAX && add_move())
        continue;
}

Test(undo_steps, an_undo_of_a_whole_window_has_the_steps_of_each_move)
{
    const struct match_event event = {.kind = EVENT_UNDO, .seat = 0};
    bool is_long = false;

    for (size_t g = 0; games[g]; g++) {
        if (games[g]->min_seats > 1)
            continue;
        play_window(games[g]);
        event_journals(games[g], &event, match.state, base,
                       &(struct undo_moves){base, window, moves}, collect,
                       NULL);
        is_long = is_long || played_count > JOURNAL_STEPS_MAX;
        cr_assert_eq(undone_count, played_count, "%s", games[g]->id);
        for (size_t i = 0; i < undone_count; i++) {
            const struct journal_step *back = &undone[undone_count - 1 - i];

            cr_expect(back->is_undone && back->type == played[i].type &&
                          back->seat == played[i].seat &&
                          back->what == played[i].what &&
                          back->n == played[i].n,
                      "%s: step %zu", games[g]->id, i);
        }
    }
    cr_expect(is_long, "no window has more steps than a journal");
}
