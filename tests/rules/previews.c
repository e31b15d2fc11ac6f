/* What previews show of moves that reveal something. */
#include "rules_match.h"

#include "rules/journal.h"
#include "rules/preview.h"
#include "rules/sink.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <stdio.h>
#include <string.h>

/* A step that every move of this verb takes before it reveals something. */
struct claim {
    char game[32], verb[16], type[16];
};

ParameterizedTestParameters(previews, what_comes_before_the_reveal_is_shown)
{
    static struct claim claims[] = {
        {"otys", "complete", "contract"},
        {"otys", "explore", "token"},
        {"seastead", "hire", "specialist"},
        {"seastead", "dock", "dock"},
        {"underwater-cities", "discard", "set-aside"},
        {"template", "choose", "choose"},
    };

    return cr_make_param_array(struct claim, claims,
                               sizeof claims / sizeof *claims);
}

static bool has_step(const struct game *game, const struct journal *journal,
                     int seat, const char *type)
{
    char wanted[32], text[4096];
    struct sink_text sink;

    snprintf(wanted, sizeof wanted, "type \"%s\"", type);
    for (size_t i = 0; i < journal->count; i++) {
        sink_text_init(&sink, text, sizeof text);
        game_step(game, journal, i, seat, &sink.sink);
        if (strncmp(text, wanted, strlen(wanted)) == 0)
            return true;
    }
    return false;
}

/* Preview the moves of the verb; returns how many reveal something. */
static int check_moves_of(const struct test_match *m, int seat,
                          const struct claim *claim)
{
    static struct move moves[RULES_MOVES_MAX];
    static struct journal journal;
    const struct game *game = m->game;
    const size_t count = game->moves(m->state, seat, moves, RULES_MOVES_MAX);
    int revealing = 0;

    for (size_t i = 0; i < count && i < RULES_MOVES_MAX; i++) {
        _Alignas(16) uint8_t after[RULES_STATE_MAX];
        char name[RULES_NOTATION_MAX];
        struct preview preview;

        game->format(m->state, seat, moves[i], name);
        if (strncmp(name, claim->verb, strlen(claim->verb)) != 0)
            continue;
        memcpy(after, m->state, sizeof after);
        game_play_listed(game, after, seat, moves[i]);
        journal_begin(&journal, m->settings.seats);
        preview = game_preview(game, m->state, seat, moves[i], after, &journal);
        if (!(preview.seal & IRREVERSIBLE_REVEAL))
            continue;
        cr_expect(has_step(game, &journal, seat, claim->type), "%s", name);
        cr_expect(preview.has_score || preview.is_whole ||
                      strcmp(claim->game, "underwater-cities") == 0,
                  "%s", name);
        revealing++;
    }
    return revealing;
}

ParameterizedTest(struct claim *claim, previews,
                  what_comes_before_the_reveal_is_shown)
{
    static struct test_match m;
    const struct game *game = game_find(claim->game);
    struct settings settings;
    int revealing = 0;

    game_defaults(game, 2, &settings);
    for (uint64_t seed = 0; seed < 3; seed++) {
        cr_assert_eq(test_match_start(&m, game, &settings, seed), RULES_OK);
        do
            for (int seat = 0; seat < 2; seat++)
                revealing += check_moves_of(&m, seat, claim);
        while (test_match_step_eager(&m));
    }
    cr_expect_gt(revealing, 0, "%s %s", claim->game, claim->verb);
}
