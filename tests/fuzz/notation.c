/* Any text as a notation: it is refused, or a move that is written back and is
 * legal exactly when it is listed. */
#include "fuzz.h"

#include "rules_match.h"

#include <stdio.h>
#include <string.h>

enum { STEPS_MAX = 400, STEPS_BY = 8, SEATS = RULES_SEATS_MAX + 1 };

/* The settings of a number that the game allows. */
static bool settings_of(const struct game *game, int seats, int variant,
                        struct settings *settings)
{
    int number = -1;

    game_defaults(game, (uint8_t)seats, settings);
    for (int i = 0; i < variant; i++)
        if (!test_settings_allowed(game, seats, &number, settings))
            return false;
    return true;
}

/* Positions once reached are kept: game, seats, variant, steps. */
static const void *position(int game, int seats, int steps, int variant)
{
    enum { KEPT = STEPS_MAX / STEPS_BY + 1, GAMES_MAX = 4, VARIANTS = 17 };
    static struct test_match match;
    static uint8_t *kept[GAMES_MAX][SEATS][VARIANTS][KEPT];
    struct settings settings;
    uint8_t **at;

    if (game >= GAMES_MAX || seats < games[game]->min_seats ||
        seats > games[game]->max_seats || steps < 0 || steps > STEPS_MAX ||
        variant >= VARIANTS)
        return NULL;
    at = &kept[game][seats][variant][steps / STEPS_BY];
    if (*at)
        return *at;
    if (!settings_of(games[game], seats, variant, &settings) ||
        test_match_start(&match, games[game], &settings, 7))
        return NULL;
    for (int i = 0; i < steps / STEPS_BY * STEPS_BY; i++)
        if (!test_match_step_random(&match))
            break;
    *at = aligned_alloc(alignof(max_align_t), RULES_STATE_MAX);
    memcpy(*at, match.state, RULES_STATE_MAX);
    return *at;
}

static bool is_listed(const struct game *game, const void *state, int seat,
                      struct move move)
{
    static struct move list[RULES_MOVES_MAX];
    size_t count = game->moves(state, seat, list, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++)
        if (list[i].bits == move.bits)
            return true;
    return false;
}

/* Legal exactly when listed; a refusal changes nothing and says why. */
static void try_move(const struct game *game, void *state, int seat,
                     struct move move)
{
    alignas(max_align_t) uint8_t before[RULES_STATE_MAX];
    struct refusal refusal = {.rule = "", .reason = ""};
    bool listed = is_listed(game, state, seat, move) ||
                  test_is_unlisted_set(game, state, seat, move);

    memcpy(before, state, game->state_size);
    if (!listed) {
        game_explain(game, state, seat, move, NULL, &refusal);
        FUZZ_CLAIM(refusal.reason[0] != '\0');
    }
    FUZZ_CLAIM((game->apply(state, seat, move) == RULES_OK) == listed);
    FUZZ_CLAIM(listed || memcmp(before, state, game->state_size) == 0);
}

/* Play any move as if it were known to be legal; now and then a pass. */
static void play_unjudged(const struct game *game, void *state, int seat,
                          struct move move)
{
    static struct move list[RULES_MOVES_MAX];
    alignas(max_align_t) uint8_t copy[RULES_STATE_MAX];

    game->play(state, seat, move);
    if (move.bits % 8 == 0)
        game->pass_forced(state);
    game->moves(state, seat, list, RULES_MOVES_MAX);
    memcpy(copy, state, sizeof copy);
    game->settle(copy);
}

/* A move that was parsed is written, and the written text parses to the same
 * move. */
static bool understand(const struct game *game, const void *state, int seat,
                       const char *text, struct move *move)
{
    char written[RULES_NOTATION_MAX];
    struct move again = {UINT32_MAX}, left = {0x5eed};

    if (text[0] == '#') {
        move->bits = (uint32_t)strtoul(text + 1, NULL, 16);
        game->format(state, seat, *move, written);
        return true;
    }
    if (game->parse(state, seat, text, &left)) {
        FUZZ_CLAIM(left.bits == 0x5eed);
        return false;
    }
    *move = left;
    FUZZ_CLAIM(game->format(state, seat, *move, written) < sizeof written);
    FUZZ_CLAIM(game->parse(state, seat, written, &again) == RULES_OK);
    FUZZ_CLAIM(again.bits == move->bits);
    return true;
}

/* Read the number at *text and move past it; -1: not a number. */
static int number(const char **text)
{
    char *end;
    long n = strtol(*text, &end, 10);

    if (end == *text || n < 0 || n > STEPS_MAX)
        return -1;
    *text = end;
    return (int)n;
}

void fuzz_notation(const char *text)
{
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    alignas(max_align_t) uint8_t damaged[RULES_STATE_MAX];
    const char *rest, *line;
    const struct game *game = fuzz_game(text, &rest);
    int seats = game ? number(&rest) : -1;
    int steps = seats < 0 ? -1 : number(&rest);
    int variant = steps >= 0 && *rest == ' ' ? number(&rest) : 0;
    const void *from = NULL;
    char notation[256];

    for (int i = 0; games[i] && steps >= 0 && variant >= 0; i++)
        if (games[i] == game)
            from = position(i, seats, steps, variant);
    if (!from)
        return;
    memcpy(state, from, sizeof state);
    memcpy(damaged, from, sizeof damaged);
    for (line = strchr(rest, '\n'); line; line = strchr(line, '\n')) {
        size_t length = strcspn(++line, "\n");
        struct move move;

        if (length >= sizeof notation)
            continue;
        memcpy(notation, line, length);
        notation[length] = '\0';
        for (int seat = 0; seat < seats; seat++)
            if (understand(game, state, seat, notation, &move)) {
                try_move(game, state, seat, move);
                play_unjudged(game, damaged, seat, move);
            }
    }
    fuzz_ask(game, damaged);
}
